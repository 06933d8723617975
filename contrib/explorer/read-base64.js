// SPDX-License-Identifier: MIT OR Apache-2.0
// Reads bytes in base64 (RFC 4648 4, 5).
import { digitsOf, isSpace, noQuote, wrong } from "./read-hex.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SEXTETS = new Map(
    [...ALPHABET, "-", "_"].map((character, index) => [character.charCodeAt(0), index < 64 ? index : index - 2]),
);

// Returns the bytes of base64 in either alphabet, with or without padding; or an error, as fromHex() does.
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
        if (value === undefined || padding > 0) return wrong(i, "bad_base64", "not a base64 digit");
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
