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
# Each task, the functions of its columns in operations.rs, and its operation in cost/operations.c.
COLUMNS = ["libcri", "uriparser", "libcoap"]
TASKS = [
    ("check a CRI", ["parse/libcri"], "parse"),
    ("make the options of a request from a CRI", ["to_options/libcri"], "to_coap"),
    ("make the options from the URI", ["to_options/libcri, of the text", "", "to_options/libcoap, of the text"],
     "uri_to_coap"),
    ("make a CRI from the URI", ["from_uri/libcri", "from_uri/uriparser, normalises only"], "from_uri"),
    ("resolve a reference against the URI, as text", ["resolve/libcri, of texts", "resolve/uriparser, of texts"],
     "uri_resolve"),
]


def main():
    argparse.ArgumentParser(description=__doc__).parse_args()
    groups = "|".join({functions[0].split("/")[0] for _, functions, _ in TASKS})
    subprocess.run(["cargo", "bench", "--locked", "--", f"^({groups})/.*/coap$"], cwd=ROOT, check=True)
    found = {"": "–"}
    for about in (ROOT / "target/criterion").glob("*/*/coap/new/benchmark.json"):
        median = json.loads(about.with_name("estimates.json").read_text())["median"]["point_estimate"]
        found[json.loads(about.read_text())["title"].removesuffix("/coap")] = f"{median:.0f} ns"
    figures = json.loads((ROOT / "build/measure/figures.json").read_text())
    m3 = {name: value for measure, name, one, value, *_ in figures if (measure, one) == ("m3", "benchmark base")}
    print("| Task | " + " | ".join(COLUMNS) + " | libcri on a Cortex-M3 |\n" + "|---" * 5 + "|")
    for task, functions, operation in TASKS:
        cells = [found[name] for name in [*functions, "", ""][:len(COLUMNS)]]
        # An instruction takes 1.5 cycles of 64 MHz.
        cells.append(f"{m3[operation]:,} instructions, ~{m3[operation] * 1.5 / 64:.0f} µs")
        print(f"| {task} | " + " | ".join(cells) + " |")


main()
