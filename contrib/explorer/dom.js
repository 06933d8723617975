// SPDX-License-Identifier: MIT OR Apache-2.0
// Makes elements. Texts become text nodes, never HTML, so a text may come from anywhere.

export const byId = (id) => document.getElementById(id);

// Returns the children without null, undefined and false, which are results of conditions.
const shown = (children) =>
    children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

// Returns an element with attributes and children. A child is an element, a text, an array of children, or null.
export function el(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes ?? {})) {
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else if (key === "style")
            element.style.cssText = value; // the page's content security policy forbids an attribute
        else if (value !== undefined && value !== false && value !== null)
            element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...shown(children));
    return element;
}

export const hidden = (text) => el("span", { class: "unseen" }, text);

export function fill(element, ...children) {
    element.replaceChildren(...shown(children));
}

const NUMBER = new Intl.NumberFormat("en");
export const number = (value) => NUMBER.format(value);
export const count = (value, singular) => `${number(value)} ${singular}${value === 1 ? "" : "s"}`;

// Characters that are invisible or change the place of others: controls, formats (such as bidirectional controls),
// private use, unassigned characters, and line separators.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/gu;

// Returns a text as nodes, in which such characters are escaped as in diagnostic notation.
export function visible(text) {
    const nodes = [];
    let from = 0;
    for (const match of text.matchAll(UNSEEN)) {
        nodes.push(text.slice(from, match.index));
        const code = match[0].codePointAt(0).toString(16).padStart(4, "0");
        nodes.push(el("span", { class: "control" }, code.length > 4 ? `\\u{${code}}` : `\\u${code}`));
        from = match.index + match[0].length;
    }
    nodes.push(text.slice(from));
    return nodes;
}

// Returns the nodes of a text that may be truncated: see text() in engine.js.
export function cuttable(value) {
    if (typeof value === "string") return visible(value);
    return [visible(value.cut), more(value.len - new TextEncoder().encode(value.cut).length, "byte")];
}

// Returns hex with spaces between the bytes, "82 20 81", so that lines can break there.
export const spaced = (hex) => hex.replace(/..(?=.)/g, "$& ");

// Returns the nodes of bytes that may be truncated: see hex() in engine.js.
export function hexBytes(value) {
    return typeof value === "string"
        ? spaced(value)
        : [spaced(value.cut), more(value.len - value.cut.length / 2, "byte")];
}

export const more = (left, singular) => el("span", { class: "more" }, `… ${count(left, `more ${singular}`)}`);

// Returns the nodes of a text of a CRI: see textOf() in answer.js for its parts.
export function criText(parts) {
    if (parts.length === 0) return [el("span", { class: "empty" }, "empty")];
    return parts.map((part) => {
        if (typeof part === "string") return part === "" ? el("span", { class: "empty" }, "empty") : visible(part);
        if (part.more) return el("span", { class: "more" }, "… more parts");
        if (part.octets === undefined) return cuttable(part);
        const hex = typeof part.octets === "string" ? part.octets : part.octets.cut;
        const triplets = hex.toUpperCase().replace(/../g, "%$&");
        const left = typeof part.octets === "string" ? null : more(part.octets.len - hex.length / 2, "octet");
        return el("span", { class: "octets", title: "percent-encoded octets" }, triplets, left);
    });
}
