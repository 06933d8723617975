# SPDX-License-Identifier: MIT OR Apache-2.0
"""Texts of CRIs: segments, parameters, fragments, user information."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Union

from ._cri import ffi, lib
from ._native import borrowed_text


class PET(tuple[Union[str, bytes], ...]):
    """Percent-encoded text: characters (``str``) and octets (``bytes``), which a URI has percent-encoded. href 7.1."""

    __slots__ = ()

    def decode(self) -> bytes:
        """Characters as UTF-8, octets as they are: need not be UTF-8, and does not show what was percent-encoded."""
        return b"".join(part.encode("utf-8") if isinstance(part, str) else part for part in self)

    def __repr__(self) -> str:
        return f"PET({tuple(self)!r})"


Text = Union[str, PET]


def text_of(view: Any) -> Text:
    """The text that a cri_text_t is."""
    plain = borrowed_text(lambda chars, length: lib.cri_text_plain(view, chars, length))
    return plain if plain is not None else PET(_chunks(view))


def _chunks(view: Any) -> Iterator[str | bytes]:
    chunks, start, length, octets = (
        ffi.new("cri_chunks_t *"), ffi.new("const uint8_t **"), ffi.new("size_t *"), ffi.new("bool *"),
    )
    lib.cri_text_chunks(view, chunks)
    while lib.cri_chunks_next(chunks, start, length, octets):
        part: bytes = ffi.buffer(start[0], length[0])[:]
        yield part if octets[0] else part.decode("utf-8")


def texts_of(iterator: Any) -> tuple[Text, ...]:
    """What a cri_iter_t goes through."""
    view, texts = ffi.new("cri_text_t *"), []
    while lib.cri_iter_next(iterator, view):
        texts.append(text_of(view))
    return tuple(texts)


