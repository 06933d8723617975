# SPDX-License-Identifier: MIT OR Apache-2.0
"""The classes of input in classes.txt, and the C tables that the drivers of host and Cortex-M3 are compiled with."""

import re
from collections import namedtuple
from pathlib import Path

SOURCE = Path(__file__).with_name("classes.txt")
KINDS = ("base", "plain", "recoded")

# text is None where the input is CBOR, and cbor where it is text.
InputClass = namedtuple("InputClass", "kind name written text cbor")


def expanded(text):
    return re.sub(r"\{(.*?)\*(\d+)\}", lambda found: found.group(1) * int(found.group(2)), text)


# ---- EDN ---------------------------------------------------------------------------------------

TOKEN = re.compile(r"""\s*(?:(?P<mark>[\[\],])|(?P<integer>-?\d+)|(?P<simple>true|false|null)
                             |h'(?P<hex>[0-9a-f]*)'|"(?P<text>[^"\\]*)")""", re.VERBOSE)
SIMPLE = {"false": b"\xf4", "true": b"\xf5", "null": b"\xf6"}


def head(major, value):
    for information, size in ((24, 1), (25, 2), (26, 4)):
        if value < 24:
            return bytes([major << 5 | value])
        if value < 1 << 8 * size:
            return bytes([major << 5 | information]) + value.to_bytes(size, "big")
    raise ValueError(f"too large: {value}")


def string(major, value):
    return head(major, len(value)) + value


def item(tokens):
    """The CBOR of an item; None where an array ends."""
    token = next(tokens)
    kind, value = token.lastgroup, token.group(token.lastgroup)
    if kind == "integer":
        return head(0, int(value)) if int(value) >= 0 else head(1, -1 - int(value))
    if kind == "simple":
        return SIMPLE[value]
    if kind == "hex":
        return string(2, bytes.fromhex(value))
    if kind == "text":
        return string(3, value.encode())
    if value == "[":
        items = list(iter(lambda: item(tokens), None))
        return head(4, len(items)) + b"".join(items)
    return None if value == "]" else item(tokens)


def cbor_of(edn):
    tokens, at = [], 0
    while at < len(edn):
        token = TOKEN.match(edn, at)
        if token is None:
            raise ValueError(f"no EDN: {edn[at:]}")
        tokens.append(token)
        at = token.end()
    return item(iter(tokens))


# ---- the list ----------------------------------------------------------------------------------


def input_classes():
    found = []
    for line in SOURCE.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        kind, name, written, *_ = [*re.split(r"\s{2,}", line, maxsplit=2), ""]
        if kind not in KINDS:
            raise ValueError(f"no kind of input: {line}")
        text = expanded(written)
        is_edn = text.startswith("[")
        found.append(InputClass(kind, name, written, None if is_edn else text, cbor_of(text) if is_edn else None))
    if [one.kind for one in found].count("base") != 1 or len({one.name for one in found}) != len(found):
        raise ValueError(f"{SOURCE.name}: not one base, or a name twice")
    return found


def base():
    return next(one for one in input_classes() if one.kind == "base")


# ---- C -----------------------------------------------------------------------------------------


def c_string(octets):
    """A C string in lines, no escape of which runs into what follows it."""
    pieces = []
    for start in range(0, len(octets), 96):
        line = octets[start:start + 96]
        pieces.append('"' + "".join(chr(o) if 32 < o < 127 and o not in b'"\\?' else f"\\{o:03o}" for o in line) + '"')
    return "\n        ".join(pieces) or '""'


def c_table():
    rows = []
    for one in input_classes():
        octets = one.cbor if one.text is None else one.text.encode()
        rows.append(f"    {{{c_string(one.name.encode())}, {'true' if one.text is None else 'false'}, {len(octets)},\n"
                    f"        {c_string(octets)}}},\n")
    return ("/* Made by measure/classes.py. */\n" '#include "classes.h"\n\n'
            "const struct input_class input_classes[] = {\n" + "".join(rows) + "};\n"
            "const size_t input_class_count = sizeof input_classes / sizeof *input_classes;\n")
