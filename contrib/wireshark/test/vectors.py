# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads the rows of tests/vectors for the plugin's tests, with the readers of tests/vectors/rows.py."""
import csv
import functools
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "tests" / "vectors"))

import rows as notation  # noqa: E402

REVISIONS = (13, 27)
delta_coded = notation.delta_coded


def lines_of(file, revision):
    """Yields the fields of each row for a revision, except the field with the revision. The first field gets the file,
    the line and the revision: "valid.txt:27 13 port"."""
    for number, line in enumerate((notation.VECTORS / file).read_text("utf-8").splitlines(), 1):
        fields = [field.strip() for field in line.split("|")]
        if line and not line.startswith("#") and fields[1] in ("both", str(revision)):
            yield [f"{file}:{number} {revision} {fields[0]}", *fields[2:]]


def line_of(name):
    """Returns the line of the row whose file and line a name begins with; an empty text for any other name."""
    row = re.match(r"([a-z-]+\.txt):(\d+) ", name)
    return (notation.VECTORS / row[1]).read_text("utf-8").splitlines()[int(row[2]) - 1] if row else ""


def document(fields, revision):
    """Returns the name, the kind, the CBOR, the CRIs found, the error at the start, and the error at the end."""
    name, kind, cbor, found, end = fields
    start = found[1:] if found.startswith("!") else None
    cris = [] if start else [notation.encode(item) for item in notation.Reader(found).whole()]
    return [name, kind, notation.cbor(cbor), cris, start, end]


# The ends of the names of rows whose error only a parser of URIs finds. The plugin does not have such a parser.
URI_NEEDED = ("Uri-Path-Abbrev and Proxy-Uri, root after dot segments", "Uri-Path-Abbrev and an invalid Proxy-Uri")


def request(fields, revision):
    """Returns the name, the options, and the errors that the plugin shows. Returns None for a row that is not about the
    plugin's options, or whose error the plugin cannot find."""
    name, _, options, _, result = fields
    encoded = notation.options(options)
    try:
        numbers = notation.Reader(options).whole()[::2]
    except ValueError:
        numbers = []
    if not {13, 235, 239} & set(numbers) or (35 in numbers and name.endswith(URI_NEEDED)):
        return None
    # These are errors of the whole request, which the plugin does not show.
    ours = result.startswith("!") and result not in ("!coap_destination", "!coap_proxy_host")
    return [name, encoded, [result[1:]] if ours else []]


def proxied(fields, revision):
    """Returns the name, a CRI, its options that are meant for a proxy, and the value of Proxy-Scheme-Number or None.
    Returns None if the row is about other options."""
    name, number, cri, _, result = fields
    if result.startswith("!") or number not in ("235", "239") or (number == "239" and result.startswith("0x")):
        return None
    value = int.from_bytes(notation.Reader(result).whole()[-1], "big") if number == "239" else None
    return [name, notation.cbor(cri), notation.options(result), value]


def with_cbor(fields, revision):
    name, cbor, *rest = fields
    return [name, notation.cbor(cbor), *rest]


ROWS = {
    "valid.txt": with_cbor,
    "invalid.txt": with_cbor,
    "host.txt": with_cbor,
    "documents.txt": document,
    "coap-in.txt": request,
    "coap-proxy.txt": proxied,
}


def not_read():
    """Returns the names of the files about other operations. The tests read only the CBOR in their rows."""
    return sorted(set(notation.FILES) - set(ROWS) - {"aif.txt"})


def rows_of(file, revision):
    """Returns the rows of a file that are for a revision."""
    return [row for fields in lines_of(file, revision) if (row := ROWS[file](fields, revision)) is not None]


def aif_errors():
    """Returns authorization information, with its error or None. Omits errors of a request or a method."""
    of_requests = ("!not_full", "!argument")
    rows = [
        fields[1:]
        for file in ("aif.txt", "aif-entries.txt")
        for fields in lines_of(file, 27)
        if fields[-1] not in of_requests
    ]
    return [(notation.cbor(data), result[1:] if result.startswith("!") else None) for data, *_, result in rows]


@functools.cache
def library_rows(revision):
    """Returns the CBOR of all fields of all rows, whatever the rows test."""
    items = []
    for file in sorted(notation.FILES.keys() - notation.TEXT_FILES - {"cori.txt"}):
        for fields in lines_of(file, revision):
            kinds = notation.kinds_of(file, [fields[0], str(revision), *fields[1:]])
            for kind, text in zip(kinds[2:], fields[1:]):
                if kind.split()[-1] in ("cbor", "edn") and text not in ("=", "-") and not text.startswith("!"):
                    items.append(notation.cbor(text))
                elif kind == "octets" and fields[1] == "cri":
                    items.append(notation.octets(text))
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
