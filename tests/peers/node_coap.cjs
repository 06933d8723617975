// SPDX-License-Identifier: MIT OR Apache-2.0
// node-coap as a peer of script/check/peers.
"use strict";
const { createRequire } = require("node:module");
const coap = createRequire(`${__dirname}/../../contrib/npm/package.json`)("coap");

// Returns the bytes of a value, which node-coap has converted for some options.
function hex(value) {
    if (typeof value !== "number") return Buffer.from(value).toString("hex");
    const digits = value.toString(16);
    return value ? digits.padStart(digits.length + digits.length % 2, "0") : "";
}

// Answers every request with the options that node-coap reads.
function serve(port) {
    const server = coap.createServer((request, response) => {
        response.end(request.options.map(({ name, value }) => `${name}:${hex(value)}`).join(" "));
    });
    server.listen(Number(port), "127.0.0.1");
}

function proxy(port) {
    coap.createServer({ proxy: true }, (request, response) => response.end()).listen(Number(port), "127.0.0.1");
}

async function ask(...uris) {
    const through = uris[0] === "--proxy" ? new URL(uris[1]) : undefined;
    for (const uri of uris.slice(through ? 2 : 0)) {
        const request = coap.request(through ? { hostname: through.hostname, port: through.port, proxyUri: uri } : uri);
        const response = await new Promise((resolve, reject) => {
            request.on("response", resolve).on("error", reject).end();
        });
        console.log(`${response.payload}`);
    }
    process.exit();
}

({ serve, proxy, ask })[process.argv[2]](...process.argv.slice(3));
