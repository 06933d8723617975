#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes the rows of tests/vectors as tables for rows.c.

  rows_table.py ROWS.JSON OUTPUT    reads the JSON that tests/vectors/rows.py writes
"""
import json
import pathlib
import sys

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "tests" / "vectors"
# The kinds whose value is hex, with the letter for rows.c: CBOR, options, octets.
LETTERS = {"cbor": "c", "edn": "c", "options": "o", "segments": "o", "octets": "h", "notation": "h"}
# Errors that only calls return. Every other error is the error of a row.
OF_CALLS = {"ok", "buffer", "overlap", "pieces", "extra", "coap_critical", "coap_order", "host_name"}


def c_text(text):
    """Returns a string literal without trigraphs, or NULL for None."""

    def c_char(byte):
        return f"\\{chr(byte)}" if byte in b'"\\?' else chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"

    return "NULL" if text is None else '"' + "".join(map(c_char, text.encode())) + '"'


def columns(name, kind):
    """Returns the names of the texts that a field becomes."""
    return [name, f"{name}.{kind.split()[-1]}"] if kind.split()[-1] in ("edn", "marked") else [name]


def texts(kind, value):
    """Returns the texts that a field becomes. An error begins with a character of its own; None is absent."""
    kind = kind.split()[-1]
    match value:
        case {"error": name}:
            return ["\x01" + name, ""][: len(columns("", kind))]
        case {"hex": octets, "text": text} if kind == "edn":
            return [octets, text]
        case {"hex": octets}:
            return ["0x" + octets if kind == "either" else octets]
        case {"text": text, "ranges": ranges}:
            return [text, "\t".join(f"{start}:{length}" for start, length in ranges)]
        case bool():
            return [str(value).lower()]
        case None:
            return ["" if kind == "nothing" else None]
    return [str(value)]


def row(group, number, case):
    values = [case["name"]]
    for name, kind in group["fields"].items():
        values += texts(kind, case["fields"].get(name))
    revisions = ", ".join(map(str, case.get("revisions", [27])))
    line = case["id"].rpartition(":")[2]
    return f"    {{{{{revisions}}}, {line}, &group_{number}, {{{', '.join(map(c_text, values))}}}}},\n"


def group_table(number, group):
    """Returns the table of a group: its checks, and the names and kinds of the texts of its rows."""
    names, letters = ["name"], "t"
    for name, kind in group["fields"].items():
        made = columns(name, kind)
        names += made
        letters += (LETTERS.get(kind.split()[-1], "t") + "t")[: len(made)]
    lists = [
        f"(const char *const[]){{{', '.join(map(c_text, [*some, None]))}}}" for some in (group["checks"], names)
    ]
    return f'static const struct group group_{number} = {{\n    {lists[0]},\n    {lists[1]},\n    "{letters}",\n}};\n'


def hash_of(octets):
    """Returns the hash of FNV-1a, by which rows.c finds a file that changed."""
    made = 0x811C9DC5
    for octet in octets:
        made = (made ^ octet) * 0x01000193 & 0xFFFFFFFF
    return made


def asserted_number(case):
    """Returns an assertion that an error has its number in the header."""
    macro = "CRI_OK" if case["name"] == "ok" else "CRI_ERR_" + case["name"].upper()
    return f'_Static_assert({macro} == {case["fields"]["number"]}, "the number of {macro}");\n'


def check_errors(groups, errors):
    """Checks that each error is either the error of a row or in OF_CALLS."""
    values = [(group, value) for group in groups for case in group["tests"] for value in case["fields"].values()]
    of_rows = {value["error"] for _, value in values if isinstance(value, dict) and "error" in value}
    of_rows |= {value for group, value in values if group["file"] in ("invalid.txt", "where.txt")
                if isinstance(value, str)}
    for case in errors:
        if (case["name"] in OF_CALLS) == (case["name"] in of_rows - {"ok"}):
            sys.exit(f"{case['id']}: {case['name']} must be the error of a row, or in OF_CALLS of rows_table.py")


def main(source, output):
    groups = json.loads(pathlib.Path(source).read_text("utf-8"))["testGroups"]
    errors = [case for group in groups if group["file"] == "errors.txt" for case in group["tests"]]
    check_errors(groups, errors)
    made = [f"/* Made by c-tests/rows_table.py: do not edit. */\n#define VECTORS {c_text(str(VECTORS))}\n"]
    files = {}
    for number, group in enumerate(groups):
        made.append(group_table(number, group))
        files.setdefault(group["file"], []).extend(row(group, number, case) for case in group["tests"])
    entries = []
    for file, rows in files.items():
        table = file.removesuffix(".txt").replace("-", "_") + "_rows"
        made.append(f"static const struct row {table}[] = {{\n{''.join(rows)}}};\n")
        entries.append(f'    {{"{file}", {hash_of((VECTORS / file).read_bytes())}u, {table}, COUNT({table})}},\n')
    made.append(f"static const struct file files[] = {{\n{''.join(entries)}}};\n")
    made.append("".join(map(asserted_number, errors)))
    pathlib.Path(output).write_text("\n".join(made), "ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
