# SPDX-License-Identifier: MIT OR Apache-2.0
"""The rows of tests/vectors, as the plugin's tests need them. Notation is read by c-tests/rows.py, which translates them for C."""
import csv
import functools
import os
import pathlib
import re
import runpy

ROOT = pathlib.Path(__file__).resolve().parents[3]
VECTORS = ROOT / "tests" / "vectors"
REVISIONS = (13, 27)


@functools.cache
def translator():
    """The functions of c-tests/rows.py."""
    return runpy.run_path(str(ROOT / "c-tests" / "rows.py"))


def delta_coded(pairs):
    return translator()["delta_coded"](pairs)


def lines_of(file, revision):
    for line in (VECTORS / file).read_text("utf-8").splitlines():
        fields = [field.strip() for field in line.split("|")]
        if line and not line.startswith("#") and fields[1] in ("both", str(revision)):
            yield [fields[0], *fields[2:]]


def document(fields, revision):
    """Kind, CBOR, the CRIs found, the error at the start, that at the end."""
    name, kind, cbor, found, end = fields
    start = found[1:] if found.startswith("!") else None
    read = translator()
    cris = [] if start else [read["encode"](item) for item in read["Reader"](found).whole()]
    return [name, kind, read["cbor"](cbor), cris, start, end]


# What only a reader of URIs can tell, which the plugin has none of.
URI_NEEDED = {"Uri-Path-Abbrev and Proxy-Uri, root of dots", "Uri-Path-Abbrev and Proxy-Uri, bad"}


def request(fields, revision):
    """Options, and the errors that the plugin shows of them: of those that it shows."""
    name, _, options, _, result = fields
    encoded = translator()["options"](options)
    try:
        numbers = translator()["Reader"](options).whole()[::2]
    except ValueError:
        numbers = []
    if not {13, 235, 239} & set(numbers) or (35 in numbers and name in URI_NEEDED):
        return None
    ours = result.startswith("!") and result != "!coap_authority"  # that is about no option
    return [name, encoded, [result[1:]] if ours else []]


def proxied(fields, revision):
    """A CRI, the options that ask a proxy for it, and the value of Proxy-Scheme-Number or None."""
    name, number, cri, _, result = fields
    if result.startswith("!") or number not in ("235", "239"):
        return None
    read = translator()
    value = int.from_bytes(read["Reader"](result).whole()[-1], "big") if number == "239" else None
    return [name, read["cbor"](cri), read["options"](result), value]


def with_cbor(fields, revision):
    name, cbor, *rest = fields
    return [name, translator()["cbor"](cbor), *rest]


ROWS = {
    "valid.txt": with_cbor,
    "invalid.txt": with_cbor,
    "host.txt": with_cbor,
    "documents.txt": document,
    "coap-in.txt": request,
    "coap-proxy.txt": proxied,
}


def rows_of(file, revision):
    """The rows of a file that are for a revision."""
    return [row for fields in lines_of(file, revision) if (row := ROWS[file](fields, revision)) is not None]


def aif_errors():
    """Authorization information: its bytes, and its error or None; not rows about the request."""
    read = translator()
    rows = [(read["cbor"](fields[1]), fields[4]) for fields in lines_of("aif.txt", 27) if fields[4] != "!not_full"]
    return [(data, result[1:] if result.startswith("!") else None) for data, result in rows]


@functools.cache
def library_rows(revision):
    """All fields in CBOR of all rows, whatever they are for."""
    read = translator()
    items = []
    for file, kinds in read["FILES"].items():
        if file in read["TEXT_FILES"] or file == "cori.txt":
            continue
        for fields in lines_of(file, revision):
            for kind, text in zip(kinds, fields[1:]):
                if kind.split()[-1] in ("cbor", "edn") and text not in ("=", "-") and not text.startswith("!"):
                    items.append(read["cbor"](text))
                elif kind == "octets" and fields[1] == "cri":
                    items.append(read["octets"](text))
    return items


def is_hex(text):
    """Rows without a CRI have nothing or a remark in its place."""
    return re.fullmatch("(?:[0-9A-Fa-f]{2})+", text) is not None


def working_group_rows():
    """The CRIs of the working group's vectors, where these are at hand: CRI_SHARED_VECTORS has their folder."""
    path = pathlib.Path(os.environ.get("CRI_SHARED_VECTORS", "/nowhere"), "href-wg", "tests.csv")
    if not path.exists():
        return []
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    columns = ("cri_hex", "resolved_cri_hex")
    return [bytes.fromhex(text) for row in rows for name in columns if is_hex(text := row[name] or "")]
