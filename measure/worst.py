# SPDX-License-Identifier: MIT OR Apache-2.0
"""The inputs that take the operations longest for each byte: a search (worst.c), and what it has found (worst.csv)."""

import csv

import figures
import tools
from tables import as_table
from tools import ROOT, run

FOUND = ROOT / "measure" / "worst.csv"
# For each operation: in each run of script/measure, and in a search of its own.
FEW_STEPS, MANY_STEPS = 1000, 100_000
FIELDS = ["operation", "bytes", "instructions", "result", "input"]
HEAD = """# SPDX-License-Identifier: MIT OR Apache-2.0
# Inputs on which operations take most instructions for each byte, on a Cortex-M3, in hex: made by script/measure --worst, which
# begins with them.
"""


def recorded():
    if not FOUND.exists():
        return []
    with FOUND.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def search(archive, steps, seed):
    """Searches for so many steps for each operation, from what is recorded on; returns and records what is worst now."""
    cc = tools.m3_compiler()
    table = cc.directory / "worst-known.c"
    rows = recorded()
    literals = ["".join(f"\\x{row['input'][at:at + 2]}" for at in range(0, len(row["input"]), 2)) for row in rows]
    lines = [f'    {{"{row["operation"]}", {len(row["input"]) // 2}, "{literal}"}},' for row, literal in zip(rows, literals)]
    # Never empty, which C does not allow.
    table.write_text('#include "worst.h"\n\nconst struct known known_worst[] = {\n' + "\n".join([*lines, '    {"", 0, ""},'])
                     + "\n};\nconst size_t known_worst_count = sizeof known_worst / sizeof *known_worst;\n")
    parts = [cc.object("c-tests/qemu/bare/cortex-m.c", name="start"), cc.object(table, "-Imeasure"),
             cc.object("measure/worst.c", f"-DWORST_STEPS={steps}", f"-DWORST_SEED={seed}"), cc.object("measure/class-ops.c"),
             tools.class_table(cc)]
    program = cc.link("worst.elf", *tools.M3_LINK, *parts, archive)
    output = run("timeout", "7200", *figures.QEMU, *figures.COUNTING, "-kernel", program)
    found = [dict(zip(FIELDS, line)) for line in figures.table(output)]
    with FOUND.open("w", encoding="utf-8", newline="") as file:
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
