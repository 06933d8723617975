# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs that are built from components, and CRIs with other components, as in pathlib and yarl."""
import ipaddress

import pytest
from rows import refusal

import libcri
from libcri import CRI, PET, CRIError, Endpoint, URIError

FULL = CRI("coap://user@[fe80::42]:61616/floors/2?unit=c&x=%26#top")


def uri(cri):
    return cri.to_uri()


def refused(call):
    return refusal(call).name


def test_build():
    built = CRI.build(
        scheme="coap", userinfo="user", host=ipaddress.ip_address("fe80::42"), port=61616, path=["floors", "2"],
        query=["unit=c", "x=&"], fragment="top",
    )  # fmt: skip
    assert built == FULL
    assert CRI.build(scheme="COAP", host="H", port=5683, normalize=True).to_uri() == "coap://h"
    assert CRI.build(scheme="coap", host="h", path=[], query=[]) == CRI.from_uri("coap://h")
    assert CRI.build(discard=1, path=["humidity"]).to_edn() == '[1, ["humidity"]]'
    assert CRI.build(discard=0, query=[]).to_edn() == "[0, null, []]"
    assert CRI.build(host="h").to_uri() == "//h"
    assert CRI.build(scheme=-5, rootless=True, path=["a:b"]).to_uri() == "urn:a:b"
    assert CRI.build(scheme="coap", host=ipaddress.ip_address("fe80::1"), zone="eth0").endpoint.zone == "eth0"
    assert CRI.build(scheme="coap", host="h", path=["x" * 70000]).path == ("x" * 70000,)
    assert CRI.build(scheme="coap", host="h", port=5684, normalize=True).port == 5684
    assert CRI.build(scheme="coap", host="h", port=5683).port == 5683
    assert CRI.build(path=None, normalize=False) == CRI("")
    with pytest.raises(TypeError, match="^unexpected keyword argument 'hots'$"):
        CRI.build(hots="h")
    for wrong, name in (
        (dict(scheme="coap", host="1.2.3.4"), "address"),
        (dict(scheme="coap", host="h", path=[".."]), "dot_segment"),
        (dict(scheme="coap", host="h", path=["\ud800"]), "utf8"),
        (dict(scheme="coap", port=1), "no_host"),
        (dict(scheme="coap", zone="e"), "no_host"),
        (dict(path=["a"]), "order"),
        (dict(scheme="coap", discard=0), "order"),
        (dict(rootless=True, host="h"), "order"),
        (dict(scheme=7), "argument"),
    ):
        assert refused(lambda: CRI.build(**wrong)) == name


def test_truediv():
    base = CRI("coap://h/a?q#f")
    assert uri(base / "b") == "coap://h/a/b"
    assert uri(base / "b/c" / "") == "coap://h/a/b%2Fc/"
    assert uri(base / "" / "" / "b") == "coap://h/a/b"
    assert uri(CRI("coap://h/") / "b") == uri(CRI("coap://h") / "b") == "coap://h/b"
    assert uri(base / PET(("x", b";"))) == "coap://h/a/x%3B"
    assert uri(CRI("coap://h/a%3B") / "b") == "coap://h/a%3B/b"
    assert uri(CRI("urn:a") / "b") == "urn:a/b"
    assert uri(base.joinpath("b", "", "c")) == "coap://h/a/b/c" and uri(base.joinpath()) == "coap://h/a"
    for segment in (".", ".."):
        assert refused(lambda: base / segment) == "dot_segment"
    assert refused(lambda: base / "\ud800") == "utf8"
    for wrong in (1, None, b"a", ("a",), base):
        with pytest.raises(TypeError):
            base / wrong
    with pytest.raises(TypeError):
        "a" / base


@pytest.mark.parametrize("reference", ["a", "a/", "../a", "/a", "", "..", "?q", "//g/a", "a;b/%3B"])
@pytest.mark.parametrize("base", ["coap://h", "coap://h/x/y", "coap://h/x/y/"])
def test_truediv_of_references(base, reference):
    """If the reference has a path, appending a segment and resolving can be done in either order."""
    base, reference = CRI(base), CRI(reference)
    joined = base.resolve(reference / "s")
    if reference.path or reference.discard == libcri.DISCARD_ALL:
        assert joined == base.resolve(reference) / "s"
    assert joined.path[-1] == "s" and joined.query == ()


def test_with_components():
    assert uri(FULL.with_scheme("coaps")) == "coaps://user@[fe80::42]:61616/floors/2?unit=c&x=%26#top"
    assert FULL.with_scheme(-2).scheme == "coaps" and CRI("/a").with_scheme("file").to_uri() == "file:/a"
    assert uri(FULL.with_host("example.com")) == "coap://user@example.com:61616/floors/2?unit=c&x=%26#top"
    assert FULL.with_host(ipaddress.ip_address("fe80::1%eth0")).endpoint == Endpoint.of("fe80::1%eth0", 61616)
    assert FULL.with_host(ipaddress.ip_address("fe80::1"), zone="eth1").host == "fe80::1%eth1"
    assert uri(FULL.with_host(None)) == "coap:/floors/2?unit=c&x=%26#top"
    assert FULL.with_port(None).port is None and FULL.with_port(0).port == 0 and FULL.with_port(65535).port == 65535
    assert FULL.with_userinfo(None) == FULL.without_userinfo() and FULL.with_userinfo("").userinfo == ""
    assert uri(FULL.with_path(["a", "b/c"])) == "coap://user@[fe80::42]:61616/a/b%2Fc"
    assert FULL.with_path(iter("ab"), keep_query=True, keep_fragment=True).replace(path=FULL.path) == FULL
    assert FULL.with_path(FULL.path, keep_query=True) == FULL.without_fragment()
    assert FULL.with_path(FULL.path, keep_fragment=True) == FULL.with_query(None)
    assert FULL.with_query(["a", "b&c"]).query == ("a", "b&c") and FULL.with_query(None).query == ()
    assert FULL.with_fragment(None) == FULL.without_fragment() and FULL.with_fragment("x").fragment == "x"
    # The largest number that CBOR can encode.
    assert FULL.with_scheme(-(2**64)).scheme_id == -(2**64) and FULL.with_scheme(-(2**64)) / "a" / "b"


REFERENCES = ["a", "a/", "a/b", "../a", "/a", "/", "", "..", "?q", "#f", "//g/a?q", "//g", "a;b/%3B", "../..", "a?q#f"]
BASES = ["coap://h", "coap://h/", "coap://h/x", "coap://h/x/y/", "coap://h/x/y?q#f"]


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("base", BASES)
def test_join_and_parent(base, reference):
    base, reference = CRI(base), CRI(reference)
    assert base.join(str(reference)) == base.join(bytes(reference)) == base.join(reference) == base.resolve(reference)
    # The parent of a reference resolves to the parent of its target, even if the reference has no path of its own.
    joined = base.resolve(reference)
    assert base.resolve(reference.parent) == joined.parent
    assert joined.parent.query == () and joined.parent.fragment is None


def test_parent_and_name():
    parents = [cri := CRI("coap://u@h:1/a/b%3B/?q#f")]
    while cri.parent != cri:
        parents.append(cri := cri.parent)
    assert [cri.path for cri in parents] == [("a", PET(("b", b";")), ""), ("a", PET(("b", b";"))), ("a",), ()]
    assert [cri.name for cri in parents] == ["", PET(("b", b";")), "a", ""]
    assert all(cri.userinfo == "u" and cri.port == 1 for cri in parents)
    assert (CRI("coap://h") / "a/b").parent == CRI("coap://h") and (CRI("coap://h") / "a/b").name == "a/b"
    # A rootless path keeps its only segment, and the root has no parent.
    assert CRI("urn:a?q").parent == CRI("urn:a") and CRI("urn:a/b").parent == CRI("urn:a")
    assert CRI("/").parent.discard == CRI("/").discard and CRI.from_edn("[127]").discard == 127
    assert refused(lambda: CRI.from_edn("[127]").parent) == "discard"
    assert CRI("coap://h/x", 13).join("y").revision == 13


def test_text_for_headers_is_never_notation():
    base, target = CRI("coap://h/a"), CRI("coap://h/a/b")
    assert str(target.relative_to(base)) == '[0, ["b"]]' and target.relative_to(base, for_uri=True).uri == "a/b"
    with pytest.raises(URIError):
        target.relative_to(base).uri  # noqa: B018 (the property raises)


def test_origin():
    for text, wanted in (
        ("coap://u@H:5683/a?q#f", "coap://h"), ("coap://[fe80::1]:1/", "coap://[fe80::1]:1"),
        ("x-y://h:80/a", "x-y://h:80"), ("http:///a", "http://"),
    ):  # fmt: skip
        assert str(CRI(text).origin()) == wanted
    zone = CRI.build(scheme="coap", host=ipaddress.ip_address("fe80::1"), zone="e")
    assert zone.origin().zone == "e" and CRI.from_edn('["coap", ["h"]]').origin() == CRI("coap://h")


def test_replace():
    pet = CRI("coap://u%3B@a%3B.b/%3B?%3B%26#%3B")
    assert (
        pet.replace()
        == pet
        == pet.replace(path=pet.path, query=pet.query, fragment=pet.fragment, userinfo=pet.userinfo)
    )
    assert uri(pet.replace(scheme="coaps", host="h", port=1, path=[], query=None, fragment=None)) == "coaps://u%3B@h:1"
    assert uri(CRI("../a?q").replace(discard=1)) == "a?q" and CRI("/a").replace(path=None).path is None
    assert refused(lambda: CRI("a").with_host("h")) == refused(lambda: CRI("a").with_scheme("coap")) == "not_full"
    assert uri(CRI("a").replace(scheme="coap", host="h", path=["b"])) == "coap://h/b"
    assert refused(lambda: CRI("urn:a").with_port(1)) == refused(lambda: CRI("/a").with_userinfo("u")) == "no_host"
    with pytest.raises(TypeError):
        FULL.replace(hots="h")


def test_queries():
    cri = CRI("coap://h/a?x=1&flag#f")
    for query, wanted in (
        ({"a": "b&c", "d": [1, 2.5], "e": ("x", "y"), "f": []}, ("a=b&c", "d=1", "d=2.5", "e=x", "e=y")),
        ([("a", "=b="), ["c", -1], "flag", PET(("p=", b"="))], ("a==b=", "c=-1", "flag", PET(("p=", b"=")))),
        ((one for one in ("ab", "cd")), ("ab", "cd")), ({}, ()), ([], ()), ({"": ""}, ("=",)),
    ):  # fmt: skip
        made = cri.with_query(query)
        assert made.query == wanted and made.path == ("a",) and made.fragment == "f"
        if not hasattr(query, "__next__"):
            assert made == cri.replace(query=query)
            assert made == CRI.build(scheme="coap", host="h", path=["a"], query=query, fragment="f")
    assert cri.with_query(b=1, a=["2"]) == cri.with_query({"b": 1, "a": "2"}) != cri
    assert cri.with_query(None).query == cri.update_query(None).query == () and cri.extend_query(None) == cri
    assert cri.extend_query(x=2).query == ("x=1", "flag", "x=2") and CRI("a").extend_query({}).query is None
    assert cri.update_query(x=2, y=3).query == ("x=2", "flag", "y=3") and cri.update_query({}) == cri
    # A reference without a query differs from a reference with an empty query.
    reference = CRI("a?q=1")
    assert reference.with_query(None).query is reference.update_query(None).query is None
    assert CRI("a").update_query({}).query is None and reference.with_query({}).query == ()
    assert cri.update_query({"flag": [1, 2], "x": []}).query == ("flag=1", "flag=2")
    many = cri.with_query(["a=1", "b=2", "a=3", "a=4"])
    assert many.update_query(["a=5", "c=6", "a=7"]).query == ("a=5", "b=2", "a=7", "c=6")
    assert many.update_query(a=list("wxyz"), b=0).query == ("a=w", "a=x", "a=y", "a=z", "b=0")
    assert many.without_query_params("a", "z").query == ("b=2",) and cri.without_query_params("flag").query == ("x=1",)
    assert CRI("a").without_query_params("a").query is None and many.without_query_params() == many
    # Arguments are plain text and not a part of a URI, so nothing is percent-encoded twice.
    assert uri(cri.with_query(a="%&+ é").with_fragment(None)) == "coap://h/a?a=%25%26+%20%C3%A9"
    assert CRI.build(discard=0, query={"a": "%26"}, percent=True).query == ("a=&",)


def test_query_params():
    params = CRI("coap://h?ep=n%201&lt=60&flag&lt=90&=x&p%3D%3D%FF&e=").query_params
    pairs = [("ep", "n 1"), ("lt", "60"), ("flag", ""), ("lt", "90"), ("", "x"), ("p", "=\udcff"), ("e", "")]
    assert list(params.items()) == pairs and len(params) == 7 and list(params) == [name for name, _ in pairs]
    assert list(params.values()) == [value for _, value in pairs] and list(params.keys()) == list(params)
    assert ("lt", "90") in params.items() and ("lt", "91") not in params.items() and "90" in params.values()
    assert params["lt"] == params.getone("lt") == params.get("lt") == "60" and params.getall("lt") == ["60", "90"]
    assert "x" not in params and params.get("x") is None and params.get("x", 1) == 1
    assert params.getone("x", None) is None and params.getall("x", None) is None
    for call in (params.getone, params.getall, params.__getitem__):
        with pytest.raises(KeyError):
            call("x")
    assert eval(repr(params), {"QueryParams": libcri.QueryParams}) == params != libcri.QueryParams(pairs[1:])
    assert CRI("a?x=1&y=2").query_params == {"y": "2", "x": "1"} != CRI("a?x=1&x=2").query_params
    assert CRI("a?x=1&x=2").query_params != {"x": "1"}
    assert CRI("a").query_params == {} and not CRI("a").query_params and params != 1
    with pytest.raises(TypeError):
        hash(params)
    cri = CRI("coap://h").with_query(CRI("coap://h?a=1&b=2&a=3").query_params)
    assert cri.query == ("a=1", "b=2", "a=3")


def test_queries_of_options():
    assert libcri.coap.query_params([(15, b"a=1"), (11, b"a=2"), (15, b"a=3")]).getall("a") == ["1", "3"]
    assert libcri.coap.insert_option([(15, b"q"), (3, b"h")], 11, b"a") == libcri.coap.coded(
        [(3, b"h"), (11, b"a"), (15, b"q")]
    )
    assert libcri.coap.cache_key([(4, b"e"), (11, b"a")]) != libcri.coap.cache_key([(11, b"a")], [4])
    assert libcri.coap.cache_key([(4, b"e"), (11, b"a")], iter([4])) == libcri.coap.cache_key([(11, b"a")])


def test_with_name():
    """The last segment is replaced, as pathlib and yarl do."""
    for before, after in {
        "coap://h/a/b?q#f": "coap://h/a/n", "coap://h/a/": "coap://h/a/n", "coap://h": "coap://h/n",
        "coap://h//": "coap://h//n",
        "a": "n", "../a/b": "../a/n", "?q": "n", "urn:a": "urn:n",
    }.items():  # fmt: skip
        assert str(CRI(before).with_name("n")) == after
    base = CRI("coap://h/x/y/z")
    for reference in ("?q", "", "#f", "a", "../a"):
        assert base.join(CRI(reference).with_name("n")) == base.join(reference).with_name("n")
    assert str(CRI("coap://h/a").with_name("b/c")) == "coap://h/b%2Fc"
    with pytest.raises(CRIError):
        CRI("coap://h/a").with_name("..")
    with pytest.raises(TypeError):
        CRI("coap://h/a").with_name(None)
