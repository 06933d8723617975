// SPDX-License-Identifier: MIT OR Apache-2.0
// Collects the items of a CRI with their bytes and meanings. walk.c and items.c call the functions in WALK.
import { cri, hex, partName, size, struct, text, word } from "../npm/engine.js";

// The most items that the page shows, the most bytes of each, and the longest note.
const ITEMS_MOST = 240, BYTES_MOST = 40, NOTE_MOST = 240;
// CRI_PART_PATH, CRI_PART_QUERY
const LISTS = [4, 5];

let subject, revision, at, note, isCut, count, sizes, shown, list;

// True if the error is in the next bytes, of this length.
const isWrong = (length) => subject.offset !== undefined && subject.offset - at >= 0 && subject.offset - at < length;

function append(make) {
    // Items beyond ITEMS_MOST are not shown and need no note, except the item with the error.
    if (isCut || (count >= ITEMS_MOST && !isWrong(1))) return;
    const added = note.length < NOTE_MOST ? make(NOTE_MOST - note.length) : { cut: "" };
    note += added.cut ?? added;
    isCut = added.cut !== undefined;
}

function clear() {
    note = "";
    isCut = false;
}

// Returns the index of the segment or parameter that an item belongs to; undefined for other items. Segments and
// parameters are the items at depth 2 in their section.
function indexOf(depth, part) {
    if (part !== list.part) list = { part, index: -1 };
    if (depth === 2) list.index++;
    return LISTS.includes(part) && list.index >= 0 ? list.index : undefined;
}

function endItem(begin, length, depth, part) {
    at = begin;
    const index = indexOf(depth, part);
    // Items after an error are not shown.
    if (subject.offset !== undefined && at > subject.offset) return 1;
    sizes[part] = (sizes[part] ?? 0) + length;
    if (count++ < ITEMS_MOST || isWrong(length)) {
        const item = { at, len: length, depth, index, part: partName(part), note, cut: isCut, wrong: isWrong(length) };
        shown.push({ ...item, hex: hex(subject.cbor.at + at, length, BYTES_MOST) });
    }
    clear();
    at += length;
    return 0;
}

function schemeName(id) {
    const place = struct(), err = cri.cri_registry_name(revision, id, place, place + 4);
    return err === 0 ? text(size(place), size(place + 4)) : "not in the registry";
}

export const WALK = {
    note: (_, at) => append(() => word(at)),
    note_quoted: (_, at, length) => append((most) => {
        const quoted = text(at, length, most);
        return quoted.cut === undefined ? `"${quoted}"` : { cut: `"${quoted.cut}` };
    }),
    note_scheme: (_, id) => append(() => schemeName(id)),
    note_clear: clear,
    end_item: endItem,
};

// Returns the items of the subject's CBOR, and the number of bytes of each section.
export function itemsOf(of, rev) {
    [subject, revision, at, count, sizes, shown, list] = [of, rev, 0, 0, {}, [], {}];
    clear();
    cri.walk_items(subject.cbor.at, subject.cbor.length);
    const named = Object.entries(sizes).map(([part, length]) => [partName(part), length]);
    return { len: subject.cbor.length, items: shown, itemCount: count, sizes: Object.fromEntries(named) };
}
