#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Measures, and writes the reports or compares with what is recorded: see script/measure."""

import json
import sys
import time

import boards
import delta
import figures
import judge
import report
import rows
import tools
import worst
from tools import ROOT, at_once

JSON = ROOT / "docs" / "measurements.json"
TOLERANCE = 1.03
# The host's memcmp and memcpy take other ways where data crosses a page, which moves with each build.
HOST_SLACK = 40


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
    arm_tests, host_tests = (
        tools.watched_tests("arm", m3["full"], functions, whole=not quick), tools.watched_tests("x86_64", host, functions))
    classes, m3_classes = tools.class_host_driver(host), tools.class_m3_driver(m3["full"])
    m3_driver, m3_stack_driver = tools.m3_driver(m3["full"]), tools.m3_stack_driver(m3["full"], functions)
    clients = tools.client_programs()
    jobs = {
        "watched_stacks": lambda: figures.function_stacks(arm_tests),
        "watched_allocations": lambda: figures.function_allocations(host_tests),
        "host_instructions": lambda: figures.host_instructions(driver),
        "host_classes": lambda: figures.host_classes(classes),
        "m3_classes": lambda: figures.m3_classes(m3_classes),
        "m3_instructions": lambda: figures.m3_instructions(m3_driver),
        "m3_operation_stack": lambda: figures.m3_operation_stack(m3_stack_driver),
        "m3_stack_bound": lambda: boards.exported_only(boards.function_bounds(boards.CORTEX_M3, m3["full"])),
        "m3_clients": lambda: figures.client_sizes(clients, m3),
        "m3_text": lambda: figures.text_sizes(m3),
    }
    if peers:
        class_peers = tools.class_peers_driver(host, peers[0])
        jobs["class_peers"] = lambda: figures.peer_classes(class_peers)
    found |= dict(zip(jobs, at_once(jobs.values())))
    (found["m3_stack"], failed), (found["allocations"], also) = found.pop("watched_stacks"), found.pop("watched_allocations")
    found["failed_tests"] = failed + also
    return found, host, driver, m3, peers


def everything():
    found, host, driver, m3, (peers,) = deterministic(quick=False)
    found["bounds"] = boards.all_bounds()
    found["worst"] = worst.search(m3["full"], worst.FEW_STEPS, seed=1)
    found["boards"] = boards.figures(found["bounds"])
    found["m3_function_text"] = figures.function_sizes(m3["full"])
    found["host_allocations"] = figures.host_allocations(driver)
    found["growth"] = figures.growth(tools.growth_driver(host))
    # Alone, so that nothing slows it.
    found["times"], found["calls"] = figures.host_times(driver), figures.calls_of(driver)
    found["corpora"] = figures.corpora(tools.corpus_driver(host, peers))
    return found


def flat(recorded):
    """The figures that are compared, by a name, in those of the host and those of the Cortex-M3; not those of classes."""
    host = {f"host instructions: {row}": whose["libcri"] for row, whose in recorded["host_instructions"].items()}
    m3 = {f"Cortex-M3 instructions: {row}": value for row, value in recorded["m3_instructions"].items()}
    m3 |= {f"Cortex-M3 stack of an operation: {row}": value for row, value in recorded["m3_operation_stack"].items()}
    m3 |= {f"Cortex-M3 stack: {name}": value for name, value in recorded["m3_stack"].items()}
    m3 |= {f"Cortex-M3 bound of the stack: {name}": value for name, value in recorded["m3_stack_bound"].items()}
    for title, sets in (("text", recorded["m3_text"]), ("client", recorded["m3_clients"])):
        for name, kinds in sets.items():
            for kind, sizes in kinds.items():
                m3[f"Cortex-M3 {title}: {name}, {kind}"] = sizes["text"]
    return {"host": host, "m3": m3}


class Tally:
    """What passed, failed, and was not compared; and what misses its limit."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.known, self.missed = judge.missed(), []

    def limit(self, name, value, limit):
        """Whether a figure is within its limit, or within what measure/missed.csv allows it."""
        if not isinstance(value, str) and value <= limit:
            return True
        self.missed.append((name, value, limit))
        allowed, _ = self.known.get(name, (limit, ""))
        return not isinstance(value, str) and value <= allowed

    def test_limit(self, name, value, limit):
        shown = f"{value:.2f}" if isinstance(value, float) else value
        self.test(self.limit(name, value, limit), f"{name}: {shown}, at most {limit}")

    def test(self, held, message):
        self.passed, self.failed = self.passed + held, self.failed + (not held)
        if not held:
            print(f"FAILED: {message}")

    def skip(self, message, count=1):
        self.skipped += count
        print(f"SKIPPED: {message}")


def allowed(value, machine):
    return value * TOLERANCE + (HOST_SLACK if machine == "host" else 0)


def differing(machine, now, then):
    """What figures of a machine were recorded with other versions of."""
    versions, recorded = now["versions"][machine], then["versions"][machine]
    return [f"{tool} {version} here, {recorded.get(tool)} there" for tool, version in versions.items()
            if version != recorded.get(tool)]


def compare(tally, now, then, machine):
    """Compares figures with those that are recorded."""
    for name, value in then.items():
        here = now.get(name)
        if here is None and name.endswith(", nfc"):
            continue  # takes an archive that only the whole run makes
        tally.test(here is not None and here <= allowed(value, machine), f"{name}: {here}, recorded is {value}")
        if here is not None and here * TOLERANCE < value:
            print(f"better: {name}: {here}, recorded is {value}")
    for name in now.keys() - then.keys():
        tally.skip(f"{name} is not recorded: {now[name]}")


def class_differs(here, then, machine, name):
    """What is wrong with the figure of a class, or the error it is refused with, beside what is recorded."""
    if then is None:
        return ["not recorded"]
    if isinstance(here, str) or isinstance(then, str):
        return [f"recorded is {then}"] if here != then else []
    if here * TOLERANCE < then:
        print(f"better: {name}: {here}, recorded is {then}")
    return [f"recorded is {then}"] if here > allowed(then, machine) else []


def check_classes(tally, found, recorded, comparable):
    """A test for each class, operation and machine: its limits, and what is recorded."""
    for verdict in judge.verdicts(found):
        machine = verdict.machine.removesuffix("_classes")
        name = f"{judge.MACHINES[verdict.machine]}: {verdict.operation} of {verdict.name}"
        wrong = []
        for what, figure, limit in judge.limits_of(verdict):
            if not tally.limit(f"{name}: {what}", figure, limit):
                wrong.append(f"{what} is above {limit}")
        if machine in comparable:
            then = recorded.get(verdict.machine, {}).get(verdict.name, {}).get(verdict.operation)
            wrong += class_differs(verdict.figure, then, machine, name)
        tally.test(not wrong, f"{name}: {verdict.figure}: {'; '.join(wrong)}")
    for machine in comparable:
        for name in recorded.get(f"{machine}_classes", {}).keys() - found[f"{machine}_classes"].keys():
            tally.test(False, f"{name} is recorded, but no class")


def check_operations(tally, found):
    for row, budgets in rows.OPERATION_BUDGETS.items():
        figures_of_row = (found["host_instructions"][row]["libcri"], found["m3_instructions"][row])
        for where, figure, budget in zip(judge.MACHINES.values(), figures_of_row, budgets):
            tally.test_limit(f"{where}: {row}", figure, budget)


def check_peers(tally, found, recorded):
    """Against the peers' recorded figures, since what makes them is not built here."""
    peers = recorded.get("class_peers", {})
    tally.test(bool(peers), "no figures of peers are recorded")
    for one in judge.against_fluent(found, peers):
        tally.test_limit(f"{one.operation} of {one.name}, times fluent-uri", one.ratio, one.limit)
    for one in judge.quicker(found, peers):
        tally.test(one.reason != "", f"{one.operation} of {one.name}: {one.figure}, {one.who} is quicker: {one.peer}; "
                   "measure/reasons.csv has no reason")
    for reason in judge.unused_reasons(found, peers):
        print(f"unused: measure/reasons.csv: {', '.join(reason)}")


def check_stacks(tally, found):
    for name, stack in found["m3_stack"].items():
        bound = found["m3_stack_bound"][name]
        tally.test(stack <= bound, f"{name}: a stack of {stack} bytes, above its bound of {bound}")
        tally.test_limit(f"stack of {name}", bound, rows.STACK_BUDGET)
    for row, budget in rows.OPERATION_STACK.items():
        stack = found["m3_operation_stack"][row]
        tally.test_limit(f"stack of the operation {row}", stack, budget)


def check_flash(tally, found):
    for client in rows.CLIENTS:
        text = found["m3_clients"][client.name]["full"]["text"]
        tally.test_limit(f"flash of {client.title}", text, client.budget)
    for name, kinds in [*found["m3_text"].items(), *found["m3_clients"].items()]:
        for kind, sizes in kinds.items():
            tally.test(sizes["static"] <= rows.STATIC_BUDGET, f"{name}, {kind}: {sizes['static']} bytes of .data and .bss")


def check(accept=False):
    recorded = json.loads(JSON.read_text())
    found = deterministic(quick=True)[0]
    tally = Tally()
    now, then = flat(found), flat(recorded)
    comparable = []
    for machine, where in (("host", "host"), ("m3", "Cortex-M3")):
        others = differing(machine, found, recorded)
        if others:
            tally.skip(f"{len(then[machine])} figures of the {where}, and what is recorded of its classes, recorded with other "
                       f"versions: {'; '.join(others)}", len(then[machine]))
        else:
            comparable.append(machine)
            compare(tally, now[machine], then[machine], machine)
    check_classes(tally, found, recorded, comparable)
    check_operations(tally, found)
    if "host" in comparable:
        check_peers(tally, found, recorded)
    else:
        tally.skip("the peers' figures, recorded with other versions")
    for name, counted in found["allocations"].items():
        tally.test(counted["calls"] > 0 and counted["allocations"] == 0, f"{name}: {counted}")
    check_stacks(tally, found)
    check_flash(tally, found)
    for test in found["failed_tests"]:
        tally.test(False, test)
    if accept:
        judge.write_missed(tally.missed)
    for name in tally.known.keys() - {name for name, _, _ in tally.missed}:
        print(f"better: measure/missed.csv: {name} is within its limit")
    print(f"{len(tally.missed)} figures miss their limits (measure/missed.csv)")
    print(f"{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    return tally.failed == 0


def main(arguments):
    start = time.monotonic()
    if arguments in (["--check"], ["--accept"]):
        sys.exit(0 if check(accept=arguments == ["--accept"]) else 1)
    if arguments[:1] == ["--delta"]:
        print(delta.table(arguments[1]), end="")
        return
    if arguments == ["--worst"]:
        worst.search(tools.m3_archive("full"), worst.MANY_STEPS, seed=time.time_ns() & 0xffffffff or 1)
        return
    if arguments == ["--report"]:
        report.write(json.loads((tools.WORK / "figures.json").read_text()))
        return
    found = everything()
    tools.WORK.mkdir(parents=True, exist_ok=True)
    (tools.WORK / "figures.json").write_text(json.dumps(found))
    report.write(found)
    print(f"docs/measurements.md, docs/measurements.json: measured in {time.monotonic() - start:.0f} s")
    if found["failed_tests"]:
        sys.exit("\n".join(f"FAILED: {test}" for test in found["failed_tests"]))


if __name__ == "__main__":
    main(sys.argv[1:])
