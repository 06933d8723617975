# SPDX-License-Identifier: MIT OR Apache-2.0
"""The lists of which programs make constants: the errors of src/error.rs, and the CoAP options of iana/."""
import csv
import re
import types
import typing
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ERRORS = ROOT / "src" / "error.rs"
# The group of the errors of unprocessable items.
UNPROCESSABLE = range(-74, -49)
GROUP = r"    // (-\d+ to -\d+: .*)\n"
ENTRY = r'((?:    ///.*\n)*)    \w+ = (-\d+), "(\w+)", \w+, "(.*)";\n'


class Error(typing.NamedTuple):
    number: int
    name: str
    text: str
    detail: str


def error_groups():
    """Returns each group of errors: its heading, and its errors."""
    found = []
    for heading, detail, number, name, text in re.findall(f"{GROUP}|{ENTRY}", ERRORS.read_text()):
        if heading:
            found.append((heading, []))
        else:
            found[-1][1].append(Error(int(number), name, text, " ".join(re.findall(r"/// ?(.*)", detail))))
    return found


def errors():
    return [error for _, group in error_groups() for error in group]


def rows(name):
    """Returns the rows of a file of iana/, each as a dictionary."""
    with open(ROOT / "iana" / name, encoding="ascii", newline="") as file:
        return list(csv.DictReader(file))


def coap_options():
    """Returns the options of iana/coap-options.csv, with the names and comments of their constants."""
    return [
        types.SimpleNamespace(**row, constant=row["name"].upper().replace("-", "_"),
                              comment=f"{row['name']}: {row['meaning']}. {row['specification']}.")
        for row in rows("coap-options.csv")
    ]
