// SPDX-License-Identifier: MIT OR Apache-2.0
// What a text is: a URI, an IRI, diagnostic notation, link format, or bytes in hex or base64.

// Most kinds are known from the first characters of a megabyte.
const START = 4096;

const EDN = /^\s*(\[|<<|99\s*\(|cri['"`<]|[bh]32')/i;

// Whether digits are the bytes of a CRI, as far as they tell: an array of up to five items, or such an array in tag 99.
const beginsCri = (digits) => /^([89][0-9a-f]|d863)/i.test(digits);
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

// Bytes as programs print them: 8220, 82 20, 82,20, 82:20, and each of these with 0x. A text that could also be a path
// is hex if it has 0x or begins as a CRI does; "beef" is a relative URI.
function hexReadings(text) {
    let start = text.slice(0, START).trim();
    if (text.length > START) start = start.replace(/[\s,:-]+[^\s,:-]*$/, "");
    const digits = start.replace(/(^|[\s,:-])0x(?=[0-9a-f])/gi, "$1"), joined = digits.replace(/\s+/g, "");
    const isGrouped = /^[0-9a-f]{2}([,:-][0-9a-f]{2})*(,[0-9a-f]?)?$/i.test(joined);
    if (!isGrouped && !/^[0-9a-f]+$/i.test(joined)) return [];
    if (/\s/.test(start)) return ["hex"];
    const begins = beginsCri(joined.replace(/[,:-]/g, ""));
    const isWhole = isGrouped || joined.length % 2 === 0 || text.length > START;
    if (digits !== start || (begins && isWhole)) return ["hex", "uri"];
    return begins || isWhole ? ["uri", "hex"] : [];
}

// Base64 looks like a path, so it must give a CRI or, with padding, the beginning of one. A long text with capitals,
// small letters and digits could be a malformed CRI.
function base64Readings(text, isCri) {
    if (!/^[a-z0-9+/_\s-]+={0,2}\s*$/i.test(text.slice(0, START))) return null;
    const { bytes } = fromBase64(text);
    if (bytes === undefined || bytes.length === 0) return null;
    const isPadded = /=\s*$/.test(text), isMixed = [/[A-Z]/, /[a-z]/, /[0-9]/].every((some) => some.test(text));
    if (isCri(bytes) || (isPadded && beginsCri(hexOf(bytes.subarray(0, 3))))) return ["base64", "uri"];
    return isPadded || (isMixed && text.length >= 16) ? ["uri", "base64"] : null;
}

// What a text can be read as, the likeliest first.
export function readings(text, isCri) {
    if (EDN.test(text.slice(0, START))) return ["edn"];
    if (text.startsWith("<")) return ["links", "uri"];
    if (/^\s*h'/i.test(text)) return ["hex"];
    if (/^\s*b64'/i.test(text)) return ["base64"];
    if (/[^\x00-\x7f]/.test(text)) return ["iri"];
    const found = hexReadings(text);
    if (found.length > 0) return found;
    return base64Readings(text, isCri) ?? ["uri"];
}

// The start and the end of the digits of a literal such as h'82', or of a text without quotes. There is no `end` if the
// last quote is missing.
function digitsOf(text, literal) {
    const begin = literal.exec(text)?.[0].length ?? 0;
    if (begin === 0) return { begin, end: text.length };
    const end = text.trimEnd().length - 1;
    return { begin, end: end >= begin && text[end] === "'" ? end : undefined };
}

const isSpace = (code) => code === 32 || (code >= 9 && code <= 13);

function digit(code) {
    if (code >= 48 && code <= 57) return code - 48;
    const letter = code | 32;
    return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

const wrong = (index, name, text) => ({ index, error: { name, text } });

const noQuote = (text, name) => wrong(text.length, name, "the last quote is missing");

// The bytes of hexadecimal digits; if there are none, the error, and the index of the first wrong character.
export function fromHex(text) {
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
    return high < 0 ? { bytes: bytes.subarray(0, length) } : wrong(end, "bad_hex", "the last digit has no second one");
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SEXTETS = new Map(
    [...ALPHABET, "-", "_"].map((character, index) => [character.charCodeAt(0), index < 64 ? index : index - 2]),
);

// The bytes of base64 in either alphabet (RFC 4648 4, 5), with or without padding; errors as those of fromHex().
export function fromBase64(text) {
    const { begin, end } = digitsOf(text, /^\s*b64'/i), bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
    if (end === undefined) return noQuote(text, "bad_base64");
    let length = 0, bits = 0, bitCount = 0, digits = 0, padding = 0;
    for (let i = begin; i < end; i++) {
        const code = text.charCodeAt(i), value = SEXTETS.get(code);
        if (isSpace(code)) continue;
        if (code === 61) { // =
            padding++;
            continue;
        }
        if (value === undefined || padding > 0) return wrong(i, "bad_base64", "not a digit of base64");
        digits++;
        bits = (bits << 6) | value;
        bitCount += 6;
        if (bitCount < 8) continue;
        bitCount -= 8;
        bytes[length++] = bits >> bitCount;
        bits &= (1 << bitCount) - 1;
    }
    const isWhole = bitCount < 6 && bits === 0 && (padding === 0 || (padding < 3 && (digits + padding) % 4 === 0));
    return isWhole
        ? { bytes: bytes.subarray(0, length) }
        : wrong(end, "bad_base64", "the last digits are not a whole byte");
}

// The bytes of a text as explore() reads them, or an error and its index.
export function toBytes(text, kind) {
    if (kind === "hex") return fromHex(text);
    return kind === "base64" ? fromBase64(text) : { bytes: new TextEncoder().encode(text) };
}
