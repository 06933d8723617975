// SPDX-License-Identifier: MIT OR Apache-2.0
// Reads texts and calls the library in a separate thread, so that megabytes do not block the page. If the text changes
// before the answer is there, the page ends the thread. library.js is the page's side.
import { baseOf, explore, notationOf, version, wholeForm } from "./answer.js";
import { guesses, isOfBytes, toBytes, unquoted, withoutReferences } from "./detect.js";
import { DOCUMENT, TEXTS, documentOf, shapesOf, urisIn } from "./document.js";
import { attach } from "../npm/engine.js";
import { hexOf } from "../npm/hex.js";
import { WALK } from "./items.js";
import { fromNotation } from "./read-notation.js";

// The most characters of a text that is read.
const TEXT_MOST = 8 << 20;
// The most characters that are shown before and after the character at fault.
const AROUND = 40;
const EMPTY = { text: "", kind: "uri", bytes: new Uint8Array() };
// The bytes of the last document, for copies.
let document;
const NOTHING = { error: { name: "no_entry", text: "the document has no entry" } };

// Matches a map in notation. A map is never a CRI.
const MAP = /^\s*(?:\{|<<)/;
// Kinds of text in which quotes have a meaning.
const QUOTING = ["literal", "edn", "json"];
// Kinds of text from which a final line end is removed. Copying a line adds it.
const LINES = ["uri", "iri", "links"];

// Reads a text of HTML, in which some characters are references such as &amp;. The text that it shows is read as any
// other text. Returns undefined if there are no references.
function readHtml(typed, choice, isBase) {
    const text = withoutReferences(typed);
    if (text === typed) return undefined;
    const found = read(text, { ...choice, as: "detect" }, isBase);
    const others = guesses(typed, (bytes) => shapesOf(choice.revision, bytes), (uris) => urisIn(choice.revision, uris));
    const shape = found.isOfBytes ? found.shape : undefined;
    const why = "It has references of HTML, such as &amp;";
    return { ...found, named: "html", guesses: [{ as: "html", shape, why }, ...others] };
}

// Reads a text. Returns its kind and the bytes for the library, or an error that the page found; and all ways to read
// the text.
function read(typed, { as, shape, revision }, isBase) {
    if (typed.length > TEXT_MOST) {
        const most = TEXT_MOST.toLocaleString("en");
        const error = { name: "too_long", text: `the text is longer than ${most} characters` };
        return { text: "", bytes: new Uint8Array(), error };
    }
    const html = ["detect", "html"].includes(as) && readHtml(typed, { as, shape, revision }, isBase);
    if (html) return html;
    const all = guesses(typed, (found) => shapesOf(revision, found), (text) => urisIn(revision, text));
    const isForBase = (one) => !TEXTS.includes(one.as) && (one.shape ?? "cri") === "cri";
    const found = isBase ? [...all.filter(isForBase), { as: "uri" }] : all;
    const guess = as === "detect" || as === "html" ? found[0] : { as };
    const isKnown = (bytes) => shapesOf(revision, { bytes }).length > 0;
    const kind = guess.as, inner = QUOTING.includes(kind) ? undefined : unquoted(typed);
    const text = inner ?? (LINES.includes(kind) ? typed.replace(/\r?\n$/, "") : typed);
    const known = { text, kind, guesses: found, bytes: new Uint8Array(), ...toBytes(text, kind, isKnown) };
    known.shape = shape === "detect" ? guess.shape ?? "detect" : shape;
    known.isOfBytes = isOfBytes(kind);
    return kind === "edn" && !isBase ? ofNotation(revision, known) : known;
}

// Returns the bytes in a byte string, which << >> makes around CBOR (RFC 8610 G.3).
const contentOf = (bytes) => bytes.subarray(1 + [1, 2, 4, 8][(bytes[0] & 31) - 24] || 1);

// Reads notation. The library reads the notation of one CRI, and reports its errors. The notation of a document is
// converted to CBOR here.
function ofNotation(revision, known) {
    if (known.shape === "cri" || !notationOf(revision, known.text).error) return known;
    const { bytes: all, index, error } = fromNotation(known.text, (text) => notationOf(revision, text));
    const bytes = all && /^\s*<</.test(known.text) ? contentOf(all) : all;
    const isLikeOne = !MAP.test(known.text);
    if (error || bytes.length === 0) return isLikeOne ? known : { ...known, index, error };
    const [shape] = shapesOf(revision, { bytes }), isDocument = shape !== undefined && shape !== "cri";
    if (known.shape === "detect" && isLikeOne && !isDocument) return known;
    const detected = shape ?? "tagged";
    return { ...known, bytes, shape: known.shape === "detect" ? detected : known.shape, isOfBytes: true };
}

// Returns the index of a character, from its offset in UTF-8.
function indexOfOffset({ bytes }, offset) {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, offset)).length;
}

// Returns the text around the character or triplet at fault. Returns null if the text is a notation for bytes, such as
// hex, and the error is in these bytes.
function excerpt(read, subject) {
    const isInText = !read.isOfBytes && subject.offset !== undefined;
    const index = read.index ?? (isInText ? indexOfOffset(read, subject.offset) : undefined);
    if (index === undefined) return null;
    const { text } = read, from = Math.max(0, index - AROUND), rest = text.slice(index, index + 2 * AROUND);
    const fault = /^(%[0-9a-z]{1,2}|.|\s)/iu.exec(rest)?.[0] ?? "", end = index + fault.length + AROUND;
    return {
        before: text.slice(from, index), fault, after: text.slice(index + fault.length, end), isFromStart: from === 0,
        isToEnd: end >= text.length,
    };
}

// Returns the entry of a document that is shown in place of the input. If the document has no entry, returns the error
// that is the reason.
function entryOf({ document: { entry, error, offset }, subjects }, typed) {
    const subject = subjects[entry] ?? (error ? { error, offset, isInText: true } : NOTHING);
    const inText = subject.isInText && !typed.isOfBytes;
    return { ...(inText ? typed : { kind: typed.kind, bytes: new Uint8Array(), isOfBytes: true }), ...subject,
        isOfBytes: subject.text === undefined && !inText };
}

// Returns the answer of the library. Errors that the page found itself replace it.
function answerTo({ revision, as, shape, entry, input, base }) {
    const typed = read(input, { as, shape, revision });
    const against = base.trim() === "" ? EMPTY : read(base, { as: "detect", shape: "cri", revision }, true);
    const found = typed.error ? null
        : documentOf(revision, typed, typed.shape, entry, () => (against.error ? 0 : baseOf(revision, against)));
    document = typed.bytes;
    const subject = found ? entryOf(found, typed) : typed;
    const answer = { ...explore(revision, subject, against), document: found?.document };
    const { error, offset } = subject;
    if (error) Object.assign(answer, { input: { error, offset }, resolution: null, other: null });
    if (against.error) Object.assign(answer, { base: { error: against.error }, resolution: null });
    for (const [of, from] of [[answer.input, subject], [answer.base, against]]) {
        of.excerpt = of.error ? excerpt(from, of) : null;
    }
    const shown = found?.document.shape ?? (typed.isOfBytes ? "cri" : undefined);
    const kind = typed.named ?? typed.kind, all = typed.guesses, isDetected = as === "detect";
    Object.assign(answer.input, { kind, shape: shown, guesses: all, isDetected });
    Object.assign(answer.base, { kind: against.kind, isEmpty: against === EMPTY });
    return answer;
}

const CALLS = {
    load(wasm) {
        attach(new WebAssembly.Instance(new WebAssembly.Module(wasm), { env: { ...WALK, ...DOCUMENT } }).exports);
        return version();
    },
    answer: answerTo,
    form: (which, name) => (name === "document" ? hexOf(document) : wholeForm(which, name)),
};

onmessage = ({ data: { id, name, values } }) => {
    try {
        postMessage({ id, result: CALLS[name](...values) });
    } catch (error) {
        postMessage({ id, error: error.message });
    }
};
