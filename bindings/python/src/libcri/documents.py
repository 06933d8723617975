# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs in larger CBOR documents. Items that are no processable CRIs are skipped; malformed CBOR ends with an error."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ._cri import ffi, lib
from ._native import Bytes
from .cri import CRI, REVISION
from .errors import check


def items_array(data: Bytes, revision: int = REVISION) -> Iterator[CRI]:
    """The items of a CBOR array that are CRIs or CRI references, such as a document of links."""
    return _items(lib.cri_items_array, data, revision)


def items_sequence(data: Bytes, revision: int = REVISION) -> Iterator[CRI]:
    """The items of a CBOR sequence that are CRIs or CRI references. RFC 8742."""
    return _items(lib.cri_items_sequence, data, revision)


def find_tagged(data: Bytes, revision: int = REVISION) -> Iterator[CRI]:
    """The CRIs and CRI references in tag 99, at any depth, in revision 27."""
    pinned, find = ffi.from_buffer(data), ffi.new("cri_find_t *")
    check(lib.cri_find_tagged(revision, pinned, len(pinned), find))
    return _found(pinned, find, lib.cri_find_next, lib.cri_find_error)


def _items(begin: Any, data: Bytes, revision: int) -> Iterator[CRI]:
    pinned, items = ffi.from_buffer(data), ffi.new("cri_items_t *")
    check(begin(revision, pinned, len(pinned), items))
    return _found(pinned, items, lib.cri_items_next, lib.cri_items_error)


def _found(pinned: Any, iterator: Any, advance: Any, failed: Any) -> Iterator[CRI]:
    """`pinned` are the bytes that the iterator borrows."""
    view = ffi.new("cri_t *")
    while advance(iterator, view):
        yield CRI._of_view(view)
    check(failed(iterator))
