# SPDX-License-Identifier: MIT OR Apache-2.0
"""Uses CRIs with messages of aiocoap: sets the target of a request, with or without a proxy, and returns its CRI.

    context = await aiocoap.Context.create_client_context()
    request = aiocoap.Message(code=aiocoap.GET)
    set_target(request, libcri.coap.request(link, base))
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
from .coap import Endpoint, Option, Request
from .errors import ARGUMENT, COAP_SCHEME, NO_HOST, CoAPError, CRIError, error
from .options import (
    PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, URI_HOST, URI_PATH, URI_PATH_ABBREV, URI_PORT,
)  # fmt: skip
from .options import TARGET_OPTIONS as TARGET_OPTIONS

# The schemes of proxies to which the connection is encrypted, and the schemes of targets that do not need encryption.
_SECURE = frozenset(("coaps", "coaps+tcp", "coaps+ws"))
_PLAIN = frozenset(("coap", "coap+tcp", "coap+ws", "http"))


class PlainProxyError(CoAPError):
    """Raised by `set_target` if a request for a secure target would be sent to its proxy unencrypted."""

    def __str__(self) -> str:
        return (
            f"{self.name}: the connection to the proxy is not encrypted: use a proxy with the scheme coaps, or pass "
            "allow_plain_proxy=True"
        )


def pairs(message: aiocoap.Message) -> list[tuple[int, bytes]]:
    """Returns the options of a message in the form that `CRI.from_options` and `is_for_proxy` accept."""
    _check(message, aiocoap.Message, "message")
    return [(int(option.number), option.encode()) for option in message.opt.option_list()]


def add_options(message: aiocoap.Message, options: Iterable[tuple[int, bytes]]) -> None:
    """Adds options to a message, without checking or converting them."""
    _check(message, aiocoap.Message, "message")
    for number, value in options:
        message.opt.add_option(OptionNumber(number).create_option(decode=value))


def set_target(
    message: aiocoap.Message, target: CRI | Request, *, proxy: str | CRI | None = None, proxy_option: int = PROXY_CRI,
    allow_plain_proxy: bool = False,
) -> None:
    """Sets the options and the destination of a request for a CRI. The fragment is omitted, because requests have no
    fragment. Percent-encoded text is decoded if it becomes options (`CRI.decode_pet()`).

    `target` may also be the result of `libcri.coap.request`, which refuses the schemes that the program does not list.

    The request is sent over the transport of the CRI's scheme: coap, coaps, coap+tcp, coaps+tcp, coap+ws or coaps+ws.
    If the context has no such transport, sending it raises `aiocoap.error.NoRequestInterface`.

    With `proxy`, the request is sent to a forward proxy, with the option `proxy_option`. `proxy` is ``"host:port"``, or
    the URI or CRI of an origin, such as ``"coaps://proxy.example"``. The proxy decides how it forwards the request.

    If the scheme of the proxy is coap, coap+tcp or coap+ws, target, payload and response are sent to it unencrypted,
    whatever the scheme of the target is. So the target must have the scheme coap, coap+tcp, coap+ws or http. For any
    other scheme, such as coaps or https, a `PlainProxyError` is raised and the message is not changed, unless
    `allow_plain_proxy` is true.
    """
    _check(message, aiocoap.Message, "message")
    options: Iterable[tuple[int, bytes]]
    if isinstance(target, Request) and proxy is None:
        return _set(message, _remote(target.target), target.options)
    if isinstance(target, Request):
        target = target.target
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
            # If Uri-Port is absent, the port of the target is the port of the proxy (RFC 7252 5.10.1). Without the
            # address of the proxy, `proxy_options` does not compare the ports, so Uri-Port is always added.
            options = tuple(option for option in options if option[0] != URI_PORT)
            options += (Option(URI_PORT, (target.effective_port or 0).to_bytes(2, "big")),)
        # Raises an error if the scheme of the proxy is not a CoAP scheme.
        proxy.options(proxy.endpoint)
    _set(message, remote, options)


def _set(message: aiocoap.Message, remote: UndecidedRemote, options: Iterable[tuple[int, bytes]]) -> None:
    for number in TARGET_OPTIONS:
        message.opt.delete_option(OptionNumber(number))
    add_options(message, options)
    message.remote = remote


def _remote(cri: CRI) -> UndecidedRemote:
    """Returns the remote for a request to a CRI's host and port. A port that the CRI does not give is not added,
    because aiocoap looks up credentials by the URI.
    """
    if not cri.host:
        raise error(NO_HOST)
    host = f"[{cri.host}]" if ":" in cri.host else cri.host
    hostinfo = host if cri.port is None else f"{host}:{cri.port}"
    # aiocoap declares the class as abstract. A CRI without a scheme has no options, so `set_target` refuses it.
    return UndecidedRemote(cri.scheme, hostinfo)  # pyright: ignore[reportAbstractUsage, reportArgumentType]


def cri_of(request: aiocoap.Message, revision: int = REVISION) -> CRI:
    """Returns the CRI of the resource that a received request is for. If the request is meant for a proxy, that is the
    resource that the proxy should fetch.

    If Uri-Host or Uri-Port is absent, the local address to which the request was sent is used. An
    `aiocoap.resource.Site` removes the part of the path that it has matched from the request; the CRI has the whole
    path.
    """
    options, remote = pairs(request), request.remote
    host, port = hostportsplit(remote.hostinfo_local or "") if remote else (None, None)
    if remote is None or host is None:
        raise error(ARGUMENT, detail="request: a message that was received is needed, not one made by this program")
    numbers = {number for number, _ in options}
    whole = bool(numbers & {PROXY_URI, PROXY_CRI})
    if not whole and URI_PATH_ABBREV not in numbers:
        options = [option for option in options if option[0] != URI_PATH]
        options += [(URI_PATH, segment) for segment in _whole_path(request)]
    scheme = remote.scheme
    port = port or CRI.build(scheme=scheme, host="h").effective_port or 0
    destination = None
    try:
        destination = Endpoint.of(host, port)
    except CRIError:
        # The local address is not an IP address but a name: the host of the WebSocket (RFC 8323 8.5).
        if not whole:
            options += [] if URI_HOST in numbers else [(URI_HOST, host.encode())]
            options += [] if URI_PORT in numbers else [(URI_PORT, port.to_bytes(2, "big"))]
    return CRI.from_options(options, scheme=scheme, destination=destination, revision=revision)


def _whole_path(request: aiocoap.Message) -> list[bytes]:
    """Returns the path of a request before a Site removed a part of it. aiocoap keeps the whole path only in the text
    of the request's URI, where the segments are percent-encoded one by one.

    If Uri-Host or Proxy-Scheme has a slash, the result is wrong. That does not matter, because such options identify no
    CRI.
    """
    _, _, rest = request.get_request_uri().partition("://")
    _, _, path = rest.partition("?")[0].partition("/")
    return [unquote(segment).encode() for segment in path.split("/")] if path else []


def location_of(response: aiocoap.Message, request: CRI) -> CRI:
    """Returns the CRI that the Location-* options of a response identify. `request` is the CRI of the request."""
    _check(request, CRI, "request")
    return request.resolve(CRI.from_location(pairs(response), request.revision))


def _check(value: object, kind: type, what: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{what}: {kind.__name__} is needed, not {type(value).__name__}")
