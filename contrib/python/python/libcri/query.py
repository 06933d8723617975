# SPDX-License-Identifier: MIT OR Apache-2.0
"""Queries as mappings, as in yarl: the arguments of `CRI.with_query`, and the results of `CRI.query_params`.

>>> from libcri import CRI
>>> cri = CRI("coap://h/rd").with_query(ep="node 1", lt=[60, 90])
>>> str(cri)
'coap://h/rd?ep=node%201&lt=60&lt=90'
>>> cri.query_params["ep"], cri.query_params.getall("lt")
('node 1', ['60', '90'])
"""
from __future__ import annotations

import math
from collections import deque
from collections.abc import ItemsView, Iterable, Iterator, Mapping, ValuesView
from itertools import chain
from typing import Any, SupportsIndex, TypeAlias, TypeVar, Union, cast, overload

from .errors import ARGUMENT, error
from .texts import PET, Text

__all__ = ["Query", "QueryParams", "Value"]

_T = TypeVar("_T")
_MISSING: Any = object()
# The value of a parameter. A bool and None are refused, because there are several ways to write them.
Value: TypeAlias = Union[str, float, SupportsIndex]
# A query: an iterable of parameters or of pairs of name and value, or a mapping in which a name may have several
# values.
Query: TypeAlias = Union[
    Mapping[str, Union[Value, list[Value], tuple[Value, ...]]], Iterable[Union[Text, tuple[str, Value]]]
]


class QueryParams(Mapping[str, str]):
    """A mapping from the names of a query's parameters to their values. A name may have several values, as in
    multidict's MultiDict. Names and values are percent-decoded, and octets that are not UTF-8 become surrogates (PEP
    383). The value of a parameter without ``=`` is ``""``. A ``+`` is a plus sign.
    """

    __slots__ = ("_pairs",)

    def __init__(self, pairs: Iterable[tuple[str, str]] = ()) -> None:
        self._pairs = tuple(pairs)

    @overload
    def getone(self, name: str) -> str: ...
    @overload
    def getone(self, name: str, default: _T) -> str | _T: ...
    def getone(self, name: str, default: Any = _MISSING) -> Any:
        """Returns the first value of a name. If there is no such name, returns default or raises a KeyError."""
        found = self.getall(name, default)
        return found if found is default else found[0]

    @overload
    def getall(self, name: str) -> list[str]: ...
    @overload
    def getall(self, name: str, default: _T) -> list[str] | _T: ...
    def getall(self, name: str, default: Any = _MISSING) -> Any:
        """Returns all values of a name. If there is no such name, returns default or raises a KeyError."""
        found = [value for key, value in self._pairs if key == name] or default
        if found is _MISSING:
            raise KeyError(name)
        return found

    def __getitem__(self, name: str) -> str:
        return self.getone(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def items(self) -> ItemsView[str, str]:
        """Returns a view of all pairs of name and value, in their order."""
        return _Items(self)

    def values(self) -> ValuesView[str]:
        """Returns a view of all values, in their order."""
        return _Values(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return self._pairs == tuple(other.items()) or (len(self) == len(other) and dict(self) == other)

    def __repr__(self) -> str:
        return f"QueryParams({list(self._pairs)!r})"


class _Items(ItemsView[str, str]):
    def __init__(self, params: QueryParams) -> None:
        super().__init__(params)
        self._pairs = params._pairs

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._pairs)

    def __contains__(self, item: object) -> bool:
        return item in self._pairs


class _Values(ValuesView[str]):
    def __init__(self, params: QueryParams) -> None:
        super().__init__(params)
        self._values = tuple(value for _, value in params._pairs)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __contains__(self, value: object) -> bool:
        return value in self._values


def _name_and_value(parameter: Text) -> tuple[str, str]:
    text = parameter if isinstance(parameter, str) else parameter.decode().decode("utf-8", "surrogateescape")
    name, _, value = text.partition("=")
    return name, value


def params_of(query: Iterable[Text] | None) -> QueryParams:
    return QueryParams(map(_name_and_value, query or ()))


def parameters(query: Query) -> Iterator[Text]:
    """Yields the parameters of a query in any of its forms."""
    if isinstance(query, Mapping):
        for name, given in query.items():
            for value in given if isinstance(given, (list, tuple)) else (given,):
                yield _parameter(name, value)
        return
    if isinstance(query, (str, bytes, bytearray, memoryview, PET)) or not isinstance(query, Iterable):
        raise TypeError(f"query: a mapping, or an iterable of parameters, is needed, not {type(query).__name__}")
    for item in query:
        if isinstance(item, (str, PET)):
            yield item
        elif isinstance(item, (tuple, list)) and len(item) == 2:
            yield _parameter(*item)
        else:
            raise TypeError(f"query: a str, a PET or a pair of name and value is needed, not {type(item).__name__}")


def _parameter(name: object, value: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the name of a parameter: a str is needed, not {type(name).__name__}")
    if "=" in name:
        raise error(ARGUMENT, detail=f"the name of a parameter: a str without '=' is needed, not {name!r}")
    return f"{name}={_written(name, value)}"


def _written(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise error(ARGUMENT, detail=f"{name}: a finite float is needed, not {value}")
        return str(float(value))
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        return str(value.__index__())
    raise TypeError(f"{name}: a str, an int or a float is needed, not {type(value).__name__}")


# The functions below compute the new query for methods of CRI, from the present query and the method's arguments. None
# means no query.
_Parameters: TypeAlias = Union[tuple[Text, ...], None]


def only(query: _Parameters, arguments: tuple[Any, ...], named: Mapping[str, Any] | None) -> _Parameters:
    given = _given(arguments, named)
    return None if given is None else tuple(parameters(given))


def extended(query: _Parameters, arguments: tuple[Any, ...], named: Mapping[str, Any] | None) -> _Parameters:
    added = only(query, arguments, named)
    return (*(query or ()), *added) if added else query


def updated(query: _Parameters, arguments: tuple[Any, ...], named: Mapping[str, Any] | None) -> _Parameters:
    given = _given(arguments, named)
    if given is None:
        return None
    # The values of a list stay next to each other, as in yarl.
    new: list[tuple[object, tuple[Text, ...]]]
    if isinstance(given, Mapping):
        new = [(name, tuple(parameters({name: value}))) for name, value in given.items()]
    else:
        new = [(_name_and_value(parameter)[0], (parameter,)) for parameter in parameters(given)]
    places: dict[object, deque[int]] = {}
    for index, (name, _) in enumerate(new):
        places.setdefault(name, deque()).append(index)
    result: list[Text] = []
    for old in query or ():
        place = places.get(_name_and_value(old)[0])
        if place is None:
            result.append(old)
        elif place:
            result += new[place.popleft()][1]
    for index in sorted(chain(*places.values())):
        result += new[index][1]
    return tuple(result) if result or query is not None else None


def without(query: _Parameters, names: tuple[Any, ...], _: None) -> _Parameters:
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"the name of a parameter: a str is needed, not {type(name).__name__}")
    return None if query is None else tuple(one for one in query if _name_and_value(one)[0] not in names)


def _given(arguments: tuple[Any, ...], named: Mapping[str, Any] | None) -> Query | None:
    if len(arguments) + bool(named) != 1:
        raise TypeError("one query, or the parameters of one as keywords, is needed")
    return named or cast("Query | None", arguments[0])
