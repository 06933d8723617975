# SPDX-License-Identifier: MIT OR Apache-2.0
"""Finds the greatest depth of a function's stack for any input: adds up the frames along the calls in machine code.

A depth that is measured on the same code, including the C library's memory functions, cannot be greater: limits.py
compares it for every export. If it is less, the measured inputs do not take the deepest path, or no input does.
"""

import re
from types import SimpleNamespace

from tools import Failed

# ---- what the instructions of a processor do -----------------------------------------------------

# The kinds of control flow: a call or jump to an address, or to an address in a register.
CALL, JUMP, CALL_REGISTER, JUMP_REGISTER = "call", "jump", "call register", "jump register"


def no_bound(mnemonic, operands):
    raise Failed(f"no bound of the stack: {mnemonic} {operands}")


class Thumb:
    """The instruction set of Cortex-M."""

    odd = 1  # the lowest bit of a function's address
    gave_back = True  # a jump to a register never goes through a table: jumps through a table have other instructions
    REGISTER_BYTES = 4

    def __init__(self):
        self.halves, self.given_back = {}, None

    def taken(self, _, mnemonic, operands):
        """Returns the number of bytes by which the instruction at an address lowers the stack pointer."""
        if self.given_back and not (mnemonic == "pop" and "pc" in operands):
            no_bound(*self.given_back)
        # Code with frame pointers may give a large frame back by a move just before it returns.
        self.given_back = (mnemonic, operands) if mnemonic == "mov" and re.fullmatch(r"sp, r\d+", operands) else None
        if self.given_back:
            return 0
        if mnemonic.startswith(("push", "vpush")) or mnemonic.startswith("stmdb") and operands.startswith("sp!"):
            if not re.fullmatch(r"(sp!, )?\{(r\d+|sl|fp|ip|lr)(, (r\d+|sl|fp|ip|lr))*\}", operands):
                no_bound(mnemonic, operands)  # such as a range, or registers of another size
            return self.REGISTER_BYTES * len(re.findall(r"[{ ]\b", operands.removeprefix("sp!, ")))
        found = re.match(r"sp,(?: sp,)? #(\d+)", operands) if mnemonic.startswith("sub") else None
        found = found or (re.search(r"\[sp, #-(\d+)\]!", operands) if mnemonic.startswith("str") else None)
        if found:
            return int(found.group(1))
        given_back = mnemonic.startswith("add") and re.match(r"sp,(?: sp,)? #\d+", operands)
        if re.match(r"sp\b", operands) and mnemonic.startswith(("sub", "add", "mov", "bic")) and not given_back:
            no_bound(mnemonic, operands)
        return 0

    def flow(self, mnemonic, operands):
        """Returns the kind of control flow of an instruction, and the address to which it leads."""
        found = re.match(r"(?:\w+, )?([0-9a-f]+) <", operands)
        where = int(found.group(1), 16) if found else None
        if mnemonic == "bl":
            return CALL, where
        if mnemonic == "blx":
            return CALL_REGISTER, None
        if mnemonic == "bx" and operands != "lr":
            return JUMP_REGISTER, None
        return (JUMP, where) if mnemonic.startswith(("b", "cb")) and where is not None else (None, None)

    def constant(self, mnemonic, operands):
        """Returns the constant in a `.word`. For `movt`, which sets the upper half of a register, returns the constant
        with the lower half from the last `movw`. Returns None for other instructions."""
        if mnemonic == ".word":
            return int(operands.split(";")[0].split("@")[0], 16)
        found = re.match(r"(\w+), #(\d+)", operands)
        if found and mnemonic == "movw":
            self.halves[found.group(1)] = int(found.group(2))
        elif found and mnemonic == "movt":
            return self.halves.get(found.group(1), 0) | int(found.group(2)) << 16
        return None


class RiscV:
    """The instruction set RV32, with and without linker relaxation."""

    odd = 0

    def __init__(self):
        self.gave_back, self.given_back_at = False, set()

    def taken(self, address, mnemonic, operands):
        found = re.fullmatch(r"sp,sp,(-?\d+)", operands)
        # If a function has given its stack back before a branch, it has given it back at the target of the branch, too.
        self.gave_back |= address in self.given_back_at
        if self.gave_back and mnemonic.startswith("b"):
            _, target = self.flow(mnemonic, operands)
            if target < address:
                no_bound(mnemonic, operands)
            self.given_back_at.add(target)
        elif self.gave_back and mnemonic == "jal":
            # The code after this call could end with a tail call through a register, which would be mistaken for a
            # jump through a table.
            no_bound(mnemonic, operands)
        elif found or mnemonic in ("ret", "j", "jal"):
            self.gave_back = bool(found) and int(found.group(1)) > 0
        if found and mnemonic in ("add", "addi"):
            return max(0, -int(found.group(1)))
        if re.match(r"sp,", operands) and not mnemonic.startswith(("s", "beq", "bne")):
            no_bound(mnemonic, operands)
        return 0

    def flow(self, mnemonic, operands):
        found = re.search(r"(?:^|,|# )([0-9a-f]+) <", operands)
        where = int(found.group(1), 16) if found else None
        if mnemonic in ("jal", "jalr"):
            return (CALL, where) if found else (CALL_REGISTER, None)
        if mnemonic == "jr":
            return (JUMP, where) if found else (JUMP_REGISTER, None)
        return (JUMP, where) if mnemonic.startswith(("j", "b")) and found else (None, None)

    def constant(self, mnemonic, operands):
        found = re.search(r"# ([0-9a-f]+) <", operands) if mnemonic in ("add", "addi") else None
        return int(found.group(1), 16) if found else None


def instructions(disassembly):
    for line in disassembly.splitlines():
        found = re.match(r"\s*([0-9a-f]+):\t[0-9a-f ]+\t(\S+)(?:\t(.*))?$", line)
        if found:
            yield int(found.group(1), 16), found.group(2), (found.group(3) or "").strip()


# ---- functions ---------------------------------------------------------------------------------


def functions(isa, disassembly, starts):
    """Returns all functions by the address at which they begin."""
    starts = set(starts)
    ends = dict(zip(sorted(starts), [*sorted(starts)[1:], 1 << 32]))
    found = {start: SimpleNamespace(frame=0, calls=set(), tail_calls=set(), indirect=False, addresses=set())
             for start in starts}
    begins = None
    for address, mnemonic, operands in instructions(disassembly):
        begins = address if address in starts else begins
        if begins is None:
            continue
        current = found[begins]
        current.frame += isa.taken(address, mnemonic, operands)
        value = isa.constant(mnemonic, operands)
        if value is not None and value & 1 == isa.odd and value - isa.odd in starts:
            current.addresses.add(value - isa.odd)
        kind, where = isa.flow(mnemonic, operands)
        # A call can stay within its function: on a Cortex-M0 only the call instruction can jump far.
        within = where is not None and begins < where < ends[begins]
        if kind == CALL and not within:
            current.calls.add(where)
        elif kind == CALL_REGISTER or kind == JUMP_REGISTER and (isa.gave_back or current.frame == 0):
            # A jump to a register in any other place stays in its function: its destination comes from a table.
            current.indirect = True
        elif kind == JUMP and not within and where != begins:
            # A jump out of a function is a tail call: the function has already given its stack back.
            current.tail_calls.add(where)
    return found


def reachable(found, start):
    """Returns the functions whose addresses are taken in any function that can be reached from `start`. A call by
    address leads to one of these."""
    seen, taken_addresses, left, indirect = set(), set(), [start], False
    while left:
        at = left.pop()
        if at in seen:
            continue
        seen.add(at)
        function = found[at]
        taken_addresses |= function.addresses
        indirect |= function.indirect
        left += [*function.calls, *function.tail_calls, *(taken_addresses if indirect else ())]
    return taken_addresses


def depth(found, start, tables, boundary):
    """Returns the depth of a function: its frame and the deepest of its calls."""
    by_address, known = reachable(found, start) | tables, {}

    def of(at, path):
        if at not in known:
            if at in path:
                raise Failed(f"no bound of the stack: recursion: {[hex(place) for place in (*path, at)]}")
            function, path = found[at], (*path, at)
            # A call by address leads to a function whose address the caller itself takes, as compilers do for repeated
            # calls, or to a function that was passed to the caller. The functions of the boundary to C are passed only
            # to that boundary, because no other layer imports it.
            passed = by_address - (set() if at in boundary else boundary)
            calls = function.calls | (function.addresses or passed if function.indirect else set())
            below = max((of(call, path) for call in calls), default=0)
            instead = max((of(call, path) for call in function.tail_calls), default=0)
            known[at] = max(function.frame + below, instead)
        return known[at]
    return of(start, ())


def bounds(isa, disassembly, constants, symbols):
    """Returns the bound of each exported function and of each function `run_…` or `call_…`, by name. `constants` are
    the words of read-only data, and `symbols` the addresses of all functions."""
    starts = set(symbols.values())
    found = functions(isa, disassembly, starts)
    tables = {word - isa.odd for word in constants if word & 1 == isa.odd and word - isa.odd in starts}
    # In the names of script/archive (v0), a closure that is passed as a pointer has the module that contains it.
    boundary = {start for name, start in symbols.items() if "3ffi" in name}
    exported = {name: start for name, start in symbols.items() if re.fullmatch(r"(cri|run|call)_\w+", name)}
    return {name: depth(found, start, tables, boundary) for name, start in exported.items()}
