#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Resolves and counts generated links in Spark: spark_links.py [--links N] [--workers W] [--skew] [--without-cris]

The links are relative references of seven kinds, one of which is not a URI. They are made by Spark, converted to CRIs, resolved
against one base and counted: those that are refused, the others, and how many different targets they lead to. The counts must
be those that follow from how the links were made.

W workers of one core each run as processes of this machine (local-cluster). With --skew one partition has three quarters of the
links. --without-cris makes and counts the links only, which is what Spark itself costs.
"""
import argparse
import os
import sys
import time

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from libcri import CRI
from libcri import spark as cri

BASE = CRI.from_uri("coap://gateway.example:61616/floors/2/rooms/light?unit=c")
ROOMS, SENSORS = 50, 400  # so many targets, however many links


def links(session: SparkSession, count: int, partitions: int, skew: bool = False) -> DataFrame:
    """One column, `link`."""
    first = count * 3 // 4 if skew else 0
    numbers = session.range(first, count, numPartitions=partitions)
    if skew:
        numbers = session.range(0, first, numPartitions=1).union(numbers)
    number = F.col("id")
    room, sensor = (number % ROOMS).cast("string"), (number % SENSORS).cast("string")
    kinds = [
        F.concat(F.lit("../../rooms/"), room, F.lit("/sensors/"), sensor),
        F.concat(F.lit("/floors/rooms/"), room, F.lit("/sensors/"), sensor),
        F.concat(F.lit("//gateway.example:61616/floors/rooms/./"), room, F.lit("/sensors/"), sensor),
        F.concat(F.lit("coap://gateway.example:61616/floors/x/../rooms/"), room, F.lit("/sensors/"), sensor),
        F.concat(F.lit("COAP://GATEWAY.EXAMPLE:61616/floors/rooms/"), room, F.lit("/%73ensors/"), sensor),
        F.concat(F.lit("../../rooms/"), room, F.lit("/sensors/"), sensor, F.lit("#value")),
        F.concat(F.lit("../../rooms/"), room, F.lit("/no uri/"), sensor),
    ]
    link: Column = F.when(number % 7 == 0, kinds[0])
    for kind in range(1, 7):
        link = link.when(number % 7 == kind, kinds[kind])
    return numbers.select(link.alias("link"))


def counted(table: DataFrame, without_cris: bool) -> tuple[int, int, int]:
    """Links that are refused, links that lead somewhere, and how many targets there are."""
    target = F.col("link") if without_cris else cri.resolve(BASE, cri.from_uri("link"))
    found = table.select(target.alias("target"))
    row = found.agg(F.count_if(F.col("target").isNull()), F.count("target"), F.approx_count_distinct("target", 0.01))
    refused, good, targets = row.first() or (0, 0, 0)
    return refused, good, targets


def session_of(workers: int) -> SparkSession:
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")  # all of the cluster is on this machine
    return (
        SparkSession.builder.master(f"local-cluster[{workers},1,1024]" if workers else "local[1]")
        .appName("libcri")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "50000")
        .config("spark.sql.shuffle.partitions", 2 * max(workers, 1))
        .getOrCreate()
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--links", type=int, default=10_000_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--skew", action="store_true")
    parser.add_argument("--without-cris", action="store_true")
    options = parser.parse_args()
    session = session_of(options.workers)
    session.sparkContext.setLogLevel("ERROR")
    partitions = 4 * max(options.workers, 1)
    counted(links(session, 1000 * partitions, partitions), options.without_cris)  # starts workers and their Pythons
    begin = time.monotonic()
    refused, good, targets = counted(links(session, options.links, partitions, options.skew), options.without_cris)
    seconds = time.monotonic() - begin
    print(
        f"{options.workers} workers{', skew' if options.skew else ''}: {options.links} links in {seconds:.1f} s, {options.links / seconds:,.0f} links/s: "
        f"{refused} refused, {good} resolved to about {targets} targets"
    )
    session.stop()
    expected = 0 if options.without_cris else options.links // 7  # each seventh is not a URI
    return 0 if (refused, good) == (expected, options.links - expected) else 1


if __name__ == "__main__":
    sys.exit(main())
