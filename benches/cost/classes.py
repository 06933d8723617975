# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads the classes of input in classes.txt, and packs them for harness.c."""

import re
from collections import namedtuple

from tools import HERE

# The greatest cost of an input of each kind, as a multiple of the cost of the base. None means no limit.
LIMITS = {"base": 1.0, "plain": 1.8, "recoded": 3.0, "several": 5.0, "hostile": None}

InputClass = namedtuple("InputClass", "kind name is_cbor octets")


def input_classes():
    """Returns the classes. The first one is the base."""
    found = []
    for line in (HERE / "classes.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        kind, name, written, *_ = [*re.split(r"\s{2,}", line, maxsplit=2), ""]
        if kind not in LIMITS or name in (one.name for one in found):
            raise ValueError(f"classes.txt: an unknown kind of input, or the name of another class: {line}")
        text = re.sub(r"\{(.*?)\*(\d+)\}", lambda piece: piece[1] * int(piece[2]), written)
        is_cbor = text.startswith("<")
        found.append(InputClass(kind, name, is_cbor, bytes.fromhex(text.strip("<>")) if is_cbor else text.encode()))
    return found


def base():
    return input_classes()[0]


def packed():
    """Returns the inputs in bytes. Each input begins with 1 if it is CBOR and 0 if it is text. The lengths of its name
    and of its bytes follow, then the name, then the bytes."""
    made = b""
    for one in input_classes():
        name = one.name.encode() + b"\0"
        lengths = b"".join(len(part).to_bytes(3, "little") for part in (name, one.octets))
        made += bytes([one.is_cbor]) + lengths + name + one.octets
    return made
