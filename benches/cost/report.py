# SPDX-License-Identifier: MIT OR Apache-2.0
"""Prints figures as tables: conversions, client programs on each kind of processor."""

import boards
import classes
import figures
from tools import archive_exports

BASE = classes.base().name
# The functions whose bounds of the stack are printed.
STACKS = ["parse", "resolve", "to_coap", "coap_options", "encode", "to_uri", "from_uri", "from_coap"]


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
