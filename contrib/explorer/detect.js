// SPDX-License-Identifier: MIT OR Apache-2.0
// Detects the ways to read a text, such as a URI or a hex dump, each with the reason. The likeliest is the first. Each
// kind of text has a detector of its own in KINDS. Without it, texts of this kind are read in another way.
import { hexOf } from "../npm/hex.js";
import { fromBase64 } from "./read-base64.js";
import { BRACKETS, dumpLines, fromDump, fromHex, isOfWords, withoutComments } from "./read-hex.js";
import { isLine, linksInJson, listed } from "./read-links.js";
import { fromLiteral, isOfHex } from "./read-literal.js";
import { fromLog } from "./read-log.js";
import { fromNotation } from "./read-notation.js";

// Most detectors look at the first 4096 characters only, because a text may have a megabyte.
const START = 4096;

// How sure a reading is. SIGN: the text has a sign of this kind, such as h'. CONTENT: its bytes are a CRI, a document
// or a message. FORM: it has the form of this kind. ANY: any text can be read in this way. POSSIBLE: the reading is
// only possible. REFUSED: no reading fits, and this reading shows an error.
const SIGN = 4, CONTENT = 3, FORM = 2, ANY = 1, POSSIBLE = 0, REFUSED = -1;

const startOf = (text) => text.slice(0, START);
const wholeLines = (text) => (text.length > START ? startOf(text).replace(/\n[^\n]*$/, "") : text);

// True if hexadecimal digits begin with an array or with tag 99, as the bytes of a CRI do.
const beginsCri = (digits) => /^([89][0-9a-f]|d863)/i.test(digits);

// True if a text has capitals, small letters and digits. Base64 mostly has all three, and a path rarely has them.
const isMixed = (text) => [/[A-Z]/, /[a-z]/, /[0-9]/].every((some) => some.test(text));
// The least length of a mixed text without padding that may be base64 of unknown bytes.
const LONG = 16;

// ---- detectors: each returns how sure the reading is, and the reason -----------------------------------------------
// `read` reads the text as a kind of bytes. `urisIn` finds the URIs in a text that is not itself a URI reference.

// Returns the lines of a dump; null if the text is not a dump.
function dump(text) {
    const { lines, titles } = dumpLines(wholeLines(text));
    const isDump = lines.length > titles && lines.some(({ bytes }) => bytes?.length > 0)
        && lines.every(({ isOffset, isRepeated }, index) => isOffset || (isRepeated && index > 0));
    return isDump ? { lines } : null;
}

function words(text) {
    const found = dump(text);
    return found && isOfWords(found)
        && [SIGN, "Each line has an offset and words of two bytes with the low byte first, as hexdump prints them"];
}

const dumped = (text) => dump(text) && [SIGN, "Each line has an offset or a column of characters"];

// Numbers in brackets, with commas or, as Go prints them, blanks between them; or in the << >> of Erlang.
const NUMBERS = /^(?:&?\[|<<)\s*(?:(?:0x[0-9a-f]{1,2}|-?\d{1,3})(?:u8)?(?:\s*,\s*|\s+|(?=\]|>>|$)))+(?:\]|>>)?[\s;]*$/i;
const ITEMS = /^(?:(?:\(\w+\)\s*)?(?:0x[0-9a-f]{1,2}|-?\d{1,3}|b?'(?:[^'\\\n]|\\(?:x[0-9a-f]{2}|.))')\s*(?:,\s*|$))+$/i;

// True if a list in brackets has known bytes if its numbers are hex, and no known bytes if they are decimal.
const isHexList = (text, read) => BRACKETS.test(text) && read("literal").shapes.length === 0
    && read("hex").shapes.length > 0;

// Calls and types whose arguments or elements are bytes.
const CALL = new RegExp("^<Buffer |Buffer\\.from|Uint8Array|bytearray|\\bbytes\\s*\\(|\\[\\d*\\](?:byte|uint8)\\b|vec!"
    + "|byteArrayOf|\\bbyte\\[|\\[?UInt8\\]?\\(|\\bData\\(\\[", "i");

function literal(text, read) {
    const start = startOf(text).trim();
    if (/^(?:\\x[0-9a-f]{2}|\\[0-3][0-7]{2})/i.test(start)) return [SIGN, "It has escapes such as \\x82"];
    if (/^(?:b|rb|br|u8)["']/.test(start)) return [SIGN, "It is a string of bytes"];
    if (/^(?:\$\d+ = )?["'][^\n]*\\(?:x|[0-7]{2})/.test(start)) return [SIGN, "It is a string with escapes"];
    if (CALL.test(start) || isOfHex(text)) {
        return [SIGN, "It is a call that makes bytes"];
    }
    if (/^[\w\s*&:<>,.[\]$;#!-]{0,200}=\s*(?:&?\[|\{|b?["'])/.test(start) && start[0] !== "<") {
        return [/=\s*["'][^"'\\]*["']/.test(start) ? POSSIBLE : SIGN, "It is a declaration"];
    }
    if (/^<[0-9a-f]{8}(?: ?[0-9a-f]{2,8})*>$/i.test(start)) return [CONTENT, "It is data as Objective-C prints it"];
    if (/^\{\s*(?:0x[0-9a-f]+\s*[,}]|\d+\s*,|'|\(|\/[/*])/i.test(start)) return [SIGN, "It is a list in braces"];
    const items = text.length > START ? start.replace(/,[^,]*$/, "") : start;
    if (/^(?:&?\[|<<).*[,\s]\S/s.test(items) && NUMBERS.test(items)) {
        return [isHexList(text, read) ? POSSIBLE : SIGN, "It is a list of numbers"];
    }
    if (!items.includes(",") || !ITEMS.test(items)) return null;
    if (/'/.test(items)) return [SIGN, "It is a list with characters in quotes"];
    return [/\b\d{3}\b/.test(items) ? SIGN : POSSIBLE, "It is a list of decimal numbers"];
}

function notation(text, read) {
    const start = startOf(text);
    if (/^\s*cri['"`<]/i.test(start)) return [SIGN, "It is a literal cri'…'"];
    if (/^\s*[bh]32'/i.test(start)) return [SIGN, "It has base32 in quotes"];
    if (/^\s*(?:<<|\d+(?:_[0-3])?\s*\()/.test(start)) return [SIGN, "It begins with a tag or with <<"];
    if (!/^\s*[[{]/.test(start)) return null;
    // A log line may begin with a time in brackets. JSON with a map has no CRI, because JSON has no tags.
    if (isHexList(text, read)) return [ANY, "It is an array"];
    const isMalformed = text.length <= START && fromNotation(text, () => ({ bytes: [] })).error;
    const isJson = /^\s*\[?\s*\{/.test(start) && linksInJson(text) !== null;
    return [isMalformed || isJson ? ANY : SIGN, "It is an array or a map"];
}

const json = (text) =>
    /^\s*[[{]/.test(text) && linksInJson(text)?.length > 0 && [SIGN, "It is JSON with links"];

const links = (text) => /^<(?!<)/.test(text)
    && [/^<[^>\s"]*>\s*(?:[,;]|$)/.test(startOf(text)) ? SIGN : ANY, "It begins with a link in < >"];

// Detects bytes as programs print them: 8220, 82 20, 82,20, 82:20, and each of these with 0x. A text that could also be
// a path is hex if it has 0x, if it begins like a CRI, or if its bytes are a CRI, a document or a message. "beef" is a
// relative reference.
function hex(text, read) {
    if (/^\s*h'/i.test(text)) return [SIGN, "It has the form h'…'"];
    if (isHexList(text, read)) return [SIGN, "It is a list of bytes as Rust prints them with {:x?}"];
    if (BRACKETS.test(text) && read("hex").shapes.length > 0) return [POSSIBLE, "It is a list of bytes in hex"];
    let start = startOf(text).trim();
    const bare = withoutComments(start).trim(), hasComments = bare !== start;
    if (hasComments && /^[0-9a-f\s,:-]+$/i.test(bare)) return [SIGN, "It has hexadecimal digits and comments"];
    if (/[^\x00-\x7f]/.test(text)) return null;
    if (text.length > START) start = start.replace(/[\s,:-]+[^\s,:-]*$/, "");
    const digits = start.replace(/(^|[\s,:-])0x(?=[0-9a-f])/gi, "$1"), whole = digits.replace(/\s+/g, "");
    const isGrouped = /^[0-9a-f]{2}([,:-][0-9a-f]{2})*(,[0-9a-f]?)?$/i.test(whole);
    if (!isGrouped && !/^[0-9a-f]+$/i.test(whole)) return null;
    if (/\s/.test(start) || digits !== start) return [CONTENT, "It has only hexadecimal digits, in groups or with 0x"];
    const begins = beginsCri(whole.replace(/[,:-]/g, ""));
    const isWhole = isGrouped || whole.length % 2 === 0 || text.length > START;
    if (begins && isWhole) return [CONTENT, "The digits begin like those of a CRI"];
    if (isWhole && read("hex").shapes.length > 0) return [CONTENT, "Its bytes are a CRI, a document or a message"];
    return begins || isWhole ? [POSSIBLE, "It has only hexadecimal digits"] : null;
}

// Detects base64. Because base64 looks like a path, its bytes must be a CRI, a document or a message. If it has
// padding, it is enough that its bytes begin like a CRI. Otherwise the result is at most POSSIBLE: the bytes could be a
// malformed CRI.
function base64(text, read) {
    if (/^\s*b64'/i.test(text)) return [SIGN, "It has the form b64'…'"];
    if (!/^[a-z0-9+/_\s-]+={0,2}\s*$/i.test(startOf(text))) return null;
    const { bytes, shapes: [shape] } = read("base64");
    if (bytes === undefined || bytes.length === 0) return null;
    const isPadded = /=\s*$/.test(text);
    const isKnown = shape === "cri" || (shape && (isPadded || isMixed(text)));
    if (isKnown) return [CONTENT, "Its bytes are a CRI, a document or a message"];
    if (isPadded && beginsCri(hexOf(bytes.subarray(0, 3)))) return [CONTENT, "Its bytes begin like those of a CRI"];
    return isPadded || (isMixed(text) && text.length >= LONG) ? [POSSIBLE, "It has only base64 digits"] : null;
}

// Detects bytes in the text of a log. The text is searched only if it is not in another way a text of bytes.
function log(text, read) {
    return read("log").shapes.length > 0 && [CONTENT, "There are bytes in it that are a CRI, a document or a message"];
}

function list(text) {
    const lines = listed(wholeLines(text));
    return lines.length > 1 && lines.every(({ text: line }) => isLine(line)) && [FORM, "Each line is a URI reference"];
}

// Detects text with URIs in it, such as a command. If the text begins with its only URI, and other text follows, it is
// likelier to be a URI with an error.
function prose(text, read, urisIn) {
    const start = startOf(text).replace(/\r?\n$/, ""), found = urisIn(start);
    if (found.length === 0) return null;
    const [[at, length]] = found, isOne = found.length === 1 && at === 0 && length < start.trimEnd().length;
    return [isOne ? POSSIBLE : FORM, "It is not a URI reference, but there are URIs in it"];
}

function uri(text) {
    const start = startOf(text), line = text.replace(/\r?\n$/, ""), isAscii = !/[^\x00-\x7f]/.test(text);
    if (!isAscii) return null;
    if (/[\s<>"{}|\\^`]|^\[/.test(line)) return /^[a-z][a-z0-9+.-]*:\S/i.test(start) && !line.includes("\n")
        ? [FORM, "It begins with a scheme"] : [REFUSED, "No other reading fits"];
    return /^(?:[a-z][a-z0-9+.-]*:|[/.?#])/i.test(start) ? [FORM, "It begins with a scheme or a delimiter"]
        : [ANY, "Any text of URI characters is a relative reference"];
}

const iri = (text) => /[^\x00-\x7f]/.test(text) && [ANY, "It has characters beyond ASCII"];

const KINDS = [
    { as: "words", find: words },
    { as: "dump", find: dumped },
    { as: "literal", find: literal },
    { as: "json", find: json },
    { as: "edn", find: notation },
    { as: "links", find: links },
    { as: "hex", find: hex },
    { as: "base64", find: base64 },
    { as: "log", find: log, isLast: true },
    { as: "list", find: list },
    { as: "prose", find: prose },
    { as: "iri", find: iri },
    { as: "uri", find: uri },
];

const BYTES = {
    hex: fromHex, base64: fromBase64, literal: fromLiteral, dump: fromDump, words: (text) => fromDump(text, true),
    log: fromLog,
};

// True if texts of a kind are bytes, such as hex.
export const isOfBytes = (kind) => BYTES[kind] !== undefined;

// Returns a text of HTML with its references to characters decoded.
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi;
const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
export const withoutReferences = (text) => text.replace(REFERENCE, (all, name, decimal, hex) => {
    const code = name ? 0 : parseInt(decimal ?? hex, decimal ? 10 : 16);
    return name ? NAMED[name.toLowerCase()] : code > 0 && code < 0x110000 ? String.fromCodePoint(code) : all;
});

// Returns the text between the quotes of a text in quotes without escapes; undefined for any other text.
const QUOTED = /^\s*(["'])([^"'\\\n]*)\1[\s,;]*$/;
export const unquoted = (text) => (text.length <= START ? QUOTED.exec(text)?.[2] : undefined);

// Returns the ways to read a text: the kind (`as`), the shape of the bytes, such as a CRI or an array, and the reason
// (`why`). `shapesOf` returns the possible shapes of bytes, and `urisIn`, the URIs in a text.
export function guesses(typed, shapesOf, urisIn) {
    const inner = unquoted(typed), text = inner ?? typed, known = new Map();
    const read = (as) => {
        if (!known.has(as)) {
            const found = toBytes(text, as, (bytes) => shapesOf({ bytes }).length > 0);
            known.set(as, { ...found, shapes: found.bytes ? shapesOf(found) : [] });
        }
        return known.get(as);
    };
    const found = [];
    KINDS.forEach(({ as, find, isLast }, order) => {
        if (isLast && found.some(({ as: before, sign }) => isOfBytes(before) && sign[0] >= CONTENT)) return;
        const sign = find(text, read, urisIn);
        if (sign) found.push({ as, order, sign });
    });
    const isFound = found.some(({ sign: [sure] }) => sure > REFUSED);
    const sorted = found.filter(({ sign: [sure] }) => sure > REFUSED || !isFound)
        .sort((one, other) => other.sign[0] - one.sign[0] || one.order - other.order);
    const all = sorted.flatMap(({ as, sign: [, why] }) => {
        const shapes = isOfBytes(as) ? read(as).shapes : [];
        return shapes.length === 0 ? [{ as, why }] : shapes.map((shape) => ({ as, shape, why }));
    });
    return inner === undefined ? all : [...all, { as: "literal", why: "It is a string" }];
}

// Returns the bytes that the library gets for a text, or an error and its index in the text. `isKnown` is true for the
// bytes of a CRI, a document or a message.
export function toBytes(text, kind, isKnown) {
    if (!isOfBytes(kind)) return { bytes: new TextEncoder().encode(text) };
    return kind === "log" ? fromLog(text, isKnown) : BYTES[kind](text);
}
