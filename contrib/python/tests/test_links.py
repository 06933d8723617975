# SPDX-License-Identifier: MIT OR Apache-2.0
"""Links as objects, compared with the reader and writer of aiocoap, and linksets. test_vectors.py tests the rows."""
import copy
import json
import pickle
import time

import pytest
from aiocoap.util import linkformat
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rows import refusal

from libcri import CRI, CRIError, LinkError, URIError
from libcri.links import Link, dumps, from_dict, from_linkset, items, loads, to_dict, to_linkset

TEXT = '</temp>;rt="temperature core.s";ct=40,</led>;if="actuator";obs'
BASE = CRI("coap://h/a/links?q")


def test_links_as_objects():
    temp, led = loads(TEXT)
    assert (temp.target, temp.attributes) == ("/temp", (("rt", "temperature core.s"), ("ct", "40")))
    assert led.attributes == (("if", "actuator"), ("obs", None))
    assert repr(led) == "Link('/led', (('if', 'actuator'), ('obs', None)))"
    assert eval(repr(led)) == led == Link("/led", [("if", "actuator"), ("obs", None)]) != temp
    assert {led: 1}[copy.copy(led)] == 1 and pickle.loads(pickle.dumps([temp, led])) == [temp, led]
    assert str(led) == '</led>;if="actuator";obs' and dumps([temp, led]) == dumps(iter([temp, led])) == TEXT
    assert dumps([]) == "" and loads("") == [] and loads(b"<>") == [Link("")]
    match led:
        case Link("/led", (("if", kind), *_)):
            assert kind == "actuator"
        case _:
            raise AssertionError
    with pytest.raises(TypeError):
        led < temp  # noqa: B015
    assert (led == "x") is False and hash(Link("/a")) != hash(Link("/b"))
    with pytest.raises(AttributeError):
        led.target = "/x"


def test_attributes_by_name():
    link = Link("/a", [("RT", "x"), ("rt", "y"), ("obs", None), ("title", ""), ("x", 'a "b\\')])
    values = [link.get(name) for name in ("rt", "Rt", "obs", "title", "x")]
    assert values == ["x", "x", "", "", 'a "b\\']
    assert link.get("if") is None and link.get("if", "none") == "none" and link.get("obs", "none") == ""
    assert "OBS" in link and "if" not in link
    # Quotes are not part of a value. Names are kept as they are written.
    assert loads('</a>;x="b"') == loads("</a>;x=b") != loads("</a>;X=b")


def test_targets():
    link = Link(CRI("coap://[::1]/%C3%A9%2F"), [("rt", "x")])
    assert str(link) == '<coap://[::1]/%C3%A9%2F>;rt="x"' and link.resolve(BASE).path == ("é/",)
    assert Link("../é").resolve(BASE).to_uri() == "coap://h/%C3%A9"
    old = CRI("coap+ws://h/x", 13)
    assert Link("y").resolve(old).revision == 13 and Link("y").resolve(old).to_uri() == "coap+ws://h/y"
    assert refusal(lambda: Link("/").resolve(CRI("x"))).name == "base"
    refused = refusal(lambda: Link("//h:65536/").resolve(BASE))
    assert (type(refused).__name__, refused.name) == ("URIError", "uri_port")


def test_errors():
    found = list(items("x,</é b>,</a>;rt=x,</b>;x="))
    assert [item if isinstance(item, Link) else (item.name, item.offset) for item in found] == [
        ("syntax", 0), ("uri_syntax", 5), Link("/a", [("rt", "x")]), ("truncated", 26),
    ]  # fmt: skip
    assert loads("</a>;ct=40;,\r\n") == loads(b"</a>;ct=40,") == [Link("/a", [("ct", "40")])]
    assert [getattr(item, "offset", None) for item in items("</é>,\n")] == [None, 6]
    for cut in ("</a>,</b", "</a>;x=\",", "</a>,,", "</a>,\f", ","):
        assert isinstance(refusal(lambda cut=cut: loads(cut)), LinkError)
    refused = refusal(lambda: loads("</a>,</é b>"))
    assert isinstance(refused, LinkError) and str(refused) == "uri_syntax: the text is not a URI reference (offset 8)"
    assert refusal(lambda: loads("</a>,</é b>".encode())).offset == 9
    for call, name, offset in (
        (lambda: Link("/a b"), "uri_syntax", 2),
        (lambda: Link("/a>;x"), "uri_syntax", 2),
        (lambda: Link("\udfff"), "utf8", 0),
        (lambda: Link("/a", [("x y", None)]), "syntax", None),
        (lambda: Link("/a", [("", "x")]), "syntax", None),
        (lambda: Link("/a", [("x", "a\nb")]), "syntax", None),
        (lambda: Link("/a", [("x", "\udfff")]), "utf8", None),
        (lambda: Link("/a").matches("rt"), "syntax", None),
    ):
        refused = refusal(call)
        assert (type(refused), refused.name, refused.offset) == (LinkError, name, offset)
    # If a CRI has no URI, the error is a URIError, not a LinkError.
    assert type(refusal(lambda: Link(CRI.from_edn("[1]")))).__name__ == "URIError"


def test_wrong_types():
    for call in (
        lambda: loads(5), lambda: loads(None), lambda: items(["</a>"]), lambda: Link(b"/a"), lambda: Link(None),
        lambda: Link("/a", "rt"), lambda: Link("/a", 5), lambda: Link("/a", ""), lambda: Link("/a", ["rt"]),
        lambda: Link("/a", [("rt",)]), lambda: Link("/a", [("ct", 40)]), lambda: Link("/a", [(b"rt", "x")]),
        lambda: Link("/a", {"rt": "x"}), lambda: Link("/a").get(b"rt"), lambda: 5 in Link("/a"),
        lambda: Link("/a").matches(5), lambda: Link("/a").resolve("coap://h"), lambda: dumps(["</a>"]),
        lambda: dumps(5), lambda: type("L", (Link,), {}),
    ):  # fmt: skip
        with pytest.raises(TypeError):
            call()
    with pytest.raises(ZeroDivisionError):
        Link("/a", (1 // 0 for _ in "a"))


def test_many_errors():
    """The time is linear in the length of a str, because offsets of errors are not counted from its start each time."""
    begin = time.monotonic()
    assert [error.offset for error in items("é," * 200_000)][-2:] == [399_998, 400_000]
    assert time.monotonic() - begin < 20


def pairs(characters):
    names = st.text("abcRT-.", min_size=1, max_size=4)
    values = st.none() | st.text(characters, max_size=6)
    targets = st.sampled_from(["", "/", "/a", "b/c?d=e", "//h/x", "coap://[::1]/", "../é", "/a,b;c"])
    return st.lists(st.tuples(targets, st.lists(st.tuples(names, values), max_size=4)), max_size=4)


def read_by_aiocoap(text):
    return [(link.href, [tuple(pair) for pair in link.attr_pairs]) for link in linkformat.parse(text).links]


# aiocoap accepts fewer characters without quotes than RFC 6690, and removes a backslash only if it precedes a quote.
@settings(deadline=None, database=None)
@given(pairs('ab/-. ",;é'))
@example([("/a", [("x", 'a" ,;é'), ("obs", None), ("title", "")]), ("", [])])
def test_aiocoap_reads_what_is_written(documents):
    text = dumps(Link(target, attributes) for target, attributes in documents)
    assert read_by_aiocoap(text) == documents


@settings(deadline=None, database=None)
@given(pairs(st.characters(blacklist_categories=["Cc", "Cs"], blacklist_characters="\\")))
def test_what_aiocoap_writes_is_read(documents):
    text = str(linkformat.LinkFormat([linkformat.Link(*document) for document in documents]))
    assert [(link.target, list(link.attributes)) for link in loads(text)] == documents


@pytest.mark.parametrize("target", ["/temp", "temp", "../d", "?r", "", "//i/b", "coap://[2001:db8::1]/x", "./a/b"])
def test_aiocoap_resolves_so_too(target):
    base = "coap://h/a/b/c"
    assert Link(target).resolve(CRI(base)).to_uri() == linkformat.Link(target).get_target(base)


def test_targets_that_are_refused_have_a_position():
    with pytest.raises(URIError) as caught:
        Link("coap://é:99999").resolve(CRI("coap://h"))
    assert (caught.value.name, caught.value.offset, caught.value.part) == ("uri_port", 9, "port")


def test_documents_of_others():
    """Reads the document that a server of aiocoap writes for its own resources."""
    from aiocoap.resource import Resource, Site

    class Observed(Resource):
        def get_link_description(self):
            return {"rt": "x y", "ct": "40", "title": 'a "b"'}

    site = Site()
    site.add_resource(["s", "1"], Observed())
    (link,) = loads(str(site.get_resources_as_linkheader()))
    assert (link.target, link.get("rt"), link.get("title")) == ("/s/1", "x y", 'a "b"') and link.matches(b"rt=y")
    assert not isinstance(link, CRIError)


def test_dicts():
    link = loads('</s>;rt="a b";obs;ct=40;x=1;x=2;x;title=""')[0]
    fields = {"href": "/s", "rt": "a b", "obs": True, "ct": "40", "x": ["1", "2", True], "title": ""}
    assert to_dict(link) == fields and from_dict(fields) == link == from_dict(json.loads(json.dumps(fields)))
    assert from_dict({"ct": [40, 50], "href": "/s"}) == loads("</s>;ct=40;ct=50")[0]
    assert to_dict(Link("")) == {"href": ""} and from_dict({"href": ""}) == Link("")
    for wrong in (5, ["/a"], {"href": "/a", "x": False}, {"href": "/a", "x": None}, {"href": "/a", "x": 1.5}):
        with pytest.raises(TypeError):
            from_dict(wrong)
    for call in (lambda: from_dict({}), lambda: from_dict({"href": 1}), lambda: to_dict(Link("/a", [("href", "b")]))):
        assert isinstance(refusal(call), LinkError)
    with pytest.raises(TypeError):
        to_dict("/a")


LINKSET = {
    "linkset": [
        {"hosts": [{"href": "/t", "rt": ["temperature core.s"], "ct": ["40"], "obs": [""]}]},
        {
            "anchor": "/t",
            "next": [{"href": "/u", "title": "Ü", "title*": [{"value": "€ é", "language": "en"}]}],
            "item": [{"href": "/u", "title": "Ü", "title*": [{"value": "€ é", "language": "en"}]},
                     {"href": "//h/v", "hreflang": ["de", "en"], "type": "text/plain", "media": ""}],
        },
    ]
}  # fmt: skip


def test_linksets():
    """The JSON of RFC 9264 4.2, for links with one, several or no relation types."""
    document = (
        '</t>;rt="temperature core.s";ct=40;obs,'
        "</u>;rel=\"next item next\";anchor=\"/t\";title=\"Ü\";title*=utf-8'en'%e2%82%AC%20%c3%a9,"
        '<//h/v>;REL=item;hreflang=de;hreflang=en;Type="text/plain";media="";type=no;anchor="/t";rel=no'
    )
    assert to_linkset(loads(document)) == LINKSET
    links = from_linkset(LINKSET)
    assert [(link.target, link.get("rel"), link.get("anchor")) for link in links] == [
        ("/t", "hosts", None), ("/u", "next", "/t"), ("/u", "item", "/t"), ("//h/v", "item", "/t"),
    ]  # fmt: skip
    assert links[0].attributes[1:] == (("rt", "temperature core.s"), ("ct", "40"), ("obs", None))
    assert links[2].attributes[2:] == (("title", "Ü"), ("title*", "UTF-8'en'%E2%82%AC%20%C3%A9"))
    assert links[3].attributes[2:] == (("hreflang", "de"), ("hreflang", "en"), ("type", "text/plain"), ("media", ""))
    for text in (json.dumps(LINKSET), json.dumps(LINKSET).encode()):
        assert from_linkset(text) == links and to_linkset(links) == LINKSET
    # The members rel and anchor of a target are ignored.
    target = {"href": "/a", "rel": ["next"], "anchor": ["/b"], "x": ["1"]}
    (link,) = from_linkset({"linkset": [{"item": [target]}]})
    assert link.attributes == (("rel", "item"), ("x", "1"))
    assert to_linkset([]) == {"linkset": []} and from_linkset({"linkset": [{"anchor": "/t"}]}) == []


@pytest.mark.parametrize(
    "wrong",
    ["", "{", "[" * 100_000, "[]", "5", "{}", '{"linkset": {}}', '{"linkset": ["x"]}', '{"linkset": [{"item": "/a"}]}',
     '{"linkset": [{"item": ["/a"]}]}', '{"linkset": [{"item": [{}]}]}', '{"linkset": [{"item": [{"href": 1}]}]}',
     '{"linkset": [{"anchor": 1}]}', '{"linkset": [{"item": [{"href": "/a", "rt": "x"}]}]}',
     '{"linkset": [{"item": [{"href": "/a", "rt": [1]}]}]}', '{"linkset": [{"item": [{"href": "/a", "title": []}]}]}',
     '{"linkset": [{"item": [{"href": "/a", "title*": ["x"]}]}]}', '{"linkset": [{"item": [{"href": "/a b"}]}]}',
     '{"linkset": [{"item": [{"href": "/a", "title*": [{"value": "x", "language": 1}]}]}]}',
     '{"linkset": [{"item": [{"href": "/a", "title*": [{"value": "x", "language": "e\'n"}]}]}]}',
     '{"linkset": [{"item": [{"href": "/a", "title*": [{"value": "\\ud800"}]}]}]}', b"\xff"],
)  # fmt: skip
def test_no_linkset(wrong):
    """Any JSON or text that is not a linkset is refused with a LinkError, because it may come from a peer."""
    assert isinstance(refusal(lambda: from_linkset(wrong)), LinkError)


def test_first_title_counts():
    """The attribute title* is "not repeatable" (RFC 9264 4.2.4.1): "occurrences after the first MUST be ignored by
    parsers" (RFC 8288 3.4.1). Another attribute, such as x*, may be repeated.
    """
    links = loads("</a>;rel=item;title*=UTF-8''x;title*=UTF-8''y;x*=UTF-8''1;x*=UTF-8''2")
    target = {"href": "/a", "title*": [{"value": "x"}], "x*": [{"value": "1"}, {"value": "2"}]}
    assert to_linkset(links) == {"linkset": [{"item": [target]}]}
    (link,) = from_linkset({"linkset": [{"item": [{**target, "title*": [{"value": "x"}, {"value": "y"}]}]}]})
    assert link.attributes[1:] == (("title*", "UTF-8''x"), ("x*", "UTF-8''1"), ("x*", "UTF-8''2"))


def test_relation_types_in_lower_case():
    """Registered and extension relation types are compared without case (RFC 8288 2.1.1, 2.1.2)."""
    document = '</a>;rel=Next,</b>;rel=next,</c>;rel="http://x/R",</d>;rel="HTTP://x/r http://X/r"'
    assert to_linkset(loads(document)) == {
        "linkset": [
            {"next": [{"href": "/a"}, {"href": "/b"}], "http://x/r": [{"href": "/c"}, {"href": "/d"}]}
        ]
    }  # fmt: skip


@pytest.mark.parametrize("relation", ["next", "Next", "a.b-9", "http://x/R?q#f", "urn:example:a", "tag:a,b;c"])
def test_relation_types(relation):
    """A relation type is a name with the grammar of registered names, or a URI (RFC 8288 3.3)."""
    (link,) = links = from_linkset({"linkset": [{relation: [{"href": "/a"}]}]})
    assert link.get("rel") == relation
    assert to_linkset(links) == {"linkset": [{relation.lower(): [{"href": "/a"}]}]}


@pytest.mark.parametrize(
    "relation",
    ["9a", "a_b", "-a", "é", "//x/y", "a/b", "http://x/é", "http://[x", "1a:b", "http://x/#a#b", "http://x/%zz",
     "\u212a"],
)  # fmt: skip
def test_no_relation_type(relation):
    for wrong in (relation, f"{relation} next"):
        assert isinstance(refusal(lambda: to_linkset([Link("/a", [("rel", wrong)])])), LinkError)
    for wrong in (relation, "", "next item", " next", "next\n", "http://x/a b"):
        for targets in ([{"href": "/a"}], []):
            assert isinstance(refusal(lambda: from_linkset({"linkset": [{wrong: targets}]})), LinkError)


@pytest.mark.parametrize("language", ["", "de", "de-Latn-AT-1996", "x-a", "i-klingon", "EN"])
def test_languages(language):
    link = Link("/a", [("rel", "item"), ("title*", f"UTF-8'{language}'x")])
    assert from_linkset(to_linkset([link])) == [link]


def test_links_without_linkset():
    for attribute in (
        "rev=item", "rel=anchor", "rel=Anchor", "title*=x", "title*=UTF-8'en'%ff", "title*=UTF-8'en'%zz",
        "title*=no'en'a", "title*=ISO-8859-1'en'%A3", "title*=UTF-8'e_n'a", "title*=UTF-8'1'a", "title*=UTF-8'en-'a",
        "title*=UTF-8'abcdefghi'a", "title*=UTF-8'en'a'b",
    ):  # fmt: skip
        text = f"</a>;{attribute}"
        assert isinstance(refusal(lambda: to_linkset(loads(text))), LinkError)
    with pytest.raises(TypeError):
        to_linkset(["</a>"])


def relations(links):
    """Returns the contents of a linkset in a fixed order: a target and its attributes for each relation type."""
    return sorted(
        (link.get("anchor", "-"), relation.lower(), link.target, sorted((n.lower(), v or "") for n, v in link.attributes
         if n.lower() not in ("rel", "anchor")))
        for link in links for relation in link.get("rel", "").split() or ["hosts"]
    )  # fmt: skip


@settings(deadline=None, database=None)
@given(pairs('ab/-. ",;é'))
def test_linkset_and_back(documents):
    links = [Link(target, attributes) for target, attributes in documents]
    assert relations(from_linkset(json.dumps(to_linkset(links)))) == relations(links)
