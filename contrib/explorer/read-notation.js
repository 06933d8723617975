// SPDX-License-Identifier: MIT OR Apache-2.0
// Converts the diagnostic notation of any CBOR (RFC 8949 8, RFC 8610 G) to CBOR. JSON is a subset of this notation. The
// library reads the notation of one CRI only, and here the literals cri'…'. No function recurses.
import { fromBase64 } from "./read-base64.js";
import { fromHex, wrong } from "./read-hex.js";

// The deepest nesting. The library refuses deeper documents, too.
const DEPTH_MOST = 1000;

const UINT = 0, NINT = 1, BYTES = 2, TEXT = 3, ARRAY = 4, MAP = 5, TAG = 6, BREAK = 0xff;
const SIMPLE = { false: 0xf4, true: 0xf5, null: 0xf6, undefined: 0xf7 };
const FLOATS = { NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity };
const OPEN = { "[": [ARRAY, "]"], "{": [MAP, "}"], "<<": [BYTES, ">>"], "(": [TAG, ")"] };

const BLANK = /(?:\s|#[^\n]*|\/(?!\/)[^/]*\/|\/\/[^\n]*)*/y;
const NUMBER = /[+-]?(?:0x[0-9a-f]+|0b[01]+|0o[0-7]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?:_[0-3i])?(?![\w.])/iy;
const WORD = /(?:-?Infinity|NaN|false|true|null|undefined)(?:_[1-3])?(?!\w)/y;
const PREFIXED = /([a-z][a-z0-9]*)?(["'`])/iy;
const SIMPLE_VALUE = /simple\(\s*(\d{1,3})\s*\)/y;
const STREAM = /_[0-7i]?(?=[\s[\](){}])/y;

const at = (token, text, from) => {
    token.lastIndex = from;
    return token.exec(text);
};

// Returns the head of an item (RFC 8949 3); null if its argument has more than 64 bits.
export function head(type, value) {
    const number = BigInt(value), first = type << 5;
    const bytes = (length) => Array.from({ length }, (_, i) => Number((number >> BigInt(8 * (length - 1 - i))) & 255n));
    if (number < 24n) return [first | Number(number)];
    const log = [8n, 16n, 32n, 64n].findIndex((bits) => number < 1n << bits);
    return log < 0 ? null : [first | (24 + log), ...bytes(1 << log)];
}

// Returns a number as a float of 64 bits. Its width does not matter: decoders and the library accept any width.
function float(value) {
    const view = new DataView(new ArrayBuffer(9));
    view.setUint8(0, 0xfb);
    view.setFloat64(1, value);
    return new Uint8Array(view.buffer);
}

function numberOf(text) {
    const [, sign, digits] = /^([+-]?)(.*?)(?:_[0-3i])?$/i.exec(text);
    if (/^0[xbo]|^\d+$/i.test(digits)) {
        const value = BigInt(digits);
        return sign === "-" && value > 0n ? head(NINT, value - 1n) : head(UINT, value);
    }
    return float(Number(sign + digits));
}

const ESCAPES = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

// Returns the text from an index up to a quote, with its escapes decoded, and the index after the quote; or an error.
function quoted(text, from, quote) {
    const parts = [];
    for (let i = from; i < text.length; i++) {
        if (text[i] === quote) return { value: parts.join(""), end: i + 1 };
        if (text[i] !== "\\" || quote === "`") {
            parts.push(text[i]);
            continue;
        }
        const escape = /^\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|(["'\\/bfnrt]))/i.exec(text.slice(i, i + 11));
        const code = parseInt(escape?.[1] ?? escape?.[2], 16);
        if (!escape || code > 0x10ffff) return wrong(i, "bad_notation", "not an escape");
        parts.push(escape[3] ? (ESCAPES[escape[3]] ?? escape[3]) : String.fromCodePoint(code));
        i += escape[0].length - 1;
    }
    return wrong(text.length, "bad_notation", "the last quote is missing");
}

const utf8 = (text) => new TextEncoder().encode(text);

// Returns the bytes of a string with a prefix or none: h'…', b64'…', cri'…', '…', "…".
function string(text, from, [, prefix = "", quote], criOf) {
    const found = quoted(text, from + prefix.length + 1, quote), name = prefix.toLowerCase();
    if (found.error) return found;
    const { value, end } = found;
    if (name === "" && quote !== "'") return { chunks: [head(TEXT, utf8(value).length), utf8(value)], end };
    if (name === "cri") {
        const read = criOf(text.slice(from, end));
        return read.error ? wrong(from, read.error.name, read.error.text) : { chunks: [read.bytes], end };
    }
    const read = name === "" ? { bytes: utf8(value) } : name === "h" ? fromHex(value)
        : name === "b64" ? fromBase64(value) : wrong(0, "bad_notation", `the prefix ${prefix} is not supported`);
    if (read.error) return wrong(from + prefix.length + 1 + read.index, read.error.name, read.error.text);
    return { chunks: [head(BYTES, read.bytes.length), read.bytes], end };
}

// Returns the bytes of the leaf at an index, in chunks, and the index after it; null if there is no leaf.
function leaf(text, from, criOf) {
    let found;
    if ((found = at(WORD, text, from))) {
        const word = found[0].replace(/_.$/, "");
        return { chunks: [word in SIMPLE ? [SIMPLE[word]] : float(FLOATS[word])], end: WORD.lastIndex };
    }
    if ((found = at(NUMBER, text, from))) {
        const bytes = numberOf(found[0]), end = NUMBER.lastIndex;
        return bytes ? { chunks: [bytes], end } : wrong(from, "bad_notation", "a number of more than 64 bits");
    }
    if ((found = at(SIMPLE_VALUE, text, from))) {
        const value = Number(found[1]), isOne = value < 24;
        if (value > 255 || (!isOne && value < 32)) return wrong(from, "bad_notation", "not a simple value");
        return { chunks: [isOne ? [0xe0 | value] : [0xf8, value]], end: SIMPLE_VALUE.lastIndex };
    }
    return (found = at(PREFIXED, text, from)) && string(text, from, found, criOf);
}

// Chunks of bytes, and their total length, from which the length of a string in << >> is computed.
class Output {
    chunks = [];
    length = 0;

    add(bytes) {
        this.chunks.push(bytes);
        this.length += bytes.length;
    }

    // Puts the head of a container in the place of an empty chunk. The head is known only when the container ends.
    setHead(index, bytes) {
        this.chunks[index] = bytes;
        this.length += bytes.length;
    }

    joined() {
        const bytes = new Uint8Array(this.length);
        let at = 0;
        for (const chunk of this.chunks) {
            bytes.set(chunk, at);
            at += chunk.length;
        }
        return bytes;
    }
}

// Closes the innermost container. Returns null, or the reason why it cannot be closed.
function close({ type, begin, count, isStream, length }, output) {
    if (type === MAP && count % 2 !== 0) return "a key has no value";
    if (type === TAG && count !== 1) return "a tag needs exactly one item";
    if (isStream) output.add([BREAK]);
    else if (type === BYTES) output.setHead(begin, head(BYTES, output.length - length));
    else if (type !== TAG) output.setHead(begin, head(type, type === MAP ? count / 2 : count));
    return null;
}

// Returns the CBOR of an item in notation, or of several items with commas between them; or an error, as fromHex()
// does. `criOf` reads literals cri'…'.
export function fromNotation(text, criOf) {
    const output = new Output(), stack = [{ end: undefined, count: 0 }];
    for (let i = 0; ;) {
        i += at(BLANK, text, i)[0].length;
        const open = stack.at(-1), refused = (why) => wrong(i, "bad_notation", why);
        if (i >= text.length) {
            return stack.length === 1 ? { bytes: output.joined() } : refused(`${open.end} is missing`);
        }
        if (open.end !== undefined && text.startsWith(open.end, i)) {
            const fault = close(open, output);
            if (fault) return refused(fault);
            i += open.end.length;
            stack.pop();
            continue;
        }
        // Commas are optional in notation; a colon follows each key.
        if (open.count > 0 && (text[i] === "," || text[i] === ":") && !open.isAfter) {
            if ((text[i] === ":") !== (open.type === MAP && open.count % 2 === 1)) return refused("not expected here");
            open.isAfter = true;
            i++;
            continue;
        }
        if (open.type === MAP && open.count % 2 === 1 && !open.isAfter) return refused("a colon is missing");
        open.isAfter = false;
        open.count++;
        const tag = /\d+(?=(?:_[0-3])?\()/y, number = at(tag, text, i);
        const bracket = ["<<", "[", "{"].find((sign) => text.startsWith(sign, i));
        if (bracket || number) {
            if (stack.length > DEPTH_MOST) return refused(`nested deeper than ${DEPTH_MOST}`);
            const [type, end] = OPEN[bracket ?? "("];
            const bytes = number ? head(TAG, number[0]) : [];
            if (bytes === null) return refused("a number of more than 64 bits");
            const added = { type, end, begin: output.chunks.length, count: 0 };
            i = number ? text.indexOf("(", i) + 1 : i + bracket.length;
            const stream = type === ARRAY || type === MAP ? at(STREAM, text, i) : null;
            if (stream) i = STREAM.lastIndex;
            added.isStream = stream?.[0] === "_";
            output.add(added.isStream ? [(type << 5) | 31] : bytes);
            stack.push({ ...added, length: output.length });
            continue;
        }
        const found = leaf(text, i, criOf);
        if (!found) return refused("not the notation of an item");
        if (found.error) return found;
        found.chunks.forEach((chunk) => output.add(chunk));
        i = found.end;
    }
}
