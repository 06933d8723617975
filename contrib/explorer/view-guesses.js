// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows how the input was read and why, and a button for each other way to read it.
import { el } from "./dom.js";
import { KIND_NAMES, SHAPE_NAMES } from "./state.js";

const ARTICLES = { dump: "a ", words: "a ", literal: "a ", log: "" };

// Returns the name of a reading: "URI", "One CRI in hex", "CoAP message in a hex dump".
export function readingName({ as, shape }) {
    const kind = KIND_NAMES[as], what = SHAPE_NAMES[shape];
    return what === undefined ? kind : `${what} in ${ARTICLES[as] ?? ""}${kind[0].toLowerCase()}${kind.slice(1)}`;
}

// True if the input is read as a guess says. A guess without a shape fits any shape.
const isTaken = (guess, { kind, shape }) => guess.as === kind && (guess.shape === undefined || guess.shape === shape);

export function guesses(subject, choose) {
    const all = subject.guesses ?? [];
    return all.length < 2 ? null : all.map((guess) =>
        el("button", { type: "button", "data-guess": `${guess.as} ${guess.shape ?? ""}`.trim(),
            "aria-pressed": String(isTaken(guess, subject)), onclick: () => choose(guess) }, readingName(guess)));
}

// Returns a line with the reading and, if it was detected, the reason.
export function sentence(subject) {
    const { kind, shape, guesses: all = [], isDetected } = subject;
    if (kind === undefined) return "";
    const isNotation = kind === "edn" && shape === "cri";
    const name = readingName({ as: kind, shape: isNotation ? undefined : shape });
    const guess = all.find((one) => isTaken(one, subject));
    return isDetected ? `Detected: ${name}. ${guess ? `${guess.why}.` : ""}` : `Chosen: ${name}.`;
}
