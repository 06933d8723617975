# SPDX-License-Identifier: MIT OR Apache-2.0
"""An aiocoap server and client, whose messages the tests of traffic record."""
import asyncio

import aiocoap
import aiocoap.resource
from aiocoap.numbers.optionnumbers import OptionNumber
from aiocoap.optiontypes import OpaqueOption

PROXY_CRI, PROXY_SCHEME_NUMBER = OptionNumber(235), OptionNumber(239)
CBOR, AIF = 60, 290
RIGHTS = bytes.fromhex("8182818161 6105")  # [[[["a"]], 5]]


class Answer(aiocoap.resource.Resource):
    """A resource whose answer is always the same."""

    def __init__(self, payload, content_format):
        super().__init__()
        self.payload, self.content_format = payload, content_format

    async def render_get(self, request):
        return aiocoap.Message(payload=self.payload, content_format=self.content_format)


async def converse(document, cri, port, asked):
    """Serves a document in blocks, and authorization information, at `port`. Requests both at the port `asked`, and
    also sends requests with Proxy-Cri and Proxy-Scheme-Number there."""
    site = aiocoap.resource.Site()
    site.add_resource(["document"], Answer(document * 3, CBOR))
    site.add_resource(["rights"], Answer(RIGHTS, AIF))
    server = await aiocoap.Context.create_server_context(
        site, bind=("127.0.0.1", port), transports=["simplesocketserver"]
    )
    client = await aiocoap.Context.create_client_context(transports=["simple6"])
    proxied = [(PROXY_CRI, cri)], [(PROXY_SCHEME_NUMBER, b"\3")]
    for path, options in (("document", []), ("rights", []), *(("", options) for options in proxied)):
        request = aiocoap.Message(code=aiocoap.GET, uri=f"coap://127.0.0.1:{asked}/{path}")
        request.remote.maximum_block_size_exp = 6
        for number, value in options:
            request.opt.add_option(OpaqueOption(number, value))
        await asyncio.wait_for(client.request(request).response, 20)
    await client.shutdown()
    await server.shutdown()
