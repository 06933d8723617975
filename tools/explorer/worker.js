// SPDX-License-Identifier: MIT OR Apache-2.0
// Reads texts and asks the library, in a thread of its own, so that megabytes do not block the page. The page ends the
// thread if the text changes meanwhile; its side is library.js.
import { accepts, explore, version, wholeForm } from "./answer.js";
import { readings, toBytes } from "./detect.js";
import { DOCUMENT, documentOf } from "./document.js";
import { loadEngine } from "./engine.js";
import { WALK } from "./items.js";

const TEXT_MOST = 8 << 20;
// How many characters are shown before and after the one at fault.
const AROUND = 40;
const NOTHING = { error: { name: "no_entry", text: "it has no entry" } };

// What the library gets for a text: its kind, its bytes, or an error of the page. A base is not a link format.
function read(typed, as, revision, isBase) {
    if (typed.length > TEXT_MOST) {
        const error = { name: "too_long", text: `it is longer than ${TEXT_MOST.toLocaleString("en")} characters` };
        return { text: "", bytes: new Uint8Array(), error };
    }
    const kinds = as === "detect" ? readings(typed, (bytes) => accepts(revision, bytes)) : [as];
    const [kind, other] = isBase ? kinds.filter((one) => one !== "links") : kinds;
    // Copying a line adds its end. The other kinds may have spaces at their ends.
    const text = ["uri", "iri", "links"].includes(kind) ? typed.replace(/\r?\n$/, "") : typed;
    return { text, kind, other, bytes: new Uint8Array(), ...toBytes(text, kind) };
}

// The index of a character, given its offset in UTF-8.
function indexOfOffset({ bytes }, offset) {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, offset)).length;
}

// The text around the wrong character, if the error is in the text and not in its bytes. A triplet is shown as one.
function excerpt(read, subject) {
    const isBytes = read.kind === "hex" || read.kind === "base64";
    const index =
        read.index ?? (isBytes || subject.offset === undefined ? undefined : indexOfOffset(read, subject.offset));
    if (index === undefined) return null;
    const { text } = read, from = Math.max(0, index - AROUND), rest = text.slice(index, index + 2 * AROUND);
    const fault = /^(%[0-9a-z]{1,2}|.|\s)/iu.exec(rest)?.[0] ?? "", end = index + fault.length + AROUND;
    return {
        before: text.slice(from, index), fault, after: text.slice(index + fault.length, end), isFromStart: from === 0,
        isToEnd: end >= text.length,
    };
}

// The entry of a document that is shown, in the place of what was typed; without entries, why there are none.
function entryOf({ document: { entry, error, offset }, subjects }, typed) {
    const subject = subjects[entry] ?? (error ? { error, offset, isInText: true } : NOTHING);
    return { ...(subject.isInText ? typed : { kind: typed.kind, bytes: new Uint8Array() }), ...subject };
}

// The answer of the library, with the page's own errors in its place.
function answerTo({ revision, as, shape, entry, input, base }) {
    const typed = read(input, as, revision), against = read(base, "detect", revision, true);
    const found = typed.error ? null : documentOf(revision, typed, shape, entry);
    const subject = found ? entryOf(found, typed) : typed;
    const answer = { ...explore(revision, subject, against), document: found?.document };
    const { error, offset } = subject;
    if (error) Object.assign(answer, { input: { error, offset }, resolution: null, other: null });
    if (against.error) Object.assign(answer, { base: { error: against.error }, resolution: null });
    for (const [of, from] of [
        [answer.input, subject],
        [answer.base, against],
    ])
        of.excerpt = of.error ? excerpt(from, of) : null;
    Object.assign(answer.input, { kind: typed.kind, otherKind: typed.other });
    answer.base.kind = against.kind;
    return answer;
}

const CALLS = {
    load(wasm) {
        loadEngine(wasm, { ...WALK, ...DOCUMENT });
        return version();
    },
    answer: answerTo,
    form: wholeForm,
};

onmessage = ({ data: { id, name, values } }) => {
    try {
        postMessage({ id, result: CALLS[name](...values) });
    } catch (error) {
        postMessage({ id, error: error.message });
    }
};
