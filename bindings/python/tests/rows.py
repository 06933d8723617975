# SPDX-License-Identifier: MIT OR Apache-2.0
"""The rows of tests/vectors, read as they are for C: by c-tests/rows.py, which makes hex of notation and options."""
import importlib.util
import ipaddress
import pathlib

import pytest

from libcri import CRIError, Endpoint

ROOT = pathlib.Path(__file__).resolve().parents[3]
VECTORS = ROOT / "tests" / "vectors"


def _reader():
    """The module c-tests/rows.py."""
    spec = importlib.util.spec_from_file_location("rows_for_c", ROOT / "c-tests" / "rows.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


READER = _reader()


def rows(file):
    """Each row for each of its revisions: an id, the revision, and the fields as C has them."""
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
    """A destination: its address and port in hex, or "-"."""
    if field == "-":
        return None
    data = bytes.fromhex(field)
    return Endpoint(ipaddress.ip_address(data[:-2]), int.from_bytes(data[-2:], "big"))


def refusal(call):
    """The exception that a call ends with."""
    with pytest.raises(CRIError) as raised:
        call()
    return raised.value


def problem_of(make, value):
    """The name of the error that a call refuses a value with, or None."""
    try:
        make(value)
    except CRIError as refused:
        return refused.name
    return None


def each(values, function):
    """What a function makes of each value: None of None and of what it refuses."""
    return [None if value is None or problem_of(function, value) else function(value) for value in values]


# Values for columns: CRIs, processable or not, and URIs.
CRIS = [
    bytes.fromhex(f[0]) for file in ("valid.txt", "invalid.txt", "coap.txt") for _, rev, f in rows(file) if rev == 27
]
URIS = [f[0] for _, rev, f in rows("from-uri.txt") if rev == 27]
