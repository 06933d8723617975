# SPDX-License-Identifier: MIT OR Apache-2.0
"""The inputs that take the operations longest for each byte: a search (worst.c), and what it has found (worst.csv)."""

import csv

import figures
import inputs
import tools
from tables import as_table
from tools import run

# For each operation: in each run of script/measure, and in a search of its own.
FEW_STEPS, MANY_STEPS = 1000, 100_000
FIELDS = ["operation", "bytes", "instructions", "result", "input"]
HEAD = """# SPDX-License-Identifier: MIT OR Apache-2.0
# Inputs on which operations take most instructions for each byte, on a Cortex-M3, in hex: made by script/measure, which looks on
# from them, and by script/measure --worst, which looks for longer.
"""


def search(archive, steps, seed):
    """Searches for so many steps for each operation, from what is recorded on; returns and records what is worst now."""
    cc = tools.m3_compiler()
    parts = [cc.object("c-tests/qemu/bare/cortex-m.c", name="start"), tools.input_table(cc), cc.object("measure/raw.c"),
             cc.object("measure/worst.c", f"-DWORST_STEPS={steps}", f"-DWORST_SEED={seed}"), cc.object("measure/class-ops.c"),
             tools.class_table(cc)]
    program = cc.link("worst.elf", *tools.M3_LINK, *parts, archive)
    output = run("timeout", "7200", *figures.QEMU, *figures.COUNTING, "-kernel", program)
    found = [dict(zip(FIELDS, line)) for line in figures.table(output)]
    with inputs.FOUND.open("w", encoding="utf-8", newline="") as file:
        file.write(HEAD)
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    return found


def shown(data):
    """Bytes as text where they are printable, else in hex."""
    text = "".join(chr(byte) if 0x20 <= byte < 0x7f and byte not in b"`|\\" else f"\\x{byte:02x}" for byte in data)
    return f"`{text}`" if len(text) < 2 * len(data) else data.hex()


def table(rows):
    lines = [[row["operation"], row["result"], row["bytes"], row["instructions"],
              f"{int(row['instructions']) / int(row['bytes']):.0f}", shown(bytes.fromhex(row["input"]))]
             for row in sorted(rows, key=lambda row: -int(row["instructions"]) / int(row["bytes"]))]
    return as_table(["Operation", "Result", "Bytes:", "Instructions:", "For each byte:", "Input"], lines)
