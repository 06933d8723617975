# SPDX-License-Identifier: MIT OR Apache-2.0
"""Errors: exceptions with the name and the number that the library gives them, and where in the input the error is."""
from __future__ import annotations

from ._libcri import error_name_and_text

ARGUMENT, NO_HOST, ADDRESS, SCHEME_UNKNOWN, COAP_SCHEME = -1, -11, -22, -49, -80


class CRIError(ValueError):
    """What the library refused.

    Attributes:
        number: the error number, negative: that of a ``CRI_ERR_…`` in cri.h
        name: its name, such as ``"dot_segment"``
        text: what it means, in English
        offset: where the error is: of bytes, the byte; of a ``str``, the character. None if it is in no place
        part: the component that it is in, such as ``"host"``; or None
        row: of a column, the row; or None
        detail: of an argument, the values that are allowed, and the one that was given; or None
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
    """Well-formed CBOR that is not a processable CRI: href 5.2.1."""


class CBORError(CRIError):
    """Not one well-formed CBOR item: malformed, cut short, or followed by more."""


class URIError(CRIError):
    """A text that is not a URI or IRI, one that has no CRI, or a CRI that has no URI."""


class CoAPError(CRIError):
    """CoAP options that are malformed or identify no resource, or a CRI that has no options."""


class LinkError(CRIError):
    """A text that is not link format, or what no link can have."""


def error(
    number: int, offset: int | None = None, part: str | None = None, row: int | None = None, detail: str | None = None
) -> CRIError:
    """Makes the exception for an error number, by the groups that the numbers come in."""
    kind: type[CRIError] = CRIError
    if number in (-3, -4, -10):
        kind = CBORError
    elif -28 <= number <= -16:
        kind = UnprocessableError
    elif -80 < number <= -48:
        kind = URIError
    elif -96 < number <= -80 or -128 < number <= -112:
        kind = CoAPError
    return kind(number, offset, part, row, detail)
