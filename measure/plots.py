# SPDX-License-Identifier: MIT OR Apache-2.0
"""Plots as SVG, with nothing but text."""

import math
from xml.sax.saxutils import escape

import rows

COLOURS = ["#1b6ca8", "#c0392b", "#218c5a", "#8e44ad", "#d4820c", "#16a0a0", "#7f5539", "#444444", "#c2185b", "#6b8e23"]
PLOTTED = ["from_uri", "to_uri", "parse", "encode", "to_coap", "from_coap", "equal", "hash", "uri_split", "uri_resolve, as base"]


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


def bytes_of(size):
    return f"{size // 1024} KiB" if size >= 1024 else f"{size} B"


def cost(growth):
    """Instructions over length, both logarithmic, of ordinary inputs."""
    left, top, width, height = 86, 40, 560, 420
    curves = [(name, growth[name]["ordinary"]["points"]) for name in PLOTTED if "ordinary" in growth.get(name, {})]
    highest = max(cost for _, points in curves for _, cost in points)
    decades = math.ceil(math.log10(highest))

    def at(length, instructions):
        x = left + width * (math.log2(length) - 4) / 12.5
        y = top + height * (1 - (math.log10(max(instructions, 10)) - 1) / (decades - 1))
        return x, y

    parts = [text(left, 22, "Instructions on the host over input size, ordinary inputs", more=' font-weight="bold"')]
    for power in range(4, 17, 2):
        x, _ = at(2**power, 10)
        parts += [line(x, top, x, top + height, "#ddd"), text(x, top + height + 18, bytes_of(2**power), "middle")]
    for power in range(1, decades + 1):
        _, y = at(16, 10**power)
        parts += [line(left, y, left + width, y, "#ddd"), text(left - 8, y + 4, f"{10**power:,}", "end")]
    # A slope of one, to compare with.
    (x1, y1), (x2, y2) = at(16, 16), at(65536, 65536)
    parts += [line(x1, y1, x2, y2, "#999", ' stroke-dasharray="4 4"'), text(x2 - 4, y2 + 16, "one per byte", "end", "#777")]
    ends = sorted((at(*points[-1])[1], name) for name, points in curves)
    places, last = {}, 0
    for y, name in ends:
        last = max(y, last + 15)
        places[name] = last
    for (name, points), colour in zip(curves, COLOURS):
        path = " ".join("{:.1f},{:.1f}".format(*at(*point)) for point in points)
        parts += [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>',
                  *['<circle cx="{:.1f}" cy="{:.1f}" r="2.5" fill="{}"/>'.format(*at(*point), colour) for point in points],
                  text(left + width + 6, places[name] + 4, name, colour=colour)]
    return svg(left + width + 170, top + height + 34, parts)


def flash(clients, sets):
    """A bar for each client program and set of functions, and where its budget is."""
    left, top, width, step = 330, 50, 520, 26
    bars = [(client.title, clients[client.name]["full"]["text"], client.budget) for client in rows.CLIENTS]
    bars += [(chosen.title, sets[chosen.name][chosen.archive]["text"], None) for chosen in rows.SETS]
    largest = max(max(value, budget or 0) for _, value, budget in bars)
    parts = [text(10, 22, "Flash on a Cortex-M3, bytes linked with --gc-sections", more=' font-weight="bold"'),
             text(10, 38, "dark line: the budget", colour="#777")]
    for number, (title, value, budget) in enumerate(bars):
        y = top + number * step
        over = budget is not None and value > budget
        colour = "#c0392b" if over else "#218c5a" if budget is not None else "#7a9cc6"
        length = width * value / largest
        parts += [text(left - 8, y + 14, title, "end"),
                  f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{step - 8}" fill="{colour}"/>',
                  text(left + length + 6, y + 14, f"{value:,}")]
        if budget is not None:
            x = left + width * budget / largest
            parts.append(line(x, y - 3, x, y + step - 5, "#111", ' stroke-width="2"'))
    return svg(left + width + 70, top + len(bars) * step + 10, parts)
