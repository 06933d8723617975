# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads the rows of tests/vectors for the plugin's tests, as tests/vectors/rows.py writes them in JSON."""
import csv
import functools
import os
import pathlib
import re
import runpy
import types

ROOT = pathlib.Path(__file__).resolve().parents[3]
ROWS = types.SimpleNamespace(**runpy.run_path(str(ROOT / "tests" / "vectors" / "rows.py")))
REVISIONS = (13, 27)
delta_coded = ROWS.delta_coded


def cases_of(file, revision):
    """Yields the name, which begins with file, line and revision, and the fields of each row for a revision."""
    for case in ROWS.cases(file):
        if revision in case.get("revisions", [27]):
            yield f"{case['id']} {revision} {case['name']}", case["fields"]


def report_of(name, wanted, found):
    """Returns the lines about a row that fails, given its name; an empty text for any other name."""
    at = re.match(r"([a-z-]+\.txt):\d+ ", name)
    cases = ROWS.cases(at[1]) if at else []
    for case in cases:
        if name.startswith(case["id"] + " "):
            revision, what = name.split(" ")[1], name.partition(case["name"])[2].lstrip(", ")
            values = [("wanted", str(wanted)), ("actual", str(found))]
            return ROWS.report(case, revision, "script/check/wireshark", what, values)
    return ""


def error_of(value):
    """Returns the name of the error of a result, or None."""
    return value.get("error") if isinstance(value, dict) else None


def octets(value):
    return bytes.fromhex(value["hex"])


def valid(name, fields):
    """Returns the name, the CBOR, the canonical CBOR, and the URI or !NAME."""
    uri = fields["uri"]
    return [name, octets(fields["cri"]), fields["canonical"], f"!{error_of(uri)}" if error_of(uri) else uri]


def invalid(name, fields):
    return [name, octets(fields["cri"]), fields["error"]]


def host(name, fields):
    """Returns the name, the CBOR, and the host or None."""
    return [name, octets(fields["cri"]), None if error_of(fields["host"]) else fields["host"]]


def document(name, fields):
    """Returns the name, the shape, the CBOR, the CRIs found, the error at the start, and the error at the end."""
    found = fields["found"]
    cris = [] if error_of(found) else [ROWS.encode(item) for item in ROWS.Reader(found["text"]).whole()]
    return [name, fields["shape"], octets(fields["cbor"]), cris, error_of(found), fields["end"]]


# The ends of the names of rows whose error only a parser of URIs finds. The plugin does not have such a parser.
URI_NEEDED = ("Uri-Path-Abbrev and Proxy-Uri, root after dot segments", "Uri-Path-Abbrev and an invalid Proxy-Uri")


def request(name, fields):
    """Returns the name, the options, and the errors that the plugin shows. Returns None for a row that is not about the
    plugin's options, or whose error the plugin cannot find."""
    try:
        numbers = ROWS.Reader(fields["options"]["text"]).whole()[::2]
    except ValueError:
        numbers = []
    if not {13, 235, 239} & set(numbers) or (35 in numbers and name.endswith(URI_NEEDED)):
        return None
    # Some errors are of the whole request, which the plugin does not show.
    error = error_of(fields["cri"])
    shown = error and error not in ("coap_destination", "coap_proxy_host")
    return [name, octets(fields["options"]), [error] if shown else []]


def proxied(name, fields):
    """Returns the name, a CRI, its options that are meant for a proxy, and the value of Proxy-Scheme-Number or None.
    Returns None if the row is about other options."""
    number, result = fields["option"], fields["options"]
    if error_of(result) or number not in (235, 239) or (number == 239 and result["text"].startswith("0x")):
        return None
    value = int.from_bytes(ROWS.Reader(result["text"]).whole()[-1], "big") if number == 239 else None
    return [name, octets(fields["cri"]), octets(result), value]


def tagged_uris(name, fields):
    """Returns the name, the CBOR and the answer, which begins with an exclamation mark if it is an error."""
    error = error_of(fields["found"])
    return [name, octets(fields["cbor"]), f"!{error}" if error else fields["found"]]


# Requests with Proxy-Scheme-Number. The last one gives no host, so it has no URI.
PROXIED = [
    [(3, b"h"), (7, b"\x16\x33"), (11, b"a/b"), (15, b"c&d"), (239, b"\x01")],
    [(3, b"[2001:db8::1]"), (11, b""), (239, b"\x03")],
    [(3, b"h"), (13, b"\x00"), (15, b"rt=x"), (239, b"\x01")],
    [(11, b"a"), (239, b"\x01")],
]

READERS = {
    "valid.txt": valid, "invalid.txt": invalid, "host.txt": host, "documents.txt": document, "coap-in.txt": request,
    "coap-proxy.txt": proxied, "tagged-uris.txt": tagged_uris,
}


def not_read():
    """Returns the names of the files about other operations. The tests read only the CBOR in their rows."""
    return sorted({path.name for path in ROWS.VECTORS.glob("*.txt")} - set(READERS) - {"aif.txt"})


def rows_of(file, revision):
    """Returns the rows of a file that are for a revision."""
    rows = (READERS[file](name, fields) for name, fields in cases_of(file, revision))
    return [row for row in rows if row is not None]


def aif_errors():
    """Returns authorization information, with its error or None. Omits errors of a request or a method."""
    rows = [
        (octets(fields["aif"]), error_of(list(fields.values())[-1]))
        for file in ("aif.txt", "aif-entries.txt")
        for _, fields in cases_of(file, 27)
    ]
    return [row for row in rows if row[1] not in ("not_full", "argument")]


@functools.cache
def library_rows(revision):
    """Returns the CBOR of all fields of all rows with a revision, whatever the rows test."""
    items = []
    for group in ROWS.document()["testGroups"]:
        kinds = {name: kind.split()[-1] for name, kind in group["fields"].items()}
        for fields in (case["fields"] for case in group["tests"] if revision in case.get("revisions", ())):
            for name, value in fields.items():
                is_cbor = kinds[name] in ("cbor", "edn") or (kinds[name] == "octets" and fields.get("form") == "cri")
                if is_cbor and isinstance(value, dict) and "hex" in value:
                    items.append(octets(value))
    return items


def is_hex(text):
    """True if a field has a CRI. Other rows have nothing or a remark in its place."""
    return re.fullmatch("(?:[0-9A-Fa-f]{2})+", text) is not None


def working_group_rows():
    """Returns the CRIs of the working group's vectors, which are in the folder CRI_SHARED_VECTORS. Returns an empty
    list if they are not there."""
    path = pathlib.Path(os.environ.get("CRI_SHARED_VECTORS", "/nowhere"), "href-wg", "tests.csv")
    if not path.exists():
        return []
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    columns = ("cri_hex", "resolved_cri_hex")
    return [bytes.fromhex(text) for row in rows for name in columns if is_hex(text := row[name] or "")]
