// SPDX-License-Identifier: MIT OR Apache-2.0
// Documents with several CRIs: an array, a sequence, items in tag 99, authorization information (AIF), link format. The
// library reads them. An entry has a place, and the CRI or the error that is there; the entries before and after an
// error are read all the same.
import { cri, data, errorOf, hex, partName, pass, reset, size, struct, take, text, view, write } from "./engine.js";

// The most entries that the page shows, the most bytes of a text, and the most attributes of a link.
const ENTRIES_MOST = 200, TEXT_MOST = 160, ATTRIBUTES_MOST = 16;
// Numbers of the headers.
const BUFFER = -2, UINT = 0, NINT = 1, BYTES = 2, TEXT = 3, ARRAY = 4, MAP = 5, TAG = 6;
const REVISION_OF_TAG = 27;
const METHODS = ["GET", "POST", "PUT", "DELETE", "FETCH", "PATCH", "iPATCH"];

// The document: the address of its bytes, the nodes that were found, the input of each entry that is shown, and the
// branches that the walk is in.
let bytes, begin, revision, nodes, subjects, count, refused, branches, place;

const number = (at) => data().getInt32(at, true);

function open(rev, read) {
    reset();
    [bytes, begin, revision] = [read.bytes, pass(read.bytes), rev];
    [nodes, subjects, count, refused, branches] = [[], [], 0, 0, []];
}

const whole = () => [begin, bytes.length];

// ---- entries -------------------------------------------------------------------------------------------------------

// Adds an entry. What it shows, and what it is as input, is not asked for if there are too many.
function add(node, err, describe) {
    const entry = count++;
    if (err !== 0) refused++;
    if (entry >= ENTRIES_MOST) return;
    const { subject, ...shown } = describe();
    nodes.push({ entry, depth: 0, ...node, ...shown, ...(err !== 0 && { error: errorOf(err) }) });
    subjects.push(subject);
}

// How a CRI is shown: as a URI, or in notation if there is none.
function nameOf(object) {
    const uri = write((...out) => cri.cri_to_uri(object, ...out));
    const edn = uri.err && write((...out) => cri.cri_to_edn(object, ...out));
    return { text: edn ? text(edn.at, edn.length, TEXT_MOST) : text(uri.at, uri.length, TEXT_MOST) };
}

// Where in the document bytes are refused.
function placeOf(from, length, err) {
    const at = take(8), isKnown = cri.cri_parse_where(revision, from, length, at, at + 4) === err;
    return {
        offset: from - begin + (isKnown ? size(at) : 0),
        part: isKnown ? partName(data().getUint8(at + 4)) : undefined,
    };
}

// An item: bytes that are a CRI, or are not.
function addItem(node, from, length, err, object) {
    add({ ...node, at: from - begin, len: length }, err, () => ({
        ...(err === 0 ? nameOf(object) : placeOf(from, length, err)),
        subject: { kind: "hex", bytes: bytes.subarray(from - begin, from - begin + length) },
    }));
}

// ---- arrays and sequences ------------------------------------------------------------------------------------------

// Calls `each` for each item. Returns the error at which the array or the sequence is malformed, and where.
function eachItem(isSequence, each) {
    const items = struct(), object = struct(), at = take(12);
    const init = isSequence ? cri.cri_items_init_sequence : cri.cri_items_init_array;
    let end = begin, err = init(items, revision, ...whole());
    if (err !== 0) return { err, offset: 0 };
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

// An error anywhere in authorization information refuses all of it, so each entry is read as an array of one.
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

// A map has keys, a tag one item, and the first of all items needs no index.
function labelOf(of, depth) {
    if (of.parent === MAP) return of.at === 0 ? "key" : keyOf(of);
    if (of.parent === TAG || (depth === 0 && of.index === 0)) return "";
    return `[${of.index}]`;
}

const branchName = ({ type, argument }) => ({ [ARRAY]: "array", [MAP]: "map", [TAG]: `tag ${argument}` })[type];

// The branches that an entry is in are shown before it, each once.
function showBranches(depth) {
    branches.length = Math.min(branches.length, depth);
    branches.forEach((branch, level) => {
        if (!branch.isShown && count < ENTRIES_MOST)
            nodes.push({ depth: level, label: labelOf(branch, level), branch: branchName(branch) });
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
        if (err !== 0) branches.push({ isShown: true }); // what is in it
    },
};

function readTagged() {
    const at = take(4), err = cri.cri_find_init(struct(), revision, ...whole());
    if (err !== 0) return { err, offset: 0 };
    return { err: cri.walk_document(...whole(), at), offset: size(at) };
}

// ---- link format ---------------------------------------------------------------------------------------------------

function attributesOf(link) {
    const attributes = struct(), value = struct(), name = take(8), found = [];
    cri.cri_link_attributes_init(attributes, link);
    while (found.length < ATTRIBUTES_MOST && cri.cri_link_attributes_next(attributes, name, name + 4, value)) {
        const written = text(size(name), Math.min(size(name + 4), TEXT_MOST));
        const decoded = cri.cri_link_value_is_set(value)
            ? write((...out) => cri.cri_link_value_decode(value, ...out))
            : null;
        found.push(decoded ? `${written}=${text(decoded.at, Math.min(decoded.length, TEXT_MOST))}` : written);
    }
    return found;
}

// A target that is not a CRI: why, and where.
function targetError(err, from, length) {
    const at = take(8), isKnown = cri.cri_from_iri_where(revision, from, length, at, at + 4) === err;
    return { offset: from - begin + (isKnown ? size(at) : 0) };
}

function readLinks() {
    const links = struct(), link = struct(), at = take(20);
    let err = cri.cri_links_init(links, ...whole(), 1);
    for (let index = 0; err === 0 && cri.cri_links_next_item(links, link, at, at + 4); index++) {
        const label = `[${index}]`, fault = number(at), offset = size(at + 4);
        if (fault !== 0) {
            add({ label }, fault, () => ({ offset, subject: { error: errorOf(fault), offset, isInText: true } }));
            continue;
        }
        cri.cri_link_target(link, at + 8, at + 12);
        const [from, length] = [size(at + 8), size(at + 12)];
        const target = cri.cri_from_iri(revision, from, length, 0, 0, at + 16);
        const failed = target === BUFFER ? 0 : target;
        add({ label, at: from - begin, len: length }, failed, () => {
            const subject = {
                kind: "iri", bytes: bytes.subarray(from - begin, from - begin + length), text: text(from, length),
            };
            const where = failed === 0 ? {} : targetError(failed, from, length);
            return { ...where, text: text(from, length, TEXT_MOST), details: attributesOf(link), subject };
        });
    }
    return { err, offset: 0 };
}

// ---- the whole -----------------------------------------------------------------------------------------------------

const READERS = {
    array: readItems(false), sequence: readItems(true), tagged: readTagged, aif: readAif, links: readLinks,
};

// The kinds of document that bytes may be if they are not a CRI; the first that fits is taken. An array is an array of
// CRIs if its first item is one, or if the array is refused as a CRI at that item; a sequence has at least two CRIs.
function shapeOf() {
    const object = struct(), at = take(8);
    if (cri.cri_parse_exact(revision, ...whole(), object) === 0) return "cri";
    if (cri.cri_aif_init(object, revision, ...whole()) === 0 && cri.cri_aif_next(object, struct(), take(8)) &&
        cri.cri_skip(...whole(), at) === 0 && size(at) === bytes.length) return "aif";
    const fault = cri.cri_parse_where(revision, ...whole(), at, at + 4) === 0 ? Infinity : begin + size(at);
    let isFirst = false, found = 0;
    eachItem(false, (index, from, length, err) => {
        if (index === 0) isFirst = err === 0 || fault <= from;
        found += err === 0;
    });
    if (isFirst && found > 0) return "array";
    found = 0;
    eachItem(true, (index, from, length, err) => (found += err === 0));
    if (found > 1) return "sequence";
    const find = struct();
    return cri.cri_find_init(find, revision, ...whole()) === 0 && cri.cri_find_next(find, object) ? "tagged" : "cri";
}

// Returns the document, with the entry that was chosen or the first one, and the input of each entry; null for one CRI.
export function documentOf(rev, read, wanted, entry) {
    if (!["links", "hex", "base64"].includes(read.kind)) return null;
    open(rev, read);
    const shape = read.kind === "links" ? "links" : wanted === "detect" ? shapeOf() : wanted;
    if (shape === "cri") return null;
    const { err, offset, isNothing } = READERS[shape]();
    const document = {
        shape, isDetected: wanted === "detect", entry: entry < subjects.length ? entry : 0, nodes, count, refused,
        isNothing,
    };
    return { document: err === 0 ? document : { ...document, error: errorOf(err), offset }, subjects };
}
