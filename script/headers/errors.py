# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads the list of errors in src/error.rs."""
import re
import typing
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "error.rs"
# The group of the errors of unprocessable items.
UNPROCESSABLE = range(-74, -49)
GROUP = r"    // (-\d+ to -\d+: .*)\n"
ENTRY = r'((?:    ///.*\n)*)    \w+ = (-\d+), "(\w+)", \w+, "(.*)";\n'


class Error(typing.NamedTuple):
    number: int
    name: str
    text: str
    detail: str


def groups(source=SOURCE):
    """Returns each group of errors: its heading, and its errors."""
    found = []
    for heading, detail, number, name, text in re.findall(f"{GROUP}|{ENTRY}", source.read_text()):
        if heading:
            found.append((heading, []))
        else:
            found[-1][1].append(Error(int(number), name, text, " ".join(re.findall(r"/// ?(.*)", detail))))
    return found


def errors(source=SOURCE):
    return [error for _, group in groups(source) for error in group]
