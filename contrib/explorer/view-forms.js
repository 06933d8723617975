// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows the forms of a CRI, and the lengths of its URI and its CBOR.
import { count, cuttable, el, hexBytes, hidden, number } from "./dom.js";
import { mark, roving, sectionOf } from "./marks.js";

const SECTIONS = ["scheme", "discard", "authority", "path", "query", "fragment", "whole"];
const nameOf = (section) => (section === "whole" ? "CBOR array" : section);

function sizesOf(pieces) {
    const sizes = {};
    for (const { part, len } of pieces) sizes[part] = (sizes[part] ?? 0) + len;
    return sizes;
}

// Adds up the sizes of components to sizes of sections.
function bySection(sizes) {
    const sums = {};
    for (const [part, bytes] of Object.entries(sizes)) {
        const section = sectionOf(part);
        sums[section] = (sums[section] ?? 0) + bytes;
    }
    return sums;
}

function bar(name, sizes, total, most) {
    const pieces = SECTIONS.filter((section) => sizes[section] > 0).map((section) =>
        el("span", { class: `piece ${section}`, style: `flex-grow:${sizes[section]}` }));
    return el("div", { class: "bar" }, el("span", { class: "name" }, name),
        el("span", { class: "track", "aria-hidden": "true" },
            el("span", { class: "pieces", style: `inline-size:${(100 * total) / most}%` }, pieces)),
        el("span", { class: "total" }, count(total, "byte")));
}

function change(uri, cri) {
    if (uri === 0 || uri === cri) return null;
    const percent = Math.round((100 * (cri - uri)) / uri);
    return el("p", { class: "quiet" }, percent < 0 ? `The CRI is ${-percent} % shorter.`
        : `The CRI is ${percent} % longer.`);
}

// Shows the sizes of URI and CRI, by section.
export function sizes(subject) {
    const cri = bySection(subject.sizes), total = subject.cbor.len;
    if (subject.uri.error || !subject.isCanonical) {
        const reason = subject.uri.error ? `There is no URI: ${subject.uri.error.text}.`
            : subject.isInTag ? "These bytes begin with tag 99. The forms have the CRI without it."
            : "These bytes are not canonical. The forms have the canonical CBOR.";
        return [bar("CRI", cri, subject.len, subject.len), el("p", { class: "quiet" }, reason)];
    }
    const uri = bySection(sizesOf(subject.uriPieces)), most = Math.max(total, subject.uri.len, 1);
    const present = SECTIONS.filter((section) => uri[section] || cri[section]);
    const rows = present.map((section) => el("tr", { class: section, ...mark(section) },
        el("th", { scope: "row" }, el("span", { class: `swatch ${section}`, "aria-hidden": "true" }), nameOf(section)),
        el("td", {}, number(uri[section] ?? 0)), el("td", {}, number(cri[section] ?? 0))));
    return [
        bar("URI", uri, subject.uri.len, most),
        bar("CRI", cri, total, most),
        change(subject.uri.len, total),
        el("table", { class: "numbers" },
            el("caption", {}, "Bytes by section, with delimiters or heads"),
            el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "section"), el("th", { scope: "col" }, "URI"),
                el("th", { scope: "col" }, "CRI"))),
            el("tbody", {}, rows)),
    ];
}

// Shows a form, and a button that copies the whole form.
export function formRow(label, name, form, copy, pieces) {
    const value = form.error
        ? el("dd", { class: "none", "data-form": name, "data-error": form.error.name }, `None: ${form.error.text}`)
        : el("dd", { "data-form": name },
            pieces?.length > 0 ? piecewise(form, pieces) : plain(form),
            el("button", { type: "button", class: "copy", onclick: (event) => copy(name, event.currentTarget) },
                "Copy", hidden(` ${label}`)));
    return el("div", { class: "form" }, el("dt", {}, label), value);
}

const plain = (form) =>
    (form.hex === undefined ? el("code", {}, text(form)) : el("code", { class: "hex" }, hexBytes(form.hex)));

// Shows a URI as a list of its parts. It is a list because the keyboard moves from part to part.
function piecewise(form, pieces) {
    const shown = form.text.cut ?? form.text, parts = [];
    let at = 0, last;
    for (const { part, index, len } of pieces) {
        const text = shown.slice(at, (at += len));
        if (part !== last?.part) parts.push((last = { part, texts: [] }));
        last.texts.push(index === undefined ? text : el("span", mark(part, index), text));
    }
    const left = form.text.cut !== undefined && cuttable({ ...form.text, cut: "" });
    return roving(el("code", { class: "uri", role: "list", "aria-label": "URI by part" },
        parts.map(({ part, texts }) => el("span", { class: part, role: "listitem", ...mark(part) }, texts)), left),
    "[role=listitem]");
}

function text(form) {
    return form.text === "" ? el("span", { class: "empty" }, "empty") : cuttable(form.text);
}

const sameText = (a, b) => !a.error && !b.error && JSON.stringify(a.text) === JSON.stringify(b.text) && a.len === b.len;

export function forms(subject, copy) {
    return el("dl", { class: "forms" },
        formRow("URI", "uri", subject.uri, copy, subject.uriPieces),
        !sameText(subject.uri, subject.iri) && !subject.iri.error && formRow("IRI", "iri", subject.iri, copy),
        formRow("Notation", "edn", subject.edn, copy),
        !sameText(subject.edn, subject.literal) && formRow("Literal", "literal", subject.literal, copy),
        formRow(subject.isCanonical ? "CBOR" : "Canonical CBOR", "cbor", subject.cbor, copy));
}

export function normalForm(subject, copy) {
    if (subject.isNormal && subject.isCanonical) {
        return el("p", { "data-normal": "same" }, "The CRI is already in normal form.");
    }
    return [
        el("p", { "data-normal": "differs" }, subject.isNormal
            ? "Its canonical encoding is its normal form."
            : "The CRI is equivalent to this one, which is in normal form."),
        el("dl", { class: "forms" },
            formRow("CBOR", "normal", subject.normal, copy),
            el("div", { class: "form" }, el("dt", {}, "Notation"),
                el("dd", {}, el("code", {}, text(subject.normalEdn)))),
            formRow("URI", "normalUri", subject.normalUri, copy)),
    ];
}
