// SPDX-License-Identifier: MIT OR Apache-2.0
// Writes bytes for use in other programs: a constant of C, an expression of Python, a row of tests/vectors.
import { hexOf } from "../npm/hex.js";

const BYTES_PER_LINE = 12;

const pairs = (hex) => hex.match(/../g) ?? [];

// Returns the bytes as an array of C, in the format of `cri-tool c-array`.
export function cArray(hex, name = "cri") {
    const bytes = pairs(hex).map((pair) => `0x${pair},`), lines = [];
    for (let at = 0; at < bytes.length; at += BYTES_PER_LINE) {
        lines.push(`    ${bytes.slice(at, at + BYTES_PER_LINE).join(" ")}`);
    }
    return [`static const uint8_t ${name}[] = {`, ...lines, "};", ""].join("\n");
}

export const python = (hex) => `bytes.fromhex("${hex}")`;

// Returns a text as a field of a row. It is in hex if the reader of the row would read another text or another field.
const IN_HEX = /[|\x00-\x1f\x7f]|^0x|^\s|\s$|^$/;
const field = (text) => (IN_HEX.test(text) ? `0x${hexOf(new TextEncoder().encode(text))}` : text);

// Returns a row of valid.txt for a CRI, of invalid.txt for refused bytes, or of where.txt for a refused text.
// `isOfBoth` is true if the other revision has the same result.
export function vector({ hex, canonical, edn, uri, input, text, revision, isOfBoth }) {
    const first = ["from the explorer", isOfBoth ? "both" : String(revision)], name = input.error?.name;
    if (hex === undefined) {
        return [...first, input.kind, field(text), name, input.offset ?? "-", input.part ?? "-"].join(" | ");
    }
    if (name !== undefined) return [...first, `0x${hex}`, name, input.skip ?? "-"].join(" | ");
    const notation = edn.replaceAll("|", "\\u007c"); // a | would end the field
    return [...first, ...(canonical === hex ? [notation, "="] : [`0x${hex}`, notation]), uri].join(" | ");
}
