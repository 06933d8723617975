# SPDX-License-Identifier: MIT OR Apache-2.0
"""URI templates (RFC 6570), levels 1 to 4.

>>> from libcri import templates
>>> templates.expand("coap://h/sensors{/floor*}{?unit,page}", {"floor": [2, "west wing"], "unit": "°C", "page": None})
'coap://h/sensors/2/west%20wing?unit=%C2%B0C'
>>> templates.names("/{id}{?page}")
('id', 'page')
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, Union

from ._libcri import expand_template, template_names

__all__ = ["Value", "expand", "names"]

Scalar: TypeAlias = Union[str, int, float]
Value: TypeAlias = Union[Scalar, Iterable[Union[Scalar, None]], Mapping[str, Union[Scalar, None]], None]


def _text(value: object, what: str) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise TypeError(f"{what}: a str, an int or a float is needed, not {type(value).__name__}")
    return str(value)


def _rows(name: str, value: object) -> Iterator[tuple[str, str | None, str, bool]]:
    """Yields the rows of a variable: name, key of a pair or None, value, whether it is an item. None is undefined."""
    if value is None:
        return
    if isinstance(value, Mapping):
        yield from ((name, _text(key, "key"), _text(one, name), False) for key, one in value.items() if one is not None)
    elif isinstance(value, Iterable) and not isinstance(value, (str, bytes, bytearray, memoryview)):
        yield from ((name, None, _text(one, name), True) for one in value if one is not None)
    else:
        yield name, None, _text(value, name), False


def expand(template: str, variables: Mapping[str, Value], /) -> str:
    """Expands a template to a URI reference. A variable that is missing or None is undefined, and expands to nothing. A
    mapping is an associative array, any other iterable but a str is a list.

    Raises:
        CRIError: the text is not a template, or it applies a prefix such as ``{x:3}`` to a list; ``offset`` is the
            index of the character at fault
    """
    if not isinstance(variables, Mapping):
        raise TypeError(f"variables: a mapping is needed, not {type(variables).__name__}")
    return expand_template(template, [row for name, value in variables.items() for row in _rows(name, value)])


def names(template: str, /) -> tuple[str, ...]:
    """Returns the names of the variables of a template, in their order.

    Raises:
        CRIError: the text is not a template
    """
    return template_names(template)
