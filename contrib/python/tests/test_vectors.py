# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the package with the rows of tests/vectors: the results in the rows, and properties of every row."""
import ipaddress
import json
from urllib.parse import unquote

import jsonschema
import pytest
from rows import READER, endpoint, problem_of, refusal, rows

import libcri
from libcri import CRI, PROXY_CRI, CRIError, LinkError, links, templates
from libcri.coap import (
    cache_key, coded, forward_request, forward_response, insert_option, options_to_uri, query_params, split_message,
    split_zone, uncoded, unknown_critical,
    uri_to_options,
)  # fmt: skip
from libcri.errors import NO_HOST, SCHEME_UNKNOWN, error

octets = bytes.fromhex
MAKE = {"cri": CRI.parse, "uri": CRI.from_uri, "iri": CRI.from_iri}
FIND = {"array": libcri.items_array, "sequence": libcri.items_sequence, "tagged": libcri.find_tagged}


def cri(cbor, rev):
    return CRI.parse(octets(cbor), rev)


def known(value, number):
    """Returns a value. Raises the error of the library if the value is None in Python."""
    if value is None:
        raise error(number)
    return value


def shown(result):
    """Converts a result to the form of the rows."""
    match result:
        case CRI() | bytes():
            return bytes(result).hex()
        case tuple():
            return coded(result).hex()
        case bool():
            return str(result).lower()
    return str(result)


def named(rev, flags, name):
    return CRI.build(scheme=-1, host=name, normalize="normalize" in flags, percent="percent" in flags, revision=rev)


def received(rev, scheme, options, destination):
    return CRI.from_options(octets(options), scheme=scheme, destination=endpoint(destination), revision=rev)


def to_uri(rev, scheme, options, destination):
    return options_to_uri(octets(options), scheme=scheme, destination=endpoint(destination), revision=rev)


def entries(rev, data):
    items = [bytes(cri) + READER.encode(methods) for cri, methods in libcri.aif_entries(octets(data), rev)]
    return READER.head(4, 2 * len(items)) + b"".join(items)


def listed(items):
    """Converts links to the form of the rows: their fields, escaped, with tabs between them."""
    fields = []
    for item in items:
        if isinstance(item, LinkError):
            fields.append(f"!{item.name}@{item.offset}")
        else:
            attributes = [name if value is None else f"{name}={value}" for name, value in item.attributes]
            fields += ["<" + item.target, *attributes]
    return "\t".join(libcri.escape(field.encode()) for field in fields)


def filtered(_, text, query, lists):
    links.Link("").matches(query, lists)  # raises the error of the filter, even if there are no links
    found = (item for item in links.items(text) if not isinstance(item, LinkError))
    return listed(item for item in found if item.matches(query, lists))


def numbers(text):
    return [int(number) for number in text.split(",") if number]


def critical(_, options, known):
    """Returns the options that a server must refuse, in the form of the rows."""
    error = lambda number: "coap_proxy" if libcri.is_for_proxy([(number, b"")]) else "coap_critical"
    return "\t".join(f"{number}\t{error(number)}" for number in unknown_critical(octets(options), numbers(known)))


def variables(given):
    """Converts the variables of a row to a dictionary."""
    found = {}
    for name, _, value in (word.partition("=") for word in given.split("&") if "=" in word):
        name, bracket, key = name.partition("[")
        key, value = unquote(key.removesuffix("]")), unquote(value)
        if not bracket:
            found[name] = value
        elif key:
            found.setdefault(name, {})[key] = value
        else:
            found.setdefault(name, []).append(value)
    return found


# A file, the index of the field with the result or the error of the call, and the call, whose arguments are the fields
# before that one.
CALLS = [
    ("aif.txt", 3, lambda rev, data, request, method: libcri.aif_allows(octets(data), cri(request, rev), int(method))),
    (
        "coap-aif.txt", 3,
        lambda rev, data, options, method: libcri.aif_allows(octets(data), octets(options), int(method), rev),
    ),
    ("aif-entries.txt", 1, entries),
    ("coap-cache-key.txt", 3, lambda _, options, __, ignored: cache_key(octets(options), numbers(ignored))),
    (
        "coap-cache-key.txt", 4,
        lambda _, *given: len({cache_key(octets(options), numbers(given[2])) for options in given[:2]}) == 1,
    ),
    ("coap-critical.txt", 2, critical),
    (
        "coap-forward.txt", 3,
        lambda _, way, options, processed: {"request": forward_request, "response": forward_response}[way](
            octets(options), numbers(processed)
        ),
    ),
    (
        "coap-insert.txt", 3,
        lambda _, options, number, value: insert_option(octets(options), int(number), octets(value)),
    ),
    ("coap-query.txt", 2, lambda _, options, name: len(query_params(octets(options)).getall(name, ()))),
    ("coap-split.txt", 1, lambda _, data: split_message(octets(data))[0]),
    ("coap.txt", 2, lambda rev, cbor, destination: cri(cbor, rev).options(endpoint(destination))),
    ("coap-in.txt", 3, received),
    ("coap-location.txt", 1, lambda rev, options: CRI.from_location(octets(options), rev)),
    ("coap-location.txt", 2, lambda rev, _, cbor: cri(cbor, rev).location_options()),
    ("coap-path.txt", 3, lambda rev, options, *_: libcri.is_for_proxy(octets(options))),
    ("coap-proxy.txt", 3, lambda rev, way, cbor, to: cri(cbor, rev).proxy_options(int(way), endpoint(to))),
    ("edn.txt", 1, lambda rev, notation: CRI.from_edn(octets(notation), rev)),
    ("edn.txt", 2, lambda rev, _, cbor: cri(cbor, rev).to_edn(literal=True)),
    ("escape.txt", 1, lambda _, given: libcri.escape(octets(given))),
    ("from-iri.txt", 1, lambda rev, iri: CRI.from_iri(octets(iri), rev)),
    ("decode-pet.txt", 1, lambda rev, uri: CRI.from_uri(uri, rev).decode_pet()),
    ("from-iri.txt", 2, lambda rev, _, cbor: cri(cbor, rev).to_iri()),
    ("from-uri.txt", 1, lambda rev, uri: CRI.from_uri(uri, rev)),
    ("from-uri.txt", 2, lambda rev, _, cbor: cri(cbor, rev).to_uri()),
    ("host.txt", 1, lambda rev, cbor: known(cri(cbor, rev).host, NO_HOST)),
    ("host.txt", 2, lambda rev, cbor, _: known(cri(cbor, rev).effective_port, SCHEME_UNKNOWN)),
    ("host-names.txt", 2, named),
    ("links-filter.txt", 3, filtered),
    ("links-resolve.txt", 2, lambda rev, base, target: links.Link(target).resolve(CRI(base, rev)).to_uri()),
    ("normalize.txt", 1, lambda rev, cbor: cri(cbor, rev).normalized()),
    ("origin.txt", 2, lambda rev, one, other: cri(one, rev).same_origin(cri(other, rev))),
    ("query.txt", 2, lambda rev, cbor, name: len(cri(cbor, rev).query_params.getall(name, ()))),
    ("relativize.txt", 2, lambda rev, base, target: cri(target, rev).relative_to(cri(base, rev))),
    ("relativize-for-uri.txt", 2, lambda rev, base, target: cri(target, rev).relative_to(cri(base, rev), for_uri=True)),
    ("relativize-for-uri.txt", 3, lambda rev, _, __, cbor: cri(cbor, rev).to_edn()),
    ("relativize.txt", 3, lambda rev, _, __, cbor: cri(cbor, rev).to_edn()),
    (
        "replace-prefix.txt", 3,
        lambda rev, cbor, *prefixes: cri(cbor, rev).replace_prefix(*(cri(prefix, rev) for prefix in prefixes)),
    ),
    ("resolve.txt", 2, lambda rev, base, reference: cri(base, rev).resolve(cri(reference, rev))),
    ("resolve-uri.txt", 2, lambda rev, *both: CRI(both[0], rev).resolve(CRI(both[1], rev)).to_uri()),
    ("template.txt", 2, lambda _, template, given: templates.expand(template, variables(given))),
    ("uri-to-coap.txt", 2, lambda rev, uri, to: uri_to_options(uri, endpoint(to), revision=rev)),
    (
        "uri-reference-to-coap.txt", 3,
        lambda rev, base, uri, to: uri_to_options(uri, endpoint(to), base=CRI(base, rev), revision=rev),
    ),
    ("coap-to-uri.txt", 3, to_uri),
    ("uri-zone.txt", 1, lambda _, text: split_zone(text)[0]),
    ("valid.txt", 1, lambda rev, cbor: cri(cbor, rev)),
    ("valid.txt", 2, lambda rev, _, cbor: cri(cbor, rev).to_edn()),
    ("valid.txt", 3, lambda rev, _, cbor, __: cri(cbor, rev).to_uri()),
    ("without-userinfo.txt", 1, lambda rev, cbor: cri(cbor, rev).without_userinfo()),
]


def vectors(*files):
    """Parametrizes a test with each row of the files."""
    cases = [(case[0], (file, *case[1:])) for file in files for case in rows(file)]
    assert {case[0] for _, case in cases} == set(files)
    return pytest.mark.parametrize("file, rev, fields", [case for _, case in cases], ids=[name for name, _ in cases])


@vectors(*dict.fromkeys(file for file, _, _ in CALLS))
def test_row(file, rev, fields):
    for of, place, call in CALLS:
        *given, wanted = fields[: place + 1]
        # Some locations are converted in only one direction. If the field before the result is an error, there is no
        # result, except in two files: is_for_proxy() does not depend on the path, and the port not on the host.
        one_way = file == "coap-location.txt" and "-" in (given[-1], wanted)
        fails = given[-1].startswith("!") and file not in ("coap-path.txt", "host.txt")
        if of != file or one_way or fails:
            continue
        if wanted.startswith("!"):
            assert refusal(lambda: call(rev, *given)).name == wanted[1:]
        else:
            assert shown(call(rev, *given)) == wanted


@vectors("query.txt", "coap-query.txt")
def test_first_value(file, rev, fields):
    given, name, _, has_value, value = fields
    if has_value == "true" and "=" not in name:
        params = cri(given, rev).query_params if file == "query.txt" else query_params(octets(given))
        assert libcri.escape(params[name].encode("utf-8", "surrogateescape")) == value
        assert params.getone(name) == params.getall(name)[0] == params[name] and name in params


@vectors("coap-split.txt", "uri-zone.txt")
def test_second_result(file, rev, fields):
    given, first, second = fields
    if first.startswith("!"):
        return
    if file == "coap-split.txt":
        assert split_message(octets(given))[1].hex() == second
    else:
        assert split_zone(given)[1] == (second or None)


@vectors("origin.txt")
def test_origins(file, rev, fields):
    """origin() is equal if and only if same_origin() is true. The CRIs are normalized first, so that a scheme that has
    a number is not given by its name.
    """
    one, other = (cri(field, rev).normalized() for field in fields[:2])
    if not problem_of(CRI.origin, one) and not problem_of(CRI.origin, other):
        assert (one.origin() == other.origin()) == one.same_origin(other)
        assert one.origin().same_origin(one) and one.origin().origin() == one.origin()
        assert cri(fields[0], rev).origin() == one.origin()


@vectors("valid.txt")
def test_valid(file, rev, fields):
    data, canonical = octets(fields[0]), octets(fields[1])
    made, again = CRI.parse(data, rev), CRI.parse(canonical, rev)
    assert made == again and hash(made) == hash(again) and made.stable_hash() == again.stable_hash()
    assert CRI.from_edn(made.to_edn(literal=True), rev) == made == eval(repr(made), {"CRI": CRI})
    assert str(made) == (made.to_edn() if problem_of(CRI.to_uri, made) else made.to_uri())
    for end in range(len(data)):
        assert refusal(lambda: CRI.parse(data[:end], rev)).name == "truncated"


@vectors("invalid.txt")
def test_invalid(file, rev, fields):
    refused = refusal(lambda: cri(fields[0], rev))
    assert refused.name == fields[1]
    assert isinstance(refused, libcri.UnprocessableError) == (fields[2] != "-")


@vectors("edn.txt")
def test_edn(file, rev, fields):
    notation, cbor, literal = octets(fields[0]), *fields[1:]
    if cbor.startswith("!"):
        assert refusal(lambda: CRI.from_edn(notation, rev)).offset == int(literal)
    else:
        assert CRI.from_edn(literal, rev) == cri(cbor, rev)


@vectors("where.txt")
def test_where(file, rev, fields):
    make, data, name, offset, part = MAKE[fields[0]], octets(fields[1]), *fields[2:]
    if name == "ok":
        try:
            make(data, rev)
        except CRIError as refused:
            assert refused.name == "extra"  # cri_parse_where() does not report this error
        return
    refused = refusal(lambda: make(data, rev))
    assert (refused.name, refused.offset, refused.part) == (name, int(offset), part)
    if make == CRI.parse:
        return
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    assert len(text[: refusal(lambda: make(text, rev)).offset].encode()) == int(offset)


@vectors("relativize.txt", "normalize.txt")
def test_twice(file, rev, fields):
    """A relative reference resolves to its target. Normalizing a normal form does not change it."""
    first, second = cri(fields[0], rev), cri(fields[1], rev)
    assert file == "normalize.txt" or first.resolve(second.relative_to(first)) == second
    assert file == "relativize.txt" or second.normalized() == second


@vectors("equal.txt")
def test_equal(file, rev, fields):
    one, other = cri(fields[0], rev), cri(fields[1], rev)
    equal, without_fragments = (field == "true" for field in fields[2:])
    assert (one == other) == (other == one) == (one <= other and one >= other) == equal != (one < other or one > other)
    assert (one.without_fragment() == other.without_fragment()) == without_fragments
    assert not equal or hash(one) == hash(other)


@vectors("host.txt")
def test_endpoint(file, rev, fields):
    endpoint = cri(fields[0], rev).endpoint
    if endpoint is not None:
        address, _, zone = fields[1].partition("%")
        assert (endpoint.address, endpoint.port) == (ipaddress.ip_address(address), int(fields[2]))
        assert bool(endpoint.zone) == bool(zone) and (endpoint.zone or "") in (zone, unquote(zone))


@vectors("coap.txt")
def test_options_back(file, rev, fields):
    destination, wanted, back = endpoint(fields[1]), *fields[2:]
    if wanted.startswith("!"):
        return
    options = cri(fields[0], rev).options(destination)
    assert uncoded(octets(wanted)) == options
    for given in (options, octets(wanted)):
        scheme = cri(fields[0], rev).scheme_id
        assert CRI.from_options(given, scheme=scheme, destination=destination, revision=rev) == cri(back, rev)


@vectors("coap-proxy.txt")
def test_proxy_options_back(file, rev, fields):
    way, sent, destination, wanted = int(fields[0]), cri(fields[1], rev), endpoint(fields[2]), fields[3]
    if not wanted.startswith("!"):
        assert libcri.is_for_proxy(octets(wanted))
        again = CRI.from_options(octets(wanted), destination=destination, revision=rev)
        assert shown(again.proxy_options(way, destination)) == wanted
        assert way != PROXY_CRI or again == sent


@vectors("documents.txt")
def test_documents(file, rev, fields):
    kind, data, found, error = fields
    if found.startswith("!"):
        assert refusal(lambda: FIND[kind](octets(data), rev)).name == found[1:]
        return
    items, cris = FIND[kind](octets(data), rev), []
    if error == "-":
        cris.extend(items)
    else:
        assert refusal(lambda: cris.extend(items)).name == error
    assert READER.head(4, len(cris)).hex() + "".join(map(shown, cris)) == found


@vectors("tagged-uris.txt")
def test_tagged_uris(file, rev, fields):
    data, found = octets(fields[0]), fields[1]
    if found.startswith("!"):
        assert refusal(lambda: list(libcri.find_tagged_uris(data))).name == found[1:]
        return
    for item, wanted in zip(libcri.find_tagged_uris(data), found.split("\t") if found else [], strict=True):
        if isinstance(item, CRI):
            uri, (at, length) = wanted[1:], map(int, wanted.split(":")) if wanted[0].isdigit() else (0, 0)
            assert item == (CRI(uri) if wanted[0] == "<" else CRI.parse(data[at : at + length]))
        else:
            assert item.name == {"<coap://h:65536": "uri_port"}.get(wanted, wanted[1:])


def placed(rev, kind, data):
    """Returns the places of a document in the form of the rows."""

    def field(place, what):
        key = "-" if place.key is None else place.key.hex()
        return f"{what}:{place.offset}:{place.depth}:{place.index}:{place.map}:{key}"

    if kind == "tagged":
        tagged = libcri.tagged_items(data, rev)
        return " ".join(field(place, "cri" if isinstance(item, CRI) else item.name) for place, item in tagged)
    walk = libcri.Walk(data, rev)
    parses = kind == "cris"
    return " ".join(
        field(place, place.kind if not parses or problem_of(libcri.Walk.parse, walk) else "cri") for place in walk
    )


@vectors("places.txt")
def test_places(file, rev, fields):
    kind, data, wanted, offset = fields
    if wanted.startswith("!"):
        refused = refusal(lambda: placed(rev, kind, octets(data)))
        assert (refused.name, refused.offset) == (wanted[1:], int(offset))
    else:
        assert placed(rev, kind, octets(data)) == wanted


@vectors("links.txt")
def test_links(file, rev, fields):
    text, answer = fields
    assert listed(links.items(text.encode())) == answer
    items = list(links.items(text))
    errors = [item for item in items if isinstance(item, LinkError)]
    # loads() raises no error for a comma at the end (R44).
    if text.rstrip().endswith(",") and len(errors) == 1:
        assert links.loads(text) == items[:-1]
    elif errors:
        refused = refusal(lambda: links.loads(text))
        assert (type(refused), refused.args) == (LinkError, errors[0].args)
    else:
        assert links.loads(text) == items == links.loads(links.dumps(items))
    # Offsets in a str count characters.
    in_bytes = [item.offset for item in links.items(text.encode()) if isinstance(item, LinkError)]
    assert [len(text[: error.offset].encode()) for error in errors] == in_bytes


@vectors("links-write.txt")
def test_links_written(file, rev, fields):
    name, value, written = fields
    if written.startswith("!"):
        assert refusal(lambda: links.Link("/a", [(name, value)])).name == written[1:]
        return
    link = links.Link("/a", [(name, value), ("b", None)])
    assert links.dumps([link]) == str(link) == f"</a>;{written};b"
    assert link.attributes == ((name, value), ("b", None)) and link.get(name.upper()) == value


def test_schema():
    """The rows in JSON have the form that their schema describes."""
    schema = json.loads((READER.VECTORS / READER.SCHEMA).read_text())
    jsonschema.validate(json.loads(json.dumps(READER.document())), schema)
