# SPDX-License-Identifier: MIT OR Apache-2.0
"""Prints figures as tables: conversions, other libraries, client programs on each kind of processor."""

import boards
import classes
import figures
from tools import Failed, archive_exports

BASE = classes.base().name
# The functions whose bounds of the stack are printed.
STACKS = ["parse", "resolve", "to_coap", "coap_options_init", "encode", "to_uri", "from_uri", "from_coap"]


def print_table(title, heads, rows):
    lines = [[str(cell) for cell in line] for line in [heads, *rows]]
    widths = [max(map(len, column)) for column in zip(*lines)]
    print(f"\n{title}")
    for first, *rest in lines:
        print("   ", first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:])))


# ---- this tree -----------------------------------------------------------------------------------


def print_figures(found):
    worst = {(machine, name): (ratio, one) for machine, name, (_, ratio, one) in figures.flat_costs(found)}
    rows = []
    for name in figures.FLAT:
        cells = [found["host"][name][BASE][1]]
        for machine in ("host", "m3"):
            ratio, one = worst[machine, name]
            cells += [found[machine][name][BASE][2], f"{ratio:.2f}", one]
        rows.append([name, *cells])
    print_table("Instructions for the benchmark base, and the most for another class of input as a multiple of that:",
                ["", "bytes", "host", "at most", "on", "Cortex-M3", "at most", "on"], rows)


# ---- other libraries on the host -----------------------------------------------------------------


# What a library is measured with in place of an operation, under another name.
IN_PLACE = {"from_uri": "uri_normalize", "uri_to_coap": "options"}


def print_peers(tree, found):
    """How many instructions each takes for the base, and how many times libcri's in all classes that both accept."""
    try:
        theirs = figures.peer_rows(tree)
    except Failed as failed:
        print(f"SKIPPED: peers: {str(failed).splitlines()[0]}")
        return
    rows = []
    for operation in ("uri_split", "uri_resolve", "uri_normalize", "from_uri", "uri_to_coap"):
        ours = found["host"][operation]
        cells = [ours[BASE][2]]
        for who in figures.PEERS:
            other = theirs.get(f"{IN_PLACE.get(operation, operation)} {who}", {})
            common = [one for one in other if other[one][0] == 0 and one in ours and ours[one][0] == 0]
            times = sum(other[one][2] for one in common) / max(1, sum(ours[one][2] for one in common))
            cells.append(f"{other[BASE][2]} ({times:.2f})" if common else "")
        rows.append([operation, *cells])
    print_table("Instructions on the host, and how many times libcri's in all classes:",
                ["", "libcri", *figures.PEERS], rows)


# ---- boards --------------------------------------------------------------------------------------


def print_boards(tree):
    """What client programs cost, and bounds of the stack."""
    costs, names = [], [board.name for board in boards.BOARDS]
    for board in boards.BOARDS:
        cc = boards.compiler(board, tree)
        costs.append(boards.client_costs(board, cc, figures.clients_object(tree, cc), tree.archive(board.triple)))
    for quantity in ("flash", "stack", "instructions"):
        rows = [[job, *(on_board[job][quantity] for on_board in costs)] for job in costs[0]]
        print_table(f"Clients (benches/cost/clients.h), {quantity}:", ["", *names], rows)
    rows = []
    for board in boards.BOARDS + boards.OTHERS:
        archive, cc = tree.archive(board.triple), boards.compiler(board, tree)
        exported = sorted(archive_exports(archive, boards.binutil(board, "")))
        bounds = boards.function_bounds(board, cc, exported, [], archive)
        most = max(bound for name, bound in bounds.items() if name.startswith("cri_"))
        rows.append([board.name, most, *(bounds[f"cri_{name}"] for name in STACKS)])
    print_table("Bounds of the stack, bytes, for any input:", ["", "any function", *STACKS], rows)
