# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests the limits: the cost is flat, there is no static memory, stacks are within their bounds, and the
limits that documents state are kept (limits.txt)."""

import re
from fnmatch import fnmatchcase

import boards
import figures
from figures import BASE, M3
from tools import ARM, HERE, ROOT, archive, symbols, toolchain

# The conversions whose cost on inputs of other kinds (classes.c) is limited to a multiple of their cost on the
# benchmark base. If an input is longer than the base, the costs per byte are compared. The constants represent the
# fixed part of each call. Without them, the limit for other inputs would be stricter if the base took fewer
# instructions.
FLAT = ["parse", "resolve", "encode", "equal", "to_coap", "to_uri", "from_uri", "uri_split", "uri_resolve",
        "uri_normalize", "uri_to_coap", "from_coap"]
FLAT_CONSTANT = 24
FLAT_COST = 300
# docs/firmware.md states how much more an archive with an installed core takes: a factor and bytes.
MORE_IF_INSTALLED = {"flash": (1.10, 0, "10 % more flash"), "stack": (1, 80, "80 bytes more stack")}
# The functions of other libraries that the archive for bare metal may need. Without malloc(), it cannot allocate.
MEMORY_FUNCTIONS = {"memcpy", "memmove", "memcmp"}


def flat_cost(found, machine, name):
    """Returns the input of a conversion that comes nearest to its limit, or exceeds it most, as (ratio / limit, ratio
    to the cost of the base, input)."""
    rows = [one for one in found if (one.measure, one.name) == (machine, name) and one.result == 0]
    base = next(one for one in rows if one.input == BASE)
    ratios = [(one, (one.value + FLAT_COST) / (base.value + FLAT_COST)
               / max(1, (one.bytes + FLAT_CONSTANT) / (base.bytes + FLAT_CONSTANT))) for one in rows if one.limit]
    return max((10 * ratio / one.limit, ratio, one.input) for one, ratio in ratios if one != base)


def figure(found, measure, names):
    """Returns the figure to which a limit applies, or None if it does not exist. The stack of client programs is
    measured, and functions have a bound, which no measured depth exceeds."""
    places = [name[1:] for name in names if name[0] == "@"]
    excepted = [name[1:] for name in names if name[0] == "!"]
    if measure == "stack":
        return max((one.value for one in found if one.measure in ("stack", "depth") and one.name not in excepted
                    and (not places or one.input in places) and any(fnmatchcase(one.name, name) for name in names)),
                   default=None)
    if not {*figures.exports(M3)}.issuperset(names):
        return figures.values(found, "flash", M3.name).get(names[0])
    cc = boards.compiler(M3)
    return boards.linked(M3, cc, "stated", names, cc.object("clients.c"), archive(M3.triple))[0]


def check_stated(found):
    """Yields the tests of limits.txt. Limits are higher if core is not built from source as for a release."""
    installed = toolchain(M3.triple)[1] == "installed"
    about = " ".join((ROOT / "docs/firmware.md").read_text().split())
    for *_, text in MORE_IF_INSTALLED.values():
        yield (text in about, f"docs/firmware.md does not say: {text}")
    for line in (HERE / "limits.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        what, document, text = re.split(r"\s{2,}", line, maxsplit=2)
        yield (text in " ".join((ROOT / document).read_text().split()),
                   f"{document} does not contain the text of a limit (benches/cost/limits.txt): {text}")
        number, unit = re.search(r"([\d,.]+) (KB|bytes)", text).groups()
        measure, *names = what.split()
        now = figure(found, measure, names)
        limit = float(number.replace(",", "")) * (1000 if unit == "KB" else 1)
        if installed:
            limit = limit * MORE_IF_INSTALLED[measure][0] + MORE_IF_INSTALLED[measure][1]
        yield (now is not None and now <= round(limit),
                   f"{document}: {text}: {what} is {now} bytes")


def check(found):
    """Yields for each limit whether it holds, and the message if it does not."""
    for name, size in figures.values(found, "static", M3.name).items():
        yield (size == 0, f"{name}: {size} bytes of .data and .bss")
    wants = {*symbols(ARM + "nm", archive(M3.triple), r"U (\S+)")} - MEMORY_FUNCTIONS
    yield (not wants, f"the archive needs {', '.join(sorted(wants))}, which may allocate memory")
    bounds = figures.values(found, "stack", M3.name)
    for name, depth in figures.values(found, "depth", M3.name).items():
        bound = bounds.get(f"call_{name}", bounds.get(f"run_{name}"))
        yield (0 < depth <= bound, f"{name}: a stack of {depth} bytes, its bound is {bound}")
    for machine in ("host", "m3"):
        for name in FLAT:
            over, ratio, one = flat_cost(found, machine, name)
            yield (over <= 1, f"{name} {machine}: {ratio:.2f} times the cost of the base: {one}")
    yield from check_stated(found)
