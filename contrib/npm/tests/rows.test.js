// SPDX-License-Identifier: MIT OR Apache-2.0
// The rows of tests/vectors. CRI_ROW selects rows by a part of their name, or by FILE:LINE.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { Cri, formatLinks, parseLinks } from "libcri";

const reader = new URL("../../../tests/vectors/rows.py", import.meta.url).pathname;
const groups = JSON.parse(execFileSync("python3", ["-B", reader], { maxBuffer: 1 << 26 })).testGroups;

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const octets = (field) => Buffer.from(field.hex, "hex");
const isError = (field) => field?.error !== undefined;
const wire = (options) => options.map(({ number, value }) => [number, hex(value)]);

// Returns the result of a call as a field of a row.
function attempt(call) {
    try {
        const result = call();
        return result instanceof Cri ? hex(result.bytes) : result;
    } catch (error) {
        if (error.code === undefined) throw error;
        return { error: error.code, offset: error.offset, part: error.part };
    }
}

function expect(call, field) {
    const found = attempt(call), wanted = isError(field) ? { error: field.error } : field?.hex ?? field;
    assert.deepEqual(isError(found) ? { error: found.error } : found, wanted);
}

const parsed = (field, settings) => Cri.parse(octets(field), settings);

// An address and a port; null if there is none.
function endpoint(text) {
    const found = /^\[?(.*?)\]?:(\d+)$/.exec(text ?? "");
    return found && { address: found[1], port: Number(found[2]) };
}

const text = (field) => octets(field).toString();
const isText = (field) => Buffer.from(text(field)).equals(octets(field));

const unescaped = (shown) => shown.replace(/\\(?:u([0-9a-f]{4})|\\)/g, (_, code) =>
    (code ? String.fromCharCode(parseInt(code, 16)) : "\\"));

// Matches an error in links.txt.
const FAULT = /^!([a-z_]+)@\d+$/;

const CHECKS = {
    "valid.txt": (row, rev) => {
        expect(() => parsed(row.cri, rev), row.canonical);
        expect(() => parsed(row.cri, rev).toUri(), row.uri);
        expect(() => Cri.fromNotation(parsed(row.cri, rev).toNotation(), rev), row.canonical);
    },
    "invalid.txt": (row, rev) => expect(() => parsed(row.cri, rev), { error: row.error }),
    "from-uri.txt": (row, rev) => {
        expect(() => Cri.fromUri(row.uri, rev), row.cri);
        if (!isError(row.cri)) expect(() => Cri.fromUri(row.uri, rev).toUri(), row.back);
    },
    "from-iri.txt": (row, rev) => {
        if (!isText(row.iri)) return;
        expect(() => new Cri(text(row.iri), rev), row.cri);
        if (!isError(row.cri)) expect(() => new Cri(text(row.iri), rev).toIri(), row.back);
    },
    "resolve.txt": (row, rev) => expect(() => parsed(row.base, rev).resolve(parsed(row.reference, rev)), row.target),
    "relativize.txt": (row, rev) =>
        expect(() => parsed(row.base, rev).relativize(parsed(row.target, rev)), row.reference),
    "relativize-for-uri.txt": (row, rev) =>
        expect(() => parsed(row.base, rev).relativize(parsed(row.target, rev), { forUri: true }), row.reference),
    "normalize.txt": (row, rev) => expect(() => parsed(row.cri, rev).normalized(), row.normal),
    "equal.txt": (row, rev) => expect(() => parsed(row.one, rev).equals(parsed(row.other, rev)), row.equal),
    "edn.txt": (row, rev) => {
        if (!isText(row.notation)) return;
        expect(() => Cri.fromNotation(text(row.notation), rev), row.cri);
    },
    "host.txt": (row, rev) => isError(row.host) || expect(() => parsed(row.cri, rev).host, row.host),
    "where.txt": (row, rev) => {
        const read = { cri: () => parsed(row.input, rev), uri: () => Cri.fromUri(text(row.input), rev),
            iri: () => Cri.fromIri(text(row.input), rev) }[row.form];
        if (read === undefined || row.error === "ok" || (row.form !== "cri" && !isText(row.input))) return;
        const { error, offset, part } = attempt(read);
        const at = row.form === "cri" ? offset : Buffer.byteLength(text(row.input).slice(0, offset));
        const found = [error, String(offset === undefined ? "-" : at), part ?? "-"];
        assert.deepEqual(found, [row.error, row.offset, row.part]);
    },
    "coap.txt": (row, rev) => {
        if (row.options?.error === "coap_fragment") return; // toOptions() omits the fragment
        const found = attempt(() => parsed(row.cri, rev).toOptions({ destination: endpoint(row.destination) }));
        if (isError(row.options)) assert.equal(found.error, row.options.error);
        else assert.deepEqual(wire(found), wire(optionsIn(row.options)));
    },
    "coap-in.txt": (row, { revision }) => {
        const settings = { scheme: row.scheme, destination: endpoint(row.destination), proxy: true, revision };
        expect(() => Cri.fromOptions(octets(row.options), settings), row.cri);
    },
    "coap-location.txt": (row, rev) => {
        if (row.options === null) return;
        expect(() => Cri.fromLocationOptions(octets(row.options), rev), row.reference);
    },
    "links.txt": (row) => {
        const errors = [], wanted = row.links === "" ? [] : row.links.split("\t").map(unescaped);
        const links = parseLinks(row.text, { onError: ({ code }) => errors.push(code) });
        const found = links.flatMap(({ target, attributes }) =>
            [`<${target}`, ...attributes.map(([name, value]) => (value === null ? name : `${name}=${value}`))]);
        assert.deepEqual(found, wanted.filter((field) => !FAULT.test(field)));
        assert.deepEqual(errors, wanted.filter((field) => FAULT.test(field)).map((field) => FAULT.exec(field)[1]));
    },
    "links-write.txt": (row) => {
        if (isError(row.written)) return;
        assert.equal(formatLinks([{ target: "/", attributes: [[row.attribute, row.value]] }]), `</>;${row.written}`);
    },
};

// Decodes the options of a row, without the package.
function optionsIn(field) {
    const bytes = octets(field), found = [];
    let at = 0, number = 0;
    const extended = (nibble) => (nibble < 13 ? nibble : nibble === 13 ? 13 + bytes[at++]
        : 269 + 256 * bytes[at++] + bytes[at++]);
    while (at < bytes.length) {
        const head = bytes[at++];
        number += extended(head >> 4);
        const length = extended(head & 15);
        found.push({ number, value: bytes.subarray(at, (at += length)) });
    }
    return found;
}

const ROW = process.env.CRI_ROW ?? "";
const isChosen = ({ id, name }) => `${id} ${name}`.includes(ROW);

test("CRI_ROW", () => {
    const names = groups.flatMap(({ tests }) => tests.map(({ name }) => name));
    const shared = (name) => [...ROW].filter((_, at) => name.includes(ROW.slice(at, at + 2))).length;
    const likeness = (name) => shared(name) / (ROW.length + name.length);
    const nearest = names.reduce((one, other) => (likeness(other) > likeness(one) ? other : one));
    const message = `no row is "${ROW}", or has it in its name. Did you mean "${nearest}"?`;
    assert(groups.some(({ tests }) => tests.some(isChosen)), message);
});

for (const { file, tests } of groups.filter((group) => group.file in CHECKS)) {
    test(file, () => {
        for (const { id, name, fields, revisions = [27] } of tests.filter(isChosen)) {
            for (const revision of revisions) {
                try {
                    CHECKS[file](fields, { revision });
                } catch (error) {
                    error.message = `tests/vectors/${id}: ${name}, revision ${revision}: ${error.message}`;
                    throw error;
                }
            }
        }
    });
}
