# SPDX-License-Identifier: MIT OR Apache-2.0
"""Measures the cost of this tree, tests the limits, and prints the differences from a commit (script/measure)."""

import argparse
import json
import os
import sys
import time

import figures
import limits
import report
from tools import ARM, WORK, Failed, run, toolchain

TITLES = {"flash": "Flash, bytes on a Cortex-M3", "stack": "Bounds of the stack, bytes on a Cortex-M3",
          "depth": "Measured stack, bytes on a Cortex-M3", "host": "Instructions, host",
          "m3": "Instructions, Cortex-M3"}
# Smaller differences are not printed: a few instructions depend on where the linker places code and data.
SLACK = {"host": 8, "m3": 4}


# ---- differences -------------------------------------------------------------------------------


def figures_of(commit):
    """Returns the figures of a commit, which its own measuring programs find in a copy of it, below build/."""
    copy = WORK / "base" / run("git", "rev-parse", f"{commit}^{{commit}}").strip()[:12]
    found = copy / "build" / "measure" / "figures.json"
    if not found.exists():
        copy.mkdir(parents=True, exist_ok=True)
        run("git", "archive", "--output", copy / "copy.tar", commit)
        run("tar", "xf", "copy.tar", cwd=copy)
        run("script/measure", "--short", cwd=copy, may_fail=True)  # a limit may fail there
    rows = json.loads(found.read_text())
    if isinstance(rows, dict):
        raise Failed(f"{commit} is older than the list of figures: compare the pages of both commits")
    return [figures.Figure(*row) for row in rows]


def percent(before, after):
    return f"{100 * (after / before - 1):+.1f} %" if before else f"{after - before:+}"


def changed(then, now, slack):
    """Returns the description of a change of the figures of a name, or None if none changed. Both are by input."""
    if not then or not now:
        return "new" if now else "gone"
    both = [(then[one], now[one]) for one in now if one in then]
    same = [(old, new) for old, new in both if old.result == new.result]
    moved = [(old, new) for old, new in same if abs(old.value - new.value) > slack]
    shown = [f"the result is different for {new.input}" for old, new in both if old.result != new.result][:3]
    if moved:
        old, new = max(moved, key=lambda pair: abs(pair[1].value / max(pair[0].value, 1) - 1))
        total = percent(sum(old.value for old, _ in same), sum(new.value for _, new in same))
        shown.insert(0, f"{old.value} -> {new.value} ({percent(old.value, new.value)}) {new.input}; "
                        f"{len(moved)} of {len(same)} inputs, {total} in all")
    return "; ".join(shown) or None


def by_name(found, measure):
    names = {}
    for one in found:
        if one.measure == measure and not one.name.startswith(("call_", "run_")):
            names.setdefault(one.name, {})[one.input] = one
    return names


def print_differences(commit, before, after):
    print(f"What changed since {commit}:")
    for measure, title in TITLES.items():
        then, now = by_name(before, measure), by_name(after, measure)
        lines = [(name, changed(then.get(name), now.get(name), SLACK.get(measure, 0))) for name in {**now, **then}]
        lines = [f"    {name}: {line}" for name, line in lines if line]
        print(f"{title}: {len(lines)} changed", *lines, sep="\n")


# ---- the run -----------------------------------------------------------------------------------


def parse_arguments():
    parser = argparse.ArgumentParser(prog="script/measure", description="""
Measures the cost of the library in flash, stack and instructions. Tests the limits that documents state
(benches/cost/limits.txt), flat cost, static memory and the bounds of the stack, and writes the page
build/measure/measurements.md, which also has the instructions of other libraries. With a commit, also prints what
changed since that commit. All figures are in build/measure/figures.json. Installs missing tools like
script/bootstrap.""")
    parser.add_argument("base", metavar="BASE", nargs="?", help="a commit to compare with, such as main")
    parser.add_argument("--short", action="store_true", help="without the page and other libraries")
    parser.add_argument("--boards", action="store_true", help="also the cost of clients on each kind of processor")
    return parser.parse_args()


def tool_versions():
    _, core, _, rustc = toolchain(figures.M3.triple)
    core = {"source": "core built from source", "installed": "the installed core"}[core]
    return [f"{rustc} with {core}",
            *(run(tool, "--version").splitlines()[0] for tool in ("gcc", ARM + "gcc", "valgrind", "qemu-system-arm"))]


def main():
    arguments, start = parse_arguments(), time.monotonic()
    # The cargo of script/dist, which the copy of another commit has to use, too.
    os.environ.setdefault("CRI_CARGO", toolchain(figures.M3.triple)[2])
    tools = ", ".join(tool_versions())
    before = figures_of(arguments.base) if arguments.base else None
    found = figures.measured(not arguments.short, arguments.boards)
    (WORK / "figures.json").write_text(json.dumps(found))
    if before:
        print_differences(arguments.base, before, found)
    print("Measured with", tools)
    if not arguments.short:
        page = report.page(found, tools)
        (WORK / "measurements.md").write_text(page)
        print(f"\n{page}\nThis page is build/measure/measurements.md")
    tests = list(limits.check(found))
    failed = [f"FAILED: {message}" for holds, message in tests if not holds]
    print(*failed, sep="\n")
    print(f"{time.monotonic() - start:.0f} s; all figures are in build/measure/figures.json")
    print(f"{len(tests) - len(failed)} passed, {len(failed)} failed, 0 skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        sys.exit(f"FAILED: {failed}")
