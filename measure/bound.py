# SPDX-License-Identifier: MIT OR Apache-2.0
"""How deep the stack of functions can get at most, whatever their input: from the machine code, by adding up along calls.

What is measured cannot be deeper; where it is less, some way through the function is not among what is measured, or none
leads there.
"""

import re
import sys

REGISTER_BYTES = 4


def registers(operands):
    """How many registers a list has."""
    count = 0
    for part in re.search(r"\{(.*)\}", operands).group(1).split(","):
        first, _, last = part.strip().partition("-")
        count += number(last) - number(first) + 1 if last else 1
    return count


def number(register):
    return {"sl": 10, "fp": 11, "ip": 12, "sp": 13, "lr": 14, "pc": 15}.get(register) or int(register[1:])


def taken(mnemonic, operands):
    """The bytes by which an instruction lowers the stack pointer."""
    if mnemonic.startswith("push"):
        return REGISTER_BYTES * registers(operands)
    if mnemonic.startswith("stmdb") and operands.startswith("sp!"):
        return REGISTER_BYTES * registers(operands)
    found = re.match(r"sp,(?: sp,)? #(\d+)", operands) if mnemonic.startswith("sub") else None
    found = found or (re.search(r"\[sp, #-(\d+)\]!", operands) if mnemonic.startswith("str") else None)
    if found:
        return int(found.group(1))
    if re.match(r"sp\b", operands) and mnemonic.startswith(("sub", "mov", "bic")):
        sys.exit(f"FAILED: no bound of the stack: {mnemonic} {operands}")
    return 0


def instructions(disassembly):
    for line in disassembly.splitlines():
        found = re.match(r"\s*([0-9a-f]+):\t[0-9a-f ]+\t(\S+)(?:\t(.*))?$", line)
        if found:
            yield int(found.group(1), 16), found.group(2), (found.group(3) or "").split(";")[0].split("@")[0].strip()


def target(operands):
    found = re.match(r"(?:\w+, )?([0-9a-f]+) <", operands)
    return int(found.group(1), 16) if found else None


class Function:
    def __init__(self):
        self.frame = 0
        self.calls = set()
        self.tail_calls = set()
        self.indirect = False
        self.addresses = set()
        self.bound = None


def constant(mnemonic, operands, halves):
    """The constant that an instruction completes: a word, or the upper half after the lower one of the same register."""
    if mnemonic == ".word":
        return int(operands, 16)
    found = re.match(r"(\w+), #(\d+)", operands)
    if found and mnemonic == "movw":
        halves[found.group(1)] = int(found.group(2))
    elif found and mnemonic == "movt":
        return halves.get(found.group(1), 0) | int(found.group(2)) << 16
    return None


def functions(disassembly, starts):
    """All functions by where they begin, and those of them whose address is taken."""
    starts = set(starts)
    ends = dict(zip(sorted(starts), [*sorted(starts)[1:], 1 << 32]))
    found, addressed, halves = {start: Function() for start in starts}, set(), {}
    begins = None
    for address, mnemonic, operands in instructions(disassembly):
        begins = address if address in starts else begins
        if begins is None:
            continue
        current, where = found[begins], target(operands)
        current.frame += taken(mnemonic, operands)
        value = constant(mnemonic, operands, halves)
        if value is not None and value & 1 and value - 1 in starts:
            addressed.add(value - 1)
            current.addresses.add(value - 1)
        if mnemonic == "bl":
            current.calls.add(where)
        elif mnemonic == "blx":
            current.indirect = True
        elif mnemonic.startswith(("b", "cb")) and where is not None and not begins <= where < ends[begins]:
            # A jump out of a function is its last act: what it had of the stack is given back.
            current.tail_calls.add(where)
    return found, addressed


def bound(found, addressed, start, path=()):
    """The frame of a function and the deepest of what it calls. What is called by address is one of those that the function
    itself takes, as compilers do for repeated calls, or else may be any function whose address is taken."""
    function = found[start]
    if function.bound is None:
        if start in path:
            sys.exit(f"FAILED: no bound of the stack: recursion: {[hex(place) for place in (*path, start)]}")
        calls = function.calls | ((function.addresses or addressed) if function.indirect else set())
        below = max((bound(found, addressed, call, (*path, start)) for call in calls), default=0)
        instead = max((bound(found, addressed, call, (*path, start)) for call in function.tail_calls), default=0)
        function.bound = max(function.frame + below, instead)
    return function.bound


def bounds(disassembly, symbols):
    """The bound of each exported function, by name; symbols has where every function begins."""
    found, addressed = functions(disassembly, symbols.values())
    # Only the boundary to C passes functions of its own, and to itself: imports of the layers point down.
    boundary = {start for name, start in symbols.items() if "3ffi" in name}
    for start, function in found.items():
        if start not in boundary and not function.addresses:
            function.addresses = addressed - boundary
    return {name: bound(found, addressed, start) for name, start in symbols.items() if name.startswith("cri_")}
