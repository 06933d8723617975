# SPDX-License-Identifier: MIT OR Apache-2.0
"""The classes of input in classes.txt, packed as harness.c reads them."""

import re
from collections import namedtuple
from pathlib import Path

SOURCE = Path(__file__).with_name("classes.txt")
# By how many times the cost of the base an input of a kind may exceed it; None: it has no limit.
LIMITS = {"base": 1.0, "plain": 1.8, "recoded": 3.0, "several": 5.0, "hostile": None, "growing": None}

# text is None where the input is CBOR, and cbor where it is text.
InputClass = namedtuple("InputClass", "kind name written text cbor")


def expanded(text, size):
    """The text with its repeated pieces; # is as often as fits into a size."""
    def repeat(found):
        piece, count = found.groups()
        return piece * (max(1, (size - len(text)) // len(piece)) if count == "#" else int(count))
    return re.sub(r"\{(.*?)\*(\d+|#)\}", repeat, text)


# ---- EDN ---------------------------------------------------------------------------------------

TOKEN = re.compile(r"""\s*(?:(?P<mark>[\[\],])|(?P<integer>-?\d+)|(?P<simple>true|false|null)
                             |h'(?P<hex>[0-9a-f]*)'|<(?P<raw>[0-9a-f]*)>|"(?P<text>[^"\\]*)")""", re.VERBOSE)
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
    if kind == "raw":
        return bytes.fromhex(value)
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


def input_classes(size=0):
    """The classes of a fixed size, or those that grow, of that size."""
    found = []
    for line in SOURCE.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        kind, name, written, *_ = [*re.split(r"\s{2,}", line, maxsplit=2), ""]
        if kind not in LIMITS:
            raise ValueError(f"no kind of input: {line}")
        if (kind == "growing") == (size > 0):
            text = expanded(written, size)
            is_edn = text.startswith(("[", "<"))
            found.append(InputClass(kind, name, written, None if is_edn else text, cbor_of(text) if is_edn else None))
    if len({one.name for one in found}) != len(found):
        raise ValueError(f"{SOURCE.name}: a name twice")
    return found


def base():
    return next(one for one in input_classes() if one.kind == "base")


def packed(inputs):
    """For each input whether it is CBOR, its name and its bytes, both after their lengths. The base is the first."""
    made = b""
    for one in inputs:
        octets = one.cbor if one.text is None else one.text.encode()
        name = one.name.encode() + b"\0"
        made += bytes([one.text is None]) + len(name).to_bytes(3, "little") + len(octets).to_bytes(3, "little") + name + octets
    return made
