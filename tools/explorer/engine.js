// SPDX-License-Identifier: MIT OR Apache-2.0
// The library, called by the names of its headers, and its memory. Objects are addresses: no function here knows a
// struct. Blocks of memory are taken one after the other and are all returned at once.
import { hexOf } from "./hex.js";

const PAGE = 65536;
// No struct of the headers is larger on wasm32.
const STRUCT = 128;
const BUFFER = -2; // CRI_ERR_BUFFER

// The functions, by name, and the memory.
export const cri = {};
let next, seen;

export function loadEngine(bytes, imports) {
    Object.assign(cri, new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: imports }).exports);
    reset();
}

// Gives back all memory.
export function reset() {
    next = cri.__heap_base.value;
}

export function take(length) {
    const at = next;
    next += Math.ceil(length / 16) * 16;
    const missing = next - cri.memory.buffer.byteLength;
    if (missing > 0) cri.memory.grow(Math.ceil(missing / PAGE));
    return at;
}

export const struct = () => take(STRUCT);

// Copies bytes into the memory of the library.
export function pass(bytes) {
    const at = take(bytes.length);
    view(at, bytes.length).set(bytes);
    return at;
}

// ---- reading -------------------------------------------------------------------------------------------------------

export const view = (at, length) => new Uint8Array(cri.memory.buffer, at, length);

// Numbers at an address. A memory that has grown has another buffer.
export function data() {
    if (seen?.buffer !== cri.memory.buffer) seen = new DataView(cri.memory.buffer);
    return seen;
}

export const size = (at) => data().getUint32(at, true);

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

// A text that ends in NUL.
export function word(at) {
    const bytes = new Uint8Array(cri.memory.buffer);
    return UTF8.decode(bytes.subarray(at, bytes.indexOf(0, at)));
}

// A text, or { cut, len } with its start if it is longer than `most` bytes. Other bytes than UTF-8 are replaced.
export function text(at, length, most = length) {
    if (length <= most) return UTF8.decode(view(at, length));
    const bytes = view(at, most + 1);
    let end = most;
    while (end > 0 && (bytes[end] & 0xc0) === 0x80) end--; // not inside a character
    return { cut: UTF8.decode(bytes.subarray(0, end)), len: length };
}

// The same of bytes, in hex.
export function hex(at, length, most = length) {
    return length <= most ? hexOf(view(at, length)) : { cut: hexOf(view(at, most)), len: length };
}

// ---- calling -------------------------------------------------------------------------------------------------------

export const errorOf = (err) => ({ name: word(cri.cri_err_name(err)), text: word(cri.cri_err_text(err)) });

export const partName = (part) => word(cri.cri_part_name(part));

// Returns the address and the length of the text or bytes that a function writes, or the number of its error. `call`
// passes on a buffer, its capacity, and the place for the length. All free memory is the buffer; if it is too small,
// the memory grows.
export function write(call) {
    const length = take(4);
    let at = next, err = call(at, cri.memory.buffer.byteLength - at, length);
    const needed = size(length) + 1; // the NUL of a text
    if (err === 0 || err === BUFFER) at = take(needed);
    if (err === BUFFER) err = call(at, needed, length);
    return err === 0 ? { at, length: size(length) } : { err };
}

// What `read` makes of the place where a function stores something; undefined if it stores nothing.
export function stored(name, object, read) {
    const place = struct();
    return cri[name](object, place) ? read(place) : undefined;
}

// A text that a function stores as pointer and length.
export function storedText(name, object, most) {
    const place = take(8);
    return cri[name](object, place, place + 4) ? text(size(place), size(place + 4), most) : undefined;
}
