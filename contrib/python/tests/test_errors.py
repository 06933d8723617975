# SPDX-License-Identifier: MIT OR Apache-2.0
"""Errors, and wrong arguments that are possible only in Python: their exceptions, messages, names and positions."""
import ipaddress
import pickle
import re

import pytest
from rows import ROOT, refusal

import libcri
from libcri import CRI, PET, CRIError, Endpoint, links

FULL = CRI("coap://user@[fe80::42]:61616/floors/2?unit=c&x=%26#top")


@pytest.mark.parametrize("text", ["coap://h/\0", "coap://h/\ud800", "coap://h/ä b", "x" * 100000 + ":\0"])
def test_texts_that_c_would_cut(text):
    for make in (CRI.from_uri, CRI.from_iri, CRI.from_edn):
        with pytest.raises(CRIError):
            make(text)


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
        (CRIError, lambda: CRI.from_options([(11, b"x" * 70000)])),
        (libcri.URIError, lambda: CRI.from_edn("[1, [\"a\"], [], \"\", 1, 1]").to_uri()),
        (ValueError, lambda: libcri.scheme_id("no such")),
    ):
        assert isinstance(refusal(make), kind) or kind is libcri.URIError


def test_every_error_of_the_header_has_a_name():
    header = (ROOT / "include" / "cri_error.h").read_text()
    numbers = [int(number) for number in re.findall(r"^  CRI_ERR_\w+ = (-\d+),", header, re.MULTILINE)]
    assert len(numbers) > 40
    for number in numbers:
        assert libcri.errors.error(number).name not in ("unknown", "ok")
    kinds = {libcri.CBORError: "truncated extra", libcri.UnprocessableError: "structure feature",
             libcri.URIError: "uri_syntax uri_host no_cri scheme_unknown",
             libcri.CoAPError: "coap_option coap_proxy coap_scheme coap_empty_path coap_destination coap_location",
             CRIError: "argument base not_full host_name syntax limit"}
    for kind, names in kinds.items():
        assert {type(libcri.errors.error(libcri.errors.NUMBERS[name])) for name in names.split()} == {kind}


def test_errors_of_cori_cannot_occur():
    """The errors of CoRI have no class of their own, because the package is built without CoRI."""
    manifest = (ROOT / "contrib" / "python" / "Cargo.toml").read_text()
    (features,) = re.findall(r'^libcri = .* default-features = false, features = (\[.*\]) }$', manifest, re.MULTILINE)
    assert "cori" not in features
    assert not [name for name in dir(libcri) + dir(libcri._libcri) if "cori" in name.lower()]


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
        (lambda: CRI("urn:a").origin(), "no_host", None),
    ):
        raised = refusal(call)
        assert (raised.name, raised.part) == (name, part)


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
        (lambda: format(FULL, "xml"), "form: 'uri', 'iri', 'edn' or a format of str is needed, not 'xml'"),
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


def test_offsets():
    """The error of a text, a document or a message has its position, whatever function reads it."""
    for call, name, offset in (
        (lambda: libcri.coap.uri_to_options("coap://h a"), "uri_syntax", 8),
        (lambda: libcri.coap.uri_to_options("//h:x", base=FULL), "uri_syntax", 4),
        (lambda: libcri.coap.uncoded(b"\xb1a\xb2"), "truncated", 2),
        (lambda: libcri.coap.split_message(b"\xb1a\xf1"), "coap_option", 2),
        (lambda: list(libcri.items_array(b"\x82\x80\x82\x01")), "truncated", 4),
        (lambda: list(libcri.items_sequence(b"\x80\x1c")), "cbor", 1),
        (lambda: list(libcri.find_tagged(b"\x82\x80\x1c")), "cbor", 2),
        (lambda: list(libcri.find_tagged_uris(b"\x82\x80\x1c")), "cbor", 2),
        (lambda: libcri.aif_entries(b"\x81\x82\x81\x1c"), "cbor", 3),
        (lambda: libcri.aif_entries(b"\x82\x82\x81\x81\x61.\x01\x1c"), "dot_segment", None),
        (lambda: libcri.aif_allows(b"\x81\x82\x81", FULL, 1), "truncated", 3),
        (lambda: libcri.links.Link("/é b"), "uri_syntax", 2),
    ):
        raised = refusal(call)
        assert (raised.name, raised.offset) == (name, offset)
