# SPDX-License-Identifier: MIT OR Apache-2.0
"""Between Python and the functions of the headers: buffers, texts, places of errors."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

from ._cri import ffi, lib
from .errors import CRIError, check, error

# typing.Union, since bytes-like objects have no common type before Python 3.12.
Bytes = Union[bytes, bytearray, memoryview]

_ROOM = 256


def written(call: Callable[[Any, int, Any], int], kind: str = "uint8_t[]") -> bytes:
    """What a function writes to a buffer, made as large as the function says: call(buffer, capacity, length)."""
    length = ffi.new("size_t *")
    capacity = _ROOM
    while True:
        buffer = ffi.new(kind, capacity)
        err = call(buffer, capacity, length)
        if err != lib.CRI_ERR_BUFFER:
            check(err)
            result: bytes = ffi.buffer(buffer, length[0])[:]
            return result
        capacity = length[0] + 1  # texts end in NUL, which the length does not count


def written_text(call: Callable[[Any, int, Any], int]) -> str:
    """The same for a text."""
    return written(call, "char[]").decode("utf-8")


def borrowed(call: Callable[[Any, Any], bool], kind: str = "uint8_t") -> bytes | None:
    """What a function stores a pointer and a length to: call(pointer, length). None if it returns false."""
    start, length = ffi.new(f"const {kind} **"), ffi.new("size_t *")
    if not call(start, length):
        return None
    result: bytes = ffi.buffer(start[0], length[0])[:] if length[0] else b""
    return result


def borrowed_text(call: Callable[[Any, Any], bool]) -> str | None:
    """The same for a text."""
    chars = borrowed(call, "char")
    return None if chars is None else chars.decode("utf-8")


def encoded(text: str | bytes) -> bytes:
    """A text for the library, which says what is wrong with it. Lone surrogates become bytes that are no UTF-8."""
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)


def place(text: str | bytes | None, data: bytes, offset: int) -> int:
    """The offset in what the caller passed: of a str in characters."""
    return len(data[:offset].decode("utf-8", "surrogatepass")) if isinstance(text, str) else offset


def located(err: int, where: Any, revision: int, data: bytes, text: str | bytes | None = None) -> CRIError:
    """The exception for an error, with where it is: `where` is one of the functions cri_…_where()."""
    offset, part = ffi.new("size_t *"), ffi.new("uint8_t *")
    if err == lib.CRI_ERR_ARGUMENT or where(revision, data, len(data), offset, part) != err:
        return error(err)
    name: bytes = ffi.string(lib.cri_part_name(part[0]))
    return error(err, place(text, data, offset[0]), name.decode("ascii"))
