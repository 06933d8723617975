# SPDX-License-Identifier: MIT OR Apache-2.0
"""What Python adds: objects, exceptions, and arguments that only Python can pass."""
import copy
import ipaddress
import pathlib
import pickle
import re
import subprocess
import sys

import pytest
from rows import ROOT

import libcri
from libcri import CRI, DISCARD_ALL, PET, CRIError, Endpoint

FULL = CRI.from_uri("coap://user@[fe80::42]:61616/floors/2?unit=c&x=%26#top")


def test_components():
    assert (FULL.scheme, FULL.scheme_id, FULL.revision, FULL.is_full) == ("coap", -1, 27, True)
    assert (FULL.userinfo, FULL.host, FULL.port, FULL.effective_port) == ("user", "fe80::42", 61616, 61616)
    assert FULL.endpoint == Endpoint(ipaddress.ip_address("fe80::42"), 61616) == Endpoint.of("fe80::42", 61616)
    assert FULL.path == ("floors", "2") and FULL.query == ("unit=c", "x=&") and FULL.fragment == "top"
    assert FULL.discard == DISCARD_ALL and not FULL.is_rootless
    assert FULL.without_fragment().fragment is None
    assert FULL.without_userinfo().to_uri() == "coap://[fe80::42]:61616/floors/2?unit=c&x=%26#top"


def test_components_of_a_reference():
    reference = CRI.from_edn('[2, ["a"]]')
    assert (reference.scheme, reference.host, reference.port, reference.effective_port) == (None,) * 4
    assert (reference.discard, reference.path, reference.query, reference.fragment) == (2, ("a",), None, None)
    assert reference.endpoint is None and reference.userinfo is None and not reference.is_full
    assert CRI.from_uri("urn:example:a").is_rootless
    assert CRI.from_edn("[0]").path is None
    assert CRI.from_edn("[0, []]").path == ()


def test_percent_encoded_text():
    cri = CRI.from_uri("coap://h/a%2fb/x%3B%FFy")
    assert cri.path == ("a/b", PET(("x", b";\xff", "y")))
    assert isinstance(cri.path[1], PET) and cri.path[1].decode() == b"x;\xffy"
    assert repr(cri.path[1]) == "PET(('x', b';\\xff', 'y'))"


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
    for refused, name in (
        (dict(scheme="coap", host="1.2.3.4"), "address"),
        (dict(scheme="coap", host="h", path=[".."]), "dot_segment"),
        (dict(scheme="coap", host="h", path=["\ud800"]), "utf8"),
        (dict(scheme="coap", port=1), "order"),
        (dict(scheme=7), "argument"),
    ):
        with pytest.raises(CRIError) as raised:
            CRI.build(**refused)
        assert raised.value.name == name


def test_immutable():
    for name in ("scheme", "path", "anything"):
        with pytest.raises(AttributeError):
            setattr(FULL, name, None)
        with pytest.raises(AttributeError):
            delattr(FULL, name)
    assert not hasattr(FULL, "__dict__")
    with pytest.raises(TypeError):
        CRI()
    with pytest.raises(TypeError):
        type("Other", (CRI,), {})


def test_hash_order_pickle_copy():
    one, other = CRI.from_uri("coap://h/a"), CRI.parse(bytes.fromhex("9803 20 81 6168 81 6161"))
    assert one == other and len({one, other}) == 1
    links = [CRI.from_uri(f"coap://h/{segment}") for segment in "cab"]
    assert [cri.path for cri in sorted(links)] == [("a",), ("b",), ("c",)]
    for again in (pickle.loads(pickle.dumps(FULL)), copy.copy(FULL), copy.deepcopy(FULL)):
        assert again == FULL and bytes(again) == bytes(FULL)
    old = CRI.from_uri("coap://h/a", 13)
    assert pickle.loads(pickle.dumps(old)).revision == 13
    assert old != one and one != "coap://h/a" and one.stable_hash() == one.stable_hash()
    for compare in (lambda: old < one, lambda: one >= "coap://h/a"):
        with pytest.raises(TypeError):
            compare()
    assert repr(old).endswith(", 13)") and eval(repr(old), {"CRI": CRI}) == old


def test_revisions_do_not_mix():
    for call in (FULL.resolve, FULL.relative_to, FULL.same_origin):
        with pytest.raises(CRIError) as raised:
            call(CRI.from_uri("coap://h", 13))
        assert raised.value.name == "revision"
    with pytest.raises(CRIError) as raised:
        CRI.parse(b"\x80", 14)
    assert raised.value.name == "argument"


def test_bytes_like():
    data = bytes(FULL)
    for other in (bytearray(data), memoryview(data), memoryview(b"x" + data)[1:]):
        assert CRI.parse(other) == FULL
    for wrong in (5, "coap://h", None, [1]):
        with pytest.raises(TypeError):
            CRI.parse(wrong)
    for method in (FULL.resolve, FULL.relative_to, FULL.same_origin):
        with pytest.raises(TypeError):
            method("coap://h")
    assert bytes(CRI.parse(FULL.tagged())) == data and FULL.tagged()[:2] == b"\xd8\x63"


def test_no_borrowing():
    """A CRI keeps nothing of what it was made from."""
    data = bytearray(bytes(FULL))
    cri = CRI.parse(data)
    data[:] = b"\xff" * len(data)
    del data
    assert cri == FULL and cri.path == FULL.path


@pytest.mark.parametrize("text", ["coap://h/\0", "coap://h/\ud800", "coap://h/ä b", "x" * 100000 + ":\0"])
def test_texts_that_c_would_cut(text):
    for make in (CRI.from_uri, CRI.from_iri, CRI.from_edn):
        with pytest.raises(CRIError):
            make(text)


def test_long_texts():
    uri = "coap://h/" + "/".join(str(number) for number in range(20000))
    cri = CRI.from_uri(uri)
    assert cri.to_uri() == uri and len(cri.path) == 20000


def test_errors():
    with pytest.raises(libcri.URIError) as raised:
        CRI.from_iri("coap://h/ää b")
    error = raised.value
    assert (error.name, error.offset, error.part, error.row) == ("uri_syntax", 11, "path", None)
    assert str(error) == f"uri_syntax: {error.text} (offset 11, path)"
    assert pickle.loads(pickle.dumps(error)).args == error.args and type(pickle.loads(pickle.dumps(error))) is type(error)
    for kind, make in (
        (libcri.CBORError, lambda: CRI.parse(b"\x82\x20")),
        (libcri.CBORError, lambda: CRI.parse(b"\x80\x80")),
        (libcri.UnprocessableError, lambda: CRI.parse(b"\x00")),
        (libcri.CoAPError, lambda: CRI.from_uri("http://h/").options()),
        (libcri.CoAPError, lambda: CRI.from_options([(7, b"\1\2\3")])),
        (libcri.CoAPError, lambda: CRI.from_options([(70000, b"")])),
        (libcri.CoAPError, lambda: CRI.from_options([(11, b"x" * 70000)])),
        (libcri.URIError, lambda: CRI.from_edn("[1, [\"a\"], [], \"\", 1, 1]").to_uri()),
        (ValueError, lambda: libcri.scheme_id("no such")),
    ):
        with pytest.raises(CRIError) as raised:
            make()
        assert isinstance(raised.value, kind) or kind is libcri.URIError


def test_every_error_of_the_header_has_a_name():
    header = (ROOT / "include" / "cri.h").read_text()
    numbers = [int(number) for number in re.findall(r"^#define CRI_ERR_\w+ \((-\d+)\)", header, re.MULTILINE)]
    assert len(numbers) > 40
    for number in numbers:
        assert libcri.errors.error(number).name not in ("unknown", "ok")


def test_options_in_any_order():
    options = [(15, b"q"), (11, b"a"), (3, b"h"), (11, b"b")]
    assert CRI.from_options(options).to_uri() == "coap://h/a/b?q"
    assert CRI.from_options(iter(options), scheme="coaps").to_uri() == "coaps://h/a/b?q"
    assert not libcri.asks_proxy(options)
    zone = Endpoint.of("fe80::1%eth0", 5683)
    assert zone == Endpoint(ipaddress.ip_address("fe80::1"), 5683, "eth0")
    assert CRI.from_options([(11, b"a")], destination=zone).endpoint == zone


def test_depends_on_nothing():
    """Nothing but Python's own modules is imported, whatever else is installed."""
    code = "import libcri, sys; print(*{name.split('.')[0] for name in sys.modules} - sys.stdlib_module_names)"
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert {name for name in out.split() if not name.startswith("__")} <= {"libcri"} | _site()


def _site():
    """What Python itself imports at its start here."""
    code = "import sys; print(*{name.split('.')[0] for name in sys.modules} - sys.stdlib_module_names)"
    return set(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split())


def test_version():
    manifest = (ROOT / "Cargo.toml").read_text()
    assert re.search(r'^version = "(.+)"', manifest, re.MULTILINE)[1] == libcri.__version__
    assert (pathlib.Path(libcri.__file__).parent / "py.typed").exists()


def test_escape():
    """What could mislead a reader of a log (R25)."""
    assert libcri.escape("café\x1b\x9b\u202e\ufeff".encode() + b"\\\xff") == "café\\u001b\\u009b\\u202e\\ufeff\\\\\\xff"
