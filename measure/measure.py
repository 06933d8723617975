#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Measures, and writes the reports or compares with what is recorded: see script/measure."""

import json
import sys
import time

import figures
import report
import rows
import tools
from tools import ROOT, at_once

JSON = ROOT / "docs" / "measurements.json"
TOLERANCE = 1.03
# The host's memcmp and memcpy take other ways where data crosses a page, which moves with each build.
HOST_SLACK = 40
# The bound has compiler_builtins' memory functions, a program the C library's.
MEMORY_FUNCTIONS_STACK = 32


def deterministic(quick):
    """The figures that repeat; what else is needed of the host's side comes along."""
    functions = tools.exported()
    kinds = ["full", "short"] if quick else ["full", "short", "nfc"]
    # The builds for the Cortex-M3 share what cargo makes, so one comes after the other.
    builds = [tools.host_archive, lambda: {kind: tools.m3_archive(kind) for kind in kinds}]
    if not quick:
        builds.append(tools.peers_archive)
    host, m3, *peers = at_once(builds)
    driver = tools.host_driver(host, peers[0] if peers else None)
    host_versions, m3_versions, says = figures.machine_versions(driver)
    found = {"versions": {"libcri": says["libcri"], "host": host_versions, "m3": m3_versions}}
    if peers:
        found["versions"]["peers"] = figures.peer_versions(says)
    found["host_instructions"] = figures.host_instructions(driver)
    found["m3_instructions"] = figures.m3_instructions(tools.m3_driver(m3["full"]))
    found["m3_operation_stack"] = figures.m3_operation_stack(tools.m3_stack_driver(m3["full"], functions))
    stacks, allocations = at_once([lambda: figures.function_stacks(tools.watched_tests("arm", m3["full"], functions)),
                                   lambda: figures.function_allocations(tools.watched_tests("x86_64", host, functions))])
    found["m3_stack"] = stacks
    found["m3_stack_bound"] = figures.function_bounds(m3["full"])
    found["allocations"] = {name: {"calls": calls, "allocations": count} for name, (calls, count) in allocations.items()}
    found["m3_text"] = figures.text_sizes(m3)
    return found, host, driver, m3


def everything():
    found, host, driver, m3 = deterministic(quick=False)
    found["m3_function_text"] = figures.function_sizes(m3["full"])
    found["host_allocations"] = figures.host_allocations(driver)
    found["growth"] = figures.growth(tools.growth_driver(host))
    # Alone, so that nothing slows it.
    found["times"], found["calls"] = figures.host_times(driver), figures.calls_of(driver)
    return found


def flat(recorded):
    """The figures that are compared, by a name, in those of the host and those of the Cortex-M3."""
    host = {f"host instructions: {row}": whose["libcri"] for row, whose in recorded["host_instructions"].items()}
    m3 = {f"Cortex-M3 instructions: {row}": value for row, value in recorded["m3_instructions"].items()}
    m3 |= {f"Cortex-M3 stack of an operation: {row}": value for row, value in recorded["m3_operation_stack"].items()}
    m3 |= {f"Cortex-M3 stack: {name}": value for name, value in recorded["m3_stack"].items()}
    m3 |= {f"Cortex-M3 bound of the stack: {name}": value for name, value in recorded["m3_stack_bound"].items()}
    for name, kinds in recorded["m3_text"].items():
        for kind, sizes in kinds.items():
            m3[f"Cortex-M3 text: {name}, {kind}"] = sizes["text"]
            m3[f"Cortex-M3 .data and .bss: {name}, {kind}"] = sizes["static"]
    return {"host": host, "m3": m3}


class Tally:
    """What passed, failed, and was not compared."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def test(self, held, message):
        self.passed, self.failed = self.passed + held, self.failed + (not held)
        if not held:
            print(f"FAILED: {message}")

    def skip(self, message, count=1):
        self.skipped += count
        print(f"skipped: {message}")


def compare(tally, now, then, where, versions_now, versions_then):
    """Compares figures, if what made them was of the same versions."""
    differing = [f"{tool} {versions_now[tool]} here, {versions_then.get(tool)} there" for tool in versions_now
                 if versions_now[tool] != versions_then.get(tool)]
    if differing:
        tally.skip(f"{len(then)} figures of the {where}, recorded with other versions: {'; '.join(differing)}", len(then))
        return
    for name, value in then.items():
        here = now.get(name)
        if here is None and name.endswith(", nfc"):
            continue  # takes an archive that only the whole run makes
        tally.test(here is not None and here <= value * TOLERANCE + (HOST_SLACK if where == "host" else 0), f"{name}: {here}, recorded is {value}")
        if here is not None and here * TOLERANCE < value:
            print(f"better: {name}: {here}, recorded is {value}")
    for name in now.keys() - then.keys():
        tally.skip(f"{name} is not recorded: {now[name]}")


def check():
    recorded = json.loads(JSON.read_text())
    found = deterministic(quick=True)[0]
    tally = Tally()
    now, then = flat(found), flat(recorded)
    for machine, where in (("host", "host"), ("m3", "Cortex-M3")):
        compare(tally, now[machine], then[machine], where, found["versions"][machine], recorded["versions"][machine])
    for name, counted in found["allocations"].items():
        tally.test(counted["calls"] > 0 and counted["allocations"] == 0, f"{name}: {counted}")
    for name, stack in found["m3_stack"].items():
        tally.test(stack <= found["m3_stack_bound"][name] + MEMORY_FUNCTIONS_STACK, f"{name}: a stack of {stack} above its bound")
    for name, kinds in found["m3_text"].items():
        for kind, sizes in kinds.items():
            tally.test(sizes["static"] == 0, f"{name}, {kind}: {sizes['static']} bytes of .data and .bss")
    print(f"{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    return tally.failed == 0


def main(arguments):
    start = time.monotonic()
    if arguments == ["--check"]:
        sys.exit(0 if check() else 1)
    if arguments == ["--report"]:
        report.write(json.loads((tools.WORK / "figures.json").read_text()))
        return
    found = everything()
    tools.WORK.mkdir(parents=True, exist_ok=True)
    (tools.WORK / "figures.json").write_text(json.dumps(found))
    report.write(found)
    print(f"docs/measurements.md, docs/measurements.json: measured in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
