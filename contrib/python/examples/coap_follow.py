#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""A CoAP client that fetches a document of links, a CBOR array of CRI references, and follows them: coap_follow.py URI

Its output is the same as that of examples-c/coap-follow. The server is not trusted: the client follows only coap links,
at most LINKS of them and one level deep, and escapes payloads.
"""
import asyncio
import sys

import aiocoap
from aiocoap.error import Error

from libcri import CRI, CRIError, escape, items_array
from libcri.aiocoap import set_target
from libcri.coap import request

LINKS = 16
SECONDS = 10
CBOR = 60


async def fetch(context: aiocoap.Context, target: CRI) -> aiocoap.Message | None:
    """Fetches a CRI and prints the response. Does not print user information, which may be a password."""
    line = f"0.01 {target.without_userinfo().to_uri()}: "
    message = aiocoap.Message(code=aiocoap.GET)
    try:
        set_target(message, request(target))
        response = await asyncio.wait_for(context.request(message).response, SECONDS)
    except CRIError as refused:
        print(line + refused.name)
        return None
    except (ValueError, asyncio.TimeoutError, Error) as problem:
        print(line + (str(problem) or type(problem).__name__))
        return None
    cbor = response.opt.content_format == CBOR
    content = f"CBOR of {len(response.payload)} bytes" if cbor else escape(response.payload)
    print(f"{line}{response.code.dotted} {content}")
    return response


async def follow(uri: str) -> None:
    base = CRI.from_uri(uri)
    context = await aiocoap.Context.create_client_context()
    try:
        document = await fetch(context, base)
        if document is None or document.opt.content_format != CBOR:
            return
        for number, link in enumerate(items_array(document.payload)):
            if number == LINKS:
                print(f"skipped: more than {LINKS} links")
                break
            await fetch(context, base.resolve(link))
    except CRIError as refused:
        print(f"the document of links: {refused}")
    finally:
        await context.shutdown()


if __name__ == "__main__":
    asyncio.run(follow(sys.argv[1]))
