#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Resolves a column of links in a lazy query of Polars, with libcri's column functions."""
import polars as pl

from libcri import CRI, arrow

BASE = CRI.from_uri("coap://gateway.example/rooms/")

links = pl.LazyFrame({"link": ["kitchen/temp", "../floors", "a b", None]}).select(
    pl.col("link")
    .map_batches(lambda uris: arrow.from_uri(uris, errors="null"), return_dtype=pl.Binary)
    .map_batches(lambda cris: arrow.resolve(BASE, cris), return_dtype=pl.Binary)
    .map_batches(arrow.to_uri, return_dtype=pl.String)
)
print(*links.collect()["link"], sep="\n")
