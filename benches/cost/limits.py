# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the limits of a tree: the cost is flat, there is no static memory, stacks
are within their bounds, and the limits in documents are kept.

A figure in README.md or docs/ is a limit if a comment after it names the cost that may not exceed it. KB is 1000 bytes:

    8.2 KB<!-- flash client_coap -->                 the flash of a client program on a Cortex-M3
    22 KB<!-- flash cri_from_uri cri_to_uri -->      the flash of functions that are linked together
    450 bytes<!-- stack cri_parse cri_to_coap -->    the stack of each: the bound from machine code on the measured
                                                     processors, or the measured stack of a client program; * is any
                                                     text
    700 bytes<!-- stack cri_* !cri_from_edn -->      the stack of each, except the name after !
    700 bytes<!-- stack cri_* @Cortex-M3 -->         the stack only on the processor after @
"""

import re
from fnmatch import filter as matching

import boards
import figures
from tools import ROOT, archive_exports

STATED = re.compile(r"(?:([\d,.]+) (KB|bytes))?<!-- (flash|stack) ([^>]*\S) -->")
UNITS = {"KB": 1000, "bytes": 1}


def stated():
    """Yields the limits that documents state: (document, text, bytes or None, measure, names)."""
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for found in STATED.finditer(path.read_text()):
            number, unit, measure, names = found.groups()
            size = round(float(number.replace(",", "")) * UNITS[unit]) if number else None
            yield path.relative_to(ROOT), found[0], size, measure, names.split()


def figure(tree, found, stacks, measure, names):
    """Returns the figure to which a limit applies, or None if it does not exist."""
    clients = {name: max(row[3] for row in rows.values())
               for name, rows in found["m3"].items() if name.startswith("client_")}
    if measure == "stack":
        board = next((name[1:] for name in names if name.startswith("@")), None)
        figures_by_name = [clients, *stacks.values()] if board is None else [stacks[board]]
        excepted = {name[1:] for name in names if name.startswith("!")}
        return max((by_name[one] for by_name in figures_by_name for name in names for one in matching(by_name, name)
                    if one not in excepted), default=None)
    if names[0] in found["flash"]:
        return found["flash"][names[0]]
    archive, cc = tree.archive(figures.M3.triple), boards.compiler(figures.M3, tree)
    if not archive_exports(archive).issuperset(names):
        return None
    return boards.linked(figures.M3, cc, "stated", [archive, "-lc"], names)[0]


def check_stated(tally, tree, found, stacks):
    limits = list(stated())
    tally.test(any(str(document) == "README.md" for document, *_ in limits), "README.md states no limit")
    for document, text, limit, measure, names in limits:
        now = figure(tree, found, stacks, measure, names)
        tally.test(limit is not None and now is not None and now <= limit, f"{document}: {text}: it is {now}")


def check(tally, tree, found, stacks):
    """Tests each limit. `stacks` has the bounds by board."""
    for name, size in found["static"].items():
        tally.test(size == 0, f"{name}: {size} bytes of .data and .bss")
    tally.test(not found["wants"], f"the archive needs {', '.join(found['wants'])}, which may allocate memory")
    for name, rows in found["m3"].items():
        deepest, one = max((row[3], one) for one, row in rows.items())
        bound = found["stack"].get(f"run_cri_{name}")
        tally.test(bound is None or deepest <= bound,
                   f"{name}: a stack of {deepest} bytes, above its bound of {bound}: {one}")
    for machine, name, (over, ratio, one) in figures.flat_costs(found):
        tally.test(over <= 1, f"{name} {machine}: {ratio:.2f} times the cost of the base: {one}")
    check_stated(tally, tree, found, stacks)
