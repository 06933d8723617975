# SPDX-License-Identifier: MIT OR Apache-2.0
"""Columns whose structures or buffers are wrong. They must raise an exception, and never crash or read other memory."""
import random
import resource
import struct

import capsules
import pyarrow as pa
import pytest
from capsules import Chunks, Exporter, array, offsets, schema, view

from libcri import CRIError, arrow

A, B = b"coap://h/a", b"coap://host.example/long/path"
TWO = offsets(0, len(A), len(A + B))
LONG = view(len(B), B[:4], 0, len(A))
VIEWS = view(len(A), A) + LONG
WIDE = offsets(0, len(A), len(A + B), wide=True)


def utf8(format=b"u", **changed):
    return Exporter(schema(format), array(2, (None, TWO, A + B), **changed))


def views(packed=VIEWS, data=A + B, sizes=None, **changed):
    sizes = offsets(len(A + B), wide=True) if sizes is None else sizes
    return Exporter(schema(b"vu"), array(2, (None, packed, data, sizes), **changed))


def keyed(keys=b"\0\1", format=b"c", values=(None, TWO, A + B), dictionary=None, length=2, **changed):
    dictionary = array(2, values) if dictionary is None else dictionary
    return Exporter(schema(format, keys_of=schema(b"u")), array(length, (None, keys), keys_of=dictionary, **changed))


def table(count=1, child=None, validity=None, **changed):
    child = array(2, (None, TWO, A + B)) if child is None else child
    return Exporter(schema(b"+s", of=[schema(b"u")] * count), array(2, (validity,), of=[child] * count, **changed))


def routed(column, **keywords):
    return arrow.route(column, ["/a", "/{*}"], **keywords)


RIGHT = {
    "offsets": utf8(), "64-bit offsets": Exporter(schema(b"U"), array(2, (None, WIDE, A + B))), "views": views(),
    "unknown nulls": utf8(null_count=-1), "keys": keyed(), "unsigned keys": keyed(b"\0\1", b"C"), "table": table(),
    "16-bit keys": keyed(struct.pack("=2h", 0, 1), b"s"), "64-bit keys": keyed(offsets(0, 1, wide=True), b"l"),
    "a table's slice": table(child=array(3, (None, offsets(0, 0, len(A), len(A + B)), A + B)), offset=1),
    "a slice of a slice": table(
        child=array(2, (None, offsets(0, 0, 0, len(A), len(A + B)), A + B), offset=1), offset=1, length=1
    ),
    "chunks": Chunks(schema(b"u"), [array(1, (None, offsets(0, len(A)), A)), array(1, (None, offsets(0, len(B)), B))]),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right(name):
    """The exporters of these tests export valid columns if no member is changed."""
    result = pa.chunked_array(arrow.to_uri(arrow.from_uri(RIGHT[name])))
    rows = [row["column"] if isinstance(row, dict) else row for row in result.to_pylist()]
    assert rows == ([A.decode(), B.decode()] if name != "a slice of a slice" else [A.decode()])


HUGE = 2**63 - 1
WRONG = {
    "negative length": utf8(length=-1),
    "length beyond memory": utf8(length=HUGE),
    "nulls beyond memory": Exporter(schema(b"n"), array(HUGE)),
    "negative offset": utf8(offset=-1),
    "offset beyond memory": utf8(offset=HUGE),
    "offset and length beyond memory": utf8(offset=2**62, length=2**62),
    "no buffers": utf8(n_buffers=0),
    "negative buffers": utf8(n_buffers=-3),
    "buffers of another type": utf8(n_buffers=2),
    "no list of buffers": utf8(buffers=None),
    "no offsets": Exporter(schema(b"u"), array(2, (None, None, A + B))),
    "no data": Exporter(schema(b"u"), array(2, (None, TWO, None))),
    "negative last offset": Exporter(schema(b"u"), array(2, (None, offsets(0, 1, -1), A + B))),
    "last 64-bit offset beyond memory": Exporter(schema(b"U"), array(2, (None, offsets(0, 1, HUGE, wide=True), A))),
    "smallest 64-bit offset": Exporter(schema(b"U"), array(2, (None, offsets(0, 1, -(2**63), wide=True), A))),
    "no views": views(packed=None),
    "no sizes of views": Exporter(schema(b"vu"), array(2, (None, VIEWS, A + B, None))),
    "views of two buffers": views(n_buffers=2),
    "views of no buffers": views(n_buffers=0),
    "negative size of a view's buffer": views(sizes=offsets(-1, wide=True)),
    "size of a view's buffer beyond memory": views(sizes=offsets(HUGE, wide=True)),
    "a view's buffer that is not there": views(data=None),
    "no dictionary": Exporter(schema(b"c", keys_of=schema(b"u")), array(2, (None, b"\0\1"))),
    "no keys": keyed(keys=None),
    "keys in three buffers": keyed(n_buffers=3),
    "a dictionary of negative length": keyed(dictionary=array(-1, (None, TWO, A))),
    "a dictionary without offsets": keyed(values=(None, None, A)),
    "no child": table(children=None),
    "a child that is null": table(children=(capsules.ctypes.POINTER(capsules.Array) * 1)()),
    "two children": table(n_children=2),
    "no children": table(n_children=0),
    "a short child": table(child=array(1, (None, offsets(0, len(A)), A))),
    "a child of negative length": table(child=array(-2, (None, TWO, A + B))),
    "a sliced table": table(offset=1),
    "a row of a table that is null": table(validity=b"\1"),
}
ROWS = {
    "descending offsets": (0, Exporter(schema(b"u"), array(2, (None, offsets(5, 3, 9), A + B)))),
    "a negative offset": (0, Exporter(schema(b"u"), array(2, (None, offsets(0, -5, 9), A + B)))),
    "an offset past the last": (0, Exporter(schema(b"u"), array(2, (None, offsets(0, 10, 9), A + B)))),
    "the smallest offset": (0, Exporter(schema(b"u"), array(2, (None, offsets(-(2**31), 3, 9), A + B)))),
    "descending 64-bit offsets": (1, Exporter(schema(b"U"), array(3, (None, offsets(0, 9, 8, 39, wide=True), A + B)))),
    "a 64-bit offset past the last": (0, Exporter(schema(b"Z"), array(2, (None, offsets(0, HUGE, 8, wide=True), A)))),
    "a view of another buffer": (1, views(view(len(A), A) + view(20, b"", 1, 0))),
    "a view of a negative buffer": (1, views(view(len(A), A) + view(20, b"", -1, 0))),
    "a view past its buffer": (1, views(view(len(A), A) + view(20, b"", 0, 2**31 - 1))),
    "a view from before its buffer": (0, views(view(20, b"", 0, -1) * 2)),
    "a view that ends past its buffer": (0, views(view(len(A + B), b"", 0, 1) * 2)),
    "a view of negative length": (0, views(view(-1) * 2)),
    "a view of the smallest length": (0, views(view(-(2**31)) * 2)),
    "a view without a buffer": (0, views(LONG * 2, sizes=b"", n_buffers=3)),
    "a key past the dictionary": (1, keyed(b"\0\2")),
    "a negative key": (1, keyed(b"\0\xff")),
    "the largest unsigned key": (1, keyed(b"\0\xff", b"C")),
    "a negative key of 64 bits": (0, keyed(offsets(-1, 0, wide=True), b"l")),
    "the largest key of 64 bits": (0, keyed(offsets(-1, 0, wide=True), b"L")),
    "a negative key of 32 bits": (0, keyed(offsets(-1, 0), b"i")),
    "a negative key of a large dictionary": (
        0,
        keyed(b"\xff\0", dictionary=array(256, (None, offsets(*[0] * 257), A))),
    ),
    "a descending dictionary": (1, keyed(dictionary=array(3, (None, offsets(0, 9, 8, 39), A + B)))),
}
FORMATS = {
    "no format": schema(None), "an empty format": schema(b""), "integers": schema(b"i"), "lists": schema(b"+l"),
    "run ends": schema(b"+r"), "a table of nothing": schema(b"+s"), "bytes of no width": schema(b"w:"),
    "bytes of negative width": schema(b"w:-1"), "bytes of a width beyond memory": schema(b"w:4294967296"),
    "keys of text": schema(b"u", keys_of=schema(b"u")), "keys of integers": schema(b"i", keys_of=schema(b"i")),
    "keys of keys": schema(b"i", keys_of=schema(b"c", keys_of=schema(b"u"))),
    "a table without its list": schema(b"+s", of=[schema(b"u")], children=None),
    "a table of a table": schema(b"+s", of=[schema(b"+s", of=[schema(b"u")])]),
    "a table with a column that is null": schema(
        b"+s", of=[schema(b"u")], children=(capsules.ctypes.POINTER(capsules.Schema) * 1)()
    ),
}  # fmt: skip


@pytest.mark.parametrize("column", WRONG.values(), ids=WRONG)
def test_wrong_structure(column):
    for times, function in enumerate((lambda given: arrow.problems(given, notation="uri"), arrow.links, routed), 1):
        with pytest.raises(ValueError, match="not a valid Arrow array"):
            function(column)
        assert len(column.array.releases) == times


@pytest.mark.parametrize("name", ROWS)
def test_wrong_row(name):
    row, column = ROWS[name]
    for function in (arrow.from_uri if column.schema.format != b"Z" else arrow.to_uri, arrow.links, routed):
        with pytest.raises(ValueError, match=f"^row {row}: its {'key' if 'key' in name else 'offsets'}"):
            function(column, errors="null")


@pytest.mark.parametrize("wrong", FORMATS.values(), ids=FORMATS)
def test_wrong_type(wrong):
    with pytest.raises(TypeError, match="a column of text is needed"):
        arrow.from_uri(Exporter(wrong, array(0)))
    with pytest.raises(TypeError, match="a column of text or binary is needed"):
        arrow.links(Exporter(wrong, array(0)))


def test_messages():
    with pytest.raises(TypeError, match="notation is not 'uri' or 'iri': a column of binary is needed, not text"):
        arrow.problems(pa.array(["a"]))
    with pytest.raises(TypeError, match="Arrow's C interface.* is needed, not list"):
        arrow.from_uri(["a"])


def test_more_rows_than_memory():
    """A column of nulls has no buffers, so any length of it is right."""
    for function in (arrow.from_uri, arrow.hash, arrow.validate, arrow.options, arrow.problems, arrow.links, routed):
        with pytest.raises(MemoryError):
            function(Exporter(schema(b"n"), array(2**56)))
    assert len(arrow.from_uri(Exporter(schema(b"n"), array(10**6)))) == 10**6


@pytest.mark.parametrize("format", [b"u", b"U", b"vu", b"n"])
def test_no_rows_need_no_buffers(format):
    assert len(arrow.from_uri(Exporter(schema(format), array(0)))) == 0
    assert len(arrow.from_uri(Exporter(schema(format), array(0, (None,) * 3)))) == 0
    assert len(arrow.from_uri(Exporter(schema(b"c", keys_of=schema(format)), array(0, keys_of=array(0))))) == 0


def exporter(**methods):
    return type("Exporter", (), {name: (lambda given: lambda *_: given)(given) for name, given in methods.items()})()


@pytest.mark.parametrize("column", [
    None, 5, "coap://h", b"", [], pa.Array, Exporter, exporter(__arrow_c_array__=None),
    exporter(__arrow_c_array__=(1, 2)), exporter(__arrow_c_array__=(1,)), exporter(__arrow_c_stream__=None),
    exporter(__arrow_c_stream__="x"), exporter(__arrow_c_schema__=1),
], ids=repr)  # fmt: skip
def test_no_column(column):
    for call in (arrow.from_uri, arrow.problems, lambda given: arrow.resolve(given, pa.array([b"\x80"]))):
        if not isinstance(column, bytes):
            with pytest.raises(TypeError):
                call(column)
    with pytest.raises(TypeError):
        arrow.resolve(pa.array([b"\x80"]), column)


def test_capsules():
    column = utf8()
    given = column.__arrow_c_array__()
    assert len(arrow.from_uri(exporter(__arrow_c_array__=given))) == 2
    with pytest.raises(ValueError, match="consumed before"):
        arrow.from_uri(exporter(__arrow_c_array__=given))
    swapped = capsules.capsule(column.array), capsules.capsule(column.schema)
    with pytest.raises(ValueError, match="name"):
        arrow.from_uri(exporter(__arrow_c_array__=swapped))
    with pytest.raises(ValueError, match="consumed before"):
        arrow.from_uri(utf8(release=None))
    # If exporting an array fails, as for several chunks, the column is imported as a stream.
    both = Chunks(schema(b"u"), [array(2, (None, TWO, A + B))])
    both.__class__ = type("Both", (Chunks,), {"__arrow_c_array__": lambda self, schema=None: 1 / 0})
    assert len(arrow.from_uri(both)) == 2


def test_streams():
    with pytest.raises(OSError, match="the disk is gone") as raised:
        arrow.from_uri(Chunks(schema(b"u"), [array(2, (None, TWO, A + B))], status=5, message=b"the disk is gone"))
    assert raised.value.errno == 5
    with pytest.raises(OSError, match="no message"):
        arrow.from_uri(Chunks(schema(b"u"), [], status=5))
    for callback in ("schema", "next"):
        with pytest.raises(OSError, match="callbacks"):
            arrow.from_uri(Chunks(schema(b"u"), [], **{callback: 0}))
    with pytest.raises(OSError, match="no message"):
        arrow.from_uri(Chunks(schema(b"u"), [], status=5, last_error=None))
    with pytest.raises(ValueError, match="not a valid Arrow array"):
        arrow.from_uri(Chunks(schema(b"u"), [array(2, (None, TWO, A + B)), array(-1)]))
    stream = Chunks(schema(b"u"), [])
    assert len(arrow.from_uri(stream)) == 0 and len(stream.stream.releases) == 1


def refused(call):
    """Returns true if a call raises an exception for a wrong column. Any other exception, and a crash, fails the
    test.
    """
    try:
        call()
    except (ValueError, TypeError, OverflowError, OSError):
        return True
    return False


def test_random_structures():
    """Random numbers in one or more members of structures, and random bytes in buffers that are not lengths."""
    rng = random.Random(27)
    numbers = [0, 1, 2, -1, 3, 7, 2**31 - 1, -(2**31), 2**62, HUGE, -(2**63)]
    refusals = 0
    for _ in range(4000):
        packed = [rng.choice([0, 3, 10, 39, -1, 40, 2**31 - 1, -(2**31)]) for _ in range(4)]
        lied = {
            name: rng.choice([-1, -(2**31), 2**62, HUGE, -(2**63)])
            for name in ("length", "offset")
            if rng.random() < 0.1
        }
        column = rng.choice([
            lambda: Exporter(schema(b"u"), array(2, (None, offsets(packed[0], packed[1], 39), A + B), **lied)),
            lambda: Exporter(schema(b"U"), array(2, (None, offsets(*packed[:2], 39, wide=True), A + B), **lied)),
            lambda: views(rng.randbytes(32), **lied),
            lambda: views(view(*packed[:1], b"", *packed[1:3]) + view(20, b"", rng.choice([0, 1]), packed[3]), **lied),
            lambda: keyed(rng.randbytes(16), rng.choice([b"c", b"C", b"s", b"S", b"i", b"I", b"l", b"L"]), **lied),
            lambda: keyed(values=(None, offsets(*packed[:2], 39), A + B), **lied),
            lambda: table(n_children=rng.choice(numbers), **lied),
        ])()  # fmt: skip
        if rng.random() < 0.1:
            column.array.n_buffers = rng.choice([0, 1, 2, -1, -(2**63)])
        function = rng.choice([arrow.from_uri, arrow.links, routed])
        refusals += refused(lambda: function(column, errors="null"))
        assert len(column.array.releases) == 1
    assert 400 < refusals < 3900


def test_random_buffers_of_pyarrow():
    """pyarrow knows the sizes of its buffers, unlike a capsule, so lengths are compared with these sizes."""
    rng = random.Random(5)
    kinds = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]
    made = 0
    for _ in range(6000):
        kind = rng.choice(kinds)
        few = bytes(rng.choice([0, 0, 0, 1, 2, 12, 13, 255]) for _ in range(rng.randrange(64)))
        buffers = [rng.choice([None, few[:2]]), rng.choice([few, rng.randbytes(40), TWO, WIDE, VIEWS]), A + B]
        packed = [None if part is None else pa.py_buffer(part) for part in buffers]
        try:
            column = pa.Array.from_buffers(kind, rng.randrange(5), packed, offset=rng.randrange(3))
        except (pa.ArrowInvalid, ValueError):
            continue
        made += 1
        function = arrow.from_uri if "string" in str(kind) else arrow.to_uri
        refused(lambda: function(column, errors="null"))
        refused(lambda: arrow.resolve(column, pa.array([b"\x80"] * len(column), pa.binary()), errors="null"))
    assert made > 300


def test_random_files():
    """Streams with wrong bytes, which pyarrow does not validate when it reads them."""
    rng = random.Random(9)
    batch = pa.record_batch([pa.array([A.decode(), None, B.decode()] * 20)], ["link"])
    batches = [batch, batch.set_column(0, "link", batch[0].dictionary_encode()),
               batch.set_column(0, "link", batch[0].cast(pa.string_view()))]  # fmt: skip
    refusals = readable = 0
    for number in range(1500):
        given = batches[number % 3]
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, given.schema) as writer:
            writer.write_batch(given)
        data = bytearray(sink.getvalue().to_pybytes())
        for _ in range(rng.randrange(1, 4)):
            data[rng.randrange(300, len(data))] = rng.choice([0, 1, 127, 128, 255, rng.randrange(256)])
        try:
            reader = pa.ipc.open_stream(bytes(data))
            if reader.schema != given.schema:
                continue
        except (pa.ArrowInvalid, OSError, ValueError):
            continue
        readable += 1
        refusals += refused(lambda: arrow.from_uri(reader, errors="null"))
    assert readable > 500 and refusals > 20


def test_memory_is_given_back():
    """The memory of results is freed if they are dropped, if they are exported and not imported, and if they are
    imported and dropped.
    """
    column = pa.array(["coap://h/" + "x" * 1000] * 1000)
    kept, few = None, arrow.from_uri(pa.array(["coap://h/a?b"] * 5000))
    documents = pa.array(["</a>;x=1;y,</b>"] * 2500)
    for number in range(600):
        result = arrow.from_uri(exporter(__arrow_c_array__=column.__arrow_c_array__()))
        capsule = result.__arrow_c_array__(), result.__arrow_c_stream__(), result.__arrow_c_schema__()
        assert len(pa.array(result)) == len(pa.chunked_array(result)) == 1000
        assert len(arrow.options(few)) == len(arrow.problems(few)) == 5000
        assert len(arrow.links(documents)) == 2500
        del capsule
        if number == 50:
            kept = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - kept < 20_000


def test_result_outlives_its_source():
    """Results do not share memory with the column."""
    column = pa.array([A.decode(), B.decode()])
    result = pa.array(arrow.from_uri(exporter(__arrow_c_array__=column.__arrow_c_array__())))
    del column
    assert arrow.to_uri(result).to_pylist() == [A.decode(), B.decode()]


def test_errors_are_cri_errors_by_row():
    with pytest.raises(CRIError) as raised:
        arrow.from_uri(Chunks(schema(b"u"), [array(2, (None, TWO, A + B)), array(1, (None, offsets(0, 3), b"a b"))]))
    assert (raised.value.row, raised.value.offset, raised.value.part) == (2, 1, "path")
