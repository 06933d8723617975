// SPDX-License-Identifier: MIT OR Apache-2.0
// Finds bytes in hex in the text of a log or of a tool: after a title, a time, an address or a tag, and before a column
// of characters.
import { blank, bytesOf, wrong } from "./read-hex.js";

// Digits that are no bytes: times, dates, numbers in parentheses, addresses of memory, fractions, UUIDs, offsets.
const OTHERS = [
    /\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)*/g, /\b\d{4}-\d\d-\d\d(?:T(?=\s))?/g, /\(\d+\)/g,
    /\b0x[0-9a-f]{8,16}(?=:|\s{2})/gi, /\b\d+\.\d+/g, /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
    /^\s*[0-9a-f]{4,8}(?= - )/gi,
];
const RUN = /(?<![\w.-])(?:0x)?(?:[0-9a-f]{2})+(?:[ \t,:-]{0,3}(?:0x)?(?:[0-9a-f]{2})+)*(?!\w)/gi;
// The fewest bytes of the first line of a block, unless it is an answer of cri-tool. The length of lines that have as
// many bytes as a program puts in one line.
const LEAST = 3, ANSWER = /^OK\t(?=[0-9a-f]+$)/, WIDTH = 8;
const BLOCKS_MOST = 1000;

// Returns the bytes of the longest run of digits in a line, and the text before it without its numbers; null if there
// is no run.
function bytesIn(line) {
    const shown = OTHERS.reduce((left, other) => left.replace(other, blank), line);
    let run = null;
    for (const found of shown.matchAll(RUN)) if (run === null || found[0].length > run[0].length) run = found;
    if (run === null) return null;
    const digits = run[0].replace(/[,:-]/g, " "), from = run.index;
    const { bytes } = bytesOf(shown.slice(0, from) + digits + shown.slice(from + digits.length), from);
    return { bytes, before: shown.slice(0, from).replace(/\d+|\s+/g, " "), isAnswer: ANSWER.test(line) };
}

// Returns the blocks of bytes. A line after a full line with the same text before its bytes continues the block.
function blocksIn(text) {
    const blocks = [];
    let last = null;
    for (const line of text.split("\n")) {
        const found = bytesIn(line), isNext = found && last && last.bytes.length % WIDTH === 0;
        if (isNext && found.before === last.before) blocks.at(-1).push(...found.bytes);
        else if (found && (found.bytes.length >= LEAST || found.isAnswer)) blocks.push(found.bytes);
        else if (line.trim() !== "") last = null;
        if (found) last = found;
        if (blocks.length > BLOCKS_MOST) break;
    }
    return blocks.map((block) => Uint8Array.from(block));
}

const isSame = (one, other) => one.length === other.length && one.every((byte, index) => byte === other[index]);

// Returns the bytes of the blocks that `isKnown` accepts, and the start of each; or an error, as fromHex() does. Tools
// may print the same bytes twice, one after the other.
export function fromLog(text, isKnown) {
    const known = blocksIn(text).filter(isKnown);
    const blocks = known.filter((block, index) => index === 0 || !isSame(block, known[index - 1]));
    if (blocks.length === 0) return wrong(0, "bad_hex", "no bytes in hex that are a CRI, a document or a message");
    const starts = [0];
    for (const { length } of blocks.slice(0, -1)) starts.push(starts.at(-1) + length);
    return { bytes: Uint8Array.from(blocks.flatMap((block) => [...block])), starts };
}
