// SPDX-License-Identifier: MIT OR Apache-2.0
// The package in browsers, which load the library from the address next to this module.
import { attach } from "./engine.js";

const file = await fetch(new URL("./cri.wasm", import.meta.url));
if (!file.ok) throw new Error(`libcri: ${file.url}: ${file.status} ${file.statusText}`);
attach((await WebAssembly.instantiate(await file.arrayBuffer())).instance.exports);

export * from "./cri.js";
