# SPDX-License-Identifier: MIT OR Apache-2.0
"""Columns of links and of routes. The tests in test_arrow.py are for all column functions, including these."""
import pyarrow as pa
import pytest
from columns import DOCUMENTS, layouts, links_of
from rows import each, refusal

from libcri import CRI, LinkError, arrow

LINK = pa.struct([
    pa.field("target", pa.string(), False),
    pa.field("attributes", pa.list_(pa.field("item", pa.struct([
        pa.field("name", pa.string(), False), pa.field("value", pa.string()),
    ]), False)), False),
])  # fmt: skip


def test_links_in_columns():
    assert arrow.links(pa.array(["</a>;x=1;y"])).type == pa.list_(pa.field("item", LINK, False))
    documents = [document.encode() for document in DOCUMENTS]
    for name, column in layouts([*documents, b"</\xff>", None]):
        assert arrow.links(column, errors="null").to_pylist() == each([*documents, b"</\xff>", None], links_of), name
    # Offsets count characters if the column is text, and bytes if it is binary. The links before an error are not
    # part of any row.
    text = '</é>;t="é";u,</ü v>'
    for document, offset in ((text, text.index(" ")), (text.encode(), text.encode().index(b" "))):
        column = pa.array(["<>" if document is text else b"<>", document])
        raised = refusal(lambda: arrow.links(column))
        assert (type(raised), raised.name, raised.row, raised.offset) == (LinkError, "uri_syntax", 1, offset)
    column = pa.array(["</a>;x=1", text, "</b>;y,</c>;z=2", None, text, "</d>;w=3"])
    result = arrow.links(column, errors="null")
    result.validate(full=True)
    assert result.null_count == 3 and result.to_pylist() == each(column.to_pylist(), links_of)
    # With a dictionary, the result of a value is repeated for each row, also if the result is a list of lists.
    column = pa.array(["</b>;y,</c>;z=2;z", text, "", "</a>"] * 3).dictionary_encode()
    assert arrow.links(column, errors="null").to_pylist() == each(column.to_pylist(), links_of)
    table = pa.table({"document": ["</a>;x=1"]})
    assert arrow.links(table).to_pylist() == [{"document": links_of("</a>;x=1")}]


def test_routes():
    uris = ["coap://h/rooms/2", "coap://h/rooms//x", "coap://h", "coap://h/%7B%7D", "/rooms/é", "coap://h/%FF/1", None]
    patterns = ["/rooms/{}", "/", "/%7B%7D", "/rooms/{*}", "/%ff/1"]
    column = pa.array(uris)
    assert arrow.route(column, patterns, errors="null").to_pylist() == [0, 3, 1, 2, None, 4, None]
    assert arrow.route(column[:1], patterns).type == pa.int32()
    assert arrow.route(arrow.from_uri(column, errors="null"), patterns).to_pylist() == [0, 3, 1, 2, None, 4, None]
    # The first pattern that matches is the route. Without patterns no route matches.
    assert arrow.route(column[:1], ["/x", "/{*}", "/rooms/2"]).to_pylist() == [1]
    assert arrow.route(column[:1], []).to_pylist() == [None]
    assert arrow.route(pa.array(["/a"]), ["/a"]).to_pylist() == [0]
    raised = refusal(lambda: arrow.route(pa.array(["coap://h", "a"]), ["/a"]))
    assert (raised.name, raised.row) == ("not_full", 1)
    raised = refusal(lambda: arrow.route(pa.array(["coap://h", "coap://h/é"]), ["/a"]))
    assert (raised.name, raised.row, raised.offset) == ("uri_not_ascii", 1, 9)
    old = pa.array([bytes(CRI("coap+ws://h/x", 13))])
    assert arrow.route(old, ["/x"], revision=13).to_pylist() == [0]
    for wrong, offset in (("a", 0), ("/é{", 2), ("/{*}/a", 4), ("", 0)):
        raised = refusal(lambda: arrow.route(column, ["/", wrong]))
        assert (raised.name, raised.row, raised.offset) == ("pattern", 1, offset)


def test_wrong_types():
    for call in (
        lambda: arrow.links(pa.array([1])),
        lambda: arrow.links(["</a>"]),
        lambda: arrow.route(pa.array(["coap://h"]), None),
        lambda: arrow.route(pa.array(["coap://h"]), "/a"),
        lambda: arrow.route(pa.array(["coap://h"]), [b"/a"]),
        lambda: arrow.route(pa.array([1]), ["/a"]),
    ):
        with pytest.raises(TypeError):
            call()
