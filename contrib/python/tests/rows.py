# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads the rows of tests/vectors, as tests/vectors/rows.py writes them in JSON."""
import ipaddress
import pathlib
import runpy
import types

import pytest

from libcri import CRIError, Endpoint

ROOT = pathlib.Path(__file__).resolve().parents[3]
READER = types.SimpleNamespace(**runpy.run_path(str(ROOT / "tests" / "vectors" / "rows.py")))


def values(kind, value):
    """Returns the texts of a field: hex or a text, `!NAME` for an error, `-` if the value is absent."""
    match value:
        case {"error": name}:
            return [f"!{name}"] * (2 if kind.endswith("edn") else 1)
        case {"hex": octets, "text": text}:
            return [octets, text] if kind.endswith("edn") else [octets]
        case bool():
            return [str(value).lower()]
    return ["-" if value is None else str(value)]


def rows(file):
    """Yields each row once for each of its revisions: its name, the revision, and the texts of its fields."""
    for group in READER.groups_of(READER.VECTORS / file):
        kinds = group["fields"]
        for case in group["tests"]:
            fields = [text for name, value in case["fields"].items() for text in values(kinds[name], value)]
            for revision in case.get("revisions", [27]):
                yield f"{case['id']} {revision} {case['name']}", revision, fields


def row_of(name):
    """Returns the object of a row and its revision, given its name of `rows()`; None for any other name."""
    at, _, rest = name.partition(" ")
    file = at.partition(":")[0]
    cases = READER.cases(file) if (READER.VECTORS / file).is_file() else []
    return next(((case, rest.partition(" ")[0]) for case in cases if case["id"] == at), None)


def endpoint(field):
    """Converts the field of a destination, such as [::1]:5683, or "-" for None."""
    if field == "-":
        return None
    address, port = field.rsplit(":", 1)
    return Endpoint(ipaddress.ip_address(address.strip("[]")), int(port))


def refusal(call):
    """Returns the CRIError that a call must raise."""
    with pytest.raises(CRIError) as raised:
        call()
    return raised.value


def problem_of(make, value):
    """Returns the name of the CRIError that `make` raises for a value, or None if it raises none."""
    try:
        make(value)
    except CRIError as refused:
        return refused.name
    return None


def each(values, function):
    """Returns the result of a function for each value. The result is None for None and for a value that is refused."""
    return [None if value is None or problem_of(function, value) else function(value) for value in values]


# Values for columns: CRIs, some of which are not processable, and URIs.
CRIS = [
    bytes.fromhex(f[0]) for file in ("valid.txt", "invalid.txt", "coap.txt") for _, rev, f in rows(file) if rev == 27
]
URIS = [f[0] for _, rev, f in rows("from-uri.txt") if rev == 27]
