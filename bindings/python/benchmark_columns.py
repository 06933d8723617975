#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Columns against loops: benchmark_columns.py [ROWS]

Converts and resolves the same rows with libcri.arrow, with a loop over libcri.CRI, and with loops over other libraries. Each way is
timed ROUNDS times in turn, and its best time counts, in processor time; ratios are within this run.

What they do is not the same: libcri checks the grammar and writes CBOR; can_ada reads what browsers read; yarl and urllib do not
check the grammar. To compare like with like, the loops parse and normalise as far as each library does, and resolve to text.
"""
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

import can_ada
import hyperlink
import pyarrow as pa
import rfc3986
import yarl

from libcri import CRI, arrow

ROUNDS = 3
BASE = "coap://gateway.example:61616/floors/2/rooms/light?unit=c"
Kind = Callable[[int, int], str]
# URIs and references as they are in link documents: queries, percent-encoding, dot segments.
ABSOLUTE: list[Kind] = [
    lambda a, b: f"coap://node{a}.example/sensors/{b}/temperature",
    lambda a, b: f"coap://[2001:db8::{a:x}]:61616/%7Euser/{b}/caf%C3%A9",
    lambda a, b: f"coaps://node{a}.example:5684/a/./b/../{b}?unit=c#value",
]
RELATIVE: list[Kind] = [
    lambda a, b: f"../../rooms/{a}/sensors/{b}",
    lambda a, b: f"/floors/{a}/rooms/{b}?unit=c&x={a}",
    lambda a, b: f"//node{a}.example:5684/a/./b/../{b}#value",
]


def texts(kinds: list[Kind], rows: int) -> list[str]:
    rng = random.Random(7)
    return [rng.choice(kinds)(rng.randrange(1000), rng.randrange(10000)) for _ in range(rows)]


def ways(count: int) -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """What is done, by what, and how."""
    rows = texts(ABSOLUTE, count)
    column = pa.array(rows)
    yield "convert", "libcri.arrow", lambda: arrow.from_uri(column)
    yield "convert", "libcri.CRI", lambda: [CRI.from_uri(row) for row in rows]
    yield "convert", "can_ada", lambda: [can_ada.parse(row) for row in rows]
    yield "convert", "rfc3986", lambda: [rfc3986.uri_reference(row).normalize() for row in rows]
    yield "convert", "hyperlink", lambda: [hyperlink.URL.from_text(row).normalize() for row in rows]
    yield "convert", "yarl", lambda: [yarl.URL(row) for row in rows]
    yield "convert", "urllib", lambda: [urlsplit(row) for row in rows]
    # From what is stored to what is shown: CRIs to URIs, text to text.
    links = texts(ABSOLUTE + RELATIVE, count)
    cris = arrow.from_uri(pa.array(links))
    encoded, base, base_rfc3986, base_yarl = cris.to_pylist(), CRI(BASE), rfc3986.uri_reference(BASE), yarl.URL(BASE)
    base_hyperlink = hyperlink.URL.from_text(BASE)
    yield "resolve", "libcri.arrow", lambda: arrow.to_uri(arrow.resolve(base, cris))
    yield "resolve", "libcri.CRI", lambda: [base.resolve(CRI.parse(row)).to_uri() for row in encoded]
    yield "resolve", "rfc3986", lambda: [
        rfc3986.uri_reference(row).resolve_with(base_rfc3986).unsplit() for row in links
    ]
    yield "resolve", "hyperlink", lambda: [base_hyperlink.click(row).to_text() for row in links]
    yield "resolve", "yarl", lambda: [str(base_yarl.join(yarl.URL(row))) for row in links]
    yield "resolve", "urllib", lambda: [urljoin(BASE, row) for row in links]
    bases = pa.array([bytes(base)] * count)
    for name, call in (
        ("base by row", lambda: arrow.to_uri(arrow.resolve(bases, cris))),
        ("validate", lambda: arrow.validate(cris)),
        ("to_uri", lambda: arrow.to_uri(cris)),
        ("normalize", lambda: arrow.normalize(cris)),
        ("hash", lambda: arrow.hash(cris)),
        ("problems", lambda: arrow.problems(pa.array(links), notation="uri")),
    ):
        yield name, "libcri.arrow", call


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    best: dict[tuple[str, str], float] = {}
    for _ in range(ROUNDS):
        for task, library, call in ways(count):
            yarl.cache_clear()
            begin = time.process_time()
            call()
            seconds = time.process_time() - begin
            best[task, library] = min(best.get((task, library), seconds), seconds)
    print(f"{count} rows, best of {ROUNDS}\n\n| | | rows/s | time to libcri.arrow's |\n|---|---|--:|--:|")
    for (task, library), seconds in best.items():
        ratio = seconds / best[task, "libcri.arrow"]
        print(f"| {task} | {library} | {count / seconds:,.0f} | {ratio:.1f} |")


if __name__ == "__main__":
    main()
