# SPDX-License-Identifier: MIT OR Apache-2.0
"""The types of texts in a CRI: segments, parameters, fragments and user information."""
from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn, TypeAlias, Union, final


@final
class PET(tuple[Union[str, bytes], ...]):
    """Percent-encoded text, a tuple of characters (``str``) and of octets (``bytes``) that are percent-encoded in the
    URI. href 7.1.
    """

    __slots__ = ()

    def __new__(cls, parts: Iterable[str | bytes]) -> PET:
        made = super().__new__(cls, parts)
        for part in made:
            if not isinstance(part, (str, bytes)):
                raise TypeError(f"a part of a PET: a str or bytes is needed, not {type(part).__name__}")
        return made

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("PET is final")

    def decode(self) -> bytes:
        """Returns the UTF-8 of the characters, and the octets unchanged. The result need not be UTF-8, and does not
        show which octets were percent-encoded.
        """
        return b"".join(part.encode("utf-8") if isinstance(part, str) else part for part in self)

    def __repr__(self) -> str:
        return f"PET({tuple(self)!r})"


Text: TypeAlias = Union[str, PET]
