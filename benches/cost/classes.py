# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads the classes of input in classes.txt, and packs them for harness.c."""

import json
import re
import runpy
import types
from collections import namedtuple
from pathlib import Path

from tools import ROOT

ROWS = types.SimpleNamespace(**runpy.run_path(str(ROOT / "tests" / "vectors" / "rows.py")))

SOURCE = Path(__file__).with_name("classes.txt")
# The greatest cost of an input of each kind, as a multiple of the cost of the base. None means no limit.
LIMITS = {"base": 1.0, "plain": 1.8, "recoded": 3.0, "several": 5.0, "hostile": None}

# text is None if the input is CBOR, and cbor is None if the input is text.
InputClass = namedtuple("InputClass", "kind name text cbor")


def expanded(text):
    """Returns the text with each `{piece*count}` replaced by the repeated piece."""
    return re.sub(r"\{(.*?)\*(\d+)\}", lambda found: found[1] * int(found[2]), text)


def cbor(item):
    """Encodes an item. A string in <> is CBOR in hex."""
    if isinstance(item, list):
        return ROWS.head(4, len(item)) + b"".join(map(cbor, item))
    return bytes.fromhex(item.strip("<>")) if str(item).startswith("<") else ROWS.encode(item)


def input_classes():
    found = []
    for line in SOURCE.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        kind, name, written, *_ = [*re.split(r"\s{2,}", line, maxsplit=2), ""]
        if kind not in LIMITS:
            raise ValueError(f"{SOURCE.name}: unknown kind of input: {line}")
        text = expanded(written)
        octets = cbor(json.loads(text)) if text.startswith("[") else cbor(text) if text.startswith("<") else None
        found.append(InputClass(kind, name, text if octets is None else None, octets))
    if len({one.name for one in found}) != len(found):
        raise ValueError(f"{SOURCE.name}: two classes have the same name")
    return found


def base():
    return next(one for one in input_classes() if one.kind == "base")


def packed(inputs):
    """Returns the inputs in bytes. Each input begins with 1 if it is CBOR and 0 if it is text. The lengths of its name
    and of its bytes follow, then the name, then the bytes. The base is the first input."""
    made = b""
    for one in inputs:
        octets = one.cbor if one.text is None else one.text.encode()
        name = one.name.encode() + b"\0"
        lengths = b"".join(len(part).to_bytes(3, "little") for part in (name, octets))
        made += bytes([one.text is None]) + lengths + name + octets
    return made
