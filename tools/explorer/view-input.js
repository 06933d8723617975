// SPDX-License-Identifier: MIT OR Apache-2.0
// Whether the input is accepted, and where and why not.
import { count, el, hidden, number, visible } from "./dom.js";

// How many characters are shown before and after the one at fault.
const AROUND = 40;

// The index of a character, given its offset in UTF-8.
export function indexOfOffset(text, offset) {
    const bytes = new TextEncoder().encode(text);
    return new TextDecoder().decode(bytes.subarray(0, offset)).length;
}

// The text around a character, which is marked.
function excerpt(text, index) {
    const from = Math.max(0, index - AROUND), to = Math.min(text.length, index + AROUND);
    const at = text.slice(index, index + 1) === "" ? "" : String.fromCodePoint(text.codePointAt(index));
    const fault = at === "" ? [el("mark", { class: "end" }, "end"), hidden(" of the text")] : el("mark", {}, at === " " ? ["␣", hidden(" a space")] : visible(at));
    return el("p", { class: "excerpt" }, hidden("The text at fault: "), el("code", {},
        from > 0 && "…", visible(text.slice(from, index)), fault, visible(text.slice(index + at.length, to)), to < text.length && "…"));
}

// A sentence about an error; `unit` is what its offset counts.
export function errorText(subject, unit = "byte") {
    const { error, offset, part } = subject;
    const where = offset === undefined ? "" : ` at ${unit} ${number(offset)}`;
    return `Refused${where}${part === undefined || part === "whole" ? "" : `, ${part}`}: ${error.text}`;
}

function features(subject) {
    const names = { 1: "scheme by name", 2: "no authority", 4: "user information", 8: "percent-encoded text", 16: "zone identifier" };
    return Object.entries(names).filter(([bit]) => subject.uses & bit).map(([, name]) => name);
}

function acceptedText(subject) {
    const facts = [count(subject.len, "byte"), subject.isCanonical ? "canonical" : "not canonical", subject.isNormal ? "normal" : "not normal"];
    return `${subject.isFull ? "Full CRI" : "CRI reference"}: ${facts.join(", ")}`;
}

// One line for people who hear the page.
export function verdictText(subject) {
    return subject.error ? errorText(subject) : acceptedText(subject);
}

function otherRevision(other, subject) {
    const name = `Revision ${other.rev}`;
    if (other.error) {
        return subject.error && subject.error.name === other.error.name ? `${name} refuses it too.` : `${name} refuses it: ${other.error.text}.`;
    }
    if (subject.error) return `${name} accepts it.`;
    return other.same ? `${name} has the same bytes.` : `${name} has other bytes, ${number(other.len)}.`;
}

// The lines under the input. `text` is what was typed if the offset counts its bytes, or null if it counts those of the CBOR.
export function verdict(subject, other, text, index) {
    const lines = [];
    if (subject.error) {
        lines.push(el("p", { class: "refused", "data-error": subject.error.name, "data-offset": subject.offset, "data-part": subject.part },
            el("span", { class: "sign", "aria-hidden": "true" }, "✕"), el("strong", {}, errorText(subject)), " ", el("code", {}, subject.error.name)));
        if (text !== null && index !== undefined) lines.push(excerpt(text, index));
    } else {
        const used = features(subject);
        lines.push(el("p", { class: "accepted" }, el("span", { class: "sign", "aria-hidden": "true" }, "✓"),
            el("strong", {}, acceptedText(subject)), used.length > 0 && `. It uses: ${used.join(", ")}.`));
    }
    if (other) lines.push(el("p", { class: "quiet", "data-other": other.error ? other.error.name : other.same ? "same" : "differs" }, otherRevision(other, subject)));
    return lines;
}
