# SPDX-License-Identifier: MIT OR Apache-2.0
"""What the figures of the classes and corpora are judged by; the limits are in rows.py."""

import csv
from collections import namedtuple
from fnmatch import fnmatchcase

import classes
import rows
from tools import ROOT

REASONS = ROOT / "measure" / "reasons.csv"
MISSED = ROOT / "measure" / "missed.csv"
MACHINES = {"host_classes": "host", "m3_classes": "Cortex-M3"}

# A figure of a class: the limit it has and how it compares with it. ratio is None where the operation is refused or is that of
# the base.
Verdict = namedtuple("Verdict", "machine name operation figure ratio limit budget")
# Where a peer takes fewer instructions than libcri.
Quicker = namedtuple("Quicker", "name operation figure who peer reason")
Against = namedtuple("Against", "name operation figure peer ratio limit")


def cost(cell):
    size, instructions = cell
    return instructions / (size + rows.COST_CONSTANT)


def verdicts(found):
    """One for each machine, class and operation."""
    base, given = classes.base().name, []
    kinds = {one.name: one.kind for one in classes.input_classes()}
    for number, machine in enumerate(MACHINES):
        for name, operations in found[machine].items():
            for operation, cell in operations.items():
                ratio = None
                if not isinstance(cell[1], str) and name != base:
                    ratio = cost(cell) / cost(found[machine][base][operation])
                budget = rows.CLASS_BUDGETS.get((name, operation), (None, None))[number]
                given.append(Verdict(machine, name, operation, cell[1], ratio, rows.COST_LIMITS[kinds[name]], budget))
    return given


def limits_of(verdict):
    """The figures of a class that have a limit: what they are, the figure, and the limit."""
    if verdict.ratio is not None:
        yield "cost", verdict.ratio, verdict.limit
    if verdict.budget is not None:
        yield "instructions", verdict.figure, verdict.budget


def faults(verdict):
    """What of it is above its limit, for people."""
    return [f"{what}: {round(figure, 2) if isinstance(figure, float) else figure}, at most {limit}"
            for what, figure, limit in limits_of(verdict) if isinstance(figure, str) or figure > limit]


def peers_of(peers, name, operation):
    return peers.get(name, {}).get(rows.PEER_OPERATIONS.get(operation, operation), {})


def compared(found, peers):
    """The classes and operations that a peer has figures of, with libcri's."""
    for name, operations in found["host_classes"].items():
        for operation in rows.FLUENT_LIMITS:
            figure, theirs = operations[operation][1], peers_of(peers, name, operation)
            if theirs and not isinstance(figure, str):
                yield name, operation, figure, theirs


def against_fluent(found, peers):
    given = []
    for name, operation, figure, theirs in compared(found, peers):
        if "fluent-uri" in theirs:
            limit = rows.FLUENT_EXCEPTIONS.get((operation, name), rows.FLUENT_LIMITS[operation])
            given.append(Against(name, operation, figure, theirs["fluent-uri"], figure / theirs["fluent-uri"], limit))
    return given


def reasons():
    """Patterns of operation, class and peer, each with why the peer may be quicker there."""
    lines = [line for line in REASONS.read_text().splitlines() if not line.startswith("#")]
    return [(row["operation"], row["class"], row["peer"], row["reason"]) for row in csv.DictReader(lines)]


def missed():
    """What misses its limit, by its name: up to how much it may, and why."""
    lines = [line for line in MISSED.read_text().splitlines() if not line.startswith("#")]
    return {row["figure"]: (float(row["allowed"]), row["reason"]) for row in csv.DictReader(lines)}


def write_missed(found):
    """Writes what misses its limit, with a margin of 1 %; reasons are kept."""
    known = missed()
    comment = [line for line in MISSED.read_text().splitlines() if line.startswith("#")]
    with MISSED.open("w", newline="") as file:
        file.write("".join(f"{line}\n" for line in comment))
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["figure", "limit", "allowed", "reason"])
        for name, value, limit in sorted(found):
            allowed = f"{value * 1.01:.2f}" if isinstance(value, float) else str(int(value * 1.01 + 1))
            writer.writerow([name, limit, allowed, known.get(name, (0, ""))[1]])


def applies(reason, name, operation, who):
    return all(fnmatchcase(value, pattern) for value, pattern in zip((operation, name, who), reason))


def quicker(found, peers):
    """One for each peer that takes fewer instructions than libcri."""
    given, known = [], reasons()
    for name, operation, figure, theirs in compared(found, peers):
        for who, count in sorted(theirs.items(), key=lambda item: item[1]):
            if count < figure:
                why = next((reason[-1] for reason in known if applies(reason, name, operation, who)), "")
                given.append(Quicker(name, operation, figure, who, count, why))
    return given


def unused_reasons(found, peers):
    less = quicker(found, peers)
    return [reason for reason in reasons() if not any(applies(reason, one.name, one.operation, one.who) for one in less)]
