# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs as Python objects: components, order, copies, forms of text, memory and threads."""
import array
import copy
import ipaddress
import os
import pathlib
import pickle
import re
import subprocess
import sys
import threading
import tracemalloc
import weakref

import pytest
from rows import ROOT, refusal

import libcri
from libcri import CRI, DISCARD_ALL, PET, CRIError, Endpoint

FULL = CRI("coap://user@[fe80::42]:61616/floors/2?unit=c&x=%26#top")


def refused(call):
    return refusal(call).name


def test_components():
    assert (FULL.scheme, FULL.scheme_id, FULL.revision, FULL.is_full) == ("coap", -1, 27, True)
    assert (FULL.userinfo, FULL.host, FULL.port, FULL.effective_port) == ("user", "fe80::42", 61616, 61616)
    assert CRI("coap://h").zone is FULL.zone is None
    assert CRI.build(scheme="x-y", host=ipaddress.ip_address("fe80::1"), zone="eth0").zone == "eth0"
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
    assert CRI.build(discard=127, path=["a"]).discard == 127
    assert CRI.from_edn("[0, []]").path == ()


def test_percent_encoded_text():
    cri = CRI.from_uri("coap://h/a%2fb/x%3B%FFy")
    assert cri.path == ("a/b", PET(("x", b";\xff", "y")))
    assert isinstance(cri.path[1], PET) and cri.path[1].decode() == b"x;\xffy"
    many = PET(["a", b"/"] * 13)
    assert cri.with_path([many]).path == (many,)
    assert repr(cri.path[1]) == "PET(('x', b';\\xff', 'y'))"


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
    links = [CRI(f"coap://h/{segment}") for segment in ("c", "a", "b", "a" * 30, "b" * 300, "")]
    assert [cri.path for cri in sorted(links)][:4] == [("",), ("a",), ("b",), ("c",)]
    assert sorted(links) == sorted(links, key=bytes)
    assert CRI("coap://h") != CRI("coap://h", 13) and hash(CRI("coap://h")) != hash(CRI("coap://h", 13))
    for again in (pickle.loads(pickle.dumps(FULL)), copy.copy(FULL), copy.deepcopy(FULL)):
        assert again == FULL and bytes(again) == bytes(FULL)
    old = CRI("coap://h/a", 13)
    assert pickle.loads(pickle.dumps(old)).revision == 13
    assert old != one and one != "coap://h/a" and one.stable_hash() == one.stable_hash()
    for compare in (lambda: old < one, lambda: one >= "coap://h/a"):
        with pytest.raises(TypeError):
            compare()
    assert repr(old) == "CRI('coap://h/a', 13)" and eval(repr(old), {"CRI": CRI}) == old


def test_revisions_do_not_mix():
    for call in (FULL.resolve, FULL.relative_to, FULL.same_origin):
        assert refused(lambda: call(CRI("coap://h", 13))) == "revision"
    assert refused(lambda: CRI.parse(b"\x80", 14)) == "argument"


def test_tag():
    assert bytes(CRI.parse(FULL.tagged())) == bytes(FULL) and FULL.tagged()[:2] == b"\xd8\x63"


def test_no_borrowing():
    """A CRI does not refer to the buffer from which it was made."""
    data = bytearray(bytes(FULL))
    cri = CRI.parse(data)
    data[:] = b"\xff" * len(data)
    del data
    assert cri == FULL and cri.path == FULL.path


def test_long_texts():
    uri = "coap://h/" + "/".join(str(number) for number in range(20000))
    cri = CRI.from_uri(uri)
    assert cri.to_uri() == uri and len(cri.path) == 20000


def test_options_in_any_order():
    options = [(15, b"q"), (11, b"a"), (3, b"h"), (11, b"b")]
    assert CRI.from_options(options).to_uri() == "coap://h/a/b?q"
    assert CRI.from_options(iter(options), scheme="coaps").to_uri() == "coaps://h/a/b?q"
    assert not libcri.is_for_proxy(options)
    # Options with the same number keep their order, however many there are.
    path = [str(number) for number in range(40)]
    many = [option for segment in path for option in ((15, segment.encode()), (11, segment.encode()))]
    assert CRI.from_options([*many, (3, b"h")]).to_uri() == f"coap://h/{'/'.join(path)}?{'&'.join(path)}"
    zone = Endpoint.of("fe80::1%eth0", 5683)
    assert zone == Endpoint(ipaddress.ip_address("fe80::1"), 5683, "eth0")
    for address in "fe80::1", "fe80::1%eth1":
        destination = Endpoint(ipaddress.ip_address(address), 5683, "eth0")
        assert CRI.from_options([(11, b"a")], destination=destination).endpoint == zone


def said(code, **environment):
    """Runs a program in a new process, and returns the words that it prints."""
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, **environment}
    ).stdout.split()


def test_depends_on_nothing():
    """libcri imports only modules of Python's standard library, whatever packages are installed. Modules that Python
    itself imports when it starts are not counted.
    """
    code = "import sys; print(*{name.split('.')[0] for name in sys.modules} - sys.stdlib_module_names)"
    assert {name for name in said(f"import libcri; {code}") if not name.startswith("__")} <= {"libcri", *said(code)}


def test_version():
    manifest = (ROOT / "Cargo.toml").read_text()
    assert re.search(r'^version = "(.+)"', manifest, re.MULTILINE)[1] == libcri.__version__
    assert (pathlib.Path(libcri.__file__).parent / "py.typed").exists()


def test_constructor():
    assert CRI("coap://h/a") == CRI.from_uri("coap://h/a") == CRI(bytes(CRI("coap://h/a"))) == CRI(CRI("coap://h/a"))
    assert CRI("coap://h", 13).revision == CRI(CRI("coap://h", 13)).revision == 13
    assert refused(lambda: CRI(CRI("coap://h", 13), 27)) == "revision"


def test_walks():
    """Attributes of places that the rows of places.txt do not have, and the positions of errors in a document."""
    document = bytes.fromhex("82 a2 6372656c 626970 6468726566 8101 a1 6468726566 821880 816178")
    places = [place.content or place.argument for place in libcri.Walk(document)]
    assert places == [2, 2, b"rel", b"ip", b"href", 1, 1, 1, b"href", 2, 128, 1, b"x"]
    links = []
    for place in (walk := libcri.Walk(document)):
        if place.key_is("href") and place.depth == 2:
            try:
                links.append((place.map, walk.parse()))
            except CRIError as error:
                links.append((place.map, error.name, error.offset, error.part))
    assert links == [(1, CRI.from_edn("[1]")), (16, "discard", 23, "discard")]
    assert refused(libcri.Walk(document).parse) == refused(walk.parse) == "order"
    (place, error), = libcri.tagged_items(b"\x82\x00\xd8\x63\x81\x18\x80")
    assert (place.offset, place.kind, place.argument, place.content, place.key) == (2, "tag", 99, None, None)
    assert isinstance(error, libcri.UnprocessableError) and (error.name, error.offset) == ("discard", 5)
    (open_array, end) = libcri.Walk(b"\x9f\xff\x1b" + b"\xff" * 8)
    assert open_array.argument is end.argument is None and repr(end) == "<Place: uint at 2>"


class Index:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


def test_integers_and_buffers():
    assert FULL.with_port(Index(5)).port == 5 and CRI("coap://h", Index(13)).revision == 13
    assert refused(lambda: FULL.with_port(Index(10**9))) == "port"
    data = bytes(FULL)
    for buffer in (bytearray(data), memoryview(data), memoryview(b"x" + data)[1:], array.array("B", data),
                   memoryview(data + data)[: len(data)], memoryview(data[::-1])[::-1],
                   memoryview(data).cast("b")):  # fmt: skip
        assert CRI.parse(buffer) == FULL
    assert CRI.from_uri(bytearray(b"coap://h")) == CRI("coap://h")
    released = memoryview(data)
    released.release()
    assert refused(lambda: CRI.parse(released)) == "argument"
    with pytest.raises(ZeroDivisionError):
        FULL.with_port(type("Odd", (), {"__index__": lambda self: 1 // 0})())
    with pytest.raises(ZeroDivisionError):
        FULL.with_path(1 // 0 for _ in "a")


def test_text_forms():
    """str() is the URI if there is one, repr() is code for the same CRI, human_repr() is for people."""
    cri = CRI.from_iri("coap://café.example/ä%20b")
    assert str(cri) == f"{cri}" == f"{cri:uri}" == cri.to_uri() == "coap://caf%C3%A9.example/%C3%A4%20b"
    assert cri.human_repr() == f"{cri:iri}" == cri.to_iri() == "coap://café.example/ä%20b"
    assert f"{cri:edn}" == cri.to_edn() and repr(cri) == "CRI('coap://caf%C3%A9.example/%C3%A4%20b')"
    assert f"{CRI('../a'):>6}|{CRI('b'):_<3}|{CRI('c'):5s}|" == "  ../a|b__|c    |"
    assert repr(CRI("../a")) == "CRI('../a')" and repr(CRI("a", 13)) == "CRI('a', 13)"
    # These CRIs have no URI, or a URI that is converted to another CRI.
    for edn in ("[1]", "[true]", '[-1, ["H"]]', '["coap", ["h"]]', '[-1, ["h", 5683], []]', '[-1, [\'fe80\', "e"]]'):
        edn = edn.replace("'fe80'", "h'fe800000000000000000000000000001'")
        cri, old = CRI.from_edn(edn), CRI.from_edn(edn, 13)
        assert repr(cri) == f"CRI.from_edn({cri.to_edn()!r})" and eval(repr(cri)) == cri
        assert repr(old).endswith(", 13)") and eval(repr(old)) == old
    for edn in ("[1]", "[true]"):
        assert str(CRI.from_edn(edn)) == CRI.from_edn(edn).human_repr() == edn
    assert str(CRI.from_edn('["coap", ["H"]]')) == "coap://H"


def test_match():
    match FULL:
        case CRI("coap", "fe80::42", 61616, ("floors", number)):
            assert number == "2"
        case _:
            raise AssertionError
    match CRI("?q"):
        case CRI(scheme=None, path=None, query=("q",), discard=0):
            pass
        case _:
            raise AssertionError


def test_as_an_object():
    assert copy.copy(FULL) is FULL and copy.deepcopy([FULL])[0] is FULL
    cri = CRI("coap://h/a")
    reference = weakref.ref(cri)
    assert reference() is cri and weakref.WeakValueDictionary(a=cri)["a"] is cri
    del cri
    assert reference() is None
    for name in ("host", "path", "query", "endpoint", "userinfo", "fragment"):
        assert getattr(FULL, name) is getattr(FULL, name)
    assert CRI.__module__ == "libcri" and "CoAP" in CRI.from_options.__doc__
    assert "revision=None" in CRI.from_uri.__text_signature__
    public = [name for name in dir(CRI) if not name.startswith("_")]
    assert len(public) > 40 and all(getattr(CRI, name).__doc__ for name in public)


def test_hash_is_keyed():
    """Two processes compute different hashes, and the same stable hash."""
    code = "from libcri import CRI; cri = CRI('coap://h/a'); print(hash(cri), cri.stable_hash())"
    outs = [said(code, PYTHONHASHSEED=seed) for seed in "12"]
    assert outs[0][0] != outs[1][0] and outs[0][1] == outs[1][1]


def test_memory():
    """Before a component is read, an object has at most 200 bytes, not counting its 9 bytes in the list."""
    uris = [f"coap://[2001:db8::{number:x}]:61616/floors/2/rooms/{number}?unit=c" for number in range(1000)]
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        cris = [CRI(uri) for uri in uris]
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert max(len(bytes(cri)) for cri in cris) <= 78  # short enough to be stored in the object itself
    assert (after - before) / len(cris) <= 200 + 9


def test_threads():
    """Components are made once, whichever thread reads them first."""
    for round in range(20):
        cris = [CRI(f"coap://h/{round}/{number}?q#f") for number in range(200)]
        seen, errors = [], []

        def read():
            try:
                seen.append([(cri.host, cri.path, cri.query, cri.fragment) for cri in cris])
            except BaseException as error:  # noqa: BLE001
                errors.append(error)

        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not errors and all(other == seen[0] for other in seen)
        assert all(one[1] is other[1] for values in seen for one, other in zip(seen[0], values))
