# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes docs/measurements.md, docs/measurements.json and the plots from the figures that were measured."""

import json
import re

import plots
import rows
import tools
from rows import EXPONENT_BUDGET, STACK_BUDGET
from tools import ROOT

DOCS = ROOT / "docs"
PEERS = ["fluent-uri", "iri-string", "url", "liburiparser", "libcoap", "libcoap (list)"]


def met(value, budget):
    if value is None or budget is None:
        return ""
    return "yes" if value <= budget else "**no**"


def cell(value):
    return "" if value is None else str(value)


def as_table(heads, lines):
    """A table; columns whose head ends with a colon are aligned to the right."""
    rule = ["---:" if head.endswith(":") else "---" for head in heads]
    shown = [[head.removesuffix(":") for head in heads], rule, *lines]
    return "\n".join("| " + " | ".join(cell(value) for value in line) + " |" for line in shown) + "\n"


def best_peer(whose):
    """The peer with the lowest figure, and that figure."""
    peers = {who: value for who, value in whose.items() if who != "libcri"}
    return min(peers.items(), key=lambda item: item[1]) if peers else (None, None)


def ratio(a, b):
    return f"{a / b:.2f}"


# ---- the summary -------------------------------------------------------------------------------


def with_peer(found, operation):
    who, value = best_peer(found["host_instructions"][operation.name])
    return f"{who} {value} ({found['calls'][operation.name][who]})" if who else "none"


def host_summary(found):
    lines = []
    for operation in rows.OPERATIONS:
        if operation.host is not None:
            value = found["host_instructions"][operation.name]["libcri"]
            lines.append([f"{operation.title}, host", operation.host, value, met(value, operation.host),
                          with_peer(found, operation)])
    for name, budget in rows.FLUENT_RATIOS.items():
        whose = found["host_instructions"][name]
        value = whose["libcri"] / whose["fluent-uri"]
        title = next(operation.title for operation in rows.OPERATIONS if operation.name == name)
        lines.append([f"{title}, host, against fluent-uri", f"{budget:.1f} ×", f"{value:.2f} ×", met(value, budget),
                      f"fluent-uri {whose['fluent-uri']}, libcri {whose['libcri']}"])
    return lines


def m3_summary(found):
    lines = []
    for operation in rows.OPERATIONS:
        if operation.m3 is not None:
            value = found["m3_instructions"][operation.name]
            lines.append([f"{operation.title}, Cortex-M3", operation.m3, value, met(value, operation.m3),
                          f"[{operation.m3_peer}]"])
    for name, budget in rows.OPERATION_STACK.items():
        value = found["m3_operation_stack"][name]
        title = next(operation.title for operation in rows.OPERATIONS if operation.name == name)
        lines.append([f"{title}, stack", f"{budget} B", f"{value} B", met(value, budget), "[libcoap 48 B, liburiparser 288 B]"])
    deepest = max(found["m3_stack"].items(), key=lambda item: item[1])
    lines.append([f"any function, stack: `{deepest[0]}` takes most", f"{STACK_BUDGET} B", f"{deepest[1]} B",
                  met(deepest[1], STACK_BUDGET), "[liburiparser 360 B, iri-string 808 B]"])
    return lines


def flash_summary(found):
    lines = []
    for chosen in rows.SETS:
        if chosen.budget is not None:
            value = found["m3_text"][chosen.name][chosen.archive]["text"]
            lines.append([f"{chosen.title}, flash", f"{chosen.budget} B", f"{value} B", met(value, chosen.budget),
                          f"[{chosen.peer}]" if chosen.peer not in ("", "none") else chosen.peer])
    static = max(sizes["static"] for kinds in found["m3_text"].values() for sizes in kinds.values())
    lines.append([".data and .bss", "0 B", f"{static} B", met(static, 0), ""])
    return lines


def exponents(found):
    return [(operation, kind, grown["exponent"]) for operation, kinds in found["growth"].items() for kind, grown in kinds.items()
            if grown["exponent"] is not None]


def outside(found):
    low, high = EXPONENT_BUDGET
    return [item for item in exponents(found) if not low <= item[2] <= high]


def other_summary(found):
    values = [value for _, _, value in exponents(found)]
    beyond = len(outside(found))
    counted = found["allocations"]
    allocated = sum(item["allocations"] for item in counted.values())
    calls = sum(item["calls"] for item in counted.values())
    return [
        [f"growth: exponents of {len(values)} pairs of operation and input", "0.95 to 1.05",
         f"{min(values):.2f} to {max(values):.2f}", f"**no**, {beyond} outside" if beyond else "yes", ""],
        [f"allocations by {len(counted)} functions in {calls} calls", 0, allocated, met(allocated, 0), ""],
    ]


def summary(found):
    return as_table(["Work", "Budget:", "Measured:", "Met", "Best peer"],
                    host_summary(found) + m3_summary(found) + flash_summary(found) + other_summary(found))


# ---- details -----------------------------------------------------------------------------------


def host_table(found):
    lines = []
    for operation in rows.OPERATIONS:
        whose = found["host_instructions"][operation.name]
        lines.append([operation.title, operation.host, whose["libcri"], met(whose["libcri"], operation.host),
                      *[peer_cell(found, operation.name, who) for who in PEERS]])
    return as_table(["Operation", "Budget:", "libcri:", "Met", *[f"{who}:" for who in PEERS]], lines)


def peer_cell(found, name, who):
    value = found["host_instructions"][name].get(who)
    if value is None:
        return None
    count = found["host_allocations"][name][who]
    return f"{value} ({count})" if count else str(value)


def calls_table(found):
    lines = []
    for operation in rows.OPERATIONS:
        calls = found["calls"][operation.name]
        if len(calls) > 1:
            lines.append([operation.title, "; ".join(f"{who}: {what}" for who, what in calls.items())])
    return as_table(["Operation", "What is called"], lines)


def times_table(found):
    lines = []
    for operation in rows.OPERATIONS:
        whose = found["times"][operation.name]
        if len(whose) > 1:
            ours = whose["libcri"]
            lines.append([operation.title, *[f"{whose[who] / ours:.1f}" if who in whose else None for who in PEERS]])
    return as_table(["Operation", *[f"{who}:" for who in PEERS]], lines)


def m3_table(found):
    lines = []
    for operation in rows.OPERATIONS:
        value = found["m3_instructions"][operation.name]
        stack = found["m3_operation_stack"][operation.name]
        lines.append([operation.title, operation.m3, value, met(value, operation.m3), stack,
                      met(stack, rows.OPERATION_STACK.get(operation.name, STACK_BUDGET)), operation.m3_peer])
    return as_table(["Operation", "Budget:", "Instructions:", "Met", "Stack:", f"Within {STACK_BUDGET} B (parse: 96 B)",
                     "Peers, not measured here"], lines)


def function_table(found):
    lines = []
    for name, stack in sorted(found["m3_stack"].items(), key=lambda item: (-item[1], item[0])):
        counted = found["allocations"][name]
        bound = found["m3_stack_bound"][name]
        over = "**above**" if stack > STACK_BUDGET else "bound above" if bound > STACK_BUDGET else ""
        lines.append([f"`{name}`", stack, bound, over, found["m3_function_text"].get(name), counted["calls"],
                      counted["allocations"]])
    return as_table(["Function", "Stack:", "Bound:", f"{STACK_BUDGET} B", "Flash alone:", "Calls:", "Allocations:"], lines)


def flash_table(found):
    lines = []
    for chosen in rows.SETS:
        kinds = found["m3_text"][chosen.name]
        value = kinds[chosen.archive]["text"]
        others = [kinds[kind]["text"] if kind in kinds else None for kind in rows.ARCHIVES]
        lines.append([chosen.title, chosen.budget, *others, met(value, chosen.budget), chosen.peer])
    archives = [f"{title}:" for title in rows.ARCHIVES.values()]
    return as_table(["Set", "Budget:", *archives, "Met", "Peers, not measured here"], lines)


def sets_list():
    lines = []
    for chosen in rows.SETS:
        if isinstance(chosen.functions, str):
            names = f"all whose names match `{chosen.functions}`"
        else:
            names = ", ".join(f"`{name}`" for name in chosen.functions)
        lines.append(f"- {chosen.title}: {names}")
    return "\n".join(lines) + "\n"


def growth_cell(grown):
    if grown is None:
        return ""
    low, high = EXPONENT_BUDGET
    value = grown["exponent"]
    shown = "0" if value is None else f"{value:.2f}" if low <= value <= high else f"**{value:.2f}**"
    return shown if grown["result"] == "ok" else f"{shown} r"


def all_kinds(found):
    """Those of texts, then those of CBOR alone."""
    kinds = dict.fromkeys(kind for operation in ("uri_split", "parse") for kind in found["growth"][operation])
    return list(kinds)


def growth_table(found):
    kinds = all_kinds(found)
    lines = [[operation, *[growth_cell(grown.get(kind)) for kind in kinds]] for operation, grown in found["growth"].items()]
    return as_table(["Operation", *[f"{kind}:" for kind in kinds]], lines)


def cost_table(found):
    """Instructions per byte at the largest size."""
    kinds = all_kinds(found)
    lines = []
    for operation, grown in found["growth"].items():
        shown = []
        for kind in kinds:
            length, cost = grown[kind]["points"][-1] if kind in grown else (0, 0)
            shown.append(f"{cost / length:.1f}" if length else None)
        lines.append([operation, *shown])
    return as_table(["Operation", *[f"{kind}:" for kind in kinds]], lines)


def versions(found):
    v = found["versions"]
    host = ", ".join(f"{tool} {version}" for tool, version in v["host"].items())
    m3 = ", ".join(f"{tool} {version}" for tool, version in v["m3"].items())
    peers = ", ".join(f"{name} {version}" for name, version in v["peers"].items())
    return f"""- libcri {v['libcri']}
- host: {host}; peers: {peers}
- host, library: profile `release` ({profile('release')}), as CMake builds it: one object, every registered scheme, CoRI
- host, drivers: `gcc {' '.join(tools.HOST_FLAGS)}`, linked with `{' '.join(tools.HOST_LINK)}`
- host, peers in Rust: `opt-level = 3`, fat LTO, one codegen unit; peers in C: Debian's libraries
- Cortex-M3: {m3}
- Cortex-M3, library: `script/archive {tools.M3_TARGET}`, profile `firmware` ({profile('firmware')})
- Cortex-M3, drivers: `{tools.ARM}gcc {' '.join(tools.M3_FLAGS)}`, newlib, `-Wl,--gc-sections`
"""


def profile(name):
    """The settings of a profile in Cargo.toml, those that it inherits included."""
    text = (ROOT / "Cargo.toml").read_text()
    settings = {}
    for inherited in ("release", name):
        section = re.search(rf"^\[profile\.{inherited}\]\n((?:[a-z-]+ = .*\n)*)", text, re.M).group(1)
        settings |= dict(line.split(" = ") for line in section.splitlines())
    settings.pop("inherits", None)
    return ", ".join(f"{key} = {value}" for key, value in settings.items()).replace('"', "")


TEMPLATE = (ROOT / "measure" / "measurements.md.in")


def compact(value, depth=0):
    """JSON with a line for each row, so that a change shows what moved."""
    if isinstance(value, dict) and depth < 2:
        inner = ",\n".join(f"{' ' * (depth + 1)}{json.dumps(key)}: {compact(item, depth + 1)}" for key, item in value.items())
        return "{\n" + inner + "\n" + " " * depth + "}"
    return json.dumps(value)


def recorded(found):
    """What repeats, and so is recorded: no times; of the growth the exponents, and the points of the ordinary inputs."""
    kept = {key: value for key, value in found.items() if key not in ("times", "calls", "growth")}
    kept["growth"] = {operation: {kind: grown["exponent"] for kind, grown in kinds.items()}
                      for operation, kinds in found["growth"].items()}
    kept["cost"] = {operation: kinds["ordinary"]["points"] for operation, kinds in found["growth"].items() if "ordinary" in kinds}
    return kept


def write(found):
    text = TEMPLATE.read_text()
    parts = {
        "summary": summary(found),
        "host": host_table(found),
        "calls": calls_table(found),
        "times": times_table(found),
        "m3": m3_table(found),
        "functions": function_table(found),
        "flash": flash_table(found),
        "sets": sets_list(),
        "growth": growth_table(found),
        "cost": cost_table(found),
        "versions": versions(found),
    }
    for name, part in parts.items():
        text = text.replace(f"@{name}@\n", part)
    (DOCS / "measurements.md").write_text(text)
    (DOCS / "measurements.json").write_text(compact(recorded(found)) + "\n")
    (DOCS / "cost.svg").write_text(plots.cost(found["growth"]))
    (DOCS / "flash.svg").write_text(plots.flash(found["m3_text"]))
