# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs that are built of components, and CRIs with other components, as in pathlib and yarl."""
import ipaddress

import pytest
from rows import refusal

import libcri
from libcri import CRI, PET, Endpoint

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
    for wrong, name in (
        (dict(scheme="coap", host="1.2.3.4"), "address"),
        (dict(scheme="coap", host="h", path=[".."]), "dot_segment"),
        (dict(scheme="coap", host="h", path=["\ud800"]), "utf8"),
        (dict(scheme="coap", port=1), "order"),
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
    """Joining and resolving can be done in either order, where the reference has a path."""
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
    assert FULL.with_query(["a", "b&c"]).query == ("a", "b&c") and FULL.with_query(None).query == ()
    assert FULL.with_fragment(None) == FULL.without_fragment() and FULL.with_fragment("x").fragment == "x"
    # As large as CBOR has them.
    assert FULL.with_scheme(-(2**64)).scheme_id == -(2**64) and FULL.with_scheme(-(2**64)) / "a" / "b"


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
