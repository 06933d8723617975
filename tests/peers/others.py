# SPDX-License-Identifier: MIT OR Apache-2.0
"""The other libraries with which script/check/oracles compares this one, and the vectors of others."""

import ctypes
import io
import ipaddress
import json
import re
import tarfile
import unittest
from urllib import parse
from urllib.parse import unquote_to_bytes, urljoin, urlsplit

SPLIT, NORMALIZE, RESOLVE, IRI = "uri-split", "uri-normalize", "uri-resolve", "from-iri"
FORMATS = {"uri": SPLIT, "uri-reference": SPLIT, "iri": IRI, "iri-reference": IRI, "uri-template": "template-check"}
# Makes cbor2 return the content of each tag, which it would check for some tags.
AS_CONTENT = dict.fromkeys(range(1 << 16), lambda value, _: value)

# ---- other libraries of URIs -----------------------------------------------------------------------------------------


def uriparser(library):
    """Returns the function that answers as uriparser does, by a library of benches/peers/uriparser.c."""
    peer = ctypes.CDLL(str(library))
    functions = {
        SPLIT: peer.uriparser_components, NORMALIZE: peer.uriparser_normalize, RESOLVE: peer.uriparser_resolve,
    }
    written = ctypes.create_string_buffer(16384)
    for function in functions.values():
        function.restype = ctypes.c_size_t

    def answer(operation, *texts):
        operands = [word for text in map(str.encode, texts) for word in (text, ctypes.c_size_t(len(text)))]
        done = functions[operation](*operands, written, ctypes.c_size_t(len(written)))
        return written.value.decode().strip("\t") if done else None

    return answer


class EveryScheme:
    """The schemes with relative references. urljoin() knows only some of them."""

    def __contains__(self, scheme):
        return True


parse.uses_relative = parse.uses_netloc = EveryScheme()


def urllib(operation, *texts):
    """Returns a resolved reference, or the five components, of which empty ones are not distinguished."""
    try:
        return "\t".join(urlsplit(urljoin(*texts) if operation == RESOLVE else texts[0]))
    except ValueError:
        return None


def five(operation, answer):
    """Returns the same for an answer of cri-tool."""
    if operation == RESOLVE:
        return "\t".join(urlsplit(answer))
    part = dict(field.split("=", 1) for field in answer.split("\t"))
    user = part["userinfo"] + "@" if "userinfo" in part else ""
    port = ":" + part["port"] if "port" in part else ""
    authority = user + part.get("host", "") + port
    return "\t".join(
        [part.get("scheme", "").lower(), authority, part["path"], part.get("query", ""), part.get("fragment", "")]
    )


def ada_url(_, *texts):
    """Returns a URL as the URL standard resolves it, and normalises it at once."""
    from ada_url import URL

    try:
        return URL(*reversed(texts)).href
    except ValueError:
        return None


# ---- CBOR ------------------------------------------------------------------------------------------------------------


def octets(item):
    """Returns the octets of a text, of a byte string, or of an array of both."""
    return b"".join(map(octets, item)) if isinstance(item, list) else item.encode() if isinstance(item, str) else item


def of_cri(answer):
    """Returns user, host, port, whether the path is rootless, and the octets of the rest of a CRI, read by cbor2."""
    import cbor2

    items = cbor2.loads(bytes.fromhex(answer)) + [None] * 4
    labels = items[1] if isinstance(items[1], list) else []
    user = octets(labels[1]) if labels and labels[0] is False else None
    host = labels[2:] if user is not None else labels
    port = host.pop() if host and isinstance(host[-1], int) else None
    address = host and isinstance(host[0], bytes)
    host = host[0] if address else b".".join(map(octets, host))
    path, query, fragment = (list(map(octets, item or [])) for item in (items[2], items[3], [items[4] or ""]))
    return repr((user, host, port, items[1] is True, path, query, fragment))


def of_uri(text):
    """Returns the same of a URI, read by urllib."""
    try:
        parts, port = urlsplit(text), urlsplit(text).port
        user, at, place = parts.netloc.rpartition("@")
        host = unquote_to_bytes(parts.hostname or "").lower()
        if place.startswith("[") or re.fullmatch(rb"\d+(\.\d+){3}", host):
            host = ipaddress.ip_address(host.decode()).packed
    except ValueError:
        return None
    rootless = parts.path[:1] not in ("", "/")
    path = parts.path.removeprefix("/").split("/") if parts.path else []
    query = parts.query.split("&") if parts.query else []
    lists = [[unquote_to_bytes(part) for part in list] for list in (path, query, [parts.fragment])]
    return repr((unquote_to_bytes(user) if at else None, host, port, rootless, *lists))


def items(data):
    """Returns the number of items of a sequence, if it is well-formed."""
    import cbor2

    stream, number = io.BytesIO(data), 0
    decoder = cbor2.CBORDecoder(stream, read_size=1, str_errors="replace", semantic_decoders=AS_CONTENT)
    try:
        while stream.tell() < len(data):
            decoder.decode()
            number += 1
    except cbor2.CBORDecodeError:
        return None
    return str(number)


# ---- vectors of others -----------------------------------------------------------------------------------------------


def rdf_tests(folder):
    """Yields the references and the targets of the W3C's tests of resolution, which are in the source of rdflib."""
    files = dict(source(folder, "rdflib", ".*/TurtleTests/IRI-resolution-.*"))
    for name in (name for name in files if name.endswith(".ttl")):
        targets = iter(re.findall(r"<([^>]*)> *\.\n", files[name.replace(".ttl", ".nt")]))
        base = None
        for is_base, reference in re.findall(r"(@base )?<([^>]*)> *\.\n", files[name]):
            if is_base:
                base = reference
            else:
                yield (RESOLVE, base, reference), next(targets)


def json_schema(folder):
    """Yields texts of JSON-Schema-Test-Suite, which is in the source of jsonschema, and whether they have a format."""
    for name, text in source(folder, "jsonschema", ".*/draft2020-12/optional/format/[a-z-]+.json"):
        operation = FORMATS.get(re.search("([a-z-]+).json", name)[1])
        for test in (test for group in json.loads(text) for test in group["tests"] if operation):
            if isinstance(test["data"], str):
                yield (operation, test["data"]), "" if test["valid"] else None


def cpython():
    """Returns the references and the targets of Python's own tests of urljoin()."""
    try:
        from test.test_urlparse import UrlParseTestCase
    except ImportError:
        return []
    found = []

    class Joins(UrlParseTestCase):
        def checkJoin(self, base, relurl, expected, **_):
            found.append(((RESOLVE, base, relurl), expected))

    unittest.defaultTestLoader.loadTestsFromTestCase(Joins).run(unittest.TestResult())
    return found


def source(folder, package, pattern):
    """Yields names and texts of files in the source of a package of PyPI."""
    with tarfile.open(next(folder.glob(f"{package}-*.tar.gz"))) as archive:
        for name in filter(re.compile(pattern).fullmatch, archive.getnames()):
            yield name, archive.extractfile(name).read().decode()
