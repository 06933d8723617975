// SPDX-License-Identifier: MIT OR Apache-2.0
// Calls the library, by the names of its headers, and manages its memory. An object of the library is an address here:
// no function knows the fields of a struct. Blocks of memory are taken one after another, and freed all at once.
import { hexOf } from "./hex.js";
import { ERRORS } from "./tables.js";

const PAGE = 65536;
// No struct of the headers is larger on wasm32.
const STRUCT = 128;

// The functions, by name, and the memory.
export const cri = {};
let next, seen;

// Sets the library: the exports of its WebAssembly.
export function attach(exports) {
    Object.assign(cri, exports);
    reset();
}

// Frees all blocks.
export function reset() {
    next = cri.__heap_base.value;
}

// Takes a block of memory, and returns its address.
export function take(length) {
    const at = next;
    next += Math.ceil(length / 16) * 16;
    const missing = next - cri.memory.buffer.byteLength;
    if (missing > 0) cri.memory.grow(Math.ceil(missing / PAGE));
    return at;
}

export const struct = () => take(STRUCT);

// Calls a function, and frees the blocks that it has taken.
export function scoped(call) {
    const before = next;
    try {
        return call();
    } finally {
        next = before;
    }
}

// Copies bytes into the memory of the library.
export function pass(bytes) {
    const at = take(bytes.length);
    view(at, bytes.length).set(bytes);
    return at;
}

// ---- reading -------------------------------------------------------------------------------------------------------

export const view = (at, length) => new Uint8Array(cri.memory.buffer, at, length);

// Returns a view to read numbers at an address. Growing the memory replaces its buffer, so the view may be a new one.
export function data() {
    if (seen?.buffer !== cri.memory.buffer) seen = new DataView(cri.memory.buffer);
    return seen;
}

export const size = (at) => data().getUint32(at, true);

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

// Returns the text at an address up to a NUL.
export function word(at) {
    const bytes = new Uint8Array(cri.memory.buffer);
    return UTF8.decode(bytes.subarray(at, bytes.indexOf(0, at)));
}

// Returns a text. If it is longer than `most` bytes, returns { cut, len }: its start, and its length in bytes. Bytes
// that are not UTF-8 become U+FFFD.
export function text(at, length, most = length) {
    if (length <= most) return UTF8.decode(view(at, length));
    const bytes = view(at, most + 1);
    let end = most;
    while (end > 0 && (bytes[end] & 0xc0) === 0x80) end--; // not inside a character
    return { cut: UTF8.decode(bytes.subarray(0, end)), len: length };
}

// Returns bytes in hex. If there are more than `most`, returns { cut, len }, as text() does.
export function hex(at, length, most = length) {
    return length <= most ? hexOf(view(at, length)) : { cut: hexOf(view(at, most)), len: length };
}

// ---- calling -------------------------------------------------------------------------------------------------------

export const errorOf = (err) => ({ name: word(cri.cri_err_name(err)), text: word(cri.cri_err_text(err)) });

export const partName = (part) => word(cri.cri_part_name(part));

// Returns the address and the length of the text or bytes that a function writes, or { err } with the number of its
// error. `call` calls the function with a buffer, its capacity, and a place for the length. The buffer is all free
// memory. If it is too small, the memory grows.
export function write(call) {
    const length = take(4);
    let at = next, err = call(at, cri.memory.buffer.byteLength - at, length);
    const needed = size(length) + 1; // the NUL of a text
    if (err === 0 || err === ERRORS.buffer) at = take(needed);
    if (err === ERRORS.buffer) err = call(at, needed, length);
    return err === 0 ? { at, length: size(length) } : { err };
}

// Calls a function that may store a value. Returns the result of `read` for the address of the value; undefined if the
// function stores nothing.
export function stored(name, object, read) {
    const place = struct();
    return cri[name](object, place) ? read(place) : undefined;
}

// Returns the text that a function stores as a pointer and a length; undefined if it stores nothing.
export function storedText(name, object, most) {
    const place = take(8);
    return cri[name](object, place, place + 4) ? text(size(place), size(place + 4), most) : undefined;
}
