# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tables of Markdown."""


def cell(value):
    return "" if value is None else str(value)


def as_table(heads, lines):
    """A table; columns whose head ends with a colon are aligned to the right."""
    rule = ["---:" if head.endswith(":") else "---" for head in heads]
    shown = [[head.removesuffix(":") for head in heads], rule, *lines]
    return "\n".join("| " + " | ".join(cell(value) for value in line) + " |" for line in shown) + "\n"
