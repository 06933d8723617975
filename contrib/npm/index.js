// SPDX-License-Identifier: MIT OR Apache-2.0
// The package in Node.js, which loads the library from a file.
import { readFileSync } from "node:fs";

import { attach } from "./engine.js";

const binary = readFileSync(new URL("./cri.wasm", import.meta.url));
attach(new WebAssembly.Instance(new WebAssembly.Module(binary)).exports);

export * from "./cri.js";
