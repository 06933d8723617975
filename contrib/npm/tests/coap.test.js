// SPDX-License-Identifier: MIT OR Apache-2.0
// A client and a server of node-coap. The server returns the CRI of each request, and as its Location the next one.
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";

import coap from "coap";
import { Cri } from "libcri";

let server, port;

before(async () => {
    server = coap.createServer({ type: "udp6" }, (request, response) => {
        const destination = { address: "::1", port };
        try {
            const proxy = request.options.some(({ name }) => name.startsWith("Proxy-") || name === "235");
            response.write(Cri.fromOptions(request.options, { destination, proxy }).bytes);
            const next = new Cri("/next/page?of=2").toLocationOptions();
            for (const [number, values] of Object.entries(byNumber(next))) response.setOption(number, values);
        } catch (error) {
            response.code = "4.00";
            response.write(error.message);
        }
        response.end();
    });
    await new Promise((listening) => server.listen(0, listening));
    port = server._port ?? server._sock.address().port;
});
after(() => server.close());

// Returns options as node-coap's request() takes them: lists of values by number.
function byNumber(options) {
    const values = {};
    for (const { number, value } of options) (values[number] ??= []).push(value);
    return values;
}

async function ask(options) {
    const agent = new coap.Agent({ type: "udp6" });
    const request = coap.request({ hostname: "::1", port, options: byNumber(options), agent });
    request.end();
    const [response] = await once(request, "response");
    return response;
}

test("the server gets the CRI of the client", async () => {
    const destination = { address: "::1", port };
    const here = `coap://[::1]:${port}`;
    const uris = [`${here}/a/%2F/ü?q=1&r`, "coap://lamp.example/on", here, "coap://h/a?r"];
    for (const uri of uris) {
        const response = await ask(new Cri(uri).toOptions({ destination }));
        assert.equal(response.code, "2.05");
        assert(Cri.parse(response.payload).equals(uri), `${Cri.parse(response.payload)} for ${uri}`);
        assert.equal(Cri.fromLocationOptions(response.options).toUri(), "/next/page?of=2");
    }
});

test("a request to a proxy", async () => {
    const destination = { address: "::1", port };
    for (const proxy of ["Proxy-Uri", "Proxy-Cri", "Proxy-Scheme"]) {
        const response = await ask(new Cri("coap://other.example/a?b").toOptions({ proxy, destination }));
        assert.deepEqual([proxy, Cri.parse(response.payload).toUri()], [proxy, "coap://other.example/a?b"]);
    }
});

test("a request that has no CRI", async () => {
    const response = await ask([{ number: 11, value: Buffer.from("..") }]);
    assert.deepEqual([response.code, response.payload.toString()], ["4.00", "the path has a dot segment (. or ..)"]);
});
