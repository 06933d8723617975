# SPDX-License-Identifier: MIT OR Apache-2.0
"""Measures flash, stack, and instructions of every operation on every input."""

import json
import re
from collections import namedtuple

import boards
from tools import ARM, ROOT, WORK, Compiler, Failed, archive, at_once, run, symbols

# A figure: what is measured ("flash", "static", "stack": its bound, "depth": the measured stack, "host", "m3":
# instructions, "peers": instructions of functions of cargo bench); the name of the function or program; and the input
# or the board. A figure of "host" and "m3" also has the limit of the input (classes.c), the error, and the length of
# the input.
Figure = namedtuple("Figure", "measure name input value limit result bytes", defaults=(0, 0, 0))
M3, HOST = boards.CORTEX_M3, "x86_64-unknown-linux-gnu"
BASE = "benchmark base"
# Above a size that depends on the processor, the C library copies with one instruction, which callgrind counts once for
# each byte. These settings avoid that instruction, so copying is counted in the same way for all sizes and on all
# processors that have AVX2.
TUNABLES = {"GLIBC_TUNABLES": ":".join(f"glibc.cpu.x86_rep_{name}_threshold=1073741824" for name in ("movsb", "stosb"))}
# The files of the table of operations that call every export with random arguments.
EXPORTS = ROOT / "c-tests" / "exports"
DRIVER = "memory call check script samples".split()
# The functions whose flash is measured alone.
ALONE = ["cri_parse", "cri_from_uri", "cri_to_uri", "cri_uri_to_coap", "cri_coap_to_uri", "cri_uri_split",
         "cri_uri_resolve"]


def values(found, measure, one_input):
    """Returns the values of a measure for an input or board, by name."""
    return {one.name: one.value for one in found if (one.measure, one.input) == (measure, one_input)}


# ---- instructions ------------------------------------------------------------------------------


def callgrind(out, function):
    """Returns the command that runs a program and writes the instructions of each call of a function to a file."""
    return ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}", "--combine-dumps=yes",
            f"--zero-before={function}", f"--dump-after={function}"]


def counts(out):
    """Returns the instructions of the calls in the order of the calls."""
    found = re.findall(r"^desc: Trigger: --dump-after=.*$[^$]*?^summary: (\d+)", out.read_text(errors="replace"), re.M)
    out.unlink()
    return [int(count) for count in found]


def rows(measure, lines):
    """Returns the figures of harness.c, without the instructions of an operation that does nothing."""
    found = [Figure(measure, name, one, int(value) - int(lines[0][2]), *map(int, more))
             for name, one, value, *more in lines]
    return [one for one in found if one.name != "nothing"]


def harness(cc):
    return [cc.object(f"{name}.c") for name in ("harness", "classes", "inputs", "operations", "clients")]


def host_rows():
    cc, out = Compiler("gcc", ["-O2", "-fno-pie"], "host"), WORK / "host.callgrind"
    program = cc.link("host", "-no-pie", "-Wl,-z,now", "-Wl,--gc-sections", *harness(cc), archive(HOST))
    lines = [line.split("\t") for line in run(*callgrind(out, "counted"), program, env=TUNABLES).splitlines()]
    return rows("host", [[*line[:2], count, *line[3:]] for line, count in zip(lines, counts(out), strict=True)])


def m3_rows(cc):
    found = rows("m3", boards.emulated(cc, *harness(cc), archive(M3.triple)))
    control = values(found, "m3", BASE)["control"]
    if not 1990 <= control <= 2010:
        raise Failed(f"the control program, which executes 2000 instructions, has {control}")
    return [one for one in found if one.name != "control"]


def peers():
    """Returns the instructions of each function of `cargo bench`, of this library and of others."""
    out = WORK / "peers.callgrind"
    runner = json.dumps(callgrind(out, "operations::counted"))
    lines = run("cargo", "bench", "--locked", "--manifest-path", "benches/Cargo.toml", "--config",
                f"target.{HOST}.runner={runner}", "--", "--test", env={**TUNABLES, "CARGO_TARGET_DIR": ROOT / "target"})
    tested = [name.rsplit("/", 1) for name in re.findall(r"^Testing (.+)$", lines, re.M)]
    return [Figure("peers", name, one, count) for (name, one), count in zip(tested, counts(out), strict=True)]


# ---- flash and stack ---------------------------------------------------------------------------


def exports(board):
    return symbols(boards.binutil(board, "nm"), archive(board.triple), r"T (\S+)")


def flash(board, more=()):
    """Returns the flash and static memory of what client programs link, and of more programs: names and functions."""
    cc, of = boards.compiler(board), archive(board.triple)
    clients = cc.object("clients.c")
    jobs = symbols(boards.binutil(board, "nm"), clients, r"T (client_\w+)")
    return [Figure(measure, name, board.name, size) for name, functions in [*((job, [job]) for job in jobs), *more]
            for measure, size in zip(("flash", "static"), boards.linked(board, cc, name, functions, clients, of))]


def stacks(board, *objects):
    """Returns the bounds of the stack of each export, and of the functions `call_…` and `run_…` in objects."""
    callers = [name for one in objects for name in symbols(boards.binutil(board, "nm"), one, r"T ((?:call|run)_\w+)")]
    found = boards.function_bounds(board, boards.compiler(board), [*exports(board), *callers], objects,
                                   archive(board.triple))
    return [Figure("stack", name, board.name, bound) for name, bound in found.items()]


def calls(cc):
    """Compiles the table of operations, with a function `call_…` for each export."""
    source = cc.directory / "calls.c"
    source.write_text(run("script/abi", "--table").replace("static int64_t call_", "int64_t call_"))
    return cc.object(source, f"-I{EXPORTS}")


def depths(cc, *objects):
    """Returns the greatest depths of the stack that calls of each export with random arguments reach on the emulator,
    and the depth of each client program."""
    driver = [cc.object(source, f"-I{EXPORTS}") for source in ("depth.c", *(EXPORTS / f"{name}.c" for name in DRIVER))]
    found = boards.emulated(cc, *driver, *objects, archive(M3.triple))
    return [Figure("depth", name, M3.name, int(depth)) for name, depth in found]


def measured(with_peers, every_board):
    """Returns all figures."""
    cc = boards.compiler(M3)
    objects = [calls(cc), cc.object("clients.c")]
    found = flash(M3, [*((name, [name]) for name in ALONE), ("everything", exports(M3))])
    found += stacks(M3, *objects) + depths(cc, *objects)
    for board in boards.BOARDS if every_board else []:
        found += flash(board) + stacks(board) if board != M3 else []
    return found + sum(at_once([host_rows, lambda: m3_rows(cc), *([peers] if with_peers else [])]), [])
