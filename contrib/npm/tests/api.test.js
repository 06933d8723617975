// SPDX-License-Identifier: MIT OR Apache-2.0
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";
import { inspect } from "node:util";

import { Cri, CriError, formatLinks, parseLinks, version } from "libcri";

const require = createRequire(import.meta.url), folder = new URL("..", import.meta.url).pathname;

const refused = (code, offset, part) => (error) => {
    assert(error instanceof CriError && error instanceof Error);
    assert.deepEqual([error.code, error.offset, error.part], [code, offset, part]);
    return true;
};

test("components", () => {
    const cri = new Cri("coap://[2001:db8::1]:61616/a%2Fb/%FFc?x=1#f");
    assert.deepEqual([cri.isFull, cri.scheme, cri.host, cri.port, cri.effectivePort, cri.fragment, cri.zone],
        [true, "coap", "2001:db8::1", 61616, 61616, "f", undefined]);
    assert.deepEqual([cri.path, cri.query], [["a/b", [Uint8Array.of(255), "c"]], ["x=1"]]);
    assert.deepEqual([new Cri("coap://h").effectivePort, new Cri("").path], [5683, undefined]);
    assert.deepEqual([new Cri("/a").discard, new Cri("a").discard], [true, 1]);
    assert.equal(version(), require("../package.json").version);
});

test("errors have a place", () => {
    assert.throws(() => new Cri("coap://ä/ b"), refused("uri_syntax", 9, "path"));
    assert.throws(() => Cri.parse(Uint8Array.of(0x82, 0x20)), refused("truncated", 2, "authority"));
    assert.throws(() => Cri.fromNotation("[-1, [h"), refused("syntax", 6, "whole"));
    assert.throws(() => parseLinks("</ä>;rt=,</b>"), refused("syntax", 8, undefined));
    assert.throws(() => new Cri("a\ud800"), refused("utf8", 1, undefined));
    assert.throws(() => new Cri("/a").toOptions(), refused("not_full", undefined, undefined));
    assert.throws(() => new Cri("/a", { revision: 14 }), RangeError);
    assert.throws(() => new Cri(["/a"]), TypeError);
    assert.throws(() => new Cri("coap://h").toOptions({ destination: { address: "h/x" } }), TypeError);
});

// A CRI without URI is never written as notation in its place.
test("never notation in place of a URI", () => {
    const cri = Cri.fromNotation("[1]");
    for (const write of [() => cri.toUri(), () => `${cri}`, () => JSON.stringify({ cri })]) {
        assert.throws(write, refused("no_uri", undefined, undefined));
    }
    assert.equal(inspect(cri), "Cri [1]");
    assert.equal(JSON.stringify({ cri: new Cri("coap://h/a") }), '{"cri":"coap://h/a"}');
});

test("operations", () => {
    const base = new Cri("coap://h/a/b?q"), target = base.resolve("../c#f");
    assert.equal(target.toUri(), "coap://h/c#f");
    assert.equal(base.relativize(target).toNotation(), '[2, ["c"], null, "f"]');
    assert.equal(target.withoutFragment().toUri(), "coap://h/c");
    assert(new Cri("COAP://H/%61").normalized().equals("coap://h/a"));
    assert.deepEqual(["coap://h/b", "coap://h/a"].map((uri) => new Cri(uri)).sort((a, b) => a.compare(b)).map(String),
        ["coap://h/a", "coap://h/b"]);
    assert.throws(() => base.resolve(new Cri("a", { revision: 13 })), refused("revision", undefined, undefined));
    base.bytes.fill(0);
    assert.equal(base.toUri(), "coap://h/a/b?q");
});

test("options of CoAP libraries", () => {
    const cri = new Cri("coap://h:61616/a?b");
    const destination = { address: "::1" }, options = cri.toOptions();
    assert(options.every(({ value }) => Buffer.isBuffer(value)));
    assert.deepEqual(options.map(({ name, value }) => [name, value.toString("latin1")]),
        [["Uri-Host", "h"], ["Uri-Port", "\xf0\xb0"], ["Uri-Path", "a"], ["Uri-Query", "b"]]);
    // Names, numbers, numbers in a text, integers, options out of order, and an option that only its library knows.
    const mixed = [{ name: "Uri-Query", value: "b" }, { name: "11", value: Buffer.from("a") },
        { name: "Uri-Port", value: 61616 }, { name: "OCF-Content-Format-Version", value: 2048 },
        { number: 3, value: "h" }];
    assert(Cri.fromOptions(mixed, { destination }).equals(cri));
    assert(Cri.fromOptions(new Uint8Array(Buffer.from("3168", "hex")), { scheme: "coaps" }).equals("coaps://h"));
    const forProxy = cri.toOptions({ proxy: "Proxy-Uri" });
    assert.throws(() => Cri.fromOptions(forProxy), refused("coap_proxy", undefined, undefined));
    for (const proxy of ["Proxy-Uri", "Proxy-Cri", "Proxy-Scheme", 239]) {
        assert(Cri.fromOptions(cri.toOptions({ proxy }), { proxy: true, destination }).equals(cri));
    }
    const long = "x".repeat(300); // heads of an option with one and two more bytes
    assert.equal(Cri.fromOptions([{ number: 3, value: "h" }, { number: 1000, value: long }]).toUri(), "coap://h");
    assert.throws(() => Cri.fromOptions([{ number: 65536, value: "" }]), RangeError);
    assert.deepEqual(new Cri("/a/b?c").toLocationOptions().map(({ name }) => name),
        ["Location-Path", "Location-Path", "Location-Query"]);
});

test("links", () => {
    const document = '</temp>;rt="a b";ct=40;obs,</led>';
    const links = parseLinks(document), errors = [];
    assert.deepEqual(links[0], { target: "/temp", attributes: [["rt", "a b"], ["ct", "40"], ["obs", null]] });
    assert.equal(formatLinks(links), document);
    assert.equal(formatLinks([{ target: new Cri("coap://h/a"), attributes: [["ct", 40]] }]), "<coap://h/a>;ct=40");
    assert.equal(parseLinks("</a>,;,</b>", { onError: (error) => errors.push(new Cri("/x"), error) }).length, 2);
    assert.equal(errors.length, 2);
    assert.throws(() => formatLinks([{ target: "/a b" }]), CriError);
});

// The time grows linearly with the size of hostile input.
test("megabytes", { timeout: 20000 }, () => {
    assert.equal(parseLinks("<ä,".repeat(3e5), { onError: () => {} }).length, 0);
    assert.equal(parseLinks("</a>;b=c,".repeat(1e5) + "</a>").length, 1e5 + 1);
    const paths = Array.from({ length: 5e4 }, () => ({ number: 15, value: "" }));
    assert.equal(Cri.fromOptions([{ number: 3, value: "h" }, ...paths]).query.length, 5e4);
});

test("require()", { skip: process.features.require_module ? false : "this Node.js cannot require modules" }, () => {
    assert.equal(new (require("libcri").Cri)("coap://h").host, "h");
});

test("example", () => {
    const path = 'Uri-Path "things", Uri-Path "lamp", Uri-Path "status"';
    const lines = execFileSync("node", [`${folder}examples/thing.js`], { encoding: "utf8" }).split("\n");
    assert.equal(lines[0], `status: GET to 2001:db8::17 port 5683: ${path}, Uri-Query "unit=lm"`);
    assert.equal(lines[1], '    as a reference: [1, ["status"], ["unit=lm"]]');
    assert.match(lines.at(-2), /^overheated: "coap:.*": .* at index 31, path$/);
});

test("types", () => {
    const compiler = require.resolve("typescript/bin/tsc");
    const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--types", "node"];
    execFileSync("node", [compiler, ...options, `${folder}tests/types.ts`], { stdio: "inherit" });
});
