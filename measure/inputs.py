# SPDX-License-Identifier: MIT OR Apache-2.0
"""Inputs that searches have found: those that take longest (worst.csv), and those of the fuzz targets' corpora."""

import csv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORPORA = ROOT / "fuzz" / "corpora"
FOUND = ROOT / "measure" / "worst.csv"


def recorded():
    if not FOUND.exists():
        return []
    with FOUND.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def corpora():
    """The inputs of all the fuzz targets' corpora, of which each is a line in hex."""
    return [bytes.fromhex(line) for path in sorted(CORPORA.glob("*.txt")) for line in path.read_text().split()]


def literal(data):
    return "".join(f"\\x{byte:02x}" for byte in data)


def c_table(more=()):
    """What is recorded, and other inputs, as a table for raw.h."""
    inputs = [bytes.fromhex(row["input"]) for row in recorded()] + list(more)
    # Never empty, which C does not allow.
    lines = [f'    {{{len(data)}, "{literal(data)}"}},' for data in [*inputs, b""]]
    return ('#include "raw.h"\n\nconst struct raw_input raw_inputs[] = {\n' + "\n".join(lines)
            + "\n};\nconst size_t raw_input_count = sizeof raw_inputs / sizeof *raw_inputs;\n")
