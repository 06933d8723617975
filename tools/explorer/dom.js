// SPDX-License-Identifier: MIT OR Apache-2.0
// Elements, and texts from anywhere in them: always as text, never as HTML.

export const byId = (id) => document.getElementById(id);

// The children that are shown; others are the results of a condition.
const shown = (children) =>
    children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

// An element with attributes and children: elements, texts, arrays of them, or nothing.
export function el(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes ?? {})) {
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else if (key === "style")
            element.style.cssText = value; // an attribute would be against the policy of the page
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

// Characters that would not be seen, or would move others: controls, formats (bidirectional ones too), private use,
// unassigned, and line separators.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/gu;

// A text with such characters escaped as in diagnostic notation.
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

// A text of the library, which may be cut; see json.h.
export function cuttable(value) {
    if (typeof value === "string") return visible(value);
    return [visible(value.cut), more(value.len - new TextEncoder().encode(value.cut).length, "byte")];
}

// "82 20 81": bytes, so that lines break between them; they may be cut too.
export const spaced = (hex) => hex.replace(/..(?=.)/g, "$& ");

export function hexBytes(value) {
    return typeof value === "string"
        ? spaced(value)
        : [spaced(value.cut), more(value.len - value.cut.length / 2, "byte")];
}

export const more = (left, singular) => el("span", { class: "more" }, `… ${count(left, `more ${singular}`)}`);

// A text of a CRI: its parts, see answer_text().
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
