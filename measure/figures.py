# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs what tools.py builds, and collects the figures."""

import math
import os
import re
import sys
from collections import namedtuple
from pathlib import Path

import bound
import rows
import tools
from tools import ARM, ROOT, WORK, at_once, run

QEMU = ["qemu-system-arm", "-M", "mps2-an385", "-nographic", "-monitor", "none", "-serial", "none",
        "-semihosting-config", "enable=on,target=native"]
COUNTING = ["-icount", "shift=0"]
# Beyond some size, which depends on the processor, the C library copies with one instruction that callgrind counts once for
# each byte. Without it copying is counted alike at all sizes and on all processors that have AVX2.
TUNABLES = {"GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=1073741824:glibc.cpu.x86_rep_stosb_threshold=1073741824"}


def table(text):
    return [line.split("\t") for line in text.splitlines() if "\t" in line]


# ---- host --------------------------------------------------------------------------------------


def callgrind(name, program, *arguments):
    """The lines that a program printed, the number in the last column replaced by the instructions counted under it."""
    out = WORK / f"{name}.callgrind"
    out.unlink(missing_ok=True)
    lines = table(run("valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}", "--combine-dumps=yes", program,
                      *arguments, env=TUNABLES))
    counts, number = {}, None
    with open(out, errors="replace") as file:
        for line in file:
            if line.startswith("desc: Trigger:"):
                found = re.search(r"operation (\d+)", line)
                number = int(found.group(1)) if found else None
            elif line.startswith("summary:") and number is not None:
                counts[number] = int(line.split()[1])
    return [[*line[:-1], counts[int(float(line[-1]))]] for line in lines]


def by_row(lines, figure=int):
    """Figures by row, then by whose they are."""
    found = {}
    for row, who, _, value in lines:
        found.setdefault(row, {})[who] = figure(float(value))
    return found


def host_instructions(driver):
    lines = callgrind("host", driver, "instructions")
    nothing = next(line[-1] for line in lines if line[0] == "nothing")
    return by_row([[*line[:-1], line[-1] - nothing] for line in lines if line[0] != "nothing"])


# What an operation on a class of input is: of how many bytes, and its instructions, or the error with which it is refused.
Cell = namedtuple("Cell", "bytes figure")


def class_rows(lines):
    """By class, operation and whose it is, without what measuring itself costs."""
    found = {}
    for name, operation, who, result, size, instructions in lines:
        cell = Cell(int(size), int(instructions) if result == "ok" else result)
        found.setdefault(name, {}).setdefault(operation, {})[who] = cell
    for operations in found.values():
        (nothing,) = operations.pop("nothing").values()
        for whose in operations.values():
            for who, cell in whose.items():
                if isinstance(cell.figure, int):
                    whose[who] = Cell(cell.bytes, cell.figure - nothing.figure)
    return found


def libcri_classes(lines):
    return {name: {operation: whose["libcri"] for operation, whose in operations.items()}
            for name, operations in class_rows(lines).items()}


def host_classes(driver):
    return libcri_classes(callgrind("classes", driver))


def m3_classes(driver):
    return libcri_classes(table(emulated(driver, *COUNTING)))


def peer_classes(driver):
    """By class, operation and peer: instructions, if the peer does not refuse the input."""
    return {name: {operation: {who: cell.figure for who, cell in whose.items() if isinstance(cell.figure, int)}
                   for operation, whose in operations.items()}
            for name, operations in class_rows(callgrind("class-peers", driver)).items()}


def host_allocations(driver):
    lines = table(run(driver, "allocations", env={"LD_PRELOAD": str(tools.counting_library())}))
    found = by_row([line for line in lines if line[0] != "nothing"])
    if found.pop("control")["malloc"] != 1:
        sys.exit("FAILED: malloc() is not counted")
    return found


def host_times(driver):
    found = by_row(table(run(driver, "times")), float)
    found.pop("nothing")
    return found


def calls_of(driver):
    """What is called for each row by each peer."""
    found = {}
    for row, who, what, _ in table(run(driver, "times")):
        found.setdefault(row, {})[who] = what
    return found


# ---- Cortex-M3 ---------------------------------------------------------------------------------


def emulated(image, *options, may_fail=False):
    return run("timeout", "400", *QEMU, *options, "-kernel", image, may_fail=may_fail)


def m3_instructions(driver):
    found = {row: float(figure) for row, figure in table(emulated(driver, *COUNTING))}
    found.pop("nothing")
    return {row: int(figure) if figure == int(figure) else figure for row, figure in found.items()}


def m3_operation_stack(driver):
    found = {row: int(figure) for row, figure in table(emulated(driver))}
    found.pop("nothing")
    return found


def watched(output):
    """For each function how often it was called and its figure; and the tests that failed."""
    if not re.search(r"^\d+ tests run, \d+ failed", output, re.M):
        sys.exit("FAILED: the C tests\n" + output[-2000:])
    lines = [line[1:] for line in table(output) if line[0] == "wrapped"]
    return ({name: (int(calls), int(figure)) for name, calls, figure in lines},
            re.findall(r"^FAILED: (c-tests/\S+: \w+)$", output, re.M))


def function_stacks(program):
    found, failed = watched(emulated(program, may_fail=True))
    calls, figure = found.pop("control_stack")
    if calls != 1 or not 512 <= figure <= 560:
        sys.exit(f"FAILED: a stack of 512 bytes is measured as {figure}")
    found.pop("control_allocation")
    uncalled = [name for name, (calls, _) in found.items() if calls == 0]
    if uncalled:
        sys.exit(f"FAILED: no test calls {', '.join(uncalled)}")
    return {name: figure for name, (_, figure) in found.items()}, [f"{test}, on the Cortex-M3" for test in failed]


def function_allocations(program):
    """For each function how often it was called, and how often it allocated; and the tests that failed."""
    found, failed = watched(run(program, may_fail=True))
    if found.pop("control_allocation") != (1, 1):
        sys.exit("FAILED: malloc() inside a function is not counted")
    found.pop("control_stack")
    counted = {name: {"calls": calls, "allocations": count} for name, (calls, count) in found.items()}
    return counted, [f"{test}, on the host" for test in failed]


def link(archive, functions, image, *options):
    run(ARM + "gcc", "-mthumb", "-mcpu=cortex-m3", "-nostdlib", "-Wl,--gc-sections", "-Wl,-e,0",
        *[f"-Wl,-u,{function}" for function in functions], *options, archive, "-lc", "-o", image)


def linked(archive, functions, name):
    """Bytes of flash and of static RAM that functions of an archive take, linked with --gc-sections."""
    image = WORK / "m3" / f"{name}.elf"
    link(archive, functions, image)
    sizes = image_sizes(image)
    image.unlink()
    return sizes


def image_sizes(image):
    flash = static = 0
    for line in run(ARM + "size", "-A", image).splitlines():
        found = re.match(r"(\.\S+)\s+(\d+)\s", line)
        if found and re.match(r"\.(text|rodata|ARM\.ex)", found.group(1)):
            flash += int(found.group(2))
        elif found and re.match(r"\.t?(data|bss)", found.group(1)):
            static += int(found.group(2))
    return flash, static


def client_size(clients, archive, client, name):
    """What the library, and the C library's memory functions, add to a client program: all but the program's own bytes."""
    if client.program is None:
        return linked(archive, rows.functions_of(client.functions, tools.exported()), name)
    image = WORK / "m3" / f"{name}.elf"
    run(ARM + "gcc", "-mthumb", "-mcpu=cortex-m3", "-nostdlib", "-Wl,--gc-sections", f"-Wl,-e,{client.program}", clients, archive,
        "-lc", "-o", image)
    flash, static = image_sizes(image)
    own = image.with_suffix(".own.elf")
    # Alone, with what it calls left open.
    run(ARM + "gcc", "-mthumb", "-mcpu=cortex-m3", "-nostdlib", "-Wl,--gc-sections", f"-Wl,-e,{client.program}",
        "-Wl,--unresolved-symbols=ignore-all", clients, "-o", own)
    return flash - image_sizes(own)[0], static


def client_sizes(clients, archives):
    jobs = [(client, kind) for client in rows.CLIENTS for kind in ("full", "short")]
    sizes = at_once([lambda c=client, k=kind: client_size(clients, archives[k], c, f"client-{c.name}-{k}")
                     for client, kind in jobs])
    found = {}
    for (client, kind), (flash, static) in zip(jobs, sizes):
        found.setdefault(client.name, {})[kind] = {"text": flash, "static": static}
    return found


def text_sizes(archives):
    """The sets with each archive that has their functions."""
    exported = tools.exported()
    exports = {kind: archive_exports(archive) for kind, archive in archives.items()}
    jobs, keys = [], []
    for chosen in rows.SETS:
        for kind, archive in archives.items():
            if (kind == "nfc") != (chosen.archive == "nfc"):
                continue
            functions = rows.functions_of(chosen.functions, exports[kind] if kind == "nfc" else exported)
            if set(functions) <= exports[kind]:
                keys.append((chosen.name, kind))
                jobs.append(lambda a=archive, f=functions, n=f"{chosen.name}-{kind}": linked(a, f, n))
    found = {}
    for (name, kind), (flash, static) in zip(keys, at_once(jobs)):
        found.setdefault(name, {})[kind] = {"text": flash, "static": static}
    return found


def archive_exports(archive):
    return {line.split()[2] for line in run(ARM + "nm", "--defined-only", "--extern-only", archive).splitlines()
            if len(line.split()) == 3}


def function_sizes(archive):
    functions = tools.exported()
    sizes = at_once([lambda f=f: linked(archive, [f], f"one-{f}")[0] for f in functions])
    return dict(zip(functions, sizes))


# ---- corpora -----------------------------------------------------------------------------------


def corpora(driver):
    """By corpus, operation and whose it is: how many URIs it refuses, and the nanoseconds for each."""
    found = {}
    for kind in rows.CORPORA:
        for operation, who, refused, spent in table(run(driver, tools.corpus(kind))):
            found.setdefault(kind, {}).setdefault(operation, {})[who] = {"refused": int(refused), "ns": float(spent)}
    return found


# ---- growth ------------------------------------------------------------------------------------


def growth_points(driver):
    parts = os.cpu_count()
    jobs = [lambda part=part: callgrind(f"growth-{part}", driver, part, parts) for part in range(parts)]
    found = {}
    lines = [line for lines in at_once(jobs) for line in lines]
    for _, _, operation, kind, length, result, instructions in sorted(lines, key=lambda line: [int(line[0]), int(line[1])]):
        found.setdefault(operation, {}).setdefault(kind, []).append((int(length), instructions, result))
    return found


LARGE = 512


def exponent(points):
    """The slope of log(cost) over log(length) by least squares, without the constant part of the cost: from one size to the
    next, four times as large, both are taken as differences, in which what is constant cancels out. None if it does not
    grow."""
    steps = []
    for (length, cost, _), (next_length, next_cost, _) in zip(points, points[1:]):
        if length >= LARGE and next_length > length:
            steps.append((next_length - length, next_cost - cost))
    # Some instructions more or less are heads of other lengths.
    if len(steps) < 2 or any(cost <= max(64, 0.002 * length) for length, cost in steps):
        return None
    xs = [math.log(length) for length, _ in steps]
    ys = [math.log(cost) for _, cost in steps]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def growth(driver):
    found = {}
    for operation, kinds in growth_points(driver).items():
        for kind, points in kinds.items():
            slope = exponent(points)
            found.setdefault(operation, {})[kind] = {
                "exponent": None if slope is None else round(slope, 3),
                "result": points[-1][2],
                "points": [[length, cost] for length, cost, _ in points],
            }
    return found


# ---- versions ----------------------------------------------------------------------------------


def first_line(*command):
    return run(*command).splitlines()[0]


def rustc_for(triple):
    cargo = run("script/archive", "--toolchain", triple).splitlines()[0]
    return first_line(Path(cargo).parent / "rustc", "--version").removeprefix("rustc ").split(" (built")[0]


def machine_versions(driver):
    """Of what makes the figures what they are."""
    driver_says = dict(table(run(driver, "versions")))
    host = {
        "rustc": rustc_for("x86_64-unknown-linux-gnu"),
        "gcc": first_line("gcc", "--version").split()[-1],
        "glibc": driver_says["glibc"],
        "valgrind": first_line("valgrind", "--version").removeprefix("valgrind-"),
    }
    m3 = {
        "rustc": rustc_for(tools.M3_TARGET),
        "gcc": first_line(ARM + "gcc", "-dumpfullversion"),
        "binutils": first_line(ARM + "ld", "--version").split()[-1],
        "qemu": first_line("qemu-system-arm", "--version").split()[3],
    }
    return host, m3, driver_says


def peer_versions(driver_says):
    lock = (ROOT / "measure/peers/Cargo.lock").read_text()
    found = {name: driver_says[name] for name in ("liburiparser", "libcoap")}
    for name in ("fluent-uri", "iri-string", "url", "ada-url"):
        found[name] = re.search(rf'name = "{name}"\nversion = "(.*)"', lock).group(1)
    return found
