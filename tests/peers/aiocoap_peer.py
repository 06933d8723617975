# SPDX-License-Identifier: MIT OR Apache-2.0
"""aiocoap as a peer of script/check/peers."""
import asyncio
import sys

import aiocoap
from aiocoap.proxy.client import ProxyForwarder
from aiocoap.resource import Resource


class Report(Resource):
    """Answers every request with the options and the URI that aiocoap reads."""

    async def render(self, request):
        options = [f"{int(option.number)}:{option.encode().hex()}" for option in request.opt.option_list()]
        payload = " ".join([*options, request.get_request_uri()]).encode()
        return aiocoap.Message(code=aiocoap.CONTENT, payload=payload)


async def serve(port):
    await aiocoap.Context.create_server_context(
        Report(), bind=("127.0.0.1", int(port)), transports=["simplesocketserver"]
    )
    await asyncio.get_running_loop().create_future()


async def ask(*uris):
    client = await aiocoap.Context.create_client_context(transports=["simple6"])
    requester = client
    if uris[0] == "--proxy":
        requester, uris = ProxyForwarder(uris[1], client), uris[2:]
    for uri in uris:
        request = aiocoap.Message(code=aiocoap.GET, uri=uri)
        response = await asyncio.wait_for(requester.request(request).response, 20)
        print(response.payload.decode())
    await client.shutdown()


asyncio.run({"serve": serve, "ask": ask}[sys.argv[1]](*sys.argv[2:]))
