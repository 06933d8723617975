// SPDX-License-Identifier: MIT OR Apache-2.0
// Reads bytes in hex: digits with separators, and dumps with an offset in each line.

// Returns the result for a refused text: the index of the character at fault, and the error.
export const wrong = (index, name, text) => ({ index, error: { name, text } });

// Returns the start and the end of the digits, in a literal such as h'82' or in a text without quotes. `end` is
// undefined if the last quote is missing.
export function digitsOf(text, literal) {
    const begin = literal.exec(text)?.[0].length ?? 0;
    if (begin === 0) return { begin, end: text.length };
    const end = text.trimEnd().length - 1;
    return { begin, end: end >= begin && text[end] === "'" ? end : undefined };
}

export const noQuote = (text, name) => wrong(text.length, name, "the last quote is missing");

export const isSpace = (code) => code === 32 || (code >= 9 && code <= 13);

function digit(code) {
    if (code >= 48 && code <= 57) return code - 48;
    const letter = code | 32;
    return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

export const blank = (text) => text.replace(/[^\n]/g, " ");

// Comments, as in the annotated hex of cbor.me and of RFCs.
const COMMENTS = /(?<=^|\s)(?:#|--|\/\/|;)[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*$)/g;
export const withoutComments = (text) => text.replace(COMMENTS, blank);

// Matches a list of bytes as Rust prints them with {:x?}. A byte may have only one digit.
export const BRACKETS = /^\s*\[\s*(?:[0-9a-f]{1,2}(?:\s*,\s*|(?=\s*\])))+\s*\]\s*$/i;

// Returns { bytes } for hexadecimal digits, or { error, index } with the index of the first wrong character.
export function fromHex(typed) {
    if (BRACKETS.test(typed)) {
        return { bytes: Uint8Array.from(typed.match(/[0-9a-f]+/gi), (digits) => parseInt(digits, 16)) };
    }
    const text = withoutComments(typed);
    const { begin, end } = digitsOf(text, /^\s*h'/i), bytes = new Uint8Array(text.length >> 1);
    if (end === undefined) return noQuote(text, "bad_hex");
    let length = 0, high = -1;
    for (let i = begin; i < end; i++) {
        const code = text.charCodeAt(i);
        if (isSpace(code)) continue;
        if (high < 0 && (code === 44 || code === 45 || code === 58)) continue; // , - :
        if (high < 0 && code === 48 && (text.charCodeAt(i + 1) | 32) === 120) { // 0x
            i++;
            continue;
        }
        const value = digit(code);
        if (value < 0) return wrong(i, "bad_hex", "not a hexadecimal digit");
        if (high < 0) {
            high = value;
        } else {
            bytes[length++] = high * 16 + value;
            high = -1;
        }
    }
    return high < 0 ? { bytes: bytes.subarray(0, length) } : wrong(end, "bad_hex", "the last byte has only one digit");
}

// ---- dumps ---------------------------------------------------------------------------------------------------------

// The offset of a line: "00000010:" of xxd, "0010" of tshark, "0000020" of od, "0x20000010 <buffer+16>:" of gdb.
const OFFSET = /^\s*(0x)?([0-9a-f]{4,16})(?:\s*<[^>]*>)?(:?)(?=\s|$)\s*/i;
// A group of two or more digits, with or without 0x.
const GROUP = /\s*\b(?:0x)?((?:[0-9a-f]{2})+)\b/iy;
// The radixes of offsets. od writes seven digits, which are octal by default, or decimal or hex. Others use hex.
const RADIXES = [16, 8, 10], OD_DIGITS = 7;
// A line of Zephyr's LOG_HEXDUMP_*, which has no offset.
const LOGGED = /^\s*(?:[0-9a-f]{2}\s+)+\|/i;
// The most bytes that repeated lines may expand to.
const EXPANDED_MOST = 8 << 20;
// The length of the longest line in which a column of characters is searched. The search takes quadratic time, and no
// program prints longer lines with such a column.
const LINE_MOST = 1000;

const printed = (bytes) => bytes.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");

// True if the rest of a line shows these bytes as characters: after two spaces, or between | | or > <.
function isColumn(rest, bytes) {
    const found = /^(?: {2,}|\t+| *(?=[|>]))(.*?)\s*$/.exec(rest);
    if (!found || bytes.length === 0) return false;
    const shown = found[1].replace(/^([|>])(.*)[|<]$/, "$2"), wanted = printed(bytes);
    return shown.trim() === wanted.trim();
}

// Returns the bytes in a line after its offset. A column of characters can look like more digits, so it is found by
// comparing it with the bytes before it.
export function bytesOf(line, from) {
    const ends = [];
    let bytes = [], width = 0;
    GROUP.lastIndex = from;
    for (let found; (found = GROUP.exec(line)) !== null;) {
        width = Math.max(width, found[1].length / 2);
        for (const pair of found[1].match(/../g)) bytes.push(parseInt(pair, 16));
        ends.push({ at: GROUP.lastIndex, count: bytes.length });
        if (GROUP.lastIndex === line.length) break;
    }
    const precedesColumn = ({ at, count }) => isColumn(line.slice(at), bytes.slice(0, count));
    const column = line.length <= LINE_MOST ? ends.findLast(precedesColumn) : undefined;
    if (column) return { bytes: bytes.slice(0, column.count), end: line.length, width };
    return { bytes, end: ends.at(-1)?.at ?? from, width };
}

// Returns the lines of a dump and the number of titles, which are lines without an offset such as "Frame (62 bytes):".
// A line has the index of its first character, the digits of its offset, its bytes, and `isOffset`, which is true if
// the digits cannot be bytes. A line of "*" has `isRepeated`.
export function dumpLines(text) {
    const lines = [];
    let at = 0, titles = 0;
    for (const line of text.split("\n")) {
        const found = OFFSET.exec(line), index = at;
        at += line.length + 1;
        if (line.trim() === "") continue;
        if (line.trim() === "*") {
            lines.push({ index, isRepeated: true });
        } else if (!found && LOGGED.test(line)) {
            lines.push({ index, line, isOffset: true, ...bytesOf(line, 0) });
        } else if (!found) {
            titles++;
        } else {
            const read = bytesOf(line, found[0].length), digits = found[2];
            const isMarked = found[1] !== undefined || found[3] === ":";
            const isOffset = isMarked || (digits.length > 2 * read.width && /^\s*(?:0|[^\s]+(?:\s{2}|\t))/.test(line));
            lines.push({ index, digits, line, isOffset, ...read });
        }
    }
    return { lines, titles };
}

// Returns the radix in which each offset is the previous offset plus the number of bytes between them; undefined unless
// the offsets have od's number of digits, or if no radix fits.
function radixOf(lines) {
    const fits = (radix) => lines.every(({ digits, bytes }, index) => {
        const next = lines[index + 1];
        if (digits === undefined || next?.digits === undefined) return true;
        return parseInt(digits, radix) + bytes.length === parseInt(next.digits, radix)
            || (next.bytes.length === 0 && isPadding(digits, next.digits, bytes.length, radix));
    });
    return lines[0]?.digits?.length === OD_DIGITS ? RADIXES.find(fits) : undefined;
}

// True if the last offset does not count the last byte. Words of two bytes may end in such a padding byte.
const isPadding = (from, to, length, radix) => parseInt(from, radix) + length - 1 === parseInt(to, radix);

// True if a dump has words of two bytes, as hexdump and od -x print them. On most machines the low byte comes first.
export const isOfWords = ({ lines }) => lines.some(({ width }) => width === 2)
    && lines.every(({ line, width }) => !line?.includes(":") && (width ?? 0) <= 2);

// Returns the bytes of a dump, or an error as fromHex() does. An offset that is not that of the next byte is an error,
// so that no missing line goes unnoticed. Offsets that begin again begin another block, as for the next frame of
// tshark. `starts` is the index of the first byte of each block.
export function fromDump(text, isSwapped = false) {
    const dump = dumpLines(text), { lines } = dump, radix = radixOf(lines) ?? 16;
    if (lines.length === 0) return wrong(0, "bad_dump", "no line begins with an offset");
    const bytes = [], begin = parseInt(lines[0].digits, radix), starts = [0];
    let last = [], isRepeating = false;
    for (const { index, digits, line, bytes: found, end, isRepeated } of lines) {
        if (isRepeated) {
            isRepeating = last.length > 0;
            continue;
        }
        const isNext = bytes.length > starts.at(-1) && parseInt(digits, radix) === begin;
        if (isNext) starts.push(bytes.length);
        const at = digits === undefined ? bytes.length : starts.at(-1) + parseInt(digits, radix) - begin;
        if (at > EXPANDED_MOST) return wrong(index, "bad_dump", "the offset is not that of the next byte");
        while (isRepeating && !isNext && bytes.length + last.length <= at) bytes.push(...last);
        isRepeating = false;
        if (isSwapped && found.length === 0 && bytes.length === at + 1) bytes.length--; // padding
        if (bytes.length !== at) return wrong(index, "bad_dump", "the offset is not that of the next byte");
        if (/^\s*[0-9a-z]/i.test(line.slice(end, end + 2))) return wrong(index + end, "bad_dump", "not a byte in hex");
        last = isSwapped ? found.map((_, at) => found[at ^ 1] ?? found[at]) : found;
        for (const byte of last) bytes.push(byte);
    }
    return { bytes: Uint8Array.from(bytes), starts };
}
