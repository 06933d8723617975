# SPDX-License-Identifier: MIT OR Apache-2.0
"""Exceptions, with the name and the number of the library's error and its position in the input."""
from __future__ import annotations

from ._libcri import error_name_and_text

NUMBERS = {error_name_and_text(number)[0]: number for number in range(-255, 0)}
ARGUMENT, NO_HOST, ADDRESS = NUMBERS["argument"], NUMBERS["no_host"], NUMBERS["address"]
SCHEME_UNKNOWN, COAP_SCHEME = NUMBERS["scheme_unknown"], NUMBERS["coap_scheme"]


class CRIError(ValueError):
    """An input or an argument that the library refuses.

    Attributes:
        number: the error number, a negative number. cri.h has its name, ``CRI_ERR_…``
        name: the name of the error, such as ``"dot_segment"``
        text: the meaning of the error in English
        offset: the index of the byte or, in a ``str``, the character at fault. None if the error has no position
        part: the component that has the error, such as ``"host"``, or None
        row: the row of a column that has the error, or None
        detail: for a wrong argument, a text with the values that are allowed and the value that was passed, or None
    """

    number: int
    name: str
    text: str
    offset: int | None
    part: str | None
    row: int | None
    detail: str | None

    def __init__(
        self, number: int, offset: int | None = None, part: str | None = None, row: int | None = None,
        detail: str | None = None,
    ) -> None:
        super().__init__(number, offset, part, row, detail)
        self.number = number
        self.name, self.text = error_name_and_text(number)
        self.offset = offset
        self.part = part
        self.row = row
        self.detail = detail

    def __str__(self) -> str:
        if self.detail is not None:
            return self.detail
        place = [f"row {self.row}"] if self.row is not None else []
        place += [f"offset {self.offset}"] if self.offset is not None else []
        place += [self.part] if self.part is not None else []
        return f"{self.name}: {self.text}" + (f" ({', '.join(place)})" if place else "")


class UnprocessableError(CRIError):
    """Well-formed CBOR that is not a processable CRI (href 5.2.1)."""


class CBORError(CRIError):
    """Bytes that are not exactly one well-formed CBOR item: they are malformed, truncated, or too many."""


class URIError(CRIError):
    """A text that is not a URI or IRI, a URI that no CRI represents, or a CRI without a URI."""


class CoAPError(CRIError):
    """CoAP options that are malformed or identify no resource, or a CRI that CoAP options cannot represent."""


class LinkError(CRIError):
    """A text that is not link format, or a value that cannot be written in a link."""


# The classes of the groups of 25 numbers. All errors whose names begin with coap_ are a CoAPError.
CLASSES: dict[int, type[CRIError]] = {1: CBORError, 2: UnprocessableError, 4: URIError, 5: URIError}


def error(
    number: int, offset: int | None = None, part: str | None = None, row: int | None = None, detail: str | None = None
) -> CRIError:
    """Makes the exception for an error number."""
    name, _ = error_name_and_text(number)
    kind = CoAPError if name.startswith("coap_") else CLASSES.get(number // -25, CRIError)
    return kind(number, offset, part, row, detail)
