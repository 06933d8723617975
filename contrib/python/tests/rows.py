# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads the rows of tests/vectors with the module of the tests in C, tests/vectors/rows.py, which converts notation and
options to hex.
"""
import importlib.util
import ipaddress
import pathlib

import pytest

from libcri import CRIError, Endpoint

ROOT = pathlib.Path(__file__).resolve().parents[3]
VECTORS = ROOT / "tests" / "vectors"


def _reader():
    """Imports tests/vectors/rows.py."""
    spec = importlib.util.spec_from_file_location("rows_for_c", ROOT / "tests" / "vectors" / "rows.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


READER = _reader()


def rows(file):
    """Yields each row once for each of its revisions: its name, the revision, and the fields as in the tests in C."""
    kinds = READER.FILES[file]
    for number, line in enumerate((VECTORS / file).read_text("utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        name, *fields = (field.strip() for field in line.split("|"))
        revision = "27" if file in READER.TEXT_FILES else fields.pop(0)
        values = [value for kind, text in zip(kinds, fields) for value in READER.translated(kind, text, fields[0])]
        for rev in READER.REVISIONS[revision].split(", "):
            yield f"{file}:{number} {rev} {name}", int(rev), values


def endpoint(field):
    """Converts the field of a destination, which is the address and the port in hex, or "-" for None."""
    if field == "-":
        return None
    data = bytes.fromhex(field)
    return Endpoint(ipaddress.ip_address(data[:-2]), int.from_bytes(data[-2:], "big"))


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
