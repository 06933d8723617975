// SPDX-License-Identifier: MIT OR Apache-2.0
// Reads texts and asks the library, in a thread of its own: megabytes do not block the page, which ends the thread when the
// text changes meanwhile. See library.js for the page's side.
import { accepts, explore, version, wholeForm } from "./answer.js";
import { readings, toBytes } from "./detect.js";
import { loadEngine } from "./engine.js";
import { WALK } from "./items.js";

const TEXT_MOST = 8 << 20;
// How many characters are shown before and after the one at fault.
const AROUND = 40;

// What the library gets for a text: its kind, its bytes, or an error of the page.
function read(typed, as, revision) {
    if (typed.length > TEXT_MOST) {
        const error = { name: "too_long", text: `it is longer than ${TEXT_MOST.toLocaleString("en")} characters` };
        return { text: "", bytes: new Uint8Array(), error };
    }
    const [kind, other] = as === "detect" ? readings(typed, (bytes) => accepts(revision, bytes)) : [as];
    // Copying a line adds its end. The other kinds may have spaces at their ends.
    const text = kind === "uri" || kind === "iri" ? typed.replace(/\r?\n$/, "") : typed;
    return { text, kind, other, bytes: new Uint8Array(), ...toBytes(text, kind) };
}

// The index of a character, given its offset in UTF-8.
function indexOfOffset({ bytes }, offset) {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, offset)).length;
}

// The text around the character that is wrong, if the error is in the text and not in its bytes. A triplet is shown as one.
function excerpt(read, subject) {
    const isBytes = read.kind === "hex" || read.kind === "base64";
    const index = read.index ?? (isBytes || subject.offset === undefined ? undefined : indexOfOffset(read, subject.offset));
    if (index === undefined) return null;
    const { text } = read, from = Math.max(0, index - AROUND), rest = text.slice(index, index + 2 * AROUND);
    const fault = /^(%[0-9a-z]{1,2}|.|\s)/iu.exec(rest)?.[0] ?? "", end = index + fault.length + AROUND;
    return { before: text.slice(from, index), fault, after: text.slice(index + fault.length, end), isFromStart: from === 0, isToEnd: end >= text.length };
}

// The answer of the library, with the page's own errors in its place.
function answerTo(revision, input, base) {
    const answer = explore(revision, input, base);
    if (input.error) Object.assign(answer, { input: { error: input.error }, resolution: null, other: null });
    if (base.error) Object.assign(answer, { base: { error: base.error }, resolution: null });
    for (const [subject, read] of [[answer.input, input], [answer.base, base]]) {
        Object.assign(subject, { kind: read.kind, otherKind: read.other, excerpt: subject.error ? excerpt(read, subject) : null });
    }
    return answer;
}

const CALLS = {
    load(wasm) {
        loadEngine(wasm, WALK);
        return version();
    },
    answer: ({ revision, as, input, base }) => answerTo(revision, read(input, as, revision), read(base, "detect", revision)),
    form: wholeForm,
};

onmessage = ({ data: { id, name, values } }) => {
    try {
        postMessage({ id, result: CALLS[name](...values) });
    } catch (error) {
        postMessage({ id, error: error.message });
    }
};
