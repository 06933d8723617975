# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes docs/measurements.md, docs/measurements.json and the plots from the figures that were measured."""

import json
import re

import classes
import judge
import lead
import plots
import rows
import tools
import worst
from rows import EXPONENT_BUDGET, STACK_BUDGET
from tables import as_table
from tools import ROOT

DOCS = ROOT / "docs"
PEERS = ["fluent-uri", "iri-string", "url", "liburiparser", "libcoap", "libcoap (list)"]


def met(value, budget):
    if value is None or budget is None:
        return ""
    return "yes" if value <= budget else "**no**"


def best_peer(whose):
    """The peer with the lowest figure, and that figure."""
    peers = {who: value for who, value in whose.items() if who != "libcri"}
    return min(peers.items(), key=lambda item: item[1]) if peers else (None, None)


def ratio(a, b):
    return f"{a / b:.2f}"


# ---- the summary -------------------------------------------------------------------------------


def with_peer(found, row):
    who, value = best_peer(found["host_instructions"].get(row, {}))
    return f"{who} {value} ({found['calls'][row][who]})" if who else ""


def title_of(row):
    return next(operation.title for operation in rows.OPERATIONS if operation.name == row)


def instruction_summary(found):
    """The instructions of single inputs: those that rows.py has a budget of, and what else has a first budget."""
    given, covered = [], {"to-coap", "parse", "equal", "encode", "from-uri", "to-uri", *rows.OPERATION_BUDGETS}
    for (name, operation), budgets in rows.CLASS_BUDGETS.items():
        figures = [found[machine][name][operation][1] for machine in judge.MACHINES]
        peer = with_peer(found, operation.replace("_", "-")) if name == classes.base().name else ""
        given.append((f"{operation}: {name}", budgets, figures, peer))
    first = {operation.name: (operation.host, operation.m3) for operation in rows.OPERATIONS
             if (operation.host or operation.m3) and operation.name not in covered}
    for row, budgets in (rows.OPERATION_BUDGETS | first).items():
        figures = [found["host_instructions"][row]["libcri"], found["m3_instructions"][row]]
        given.append((title_of(row), budgets, figures, with_peer(found, row)))
    lines = []
    for title, budgets, figures, peer in given:
        cells = [[budget, figure, met(figure, budget)] for budget, figure in zip(budgets, figures)]
        lines.append([title, *cells[0], *cells[1], peer])
    return lines


def fluent_summary(found):
    lines = []
    for name, budget in rows.FLUENT_RATIOS.items():
        whose = found["host_instructions"][name]
        value = whose["libcri"] / whose["fluent-uri"]
        lines.append([f"{title_of(name)}, host, against fluent-uri", f"{budget:.1f} ×", f"{value:.2f} ×", met(value, budget),
                      f"fluent-uri {whose['fluent-uri']}, libcri {whose['libcri']}"])
    return lines


def stack_summary(found):
    lines = []
    for name, budget in rows.OPERATION_STACK.items():
        value = found["m3_operation_stack"][name]
        lines.append([f"{title_of(name)}, stack", f"{budget} B", f"{value} B", met(value, budget),
                      "[libcoap 48 B, liburiparser 288 B]"])
    for what, figures in (("by painting", found["m3_stack"]), ("by machine code", found["m3_stack_bound"])):
        name, value = max(figures.items(), key=lambda item: item[1])
        lines.append([f"any function, stack {what}: `{name}` has most", f"{STACK_BUDGET} B", f"{value} B",
                      met(value, STACK_BUDGET), "[liburiparser 360 B, iri-string 808 B]"])
    bounds = found["m3_stack_bound"]
    above = [name for name, stack in found["m3_stack"].items() if stack > bounds[name]]
    same = sum(stack == bounds[name] for name, stack in found["m3_stack"].items())
    lines.append(["functions with a painted stack above that of the machine code", 0, len(above), met(len(above), 0),
                  f"the same for {same} of {len(bounds)}"])
    return lines


def flash_summary(found):
    lines = []
    for client in rows.CLIENTS:
        value = found["m3_clients"][client.name]["full"]["text"]
        lines.append([f"{client.title}, flash", f"{client.budget} B", f"{value} B", met(value, client.budget),
                      f"[{client.peer}]" if client.peer not in ("", "none") else client.peer])
    static = max(sizes["static"] for sets in (found["m3_text"], found["m3_clients"]) for kinds in sets.values()
                 for sizes in kinds.values())
    lines.append([".data and .bss", f"{rows.STATIC_BUDGET} B", f"{static} B", met(static, rows.STATIC_BUDGET), ""])
    return lines


def class_summary(found):
    lines = []
    verdicts = judge.verdicts(found)
    for machine, where in judge.MACHINES.items():
        judged = [one for one in verdicts if one.machine == machine and one.ratio is not None]
        for kind, limit in rows.COST_LIMITS.items():
            if kind == "base":
                continue
            names = {one.name for one in classes.input_classes() if one.kind == kind}
            of_kind = [one for one in judged if one.name in names]
            worst, above = max(of_kind, key=lambda one: one.ratio), sum(one.ratio > limit for one in of_kind)
            lines.append([f"cost per byte of {len(names)} {kind} classes of input, {where}", f"{limit:.1f} ×",
                          f"{worst.ratio:.1f} ×", f"**no**, {above} of {len(of_kind)} above" if above else "yes",
                          f"most: {worst.operation} of {worst.name}"])
    against = judge.against_fluent(found, found["class_peers"])
    for operation, limit in rows.FLUENT_LIMITS.items():
        of_it = [one for one in against if one.operation == operation]
        worst, above = max(of_it, key=lambda one: one.ratio / one.limit), sum(one.ratio > one.limit for one in of_it)
        lines.append([f"{operation} of {len(of_it)} classes, host, against fluent-uri", f"{worst.limit:.1f} ×",
                      f"{worst.ratio:.2f} ×", f"**no**, {above} above" if above else "yes", f"most: {worst.name}"])
    return lines


def corpus_summary(found):
    lines = []
    for kind, title in rows.CORPORA.items():
        of_it = found["corpora"][kind]
        for operation, limit in rows.CORPUS_LIMITS.items():
            whose = of_it[rows.PEER_OPERATIONS.get(operation, operation)]
            ours, theirs = of_it[operation]["libcri"]["ns"], whose["fluent-uri"]["ns"]
            lines.append([f"{operation} of {title}, time, against fluent-uri", f"{limit:.2f} ×", f"{ours / theirs:.2f} ×",
                          met(ours / theirs, limit), f"fluent-uri {theirs:.0f} ns, libcri {ours:.0f} ns"])
    followed = found["corpora"]["coap"]["follow"]["libcri"]
    links = 1e9 / followed["ns"]
    lines.append(["parse, resolve, to_coap: CoAP links a second on one core", f"{rows.LINKS_A_SECOND / 1e6:.1f} million",
                  f"{links / 1e6:.1f} million", "yes" if links >= rows.LINKS_A_SECOND else "**no**",
                  f"{followed['refused']} of 10000 have no CoAP form"])
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


def summary_table(lines):
    return as_table(["What", "Budget:", "Measured:", "Met", "Peers, or where"], lines)


def instruction_table(lines):
    heads = [f"{machine}{what}" for machine in ("host", "Cortex-M3") for what in (", budget:", ":", ", met")]
    return as_table(["Operation", *heads, "Best peer, host"], lines)


def how_many_met(*tables):
    cells = [cell for lines in tables for line in lines for cell in line[1:] if cell == "yes" or str(cell).startswith("**no**")]
    return f"{sum(cell == 'yes' for cell in cells)} of {len(cells)} budgets are met.\n"


# ---- classes of input --------------------------------------------------------------------------


def quicker_table(found):
    given = {}
    for one in judge.quicker(found, found["class_peers"]):
        given.setdefault((one.name, one.operation, one.figure), []).append(one)
    lines = [[*row, ", ".join(f"{one.who} {one.peer}" for one in whose), reasons_of(whose)] for row, whose in given.items()]
    return as_table(["Class", "Operation", "libcri:", "Peers", "Reason"], lines) if lines else "None.\n"


def reasons_of(whose):
    if len({one.reason for one in whose}) == 1:
        return whose[0].reason or "**none**"
    return "; ".join(f"{one.who}: {one.reason or '**none**'}" for one in whose)


def above_table(found):
    lines = [[one.name, one.operation, judge.MACHINES[one.machine], one.figure, "; ".join(judge.faults(one))]
             for one in sorted(judge.verdicts(found), key=lambda one: -(one.ratio or 0) / one.limit) if judge.faults(one)]
    return as_table(["Class", "Operation", "Machine", "Instructions:", "Above"], lines) if lines else "None.\n"


def class_list():
    return as_table(["Class", "Kind", "Input"], [[one.name, one.kind, f"`{one.written}`" if one.written else "(no bytes)"]
                                                 for one in classes.input_classes()])


def class_cell(verdict):
    if isinstance(verdict.figure, str):
        return f"_{verdict.figure}_"
    if verdict.ratio is None:
        return verdict.figure
    shown = f"{verdict.ratio:.2f}"
    return f"**{shown}**" if verdict.ratio > verdict.limit else shown


def class_table(found, machine):
    cells = {}
    for one in judge.verdicts(found):
        if one.machine == machine:
            cells.setdefault(one.name, {})[one.operation] = class_cell(one)
    operations = list(next(iter(cells.values())))
    lines = [[name, *[of_it[operation] for operation in operations]] for name, of_it in cells.items()]
    return as_table(["Class", *[f"{operation}:" for operation in operations]], lines)


CLASS_PEERS = ["fluent-uri", "iri-string", "ada-url", "liburiparser"]


def class_peers_table(found, operations):
    """The operations of libcri side by side with what all the peers do in their place."""
    lines = []
    for name, of_it in found["host_classes"].items():
        theirs = judge.peers_of(found["class_peers"], name, operations[0])
        lines.append([name, *[of_it[operation][1] for operation in operations], *[theirs.get(who) for who in CLASS_PEERS]])
    return as_table(["Class", *[f"libcri, {operation}:" for operation in operations], *[f"{who}:" for who in CLASS_PEERS]], lines)


def corpus_table(found):
    lines = []
    for kind, title in rows.CORPORA.items():
        of_it = found["corpora"][kind]
        for operation in (*rows.CORPUS_LIMITS, "to_uri"):
            whose = of_it.get(rows.PEER_OPERATIONS.get(operation, operation), {})
            ours = of_it[operation]["libcri"]["ns"]
            lines.append([title, operation, f"{ours:.0f}", *[corpus_cell(whose.get(who)) for who in CLASS_PEERS]])
    return as_table(["Corpus", "Operation", "libcri:", *[f"{who}:" for who in CLASS_PEERS]], lines)


def corpus_cell(cell):
    if cell is None:
        return None
    return f"{cell['ns']:.0f}" + (f" (refuses {cell['refused']})" if cell["refused"] else "")


# ---- details -----------------------------------------------------------------------------------


def host_table(found):
    lines = []
    for operation in rows.OPERATIONS:
        whose = found["host_instructions"][operation.name]
        lines.append([operation.title, operation.host, whose["libcri"], met(whose["libcri"], operation.host),
                      *[peer_cell(found, operation.name, who) for who in PEERS]])
    return as_table(["Operation", "First budget:", "libcri:", "Met", *[f"{who}:" for who in PEERS]], lines)


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
    return as_table(["Operation", "First budget:", "Instructions:", "Met", "Stack:", f"Within {STACK_BUDGET} B",
                     "Peers, not measured here"], lines)


def function_table(found):
    lines = []
    for name, stack in sorted(found["m3_stack"].items(), key=lambda item: (-item[1], item[0])):
        counted = found["allocations"][name]
        bound = found["m3_stack_bound"][name]
        within = "**no**" if stack > STACK_BUDGET else "**bound above**" if bound > STACK_BUDGET else "yes"
        lines.append([f"`{name}`", stack, bound, within, found["m3_function_text"].get(name), counted["calls"],
                      counted["allocations"]])
    return as_table(["Function", "Stack:", "Bound:", f"Within {STACK_BUDGET} B", "Flash alone:", "Calls:", "Allocations:"], lines)


def client_table(found):
    lines = []
    for client in rows.CLIENTS:
        full, short = (found["m3_clients"][client.name][kind]["text"] for kind in ("full", "short"))
        what = f"`{client.program}`" if client.program else f"all whose names match `{client.functions}`"
        lines.append([client.title, what, client.budget, full, met(full, client.budget), short, client.peer])
    return as_table(["Client", "Program", "Budget:", "As released:", "Met", "Ten schemes:", "Peers, not measured here"], lines)


def flash_table(found):
    lines = []
    for chosen in rows.SETS:
        kinds = found["m3_text"][chosen.name]
        lines.append([chosen.title, *[kinds[kind]["text"] if kind in kinds else None for kind in rows.ARCHIVES], chosen.peer])
    return as_table(["Set", *[f"{title}:" for title in rows.ARCHIVES.values()], "Peers, not measured here"], lines)


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
    """What repeats, and so is recorded: no times; of classes the figures; of the growth the exponents, and the points of the
    ordinary inputs."""
    kept = {key: value for key, value in found.items() if key not in ("times", "calls", "growth", "corpora", "failed_tests")}
    for machine in judge.MACHINES:
        kept[machine] = {name: {operation: cell[1] for operation, cell in of_it.items()} for name, of_it in found[machine].items()}
    kept["growth"] = {operation: {kind: grown["exponent"] for kind, grown in kinds.items()}
                      for operation, kinds in found["growth"].items()}
    kept["cost"] = {operation: kinds["ordinary"]["points"] for operation, kinds in found["growth"].items() if "ordinary" in kinds}
    return kept


def write(found):
    text = TEMPLATE.read_text()
    firmware, single = flash_summary(found) + stack_summary(found), instruction_summary(found)
    inputs = class_summary(found) + fluent_summary(found) + corpus_summary(found) + other_summary(found)
    parts = {
        "lead": lead.tables(found),
        "bounds": lead.bounds_table(found),
        "met": how_many_met(firmware, single, inputs),
        "summary_firmware": summary_table(firmware),
        "summary_instructions": instruction_table(single),
        "summary_inputs": summary_table(inputs),
        "quicker": quicker_table(found),
        "above": above_table(found),
        "classes": class_list(),
        "classes_host": class_table(found, "host_classes"),
        "classes_m3": class_table(found, "m3_classes"),
        "peers_split": class_peers_table(found, ["uri_split"]),
        "peers_resolve": class_peers_table(found, ["uri_resolve"]),
        "peers_normalize": class_peers_table(found, ["uri_normalize", "from_uri"]),
        "corpora": corpus_table(found),
        "host": host_table(found),
        "calls": calls_table(found),
        "times": times_table(found),
        "m3": m3_table(found),
        "functions": function_table(found),
        "clients": client_table(found),
        "flash": flash_table(found),
        "sets": sets_list(),
        "worst": worst.table(found["worst"]),
        "growth": growth_table(found),
        "cost": cost_table(found),
        "versions": versions(found),
    }
    for name, part in parts.items():
        text = text.replace(f"@{name}@\n", part)
    (DOCS / "measurements.md").write_text(text)
    (DOCS / "measurements.json").write_text(compact(recorded(found)) + "\n")
    (DOCS / "boards.svg").write_text(lead.plot(found))
    (DOCS / "cost.svg").write_text(plots.cost(found["growth"]))
    (DOCS / "flash.svg").write_text(plots.flash(found["m3_clients"], found["m3_text"]))
