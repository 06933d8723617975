// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows whether the input is accepted or, if it is refused, the place and the reason.
import { count, el, hidden, number, visible } from "./dom.js";

// Shows the text around the character at fault, which is marked.
export function excerpt({ excerpt: found }) {
    if (!found) return null;
    const { before, fault, after } = found;
    const mark = fault === "" ? [el("mark", { class: "end" }, "end"), hidden(" of the text")]
        : el("mark", {}, fault === " " ? ["␣", hidden(" a space")] : visible(fault));
    return el("p", { class: "excerpt" }, hidden("The text at fault: "), el("code", {},
        !found.isFromStart && "…", visible(before), mark, visible(after), !found.isToEnd && "…"));
}

// Returns a sentence about an error. `unit` is the unit of its offset.
export function errorText(subject, unit = "byte") {
    const { error, offset, part } = subject;
    const where = offset === undefined ? "" : ` at ${unit} ${number(offset)}`;
    return `Refused${where}${part === undefined || part === "whole" ? "" : `, ${part}`}: ${error.text}`;
}

function features(subject) {
    const names = { 1: "scheme by name", 2: "no authority", 4: "user information", 8: "percent-encoded text",
        16: "zone identifier" };
    return Object.entries(names).filter(([bit]) => subject.uses & bit).map(([, name]) => name);
}

function acceptedText(subject) {
    const form = subject.isCanonical ? "canonical" : subject.isInTag ? "canonical in tag 99" : "not canonical";
    const facts = [count(subject.len, "byte"), form,
        subject.isNormal ? "normal" : "not normal"];
    return `${subject.isFull ? "Full CRI" : "CRI reference"}: ${facts.join(", ")}`;
}

// Returns a line for people who use a screen reader.
export function verdictText(subject) {
    if (subject.error?.name === "no_entry") return "The document has no CRI.";
    return subject.error ? errorText(subject) : acceptedText(subject);
}

function otherRevision(other, subject) {
    const name = `Revision ${other.rev}`;
    if (other.error) {
        return subject.error?.name === other.error.name
            ? `${name} refuses it, too.`
            : `${name} refuses it: ${other.error.text}.`;
    }
    if (subject.error) return `${name} accepts it.`;
    return other.same ? `${name} has the same bytes.` : `${name} has other bytes: ${count(other.len, "byte")}.`;
}

// Shows the lines under the input.
export function verdict(subject, other) {
    const lines = [];
    if (subject.error?.name === "no_entry") {
        lines.push(el("p", { "data-error": "no_entry" }, verdictText(subject)));
    } else if (subject.error) {
        const { error, offset, part } = subject;
        lines.push(el("p", { class: "refused", "data-error": error.name, "data-offset": offset, "data-part": part },
            el("span", { class: "sign", "aria-hidden": "true" }, "✕"), el("strong", {}, errorText(subject)), " ",
            el("code", {}, error.name)));
        lines.push(excerpt(subject));
    } else {
        const used = features(subject);
        lines.push(el("p", { class: "accepted" }, el("span", { class: "sign", "aria-hidden": "true" }, "✓"),
            el("strong", {}, acceptedText(subject)), used.length > 0 && `. It uses: ${used.join(", ")}.`));
    }
    if (other) {
        const verdict = other.error ? other.error.name : other.same ? "same" : "differs";
        lines.push(el("p", { class: "quiet", "data-other": verdict }, otherRevision(other, subject)));
    }
    return lines;
}
