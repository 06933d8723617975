# SPDX-License-Identifier: MIT OR Apache-2.0
"""What the figures were in an earlier tree and are in this one: the table that CHANGELOG has for a release."""

import json

import rows
from tables import as_table
from tools import ROOT, run

RECORDED = "docs/measurements.json"
# Less is the compiler's.
LEAST = 0.01


def at(reference):
    return json.loads(run("git", "show", f"{reference}:{RECORDED}"))


def flash(of):
    sizes = {f"flash of {chosen.title}": of["m3_text"].get(chosen.name, {}).get(chosen.archive) for chosen in rows.SETS}
    sizes |= {f"flash of {client.title}": of.get("m3_clients", {}).get(client.name, {}).get("full") for client in rows.CLIENTS}
    return {name: size["text"] for name, size in sizes.items() if size}


def stack(of):
    return {f"stack, {what}, most of all functions": max(of[key].values())
            for key, what in (("m3_stack", "painted"), ("m3_stack_bound", "bound"))}


def instructions(of):
    m3 = {f"{operation.title}, instructions": of["m3_instructions"].get(operation.name) for operation in rows.OPERATIONS}
    return {name: value for name, value in m3.items() if value is not None}


def table(reference):
    """On the Cortex-M3: every figure that both trees have and that is another one."""
    then, now = at(reference), json.loads((ROOT / RECORDED).read_text())
    lines = []
    for figures in (flash, stack, instructions):
        before, after = figures(then), figures(now)
        lines += [[name, before[name], value, f"{100 * (value / before[name] - 1):+.0f} %"]
                  for name, value in after.items() if before.get(name) and abs(value / before[name] - 1) >= LEAST]
    return as_table(["Cortex-M3", f"{reference}:", "Now:", "Change:"], lines)
