# SPDX-License-Identifier: MIT OR Apache-2.0
"""Builds a baseline next to the tree, measures both, and prints the differences (script/measure)."""

import argparse
import hashlib
import json
import os
import re
import sys
import time
from fnmatch import fnmatchcase
from pathlib import Path

import boards
import classes
import figures
import limits
import report
from tools import ARM, ROOT, WORK, Failed, Tree, archive_exports, at_once, baseline, run, stop

# The baseline until there is a release. It is the first commit in which the C functions have their present names and
# order of arguments, because the same program calls the functions of both trees.
FIRST_BASELINE = "08c2880e"
# The share by which a figure may be worse, and the number of instructions in addition to it, because a few instructions
# depend on where the linker places code and data.
TOLERANCE = 0.01
SLACK = {"flash": 0, "stack": 0, "host": 8, "m3": 4}

EPILOG = f"""
A figure that is more than {TOLERANCE:.0%} worse than the baseline's fails, unless a commit between the baseline
and HEAD has the reason as a trailer of its message:

    Cost: NAME MEASURE +AMOUNT, REASON

NAME is a function without cri_, or a client program (client_coap, or everything); * and ? match. MEASURE is flash,
stack (the bound from machine code, or the measured depth of a client), host or m3 (instructions), or * for all.
AMOUNT is the allowed increase: a number of bytes with "B", a share with "%", or a number of instructions without a
unit. The amounts of several commits are added. For example:

    Cost: from_edn* stack +936 B, literals in pieces

The baseline is the last release, a tag v*. Until there is a release, it is {FIRST_BASELINE}. Its figures are kept in
build/measure until the measuring programs or the tools change. The tree's figures are in build/measure/figures.json.
"""


# ---- the trees ---------------------------------------------------------------------------------


def baseline_name(against):
    """Returns the commit to compare with, or None if Git does not have it."""
    tag = run("git", "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*", may_fail=True).strip()
    name = against or tag or FIRST_BASELINE
    return name if run("git", "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}", may_fail=True).strip() else None


def measured(tree, exported):
    """Returns all figures of a tree. The program `everything` links the functions in `exported`."""
    cc = boards.compiler(figures.M3, tree)
    inputs = classes.input_classes()
    found = figures.flash(tree, cc)
    found["flash"]["everything"], found["static"]["everything"] = figures.everything(tree, cc, exported)
    found["stack"] = figures.stacks(tree, cc)
    found["host"], found["m3"] = at_once(
        [lambda: figures.host_rows(tree, inputs), lambda: figures.m3_rows(tree, cc, inputs)])
    return found


def tool_versions():
    _, core, _, rustc = run("script/archive", "--toolchain", figures.M3.triple).split(maxsplit=3)
    core = {"source": "core built from source", "installed": "the installed core"}[core]
    return [f"{rustc.strip()} with {core}",
            *(run(tool, "--version") for tool in ("gcc", ARM + "gcc", "valgrind", "qemu-system-arm"))]


def key():
    """Returns a hash of the measuring programs and the tools, on which figures depend in addition to the tree."""
    sources = sorted(path for path in Path(__file__).parent.iterdir() if path.is_file())
    parts = [*(path.read_bytes() for path in sources), *(version.encode() for version in tool_versions())]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def measured_once(tree, exported):
    """Returns the figures of a baseline. They are kept in a file for its commit and key()."""
    kept = tree.work / f"figures-{key()}.json"
    names = sorted(exported)
    if kept.exists():
        found = json.loads(kept.read_text())
        if found.pop("exported") == names:
            return found
    found = measured(tree, exported)
    kept.write_text(json.dumps({**found, "exported": names}))
    return found


# ---- what changed ------------------------------------------------------------------------------


class Trailers:
    """The increases that the Cost trailers of commits allow."""

    FORM = re.compile(r"(\S+) (flash|stack|host|m3|\*) \+(\d+(?:\.\d+)?) ?(B|%|),? +\S.*")

    def __init__(self, commit):
        self.given, self.wrong, self.used = [], [], set()
        text = run("git", "log", "--format=%(trailers:key=Cost,valueonly,unfold)", f"{commit}..HEAD", may_fail=True)
        for line in filter(None, map(str.strip, text.splitlines())):
            found = self.FORM.fullmatch(line)
            self.given += [(*found.groups(), line)] if found else []
            self.wrong += [] if found else [line]

    def allowed(self, name, measure, before):
        """Returns the amount by which a figure may be worse."""
        total = 0.0
        for pattern, of, amount, unit, line in self.given:
            if fnmatchcase(name, pattern.removeprefix("cri_")) and of in (measure, "*"):
                total += before * float(amount) / 100 if unit == "%" else float(amount)
                self.used.add(line)
        return total


def by_measure(found):
    """Returns the figures by measure, name and input, each with the result of the operation."""
    flat = {}
    for name, size in found["flash"].items():
        flat["flash", name] = {"": (0, size)}
    for name, size in found["stack"].items():
        if name.startswith("cri_"):
            flat["stack", name.removeprefix("cri_")] = {"": (0, size)}
    for name, rows in found["m3"].items():
        if name.startswith("client_"):
            flat["stack", name] = {"": (0, max(row[3] for row in rows.values()))}
    for machine in ("host", "m3"):
        for name, rows in found[machine].items():
            flat[machine, name] = {one: (row[0], row[2]) for one, row in rows.items()}
    return flat


def percent(before, after):
    return f"{100 * (after / before - 1):+.1f} %" if before else f"{after - before:+}"


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


def compare(tally, before, after, trailers):
    """Tests the figures of each name, and prints the names whose figures changed."""
    titles = {"flash": "Flash, bytes on a Cortex-M3", "stack": "Stack, bytes on a Cortex-M3",
              "host": "Instructions, host", "m3": "Instructions, Cortex-M3"}
    then, now = by_measure(before), by_measure(after)
    for measure, title in titles.items():
        lines, same = [], 0
        for name in [name for of, name in now if of == measure]:
            if (measure, name) not in then:
                (_, figure), *_ = now[measure, name].values()
                lines.append(f"    new        {name}: {figure}")
                continue
            line = changed(tally, measure, name, then[measure, name], now[measure, name], trailers)
            same += line is None
            lines += [line] if line else []
        lines += [f"    gone       {name}" for of, name in then if of == measure and (of, name) not in now]
        print(f"{title}: {same} unchanged" + (":" if lines else ""), *lines, sep="\n")


def changed(tally, measure, name, then, now, trailers):
    """Tests the figures of a name. Returns the line about it, or None if no figure changed."""
    common = [one for one in now if one in then and then[one][0] == now[one][0]]
    other_results = [one for one in now if one in then and then[one][0] != now[one][0]]
    moved = [one for one in common if then[one][1] != now[one][1]]
    worse = [one for one in moved if now[one][1] - then[one][1] > TOLERANCE * then[one][1] + SLACK[measure]]
    excess = [one for one in worse if now[one][1] - then[one][1] > trailers.allowed(name, measure, then[one][1])]
    shown = ""
    if moved:
        most = max(moved, key=lambda one: abs(now[one][1] / max(then[one][1], 1) - 1))
        if excess:
            most = max(excess, key=lambda one: now[one][1] / max(then[one][1], 1))
        shown = f"{then[most][1]} -> {now[most][1]} ({percent(then[most][1], now[most][1])})"
        if len(now) > 1:
            total = percent(sum(then[one][1] for one in common), sum(now[one][1] for one in common))
            shown += f" {most}; {len(moved)} of {len(common)} inputs, {total} in all"
    if other_results:
        shown += f"; the result is different for: {', '.join(other_results[:3])}"
    tally.test(not excess, f"{name} {measure}: {shown}: more than {TOLERANCE:.0%} worse, and no commit says why "
                           "(script/measure --help)")
    verdict = "WORSE" if excess else "allowed" if worse else ""
    return f"    {verdict:10} {name}: {shown}" if shown else None


def print_movers(before, after):
    """Prints the functions of the archive whose size changed most."""
    names = {*before, *after}
    moved = sorted((after.get(name, 0) - before.get(name, 0), name) for name in names)
    moved = [(by, name) for by, name in sorted(moved, key=lambda one: -abs(one[0])) if by]
    print(f"Functions of the archive, {sum(after.values()) - sum(before.values()):+} bytes; {len(moved)} changed:")
    for by, name in moved[:12]:
        print(f"    {by:+6}     {name} {before.get(name, 0)} -> {after.get(name, 0)}")


# ---- the run -----------------------------------------------------------------------------------


def parse_arguments():
    parser = argparse.ArgumentParser(prog="script/measure", formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog=EPILOG, description="""
Measures the cost of the library in flash, stack and instructions, in a baseline and in this tree. Prints the changes,
and writes the current cost to build/measure/measurements.md. Also checks the limits of flat cost, static memory and
stack, and the limits that documents state (benches/cost/limits.py). Installs missing tools like script/bootstrap.""")
    parser.add_argument("--against", metavar="COMMIT", help="the baseline")
    parser.add_argument("--short", action="store_true", help="only changes and limits, without the page")
    parser.add_argument("--boards", action="store_true", help="also the cost of clients on each kind of processor")
    for name, option in report.BY_SOURCES.items():
        parser.add_argument(option, metavar="FOLDER", type=lambda given: Path(given).resolve(strict=True),
                            help=f"the sources of {name}, to measure it too: no registry of packages has them")
    return parser.parse_args()


def print_changes(tally, name, before, found):
    print(f"What changed since {name}:")
    trailers = Trailers(name)
    compare(tally, before, found, trailers)
    print_movers(before["functions"], found["functions"])
    for line in trailers.wrong:
        tally.test(False, f"not in the form that script/measure --help shows: Cost: {line}")
    for *_, line in trailers.given:
        print(f"Cost: {line}" + ("" if line in trailers.used else " (not needed)"))


def main():
    arguments, start, tally = parse_arguments(), time.monotonic(), Tally()
    # The cargo of script/dist, which the baseline has to use, too.
    os.environ.setdefault("CRI_CARGO", run("script/archive", "--toolchain", figures.M3.triple).split()[2])
    tree, name = Tree("the tree", ROOT, WORK / "tree"), baseline_name(arguments.against)
    common = archive_exports(tree.archive(figures.M3.triple))
    if name:
        base = baseline(name)
        common &= archive_exports(base.archive(figures.M3.triple))
        before = measured_once(base, common)
    found = measured(tree, common)
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / "figures.json").write_text(json.dumps(found))
    if name:
        print_changes(tally, name, before, found)
    else:
        tally.skip(f"nothing to compare with: no Git, or a clone without {arguments.against or FIRST_BASELINE} "
                   "(git fetch --unshallow)")
    tools, stacks = ", ".join(version.splitlines()[0] for version in tool_versions()), {figures.M3.name: found["stack"]}
    if arguments.short:
        print("Measured with", tools)
    else:
        sources = list(filter(None, (arguments.qcbor, arguments.nanocbor)))
        page, stacks = report.page(tally, tree, found, sources, arguments.boards, tools)
        (WORK / "measurements.md").write_text(page)
        print(f"\n{page}\nThis page is build/measure/measurements.md")
    limits.check(tally, tree, found, stacks)
    print(f"{time.monotonic() - start:.0f} s; all figures are in build/measure/figures.json")
    print(f"{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    sys.exit(1 if tally.failed else 0)


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        stop(failed)
