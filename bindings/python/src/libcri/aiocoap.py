# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs in messages of aiocoap: requests for a CRI, the CRI of a request, Proxy-Cri.

    context = await aiocoap.Context.create_client_context()
    request = aiocoap.Message(code=aiocoap.GET)
    set_target(request, base.resolve(link))
    response = await context.request(request).response
"""
from __future__ import annotations

from collections.abc import Iterable

import aiocoap
from aiocoap.numbers.optionnumbers import OptionNumber

from ._cri import lib
from .coap import PROXY_CRI, Option
from .cri import CRI, REVISION
from .errors import error


def pairs(message: aiocoap.Message) -> list[tuple[int, bytes]]:
    """The options of a message, for `CRI.from_options` and `asks_proxy`."""
    return [(int(option.number), option.encode()) for option in message.opt.option_list()]


def add_options(message: aiocoap.Message, options: Iterable[Option]) -> None:
    """Adds options to a message, as they are."""
    for number, value in options:
        message.opt.add_option(OptionNumber(number).create_option(decode=value))


def set_target(
    message: aiocoap.Message, target: CRI, *, proxy: str | None = None, proxy_option: int = PROXY_CRI
) -> None:
    """Makes a request one for a CRI: its options, and where it goes. The fragment, which no request has, is left out.

    With `proxy`, a ``"host:port"``, it goes to that forward proxy, with one of the options that ask a proxy.
    """
    target = target.without_fragment()
    if proxy is not None:
        add_options(message, target.proxy_options(proxy_option))
        message.unresolved_remote = proxy
        return
    host, port = target.host, target.effective_port
    if not host or port is None:
        raise error(lib.CRI_ERR_SCHEME_UNKNOWN if host else lib.CRI_ERR_NO_HOST)
    add_options(message, target.options(target.endpoint))
    message.unresolved_remote = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def cri_of(request: aiocoap.Message, revision: int = REVISION) -> CRI:
    """The CRI of the resource that a request is for, or that it asks a proxy for.

    What Uri-Host and Uri-Port leave out is the address at which the request has arrived.
    """
    here = CRI.from_uri(request.remote.uri_base_local)
    return CRI.from_options(pairs(request), scheme=here.scheme or "coap", destination=here.endpoint, revision=revision)


def location_of(response: aiocoap.Message, request: CRI) -> CRI:
    """The CRI that the Location-* options of a response name, for the CRI of the request."""
    return request.resolve(CRI.from_location(pairs(response), request.revision))
