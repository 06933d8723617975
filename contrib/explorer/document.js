// SPDX-License-Identifier: MIT OR Apache-2.0
// Documents with several CRIs: an array, a sequence, items in the tags 99 and 32, authorization information (AIF), link
// format, a list, JSON, text with URIs, a CoAP message. The library reads them. An entry has a place, and a CRI or an
// error. An error does not hide the other entries.
import {
    cri, data, errorOf, hex, partName, pass, reset, size, struct, take, text, view, write,
} from "../npm/engine.js";
import { attributesIn, linksIn } from "../npm/objects.js";
import { MESSAGE_SHAPES, isLikely, location, messageIn, messageOf, requested } from "./message.js";
import { linksInJson, listed } from "./read-links.js";
import { ERRORS } from "../npm/tables.js";

// The most entries that the page shows, the most bytes of a text, and the most attributes of a link.
const ENTRIES_MOST = 200, TEXT_MOST = 160, ATTRIBUTES_MOST = 16;
// Constants of the library's headers.
const UINT = 0, NINT = 1, BYTES = 2, TEXT = 3, ARRAY = 4, MAP = 5, TAG = 6;
// Kinds of text that are documents. They cannot be a base, because they may have several CRIs.
export const TEXTS = ["links", "list", "json", "prose"];
const METHODS = ["GET", "POST", "PUT", "DELETE", "FETCH", "PATCH", "iPATCH"];

// The document: its bytes, their address (`begin`), the part of them that is read (address and length), the depth of
// this part in the tree (`level`), the starts of blocks of bytes, and the revision. Then the nodes of the tree, the
// input of each entry that is shown (`subjects`), the numbers of entries and of refused entries, the branches around
// the next item, and its place.
let bytes, begin, part, level, starts, revision, nodes, subjects, count, refused, branches, place;

const number = (at) => data().getInt32(at, true);

function open(rev, read) {
    reset();
    [bytes, begin, revision, level, starts] = [read.bytes, pass(read.bytes), rev, 0, read.starts ?? [0]];
    [nodes, subjects, count, refused, branches] = [[], [], 0, 0, []];
    part = [begin, bytes.length];
}

const whole = () => part;
const startOffset = () => part[0] - begin;

// ---- entries -------------------------------------------------------------------------------------------------------

// Adds an entry. `describe` returns the fields that are shown, and `subject`, the input of the entry. It is not called
// for entries after the first ENTRIES_MOST, which are not shown.
function add(node, err, describe) {
    const entry = count++;
    if (err !== 0) refused++;
    if (entry >= ENTRIES_MOST) return;
    const { subject, ...shown } = describe();
    const depth = level + (node.depth ?? 0);
    nodes.push({ entry, ...node, depth, ...shown, ...(err !== 0 && { error: errorOf(err) }) });
    subjects.push(subject);
}

// Returns the text that is shown for a CRI: its URI or, if it has no URI, its notation.
function nameOf(object) {
    const uri = write((...out) => cri.cri_to_uri(object, ...out));
    const edn = uri.err && write((...out) => cri.cri_to_edn(object, ...out));
    return { text: edn ? text(edn.at, edn.length, TEXT_MOST) : text(uri.at, uri.length, TEXT_MOST) };
}

// Returns the offset of an error in the document, and the part of the CRI that is at fault.
function placeOf(from, length, err) {
    const at = take(8), isKnown = cri.cri_parse_where(revision, from, length, at, at + 4) === err;
    return {
        offset: from - begin + (isKnown ? size(at) : 0),
        part: isKnown ? partName(data().getUint8(at + 4)) : undefined,
    };
}

// Adds an item, which is a CRI or an error.
function addItem(node, from, length, err, object) {
    add({ ...node, at: from - begin, len: length }, err, () => ({
        ...(err === 0 ? nameOf(object) : placeOf(from, length, err)),
        subject: { kind: "hex", bytes: bytes.subarray(from - begin, from - begin + length) },
    }));
}

// ---- arrays and sequences ------------------------------------------------------------------------------------------

// Calls `each` for each item. Returns the error if the array or the sequence is malformed, and its offset.
function eachItem(isSequence, each) {
    const items = struct(), object = struct(), at = take(12);
    const init = isSequence ? cri.cri_items_init_sequence : cri.cri_items_init_array;
    let end = part[0], err = init(items, revision, ...whole());
    if (err !== 0) return { err, offset: startOffset() };
    for (let index = 0; cri.cri_items_next_item(items, object, at, at + 4, at + 8); index++) {
        end = size(at + 4) + size(at + 8);
        each(index, size(at + 4), size(at + 8), number(at), object);
    }
    err = cri.cri_items_error(items);
    return { err, offset: end - begin };
}

const readItems = (isSequence) => () =>
    eachItem(isSequence, (index, ...item) => addItem({ label: `[${index}]` }, ...item));

// ---- authorization information -------------------------------------------------------------------------------------

function methodsOf(at) {
    const set = data().getBigUint64(at, true), names = [];
    for (let bit = 0; bit < 64; bit++) {
        const name = METHODS[bit % 32] ?? `method ${(bit % 32) + 1}`;
        if ((set >> BigInt(bit)) & 1n) names.push(bit < 32 ? name : `${name} if created by the subject`);
    }
    return names.length > 0 ? names : ["no method"];
}

// Shows each entry of authorization information. An error in any entry refuses the whole information, so each entry is
// read as information with this entry alone.
function readAif() {
    const aif = struct(), target = struct(), set = take(8), one = take(bytes.length + 1);
    view(one, 1)[0] = 0x81;
    const end = eachItem(false, (index, from, length) => {
        view(one + 1, length).set(view(from, length));
        const err = cri.cri_aif_init(aif, revision, one, length + 1) || (cri.cri_aif_next(aif, target, set), 0);
        add({ label: `[${index}]`, at: from - begin, len: length }, err, () => {
            if (err !== 0) return { offset: from - begin, subject: { error: errorOf(err), offset: from - begin } };
            const cbor = write((...out) => cri.cri_encode(target, ...out));
            return {
                ...nameOf(target), details: methodsOf(set),
                subject: { kind: "hex", bytes: view(cbor.at, cbor.length).slice() },
            };
        });
    });
    const all = cri.cri_aif_init(aif, revision, ...whole());
    return { err: end.err && all, offset: end.offset, isNothing: all !== 0 };
}

// ---- items in tag 99 -----------------------------------------------------------------------------------------------

function keyOf({ keyType: type, number: value, at, length }) {
    if (type === TEXT) return JSON.stringify(text(at, Math.min(length, TEXT_MOST)));
    if (type === UINT && value < 2 ** 32 - 1) return String(value);
    if (type === NINT && value < 2 ** 32 - 1) return String(-1 - value);
    const digits = hex(at, Math.min(length, TEXT_MOST / 4));
    return type === BYTES ? `h'${digits}'` : digits;
}

// Returns the label of an item: its key if it is in a map, otherwise its index. The item in a tag and the first item of
// the document have no label.
function labelOf(of, depth) {
    if (of.parent === MAP) return of.at === 0 ? "key" : keyOf(of);
    if (of.parent === TAG || (depth === 0 && of.index === 0)) return "";
    return `[${of.index}]`;
}

const branchName = ({ type, argument }) => ({ [ARRAY]: "array", [MAP]: "map", [TAG]: `tag ${argument}` })[type];

// Shows the branches around an entry before the entry. Each branch is shown only once.
function showBranches(depth) {
    branches.length = Math.min(branches.length, depth);
    branches.forEach((branch, at) => {
        if (!branch.isShown && count < ENTRIES_MOST)
            nodes.push({ depth: level + at, label: labelOf(branch, at), branch: branchName(branch) });
        branch.isShown = true;
    });
}

export const DOCUMENT = {
    item_place: (parent, index, keyType, value, at, length) =>
        (place = { parent, index: index >>> 0, keyType, number: value >>> 0, at, length }),
    item_branch: (depth, type, argument) => {
        branches.length = Math.min(branches.length, depth);
        branches.push({ ...place, type, argument: argument >>> 0, isShown: false });
    },
    item_tagged: (depth, from, length, err, object) => {
        showBranches(depth);
        addItem({ depth, label: labelOf(place, depth) }, from, length, err, object);
        if (err !== 0) branches.push({ isShown: true }); // the walk goes on inside the tag
    },
    item_uri: (depth, from, length) => {
        showBranches(depth);
        addReference(labelOf(place, depth), from, length, () => [], { depth, convert: cri.cri_from_uri });
    },
};

function readTagged() {
    const at = take(4), err = cri.cri_find_init(struct(), revision, ...whole());
    if (err !== 0) return { err, offset: startOffset() };
    return { err: cri.walk_document(...whole(), at), offset: startOffset() + size(at) };
}

// ---- link format ---------------------------------------------------------------------------------------------------

function attributesOf(link) {
    const found = [];
    for (const [name, value] of attributesIn(link)) {
        const shown = (at, length) => text(at, Math.min(length, TEXT_MOST));
        found.push(value ? `${shown(...name)}=${shown(value.at, value.length)}` : shown(...name));
        if (found.length === ATTRIBUTES_MOST) break;
    }
    return found;
}

// Adds a reference in text, from a link or a list. Its bytes are in the memory of the library.
function addReference(label, from, length, details = () => [], { depth = 0, convert = cri.cri_from_iri } = {}) {
    const place = take(4), target = convert(revision, from, length, 0, 0, place);
    const failed = target === ERRORS.buffer ? 0 : target;
    const offset = from - begin, isPart = offset + length <= bytes.length;
    add({ label, depth, ...(isPart && { at: offset, len: length }) }, failed, () => {
        const subject = { kind: "iri", bytes: view(from, length).slice(), text: text(from, length) };
        const where = failed === 0 || !isPart ? {} : targetError(failed, from, length);
        return { ...where, text: text(from, length, TEXT_MOST), details: details(), subject };
    });
}

// Returns the offset of the error in a target that cannot be converted.
function targetError(err, from, length) {
    const at = take(8), isKnown = cri.cri_from_iri_where(revision, from, length, at, at + 4) === err;
    return { offset: from - begin + (isKnown ? size(at) : 0) };
}

function readLinks() {
    const target = take(8);
    let index = 0;
    for (const [fault, at, link] of linksIn(...whole())) {
        const label = `[${index++}]`, offset = startOffset() + at;
        if (fault !== 0) {
            add({ label }, fault, () => ({ offset, subject: { error: errorOf(fault), offset, isInText: true } }));
            continue;
        }
        cri.cri_link_target(link, target, target + 4);
        addReference(label, size(target), size(target + 4), () => attributesOf(link));
    }
    return { err: 0 };
}

// ---- lists ---------------------------------------------------------------------------------------------------------

function readList() {
    const utf8 = new TextEncoder(), typed = new TextDecoder().decode(view(...whole()));
    let from = part[0], index = 0;
    for (const line of listed(typed)) {
        from += utf8.encode(typed.slice(index, line.index)).length;
        const { length } = utf8.encode(line.text);
        addReference(`[${count}]`, from, length);
        from += length;
        index = line.index + line.text.length;
    }
    return { err: 0 };
}

// Adds the links in JSON. Strings of JSON may have escapes, so a reference is not a part of the document's bytes.
function readJson() {
    for (const { label, text: reference } of linksInJson(new TextDecoder().decode(view(...whole()))) ?? []) {
        const encoded = new TextEncoder().encode(reference);
        addReference(label, pass(encoded), encoded.length);
    }
    return { err: 0 };
}

// ---- text with URIs ------------------------------------------------------------------------------------------------

const COLON = 0x3a, SLASH = 0x2f;

// Finds the URIs in the text. Each has a registered scheme or two slashes after its scheme, because std::string has
// the form of a URI, too. The name of a module, such as coap::client, is no URI.
function* uris() {
    const at = take(16);
    for (let from = 0; cri.cri_uri_find(...whole(), from, at, at + 4); from = size(at) + size(at + 4)) {
        const uri = [part[0] + size(at), size(at + 4)], found = view(...uri), colon = found.indexOf(COLON);
        const hasSlashes = found[colon + 1] === SLASH && found[colon + 2] === SLASH;
        const isKnown = cri.cri_registry_id(revision, uri[0], colon, at + 8) === 0 && found[colon + 1] !== COLON;
        if (hasSlashes || isKnown) yield uri;
    }
}

// Returns the offset and the length of each URI in a text. Returns nothing if the whole text is a reference.
export function urisIn(rev, text) {
    open(rev, { bytes: new TextEncoder().encode(text) });
    const isReference = cri.cri_from_iri(revision, ...whole(), 0, 0, take(4)) === ERRORS.buffer;
    const found = isReference ? [] : Array.from(uris(), ([from, length]) => [from - begin, length]);
    return found[0]?.[1] === bytes.length ? [] : found;
}

// Adds the URIs. A URI in < > may have line ends in it, which are removed.
function readProse() {
    for (const [from, length] of uris()) {
        const uri = write((...out) => cri.cri_uri_unwrap(from, length, ...out));
        addReference(`byte ${from - begin}`, uri.length === length ? from : uri.at, uri.length);
    }
    return { err: 0 };
}

// ---- messages ------------------------------------------------------------------------------------------------------

const CONTENT_SHAPES = { 40: "links", 319: "aif" }, LEFT_ANGLE = 0x3c;

function addMade(label, { err, at, length }) {
    add({ label }, err ?? 0, () => {
        if (err) return { subject: { error: errorOf(err) } };
        const object = struct(), made = view(at, length).slice();
        cri.cri_parse_exact(revision, at, length, object);
        return { ...nameOf(object), subject: { kind: "hex", bytes: made } };
    });
}

// Adds the CRIs in the payload of a message. The Content-Format says what kind of document the payload is. Without a
// known Content-Format, the bytes of the payload decide.
function readPayload(found, contentFormat) {
    part = [begin + found.payload, found.payloadLength];
    const isText = contentFormat === undefined && view(part[0], 1)[0] === LEFT_ANGLE;
    const shape = CONTENT_SHAPES[contentFormat] ?? (isText ? "links" : shapesIn()[0]);
    if (shape === undefined || MESSAGE_SHAPES.includes(shape)) return { err: 0 };
    nodes.push({ depth: level++, label: "payload", branch: BRANCHES[shape] });
    if (shape !== "cri") return READERS[shape]();
    addItem({ label: "" }, ...part, 0, parsed());
    return { err: 0 };
}

const BRANCHES = {
    cri: "a CRI", array: "an array", sequence: "a sequence", tagged: "CBOR", aif: "authorization information",
    links: "link format", message: "a CoAP message", datagram: "a frame", stream: "a CoAP message",
};

function parsed() {
    const object = struct();
    return cri.cri_parse_exact(revision, ...whole(), object) === 0 ? object : 0;
}

const readMessage = (shape) => (base) => {
    const found = messageIn(shape, bytes, begin);
    if (found === null) return { error: { name: "no_message", text: "the bytes are not a CoAP message" }, offset: 0 };
    const message = messageOf(bytes, begin, found);
    const has = (...names) => message.options.some(({ name }) => names.includes(name));
    if (found.err !== undefined) return { err: found.err, offset: found.at, message };
    if (message.isRequest) {
        const made = requested(revision, begin, found, base);
        message.isOfBase = made.isOfBase && !has("Uri-Host", "Proxy-Uri", "Proxy-Cri");
        addMade("request", made);
    }
    if (has("Location-Path", "Location-Query")) addMade("Location", location(revision, begin, found));
    const end = found.payloadLength > 0 ? readPayload(found, message.contentFormat) : { err: 0 };
    return { ...end, message };
};

// ---- blocks --------------------------------------------------------------------------------------------------------

// Reads each block of a dump, such as a frame. Offsets count from the start of the block. `messages`
// has the message of each entry.
function readBlocks(base) {
    const all = bytes, first = begin, blocks = starts, messages = [];
    starts = [0];
    for (const [index, start] of blocks.entries()) {
        const label = `block ${index + 1}`, from = count;
        if (index === ENTRIES_MOST) {
            const error = { name: "too_long", text: `there are more than ${ENTRIES_MOST} blocks` };
            return { error, offset: start, messages };
        }
        [bytes, begin, level, branches] = [all.subarray(start, blocks[index + 1]), first + start, 0, []];
        part = [begin, bytes.length];
        const shape = shapesIn()[0] ?? "cri", object = struct();
        if (shape === "cri") {
            addItem({ label }, ...part, cri.cri_parse_exact(revision, ...part, object), object);
            continue;
        }
        const node = { depth: level++, label, branch: BRANCHES[shape] };
        nodes.push(node);
        const { err, offset, message } = READERS[shape](base);
        if (message) node.branch += `: ${message.code} ${message.codeName ?? "unknown code"}`;
        if (err) add({ label: "" }, err, () => ({ offset, subject: { error: errorOf(err), offset } }));
        for (let entry = from; entry < count; entry++) messages[entry] = message;
    }
    return { messages };
}

// ---- the whole -----------------------------------------------------------------------------------------------------

const READERS = {
    array: readItems(false), sequence: readItems(true), tagged: readTagged, aif: readAif, links: readLinks,
    list: readList, json: readJson, prose: readProse, blocks: readBlocks,
    ...Object.fromEntries(MESSAGE_SHAPES.map((shape) => [shape, readMessage(shape)])),
};

const isAif = (object, at) => cri.cri_aif_init(object, revision, ...whole()) === 0
    && cri.cri_aif_next(object, struct(), take(8)) && cri.cri_skip(...whole(), at) === 0 && size(at) === part[1];

// True if the bytes are an array of CRIs: at least one item is a CRI, and either the first item is a CRI, or the array
// is refused as a CRI at or before the first item.
function isArray(at) {
    const fault = cri.cri_parse_where(revision, ...whole(), at, at + 4) === 0 ? Infinity : part[0] + size(at);
    let isFirst = false, found = 0;
    eachItem(false, (index, from, length, err) => {
        if (index === 0) isFirst = err === 0 || fault <= from;
        found += err === 0;
    });
    return isFirst && found > 0;
}

// True if the bytes are a sequence with at least two CRIs.
function isSequence() {
    let found = 0;
    eachItem(true, (index, from, length, err) => (found += err === 0));
    return found > 1;
}

function isTagged(object) {
    const find = struct(), at = take(12);
    return cri.cri_find_init(find, revision, ...whole()) === 0
        && cri.cri_find_next_item(find, object, at, at + 4, at + 8) !== 0;
}

// Returns the possible shapes of the bytes, the likeliest first: a message, a CRI, or a document. Bytes that look like
// a message or a document may also be one malformed CRI.
function shapesIn() {
    if (starts.length > 1) return ["blocks"];
    const object = struct(), at = take(8);
    const isMessage = (shape) => part[0] === begin && isLikely(messageIn(shape, bytes, begin));
    const messages = ["datagram", "message"].filter(isMessage);
    if (messages.length > 0) return [...messages, "cri"];
    if (cri.cri_parse_exact(revision, ...whole(), object) === 0) return ["cri"];
    const shape = isAif(object, at) ? "aif" : isArray(at) ? "array" : isSequence() ? "sequence"
        : isTagged(object) ? "tagged" : isMessage("stream") ? "stream" : null;
    return shape === null ? [] : [shape, "cri"];
}

export function shapesOf(rev, read) {
    open(rev, read);
    return shapesIn();
}

// Returns the document, with the entry that was chosen or the first one, and the input of each entry. Returns null if
// the bytes are one CRI. `baseOf` returns the object of the base that was entered: a message may have been sent there.
export function documentOf(rev, read, wanted, entry, baseOf) {
    if (TEXTS.includes(read.kind)) wanted = read.kind;
    else if (!read.isOfBytes) return null;
    open(rev, read);
    const shape = wanted === "detect" ? shapesIn()[0] ?? "cri" : wanted;
    if (shape === "cri") return null;
    const { err, offset, isNothing, messages, message, error = err && errorOf(err) } = READERS[shape](baseOf());
    const chosen = entry < subjects.length ? entry : 0;
    const document = {
        shape, entry: chosen, nodes, count, refused, isNothing, message: messages ? messages[chosen] : message,
    };
    return { document: error ? { ...document, error, offset } : document, subjects };
}
