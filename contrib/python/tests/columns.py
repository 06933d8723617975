# SPDX-License-Identifier: MIT OR Apache-2.0
"""The column functions, values for them, and for each a function of one value that must return the same results."""
import re

import pyarrow as pa
import pytest
import rows
from rows import CRIS

from libcri import CRI, DISCARD_ALL, arrow, coap, links

URIS = [*rows.URIS, "coap://h/ä", "", "coap://h/" + "x" * 3000]
BASE = CRI.from_uri("coap://example.com/a/b/c?q")


def pairs_of(options):
    return [{"number": number, "value": value} for number, value in options]


def options_of(cri):
    return pairs_of(cri.options())


def links_of(document):
    return [
        {"target": link.target, "attributes": [{"name": name, "value": value} for name, value in link.attributes]}
        for link in links.loads(document)
    ]


# The last pattern matches every path.
PATTERNS = ["/", "/{}/b", "/a/{*}", "/{*}"]


def route_of(cri):
    """Returns the index of the pattern that matches a CRI, computed without the library's patterns."""
    if cri.discard != DISCARD_ALL:
        cri.origin()  # raises the error of a reference
    path = [] if cri.path == ("",) else list(cri.path or ())
    matches = not path, len(path) == 2 and path[0] != "" and path[1] == "b", path[:1] == ["a"], True
    return matches.index(True)


def component(group):
    """Returns a function that reads a component of a URI with the expression of RFC 3986, appendix B."""
    return lambda uri: re.fullmatch(r"(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", uri)[group]


def path_of(cri):
    return None if cri.path is None else component(5)(cri.to_uri())


def query_of(cri):
    return None if not cri.query else component(7)(cri.to_uri())


DOCUMENTS = [
    '</temp>;rt="temperature core.s";ct=40,</led>;if=actuator;obs', "</a", "<>",
    "</é>;title=\"Ü \\\" \\\\\",</b>,</c>;x",
    "</a>;x,</b>;y=1,</c d>", "", "</x>;a;b=;c=\"\"", "</a>," * 3, ",".join(f"</{n}>;n={n};obs" for n in range(200)),
    "<coap://h/a?b#c>;rel=\"x y\";anchor=\"/z\" , <?q>", "x", "</p>;q=\"", '</é>;t="é",</ü v>',
    *(f"</{n}>;a={n}" for n in range(10)),
]  # fmt: skip

FUNCTIONS = [
    (arrow.to_uri, CRIS, lambda row: CRI.parse(row).to_uri()),
    (arrow.to_iri, CRIS, lambda row: CRI.parse(row).to_iri()),
    (arrow.from_uri, URIS, lambda row: bytes(CRI.from_uri(row))),
    (arrow.from_iri, URIS, lambda row: bytes(CRI.from_iri(row))),
    (arrow.normalize, CRIS, lambda row: bytes(CRI.parse(row).normalized())),
    (arrow.hash, CRIS, lambda row: CRI.parse(row).stable_hash()),
    (arrow.options, CRIS, lambda row: options_of(CRI.parse(row))),
    (arrow.uri_to_options, URIS, lambda row: pairs_of(coap.uri_to_options(row))),
    (
        lambda column, **k: arrow.uri_to_options(column, base=BASE, **k), [*URIS, "../%3B?a=%26#", "?x"],
        lambda row: pairs_of(coap.uri_to_options(row, base=BASE)),
    ),
    (arrow.links, DOCUMENTS, links_of),
    (lambda column, **k: arrow.route(column, PATTERNS, **k), CRIS, lambda row: route_of(CRI.parse(row))),
    (lambda column, **k: arrow.route(column, iter(PATTERNS), **k), URIS, lambda row: route_of(CRI.from_uri(row))),
    (lambda column, **k: arrow.resolve(BASE, column, **k), CRIS, lambda row: bytes(BASE.resolve(CRI.parse(row)))),
]
NAMES = ["to_uri", "to_iri", "from_uri", "from_iri", "normalize", "hash", "options", "uri_to_options", "references",
         "links", "route", "route of URIs", "resolve"]
# A component is null if it is not set, and if the row is refused.
COMPONENTS = [
    (arrow.scheme, CRIS, lambda row: CRI.parse(row).scheme),
    (arrow.host, CRIS, lambda row: CRI.parse(row).host),
    (arrow.host, URIS, lambda row: CRI.from_uri(row).host),
    (arrow.port, CRIS, lambda row: CRI.parse(row).port),
    (arrow.effective_port, CRIS, lambda row: CRI.parse(row).effective_port),
    (arrow.path, CRIS, lambda row: path_of(CRI.parse(row))),
    (arrow.query, URIS, lambda row: query_of(CRI.from_uri(row))),
]
COMPONENT_NAMES = ["scheme", "host", "host of URIs", "port", "effective_port", "path", "query of URIs"]
every_function = pytest.mark.parametrize("function, values, by_row", FUNCTIONS, ids=NAMES)
every_result = pytest.mark.parametrize(
    "function, values, by_row", FUNCTIONS + COMPONENTS, ids=NAMES + COMPONENT_NAMES
)


def layouts(values):
    """Yields the name of a layout, and an array with this layout that has the values as rows."""
    text = any(isinstance(value, str) for value in values)
    small, large = (pa.string(), pa.large_string()) if text else (pa.binary(), pa.large_binary())
    plain = pa.array(values, small)
    filler = ["x", "coap://y"] if text else [b"\x80", b"\xff\xff"]
    padded = pa.array(filler + values + filler[:1], small)
    yield "small", plain
    yield "large", pa.array(values, large)
    yield "sliced", padded.slice(2, len(values))
    yield "sliced large", padded.cast(large).slice(2, len(values))
    yield "dictionary", plain.dictionary_encode()
    yield "view", plain.cast(pa.string_view() if text else pa.binary_view())
    yield "chunked", pa.chunked_array([plain[:3], plain[3:3], plain[3:20], padded.slice(22, len(values) - 20)])
    yield "one row at a time", pa.chunked_array([plain[row : row + 1] for row in range(len(values))])
