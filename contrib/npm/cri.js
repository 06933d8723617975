// SPDX-License-Identifier: MIT OR Apache-2.0
// The classes and functions of the package; index.d.ts describes them. Each call copies its operands into the memory of
// the library and its results out of it, so nothing has to be freed.
import {
    cri, data, errorOf, pass, reset, scoped, size, stored, storedText, struct, text, view, word, write,
} from "./engine.js";
import {
    attributesIn, chunksOf, copied, endpointIn, endpointOf, linksIn, optionsIn, readCri, utf8,
} from "./objects.js";
import { ERRORS, OPTIONS } from "./tables.js";

const LATEST = 27;
// CRI_DISCARD_ALL
const DISCARD_ALL = 255;
const NAMES = new Map(OPTIONS.map(({ name, number }) => [number, name]));
const NUMBERS = new Map(OPTIONS.map(({ name, number }) => [name, number]));
const COMPONENTS = [
    "isFull", "scheme", "discard", "userinfo", "host", "zone", "port", "effectivePort", "path", "query", "fragment",
];

export class CriError extends Error {
    constructor({ name, text }, { offset, part, unit = "byte" } = {}) {
        const place = [offset === undefined ? "" : `at ${unit} ${offset}`, part === "whole" ? "" : part ?? ""];
        super([text, place.filter(Boolean).join(", ")].filter(Boolean).join(": "));
        Object.assign(this, { name: "CriError", code: name, offset, part });
    }
}

const failed = (err, place) => new CriError(errorOf(err), place);

// Returns a number of an offset in UTF-8 as an index in a string.
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const indexOf = (bytes, offset, from = 0) => DECODER.decode(bytes.subarray(from, offset)).length;

// Returns the UTF-8 of a string. A lone surrogate has none.
function encoded(value) {
    if (typeof value !== "string") throw new TypeError("the text is not a string");
    const offset = value.search(/\p{Surrogate}/u);
    if (offset >= 0) throw failed(ERRORS.utf8, { offset, unit: "index" });
    return utf8(value);
}

function octets(value) {
    if (!(value instanceof Uint8Array)) throw new TypeError("the bytes are not a Uint8Array");
    return value;
}

// Returns the object of a CRI in memory that was just freed.
function opened(revision, kind, value) {
    if (revision !== 13 && revision !== 27) throw new RangeError(`the revision is ${revision}, not 13 or 27`);
    const isText = kind !== "cbor", bytes = isText ? encoded(value) : octets(value);
    reset();
    const { error, offset, part, cri: object } = readCri(revision, kind, bytes);
    if (!error) return object;
    throw new CriError(error, isText && offset !== undefined
        ? { offset: indexOf(bytes, offset), part, unit: "index" } : { offset, part });
}

function written(call) {
    const found = write(call);
    if (found.err) throw failed(found.err);
    return found;
}

const textFrom = ({ at, length }) => text(at, length);

// Returns a text of a CRI: a string or, if it has percent-encoded octets, an array of strings and bytes.
function textOf(object) {
    const parts = [...chunksOf(object)].map(([at, length, isEncoded]) =>
        (isEncoded ? view(at, length).slice() : text(at, length)));
    return parts.length === 0 ? "" : parts.length === 1 && typeof parts[0] === "string" ? parts[0] : parts;
}

function listOf(object, isSet, begin) {
    if (!isSet(object)) return undefined;
    const iter = struct(), item = struct(), items = [];
    for (begin(iter, object); cri.cri_iter_next(iter, item);) items.push(textOf(item));
    return items;
}

function componentsOf(object) {
    const host = write((...out) => cri.cri_host_text(object, ...out)), port = struct();
    const discard = cri.cri_discard(object), number = (at) => data().getUint16(at, true);
    return {
        isFull: cri.cri_is_full(object) !== 0,
        scheme: storedText("cri_scheme_text", object),
        discard: discard === DISCARD_ALL ? true : discard,
        userinfo: stored("cri_userinfo", object, textOf),
        host: host.err ? undefined : textFrom(host),
        zone: storedText("cri_zone", object),
        port: stored("cri_port", object, number),
        effectivePort: cri.cri_effective_port(object, port) === 0 ? number(port) : undefined,
        path: listOf(object, cri.cri_path_is_set, cri.cri_iter_init_path),
        query: listOf(object, cri.cri_query_is_set, cri.cri_iter_init_query),
        fragment: stored("cri_fragment", object, textOf),
    };
}

export class Cri {
    #bytes;
    #revision;
    #components;

    constructor(value, { revision = LATEST } = {}) {
        const object = opened(revision, typeof value === "string" ? "iri" : "cbor", value);
        this.#bytes = copied(written((...out) => cri.cri_encode(object, ...out)));
        this.#revision = revision;
    }

    static {
        for (const name of COMPONENTS) {
            const get = function () { return (this.#components ??= this.#with([], componentsOf))[name]; };
            Object.defineProperty(this.prototype, name, { get });
        }
    }

    static #from(kind, value, { revision = LATEST } = {}) {
        const object = opened(revision, kind, value);
        return Cri.#made(revision, (...out) => cri.cri_encode(object, ...out));
    }

    // Returns the CRI that a function writes.
    static #made(revision, call) {
        return new Cri(copied(written(call)), { revision });
    }

    static parse(bytes, options) { return Cri.#from("cbor", bytes, options); }
    static fromUri(uri, options) { return Cri.#from("uri", uri, options); }
    static fromIri(iri, options) { return Cri.#from("iri", iri, options); }
    static fromNotation(notation, options) { return Cri.#from("edn", notation, options); }

    static fromOptions(options, { scheme = "coap", destination, proxy = false, revision = LATEST } = {}) {
        const wire = delta(options), name = encoded(scheme);
        reset();
        const at = pass(wire), id = struct(), err = cri.cri_registry_id(revision, pass(name), name.length, id);
        if (err !== 0) throw failed(err);
        const read = proxy ? cri.cri_from_coap_proxy : cri.cri_from_coap, to = endpointFrom(destination);
        const number = data().getBigInt64(id, true);
        return Cri.#made(revision, (...out) => read(revision, number, at, wire.length, to, ...out));
    }

    static fromLocationOptions(options, { revision = LATEST } = {}) {
        const wire = delta(options);
        reset();
        const at = pass(wire);
        return Cri.#made(revision, (...out) => cri.cri_from_coap_location(revision, at, wire.length, ...out));
    }

    // Returns the object of this CRI.
    #load() {
        const object = struct();
        cri.cri_parse_exact(this.#revision, pass(this.#bytes), this.#bytes.length, object);
        return object;
    }

    // Calls a function with the objects of this CRI and of others.
    #with(others, call) {
        reset();
        return call(this.#load(), ...others.map((other) => other.#load()));
    }

    #like(reference) {
        return reference instanceof Cri ? reference : new Cri(reference, { revision: this.#revision });
    }

    #text(name) {
        return this.#with([], (object) => textFrom(written((...out) => cri[name](object, ...out))));
    }

    // Returns the CRI whose object a function stores.
    #view(others, call) {
        return this.#with(others, (...objects) => {
            const found = struct(), err = call(...objects, found);
            if (err !== 0) throw failed(err);
            return Cri.#made(this.#revision, (...out) => cri.cri_encode(found, ...out));
        });
    }

    get revision() { return this.#revision; }
    get bytes() { return this.#bytes.slice(); }

    toUri() { return this.#text("cri_to_uri"); }
    toIri() { return this.#text("cri_to_iri"); }
    toNotation() { return this.#text("cri_to_edn"); }
    toString() { return this.toUri(); }
    toJSON() { return this.toUri(); }
    [Symbol.for("nodejs.util.inspect.custom")]() { return `Cri ${this.toNotation()}`; }

    resolve(reference) {
        return this.#with([this.#like(reference)], (base, object) =>
            Cri.#made(this.#revision, (...out) => cri.cri_resolve_to(base, object, ...out)));
    }

    relativize(target, { forUri = false } = {}) {
        return this.#view([this.#like(target)], forUri ? cri.cri_relativize_for_uri : cri.cri_relativize);
    }

    withoutFragment() { return this.#view([], cri.cri_without_fragment); }

    normalized() {
        return this.#with([], (object) => Cri.#made(this.#revision, (...out) => cri.cri_normalize(object, ...out)));
    }

    #compared(other, name, read) {
        return this.#with([this.#like(other)], (...objects) => {
            const place = struct(), err = cri[name](...objects, place);
            if (err !== 0) throw failed(err);
            return read(place);
        });
    }

    equals(other) { return this.#compared(other, "cri_equal", (at) => data().getUint8(at) !== 0); }
    compare(other) { return this.#compared(other, "cri_compare", (at) => data().getInt32(at, true)); }

    toOptions({ destination, proxy } = {}) {
        return this.#with([], (whole) => {
            const object = struct();
            cri.cri_without_fragment(whole, object); // a request has none (RFC 7252 6.4)
            if (proxy !== undefined) {
                const number = numberOf(proxy), to = endpointFrom(destination);
                return listed(written((...out) => cri.cri_to_coap_proxy(object, number, to, 0, ...out)));
            }
            const to = destination === undefined ? endpointIn(object) : endpointFrom(destination);
            return listed(written((...out) => cri.cri_to_coap(object, to, 0, ...out)));
        });
    }

    toLocationOptions() {
        return this.#with([], (object) => listed(written((...out) => cri.cri_to_coap_location(object, 0, ...out))));
    }
}

// ---- CoAP options --------------------------------------------------------------------------------------------------

// The values are Buffers in Node.js, because its CoAP libraries need Buffers.
const valueFrom = (bytes) => globalThis.Buffer?.from(bytes) ?? bytes.slice();

const listed = (wire) => [...optionsIn(wire)].map(([number, at, length]) =>
    ({ number, name: NAMES.get(number) ?? String(number), value: valueFrom(view(at, length)) }));

// Returns the number of an option from its number or name; undefined if the name is not known.
const numberOf = (of) => (typeof of === "number" ? of : /^\d+$/.test(of) ? Number(of) : NUMBERS.get(of));

// Returns the bytes of a value. node-coap replaces some of the bytes by a string or a number.
function bytesOf(value) {
    if (typeof value === "string") return encoded(value);
    if (typeof value !== "number") return octets(value);
    const digits = value === 0 ? "" : value.toString(16);
    return Uint8Array.from(digits.padStart(digits.length + (digits.length & 1), "0").match(/../g) ?? [], (pair) =>
        parseInt(pair, 16));
}

const NUMBER_MOST = 65535, VALUE_MOST = 65804;

// Returns the nibble and the extended bytes for a delta or a length (RFC 7252 3.1).
const extended = (of) => (of < 13 ? [of] : of < 269 ? [13, of - 13] : [14, (of - 269) >> 8, (of - 269) & 255]);

// Returns options as in a message. An option whose name is not known identifies no resource, and is omitted.
function delta(options) {
    if (options instanceof Uint8Array) return options;
    const known = Array.from(options, ({ number, name, value }) => ({ number: number ?? numberOf(name), value }))
        .filter(({ number }) => number !== undefined).sort((one, other) => one.number - other.number);
    let before = 0, length = 0;
    const chunks = known.flatMap(({ number, value }) => {
        const bytes = bytesOf(value), [first, ...more] = extended(number - before);
        const [second, ...rest] = extended(bytes.length), head = [(first << 4) | second, ...more, ...rest];
        if (!(number >= 0 && number <= NUMBER_MOST && bytes.length <= VALUE_MOST)) {
            throw new RangeError(`option ${number} is too large`);
        }
        before = number;
        length += head.length + bytes.length;
        return [head, bytes];
    });
    const joined = new Uint8Array(length);
    chunks.reduce((at, chunk) => (joined.set(chunk, at), at + chunk.length), 0);
    return joined;
}

function endpointFrom(destination) {
    if (destination === undefined || destination === null) return 0;
    const { address, port = 5683 } = destination, endpoint = endpointOf(address, port);
    if (endpoint === 0) throw new TypeError(`the destination is not an address and a port: ${address}, ${port}`);
    return endpoint;
}

// ---- link format ---------------------------------------------------------------------------------------------------

function linkOf(link) {
    const target = struct();
    cri.cri_link_target(link, target, target + 4);
    return {
        target: text(size(target), size(target + 4)),
        attributes: [...attributesIn(link)].map(([name, value]) => [text(...name), value && textFrom(value)]),
    };
}

export function parseLinks(document, { onError } = {}) {
    const bytes = encoded(document), links = [], errors = [];
    let from = 0, index = 0;
    reset();
    for (const [err, offset, link] of linksIn(pass(bytes), bytes.length)) {
        if (err === 0) {
            links.push(scoped(() => linkOf(link)));
            continue;
        }
        [index, from] = [index + indexOf(bytes, offset, from), offset];
        errors.push(failed(err, { offset: index, unit: "index" }));
    }
    if (errors.length > 0 && onError === undefined) throw errors[0];
    errors.forEach((error) => onError(error)); // at the end, because it may call the library
    return links;
}

export function formatLinks(links) {
    // All texts are made before memory is taken, because a Cri calls the library to make its text.
    const texts = Array.from(links, ({ target, attributes = [] }) => [[target], ...attributes].map((pair) =>
        Array.from(pair).filter((item) => item !== null).map((item) => encoded(String(item)))));
    reset();
    const all = texts.map((link) => link.map((pair) => pair.map((bytes) => [pass(bytes), bytes.length])));
    const writer = struct(), total = struct();
    return textFrom(written((at, capacity, length) => {
        cri.cri_link_writer_init(writer, 0, at, capacity);
        for (const [[target], ...attributes] of all) {
            cri.cri_link_writer_target(writer, ...target);
            for (const [name, value] of attributes) {
                if (value) cri.cri_link_writer_attribute(writer, ...name, ...value);
                else cri.cri_link_writer_flag(writer, ...name);
            }
        }
        const err = cri.cri_link_writer_finish(writer, length, total);
        data().setUint32(length, size(total), true);
        return err === 0 && size(total) > capacity ? ERRORS.buffer : err;
    }));
}

export const version = () => word(cri.cri_version());
