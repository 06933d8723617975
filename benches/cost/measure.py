# SPDX-License-Identifier: MIT OR Apache-2.0
"""Measures the cost of this tree, tests the limits, and prints the differences from a commit (script/measure)."""

import argparse
import json
import os
import sys
import time
from pathlib import Path

import figures
import limits
import report
from tools import ARM, WORK, Failed, figures_of, run, stop, toolchain

# Smaller differences are not printed: a few instructions depend on where the linker places code and data.
SLACK = {"flash": 0, "stack": 0, "host": 8, "m3": 4}
TITLES = {"flash": "Flash, bytes on a Cortex-M3", "stack": "Stack, bytes on a Cortex-M3",
          "host": "Instructions, host", "m3": "Instructions, Cortex-M3"}


# ---- differences -------------------------------------------------------------------------------


def by_measure(found):
    """Returns the figures by measure, name and input, each with the result of the operation."""
    flat = {("flash", name): {"": (0, size)} for name, size in found["flash"].items()}
    flat |= {("stack", name.removeprefix("cri_")): {"": (0, size)}
             for name, size in found["stack"].items() if name.startswith("cri_")}
    for machine in ("host", "m3"):
        for name, rows in found[machine].items():
            flat[machine, name] = {one: (row[0], row[2]) for one, row in rows.items()}
            if name.startswith("client_"):
                flat["stack", name] = {"": (0, max(row[3] for row in rows.values()))}
    return flat


def percent(before, after):
    return f"{100 * (after / before - 1):+.1f} %" if before else f"{after - before:+}"


def changed(measure, then, now):
    """Returns the description of a change, or None if no figure changed."""
    common = [one for one in now if one in then and then[one][0] == now[one][0]]
    others = [one for one in now if one in then and then[one][0] != now[one][0]]
    moved = [one for one in common if abs(then[one][1] - now[one][1]) > SLACK[measure]]
    shown = ""
    if moved:
        most = max(moved, key=lambda one: abs(now[one][1] / max(then[one][1], 1) - 1))
        shown = f"{then[most][1]} -> {now[most][1]} ({percent(then[most][1], now[most][1])})"
        if len(now) > 1:
            total = percent(sum(then[one][1] for one in common), sum(now[one][1] for one in common))
            shown += f" {most}; {len(moved)} of {len(common)} inputs, {total} in all"
    if others:
        shown += f"; the result is different for: {', '.join(others[:3])}"
    return shown or None


def print_differences(name, before, after):
    then, now = by_measure(before), by_measure(after)
    print(f"What changed since {name}:")
    for measure, title in TITLES.items():
        lines = [f"    {name}: {line}" for of, name in now if of == measure and (of, name) in then
                 for line in [changed(measure, then[of, name], now[of, name])] if line]
        lines += [f"    {name}: new" for of, name in now if of == measure and (of, name) not in then]
        lines += [f"    {name}: gone" for of, name in then if of == measure and (of, name) not in now]
        print(f"{title}: {len(lines)} changed", *lines, sep="\n")


# ---- the run -----------------------------------------------------------------------------------


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def test(self, holds, message):
        self.passed, self.failed = self.passed + holds, self.failed + (not holds)
        if not holds:
            print(f"FAILED: {message}")

    def skip(self, message):
        self.skipped += 1
        print(f"SKIPPED: {message}")


def parse_arguments():
    parser = argparse.ArgumentParser(prog="script/measure", description="""
Measures the cost of the library in flash, stack and instructions. Tests the limits that documents state
(benches/cost/limits.txt), flat cost, static memory and the bounds of the stack, and writes the page
build/measure/measurements.md. With a commit, also prints what changed since that commit. All figures are in
build/measure/figures.json. Installs missing tools like script/bootstrap.""")
    parser.add_argument("base", metavar="BASE", nargs="?", help="a commit to compare with, such as main")
    parser.add_argument("--short", action="store_true", help="without the page")
    parser.add_argument("--boards", action="store_true", help="also the cost of clients on each kind of processor")
    return parser.parse_args()


def tool_versions():
    _, core, _, rustc = toolchain(figures.M3.triple)
    core = {"source": "core built from source", "installed": "the installed core"}[core]
    return [f"{rustc} with {core}",
            *(run(tool, "--version").splitlines()[0] for tool in ("gcc", ARM + "gcc", "valgrind", "qemu-system-arm"))]


def main():
    arguments, start, tally = parse_arguments(), time.monotonic(), Tally()
    # The cargo of script/dist, which the copy of another commit has to use, too.
    os.environ.setdefault("CRI_CARGO", toolchain(figures.M3.triple)[2])
    tools = ", ".join(tool_versions())
    before = figures_of(arguments.base) if arguments.base else None
    found = figures.measured()
    (WORK / "figures.json").write_text(json.dumps(found))
    if before:
        print_differences(arguments.base, before, found)
    print("Measured with", tools)
    stacks = {figures.M3.name: found["stack"]}
    if not arguments.short:
        page, stacks = report.page(found, arguments.boards, tools)
        (WORK / "measurements.md").write_text(page)
        print(f"\n{page}\nThis page is build/measure/measurements.md")
    limits.check(tally, found, stacks)
    print(f"{time.monotonic() - start:.0f} s; all figures are in build/measure/figures.json")
    print(f"{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    sys.exit(1 if tally.failed else 0)


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        stop(failed)
