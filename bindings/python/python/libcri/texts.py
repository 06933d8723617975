# SPDX-License-Identifier: MIT OR Apache-2.0
"""Texts of CRIs: segments, parameters, fragments, user information."""
from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn, TypeAlias, Union, final


@final
class PET(tuple[Union[str, bytes], ...]):
    """Percent-encoded text: characters (``str``) and octets (``bytes``), which a URI has percent-encoded. href 7.1."""

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
        """Characters as UTF-8, octets as they are: need not be UTF-8, and does not show what was percent-encoded."""
        return b"".join(part.encode("utf-8") if isinstance(part, str) else part for part in self)

    def __repr__(self) -> str:
        return f"PET({tuple(self)!r})"


Text: TypeAlias = Union[str, PET]
