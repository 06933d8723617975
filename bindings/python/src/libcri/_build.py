# SPDX-License-Identifier: MIT OR Apache-2.0
"""The library's builder, whose calls are collected first: they are repeated where the buffer was too small."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ._cri import ffi, lib
from ._native import encoded, written
from .coap import Address


class Builder:
    """The calls that build a CRI. They are made in the order of cri_builder_init(); the first error decides."""

    def __init__(self) -> None:
        self._calls: list[Callable[[Any], int]] = []

    def add(self, function: Any, *values: Any) -> None:
        self._calls.append(lambda builder: function(builder, *values))

    def add_text(self, function: Any, text: str) -> None:
        data = encoded(text)
        self.add(function, data, len(data))

    def scheme(self, scheme: str | int | None) -> None:
        if isinstance(scheme, int):
            self.add(lib.cri_builder_scheme_id, scheme)
        elif scheme is not None:
            self.add_text(lib.cri_builder_scheme_name, scheme)

    def host(self, host: str | Address | None, zone: str | None) -> None:
        if isinstance(host, str):
            self.add_text(lib.cri_builder_host_name, host)
        elif host is not None:
            chars = ffi.NULL if zone is None else encoded(zone)
            self.add(lib.cri_builder_host_address, host.packed, len(host.packed), chars, len(zone and chars or b""))

    def texts(self, texts: Iterable[str] | None, begin: Any, append: Any) -> None:
        """A path or a query. One that is set and has no texts is `[]` in a reference, and nothing in a full CRI."""
        if texts is not None:
            self.add(begin)
            for text in texts:
                self.add_text(append, text)

    def finish(self, revision: int, flags: int) -> bytes:
        def build(buf: Any, cap: int, length: Any) -> int:
            builder = ffi.new("cri_builder_t *")
            err: int = lib.cri_builder_init(builder, revision, flags, buf, cap)
            if err == lib.CRI_OK:
                for call in self._calls:
                    call(builder)
                err = lib.cri_builder_finish(builder, length)
            return err

        return written(build)
