# SPDX-License-Identifier: MIT OR Apache-2.0
"""CoAP: endpoints, options one by one, and options as bytes."""
from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Union

from ._cri import ffi, lib
from ._native import encoded
from .errors import check, error

Address = Union[ipaddress.IPv4Address, ipaddress.IPv6Address]

URI_HOST: int = lib.CRI_COAP_URI_HOST
URI_PORT: int = lib.CRI_COAP_URI_PORT
LOCATION_PATH: int = lib.CRI_COAP_LOCATION_PATH
URI_PATH: int = lib.CRI_COAP_URI_PATH
URI_QUERY: int = lib.CRI_COAP_URI_QUERY
LOCATION_QUERY: int = lib.CRI_COAP_LOCATION_QUERY
PROXY_URI: int = lib.CRI_COAP_PROXY_URI
PROXY_SCHEME: int = lib.CRI_COAP_PROXY_SCHEME
PROXY_CRI: int = lib.CRI_COAP_PROXY_CRI
PROXY_SCHEME_NUMBER: int = lib.CRI_COAP_PROXY_SCHEME_NUMBER


class Option(NamedTuple):
    """A CoAP option."""

    number: int
    value: bytes


Options = Union[bytes, Iterable[tuple[int, bytes]]]


class Endpoint(NamedTuple):
    """Where a request goes to or has arrived: an IP address, a port, and a zone identifier such as ``"eth0"``."""

    address: Address
    port: int
    zone: str | None = None

    @classmethod
    def of(cls, host: str, port: int) -> Endpoint:
        """The endpoint of the host and port that sockets know: ``Endpoint.of("fe80::1%eth0", 5683)``."""
        address, _, zone = host.partition("%")
        return cls(ipaddress.ip_address(address), port, zone or None)


class Borrowed:
    """A cri_endpoint_t and the bytes that it borrows: `pointer` is NULL for None."""

    def __init__(self, endpoint: Endpoint | None) -> None:
        self.pointer: Any = ffi.NULL
        if endpoint is not None:
            self._address = ffi.from_buffer(endpoint.address.packed)
            self._zone = ffi.from_buffer("char[]", encoded(endpoint.zone or ""))
            self.pointer = ffi.new("cri_endpoint_t *")
            self.pointer.addr = self._address
            self.pointer.addr_len = len(self._address)
            self.pointer.zone = ffi.NULL if endpoint.zone is None else self._zone
            self.pointer.zone_len = len(self._zone)
            self.pointer.port = endpoint.port


def endpoint_of(view: Any) -> Endpoint:
    """The endpoint of a CRI whose host is an address."""
    found = ffi.new("cri_endpoint_t *")
    check(lib.cri_host_endpoint(view, found))
    zone = None if found.zone == ffi.NULL else ffi.buffer(found.zone, found.zone_len)[:].decode("utf-8")
    return Endpoint(ipaddress.ip_address(ffi.buffer(found.addr, found.addr_len)[:]), found.port, zone)


def options_of(view: Any, destination: Endpoint | None, proxy: int | None) -> Iterator[Option]:
    """The options of a request for a CRI; to a proxy if `proxy` is the number of a proxy option."""
    borrowed = Borrowed(destination)
    scratch = ffi.new("uint8_t[]", lib.CRI_COAP_PROXY_SCRATCH)
    used, options = ffi.new("size_t *"), ffi.new("cri_coap_options_t *")
    if proxy is None:
        check(lib.cri_coap_options(view, borrowed.pointer, scratch, len(scratch), used, options))
    else:
        check(lib.cri_coap_proxy_options(view, proxy, borrowed.pointer, scratch, len(scratch), used, options))
    number, start, length = ffi.new("uint16_t *"), ffi.new("const uint8_t **"), ffi.new("size_t *")
    while lib.cri_coap_options_next(options, number, start, length):
        yield Option(number[0], ffi.buffer(start[0], length[0])[:])


def coded(options: Iterable[tuple[int, bytes]]) -> bytes:
    """Options as they are in a message, delta-coded: RFC 7252 3.1. Those of a number keep their order."""
    out, last = bytearray(), 0
    for number, value in sorted(options, key=lambda option: option[0]):
        if not 0 <= number <= 65535:
            raise error(lib.CRI_ERR_COAP_OPTION)
        (delta, more_delta), (length, more_length) = _extended(number - last), _extended(len(value))
        out += bytes([delta << 4 | length]) + more_delta + more_length + value
        last = number
    return bytes(out)


def _extended(number: int) -> tuple[int, bytes]:
    if number < 13:
        return number, b""
    if number < 269:
        return 13, (number - 13).to_bytes(1, "big")
    if number < 269 + 65536:
        return 14, (number - 269).to_bytes(2, "big")
    raise error(lib.CRI_ERR_COAP_LENGTH)


def uncoded(data: bytes) -> Iterator[Option]:
    """The options in what the library has written."""
    at, number = 0, 0
    while at < len(data):
        parts, at = [data[at] >> 4, data[at] & 15], at + 1
        for index, nibble in enumerate(parts):
            size = max(nibble - 12, 0)
            parts[index] = (nibble, 13, 269)[size] + int.from_bytes(data[at : at + size], "big")
            at += size
        number += parts[0]
        yield Option(number, data[at : at + parts[1]])
        at += parts[1]


def in_message(options: Options) -> bytes:
    """Options as bytes: as they are, or delta-coded here."""
    return bytes(options) if isinstance(options, (bytes, bytearray, memoryview)) else coded(options)


def asks_proxy(options: Options) -> bool:
    """Whether a request asks a proxy. Its path then belongs to another server; one that is no proxy answers 5.05."""
    data, asks = in_message(options), ffi.new("bool *")
    check(lib.cri_coap_asks_proxy(data, len(data), asks))
    return bool(asks[0])
