# SPDX-License-Identifier: MIT OR Apache-2.0
"""Link format (RFC 6690): what /.well-known/core answers, read and written.

>>> from libcri import CRI, links
>>> base = CRI("coap://h/.well-known/core")
>>> for link in links.loads('</temp>;rt="temperature core.s";ct=40,</led>;if=actuator;obs'):
...     print(link.resolve(base).to_uri(), link.get("rt"), link.matches("rt=temp*"))
coap://h/temp temperature core.s True
coap://h/led None False
>>> links.dumps([links.Link("/temp", [("rt", "temperature core.s"), ("obs", None)])])
'</temp>;rt="temperature core.s";obs'
"""
from __future__ import annotations

from collections.abc import Iterable

from ._libcri import Link, items
from .coap import Bytes
from .errors import LinkError

__all__ = ["Link", "LinkError", "dumps", "items", "loads"]


def loads(text: str | Bytes) -> list[Link]:
    """The links of a document. Raises a LinkError, with its offset, where there is what is not a link."""
    found = []
    for item in items(text):
        if isinstance(item, LinkError):
            raise item
        found.append(item)
    return found


def dumps(links: Iterable[Link]) -> str:
    """The document of these links."""
    texts = []
    for link in links:
        if not isinstance(link, Link):
            raise TypeError(f"a link: a Link is needed, not {type(link).__name__}")
        texts.append(str(link))
    return ",".join(texts)
