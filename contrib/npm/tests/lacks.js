// SPDX-License-Identifier: MIT OR Apache-2.0
// Says in one line what the tests lack.
import { existsSync } from "node:fs";

const folder = new URL("../", import.meta.url);
const NEEDED = {
    "cri.wasm": "script/explorer builds it",
    "node_modules/coap/package.json": "npm install --no-package-lock --ignore-scripts",
    "node_modules/typescript/package.json": "npm install --no-package-lock --ignore-scripts",
    "../../tests/vectors/rows.py": "the tests run in a clone of libcri",
};
for (const [file, advice] of Object.entries(NEEDED)) {
    if (existsSync(new URL(file, folder))) continue;
    console.error(`libcri: no contrib/npm/${file}: ${advice}`);
    process.exit(1);
}
