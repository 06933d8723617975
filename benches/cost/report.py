# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the page of measurements in Markdown: conversions, client programs and stacks."""

import re

import boards
import classes
import figures
import limits
from tools import archive, archive_exports, run

BASE = classes.base().name
# The functions whose bounds of the stack are on the page.
STACKS = ["parse", "resolve", "to_coap", "coap_options_init", "encode", "to_uri", "from_uri", "from_coap"]


def table(heads, rows):
    """Returns a table. Columns of numbers are aligned to the right."""
    right = [all(re.fullmatch(r"[\d.]+( of \d+)?", str(cell)) for cell in column) for column in zip(*rows)]
    lines = [heads, ["--:" if at_right else "---" for at_right in right], *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


# ---- this tree -----------------------------------------------------------------------------------


def conversions(found):
    on_base = [[f"cri_{name}()", *found["host"][name][BASE][1:3], found["m3"][name][BASE][2]] for name in limits.FLAT]
    most = {(machine, name): f"{ratio:.2f}: {one}" for machine, name, (_, ratio, one) in limits.flat_costs(found)}
    return ["## Conversions", "Instructions for the benchmark base.",
            table(["Function", "Bytes", "Host", "Cortex-M3"], on_base),
            "The class of input that comes nearest to its limit, with the ratio of its instructions to those of the "
            "base. If it is longer than the base, the instructions for each byte are compared.",
            table(["Function", "Host", "Cortex-M3"],
                  [[f"cri_{name}()", most["host", name], most["m3", name]] for name in limits.FLAT])]


# ---- boards --------------------------------------------------------------------------------------


def clients(found):
    rows = [[name.removeprefix("client_"), found["flash"][name], max(row[3] for row in rows.values()),
             *(next(iter(found[machine][name].values()))[2] for machine in ("m3", "host"))]
            for name, rows in sorted(found["m3"].items()) if name.startswith("client_")]
    return ["## Client programs",
            "`benches/cost/clients.c` describes each. Flash is the bytes that the library adds, stack the bytes that a "
            "run uses, on a Cortex-M3.",
            table(["Client", "Flash", "Stack", "Instructions, Cortex-M3", "Host"], rows),
            "Flash of functions alone, and of all:",
            table(["Function", "Flash"], [one for one in found["flash"].items() if "client_" not in one[0]])]


def on_boards(found, every_board):
    """Returns the sections about the stack, and about the flash on each kind of processor. Also returns the bounds of
    the stack by board."""
    stacks, flash = {figures.M3.name: found["stack"]}, {}
    for board in boards.BOARDS if every_board else []:
        of, cc = archive(board.triple), boards.compiler(board)
        jobs = [name.removeprefix("client_") for name in found["flash"] if name.startswith("client_")]
        sizes = boards.client_sizes(board, cc, cc.object("clients.c"), jobs, of)
        flash[board.name] = {job: size["flash"] for job, size in sizes.items()}
        exported = sorted(archive_exports(of, boards.binutil(board, "")))
        stacks.setdefault(board.name, boards.function_bounds(board, cc, exported, [], of))
    rows = [[name, max(bound for function, bound in stack.items() if function.startswith("cri_")),
             *(stack[f"cri_{function}"] for function in STACKS)] for name, stack in stacks.items()]
    lines = ["## Bounds of the stack", "Bytes that no call exceeds, for any input.",
             table(["Processor", "any function", *STACKS], rows)]
    if flash:
        jobs = list(next(iter(flash.values())))
        lines += ["## Flash of client programs",
                  table(["Processor", *jobs], [[name, *sizes.values()] for name, sizes in flash.items()])]
    return lines, stacks


def page(found, every_board, tools):
    """Returns the page, and the bounds of the stack by board."""
    commit = run("git", "describe", "--always", "--dirty", may_fail=True).strip()
    on_every_board, stacks = on_boards(found, every_board)
    lines = ["# Figures of libcri",
             f"Measured{f' at {commit}' if commit else ''} by `script/measure`, with {tools}. The host is x86-64. "
             "docs/measurements.md explains how to read and repeat this.",
             *conversions(found), *clients(found), *on_every_board]
    return "\n\n".join(filter(None, lines)) + "\n", stacks
