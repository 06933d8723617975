// SPDX-License-Identifier: MIT OR Apache-2.0
// The library. See explorer.h for its side.
import { KINDS } from "./detect.js";

// The numbers of enum form in explorer.h.
export const FORMS = { uri: 0, iri: 1, edn: 2, literal: 3, cbor: 4, normal: 5, normalUri: 6 };

let wasm;

export async function loadEngine(bytes) {
    wasm = (await WebAssembly.instantiate(bytes, {})).instance.exports;
}

const view = (at, length) => new Uint8Array(wasm.memory.buffer, at, length);

// Copies bytes into the memory of the library; NULL stands for none.
function pass(bytes) {
    const at = bytes.length === 0 ? 0 : wasm.explorer_take(bytes.length);
    if (at !== 0) view(at, bytes.length).set(bytes);
    return at;
}

// Explains bytes of a kind, and resolves them against a base. The object is what answer_…() of the C files write.
export function explore(revision, input, base) {
    wasm.explorer_reset();
    const inputAt = pass(input.bytes), baseAt = pass(base.bytes);
    if ((inputAt === 0 && input.bytes.length > 0) || (baseAt === 0 && base.bytes.length > 0)) {
        throw new Error("the browser gives no more memory");
    }
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
    const pairs = new Array(bytes.length);
    for (let i = 0; i < bytes.length; i++) pairs[i] = bytes[i].toString(16).padStart(2, "0");
    return pairs.join("");
}

export function version() {
    const bytes = view(wasm.explorer_version(), 32);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}
