// SPDX-License-Identifier: MIT OR Apache-2.0
// Reads bytes from source text and output of C, C++, C#, Erlang, Go, Java, JavaScript, Kotlin, Python, Rust and Swift:
// strings with escapes, and lists of numbers and characters, with the declaration or the call around them.
import { blank, fromHex, wrong } from "./read-hex.js";

// The source text around the bytes. It is replaced by blanks, so that an index remains the index in the text.
const AROUND = [
    /^\s*\$\d+\s*=/g, // gdb's print
    /^[\w\s*&:<>,.[\]$;!-]{0,200}=(?!=)/g, // a declaration
    /;[\s\S]*$/g, // the text after a declaration
    /,\s*buffer: ArrayBuffer[\s\S]*$/g, // the properties that a browser's console shows
    /\(\s*(?:const\s+)?(?:(?:un)?signed\s+)?(?:byte|char|u?int8_t|u8|sbyte)\s*\)/g, // casts
    /\.to(?:U?Byte)\(\)/g,
    /\[\d*\](?:byte|uint8)(?=\s*\{)|\b(?:byte|uint8_t|UInt8)\[\d*\]/g, // types of arrays
    /\b(?:new|return)\b/g,
    /\b[a-z_][\w.:]{0,60}!?(?:<[^<>\n]{0,60}>)?(?:\(\d+\))?\s*(?=[([{])/gi, // calls
    /<<|>>|&(?=\s*\[)|\[UInt8\](?=\()/g,
];

// A call whose argument is hex. Its name, a name after the string, or another argument says so.
const OF_HEX = /^(?=[^"']*hex|[^"']*["'][^"']*["'][^\n]*(?:hex|H\*))[^"']{0,200}(["'])([0-9a-f\s]*)\1[^\n]{0,80}$/i;
export const isOfHex = (text) => OF_HEX.test(text);
const BUFFER = /^\s*<(?:Buffer )?([0-9a-f\s]*)>\s*$/i;

const ESCAPES = { a: 7, b: 8, e: 27, f: 12, n: 10, r: 13, t: 9, v: 11, "\\": 92, "'": 39, '"': 34, "?": 63, "/": 47,
    "`": 96 };
const STRING = /(?:\b(?:b|rb|br|u8|[uUL]))?(["'])/y;
const NUMBER = /(0x[0-9a-f]{1,2}|0b[01]{1,8}|0|-?[1-9]\d{0,2})(?:u8|i8|ul?)?\b/iy;
const BETWEEN = /[\s,{}[\]()]+|\\\r?\n/y;

const octets = (text) => [...new TextEncoder().encode(text)];

// Returns the bytes and the length of the escape whose backslash is at an index; null if it is not an escape.
function escapeAt(text, at) {
    const rest = text.slice(at + 1, at + 12);
    let found;
    if ((found = /^x([0-9a-f]{1,2})/i.exec(rest))) return [[parseInt(found[1], 16)], 1 + found[0].length];
    if ((found = /^[0-7]{1,3}/.exec(rest))) return [[parseInt(found[0], 8) & 255], 1 + found[0].length];
    if ((found = /^u\{([0-9a-f]{1,6})\}|^u([0-9a-f]{4})|^U([0-9a-f]{8})/i.exec(rest))) {
        const code = parseInt(found[1] ?? found[2] ?? found[3], 16);
        return code > 0x10ffff ? null : [octets(String.fromCodePoint(code)), 1 + found[0].length];
    }
    if ((found = /^\r?\n/.exec(rest))) return [[], 1 + found[0].length]; // the line goes on
    return ESCAPES[rest[0]] === undefined ? null : [[ESCAPES[rest[0]]], 2];
}

// Appends the bytes of a string, from an index up to its last quote. Returns the index after the quote, or an error.
function readString(text, from, quote, bytes) {
    let at = from;
    while (at < text.length && text[at] !== quote) {
        if (text[at] !== "\\") {
            let end = at + 1;
            while (end < text.length && text[end] !== quote && text[end] !== "\\") end++;
            for (const octet of octets(text.slice(at, end))) bytes.push(octet);
            at = end;
            continue;
        }
        const found = escapeAt(text, at);
        if (found === null) return wrong(at, "bad_literal", "not an escape");
        bytes.push(...found[0]);
        at += found[1];
    }
    if (quote !== undefined && at === text.length) return wrong(at, "bad_literal", "the last quote is missing");
    return at + 1;
}

// Returns the bytes of a literal, or an error, as fromHex() does.
export function fromLiteral(text) {
    const ofHex = BUFFER.exec(text)?.[1] ?? OF_HEX.exec(text)?.[2];
    if (ofHex !== undefined) return fromHex(ofHex);
    const bytes = [];
    if (/^\s*\\/.test(text)) { // escapes without quotes
        const read = readString(text.trim(), 0, undefined, bytes);
        return read.error ? read : { bytes: Uint8Array.from(bytes) };
    }
    const bare = withoutSurroundings(text);
    for (let at = 0; at < bare.length;) {
        const found = [BETWEEN, STRING, NUMBER].map((token) => {
            token.lastIndex = at;
            return token.exec(bare);
        });
        const [between, string, number] = found;
        if (between) {
            at += between[0].length;
        } else if (string) {
            const read = readString(bare, at + string[0].length, string[1], bytes);
            if (read.error) return read;
            at = read;
        } else if (number) {
            const value = Number(number[1]);
            if (value < -128 || value > 255) return wrong(at, "bad_literal", "a number outside the range of a byte");
            bytes.push(value & 255);
            at += number[0].length;
        } else {
            return wrong(at, "bad_literal", "neither a byte nor a string");
        }
    }
    return { bytes: Uint8Array.from(bytes) };
}

// Returns the index after the comment at an index; -1 if there is no comment.
function commentAt(text, at) {
    if (text[at] !== "/" && text[at] !== "#") return -1;
    const isBlock = text.startsWith("/*", at);
    if (!isBlock && !(/[\s,{[(;]/.test(text[at - 1] ?? " ") && (text[at] === "#" || text[at + 1] === "/"))) return -1;
    const end = text.indexOf(isBlock ? "*/" : "\n", at + 1);
    return end < 0 ? text.length : end + (isBlock ? 2 : 0);
}

// Returns a text with a placeholder in place of each string, and blanks in place of comments. Appends the strings to a
// list. Linear: if a string has no last quote, then none of the same quotes after its first quote ends a string: all of
// them are escaped.
function withPlaceholders(text, strings) {
    const unclosed = new Set(), pieces = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
        const quote = text[at], comment = commentAt(text, at);
        if (comment > at) {
            pieces.push(text.slice(from, at), blank(text.slice(at, comment)));
            from = comment;
            at = comment - 1;
            continue;
        }
        if ((quote !== '"' && quote !== "'") || unclosed.has(quote)) continue;
        let end = at + 1;
        while (end < text.length && text[end] !== quote) end += text[end] === "\\" ? 2 : 1;
        if (text[end] !== quote) {
            unclosed.add(quote);
            continue;
        }
        strings.push(text.slice(at, end + 1));
        pieces.push(text.slice(from, at), `"${"s".repeat(end - at - 1)}"`);
        from = end + 1;
        at = end;
    }
    return pieces.join("") + text.slice(from);
}

// Returns a text with blanks in place of the source text around the bytes. Strings may contain the same text, so they
// are replaced by placeholders first.
function withoutSurroundings(text) {
    const strings = [], aside = withPlaceholders(text, strings);
    const bare = AROUND.reduce((left, around) => left.replace(around, blank), aside);
    let next = 0;
    return bare.replace(/"s*"/g, () => strings[next++]);
}
