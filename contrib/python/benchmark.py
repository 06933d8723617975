#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Measures the processor time of libcri and of other libraries on the same URIs, in one interleaved run.

The libraries do different work: libcri checks the grammar and normalises, can_ada accepts the same URLs as browsers,
yarl and urllib do not check the grammar. To make the comparison fair, the loops for columns parse and normalise as far
as each library can, and resolve to text. The memory of an object is the growth of a process before a component is read.
"""
import argparse
import gc
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin, urlsplit

import can_ada
import hyperlink
import pyarrow as pa
import rfc3986
import yarl

from libcri import CRI, Option, arrow, links
from libcri.coap import uri_to_options

BASE = "coap://gateway.example:61616/floors/2/rooms/light?unit=c"
Kind = Callable[[int, int], str]
# URIs of gateways and nodes, with names, IPv4 and IPv6 addresses, ports, queries and fragments.
NODES: list[Kind] = [
    lambda a, b: f"coap://node{a}.example/sensors/{b}/temperature",
    lambda a, b: f"coap://[2001:db8::{a:x}]:61616/floors/{a}/rooms/{b}?unit=c",
    lambda a, b: f"coaps://gateway.example:5685/floors/{a}/rooms/{b}/light?x={a}&unit=c",
    lambda a, b: f"coap://192.0.2.{a % 255}/a/{b}#value",
]
# URIs and references as in link documents, with queries, percent-encoding and dot segments.
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
# For each library, the function that parses a text, and the names of the attributes for host, port and path.
MAKERS: dict[str, tuple[Callable[[str], Any], tuple[str, str, str]]] = {
    "libcri": (CRI.from_uri, ("host", "port", "path")),
    "can_ada": (can_ada.parse, ("hostname", "port", "pathname")),
    "urllib": (urlsplit, ("hostname", "port", "path")),
    "yarl": (yarl.URL, ("host", "port", "parts")),
    "rfc3986": (rfc3986.uri_reference, ("host", "port", "path")),
    "hyperlink": (hyperlink.URL.from_text, ("host", "port", "path")),
}
ROUTES = ["/", "/sensors/{}/temperature", "/floors/{}/rooms/{*}", "/a/{}"]
ATTRIBUTES = pa.list_(pa.struct({"name": pa.string(), "value": pa.string()}))
LINKS = pa.list_(pa.struct({"target": pa.string(), "attributes": ATTRIBUTES}))
OPTIONS = pa.list_(pa.struct({"number": pa.uint16(), "value": pa.binary()}))
Ways = dict[tuple[str, str], Callable[[], Any]]


def texts(kinds: list[Kind], rows: int) -> list[str]:
    rng = random.Random(7)
    return [rng.choice(kinds)(rng.randrange(1000), rng.randrange(10000)) for _ in range(rows)]


def loop(library: str, rows: list[str], components: bool) -> Callable[[], None]:
    """Compiles a loop that parses texts and, if components is true, reads three attributes by their names, as in a
    program. It calls no other function, which would take time.
    """
    make, names = MAKERS[library]
    reads = "; ".join(f"made.{name}" for name in names) if components else "pass"
    scope: dict[str, Any] = {"make": make, "rows": rows}
    exec(f"def run():\n for row in rows:\n  made = make(row); {reads}", scope)
    run: Callable[[], None] = scope["run"]
    return run


def objects(count: int) -> Ways:
    rows = texts(NODES, count)
    tasks = {"parse": False, "and host, port, path": True}
    return {(task, library): loop(library, rows, parts) for task, parts in tasks.items() for library in MAKERS}


def options_udf(uri: str) -> list[Option]:
    return list(uri_to_options(uri))


def links_udf(document: str) -> list[dict[str, Any]]:
    return [
        {"target": link.target, "attributes": [{"name": name, "value": value} for name, value in link.attributes]}
        for link in links.loads(document)
    ]


def route_udf(encoded: bytes) -> int | None:
    path = CRI.parse(encoded).path or ()
    for index, pattern in enumerate(PIECES):
        if len(path) == len(pattern) or (pattern[-1:] == ["{*}"] and len(path) >= len(pattern) - 1):
            if all(wanted in ("{}", "{*}", segment) for wanted, segment in zip(pattern, path)):
                return index
    return None


PIECES = [[piece for piece in pattern.split("/") if piece] for pattern in ROUTES]


def columns(count: int) -> Ways:
    absolute, references = texts(ABSOLUTE, count), texts(ABSOLUTE + RELATIVE, count)
    column, cris = pa.array(absolute), arrow.from_uri(pa.array(references))
    requests = pa.array([uri.partition("#")[0] for uri in absolute])
    nodes = arrow.from_uri(pa.array(texts(NODES, count)))
    documents = pa.array([f'<{uri}>;rt="temperature core.s";ct=40,</led>;if=actuator;obs' for uri in absolute])
    encoded, bases = cris.to_pylist(), pa.array([bytes(CRI(BASE))] * count)
    base, base_rfc3986, base_yarl = CRI(BASE), rfc3986.uri_reference(BASE), yarl.URL(BASE)
    base_hyperlink = hyperlink.URL.from_text(BASE)
    parse_rfc3986, parse_hyperlink = rfc3986.uri_reference, hyperlink.URL.from_text
    return {
        ("convert", "libcri.arrow"): lambda: arrow.from_uri(column),
        ("convert", "libcri.CRI"): lambda: [CRI.from_uri(row) for row in absolute],
        ("convert", "can_ada"): lambda: [can_ada.parse(row) for row in absolute],
        ("convert", "rfc3986"): lambda: [parse_rfc3986(row).normalize() for row in absolute],
        ("convert", "hyperlink"): lambda: [parse_hyperlink(row).normalize() for row in absolute],
        ("convert", "yarl"): lambda: [yarl.URL(row) for row in absolute],
        ("convert", "urllib"): lambda: [urlsplit(row) for row in absolute],
        # Each loop converts the form that a program stores to the form that it displays: libcri converts CRIs to URIs,
        # the other libraries convert text to text.
        ("resolve", "libcri.arrow"): lambda: arrow.to_uri(arrow.resolve(base, cris)),
        ("resolve", "libcri.CRI"): lambda: [base.resolve(CRI.parse(row)).to_uri() for row in encoded],
        ("resolve", "rfc3986"): lambda: [parse_rfc3986(row).resolve_with(base_rfc3986).unsplit() for row in references],
        ("resolve", "hyperlink"): lambda: [base_hyperlink.click(row).to_text() for row in references],
        ("resolve", "yarl"): lambda: [str(base_yarl.join(yarl.URL(row))) for row in references],
        ("resolve", "urllib"): lambda: [urljoin(BASE, row) for row in references],
        ("base by row", "libcri.arrow"): lambda: arrow.to_uri(arrow.resolve(bases, cris)),
        ("validate", "libcri.arrow"): lambda: arrow.validate(cris),
        ("to_uri", "libcri.arrow"): lambda: arrow.to_uri(cris),
        ("normalize", "libcri.arrow"): lambda: arrow.normalize(cris),
        ("hash", "libcri.arrow"): lambda: arrow.hash(cris),
        # Spark calls a plain Python UDF in this way: with the value of one row, and a list for the results.
        ("uri_to_options", "libcri.arrow"): lambda: arrow.uri_to_options(requests),
        ("uri_to_options", "Python UDF"): lambda: pa.array(map(options_udf, requests.to_pylist()), OPTIONS),
        ("links", "libcri.arrow"): lambda: arrow.links(documents),
        ("links", "Python UDF"): lambda: pa.array(map(links_udf, documents.to_pylist()), LINKS),
        ("route", "libcri.arrow"): lambda: arrow.route(nodes, ROUTES),
        ("route", "Python UDF"): lambda: pa.array(map(route_udf, nodes.to_pylist()), pa.int32()),
        ("problems", "libcri.arrow"): lambda: arrow.problems(pa.array(references), notation="uri"),
    }


def best_of(rounds: int, ways: Ways) -> dict[tuple[str, str], float]:
    """Returns the best time of each way. The rounds are interleaved, so that all times are from one run, and the
    garbage collector is disabled.
    """
    best = dict.fromkeys(ways, 1e9)
    gc.disable()
    for _ in range(rounds):
        for way, run in ways.items():
            yarl.cache_clear()
            begin = time.process_time()
            run()
            best[way] = min(best[way], time.process_time() - begin)
    return best


def grown_by(library: str) -> float:
    """Returns the size of a library's object in bytes, measured in a new process, because allocators keep freed memory.
    """
    command = [sys.executable, __file__, "memory", "--library", library]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def memory(library: str) -> None:
    rows = texts(NODES, 100_000)
    make, made = MAKERS[library][0], [None] * len(rows)
    before = resident()
    for index, row in enumerate(rows):
        made[index] = make(row)
    print((resident() - before) / len(rows))


def resident() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4096


def print_objects(count: int) -> None:
    best = best_of(7, objects(count))
    parse, read = dict.fromkeys(task for task, _ in best)
    print(f"| ns an object | {parse} | {read} | time to can_ada's | bytes |\n|---|--:|--:|--:|--:|")
    for library in MAKERS:
        times = " | ".join(f"{best[task, library] / count * 1e9:.0f}" for task in (parse, read))
        print(f"| {library} | {times} | {best[read, library] / best[read, 'can_ada']:.2f} | {grown_by(library):.0f} |")


def print_columns(count: int, task: str | None) -> None:
    best = best_of(3, {way: run for way, run in columns(count).items() if task in (None, way[0])})
    print("| | | rows/s | time to libcri.arrow's |\n|---|---|--:|--:|")
    for (task, library), seconds in best.items():
        print(f"| {task} | {library} | {count / seconds:,.0f} | {seconds / best[task, 'libcri.arrow']:.1f} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("objects", "columns", "memory"))
    parser.add_argument("--rows", type=int, default=50_000)
    parser.add_argument("--task", help="measure only this task of columns")
    parser.add_argument("--library", choices=MAKERS, default="libcri", help="the library whose memory is measured")
    options = parser.parse_args()
    if options.what == "memory":
        memory(options.library)
    elif options.what == "objects":
        print_objects(options.rows)
    else:
        print_columns(options.rows, options.task)
