# SPDX-License-Identifier: MIT OR Apache-2.0
"""Functions of columns have the same results as loops over the rows, for each layout of the array."""
import random
import struct
import sys
import threading
import time

import duckdb
import nanoarrow
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import rows
from columns import BASE, URIS, every_function, every_result, layouts, options_of
from rows import CRIS, each, problem_of, refusal

from libcri import CRI, CRIError, Endpoint, arrow

PAIRS = [[bytes.fromhex(f) for f in fields[:2]] for _, rev, fields in rows.rows("resolve.txt") if rev == 27]


@every_result
def test_same_as_row_by_row(function, values, by_row):
    with_nulls = [None, *values, None]
    for rows_given in (values, with_nulls):
        wanted = each(rows_given, by_row)
        assert any(row is not None for row in wanted)
        for name, column in layouts(rows_given):
            result = function(column, errors="null")
            result.validate(full=True)
            assert type(result) is type(column) if isinstance(column, pa.ChunkedArray) else isinstance(result, pa.Array)
            assert result.to_pylist() == wanted, name


@every_function
def test_dictionaries(function, values, by_row):
    """A value of a dictionary is converted once, even if it is refused. A value that no row uses does not matter."""
    rng = random.Random(3)
    column = pa.array([rng.choice([None, *values]) for _ in range(len(values) * 4)]).dictionary_encode()
    assert function(column, errors="null").to_pylist() == each(column.to_pylist(), by_row)
    good = [value for value, result in zip(values, each(values, by_row)) if result is not None]
    dictionary = pa.array([good[0], "\0" if isinstance(good[0], str) else b"", good[1], None])
    keys = pa.array([2, None, 0, 2, 0], pa.uint8())
    column = pa.DictionaryArray.from_arrays(keys, dictionary)
    assert function(column).to_pylist() == each(column.to_pylist(), by_row)
    keys = pa.array([2, 3, 1, 1], pa.int64())
    assert function(pa.DictionaryArray.from_arrays(keys, dictionary), errors="null").to_pylist()[1:] == [None] * 3
    assert refusal(lambda: function(pa.DictionaryArray.from_arrays(keys, dictionary))).row == 2


def test_components_of_tables():
    """Components of URIs of frames are columns of the frame's library; a row that is refused raises its error."""
    frame = pl.DataFrame({"link": ["coap://[::1]:61616/a%2Fb/c?x=1&y", "https://é", "../a", None]})
    assert arrow.host(arrow.from_iri(frame["link"])).to_list() == ["::1", "é", None, None]
    column = frame["link"][[0, 2, 3]]
    assert arrow.path(column).to_list() == ["/a%2Fb/c", "../a", None]
    assert arrow.query(column).to_list() == ["x=1&y", None, None]
    assert arrow.port(column).to_list() == [61616, None, None] and arrow.port(column).dtype == pl.UInt16
    assert arrow.scheme(pa.array(["coap://h", "a:b", "b"])).to_pylist() == ["coap", "a", None]
    raised = refusal(lambda: arrow.host(pa.array(["coap://h", "coap://h:x"])))
    assert (raised.row, raised.offset, raised.part) == (1, 9, "port")


def test_values_of_dictionaries_are_read_once():
    column = pa.array([bytes(CRI("coap://h/" + "a/" * 5000))] * 5000)

    def seconds(column):
        begin = time.process_time()
        arrow.validate(column)
        return time.process_time() - begin

    assert seconds(column.dictionary_encode()) < seconds(column) / 5


@every_function
def test_empty(function, values, by_row):
    kind = pa.string() if isinstance(values[0], str) else pa.binary()
    for column in (pa.array([], kind), pa.array(values[:5], kind).slice(3, 0), pa.chunked_array([], kind),
                   pa.chunked_array([pa.array([], kind)])):  # fmt: skip
        result = function(column)
        assert len(result) == 0 and result.type == function(pa.array(values[:1], kind), errors="null").type
    assert function(pa.nulls(3)).to_pylist() == [None] * 3
    assert function(pa.nulls(3).cast(kind)).to_pylist() == [None] * 3


@every_function
def test_raise(function, values, by_row):
    kind = pa.string() if isinstance(values[0], str) else pa.binary()
    wanted = each(values, by_row)
    first = wanted.index(None)
    for column in (pa.array(values, kind), pa.chunked_array([values[:2], values[2:]], kind)):
        raised = refusal(lambda: function(column))
        assert raised.row == first
        with pytest.raises(CRIError) as alone:
            by_row(values[first])
        assert (raised.name, type(raised)) == (alone.value.name, type(alone.value))
        if function in (arrow.to_uri, arrow.from_uri, arrow.links):
            assert (raised.offset, raised.part) == (alone.value.offset, alone.value.part)
    good = [value for value, result in zip(values, wanted) if result is not None]
    assert function(pa.array(good, kind)).null_count == 0


def test_resolve_by_row():
    bases, references = [pair[0] for pair in PAIRS], [pair[1] for pair in PAIRS]
    wanted = each(PAIRS, lambda pair: bytes(CRI.parse(pair[0]).resolve(CRI.parse(pair[1]))))
    for (_, base), (_, reference) in zip(layouts(bases), layouts(references)):
        assert arrow.resolve(base, reference, errors="null").to_pylist() == wanted
    base, reference = pa.chunked_array([bases[:7], bases[7:]], pa.binary()), pa.array(references)
    assert arrow.resolve(base, reference, errors="null").to_pylist() == wanted
    assert arrow.resolve(base, pa.chunked_array([references[:9], references[9:]]), errors="null").to_pylist() == wanted
    assert arrow.resolve(pa.array([None, bases[0]]), pa.array([references[0]] * 2), errors="null")[0].as_py() is None
    # A reference that is null does not shift the bases of the rows after it.
    two = pa.array([bytes(CRI(f"coap://{host}")) for host in ("one", "two")])
    assert arrow.resolve(two, pa.array([None, bytes(CRI("x"))])).to_pylist() == [None, bytes(CRI("coap://two/x"))]
    with pytest.raises(ValueError, match="bases for"):
        arrow.resolve(base, reference[1:])
    with pytest.raises(CRIError):
        arrow.resolve(b"\x00", reference)
    by_bytes = arrow.resolve(memoryview(bytes(BASE)), reference, errors="null")
    assert by_bytes == arrow.resolve(BASE, reference, errors="null")
    raised = refusal(lambda: arrow.resolve(pa.array([b"\x80", b"\xff"]), pa.array([b"\x80"] * 2)))
    assert raised.row == 0 and raised.name == "base"
    raised = refusal(lambda: arrow.resolve(pa.array([bytes(BASE), b"\x00"]), pa.array([b"\x80"] * 2)))
    assert (raised.row, raised.offset) == (1, None)
    with pytest.raises(CRIError) as raised:
        arrow.resolve(pa.array([b"\x00"]), pa.array([b"\x81\x19\xff"]))  # both are wrong; the base is checked first
    assert (raised.value.name, raised.value.offset) == ("structure", None)
    # If a base is null or is refused, its row is null, whatever the reference is.
    bad = pa.array([None, b"\x00", bytes(BASE)]), pa.array([b"\x80", b"\x80", None])
    assert arrow.resolve(*bad, errors="null").to_pylist() == [None] * 3
    assert refusal(lambda: arrow.resolve(CRI.from_uri("coap://h", 13), reference)).name == "revision"
    assert refusal(lambda: arrow.resolve(CRI.from_uri("a"), reference[:1])).name == "base"


def test_revision_13():
    rows_13 = [bytes.fromhex(f[0]) for _, rev, f in rows.rows("valid.txt") if rev == 13]
    wanted = each(rows_13, lambda row: CRI.parse(row, 13).to_uri())
    assert arrow.to_uri(pa.array(rows_13), revision=13, errors="null").to_pylist() == wanted
    assert arrow.validate(pa.array(rows_13), revision=13).to_pylist() == [True] * len(rows_13)
    assert not all(arrow.validate(pa.array(rows_13)).to_pylist())


def test_validate_and_problems():
    column = [None, *CRIS, None]
    names = [None if row is None else problem_of(CRI.parse, row) for row in column]
    for name, array in layouts(column):
        assert arrow.validate(array).to_pylist() == [
            None if row is None else problem is None for row, problem in zip(column, names)
        ], name
        assert arrow.problems(array).to_pylist() == names, name
    for notation, make in (("uri", CRI.from_uri), ("iri", CRI.from_iri)):
        assert arrow.problems(pa.array(URIS), notation=notation).to_pylist() == [problem_of(make, row) for row in URIS]
    assert arrow.problems(pa.array([b"\x80"])).to_pylist() == [None]
    assert arrow.problems(pa.chunked_array([], pa.binary())).to_pylist() == []


def test_options_to_a_destination():
    here = Endpoint.of("192.0.2.1", 5683)
    column = pa.array([bytes(CRI.from_uri(uri)) for uri in ("coap://192.0.2.1/a", "coap://h:7/b?c")])
    assert arrow.options(column, destination=here).to_pylist() == [
        [{"number": 11, "value": b"a"}],
        [{"number": n, "value": v} for n, v in ((3, b"h"), (7, b"\7"), (11, b"b"), (15, b"c"))],
    ]
    uris, bases = pa.array(["coap://192.0.2.1/a", "b%3B", None]), pa.array([bytes(BASE), bytes(BASE), bytes(BASE)])
    assert arrow.uri_to_options(uris, base=bases, destination=here).to_pylist() == [
        [{"number": 11, "value": b"a"}],
        [{"number": n, "value": v} for n, v in ((3, b"example.com"), (11, b"a"), (11, b"b"), (11, b"b;"))],
        None,
    ]
    assert arrow.uri_to_options(uris, errors="null").to_pylist()[1:] == [None, None]


def test_outputs_that_grow():
    """Conversions of rows whose results need more room than was reserved, of small and large rows in turn, and of rows
    with hundreds of options.
    """
    uris = [f"coap://h/{'/'.join('x' * (row % 7) for _ in range(row * 37 % 500))}" for row in range(300)]
    cris = arrow.from_uri(pa.array(uris))
    assert cris.to_pylist() == [bytes(CRI.from_uri(uri)) for uri in uris]
    assert arrow.options(cris).to_pylist() == [options_of(CRI.from_uri(uri)) for uri in uris]
    octets = pa.array([bytes(CRI.build(scheme="coap", host="h", path=["\0" * 2000]))] * 50)
    assert arrow.to_uri(octets).to_pylist() == ["coap://h/" + "%00" * 2000] * 50
    many = arrow.resolve(CRI.from_uri("coap://h/" + "y" * 5000 + "/z"), pa.array([bytes(CRI.from_uri("r"))] * 500))
    assert many.to_pylist() == [bytes(CRI.from_uri(f"coap://h/{'y' * 5000}/r"))] * 500


def test_random_slices():
    rng = random.Random(16)
    column = pa.array([rng.choice([None, *CRIS]) for _ in range(3000)])
    whole = arrow.to_uri(column, errors="null").to_pylist()
    for _ in range(200):
        begin = rng.randrange(3000)
        length = rng.randrange(3001 - begin)
        assert arrow.to_uri(column.slice(begin, length), errors="null").to_pylist() == whole[begin : begin + length]


def test_wrong_types():
    for call in (
        lambda: arrow.to_uri(pa.array(["coap://h"])),
        lambda: arrow.from_uri(pa.array([b"\x80"])),
        lambda: arrow.to_uri(pa.array([1])),
        lambda: arrow.to_uri([b"\x80"]),
        lambda: arrow.resolve(pa.array(["coap://h"]), pa.array([b"\x80"])),
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(ValueError):
        arrow.to_uri(pa.array([b"\x80"]), errors="ignore")
    with pytest.raises(ValueError):
        arrow.problems(pa.array([b"\x80"]), notation="edn")
    for keywords in ({"errors": None}, {"revision": "27"}, {"revision": True}):
        with pytest.raises(TypeError):
            arrow.to_uri(pa.array([b"\x80"]), **keywords)
    with pytest.raises(TypeError):
        arrow.problems(pa.array([b"\x80"]), notation=None)
    with pytest.raises(TypeError):
        arrow.options(pa.array([b"\x80"]), destination=("192.0.2.1", 5683))
    assert refusal(lambda: arrow.to_uri(pa.array([b"\x80"]), revision=14)).name == "argument"


@pytest.mark.parametrize("middle", [5, -1, 3, 2**31 - 1, -(2**31)])
@pytest.mark.parametrize("large", [False, True])
def test_offsets_of_hostile_files(middle, large):
    """pyarrow checks only the first and the last offset, so libcri has to check the others."""
    middle = (middle << 32) + 7 if large and abs(middle) > 5 else middle
    packed = pa.py_buffer(struct.pack("=3q" if large else "=3i", 0, middle, 2))
    kind = pa.large_binary() if large else pa.binary()
    array = pa.Array.from_buffers(kind, 2, [None, packed, pa.py_buffer(b"\x80\x80\x80\x80")])
    with pytest.raises(ValueError, match="row 0: its offsets"):
        arrow.to_uri(array, errors="null")


def test_libraries():
    """For an object of polars, pandas or pyarrow, the result is an object of the same library, with the same name and
    index. For other objects, the result is a column that each library accepts.
    """
    links, uris = ["a", None, "a b", "coap://h/%61"], ["coap://example.com/a/b/a", None, None, "coap://h/a"]

    def resolved(column):
        return arrow.to_uri(arrow.resolve(BASE, arrow.from_uri(column, errors="null")))

    for kind in (pl.String, pl.Categorical):
        series = resolved(pl.Series("links", links, kind))
        assert isinstance(series, pl.Series) and series.name == "links" and series.to_list() == uris
    series = pl.concat([pl.Series("a", links)] * 2, rechunk=False)
    assert series.n_chunks() == resolved(series).n_chunks() == 2
    assert resolved(pl.DataFrame({"links": links})).to_dict(as_series=False) == {"links": uris}
    assert arrow.problems(pl.Series(links), notation="uri").to_list() == [None, None, "uri_syntax", None]
    for kind in (None, object, "category", "string[pyarrow]"):
        series = resolved(pd.Series(links, index=list("wxyz"), name="links", dtype=kind))
        assert isinstance(series, pd.Series) and series.name == "links" and list(series.index) == list("wxyz")
        assert series.dropna().to_dict() == {"w": uris[0], "z": uris[3]}
    assert isinstance(resolved(type("Mine", (pd.Series,), {})(links, dtype=object)), pd.Series)
    frame = resolved(pd.DataFrame({"links": links}))
    assert list(frame.columns) == ["links"] and frame["links"].dropna().to_dict() == {0: uris[0], 3: uris[3]}
    for made in (pa.table, pa.record_batch):
        assert type(resolved(made({"links": links}))) is type(made({"links": links}))
        assert resolved(made({"links": links})).to_pydict() == {"links": uris}
    reader = pa.RecordBatchReader.from_batches(pa.schema({"links": pa.string()}), [pa.record_batch({"links": links})])
    assert resolved(reader).to_pydict() == {"links": uris}
    array = resolved(nanoarrow.Array(links, nanoarrow.string()))
    assert type(array) is arrow.Array and list(nanoarrow.Array(array).iter_py()) == uris
    array = resolved(nanoarrow.Array.from_chunks([nanoarrow.c_array(links, nanoarrow.string())] * 2))
    assert type(array) is arrow.ChunkedArray and list(nanoarrow.Array(array).iter_py()) == uris * 2
    found = resolved(duckdb.sql("SELECT unnest(['a', NULL, 'a b', 'coap://h/%61']) AS links"))
    assert duckdb.sql("SELECT links FROM found").fetchall() == [(uri,) for uri in uris]
    assert (len(found), found.null_count) == (4, 2) and "4 rows, 2 of them null" in repr(found)
    assert arrow.to_uri(arrow.from_uri(found)).null_count == 2  # a result can be an argument
    with pytest.raises(TypeError, match="not a table of 2 columns"):
        resolved(pa.table({"a": links, "b": links}))


def test_text_that_is_no_utf8():
    array = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(struct.pack("=2i", 0, 2)), pa.py_buffer(b"\xff/")]
    )
    assert arrow.problems(array, notation="iri").to_pylist() == ["utf8"]
    raised = refusal(lambda: arrow.from_iri(array))
    assert (raised.name, raised.offset) == ("utf8", 0)


def test_others_run_meanwhile():
    """Python's lock is not held while a column is converted, so another thread that waits for the lock runs."""
    column = arrow.from_uri(nanoarrow.Array(["coap://example.com/" + "a/" * 50] * 60000, nanoarrow.string()))
    may_run, has_run = threading.Event(), threading.Event()
    thread = threading.Thread(target=lambda: may_run.wait() and has_run.set())
    thread.start()
    interval, end = sys.getswitchinterval(), time.monotonic() + 60
    sys.setswitchinterval(1e6)  # a thread that holds the lock is not made to release it
    try:
        may_run.set()
        while not has_run.is_set() and time.monotonic() < end:
            arrow.to_uri(column)  # the column is libcri's own, so that no other library releases the lock
        assert has_run.is_set()
    finally:
        sys.setswitchinterval(interval)
        thread.join()
