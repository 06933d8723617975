# SPDX-License-Identifier: MIT OR Apache-2.0
"""Measures flash, stack, and instructions of every operation on every input."""

import re

import boards
import classes
from tools import (HERE, HOST, HOST_LINK, ROOT, WORK, archive, archive_exports, at_once, host_compiler, run, stop,
                   wanted_of_others)

M3 = boards.CORTEX_M3
# Above a size that depends on the processor, the C library copies with one instruction, which callgrind counts once for
# each byte. These settings avoid that instruction, so copying is counted in the same way for all sizes and on all
# processors that have AVX2.
TUNABLES = {"GLIBC_TUNABLES": ":".join(f"glibc.cpu.x86_rep_{name}_threshold=1073741824" for name in ("movsb", "stosb"))}
# The functions of other libraries that the archive for bare metal may need.
MEMORY_FUNCTIONS = {"memcpy", "memmove", "memcmp"}
# The files of the table of operations that call every export with random arguments.
EXPORTS = ROOT / "c-tests" / "exports"
DRIVER = "memory call check arguments world script contract wrong".split()


# ---- instructions ------------------------------------------------------------------------------


def inputs_objects(cc):
    """Compiles the program that measures operations, without the operations."""
    data, source = cc.directory / "packed.bin", cc.directory / "packed.S"
    data.write_bytes(classes.packed())
    source.write_text('.section .note.GNU-stack,"",%progbits\n.section .rodata\n'
                      '.global packed_inputs, packed_inputs_end\n'
                      f'packed_inputs: .incbin "{data}"\npacked_inputs_end:\n')
    return [cc.object("harness.c"), cc.object("inputs.c"), cc.object(source)]


def libcri_objects(cc):
    """Compiles the program that measures the operations and the clients of libcri."""
    return [*inputs_objects(cc), cc.object("operations.c"), cc.object("clients.c"), cc.object("jobs.c")]


def rows(lines):
    """Returns for each operation and input: result, bytes, figure and stack, without the cost of measuring."""
    found, nothing = {}, int(lines[0][4])
    for name, operation, result, size, figure, stack in lines[1:]:
        found.setdefault(operation, {})[name] = (int(result), int(size), int(figure) - nothing, int(stack))
    return found


def counted(program):
    """Runs a program on the host. Returns its rows, with the instructions that callgrind counted."""
    out = program.with_suffix(".callgrind")
    out.unlink(missing_ok=True)
    lines = run("valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}", "--combine-dumps=yes", program,
                env=TUNABLES)
    counts, number = {}, None
    with open(out, errors="replace") as file:
        for line in file:
            if line.startswith("desc: Trigger:"):
                found = re.search(r"operation (\d+)", line)
                number = int(found.group(1)) if found else None
            elif line.startswith("summary:") and number is not None:
                counts[number] = int(line.split()[1])
    out.unlink()
    lines = [line.split("\t") for line in lines.splitlines()]
    return rows([[*line[:4], counts[int(line[4])], 0] for line in lines])


def host_rows():
    cc = host_compiler()
    return counted(cc.link("host", *HOST_LINK, *libcri_objects(cc), archive(HOST)))


def m3_rows(cc):
    """Returns the instructions and the stack of operations and client programs on a Cortex-M3."""
    found = rows(boards.emulated(cc, *libcri_objects(cc), archive(M3.triple)))
    control, painted = (row for name in ("control", "control_stack") for row in found.pop(name).values())
    if not 1990 <= control[2] <= 2010 or not 512 <= painted[3] <= 560:
        stop(f"the control programs have wrong figures: {control}, {painted}")
    return found


# ---- stack -------------------------------------------------------------------------------------


def calls_object(cc):
    """Compiles the table of operations, with a function `call_…` for each export."""
    source = cc.directory / "calls.c"
    source.write_text(run("script/abi", "--table").replace("static int64_t call_", "int64_t call_"))
    return cc.object(source, f"-I{EXPORTS}")


def stacks(cc):
    """Returns the bounds of the stack of each export, and of the functions `run_…` and `call_…` that call exports."""
    objects = [cc.object("operations.c"), calls_object(cc)]
    callers = [name for made in objects for name in re.findall(r" T ((?:run|call)_\w+)",
                                                               run(boards.binutil(M3, "nm"), made))]
    return boards.function_bounds(M3, cc, [*sorted(archive_exports(archive(M3.triple))), *callers],
                                  [*objects, cc.object("inputs.c")], archive(M3.triple))


def depths(cc):
    """Returns the greatest measured depth of the stack of the function `call_…` of each export."""
    sources = [HERE / "depth.c", *(EXPORTS / f"{name}.c" for name in DRIVER)]
    objects = [cc.object(source, f"-I{EXPORTS}") for source in sources]
    return {name: int(depth) for name, depth in boards.emulated(cc, *objects, calls_object(cc), archive(M3.triple))}


# ---- flash -------------------------------------------------------------------------------------

# The functions whose flash is measured alone.
ALONE = ["cri_parse", "cri_from_uri", "cri_to_uri", "cri_uri_to_coap", "cri_coap_to_uri", "cri_uri_split",
         "cri_uri_resolve"]


def flash(cc):
    """Returns the flash and static memory of client programs, of functions alone and of all functions, and the names
    that the archive needs from other libraries."""
    of, clients = archive(M3.triple), cc.object("clients.c")
    jobs = re.findall(r" T client_(\w+)", run(boards.binutil(M3, "nm"), clients))
    found = {f"client_{job}": size for job, size in boards.client_sizes(M3, cc, clients, jobs, of).items()}
    programs = {name: [name] for name in ALONE} | {"everything": sorted(archive_exports(of))}
    for name, roots in programs.items():
        found[name] = dict(zip(("flash", "static"), boards.linked(M3, cc, name, [of, "-lc"], roots)))
    return {"flash": {name: size["flash"] for name, size in found.items()},
            "static": {name: size["static"] for name, size in found.items()},
            "wants": sorted(wanted_of_others(of) - MEMORY_FUNCTIONS)}


def measured():
    """Returns all figures."""
    cc = boards.compiler(M3)
    found = {**flash(cc), "stack": stacks(cc)}
    found["host"], found["m3"] = at_once([host_rows, lambda: m3_rows(cc)])
    found["depth"] = depths(cc)
    return found
