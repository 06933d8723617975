# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs in messages of aiocoap: requests for a CRI, the CRI of a request, Proxy-Cri.

    context = await aiocoap.Context.create_client_context()
    request = aiocoap.Message(code=aiocoap.GET)
    set_target(request, base.resolve(link))
    response = await context.request(request).response
"""
from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import unquote

import aiocoap
from aiocoap.message import UndecidedRemote
from aiocoap.numbers.optionnumbers import OptionNumber
from aiocoap.util import hostportsplit

from ._libcri import CRI, REVISION
from .coap import (
    PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, URI_HOST, URI_PATH, URI_PORT, URI_QUERY, Endpoint, Option,
)  # fmt: skip
from .errors import ARGUMENT, COAP_SCHEME, NO_HOST, CoAPError, CRIError, error

# draft-ietf-core-uri-path-abbrev
_URI_PATH_ABBREV = 13
# The options that name the target of a request.
TARGET_OPTIONS = frozenset(
    (URI_HOST, URI_PORT, URI_PATH, _URI_PATH_ABBREV, URI_QUERY, PROXY_URI, PROXY_SCHEME, PROXY_CRI, PROXY_SCHEME_NUMBER)
)
# The schemes that encrypt the way to a proxy, and those whose requests need no encryption.
_SECURE = frozenset(("coaps", "coaps+tcp", "coaps+ws"))
_PLAIN = frozenset(("coap", "coap+tcp", "coap+ws", "http"))


class PlainProxyError(CoAPError):
    """A request for a secure target would reach its proxy unencrypted. See `set_target`."""

    def __str__(self) -> str:
        return f"{self.name}: the way to the proxy is not encrypted: name one by coaps, or pass allow_plain_proxy=True"


def pairs(message: aiocoap.Message) -> list[tuple[int, bytes]]:
    """The options of a message, for `CRI.from_options` and `is_for_proxy`."""
    _check(message, aiocoap.Message, "message")
    return [(int(option.number), option.encode()) for option in message.opt.option_list()]


def add_options(message: aiocoap.Message, options: Iterable[tuple[int, bytes]]) -> None:
    """Adds options to a message, as they are."""
    _check(message, aiocoap.Message, "message")
    for number, value in options:
        message.opt.add_option(OptionNumber(number).create_option(decode=value))


def set_target(
    message: aiocoap.Message, target: CRI, *, proxy: str | CRI | None = None, proxy_option: int = PROXY_CRI,
    allow_plain_proxy: bool = False,
) -> None:
    """Makes a request one for a CRI: its options, and where it goes. The fragment, which no request has, is left out.
    Percent-encoded text is decoded where it becomes options (`CRI.decode_pet()`).

    It goes by the transport of the CRI's scheme: coap, coaps, coap+tcp, coaps+tcp, coap+ws or coaps+ws. aiocoap refuses
    it with `aiocoap.error.NoRequestInterface` if the context has no such transport.

    With `proxy`, a ``"host:port"`` or the URI or CRI of an origin, such as ``"coaps://proxy.example"``, it goes to that
    forward proxy, with one of the options that are meant for a proxy. The proxy chooses how it goes on from there.

    Over a plain proxy (coap, coap+tcp or coap+ws), target, payload and response are unencrypted, whatever the scheme of
    the target promises. So only a target of coap, coap+tcp, coap+ws or http goes there. For any other, such as coaps
    or https, a `PlainProxyError` is raised, and the message stays as it was, unless `allow_plain_proxy` is true.
    """
    _check(message, aiocoap.Message, "message")
    _check(target, CRI, "target")
    target = target.without_fragment()
    if proxy is None:
        remote, options = _remote(target), target.decode_pet().options(target.endpoint)
    else:
        if isinstance(proxy, str):
            proxy = CRI.from_uri(proxy if "://" in proxy else f"coap://{proxy}")
        _check(proxy, CRI, "proxy")
        if proxy.scheme not in _SECURE and target.scheme not in _PLAIN and not allow_plain_proxy:
            raise PlainProxyError(COAP_SCHEME)
        if proxy_option in (PROXY_SCHEME, PROXY_SCHEME_NUMBER):
            target = target.decode_pet()
        remote, options = _remote(proxy), target.proxy_options(proxy_option, proxy.endpoint)
        if proxy.endpoint is None and any(number in (PROXY_SCHEME, PROXY_SCHEME_NUMBER) for number, _ in options):
            # Without Uri-Port it would be the port of the proxy, which is looked up by its name.
            options = tuple(option for option in options if option[0] != URI_PORT)
            options += (Option(URI_PORT, (target.effective_port or 0).to_bytes(2, "big")),)
        # A scheme that is none of CoAP's has no request to a proxy either.
        proxy.options(proxy.endpoint)
    for number in TARGET_OPTIONS:
        message.opt.delete_option(OptionNumber(number))
    add_options(message, options)
    message.remote = remote


def _remote(cri: CRI) -> UndecidedRemote:
    """Where a request for a CRI goes. The default port is left out, as it is where credentials are looked up."""
    if not cri.host:
        raise error(NO_HOST)
    host = f"[{cri.host}]" if ":" in cri.host else cri.host
    hostinfo = host if cri.port is None else f"{host}:{cri.port}"
    # aiocoap declares the class as abstract. A CRI without a scheme has no options, so `set_target` refuses it.
    return UndecidedRemote(cri.scheme, hostinfo)  # pyright: ignore[reportAbstractUsage, reportArgumentType]


def cri_of(request: aiocoap.Message, revision: int = REVISION) -> CRI:
    """The CRI of the resource that a request is for, or that it asks a proxy for.

    What Uri-Host and Uri-Port leave out is the address at which the request has arrived. In an `aiocoap.resource.Site`,
    which takes from a request the part of the path that it has matched, the path is that of the whole request.
    """
    options, remote = pairs(request), request.remote
    host, port = hostportsplit(remote.hostinfo_local or "") if remote else (None, None)
    if remote is None or host is None:
        raise error(ARGUMENT, detail="request: a message that was received is needed, not one made by this program")
    numbers = {number for number, _ in options}
    whole = bool(numbers & {PROXY_URI, PROXY_CRI})
    if not whole and _URI_PATH_ABBREV not in numbers:
        options = [option for option in options if option[0] != URI_PATH]
        options += [(URI_PATH, segment) for segment in _whole_path(request)]
    scheme = remote.scheme
    port = port or CRI.build(scheme=scheme, host="h").effective_port or 0
    destination = None
    try:
        destination = Endpoint.of(host, port)
    except CRIError:
        # A name: that of the WebSocket's host (RFC 8323 8.5).
        if not whole:
            options += [] if URI_HOST in numbers else [(URI_HOST, host.encode())]
            options += [] if URI_PORT in numbers else [(URI_PORT, port.to_bytes(2, "big"))]
    return CRI.from_options(options, scheme=scheme, destination=destination, revision=revision)


def _whole_path(request: aiocoap.Message) -> list[bytes]:
    """The path of a request before a Site took from it. aiocoap keeps it as text only, quoted segment by segment.

    A slash in what is before the path is one in Uri-Host or Proxy-Scheme, which no CRI can be made of.
    """
    _, _, rest = request.get_request_uri().partition("://")
    _, _, path = rest.partition("?")[0].partition("/")
    return [unquote(segment).encode() for segment in path.split("/")] if path else []


def location_of(response: aiocoap.Message, request: CRI) -> CRI:
    """The CRI that the Location-* options of a response name, for the CRI of the request."""
    _check(request, CRI, "request")
    return request.resolve(CRI.from_location(pairs(response), request.revision))


def _check(value: object, kind: type, what: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{what}: {kind.__name__} is needed, not {type(value).__name__}")
