# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs the examples of yarl's documentation with yarl and with libcri. The README has a table of the differences.

An example is an expression in which `U` is the class, yarl.URL or CRI, `I` is the function that converts an IRI, and
`{params}` is the attribute with the query as a mapping. The text of a result is its `str()`, that of an exception is
the name of its class.
"""
import pathlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yarl import URL

from libcri import CRI

README = pathlib.Path(__file__).resolve().parent.parent / "README.md"

PATH, TO = "http://example.com/path", "http://example.com/path/to?arg#frag"
SAME = [
    f"U('{TO}')", "U('http://example.com').scheme", "U('http://example.com').host", "U('http://[::1]').host",
    "U('page.html').host", "U('http://example.com:8080').port", "U('page.html').port",
    f"U('{TO}').fragment", "I('http://example.com/путь/сюда')", "I('http://example.com/path#якорь').fragment",
    "U('http://example.com/path/to').name", "I('http://example.com/путь/сюда').name",
    "U('http://example.com/path/').name",
    "U.build(scheme='http', host='example.com')", "U('http://example.com').with_scheme('https')",
    "U('http://example.com/path/to').with_host('python.org')", "U('http://example.com:8888').with_port(9999)",
    "U('http://example.com:8888').with_port(None)", f"U('{PATH}?a=b').with_query({{'c': 'd'}})",
    f"U('{PATH}?a=b').with_query({{'c': [1, 2]}})", f"U('{PATH}?a=b').with_query({{'кл': 'зн'}})",
    f"U('{PATH}?a=b').with_query(None)", f"U('{PATH}?a=b&b=1').with_query(b='2')",
    f"U('{PATH}?a=b&b=1').with_query([('b', '2')])", f"U('{PATH}?a=b').update_query({{'c': 'd'}})",
    f"U('{PATH}?a=b').update_query({{'c': [1, 2]}})", f"U('{PATH}?a=b').update_query({{'кл': 'зн'}})",
    f"U('{PATH}?a=b&b=1').update_query(b='2')", f"U('{PATH}?a=b&b=1').update_query([('b', '2')])",
    f"U('{PATH}?a=b&c=e&c=f').update_query(c='d')", f"U('{PATH}?a=1&b=2').extend_query(a=3, c=4)",
    f"U('{PATH}?a=b&c=d').without_query_params('a')", f"U('{PATH}#frag').with_fragment('anchor')",
    f"U('{PATH}#frag').with_fragment('якорь')", f"U('{PATH}#frag').with_fragment(None)", f"U('{TO}').parent",
    f"U('{TO}').with_name('new')", "U('http://example.com').with_name('new')", "U('http://a/b/').with_name('c')",
    f"U('{TO}').origin()", "U('http://user:pass@example.com/path').origin()", f"U('{PATH}?arg#frag') / 'сюда'",
    f"U('{PATH}?arg#frag').joinpath('to', 'subpath')", f"U('{PATH}?arg#frag').joinpath('сюда')",
    "U('http://example.com/path/index.html').join(U('page.html'))",
    "U('http://example.com/path/index.html').join(U('//python.org/page.html'))",
    "I('http://example.com/這裡').human_repr()", f"U('{PATH}?ep=1&ep=2').{{params}}.getall('ep')",
    f"dict(I('{PATH}?ключ=знач').{{params}})", f"U('{PATH}').{{params}}.get('a')",
]  # fmt: skip
DIFFERENT = [
    ("U('//example.com').scheme", "None", "a component that is not set is None, not ''"),
    (f"U('{PATH}').fragment", "None", ""),
    ("U('http://example.com').port", "None", "the port that is written; `effective_port` has the default"),
    ("U('http://example.com/path/to').path", "('path', 'to')", "segments, as yarl's `parts` without the `/`"),
    (f"U('{PATH}?a1=a&a2=b').query", "('a1=a', 'a2=b')", "parameters; `query_params` is the mapping"),
    (f"U('{PATH}/путь')", "ValueError", "`CRI.from_iri()` reads characters beyond ASCII"),
    ("I('http://хост.домен')", "http://%D1%85%D0%BE%D1%81%D1%82.%D0%B4%D0%BE%D0%BC%D0%B5%D0%BD",
     "names are UTF-8, not IDNA"),
    ("U('http://john:pass@example.com').user", "AttributeError", "`userinfo` is not divided"),
    (f"U('{PATH}').with_path('/a/b')", "TypeError", "a path is a list of segments: `with_path(['a', 'b'])`"),
    (f"U('{PATH}') / 'to/subpath'", "http://example.com/path/to%2Fsubpath", "a slash in a segment is data"),
    (f"U('{PATH}') / '..'", "ValueError", "dot segments are refused"),
    (f"U('{PATH}').with_query('c=d')", "TypeError", "a query is a mapping, or a list of parameters: `['c=d']`"),
    (f"U('{PATH}').with_query(c='1+1 %')", "http://example.com/path?c=1+1%20%25",
     "no form encoding: `+` is a plus sign"),
    (f"U('{PATH}?c=1+1').{{params}}['c']", "1+1", ""),
    (f"U('{PATH}').with_query({{'a=b': 'c'}})", "ValueError", "`=` ends a name"),
    (f"U('{PATH}') % {{'c': 'd'}}", "TypeError", "`update_query` has no operator"),
    ("U('http://example.com/a b')", "ValueError", "the grammar of RFC 3986 is checked"),
    ("U('http://example.com/').parent", "http://example.com", "`/` is an empty segment, and has a parent"),
    ("U('path').join(U('to'))", "ValueError", "a base has a scheme"),
    ("U('http://a/?b').join('c')", "http://a/c", "`join` accepts the same values as `CRI()`"),
    ("U('/a').is_absolute()", "AttributeError", "`is_full`, or `host is not None`"),
    (f"U('{TO}').relative()", "AttributeError", "`relative_to(origin)`"),
    (f"U('{PATH}').suffix", "AttributeError", "segments have no suffixes"),
]  # fmt: skip


def shown(kind, expression):
    """Returns the result of an example as text."""
    names = {"U": kind, "I": URL if kind is URL else CRI.from_iri}
    try:
        return str(eval(expression.replace("{params}", "query" if kind is URL else "query_params"), names))
    except (AttributeError, TypeError) as error:
        return type(error).__name__
    except ValueError:
        return "ValueError"


@pytest.mark.parametrize("expression", SAME)
def test_same(expression):
    assert shown(CRI, expression) == shown(URL, expression) != "ValueError"


def row(expression, wanted, why):
    """Returns the row of the README's table for an example."""
    example = re.sub(r"\b[UI]\(", "URL(", expression).replace("{params}", "query")
    cells = (f"`{text}`" if text else "" for text in (example, shown(URL, expression), wanted))
    return f"| {' | '.join(cells)} | {why} |"


@pytest.mark.parametrize("expression, wanted, why", DIFFERENT)
def test_different(expression, wanted, why):
    assert shown(CRI, expression) == wanted != shown(URL, expression)
    assert row(expression, wanted, why) in README.read_text("utf-8").splitlines()


names = st.sampled_from(["a", "b", "é", "x y"])
numbers = st.integers(-5, 10**20) | st.floats(allow_nan=False, allow_infinity=False)
values = st.text("ab&%é", max_size=3) | numbers
queries = st.one_of(
    st.dictionaries(names, values | st.lists(values, max_size=3)), st.lists(st.tuples(names, values), max_size=5)
)


@settings(deadline=None, database=None, max_examples=300)
@given(st.lists(st.tuples(names, values), max_size=5), queries, st.sampled_from(["with", "extend", "update"]))
def test_queries(old, new, how):
    """The resulting query is the same as in yarl, for any parameters."""
    ours, theirs = (
        getattr(kind("http://h/").with_query(old), f"{how}_query")(new) for kind in (CRI, URL)
    )
    assert list(ours.query_params.items()) == list(theirs.query.items())
