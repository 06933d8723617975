# SPDX-License-Identifier: MIT OR Apache-2.0
"""Spark with two workers of this machine, each a process with a Python of its own."""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

import pyspark
import pytest
from pyspark.sql import functions as F
from rows import CRIS, ROOT, URIS, each, problem_of

from libcri import CRI, Endpoint
from libcri import spark as cri

EXAMPLE = ROOT / "bindings" / "python" / "examples" / "spark_links.py"
BASE = CRI.from_uri("coap://gateway.example/floors/2/rooms/")


def example():
    spec = importlib.util.spec_from_file_location("spark_links", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def session():
    session = example().session_of(2)
    yield session
    session.stop()
    # The workers leave their directories in that of the installed package.
    shutil.rmtree(pathlib.Path(pyspark.__file__).parent / "work", ignore_errors=True)


def test_same_as_row_by_row(session):
    """All functions at once, on partitions of both workers."""
    here = Endpoint.of("192.0.2.1", 5683)
    values = [None, *CRIS]
    table = session.createDataFrame(list(enumerate(values)), "row long, cri binary").repartition(4)
    found = table.select(
        "row", cri.to_uri("cri"), cri.to_iri("cri"), cri.normalize("cri"), cri.resolve(BASE, "cri"),
        cri.resolve("cri", "cri"), cri.hash("cri"), cri.validate("cri"), cri.options("cri", destination=here),
    ).collect()  # fmt: skip
    parse = CRI.parse
    wanted = [
        each(values, lambda row: parse(row).to_uri()),
        each(values, lambda row: parse(row).to_iri()),
        each(values, lambda row: bytes(parse(row).normalized())),
        each(values, lambda row: bytes(BASE.resolve(parse(row)))),
        each(values, lambda row: bytes(parse(row).resolve(parse(row)))),
        each(values, lambda row: parse(row).stable_hash()),
        [None if row is None else good is not None for row, good in zip(values, each(values, parse))],
        each(values, lambda row: [tuple(option) for option in parse(row).options(here)]),
    ]
    for row, expected in zip(sorted(found, key=lambda row: row[0]), zip(*wanted)):
        given = [bytes(value) if isinstance(value, bytearray) else value for value in row[1:8]]
        given.append(None if row[8] is None else [(number, bytes(value)) for number, value in row[8]])
        assert tuple(given) == expected


def test_sql(session):
    cri.register(session)
    session.createDataFrame([(uri,) for uri in URIS], "uri string").createOrReplaceTempView("links")
    found = session.sql(
        """SELECT uri, cri_from_uri(uri) cri, cri_to_uri(cri_from_uri(uri)) back, cri_uri_problems(uri) problem,
                  cri_problems(cri_from_uri(uri)) none, cri_problems(unhex('ff')) cbor, cri_validate(unhex('ff')) valid,
                  size(cri_options(cri_from_uri('coap://h/a'))) options, cri_hash(unhex('80')) hash
           FROM links"""
    ).collect()
    for uri, row in zip(URIS, found):
        assert [bytes(row.cri) if row.cri is not None else None] == each([uri], lambda uri: bytes(CRI.from_uri(uri)))
        assert row.problem == problem_of(CRI.from_uri, uri) and (row.none, row.cbor, row.valid) == (None, "cbor", False)
        assert (row.options, row.hash) == (2, CRI.parse(b"\x80").stable_hash())
    assert any(row.back for row in found) and any(row.problem for row in found)


def test_bad_rows(session):
    """A row that is refused, first, last and alone in its batch: null, by name, or the end of the job."""
    links = ["a b", "coap://h/a", None, "//[::1", *["x"] * 20, "%"]
    table = session.createDataFrame([(link,) for link in links], "link string").coalesce(1)
    found = table.select(cri.from_uri("link").alias("cri"), cri.problems("link", notation="uri").alias("why")).collect()
    assert [row.why for row in found] == [link and problem_of(CRI.from_uri, link) for link in links]
    assert [row.cri is None for row in found] == [link is None or problem_of(CRI.from_uri, link) is not None for link in links]
    with pytest.raises(Exception, match=r"URIError: uri_syntax.*\(row 0, offset 1, path\)"):
        table.select(cri.from_uri("link", errors="raise")).collect()
    cri.register(session, errors="raise")
    with pytest.raises(Exception, match="CBORError"):
        session.sql("SELECT cri_to_uri(unhex('ff'))").collect()
    for wrong in (lambda: cri.from_uri("number"), lambda: cri.to_uri("link")):
        with pytest.raises(Exception, match="TypeError: column: a column of"):
            table.select("link", F.lit(1).alias("number")).select(wrong()).collect()


CONNECT = """
from pyspark.sql import SparkSession
from libcri import CRI, spark as cri
session = SparkSession.builder.remote("local[1]").config("spark.sql.shuffle.partitions", 1).getOrCreate()
table = session.createDataFrame([("../a",), ("a b",)], "link string")
target = cri.to_uri(cri.resolve(CRI.from_uri("coap://h/x/y"), cri.from_uri("link")))
print(type(session).__module__, *table.select(target, cri.problems("link", notation="uri")).collect())
cri.register(session)
print(*session.sql("SELECT cri_to_uri(cri_from_uri('coap://h/%61')) uri, cri_problems(unhex('ff')) why").collect())
"""


def test_connect():
    """A session of Spark Connect, whose server is another process."""
    process = subprocess.run([sys.executable, "-c", CONNECT], capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    lines = process.stdout.splitlines()
    assert lines[0].startswith("pyspark.sql.connect.session ") and "'coap://h/a'" in lines[0] and "'uri_syntax'" in lines[0]
    assert lines[1] == "Row(uri='coap://h/a', why='cbor')"


def test_example(session):
    """The example's counts, with both workers."""
    module = example()
    refused, good, targets = module.counted(module.links(session, 70007, 4), False)
    assert (refused, good) == (10001, 60006)
    # Each target without a fragment, and with one.
    assert abs(targets - 2 * module.SENSORS) <= 0.03 * 2 * module.SENSORS
    hosts = session.range(64, numPartitions=8).select(executor().alias("pid")).distinct().collect()
    assert len(hosts) >= 2


@pytest.mark.skipif(os.environ.get("CRI_TEST_SPARK") != "yes", reason="CRI_TEST_SPARK=yes tries 10,000,000 links")
@pytest.mark.parametrize("arguments", [["--workers", "1"], ["--workers", "2"], ["--workers", "2", "--skew"]], ids=" ".join)
def test_ten_million_links(arguments, capsys):
    """The example says how fast; its counts are those that follow from how the links were made."""
    environment = {name: value for name, value in os.environ.items() if name != "JAVA_TOOL_OPTIONS"}
    process = subprocess.run([sys.executable, EXAMPLE, *arguments], capture_output=True, text=True, env=environment)
    assert process.returncode == 0, process.stderr
    with capsys.disabled():
        print(process.stdout, end="")


def executor():
    """The process that a row is in."""
    return F.udf(lambda: os.getppid(), "long")()
