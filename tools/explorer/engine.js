// SPDX-License-Identifier: MIT OR Apache-2.0
// The library. See explorer.h for its side.

import { hexOf } from "./detect.js";

// The numbers of enum kind and enum form in explorer.h.
const KINDS = { uri: 0, iri: 1, edn: 2, hex: 3, base64: 3 };
const FORMS = { uri: 0, iri: 1, edn: 2, literal: 3, cbor: 4, normal: 5, normalUri: 6 };

let wasm;

export function loadEngine(bytes) {
    wasm = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
}

const view = (at, length) => new Uint8Array(wasm.memory.buffer, at, length);

// Copies bytes into the memory of the library; NULL for none.
function pass(bytes) {
    const at = bytes.length === 0 ? 0 : wasm.explorer_take(bytes.length);
    if (at === 0 && bytes.length > 0) throw new Error("the browser gives no more memory");
    if (at !== 0) view(at, bytes.length).set(bytes);
    return at;
}

// Whether bytes are a CRI.
export function accepts(revision, bytes) {
    wasm.explorer_reset();
    return wasm.explorer_accepts(revision, pass(bytes), bytes.length) !== 0;
}

// Explains bytes of a kind, and resolves them against a base. The object is what answer_…() of the C files write.
export function explore(revision, input, base) {
    wasm.explorer_reset();
    const inputAt = pass(input.bytes), baseAt = pass(base.bytes);
    const at = wasm.explore(
        revision, KINDS[input.kind], inputAt, input.bytes.length, KINDS[base.kind], baseAt, base.bytes.length);
    if (at === 0) throw new Error("the answer is too long");
    return JSON.parse(new TextDecoder().decode(view(at, wasm.explorer_len())));
}

// The whole of a form of the input (0) or of what it resolves to (1), as text; null if there is none.
export function wholeForm(which, name) {
    const at = wasm.explorer_form(which, FORMS[name]);
    if (at === 0) return null;
    const bytes = view(at, wasm.explorer_form_len(which, FORMS[name]));
    if (name !== "cbor" && name !== "normal") return new TextDecoder().decode(bytes);
    return hexOf(bytes);
}

export function version() {
    const bytes = view(wasm.explorer_version(), 32);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}
