// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows the bytes of a CRI, by section and item by item.
import { el, hidden, more, number, spaced, visible } from "./dom.js";
import { mark, roving } from "./marks.js";

// The most bytes of an item that a row of the table shows.
const ROW_MOST = 12;

const nameOf = (part) => (part === "whole" ? "array" : part);

const hexOf = (item) => (typeof item.hex === "string" ? item.hex : item.hex.cut);

// Shows the bytes in a line, in one frame per section with the name of the section.
function strip(subject) {
    const groups = [];
    for (const [index, item] of subject.items.entries()) {
        let group = groups.at(-1);
        if (group?.part !== item.part) groups.push((group = { part: item.part, items: [] }));
        group.items.push({ index, item });
    }
    const frames = groups.map(({ part, items }) => el("li", { class: `frame ${part}`, ...mark(part) },
        el("span", { class: "caption" }, nameOf(part)),
        el("code", { class: "hex" }, items.map(({ index, item }) => bytesOf(index, item)))));
    if (isCutShort(subject)) frames.push(missing());
    return roving(el("ol", { class: "strip", "aria-label": "Bytes by section" }, frames), ".frame");
}

function bytesOf(index, item) {
    const hex = hexOf(item), left = item.len - hex.length / 2;
    return [el("span", { class: item.wrong ? "item wrong" : "item", "data-item": index,
        ...mark(item.part, item.index) },
        spaced(hex), left > 0 && ["\u2026", hidden(` ${number(left)} more`)]), " "];
}

// True if the bytes end inside the CRI.
const isCutShort = (subject) => subject.error !== undefined && subject.offset === subject.len;

const missing = () => el("li", { class: "frame missing" }, el("span", { class: "caption" }, "missing"),
    el("code", {}, "✕"));

function row(index, item) {
    const hex = hexOf(item), shown = spaced(hex.slice(0, 2 * ROW_MOST));
    const range = item.len > 1 ? `${item.at}–${item.at + item.len - 1}` : String(item.at);
    return el("tr", { class: item.wrong ? `${item.part} wrong` : item.part, tabindex: -1, "data-item": index,
        ...mark(item.part, item.index) },
    el("td", { class: "range" }, range),
    el("td", {}, el("code", { class: "hex" }, shown,
        item.len > ROW_MOST && el("span", { class: "more" }, ` +${number(item.len - ROW_MOST)}`))),
    el("td", { class: "part" }, el("span", { class: `swatch ${item.part}`, "aria-hidden": "true" }), nameOf(item.part)),
    el("td", { class: "note", style: `--depth:${Math.min(item.depth, 4)}` },
        item.wrong && el("strong", { class: "here" }, "Refused here: "), visible(item.note), item.cut && "…"));
}

// Shows buttons that copy bytes in the formats of other programs.
export function copies(ways, copy) {
    return el("p", { class: "copies" }, el("span", { class: "quiet" }, "Copy as"), ways.map(([name, way]) =>
        el("button", { type: "button", "data-copy": way, onclick: (event) => copy(way, event.currentTarget) }, name)));
}

export const WAYS = [["hex", "hex"], ["C array", "c"], ["Python", "python"]];
const VECTOR = ["test vector", "vector"];

// Shows the bytes of the input, whether it was accepted or refused.
export function bytes(subject, copy) {
    if (subject.items === undefined) {
        const isText = ["uri", "iri", "edn"].includes(subject.kind);
        const reason = el("p", { class: "quiet" }, "There are no bytes: the text was refused.");
        return [reason, isText && copies([VECTOR], copy)];
    }
    const left = subject.itemCount - subject.items.length;
    const end = { at: subject.len, len: 0, depth: 0, part: subject.part, hex: "", note: "no more bytes", wrong: true };
    const items = isCutShort(subject) ? [...subject.items, end] : subject.items;
    const columns = ["offset", "bytes", "section", "meaning"];
    return [
        strip(subject),
        el("div", { class: "scroll" }, roving(
            el("table", { class: "items", role: "grid", "aria-label": "Bytes, item by item" },
            el("thead", {}, el("tr", {}, columns.map((name) => el("th", { scope: "col", class: name }, name)))),
            el("tbody", {}, items.map((item, index) => row(index, item)))), "tbody tr")),
        left > 0 && el("p", { class: "quiet" }, more(left, "item")),
        copies([...WAYS, VECTOR], copy),
    ];
}
