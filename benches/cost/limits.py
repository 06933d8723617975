# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the limits: the cost is flat, there is no static memory, stacks are within their bounds, and the
limits that documents state are kept (limits.txt)."""

import re
from fnmatch import filter as matching

import boards
import classes
import figures
from tools import HERE, ROOT, archive, archive_exports, toolchain

UNITS = {"KB": 1000, "bytes": 1}
# The conversions whose cost on inputs of other kinds (classes.py) is limited to a multiple of their cost on the
# benchmark base. If an input is longer than the base, the costs per byte are compared. The constants represent the
# fixed part of each call. Without them, the limit for other inputs would be stricter if the base took fewer
# instructions.
FLAT = ["parse", "resolve", "encode", "equal", "to_coap", "to_uri", "from_uri", "uri_split", "uri_resolve",
        "uri_normalize", "uri_to_coap", "from_coap"]
FLAT_CONSTANT = 24
FLAT_COST = 300
# docs/firmware.md states how much more an archive with an installed core takes: a factor and bytes.
MORE_IF_INSTALLED = {"flash": (1.10, 0, "10 % more flash"), "stack": (1, 80, "80 bytes more stack")}


def flat_costs(found):
    """Yields for each conversion on each machine the input that comes nearest to its limit, or exceeds it most, as
    (ratio / limit, ratio to the cost of the base, input)."""
    kinds, base = {one.name: one.kind for one in classes.input_classes()}, classes.base().name
    for machine in ("host", "m3"):
        for name in FLAT:
            rows, worst = found[machine][name], (0.0, 0.0, "")
            _, base_size, base_cost, _ = rows[base]
            for one, (result, size, cost, _) in rows.items():
                limit = classes.LIMITS[kinds[one]]
                if result == 0 and limit and one != base:
                    longer = max(1, (size + FLAT_CONSTANT) / (base_size + FLAT_CONSTANT))
                    ratio = (cost + FLAT_COST) / (base_cost + FLAT_COST) / longer
                    worst = max(worst, (ratio / limit, ratio, one))
            yield machine, name, worst


def figure(found, stacks, measure, names):
    """Returns the figure to which a limit applies, or None if it does not exist."""
    if measure == "stack":
        board = next((name[1:] for name in names if name.startswith("@")), None)
        clients = {name: max(row[3] for row in rows.values())
                   for name, rows in found["m3"].items() if name.startswith("client_")}
        figures_by_name = [clients, *stacks.values()] if board is None else [stacks[board]]
        excepted = {name[1:] for name in names if name.startswith("!")}
        return max((by_name[one] for by_name in figures_by_name for name in names for one in matching(by_name, name)
                    if one not in excepted), default=None)
    if len(names) == 1 and names[0] in found["flash"]:
        return found["flash"][names[0]]
    of = archive(figures.M3.triple)
    if not archive_exports(of).issuperset(names):
        return None
    return boards.linked(figures.M3, boards.compiler(figures.M3), "stated", [of, "-lc"], names)[0]


def check_stated(tally, found, stacks):
    """Tests the limits of limits.txt. They are higher if core is not built from source as for a release."""
    installed = toolchain(figures.M3.triple)[1] == "installed"
    about = " ".join((ROOT / "docs/firmware.md").read_text().split())
    for *_, text in MORE_IF_INSTALLED.values():
        tally.test(text in about, f"docs/firmware.md does not say: {text}")
    for line in (HERE / "limits.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        what, document, text = re.split(r"\s{2,}", line, maxsplit=2)
        tally.test(text in " ".join((ROOT / document).read_text().split()),
                   f"{document} does not contain the text of a limit (benches/cost/limits.txt): {text}")
        number, unit = re.search(r"([\d,.]+) (KB|bytes)", text).groups()
        measure, *names = what.split()
        now = figure(found, stacks, measure, names)
        limit = float(number.replace(",", "")) * UNITS[unit]
        if installed:
            limit = limit * MORE_IF_INSTALLED[measure][0] + MORE_IF_INSTALLED[measure][1]
        tally.test(now is not None and now <= round(limit),
                   f"{document}: {text}: {what} is {now} bytes")


def check(tally, found, stacks):
    """Tests each limit. `stacks` has the bounds by board."""
    for name, size in found["static"].items():
        tally.test(size == 0, f"{name}: {size} bytes of .data and .bss")
    tally.test(not found["wants"], f"the archive needs {', '.join(found['wants'])}, which may allocate memory")
    for name, rows in found["m3"].items():
        deepest, one = max((row[3], one) for one, row in rows.items())
        bound = found["stack"].get(f"run_{name}")
        tally.test(bound is None or deepest <= bound,
                   f"{name}: a stack of {deepest} bytes, above its bound of {bound}: {one}")
    for name, depth in found["depth"].items():
        bound = found["stack"][f"call_{name}"]
        tally.test(0 < depth <= bound, f"{name}: a stack of {depth} bytes, its bound is {bound}")
    for machine, name, (over, ratio, one) in flat_costs(found):
        tally.test(over <= 1, f"{name} {machine}: {ratio:.2f} times the cost of the base: {one}")
    check_stated(tally, found, stacks)
