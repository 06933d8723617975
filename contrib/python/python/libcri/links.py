# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads and writes link format (RFC 6690), the format of /.well-known/core.

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

import json
import re
import reprlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, unquote

from ._libcri import Link, items, loads
from .errors import ARGUMENT, LinkError

__all__ = [
    "Link", "LinkError", "dumps", "from_dict", "from_linkset", "items", "loads", "to_dict", "to_linkset",
]  # fmt: skip


def dumps(links: Iterable[Link]) -> str:
    """Writes a document with these links."""
    return ",".join(str(_checked(link)) for link in links)


def to_dict(link: Link) -> dict[str, Any]:
    """Converts a link to a dict, which has the target as "href", and the attributes. The value of an attribute without
    a value is True. The values of an attribute that occurs more than once are a list.

    >>> to_dict(Link("/temp", [("rt", "temperature"), ("obs", None)]))
    {'href': '/temp', 'rt': 'temperature', 'obs': True}
    """
    values: dict[str, list[Any]] = {}
    for name, value in _checked(link).attributes:
        values.setdefault(name, []).append(True if value is None else value)
    if "href" in values:
        raise _refused(f"a dict cannot have an attribute 'href' next to the target: {str(link)!r}")
    return {"href": link.target, **{name: of[0] if len(of) == 1 else of for name, of in values.items()}}


def from_dict(fields: Mapping[str, Any]) -> Link:
    """Converts a dict as `to_dict` returns it to a link. A value that is an int, such as the value of "ct", is written
    in decimal.
    """
    if not isinstance(fields, Mapping):
        raise TypeError(f"a link: a mapping is needed, not {type(fields).__name__}")
    attributes = []
    for name, given in fields.items():
        if name == "href":
            continue
        for value in given if isinstance(given, (list, tuple)) else [given]:
            if value is not True and (isinstance(value, bool) or not isinstance(value, (str, int))):
                raise TypeError(f"{name}: a str, an int or True is needed, not {value!r}")
            attributes.append((name, None if value is True else str(value)))
    return Link(_text(fields, "href"), attributes)


# Attributes whose value is one string. The value of any other attribute is an array (RFC 9264 4.2.4).
_SINGLE = ("media", "title", "type")
# If one of these attributes is repeated, only its first value is used (RFC 8288 3.4.1, RFC 9264 4.2.4.1).
_ONCE = (*_SINGLE, "title*")
# A language tag, without the rules about the order of its subtags (BCP 47: RFC 5646 2.1).
_LANGUAGE = "[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|"
# An extended value. UTF-8 is its only character encoding (RFC 8187 3.2.1).
_EXTENDED = re.compile(f"(?i:UTF-8)'({_LANGUAGE})'((?:%[0-9A-Fa-f]{{2}}|[!#$&+.^_`|~0-9A-Za-z-])*)")
# The name of a registered relation type, which is compared without case (RFC 8288 2.1.1, 3.3).
_REGISTERED = re.compile("[A-Za-z][A-Za-z0-9.-]*")
# The scheme of a URI (RFC 3986 3.1).
_SCHEME = re.compile("[A-Za-z][A-Za-z0-9+.-]*:")


def to_linkset(links: Iterable[Link]) -> dict[str, Any]:
    """Converts links to a linkset (RFC 9264 4.2), which ``json.dumps`` writes as application/linkset+json.

    Links are grouped by their anchors and their relation types, which are written in lower case (RFC 8288 B.2). A link
    without ``rel`` has the relation "hosts" (RFC 6690 2.2); a link with several relation types becomes a target of each
    of them. A link without an anchor becomes part of a context without "anchor", whose meaning depends on where the
    linkset is retrieved, so RFC 9264 4 recommends an anchor for each link. An attribute without a value becomes "".

    Raises a LinkError if a link has ``rev``, which linksets lack, if a relation type is neither a name nor a URI
    (RFC 8288 3.3), or if the value of an attribute such as title* is not a language and a text in UTF-8
    (RFC 8187 3.2.1).

    >>> to_linkset(loads('</temp>;rt="temperature";anchor="/sensors"'))
    {'linkset': [{'anchor': '/sensors', 'hosts': [{'href': '/temp', 'rt': ['temperature']}]}]}
    """
    contexts: dict[str | None, dict[str, Any]] = {}
    for link in links:
        target: dict[str, Any] = {"href": _checked(link).target}
        if "rev" in link:
            raise _refused(f"a linkset cannot have rev: exchange target and anchor, and use rel: {str(link)!r}")
        for name, given in link.attributes:
            name, value = name.lower(), given or ""
            # The relation types and the anchor are not members of the target.
            if name in ("rel", "anchor", "href") or (name in _ONCE and name in target):
                continue
            if name in _SINGLE:
                target[name] = value
            else:
                target.setdefault(name, []).append(_international(value) if name.endswith("*") else value)
        anchor = link.get("anchor")
        context = contexts.setdefault(anchor, {} if anchor is None else {"anchor": anchor})
        relations = link.get("rel", "").split() or ["hosts"]
        for relation in dict.fromkeys(_relation(given).lower() for given in relations):
            if relation == "anchor":
                raise _refused(f"a linkset cannot have the relation type 'anchor': {str(link)!r}")
            context.setdefault(relation, []).append(target)
    return {"linkset": list(contexts.values())}


def from_linkset(document: str | bytes | Mapping[str, Any]) -> list[Link]:
    """Converts a linkset, which is JSON or the result of ``json.loads``, to links: a link for each target of each
    relation type. Raises a LinkError if it is not a linkset.
    """
    if isinstance(document, (str, bytes, bytearray)):
        try:
            document = json.loads(document)
        except (ValueError, RecursionError) as error:
            raise _refused(f"JSON is needed: {error}") from None
    links = []
    for context in _array(document, "linkset"):
        if not isinstance(context, Mapping):
            raise _refused(f"an object for each context is needed, not {reprlib.repr(context)}")
        anchor = [("anchor", _text(context, "anchor"))] if "anchor" in context else []
        for relation in context:
            if relation == "anchor":
                continue
            for target in _array(context, _relation(relation)):
                links.append(Link(_text(target, "href"), [("rel", relation), *anchor, *_attributes(target)]))
    return links


def _relation(relation: str) -> str:
    """Returns a relation type unchanged. Raises a LinkError if it is neither a name nor a URI (RFC 8288 3.3)."""
    try:
        # A URI is an IRI reference in ASCII that has a scheme. A Link checks that its target is an IRI reference.
        uri = _SCHEME.match(relation) and relation.isascii() and Link(relation)
    except LinkError:
        uri = None
    if not uri and not _REGISTERED.fullmatch(relation):
        raise _refused(f"a relation type is a name such as 'next' or a URI, not {reprlib.repr(relation)}")
    return relation


def _attributes(target: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    for name in target:
        if name in _SINGLE:
            yield name, _text(target, name)
        elif name not in ("href", "rel", "anchor"):
            for value in _array(target, name)[: 1 if name in _ONCE else None]:
                yield name, _national(value) if name.endswith("*") else _text({name: value}, name) or None


def _international(value: str) -> dict[str, str]:
    """Converts an extended value, such as that of title*, to its JSON object (RFC 9264 4.2.4.2)."""
    found = _EXTENDED.fullmatch(value)
    try:
        if found:
            return {"value": unquote(found[2], errors="strict"), **({"language": found[1]} if found[1] else {})}
    except UnicodeDecodeError:
        pass
    raise _refused(f"a value of the form UTF-8'language'text is needed, not {value!r}")


def _national(value: Any) -> str:
    """Converts the JSON object of an extended value to the extended value (RFC 8187 3.2.1)."""
    text = _text(value, "value")
    language = _text(value, "language") if "language" in value else ""
    if not re.fullmatch(_LANGUAGE, language):
        raise _refused(f"a language tag is needed, not {language!r}")
    try:
        return f"UTF-8'{language}'{quote(text, safe='')}"
    except UnicodeEncodeError:
        raise _refused(f"a value without lone surrogates is needed, not {text!r}") from None


def _array(of: Any, name: str) -> list[Any]:
    found = of.get(name) if isinstance(of, Mapping) else None
    if not isinstance(found, (list, tuple)):
        raise _refused(f"an object with an array {name!r} is needed, not {reprlib.repr(of)}")
    return list(found)


def _text(of: Any, name: str) -> str:
    found = of.get(name) if isinstance(of, Mapping) else None
    if not isinstance(found, str):
        raise _refused(f"an object with a string {name!r} is needed, not {reprlib.repr(of)}")
    return found


def _checked(link: Link) -> Link:
    if not isinstance(link, Link):
        raise TypeError(f"a link: a Link is needed, not {type(link).__name__}")
    return link


def _refused(detail: str) -> LinkError:
    return LinkError(ARGUMENT, detail=detail)
