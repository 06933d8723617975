// SPDX-License-Identifier: MIT OR Apache-2.0
// Makes the answer to the text that was typed: an object with everything that the page shows. Texts and lists in it are
// truncated, so that the size of the page is bounded for any input. The library resolves references. The parts that
// were kept, discarded and appended follow from the operands and the result.
import {
    cri, data, errorOf, hex, reset, size, stored, storedText, struct, take, text, view, word, write,
} from "../npm/engine.js";
import { chunksOf, endpointIn, readCri } from "../npm/objects.js";
import { itemsOf } from "./items.js";
import { OPTION_NAMES, OPTION_NUMBERS } from "./message-names.js";
import { OPTIONS } from "../npm/tables.js";

// The most that the page shows: bytes of a form, bytes of a text, parts of a text, and items at each end of a list.
const FORM_MOST = 640, TEXT_MOST = 200, PARTS_MOST = 8, ENDS_MOST = 24;
// The most options that the page shows, and the most bytes of an option's value.
const OPTIONS_MOST = 32, VALUE_MOST = 256;
// Constants of the library's headers.
const COAP_SCRATCH = 260;
const PARTS = { scheme: 0, userinfo: 1, host: 2, port: 3, path: 4, query: 5, fragment: 6 }, PERCENT = 0x25;
const PROXY = OPTIONS.filter(({ resource }) => resource === "proxy").map(({ name, number }) => [name, number]);
const TO = {
    uri: "cri_to_uri", iri: "cri_to_iri", edn: "cri_to_edn", literal: "cri_to_edn_literal", cbor: "cri_encode",
    normal: "cri_normalize",
};

// The whole forms of the input and of its target, from which the page copies.
let kept;

// ---- what was typed ------------------------------------------------------------------------------------------------

// Reads `bytes`, a text of this kind or, if `isOfBytes`, CBOR.
const subjectOf = (revision, { kind, bytes, isOfBytes }) => readCri(revision, isOfBytes ? "cbor" : kind, bytes);

const verdict = ({ error, offset, part }) => (error ? { error, offset, part } : {});

// ---- forms ---------------------------------------------------------------------------------------------------------

const isText = (name) => !["cbor", "normal", "bytes"].includes(name);

function same(one, other) {
    const bytes = one.err || other.err ? null : view(other.at, other.length);
    return bytes?.length === one.length && view(one.at, one.length).every((byte, index) => byte === bytes[index]);
}

function formsOf(object, all) {
    const answer = {}, normal = struct();
    const put = (name, written) => {
        const { err, at, length } = (all[name] = written);
        const asText = () => ({ text: text(at, length, FORM_MOST) });
        const asHex = () => ({ hex: hex(at, length, FORM_MOST / 2) });
        const value = err ? null : isText(name) ? asText() : asHex();
        answer[name] = err ? { error: errorOf(err) } : { len: length, ...value };
    };
    for (const name in TO) put(name, write((...out) => cri[TO[name]](object, ...out)));
    const parsed = () => cri.cri_parse_exact(cri.cri_revision(object), all.normal.at, all.normal.length, normal);
    if (!all.normal.err && parsed() === 0) {
        put("normalEdn", write((...out) => cri.cri_to_edn(normal, ...out)));
        put("normalUri", write((...out) => cri.cri_to_uri(normal, ...out)));
    }
    const isCanonical = cri.cri_is_canonical(object) !== 0;
    return { ...answer, isNormal: same(all.cbor, all.normal), isCanonical, uses: cri.cri_uses(object) };
}

// Returns the parts of a URI in order, each with its delimiter. A URI that is short enough to be shown whole also has
// its segments and parameters as parts. In a relative path, the text before the segments is the part `discard`.
function uriPieces(object, { err, at, length }) {
    const split = struct(), place = take(8), starts = [];
    if (err || cri.cri_uri_split(at, length, split, place) !== 0) return null;
    const has = (part) => cri.cri_uri_part(split, part, place, place + 4) !== 0;
    const start = (part, from, index) => starts.push({ part, index, from });
    const list = (begin, count, each) => {
        const iter = struct(), found = [];
        if (count === 0 || length > FORM_MOST) return;
        for (begin(iter, split); cri.cri_uri_iter_next(iter, place, place + 4);) found.push(size(place));
        found.slice(-count).forEach(each);
    };
    if (has(PARTS.scheme)) start("scheme", at);
    if (has(PARTS.host)) start("authority", has(PARTS.scheme) ? at + size(place + 4) + 1 : at);
    if (has(PARTS.userinfo)) start("userinfo", size(place));
    if (has(PARTS.host)) start("host", size(place));
    if (has(PARTS.host) && cri.cri_zone(object, struct(), struct()))
        start("zone", size(place) + view(size(place), size(place + 4)).indexOf(PERCENT));
    if (has(PARTS.port)) start("port", size(place) - 1);
    if (has(PARTS.path)) {
        const from = size(place), discards = cri.cri_is_full(object) === 0 && !has(PARTS.host) && length <= FORM_MOST;
        start(discards ? "discard" : "path", from);
        list(cri.cri_uri_iter_init_path, countOf(cri.cri_iter_init_path, object), (segment, index) =>
            start("path", discards && index === 0 ? segment : Math.max(from, segment - 1), index));
    }
    if (has(PARTS.query)) {
        start("query", size(place) - 1);
        list(cri.cri_uri_iter_init_query, countOf(cri.cri_iter_init_query, object), (parameter, index) =>
            start("query", parameter - 1, index),
        );
    }
    if (has(PARTS.fragment)) start("fragment", size(place) - 1);
    const pieces = starts.map(({ part, index, from }, next) => ({
        part, index, len: (starts[next + 1]?.from ?? at + length) - from,
    }));
    return pieces.filter(({ len }) => len > 0);
}

// Returns a whole form as text. It is a form of the input if `which` is 0, and of the target if it is 1. Returns null
// if the form does not exist.
export function wholeForm(which, name) {
    const form = kept[which][name];
    if (!form || form.err) return null;
    return (isText(name) ? text : hex)(form.at, form.length);
}

// ---- components ----------------------------------------------------------------------------------------------------

// Returns the parts of a text: strings, and { octets } for percent-encoded octets.
function textOf(object) {
    const parts = [];
    for (const [at, length, isEncoded] of chunksOf(object)) {
        if (parts.length === PARTS_MOST) return [...parts, { more: true }];
        parts.push(isEncoded ? { octets: hex(at, length, TEXT_MOST) } : text(at, length, TEXT_MOST));
    }
    return parts;
}

function countOf(begin, object) {
    const iter = struct(), item = struct();
    let count = 0;
    for (begin(iter, object); cri.cri_iter_next(iter, item); count++);
    return count;
}

// Returns texts with their indexes: all of them, or only those at both ends of a long list. Returns null if the list is
// not set.
function listOf(object, isSet, begin) {
    if (!isSet(object)) return null;
    const iter = struct(), item = struct(), items = [], count = countOf(begin, object);
    begin(iter, object);
    for (let index = 0; cri.cri_iter_next(iter, item); index++) {
        if (index < ENDS_MOST || count - index <= ENDS_MOST) items.push({ index, text: textOf(item) });
    }
    return { count, items };
}

// Returns the scheme; null for a reference. The id is a string, since JavaScript's numbers cannot represent all ids.
function schemeOf(object) {
    const id = stored("cri_scheme", object, (at) => String(data().getBigInt64(at, true)));
    return cri.cri_is_full(object) ? { id, name: storedText("cri_scheme_text", object, TEXT_MOST) } : null;
}

function componentsOf(object) {
    const host = write((...out) => cri.cri_host_text(object, ...out)), port = struct();
    const number = (at) => data().getUint16(at, true);
    return {
        scheme: schemeOf(object),
        discard: cri.cri_discard(object),
        authority: cri.cri_authority_kind(object),
        hostKind: cri.cri_host_kind(object),
        host: host.err ? undefined : text(host.at, host.length, TEXT_MOST),
        userinfo: stored("cri_userinfo", object, textOf),
        zone: storedText("cri_zone", object, TEXT_MOST),
        port: stored("cri_port", object, number),
        effectivePort: cri.cri_effective_port(object, port) === 0 ? number(port) : undefined,
        path: listOf(object, cri.cri_path_is_set, cri.cri_iter_init_path),
        query: listOf(object, cri.cri_query_is_set, cri.cri_iter_init_query),
        fragment: stored("cri_fragment", object, textOf) ?? null,
    };
}

// ---- CoAP ----------------------------------------------------------------------------------------------------------

// Returns the number of bytes before an option's value (RFC 7252 3.1): one, plus one for each nibble that is 13, and
// two for each that is 14.
function headOf(first) {
    const extended = (nibble) => Math.max(0, nibble - 12);
    return 1 + extended(first >> 4) + extended(first & 15);
}

function optionOf(number, at, length, wire) {
    const isPort = number === OPTION_NUMBERS["Uri-Port"];
    const port = isPort ? view(at, length).reduce((sum, byte) => sum * 256 + byte, 0) : undefined;
    const head = headOf(view(wire, 1)[0]);
    const value = [at, length, VALUE_MOST];
    return {
        number, name: OPTION_NAMES[number] ?? "", port,
        text: text(...value), head: hex(wire, head), value: hex(...value),
    };
}

// Returns the options of a request. The iterator gives their values, and `wire`, the encoded options, their heads.
function optionsOf(object, endpoint, wire) {
    const scratch = take(COAP_SCRATCH), iter = struct(), place = take(12), options = [];
    let at = wire.at, count = 0;
    cri.cri_coap_options_init(iter, object, endpoint, scratch, COAP_SCRATCH, place);
    for (; cri.cri_coap_options_next(iter, place, place + 4, place + 8); count++) {
        const option = [data().getUint16(place, true), size(place + 4), size(place + 8)];
        if (count < OPTIONS_MOST) options.push(optionOf(...option, at));
        at += headOf(data().getUint8(at)) + option[2];
    }
    return { toAddress: endpoint !== 0, len: wire.length, options, count };
}

function proxyOf(object, [name, number]) {
    const { err, length } = write((...out) => cri.cri_to_coap_proxy(object, number, 0, 0, ...out));
    return err ? { name, error: errorOf(err) } : { name, len: length };
}

// Returns the options of a request for a CRI. If the host is an address, the request is sent to it. The fragment is
// omitted, because it is not part of a request (RFC 7252 6.4).
function coapOf(whole) {
    const object = struct();
    cri.cri_without_fragment(whole, object);
    const endpoint = endpointIn(object);
    const wire = write((...out) => cri.cri_to_coap(object, endpoint, 0, ...out));
    return {
        hadFragment: cri.cri_fragment(whole, struct()) !== 0,
        ...(wire.err ? { error: errorOf(wire.err) } : optionsOf(object, endpoint, wire)),
        proxy: PROXY.map((way) => proxyOf(object, way)),
    };
}

// ---- resolution ----------------------------------------------------------------------------------------------------

// Returns the origin of a section of the result.
const origin = (isFromReference, isInResult = true) => (isFromReference ? "reference" : isInResult ? "base" : "none");

function originsOf(reference, target) {
    const isFull = cri.cri_is_full(reference) !== 0, fragment = struct();
    const hasQuery = (object) => countOf(cri.cri_iter_init_query, object) > 0;
    return {
        scheme: origin(isFull),
        authority: origin(isFull || cri.cri_authority_kind(reference) !== 0),
        query: origin(isFull || hasQuery(reference), hasQuery(target)),
        fragment: origin(
            isFull || cri.cri_fragment(reference, fragment) !== 0,
            cri.cri_fragment(target, fragment) !== 0,
        ),
    };
}

function relativeOf(base, target) {
    const reference = struct();
    if (cri.cri_relativize(base, target, reference) !== 0) return undefined;
    const [cbor, edn] = ["cri_encode", "cri_to_edn"].map((name) => write((...out) => cri[name](reference, ...out)));
    return { len: cbor.length, edn: text(edn.at, edn.length, FORM_MOST) };
}

function resolutionOf(base, reference) {
    const target = struct(), { err, at, length } = write((...out) => cri.cri_resolve_to(base, reference, ...out));
    if (err) return { error: errorOf(err) };
    cri.cri_parse_exact(cri.cri_revision(base), at, length, target);
    const appended = countOf(cri.cri_iter_init_path, reference);
    return {
        ...originsOf(reference, target),
        kept: Math.max(0, countOf(cri.cri_iter_init_path, target) - appended),
        appended,
        target: { ...formsOf(target, kept[1]), components: componentsOf(target), coap: coapOf(target) },
        relative: relativeOf(base, target),
    };
}

// ---- the whole -----------------------------------------------------------------------------------------------------

// True if the bytes are a canonical CRI in tag 99. The canonical form of a CRI has no tag.
function isInTag({ at, length }, revision) {
    const object = struct(), [first, second] = view(at, length);
    return first === 0xd8 && second === 99 && cri.cri_parse_exact(revision, at + 2, length - 2, object) === 0
        && cri.cri_is_canonical(object) !== 0;
}

function inputOf(subject, revision) {
    const answer = { ...verdict(subject), ...(subject.cbor && itemsOf(subject, revision)) }, object = subject.cri;
    if (!object) return Object.assign(answer, { skip: subject.cbor && skipped(subject.cbor) });
    const isFull = cri.cri_is_full(object) !== 0;
    Object.assign(answer, {
        isFull, isInTag: isInTag(subject.cbor, revision), ...formsOf(object, kept[0]),
        uriPieces: uriPieces(object, kept[0].uri), components: componentsOf(object),
    });
    return isFull ? Object.assign(answer, { coap: coapOf(object) }) : answer;
}

// Returns the number of bytes that a receiver skips to get past a refused item; undefined if it cannot skip the item.
function skipped({ at, length }) {
    const place = take(4);
    return cri.cri_skip(at, length, place) === 0 ? size(place) : undefined;
}

// Reads the same text in the other revision. Returns the error if it is refused there, and whether the bytes are the
// same.
function otherOf(subject, input, revision) {
    const other = subjectOf(revision, input);
    const isSame = Boolean(other.cri && subject.cri) && same(other.cbor, subject.cbor);
    return { rev: revision, ...verdict(other), len: other.cbor?.length, same: isSame };
}

// Returns the object of the base, which is added to the memory in use; 0 if the base is refused.
export const baseOf = (revision, base) => subjectOf(revision, base).cri ?? 0;

// Returns the CBOR for the notation of one CRI, or the error.
export function notationOf(revision, notation) {
    reset();
    const { cbor, error } = subjectOf(revision, { kind: "edn", bytes: new TextEncoder().encode(notation) });
    return error ? { error } : { bytes: view(cbor.at, cbor.length).slice() };
}

// Returns the answer to an input, which is also resolved against a base.
export function explore(revision, input, base) {
    reset();
    kept = [{}, {}];
    const subject = subjectOf(revision, input), against = subjectOf(revision, base);
    kept[0].bytes = subject.cbor;
    return {
        input: inputOf(subject, revision),
        base: { ...verdict(against), ...(against.cri && { components: componentsOf(against.cri) }) },
        resolution: subject.cri && against.cri ? resolutionOf(against.cri, subject.cri) : null,
        other: otherOf(subject, input, revision === 13 ? 27 : 13),
    };
}

export const version = () => word(cri.cri_version());
