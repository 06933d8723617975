#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Objects of several libraries on the same URIs, in one interleaved run: benchmark.py [ROWS]

Each way is timed ROUNDS times in turn, without the garbage collector, and its best processor time counts; ratios are of one run. What
the libraries do is not the same: libcri checks the grammar and normalises, can_ada reads what browsers read, yarl and urllib do not
check the grammar. Memory is what a process grows by, before a component is read.
"""
import gc
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import can_ada
import hyperlink
import rfc3986
import yarl

from libcri import CRI

ROUNDS = 7


def uris(rows: int) -> list[str]:
    """URIs of gateways and nodes: names, IPv4 and IPv6 addresses, ports, queries, fragments."""
    rng = random.Random(7)
    kinds: list[Callable[[int, int], str]] = [
        lambda a, b: f"coap://node{a}.example/sensors/{b}/temperature",
        lambda a, b: f"coap://[2001:db8::{a:x}]:61616/floors/{a}/rooms/{b}?unit=c",
        lambda a, b: f"coaps://gateway.example:5685/floors/{a}/rooms/{b}/light?x={a}&unit=c",
        lambda a, b: f"coap://192.0.2.{a % 255}/a/{b}#value",
    ]
    return [rng.choice(kinds)(rng.randrange(1000), rng.randrange(10000)) for _ in range(rows)]


MAKERS: dict[str, tuple[Callable[[str], Any], tuple[str, str, str]]] = {
    "libcri": (CRI.from_uri, ("host", "port", "path")),
    "can_ada": (can_ada.parse, ("hostname", "port", "pathname")),
    "urllib": (urlsplit, ("hostname", "port", "path")),
    "yarl": (yarl.URL, ("host", "port", "parts")),
    "rfc3986": (rfc3986.uri_reference, ("host", "port", "path")),
    "hyperlink": (hyperlink.URL.from_text, ("host", "port", "path")),
}


def loop(library: str, rows: list[str], components: bool) -> Callable[[], None]:
    """A loop without calls of its own: attributes are looked up by their names, as programs do."""
    make, names = MAKERS[library]
    reads = "; ".join(f"made.{name}" for name in names) if components else "pass"
    scope: dict[str, Any] = {"make": make, "rows": rows}
    exec(f"def run():\n for row in rows:\n  made = make(row); {reads}", scope)
    run: Callable[[], None] = scope["run"]
    return run


def bytes_per_object(library: str) -> float:
    """In a process of its own: allocators keep what they had."""
    command = [sys.executable, __file__, "--memory", library]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def memory(library: str) -> None:
    rows = uris(100_000)
    make, made = MAKERS[library][0], [None] * len(rows)
    before = resident()
    for index, row in enumerate(rows):
        made[index] = make(row)
    print((resident() - before) / len(rows))


def resident() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4096


def main(count: int) -> None:
    rows = uris(count)
    tasks = {"parse": False, "and host, port, path": True}
    loops = {(task, library): loop(library, rows, parts) for task, parts in tasks.items() for library in MAKERS}
    best: dict[tuple[str, str], float] = {}
    gc.disable()
    for _ in range(ROUNDS):
        for way, run in loops.items():
            yarl.cache_clear()
            begin = time.process_time()
            run()
            best[way] = min(best.get(way, 1e9), time.process_time() - begin)
    print(f"{count} URIs of {sum(map(len, rows)) / count:.0f} characters, best of {ROUNDS}\n")
    print("| ns an object | " + " | ".join(tasks) + " | time to can_ada's | bytes |\n|---|--:|--:|--:|--:|")
    last = list(tasks)[-1]
    for library in MAKERS:
        times = " | ".join(f"{best[task, library] / count * 1e9:.0f}" for task in tasks)
        ratio = best[last, library] / best[last, "can_ada"]
        print(f"| {library} | {times} | {ratio:.2f} | {bytes_per_object(library):.0f} |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--memory"]:
        memory(sys.argv[2])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
