# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the page of measurements in Markdown: conversions, other libraries, client programs and stacks."""

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
    """Returns the section about conversions: their cost for the base, and the input that is nearest to its limit."""
    sizes = {one.name: one.bytes for one in found if (one.measure, one.input) == ("host", BASE)}
    columns = [(values(found, machine, BASE), {name: limits.flat_cost(found, machine, name) for name in limits.FLAT})
               for machine in ("host", "m3")]
    return ["## Conversions",
            "Instructions for the benchmark base, and the class of input that comes nearest to its limit, with the "
            "ratio of its instructions to those of the base. If it is longer, those for each byte are compared.",
            table(["Function", "Bytes", "Host", "Nearest to its limit", "Cortex-M3", "Nearest to its limit"],
                  [[f"cri_{name}()", sizes[name], *(cell for costs, nearest in columns for cell in (
                      costs[name], f"{nearest[name][1]:.2f}: {nearest[name][2]}"))] for name in limits.FLAT])]


def peers(found):
    """Returns the section about other libraries, with the rows of `cargo bench`."""
    inputs = list(dict.fromkeys(one.input for one in found if one.measure == "peers"))
    columns = [values(found, "peers", one) for one in inputs]
    names = dict.fromkeys(name for column in columns for name in column)
    return ["## Other libraries",
            "Instructions of each function of `cargo bench` on the host, in the second run, for six kinds of input "
            "(`benches/operations.rs`). The names say what a library leaves out or does in addition. libcri is called "
            "from Rust here, and from C in the other sections.",
            table(["Function", *inputs], [[name, *(column.get(name, "") for column in columns)] for name in names])]


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
             *conversions(found), *peers(found), *clients(found), *on_boards(found)]
    return "\n\n".join(lines) + "\n"
