# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the page of measurements in Markdown: conversions, client programs and stacks."""

import re

import limits
from figures import BASE, M3, values
from tools import run

# The functions whose bounds of the stack are on the page.
STACKS = ["parse", "resolve", "to_coap", "coap_options_init", "encode", "to_uri", "from_uri", "from_coap"]


def table(heads, rows):
    """Returns a table. Columns of numbers are aligned to the right."""
    right = [all(re.fullmatch(r"[\d.]*", str(cell)) for cell in column) for column in zip(*rows)]
    lines = [heads, ["--:" if at_right else "---" for at_right in right], *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def conversions(found):
    sizes = {one.name: one.bytes for one in found if (one.measure, one.input) == ("host", BASE)}
    host, m3 = values(found, "host", BASE), values(found, "m3", BASE)
    most = {(machine, name): "{1:.2f}: {2}".format(*limits.flat_cost(found, machine, name))
            for machine in ("host", "m3") for name in limits.FLAT}
    return ["## Conversions", "Instructions for the benchmark base.",
            table(["Function", "Bytes", "Host", "Cortex-M3"],
                  [[f"cri_{name}()", sizes[name], host[name], m3[name]] for name in limits.FLAT]),
            "The class of input that comes nearest to its limit, with the ratio of its instructions to those of the "
            "base. If it is longer than the base, the instructions for each byte are compared.",
            table(["Function", "Host", "Cortex-M3"],
                  [[f"cri_{name}()", most["host", name], most["m3", name]] for name in limits.FLAT])]


def clients(found):
    flash, depth = values(found, "flash", M3.name), values(found, "depth", M3.name)
    m3, host = values(found, "m3", BASE), values(found, "host", BASE)
    return ["## Client programs",
            "`benches/cost/clients.c` describes each. Flash is the bytes that the library adds, stack the bytes that a "
            "run uses, on a Cortex-M3.",
            table(["Client", "Flash", "Stack", "Instructions, Cortex-M3", "Host"],
                  [[name.removeprefix("client_"), flash[name], depth[name], m3[name], host[name]]
                   for name in flash if name.startswith("client_")]),
            "Flash of functions alone, and of all:",
            table(["Function", "Flash"], [one for one in flash.items() if not one[0].startswith("client_")])]


def on_boards(found):
    """Returns the sections about the stack, and about the flash on each kind of processor."""
    boards = dict.fromkeys(one.input for one in found if one.measure == "stack")
    stacks = {board: values(found, "stack", board) for board in boards}
    flash = {board: values([one for one in found if one.name.startswith("client_")], "flash", board)
             for board in boards}
    return ["## Bounds of the stack", "Bytes that no call exceeds, for any input.",
            table(["Processor", "any function", *STACKS],
                  [[board, max(bound for name, bound in stack.items() if name.startswith("cri_")),
                    *(stack[f"cri_{name}"] for name in STACKS)] for board, stack in stacks.items()]),
            "## Flash of client programs",
            table(["Processor", *flash[M3.name]], [[board, *sizes.values()] for board, sizes in flash.items()])]


def page(found, tools):
    commit = run("git", "describe", "--always", "--dirty", may_fail=True).strip()
    lines = ["# Figures of libcri",
             f"Measured{f' at {commit}' if commit else ''} by `script/measure`, with {tools}. The host is x86-64. "
             "docs/measurements.md explains how to read and repeat this.",
             *conversions(found), *clients(found), *on_boards(found)]
    return "\n\n".join(lines) + "\n"
