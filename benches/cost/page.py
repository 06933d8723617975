# SPDX-License-Identifier: MIT OR Apache-2.0
"""The peers beside what was measured, and docs/measurements.md with its plot, for a release."""

import re
from pathlib import Path

import boards
import classes
import figures
import peers
import plots
from measure import FLAT, GROWTH_LIMIT, flat_costs
from tools import ROOT, Failed, archive_exports, run, stop

DOCS = ROOT / "docs"
BASE = classes.base().name
CLIENTS = {
    "coap": "client: parse, resolve, to_coap",
    "store": "parse, resolve, encode, equal",
    "gateway": "client and to_uri, from_uri",
    "request": "URI text to CoAP options",
    "server": "server: array, resolve, same origin, route, options",
    "log": "options of a request to URI text",
    "discover": "client: link format, filter, resolve, to_coap",
    "core": "server: link format, filter, a block",
    "split": "URI text: split",
    "resolve": "URI text: split and resolve",
}
# The functions whose stack the page has.
STACKS = ["parse", "resolve", "to_coap", "coap_options", "encode", "to_uri", "from_uri", "from_coap"]


def table(heads, rows):
    """A table of Markdown; a column whose head ends with a colon is to the right."""
    lines = [[head.removesuffix(":") for head in heads], ["---:" if head.endswith(":") else "---" for head in heads], *rows]
    return "\n".join("| " + " | ".join("" if cell is None else str(cell) for cell in line) + " |" for line in lines)


# ---- peers on the host -------------------------------------------------------------------------


PEERS = ["fluent-uri", "ada-url", "uriparser", "libcoap"]
# What a peer does instead of an operation, under another name.
IN_PLACE = {"from_uri": "uri_normalize", "from_uri, to_coap": "options"}


def peers_table(found, theirs):
    """libcri's instructions on the base; those of each peer, and how many times as many it takes in all classes that both accept."""
    lines = []
    for operation in ("uri_split", "uri_resolve", "uri_normalize", "from_uri", "from_uri, to_coap"):
        parts = [found["host"][part] for part in operation.split(", ")]
        cells = [sum(part[BASE][2] for part in parts)]
        for who in PEERS:
            rows = theirs.get(f"{IN_PLACE.get(operation, operation)} {who}", {})
            common = [one for one in rows if rows[one][0] == 0 and all(one in part and part[one][0] == 0 for part in parts)]
            times = sum(rows[one][2] for one in common) / max(1, sum(part[one][2] for part in parts for one in common))
            cells.append(f"{rows[BASE][2]} ({times:.2f})" if common else "")
        lines.append([f"`{operation}`", *cells])
    return table(["Operation", "libcri:", *(f"{who}:" for who in PEERS)], lines)


# ---- the page ----------------------------------------------------------------------------------


def costs_of_boards(tree, directory):
    """Rows of tables: the title of a client, whose it is, and its costs by board."""
    by_board = {}
    for board in boards.BOARDS:
        cc = boards.compiler(board, tree)
        ours = boards.client_costs(board, cc, figures.clients_object(tree, cc), [tree.archive(board.triple)])
        by_board[board.name] = {"libcri": ours, **(peers.on_board(board, tree, directory) if directory else {})}
    rows = []
    for job, title in CLIENTS.items():
        for who in next(iter(by_board.values())):
            costs = {name: of[who][job] for name, of in by_board.items() if job in of[who]}
            rows += [("" if who != "libcri" else title, who, costs)] if costs else []
    return rows


def clients_table(rows, quantity):
    return table(["Client", "", *(f"{board.name}:" for board in boards.BOARDS)],
                 [[title, who, *(cost[quantity] for cost in costs.values())] for title, who, costs in rows])


def memory(rows):
    """What peers need beside flash, on a Cortex-M3."""
    needs = {who: [costs["Cortex-M3"] for _, other, costs in rows if other == who] for who in PEERS}
    return ", ".join(f"{who} {max(of['static'] for of in costs)} + {max(of['heap'] for of in costs)}" for who, costs in needs.items() if costs)


def bounds_table(tree):
    """A line for all processors with the same bounds."""
    lines = {}
    for board in boards.BOARDS + boards.OTHERS:
        archive, cc = tree.archive(board.triple), boards.compiler(board, tree)
        bounds = boards.function_bounds(board, cc, sorted(archive_exports(archive, boards.binutil(board, ""))), [], archive)
        bounds = {name: bound for name, bound in bounds.items() if name.startswith("cri_")}
        lines.setdefault((max(bounds.values()), *(bounds[f"cri_{name}"] for name in STACKS)), []).append(board.name)
    lines = [[", ".join(names), *values] for values, names in lines.items()]
    return table(["Processor", "any function:", *(f"`cri_{name}`:" for name in STACKS)], lines)


def flash_table(tree):
    """As released, and with ten schemes, where that makes a difference."""
    cc = boards.compiler(figures.M3, tree)
    archives = [tree.archive(figures.M3.triple), tree.archive(figures.M3.triple, "--schemes", "short")]
    exported = sorted(archive_exports(archives[0]))
    sizes = [boards.client_sizes(figures.M3, cc, figures.clients_object(tree, cc), list(CLIENTS), [archive]) for archive in archives]
    rows = [[title, *found] for job, title in CLIENTS.items() if len(set(found := [of[job]["flash"] for of in sizes])) > 1]
    rows.append(["every function", *(boards.linked(figures.M3, cc, "every", [archive, "-lc"], exported)[0] for archive in archives)])
    return table(["What is linked", "As released:", "Ten schemes:"], rows)


def conversions_table(found):
    worst = {(machine, name): of for machine, name, of in flat_costs(found)}
    lines = []
    for name in FLAT:
        cells = []
        for machine in ("host", "m3"):
            _, ratio, one = worst[machine, name]
            cells += [found[machine][name][BASE][2], f"{ratio:.2f}", one]
        lines.append([f"`{name}`", found["host"][name][BASE][1], *cells])
    return table(["Operation", "Bytes:", "Host:", "at most:", "on", "Cortex-M3:", "at most:", "on"], lines)


def growth_of(found):
    steep = {(name, kind): figures.steepness(points) for name, kinds in found["growth"].items() for kind, points in kinds.items()}
    steep = {pair: value for pair, value in steep.items() if value is not None}
    (name, kind), most = max(steep.items(), key=lambda item: item[1])
    return (f"{len(steep)} pairs of function and input grow; a further byte costs at 64 KiB at most {most:.2f} times what it costs at any smaller size\n"
            f"(`{name}`, {kind}). script/measure fails above {GROWTH_LIMIT}.")


def versions():
    commands = {"rustc": ["rustc", "--version"], "gcc": ["gcc", "--version"], "Arm gcc": ["arm-none-eabi-gcc", "--version"],
                "RISC-V gcc": ["riscv64-unknown-elf-gcc", "--version"], "QEMU": ["qemu-system-arm", "--version"],
                "valgrind": ["valgrind", "--version"]}
    found = [f"{name} {re.search(r'[0-9]+([.][0-9]+)+', run(*command)).group(0)}" for name, command in commands.items()]
    lock = (ROOT / "benches/cost/peers/Cargo.lock").read_text()
    found += [f"{name} " + re.search(rf'name = "{name}"\nversion = "(.*)"', lock).group(1) for name in ("fluent-uri", "ada-url")]
    found += [f"{name} {run('pkg-config', '--modversion', package).strip()} on the host"
              for name, package in (("uriparser", "liburiparser"), ("libcoap", "libcoap-3-notls"))]
    return ", ".join(found)


def make(tree, found, arguments):
    try:
        beside = peers_table(found, peers.host_rows(tree))
    except Failed as failed:
        print(f"SKIPPED: peers: {str(failed).splitlines()[0]}")
        return
    print("Peers, instructions on the host, and how many times libcri's in all classes:", beside, sep="\n")
    if not arguments.page:
        return
    rows = costs_of_boards(tree, arguments.peers and Path(arguments.peers).resolve())
    plotted = {name: found["growth"][name]["ordinary"] for name in [*FLAT, "hash", "to_edn"] if "ordinary" in found["growth"].get(name, {})}
    (DOCS / "img" / "cost.svg").write_text(plots.growth(plotted))
    given = {"flash": clients_table(rows, "flash"), "memory": memory(rows),
             "stack": clients_table(rows, "stack"), "instructions": clients_table(rows, "instructions"), "linked": flash_table(tree),
             "bounds": bounds_table(tree), "conversions": conversions_table(found), "peers": beside,
             "growth": growth_of(found), "versions": versions()}
    text = (DOCS / "measurements.md").read_text()
    for name, made in given.items():
        # What follows the comment with its name, up to an empty line.
        text, count = re.subn(rf"(?m)^<!-- {name} -->\n(?:.+\n)*", lambda _, new=f"<!-- {name} -->\n{made}\n": new, text)
        if count != 1:
            stop(f"docs/measurements.md has {count} comments {name}")
    (DOCS / "measurements.md").write_text(text)
    print("docs/measurements.md and docs/img/cost.svg are written")
