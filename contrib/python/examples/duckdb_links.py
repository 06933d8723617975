#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes libcri's column functions available as SQL functions in DuckDB. The null handling is SPECIAL, because a row
that is refused becomes NULL.
"""
import duckdb
from duckdb.func import ARROW, SPECIAL
from duckdb.sqltypes import BLOB, VARCHAR

from libcri import CRI, arrow

BASE = CRI.from_uri("coap://gateway.example/rooms/")
FUNCTIONS = [
    ("cri", lambda uris: arrow.from_uri(uris, errors="null"), VARCHAR, BLOB),
    ("resolved", lambda cris: arrow.resolve(BASE, cris, errors="null"), BLOB, BLOB),
    ("uri", lambda cris: arrow.to_uri(cris, errors="null"), BLOB, VARCHAR),
]

with duckdb.connect() as db:
    for name, function, taken, given in FUNCTIONS:
        db.create_function(name, function, [taken], given, type=ARROW, null_handling=SPECIAL)
    db.sql("CREATE TABLE links AS SELECT * FROM (VALUES ('kitchen/temp'), ('../floors'), ('a b'), (NULL)) t(link)")
    for row in db.sql("SELECT uri(resolved(cri(link))) FROM links").fetchall():
        print(*row)
