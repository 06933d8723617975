# SPDX-License-Identifier: MIT OR Apache-2.0
"""The plot of docs/measurements.md as SVG, with nothing but text."""

import math
from xml.sax.saxutils import escape

COLOURS = ["#1b6ca8", "#c0392b", "#218c5a", "#8e44ad", "#d4820c", "#16a0a0", "#7f5539", "#444444", "#c2185b", "#6b8e23"]


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
