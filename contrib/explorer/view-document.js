// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows a document as a tree of its CRIs. Each CRI is a button that shows it in the views below.
import { cuttable, el, number, visible } from "./dom.js";
import { roving } from "./marks.js";
import { WAYS, copies } from "./view-bytes.js";

const TITLES = {
    array: "Array", sequence: "Sequence", tagged: "Document with tags", aif: "Authorization information",
    links: "Link format", list: "List", json: "JSON", prose: "Text with URIs", message: "CoAP message",
    datagram: "Frame with a CoAP message", stream: "CoAP message over TCP", blocks: "Blocks of bytes",
};

// Returns a line about the whole document.
export function summary(document) {
    const refused = document.refused > 0 ? `, ${number(document.refused)} refused` : "";
    const entries = document.count === 1 ? "1 entry" : `${number(document.count)} entries`;
    return `${TITLES[document.shape]}: ${entries}${refused}`;
}

// Returns a line about the entry that is shown.
export const place = (document) => `Entry ${number(document.entry + 1)} of ${number(document.count)} of the document`;

const empty = () => el("span", { class: "empty" }, "empty");

function fault({ error, offset }) {
    const where = offset === undefined ? "" : ` at byte ${number(offset)}`;
    return [el("span", { class: "sign", "aria-hidden": "true" }, "✕"), `Refused${where}: ${error.text}`];
}

function entry(node, isChosen, choose) {
    const name = node.text === "" ? empty() : node.text !== undefined && el("code", {}, cuttable(node.text));
    return [
        el("button", { type: "button", class: "entry", "data-entry": node.entry, "data-at": node.at,
            "data-error": node.error?.name,
            "data-offset": node.offset, "aria-current": isChosen ? "true" : null, onclick: () => choose(node.entry) },
        node.label && el("span", { class: "place" }, visible(node.label), " "), name,
        node.error && el("span", { class: "none" }, name && " ", fault(node))),
        node.details?.length > 0 && el("ul", { class: "chips details" },
            node.details.map((text) => el("li", { class: "chip" }, visible(text)))),
    ];
}

const branch = (node) =>
    el("span", { class: "branch" },
        node.label && el("span", { class: "place" }, visible(node.label), " "), node.branch);

// Nests the nodes, which are in the order of the document, by their depth.
function nested(document, choose) {
    const lists = [el("ul", { class: "tree", "aria-label": TITLES[document.shape] })];
    for (const node of document.nodes) {
        lists.length = Math.min(lists.length, node.depth + 1);
        if (lists.length <= node.depth) {
            lists.push(el("ul"));
            lists[node.depth - 1].lastElementChild.append(lists[node.depth]);
        }
        const shown = node.branch ? branch(node) : entry(node, node.entry === document.entry, choose);
        lists[node.depth].append(el("li", {}, shown));
    }
    return roving(lists[0], ".entry", document.entry);
}

export function tree(document, choose, copy) {
    const left = document.count - document.nodes.filter((node) => node.entry !== undefined).length;
    return [
        el("p", { "data-shape": document.shape }, `${summary(document)}.`),
        document.isNothing
            && el("p", { class: "refused" }, "The information is refused as a whole, and allows nothing."),
        document.nodes.length > 0 && nested(document, choose),
        left > 0 && el("p", { class: "quiet" },
            el("span", { class: "more" }, `… ${number(left)} more ${left === 1 ? "entry" : "entries"}`)),
        document.error && el("p", { class: "refused", "data-end": document.error.name, "data-offset": document.offset },
            fault(document), ". Nothing after it can be read."),
        copies(WAYS, copy),
    ];
}
