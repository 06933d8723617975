# SPDX-License-Identifier: MIT OR Apache-2.0
"""Calls every function with arguments of any type. The outcome must be a result, a TypeError or a CRIError.

HYPOTHESIS_EXAMPLES is the number of calls of each function (15 if not set).
"""
import inspect
import ipaddress
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import libcri
import libcri.query
from libcri import CRI, PET, CRIError, Endpoint, Option, coap, links, templates

EXAMPLES = int(os.environ.get("HYPOTHESIS_EXAMPLES", "15"))
URIS = [
    "coap://h/a/b?q#f", "coap://user@[fe80::1%25eth0]:1/", "../a", "", "urn:a", "http://192.0.2.1:80/%3B", "//h", "?q",
]


class Index(int):
    """A number whose class is a subclass of int."""

    __hash__ = int.__hash__


class Rude:
    """An object whose methods and attributes all have results of the wrong type."""

    __index__ = __iter__ = __len__ = __str__ = lambda self: object()
    address = port = zone = packed = property(lambda self: object())


def cris():
    uri = st.sampled_from(URIS).map(lambda uri: CRI(uri.replace("%25eth0", "")))
    return uri | st.binary(max_size=12).map(parsed)


def parsed(data):
    try:
        return CRI(data)
    except CRIError:
        return CRI("coap://h")


link_objects = st.sampled_from(links.loads('</a>;rt="x y";obs,<coap://h/b>;title="\\"",<>,</é>;ct=40'))
places = st.sampled_from(list(libcri.Walk(b"\xa1\x64href\x82\x9f\xff\x01")))
walks = st.binary(max_size=8).map(libcri.Walk)
endpoints = st.builds(
    Endpoint, st.ip_addresses(), st.integers(0, 65535),
    st.none() | st.text(max_size=3).map(lambda t: t.encode("utf-8", "ignore").decode()),
)
plain = st.one_of(
    st.none(), st.booleans(), st.integers(), st.integers(-300, 300),
    st.sampled_from([13, 27, 235, 35, 39, 239, -1, 2**63, -(2**63) - 1, -(2**64)]), st.floats(), st.complex_numbers(),
    st.text(max_size=8), st.sampled_from(URIS), st.characters(codec=None), st.binary(max_size=24),
    st.binary(max_size=8).map(bytearray), st.binary(max_size=8).map(memoryview), st.ip_addresses(),
    st.integers().map(Index), st.builds(Rude),
    st.sampled_from([object(), int, len, ..., NotImplemented, range(3), ipaddress.ip_address("fe80::1%a")]), cris(),
    endpoints, link_objects, st.lists(st.text(max_size=3) | st.binary(max_size=3), max_size=3).map(PET),
    st.builds(Option, st.integers(), st.binary()),
)  # fmt: skip
anything = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner)
    | st.dictionaries(st.text(max_size=2), inner, max_size=2) | st.lists(inner, max_size=3).map(iter)
    | st.lists(st.tuples(st.integers(-1, 70000), st.binary(max_size=3)), max_size=4),
    max_leaves=6,
)  # fmt: skip


def functions():
    """Yields every function of the package, and every method of its classes with values for self."""
    for module in (libcri, coap, links, templates):
        for name in module.__all__:
            function = getattr(module, name)
            if inspect.isroutine(function):
                yield pytest.param(function, None, id=name)
    for name in ("error",):
        yield pytest.param(getattr(libcri.errors, name), None, id=f"errors.{name}")
    yield from (
        pytest.param(kind, None, id=kind.__name__) for kind in (CRI, PET, Endpoint, CRIError, links.Link, libcri.Walk)
    )
    yield pytest.param(Endpoint.of, None, id="Endpoint.of")
    for kind, values in ((CRI, cris()), (links.Link, link_objects), (libcri.Place, places), (libcri.Walk, walks)):
        for name in dir(kind):
            method = inspect.getattr_static(kind, name)
            if isinstance(method, staticmethod):
                yield pytest.param(getattr(kind, name), None, id=f"{kind.__name__}.{name}")
            elif callable(method) and (not name.startswith("_") or name in DUNDERS):
                yield pytest.param(getattr(kind, name), values, id=f"{kind.__name__}.{name}")


DUNDERS = [
    "__truediv__", "__format__", "__eq__", "__lt__", "__ge__", "__deepcopy__", "__hash__", "__reduce__", "__repr__",
    "__contains__",
]


def keywords(function):
    if function == CRI.replace:
        return ["scheme", "userinfo", "host", "zone", "port", "discard", "path", "query", "fragment", "other"]
    try:
        return [
            name
            for name, one in inspect.signature(function).parameters.items()
            if one.kind in (one.KEYWORD_ONLY, one.POSITIONAL_OR_KEYWORD)
        ]
    except (TypeError, ValueError):
        return ["value", "revision"]


@pytest.mark.parametrize("function, of", list(functions()))
@settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_value(function, of, data):
    bound = [] if of is None else [data.draw(of)]
    positional = data.draw(st.lists(anything, max_size=4))
    named = data.draw(st.dictionaries(st.sampled_from(keywords(function) or ["other"]), anything, max_size=5))
    for positions, names in ((positional, named), ([], named), (positional, {})):
        try:
            result = function(*bound, *positions, **names)
            if isinstance(result, CRI):
                assert CRI(bytes(result), result.revision) == result == eval(repr(result))
                assert isinstance(str(result), str)
            elif isinstance(result, links.Link):
                assert links.loads(str(result)) == [result] == [eval(repr(result), {"Link": links.Link})]
            elif hasattr(result, "__next__"):
                list(result)
        except TypeError:
            pass
        except CRIError as refused:
            assert refused.name and isinstance(refused.offset, (int, type(None)))


def test_every_public_name_is_called():
    names = {param.id.removeprefix("CRI.") for param in functions()}
    methods = {name for name in dir(CRI) if not name.startswith("_") and callable(getattr(CRI, name))}
    assert {
        "items", "loads", "dumps", "Link", "Link.matches", "Link.resolve", "Link.__contains__", "Place.key_is",
        "Walk.parse", "expand", "names",
    } <= names
    assert {"items_array", "aif_allows", "coded", "uncoded", "scheme_id", "is_for_proxy"} <= names
    assert methods <= names and len(methods) > 25
