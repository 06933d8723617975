#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""A CoAP forward proxy: coap_proxy.py ADDRESS PORT NETWORK...

A request identifies its target with Proxy-Cri (235), Proxy-Scheme-Number (239), Proxy-Uri or Proxy-Scheme. `cri_of`
returns its CRI for each of these options. The proxy forwards only to coap targets whose host is an address in one of
the networks, because a proxy that reaches every host is a hole in a firewall. It has no resources of its own.
"""
import asyncio
import ipaddress
import sys

import aiocoap
from aiocoap.error import Error
from aiocoap.numbers.codes import Code
from aiocoap.resource import PathCapable, Resource

from libcri import CRI, CRIError, is_for_proxy
from libcri.aiocoap import add_options, cri_of, pairs, set_target
from libcri.coap import BLOCK1, BLOCK2, HOP_LIMIT, MAX_AGE, forward_request, forward_response, uncoded

SECONDS = 10
# aiocoap assembles and divides blocks.
BLOCKS = BLOCK1, BLOCK2
# The codes of errors other than 4.02.
CODES = {"coap_hop_limit": Code.BAD_REQUEST, "coap_hop_limit_reached": Code(5 << 5 | 8)}


class Refused(Exception):
    def __init__(self, code: Code, reason: str) -> None:
        self.message = aiocoap.Message(code=code, payload=reason.encode())


class Proxy(Resource, PathCapable):  # type: ignore[misc]
    """Forwards requests that are meant for a proxy."""

    def __init__(self, networks: list[str], context: aiocoap.Context) -> None:
        super().__init__()
        self.networks = [ipaddress.ip_network(network) for network in networks]
        self.context = context

    def target(self, request: aiocoap.Message) -> CRI:
        options = pairs(request)
        try:
            if not is_for_proxy(options):
                raise Refused(Code.NOT_FOUND, "this proxy has no resources of its own")
            target = cri_of(request)
        except CRIError as refused:
            raise Refused(Code.BAD_OPTION, str(refused)) from None
        endpoint = target.endpoint
        if target.scheme != "coap" or endpoint is None:
            raise Refused(Code.PROXYING_NOT_SUPPORTED, "the target needs the scheme coap and an IP address")
        if not any(endpoint.address in network for network in self.networks):
            raise Refused(Code.FORBIDDEN, "the address is not in a network of this proxy")
        return target

    def forwarded(self, request: aiocoap.Message, target: CRI) -> aiocoap.Message:
        """Returns the request for the target (RFC 7252 5.7.1). Its Hop-Limit ends loops of proxies (RFC 8768)."""
        onward = aiocoap.Message(code=request.code, payload=request.payload)
        try:
            forwarded = uncoded(forward_request(pairs(request), BLOCKS))
            add_options(onward, forwarded)
            if all(option.number != HOP_LIMIT for option in forwarded):
                add_options(onward, [(HOP_LIMIT, b"\x10")])
            set_target(onward, target)
        except CRIError as refused:
            raise Refused(CODES.get(refused.name, Code.BAD_OPTION), str(refused)) from None
        return onward

    async def render(self, request: aiocoap.Message) -> aiocoap.Message:
        try:
            onward = self.forwarded(request, self.target(request))
            response = await asyncio.wait_for(self.context.request(onward).response, SECONDS)
        except Refused as refused:
            return refused.message
        except asyncio.TimeoutError:
            return aiocoap.Message(code=Code.GATEWAY_TIMEOUT)
        except Error:
            return aiocoap.Message(code=Code.BAD_GATEWAY)
        answer = aiocoap.Message(code=response.code, payload=response.payload)
        options = pairs(response)
        try:
            add_options(answer, uncoded(forward_response(options, (*BLOCKS, MAX_AGE))))
        except CRIError:
            return aiocoap.Message(code=Code.BAD_GATEWAY)
        add_options(answer, [option for option in options if option[0] == MAX_AGE])
        return answer


async def serve(address: str, port: int, networks: list[str]) -> None:
    proxy = Proxy(networks, await aiocoap.Context.create_client_context())
    await aiocoap.Context.create_server_context(proxy, bind=(address, port))
    print("listening", flush=True)
    await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    try:
        asyncio.run(serve(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
    except KeyboardInterrupt:
        pass
