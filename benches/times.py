#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""
Prints the table of times in README: times of `cargo bench` on this machine, which should do nothing else, and
instructions of a Cortex-M3 from build/measure/figures.json, which script/measure writes.
"""
import argparse
import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = ["by hand", "uriparser", "libcoap"]
# Each task, its group in operations.rs, the functions of the columns there, and its operation in cost/operations.c.
TASKS = [
    ("check a CRI", "parse", ["libcri", "by hand"], "parse"),
    ("make the options of a request from a CRI", "to_options", ["libcri", "by hand"], "to_coap"),
    ("make the options from the URI", "to_options", ["libcri, of the text", "libcoap, of the text"], "uri_to_coap"),
    ("make a CRI from the URI", "from_uri", ["libcri", "by hand", "uriparser, normalises only"], "from_uri"),
    ("resolve a reference against the URI, as text", "resolve", ["libcri, of texts", "uriparser, of texts"],
     "uri_resolve"),
]


def times():
    """Returns the nanoseconds of each group and function, for the kind of input "coap"."""
    found = {}
    for about in (ROOT / "target/criterion").glob("*/*/coap/new/benchmark.json"):
        name = json.loads(about.read_text())
        estimates = json.loads(about.with_name("estimates.json").read_text())
        found[name["group_id"], name["function_id"]] = estimates["median"]["point_estimate"]
    return found


def main():
    argparse.ArgumentParser(description=__doc__).parse_args()
    groups = "|".join(sorted({group for _, group, *_ in TASKS}))
    subprocess.run(["cargo", "bench", "--locked", "--", f"^({groups})/.*/coap$"], cwd=ROOT, check=True)
    found = times()
    figures = json.loads((ROOT / "build/measure/figures.json").read_text())
    m3 = {name: value for measure, name, one, value, *_ in figures if (measure, one) == ("m3", "benchmark base")}
    print("| Task | libcri | " + " | ".join(LIBRARIES) + " | libcri on a Cortex-M3 |\n" + "|---" * 6 + "|")
    for task, group, functions, operation in TASKS:
        cells = {name.split(",")[0]: f"{found[group, name]:.0f} ns" for name in functions}
        count = m3[operation]
        # An instruction takes 1.5 cycles of 64 MHz.
        cells = [cells["libcri"], *(cells.get(library, "–") for library in LIBRARIES),
                 f"{count:,} instructions, ~{count * 1.5 / 64:.0f} µs"]
        print(f"| {task} | " + " | ".join(cells) + " |")


main()
