# SPDX-License-Identifier: MIT OR Apache-2.0
"""Functions for CoAP: endpoints, and options as pairs of number and value or as bytes."""
from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias, Union

from . import options
from ._libcri import (
    CRI, cache_key, check_endpoint, coded, forward_request, forward_response, insert_option, is_for_proxy,
    options_to_uri, query_params, request, split_message, split_zone, uncoded, unknown_critical, uri_to_options,
)  # fmt: skip
from .errors import ADDRESS, error
from .options import *  # noqa: F403

__all__ = [
    "Address", "Endpoint", "Option", "Options", "Request", "cache_key", "coded", "forward_request", "forward_response",
    "insert_option", "is_for_proxy", "options_to_uri", "query_params", "request", "split_message", "split_zone",
    "uncoded", "unknown_critical", "uri_to_options",
]  # fmt: skip
__all__ += options.__all__

Address: TypeAlias = Union[ipaddress.IPv4Address, ipaddress.IPv6Address]
Bytes: TypeAlias = Union[bytes, bytearray, memoryview]


class Option(NamedTuple):
    """A CoAP option."""

    number: int
    value: bytes


Options: TypeAlias = Union[Bytes, Iterable[tuple[int, bytes]]]


class Request(NamedTuple):
    """A request for the resource that a link leads to: the result of `request`.

    `target` has no fragment and no percent-encoded text, and is the base of the links in the response. If the host is a
    name, `endpoint` is None, and `host` is the name to look up.
    """

    target: CRI
    endpoint: Endpoint | None
    host: str | None
    port: int
    options: tuple[Option, ...]


class _Endpoint(NamedTuple):
    address: Address
    port: int
    zone: str | None = None


class Endpoint(_Endpoint):
    """The destination of a request: an IP address, a port, and an optional zone identifier such as ``"eth0"``."""

    __slots__ = ()

    def __new__(cls, address: Address, port: int, zone: str | None = None) -> Endpoint:
        check_endpoint(address, port, zone)
        return super().__new__(cls, address, port, zone)

    @classmethod
    def of(cls, host: str, port: int) -> Endpoint:
        """Makes an endpoint from the host and the port of a socket address: ``Endpoint.of("fe80::1%eth0", 5683)``. The
        host must be an IP address.
        """
        if not isinstance(host, str):
            raise TypeError(f"host: a str is needed, not {type(host).__name__}")
        address, _, zone = host.partition("%")
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            raise error(ADDRESS, detail=f"host: an IP address is needed, not {host!r}") from None
        return cls(parsed, port, zone or None)
