# SPDX-License-Identifier: MIT OR Apache-2.0
"""What docs/measurements.md begins with: what a client costs on each board, beside the peers; as tables and as a plot."""

import boards
import plots
from rows import STACK_BUDGET
from tables import as_table

LIBCRI = "libcri"
# What is shown of a cost, and how it is called.
QUANTITIES = {
    "flash": "Flash, bytes",
    "ram": "Static memory and heap, bytes",
    "stack": "Stack, bytes",
    "instructions": "Instructions",
}


def lines_of(found):
    """Job by job whose figures there are: the title, whose, and the costs by board."""
    peers = boards.peers()
    for job in boards.JOBS:
        for who, by_board in {LIBCRI: found["boards"], **peers}.items():
            costs = {board.name: by_board[board.name][job.name] for board in boards.BOARDS if job.name in by_board[board.name]}
            if costs:
                yield job.title, who, costs


def shown(cost, quantity):
    if quantity == "ram":
        return f"{cost['static']} + {cost['heap']}" if cost["static"] or cost["heap"] else "0"
    if quantity == "stack" and "bound" in cost:
        return f"{cost['stack']} (≤ {cost['bound']})"
    return str(cost[quantity])


def tables(found):
    parts = []
    for quantity, title in QUANTITIES.items():
        lines = [[job if who == LIBCRI else "", who, *(shown(cost, quantity) for cost in costs.values())]
                 for job, who, costs in lines_of(found)]
        parts.append(f"{title}:\n\n" + as_table(["A client that can", "", *(f"{board.name}:" for board in boards.BOARDS)], lines))
    return "\n".join(parts)


def bounds_table(found):
    """The highest bounds of every target without an operating system."""
    lines = []
    for name, bounds in found["bounds"].items():
        of_it = sorted(((bound, function) for function, bound in boards.exported_only(bounds).items()), reverse=True)
        median = of_it[len(of_it) // 2][0]
        lines.append([name, len(of_it), median, sum(bound <= STACK_BUDGET for bound, _ in of_it),
                      ", ".join(f"`{function}` {bound}" for bound, function in of_it[:3])])
    return as_table(["Processor", "Functions:", "Median:", f"At most {STACK_BUDGET}:", "Most"], lines)


def plot(found):
    """A panel for each quantity; a group for each job and library, in it a bar for each board."""
    left, top, width, step, gap = 400, 66, 300, 7, 12
    rows = list(lines_of(found))
    group = step * len(boards.BOARDS) + gap
    panels = [("flash", "flash, bytes"), ("stack", "stack, bytes"), ("instructions", "instructions")]
    parts = [plots.text(10, 22, "What a client costs", more=' font-weight="bold"'),
             plots.text(10, 40, "figures: Cortex-M3", colour="#777")]
    for number, board in enumerate(boards.BOARDS):
        x = left + 110 * number
        parts += [f'<rect x="{x}" y="12" width="12" height="12" fill="{plots.COLOURS[number]}"/>', plots.text(x + 16, 22, board.name)]
    for panel, (quantity, title) in enumerate(panels):
        x = left + panel * (width + 60)
        most = max(cost[quantity] for _, _, costs in rows for cost in costs.values())
        parts.append(plots.text(x, top - 12, title, more=' font-weight="bold"'))
        for at, (_, _, costs) in enumerate(rows):
            for number, cost in enumerate(costs.values()):
                y, length = top + at * group + number * step, width * cost[quantity] / most
                parts.append(f'<rect x="{x}" y="{y}" width="{length:.1f}" height="{step - 1}" fill="{plots.COLOURS[number]}"/>')
            longest = max(cost[quantity] for cost in costs.values())
            parts.append(plots.text(x + width * longest / most + 5, top + at * group + 21, f"{costs['Cortex-M3'][quantity]:,}", colour="#777"))
    for at, (job, who, _) in enumerate(rows):
        y = top + at * group + 20
        parts.append(plots.text(left - 10, y, who, "end", "#222" if who == LIBCRI else "#777"))
        if who == LIBCRI:
            parts.append(plots.text(10, y, job, colour="#222"))
    return plots.svg(left + len(panels) * (width + 60), top + len(rows) * group, parts)
