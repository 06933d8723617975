#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Columns against loops: benchmark.py [ROWS]

Converts and resolves the same rows with libcri.arrow, with a loop over libcri.CRI, and with loops over rfc3986, hyperlink, yarl and
urllib. Each way is timed ROUNDS times in turn, and its best time counts, in processor time; ratios are within this run.

What they do is not the same: libcri checks the grammar, normalises, and writes CBOR; yarl and urllib do not check the grammar. To
compare like with like, the loops parse and normalise as far as each library does, and resolve to text.
"""
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

import hyperlink
import pyarrow as pa
import rfc3986
import yarl

from libcri import CRI, arrow

ROUNDS = 3
BASE = "coap://gateway.example:61616/floors/2/rooms/light?unit=c"


def uris(rows: int) -> list[str]:
    """References as they are in link documents: relative ones, absolute ones, queries, percent-encoding, dot segments."""
    rng = random.Random(7)
    kinds: list[Callable[[int, int], str]] = [
        lambda a, b: f"../../rooms/{a}/sensors/{b}",
        lambda a, b: f"/floors/{a}/rooms/{b}?unit=c&x={a}",
        lambda a, b: f"coap://node{a}.example/sensors/{b}/temperature",
        lambda a, b: f"coap://[2001:db8::{a:x}]:61616/%7Euser/{b}/caf%C3%A9",
        lambda a, b: f"//node{a}.example:5684/a/./b/../{b}#value",
    ]
    return [rng.choice(kinds)(rng.randrange(1000), rng.randrange(10000)) for _ in range(rows)]


def ways(rows: list[str]) -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """What is done, by what, and how."""
    column = pa.array(rows)
    cris = arrow.from_uri(column)
    encoded = cris.to_pylist()
    base, base_rfc3986, base_yarl = CRI.from_uri(BASE), rfc3986.uri_reference(BASE), yarl.URL(BASE)
    base_hyperlink = hyperlink.URL.from_text(BASE)
    yield "convert", "libcri.arrow", lambda: arrow.from_uri(column)
    yield "convert", "libcri.CRI", lambda: [CRI.from_uri(row) for row in rows]
    yield "convert", "rfc3986", lambda: [rfc3986.uri_reference(row).normalize() for row in rows]
    yield "convert", "hyperlink", lambda: [hyperlink.URL.from_text(row).normalize() for row in rows]
    yield "convert", "yarl", lambda: [yarl.URL(row) for row in rows]
    yield "convert", "urllib", lambda: [urlsplit(row) for row in rows]
    # From what is stored to what is shown: CRIs to URIs, text to text.
    yield "resolve", "libcri.arrow", lambda: arrow.to_uri(arrow.resolve(base, cris))
    yield "resolve", "libcri.CRI", lambda: [base.resolve(CRI.parse(row)).to_uri() for row in encoded]
    yield "resolve", "rfc3986", lambda: [
        rfc3986.uri_reference(row).resolve_with(base_rfc3986).unsplit() for row in rows
    ]
    yield "resolve", "hyperlink", lambda: [base_hyperlink.click(row).to_text() for row in rows]
    yield "resolve", "yarl", lambda: [str(base_yarl.join(yarl.URL(row))) for row in rows]
    yield "resolve", "urllib", lambda: [urljoin(BASE, row) for row in rows]
    yield "validate", "libcri.arrow", lambda: arrow.validate(cris)
    yield "to_uri", "libcri.arrow", lambda: arrow.to_uri(cris)
    yield "hash", "libcri.arrow", lambda: arrow.hash(cris)


def main() -> None:
    rows = uris(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
    best: dict[tuple[str, str], float] = {}
    for _ in range(ROUNDS):
        for task, library, call in ways(rows):
            yarl.cache_clear()
            begin = time.process_time()
            call()
            seconds = time.process_time() - begin
            best[task, library] = min(best.get((task, library), seconds), seconds)
    print(f"{len(rows)} rows, best of {ROUNDS}\n\n| | | rows/s | time to libcri.arrow's |\n|---|---|--:|--:|")
    for (task, library), seconds in best.items():
        ratio = seconds / best[task, "libcri.arrow"]
        print(f"| {task} | {library} | {len(rows) / seconds:,.0f} | {ratio:.1f} |")


if __name__ == "__main__":
    main()
