# SPDX-License-Identifier: MIT OR Apache-2.0
"""The two plots of docs/measurements.md as SVG, with nothing but text."""

import math
from xml.sax.saxutils import escape

COLOURS = ["#1b6ca8", "#c0392b", "#218c5a", "#8e44ad", "#d4820c", "#16a0a0", "#7f5539", "#444444", "#c2185b", "#6b8e23"]
GREY = "#777"


# REUSE-IgnoreStart
def svg(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="sans-serif" font-size="12">\n<!-- SPDX-License-Identifier: MIT OR Apache-2.0 -->\n'
            f'<rect width="{width}" height="{height}" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n")
# REUSE-IgnoreEnd


def text(x, y, content, anchor="start", colour="#222", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"{more}>{escape(content)}</text>'


def line(x1, y1, x2, y2, colour, more=""):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"{more}/>'


def bar(x, y, width, height, colour):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height}" fill="{colour}"/>'


def growth(curves):
    """Instructions over length, both logarithmic: curves by name, each of points."""
    left, top, width, height = 86, 40, 560, 420
    powers, points = range(8, 17, 2), [point for curve in curves.values() for point in curve]
    lowest, highest = (math.floor(math.log10(min(cost for _, cost in points))), math.ceil(math.log10(max(cost for _, cost in points))))

    def at(length, instructions):
        return (left + width * (math.log2(length) - powers[0]) / (powers[-1] - powers[0] + 0.5),
                top + height * (1 - (math.log10(instructions) - lowest) / (highest - lowest)))

    parts = [text(left, 22, "Instructions on the host over the size of the input", more=' font-weight="bold"')]
    for power in powers:
        x, _ = at(2**power, 10**lowest)
        parts += [line(x, top, x, top + height, "#ddd"), text(x, top + height + 18, f"{2**power:,} B", "middle")]
    for power in range(lowest, highest + 1):
        _, y = at(2, 10**power)
        parts += [line(left, y, left + width, y, "#ddd"), text(left - 8, y + 4, f"{10**power:,}", "end")]
    last = 0.0
    for name, curve in sorted(curves.items(), key=lambda item: at(*item[1][-1])[1]):
        colour = COLOURS[list(curves).index(name) % len(COLOURS)]
        path = " ".join("{:.1f},{:.1f}".format(*at(*point)) for point in curve)
        last = max(at(*curve[-1])[1], last + 15)
        parts += [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>',
                  text(left + width + 6, last + 4, name, colour=colour)]
    return svg(left + width + 130, top + height + 34, parts)


def clients(boards, rows):
    """A panel for each quantity; in it a group for each row (title, whose, costs by board), with a bar for each board."""
    left, top, width, step, gap = 330, 66, 270, 6, 10
    group = step * len(boards) + gap
    parts = [text(10, 22, "What a client costs", more=' font-weight="bold"'), text(10, 40, "figures: Cortex-M3", colour=GREY)]
    for number, board in enumerate(boards):
        parts += [bar(left + 110 * number, 12, 12, 12, COLOURS[number]), text(left + 110 * number + 16, 22, board)]
    for panel, (quantity, title) in enumerate([("flash", "flash, bytes"), ("stack", "stack, bytes"), ("instructions", "instructions")]):
        x, most = left + panel * (width + 60), max(cost[quantity] for _, _, costs in rows for cost in costs.values())
        parts.append(text(x, top - 12, title, more=' font-weight="bold"'))
        for at, (_, _, costs) in enumerate(rows):
            lengths = [width * cost[quantity] / most for cost in costs.values()]
            parts += [bar(x, top + at * group + number * step, length, step - 1, COLOURS[number]) for number, length in enumerate(lengths)]
            parts.append(text(x + max(lengths) + 5, top + at * group + 19, f"{costs['Cortex-M3'][quantity]:,}", colour=GREY))
    for at, (title, who, _) in enumerate(rows):
        parts += [text(left - 10, top + at * group + 18, who, "end", "#222" if title else GREY), text(10, top + at * group + 18, title)]
    return svg(left + 3 * (width + 60), top + len(rows) * group, parts)
