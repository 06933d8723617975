// SPDX-License-Identifier: MIT OR Apache-2.0
// What a text is: a URI, an IRI, diagnostic notation or hex. The numbers are those of enum kind in explorer.h.

export const KINDS = { uri: 0, iri: 1, edn: 2, hex: 3 };
export const KIND_NAMES = { uri: "URI", iri: "IRI", edn: "diagnostic notation", hex: "hex" };

// Only the start is looked at: the kind of a megabyte is known from its first characters, but for a character beyond ASCII.
const START = 4096;

// A CRI is an array of up to five items, or such an array in tag 99, so its hex begins with 8 or 9 or is d863....
// "beef" is a relative URI.
function looksLikeHex(text) {
    const start = text.slice(0, START).replace(/\s+/g, "");
    return /^(0x)?([89][0-9a-f]|d863)[0-9a-f]*$/i.test(start) && (text.length > START || start.length % 2 === 0);
}

export function detect(text) {
    if (/^\s*(\[|99\s*\(|cri'|CRI')/.test(text.slice(0, START))) return "edn";
    if (looksLikeHex(text)) return "hex";
    return /[^\x00-\x7f]/.test(text) ? "iri" : "uri";
}

const SPACES = new Set([9, 10, 13, 32]);

function digit(code) {
    if (code >= 48 && code <= 57) return code - 48;
    const letter = code | 32;
    return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

// The bytes that hexadecimal digits stand for; spaces may be between them, and 0x before them. If they are none, the index of
// the first character that is wrong.
export function fromHex(text) {
    const bytes = new Uint8Array(text.length >> 1);
    let length = 0, high = -1, begin = 0;
    if (/^\s*0x/i.test(text.slice(0, START))) begin = text.search(/x/i) + 1;
    for (let i = begin; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (SPACES.has(code)) continue;
        const value = digit(code);
        if (value < 0) return { index: i };
        if (high < 0) {
            high = value;
        } else {
            bytes[length++] = high * 16 + value;
            high = -1;
        }
    }
    return high < 0 ? { bytes: bytes.subarray(0, length) } : { index: text.length };
}

// The bytes of a text as explore() reads them; the index of a wrong character if there are none.
export function toBytes(text, kind) {
    return kind === "hex" ? fromHex(text) : { bytes: new TextEncoder().encode(text) };
}
