# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs as Python objects: components, order, exceptions, and arguments that are possible only in Python."""
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
from libcri import CRI, DISCARD_ALL, PET, CRIError, Endpoint, links

FULL = CRI("coap://user@[fe80::42]:61616/floors/2?unit=c&x=%26#top")


def uri(cri):
    return cri.to_uri()


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
    again = pickle.loads(pickle.dumps(error))
    assert again.args == error.args and type(again) is type(error)
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
        assert isinstance(refusal(make), kind) or kind is libcri.URIError


def test_every_error_of_the_header_has_a_name():
    header = (ROOT / "include" / "cri.h").read_text()
    numbers = [int(number) for number in re.findall(r"^#define CRI_ERR_\w+ \((-\d+)\)", header, re.MULTILINE)]
    assert len(numbers) > 40
    for number in numbers:
        assert libcri.errors.error(number).name not in ("unknown", "ok")
    # For each class: the first and the last error number of its ranges, and the numbers next to these ranges.
    groups = {libcri.CBORError: "-3 -4 -10", libcri.UnprocessableError: "-16 -28", libcri.URIError: "-48 -79",
              libcri.CoAPError: "-80 -95 -112 -127", CRIError: "-2 -5 -9 -11 -15 -29 -47 -96 -111 -128"}
    for kind, members in groups.items():
        assert {type(libcri.errors.error(int(number))) for number in members.split()} == {kind}


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
    assert CRI.from_options([(11, b"a")], destination=zone).endpoint == zone


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


def test_wrong_values_have_a_name_and_a_part():
    for call, name, part in (
        (lambda: FULL.with_port(70000), "port", "port"),
        (lambda: FULL.with_port(-1), "port", "port"),
        (lambda: CRI.build(scheme="coap", host="h", port=10**30), "port", "port"),
        (lambda: CRI.build(discard=300, path=[]), "discard", "discard"),
        (lambda: CRI.build(discard=128, path=[]), "discard", "discard"),
        (lambda: CRI.build(scheme="coap", host="::1"), "address", "host"),
        (lambda: CRI.build(scheme="coap", host="[::1]"), "address", "host"),
        (lambda: CRI.build(scheme="coap", host="h", zone="eth0"), "address", "host"),
        (lambda: FULL.with_path([".."]), "dot_segment", "path"),
        (lambda: FULL.with_query(["\udfff"]), "utf8", "query"),
        (lambda: FULL.with_fragment(PET((b"a",))), "pet", "fragment"),
        (lambda: CRI("coap:").with_path(["", "a"]), "not_valid", "path"),
        (lambda: CRI("coap://h", 14), "argument", None),
        (lambda: CRI("coap://h", 2**70), "argument", None),
        (lambda: FULL.options(Endpoint.of("h", 1)), "address", None),
        (lambda: Endpoint.of("::1", 70000), "port", "port"),
        (lambda: FULL.proxy_options(11), "argument", None),
        (lambda: format(FULL, "x"), "argument", None),
        (lambda: libcri.aif_allows(b"\x80", FULL, 33), "argument", None),
        (lambda: FULL.with_query({"a=b": "c"}), "argument", None),
        (lambda: FULL.with_query(a=float("nan")), "argument", None),
        (lambda: FULL.origin().with_scheme(None).origin(), "not_full", None),
        (lambda: CRI("http:///a").origin(), "no_host", None),
        (lambda: CRI("urn:a").origin(), "no_host", None),
    ):
        raised = refusal(call)
        assert (raised.name, raised.part) == (name, part)


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


def test_wrong_types():
    for call in (
        lambda: CRI(5), *(lambda wrong=wrong: CRI.parse(wrong) for wrong in (5, "coap://h", None, [1])),
        lambda: CRI.from_uri(10**12), lambda: CRI.from_uri(None), lambda: CRI("coap://h", "27"),
        lambda: CRI("coap://h", 27.0), lambda: CRI("coap://h", True), lambda: FULL.with_port("1"),
        lambda: FULL.with_port(1.5), lambda: FULL.with_port(True), lambda: FULL.with_path("abc"),
        lambda: FULL.with_path(b"abc"), lambda: FULL.with_path([1]), lambda: FULL.with_path(PET(("a",))),
        lambda: FULL.with_path({"a": 1}), lambda: FULL.with_query("a=b"), lambda: FULL.with_query(b"a=b"),
        lambda: FULL.with_fragment(b"a"), lambda: FULL.with_host(b"h"), lambda: FULL.with_host(1),
        lambda: FULL.with_scheme(None, None), lambda: FULL.with_scheme(1.0), lambda: CRI.build(path=[1]),
        lambda: CRI.build(scheme="coap", host="h", normalize=1), lambda: CRI.build("coap"), lambda: FULL.resolve("x"),
        lambda: FULL.resolve(None), lambda: FULL.same_origin(1), lambda: FULL.relative_to("coap://h"),
        lambda: FULL.options(("::1", 1)), lambda: CRI.from_options("abc"), lambda: CRI.from_options([11]),
        lambda: CRI.from_options([(11, "a")]), lambda: CRI.from_options([("1", b"")]), lambda: CRI.from_options(["ab"]),
        lambda: CRI.from_options(5), lambda: PET((1,)), lambda: Endpoint("::1", 1), lambda: Endpoint.of(1, 1),
        lambda: type("P", (PET,), {}), lambda: FULL < 1, lambda: libcri.items_array("x"), lambda: libcri.Walk("x"),
        lambda: libcri.aif_allows(b"\x80", "x", 1), lambda: FULL.join(5), lambda: FULL.with_query(),
        lambda: FULL.with_query(["a"], b=1), lambda: FULL.with_query(["a"], ["b"]), lambda: FULL.with_query([("a",)]),
        lambda: FULL.with_query(a=True), lambda: FULL.with_query(a=None), lambda: FULL.with_query({1: "a"}),
        lambda: FULL.with_query(5), lambda: FULL.with_query(PET(("a",))), lambda: FULL.with_query(a=[["b"]]),
        lambda: FULL.without_query_params(1), lambda: libcri.coap.cache_key([], 4), lambda: libcri.coap.cache_key("a"),
        lambda: libcri.coap.insert_option([], "1", b""), lambda: libcri.coap.split_zone(b"coap://h"),
    ):  # fmt: skip
        with pytest.raises(TypeError):
            call()


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


def test_messages():
    link = links.Link("a")
    for function in (FULL.resolve, FULL.relative_to, FULL.same_origin, link.resolve):
        with pytest.raises(TypeError, match="^(reference|base|other): a CRI is needed, not str$"):
            function("../b")
    with pytest.raises(TypeError, match=r"Endpoint\(ipaddress.ip_address"):
        CRI("coap://h").options(("192.0.2.1", 5683))
    for call, message in (
        (lambda: CRI(5), "value: a str, a bytes-like object or a CRI is needed, not int"),
        (lambda: CRI.parse("x"), "data: a bytes-like object is needed, not str"),
        (lambda: CRI.from_uri(5), "uri: a str or a bytes-like object is needed, not int"),
        (lambda: FULL.with_port(-1), "port: an int from 0 to 65535 is needed, not -1"),
        (lambda: FULL.with_port(65536), "port: an int from 0 to 65535 is needed, not 65536"),
        (lambda: Endpoint.of("::1", -1), "port: an int from 0 to 65535 is needed, not -1"),
        (lambda: Endpoint.of("h", 1), "host: an IP address is needed, not 'h'"),
        (lambda: CRI.build(discard=128), "discard: an int from 0 to 127, or DISCARD_ALL, is needed, not 128"),
        (lambda: CRI("a", 26), "revision: 27 or 13 is needed, not 26"),
        (lambda: FULL.with_scheme(1), "scheme: an id from -1 to -2 ** 64 is needed, not 1"),
        (lambda: FULL.with_host("::1"),
         "host: a name, or an ipaddress object for an address, which may have a zone, is needed, not '::1'"),
        (lambda: format(FULL, "xml"), "form: '', 'uri', 'iri' or 'edn' is needed, not 'xml'"),
        (lambda: FULL.proxy_options(11),
         "proxy: PROXY_CRI, PROXY_URI, PROXY_SCHEME or PROXY_SCHEME_NUMBER is needed, not 11"),
        (lambda: libcri.aif_allows(b"\x80", FULL, 0), "method: an int from 1 to 32 is needed, not 0"),
        (lambda: CRI.from_options([(-1, b"")]), "the number of an option: an int from 0 to 65535 is needed, not -1"),
        (lambda: FULL.with_query({"a=": 1}), "the name of a parameter: a str without '=' is needed, not 'a='"),
        (lambda: FULL.with_query(a=float("inf")), "a: a finite float is needed, not inf"),
        (lambda: FULL.with_query(a=None), "a: a str, an int or a float is needed, not NoneType"),
        (lambda: FULL.with_query("a"), "query: a mapping, or an iterable of parameters, is needed, not str"),
        (lambda: FULL.with_query(["a", 1]), "query: a str, a PET or a pair of name and value is needed, not int"),
    ):
        with pytest.raises((TypeError, CRIError)) as raised:
            call()
        assert str(raised.value) == message
    # A message is no longer than a line, whatever value was passed.
    assert len(str(refusal(lambda: FULL.with_port(10**4000)))) < 120


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
