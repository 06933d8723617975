#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""The two ends of a conversation by aiocoap: usage: aiocoap-peer.py serve DOCUMENT PORT | ask CRI-IN-HEX PORT"""
import asyncio
import pathlib
import sys

import aiocoap
import aiocoap.resource
from aiocoap.numbers.optionnumbers import OptionNumber
from aiocoap.optiontypes import OpaqueOption

PROXY_CRI, PROXY_SCHEME_NUMBER = OptionNumber(235), OptionNumber(239)
CBOR, AIF = 60, 290
RIGHTS = bytes.fromhex("8182818161 6105")  # [[[["a"]], 5]]


class Answer(aiocoap.resource.Resource):
    """Always the same answer."""

    def __init__(self, payload, content_format):
        super().__init__()
        self.payload, self.content_format = payload, content_format

    async def render_get(self, request):
        return aiocoap.Message(payload=self.payload, content_format=self.content_format)


async def serve(document, port):
    site = aiocoap.resource.Site()
    site.add_resource(["document"], Answer(pathlib.Path(document).read_bytes() * 3, CBOR))
    site.add_resource(["rights"], Answer(RIGHTS, AIF))
    await aiocoap.Context.create_server_context(site, bind=("127.0.0.1", int(port)), transports=["simplesocketserver"])
    await asyncio.get_running_loop().create_future()


async def ask(cri, port):
    context = await aiocoap.Context.create_client_context(transports=["simple6"])
    at = f"coap://127.0.0.1:{port}"

    async def get(path, options=()):
        request = aiocoap.Message(code=aiocoap.GET, uri=f"{at}/{path}")
        request.remote.maximum_block_size_exp = 6
        for number, value in options:
            request.opt.add_option(OpaqueOption(number, value))
        return await asyncio.wait_for(context.request(request).response, 20)

    await get("document")
    await get("rights")
    await get("", [(PROXY_CRI, bytes.fromhex(cri))])
    await get("", [(PROXY_SCHEME_NUMBER, b"\3")])
    await context.shutdown()
    print("aiocoap: done")


asyncio.run({"serve": serve, "ask": ask}[sys.argv[1]](*sys.argv[2:]))
