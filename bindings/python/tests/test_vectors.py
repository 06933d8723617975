# SPDX-License-Identifier: MIT OR Apache-2.0
"""The rows of tests/vectors through the package. Each function checks a row as the one of c-tests/rows.c does."""
import ipaddress
from urllib.parse import unquote

import pytest
from rows import READER, endpoint, refusal, rows

import libcri
from libcri import CRI, PROXY_CRI, CRIError


READ = set()


def vectors(file):
    READ.add(file)
    cases = list(rows(file))
    assert cases
    return pytest.mark.parametrize("rev, fields", [case[1:] for case in cases], ids=[case[0] for case in cases])


def outcome(field, call):
    """What a call returns; None if it raises the error that the field names, as it must."""
    if not field.startswith("!"):
        return call()
    assert refusal(call).name == field[1:]
    return None


def parsed(rev, hexadecimal):
    return CRI.parse(bytes.fromhex(hexadecimal), rev)


def expect_bytes(field, call):
    cri = outcome(field, call)
    if cri is not None:
        assert bytes(cri).hex() == field
    return cri


def expect_text(field, call):
    text = outcome(field, call)
    if text is not None:
        assert text == field


@vectors("valid.txt")
def test_valid(rev, fields):
    data, canonical, edn, uri = bytes.fromhex(fields[0]), *fields[1:]
    cri, again = CRI.parse(data, rev), parsed(rev, canonical)
    assert bytes(cri).hex() == canonical
    assert cri.to_edn() == edn
    expect_text(uri, cri.to_uri)
    assert cri == again and hash(cri) == hash(again) and cri.stable_hash() == again.stable_hash()
    assert CRI.from_edn(str(cri), rev) == cri == eval(repr(cri), {"CRI": CRI})
    for end in range(len(data)):
        assert refusal(lambda: CRI.parse(data[:end], rev)).name == "truncated"


@vectors("invalid.txt")
def test_invalid(rev, fields):
    data, error, skipped = bytes.fromhex(fields[0]), *fields[1:]
    refused = refusal(lambda: CRI.parse(data, rev))
    assert refused.name == error
    assert isinstance(refused, libcri.UnprocessableError) == (skipped != "-")


@vectors("from-uri.txt")
def test_from_uri(rev, fields):
    uri, cbor, back = fields
    cri = expect_bytes(cbor, lambda: CRI.from_uri(uri, rev))
    if cri is not None:
        expect_text(back, cri.to_uri)


@vectors("resolve-uri.txt")
def test_resolve_uri(rev, fields):
    base, reference, result = fields
    expect_text(result, CRI.from_uri(base, rev).resolve(CRI.from_uri(reference, rev)).to_uri)


@vectors("resolve.txt")
def test_resolve(rev, fields):
    base, reference, result = fields
    expect_bytes(result, lambda: parsed(rev, base).resolve(parsed(rev, reference)))


@vectors("relativize.txt")
def test_relativize(rev, fields):
    base, target = parsed(rev, fields[0]), parsed(rev, fields[1])
    reference = target.relative_to(base)
    assert bytes(reference).hex() == fields[2]
    assert reference.to_edn() == fields[3]
    assert base.resolve(reference) == target


@vectors("equal.txt")
def test_equal(rev, fields):
    one, other, equal, without_fragments = parsed(rev, fields[0]), parsed(rev, fields[1]), *fields[2:]
    assert (one == other) == (other == one) == (equal == "true")
    assert (one <= other and one >= other) == (equal == "true") != (one < other or one > other)
    assert (one.without_fragment() == other.without_fragment()) == (without_fragments == "true")
    assert equal == "false" or hash(one) == hash(other)


@vectors("host-names.txt")
def test_host_names(rev, fields):
    flags, name, cbor = fields
    expect_bytes(
        cbor,
        lambda: CRI.build(
            scheme=-1, host=name, normalize="normalize" in flags, percent="percent" in flags, revision=rev
        ),
    )


@vectors("normalize.txt")
def test_normalize(rev, fields):
    assert bytes(parsed(rev, fields[0]).normalized()).hex() == fields[1]
    assert bytes(parsed(rev, fields[1]).normalized()).hex() == fields[1]


@vectors("where.txt")
def test_where(rev, fields):
    of, data, error, offset, part = fields[0], bytes.fromhex(fields[1]), *fields[2:]
    make = {"cri": CRI.parse, "uri": CRI.from_uri, "iri": CRI.from_iri}[of]
    if error == "ok":
        try:
            make(data, rev)
        except CRIError as refused:
            assert refused.name == "extra"  # which cri_parse_where() does not see
        return
    refused = refusal(lambda: make(data, rev))
    assert (refused.name, refused.offset, refused.part) == (error, int(offset), part)
    if of != "cri":
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return
        assert len(text[: refusal(lambda: make(text, rev)).offset].encode()) == int(offset)


@vectors("host.txt")
def test_host(rev, fields):
    cri, (host, port) = parsed(rev, fields[0]), fields[1:]
    if host == "!no_host":
        assert cri.host is None
    else:
        expect_text(host, lambda: cri.host)
    assert cri.effective_port == (None if port == "!scheme_unknown" else int(port))
    if cri.endpoint is not None:
        address, _, zone = host.partition("%")
        assert cri.endpoint.address == ipaddress.ip_address(address)
        assert bool(cri.endpoint.zone) == bool(zone) and (cri.endpoint.zone or "") in (zone, unquote(zone))
        assert cri.endpoint.port == int(port)


@vectors("origin.txt")
def test_origin(rev, fields):
    same = outcome(fields[2], lambda: parsed(rev, fields[0]).same_origin(parsed(rev, fields[1])))
    assert same is None or same == (fields[2] == "true")


@vectors("edn.txt")
def test_edn(rev, fields):
    notation, cbor, literal = bytes.fromhex(fields[0]), *fields[1:]
    cri = expect_bytes(cbor, lambda: CRI.from_edn(notation, rev))
    if cri is not None:
        assert str(cri) == cri.to_edn(literal=True) == literal
        assert CRI.from_edn(literal, rev) == cri
        return
    assert refusal(lambda: CRI.from_edn(notation, rev)).offset == int(literal)


def coded(options):
    return libcri.coap.coded(options).hex()


@vectors("coap.txt")
def test_coap(rev, fields):
    cri, destination, (wanted, back) = parsed(rev, fields[0]), endpoint(fields[1]), fields[2:]
    options = outcome(wanted, lambda: cri.options(destination))
    if options is not None:
        assert coded(options) == wanted
        assert list(libcri.coap.uncoded(bytes.fromhex(wanted))) == list(options)
        for given in (options, bytes.fromhex(wanted)):
            again = CRI.from_options(given, scheme=cri.scheme_id, destination=destination, revision=rev)
            assert again == parsed(rev, back)


@vectors("coap-in.txt")
def test_coap_in(rev, fields):
    scheme, options, destination, cbor = fields
    data = bytes.fromhex(options)
    expect_bytes(
        cbor, lambda: CRI.from_options(data, scheme=scheme, destination=endpoint(destination), revision=rev)
    )


@vectors("coap-location.txt")
def test_coap_location(rev, fields):
    options, cbor, back = fields
    if back != "-":
        location = outcome(back, parsed(rev, cbor).location_options)
        assert location is None or coded(location) == back
    if options != "-":
        expect_bytes(cbor, lambda: CRI.from_location(bytes.fromhex(options), rev))


@vectors("coap-proxy.txt")
def test_coap_proxy(rev, fields):
    number, cri, destination, wanted = int(fields[0]), parsed(rev, fields[1]), endpoint(fields[2]), fields[3]
    options = outcome(wanted, lambda: cri.proxy_options(number, destination))
    if options is not None:
        assert coded(options) == wanted
        assert libcri.asks_proxy(options)
        again = CRI.from_options(options, destination=destination, revision=rev)
        assert coded(again.proxy_options(number, destination)) == wanted
        assert number != PROXY_CRI or again == cri


@vectors("coap-path.txt")
def test_asks_proxy(rev, fields):
    asks = outcome(fields[3], lambda: libcri.asks_proxy(bytes.fromhex(fields[0])))
    assert asks is None or asks == (fields[3] == "true")


@vectors("documents.txt")
def test_documents(rev, fields):
    kind, data, found, error = fields[0], bytes.fromhex(fields[1]), *fields[2:]
    find = {"array": libcri.items_array, "sequence": libcri.items_sequence, "tagged": libcri.find_tagged}[kind]
    items = outcome(found, lambda: find(data, rev))
    if items is None:
        return
    cris = []
    for wanted in ("!" + error if error != "-" else "",):
        outcome(wanted, lambda: cris.extend(items))
    assert bytes([0x80 | len(cris)]).hex() + "".join(bytes(cri).hex() for cri in cris) == found


@pytest.mark.parametrize("file", sorted(set(READER.FILES) - READ))
def test_not_read(file):
    pytest.skip(f"{file}: of operations that the package has not, or whose rows are tested elsewhere")
