# SPDX-License-Identifier: MIT OR Apache-2.0
"""Arrow arrays in and out of the loops in C: buffers, slices, chunks, and the rows that are refused."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Union

import pyarrow as pa

from ._cri import ffi, lib
from ._native import located
from .coap import Borrowed, Endpoint
from .errors import CRIError, error

# pyarrow.Array or pyarrow.ChunkedArray, which have no types for checkers.
Column = Any
Errors = Literal["raise", "null"]

# Rows that are done before Python may interrupt.
_BLOCK = 1 << 16
_OPTION = pa.struct([pa.field("number", pa.uint16(), nullable=False), pa.field("value", pa.binary(), nullable=False)])

BINARY, STRING, OPTIONS, NUMBERS, HASHES = range(5)
# What a function takes and gives, and the function that says where an error is.
_KINDS = {
    lib.COLUMN_CHECK: (BINARY, NUMBERS, lib.cri_parse_where),
    lib.COLUMN_CHECK_URI: (STRING, NUMBERS, lib.cri_from_uri_where),
    lib.COLUMN_CHECK_IRI: (STRING, NUMBERS, lib.cri_from_iri_where),
    lib.COLUMN_HASH: (BINARY, HASHES, lib.cri_parse_where),
    lib.COLUMN_OPTIONS: (BINARY, OPTIONS, lib.cri_parse_where),
    lib.COLUMN_TO_URI: (BINARY, STRING, lib.cri_parse_where),
    lib.COLUMN_TO_IRI: (BINARY, STRING, lib.cri_parse_where),
    lib.COLUMN_FROM_URI: (STRING, BINARY, lib.cri_from_uri_where),
    lib.COLUMN_FROM_IRI: (STRING, BINARY, lib.cri_from_iri_where),
    lib.COLUMN_NORMALIZE: (BINARY, BINARY, lib.cri_parse_where),
    lib.COLUMN_RESOLVE: (BINARY, BINARY, lib.cri_parse_where),
}


@dataclass(frozen=True)
class Job:
    """A function, and what it is called with besides the column."""

    function: int
    revision: int
    errors: Errors
    base: Union[Column, bytes, None] = None
    destination: Endpoint | None = None


def run(job: Job, column: Column) -> Column:
    """Applies the function to each row."""
    if job.errors not in ("raise", "null"):
        raise ValueError(f'errors must be "raise" or "null", not {job.errors!r}')
    if isinstance(job.base, (pa.Array, pa.ChunkedArray)) and len(job.base) != len(column):
        raise ValueError(f"{len(job.base)} bases for {len(column)} rows")
    if isinstance(column, pa.Array):
        return _run_array(job, column, 0)
    if not isinstance(column, pa.ChunkedArray):
        raise TypeError(f"a column is a pyarrow.Array or ChunkedArray, not {type(column).__name__}")
    chunks, at = [], 0
    for chunk in column.chunks:
        chunks.append(_run_array(job, chunk, at))
        at += len(chunk)
    return pa.chunked_array(chunks, _result_type(job, _plain(pa.array([], column.type), _KINDS[job.function][0])))


def _run_array(job: Job, array: Any, at: int) -> Any:
    """An array, which begins at a row of the column."""
    array = _plain(array, _KINDS[job.function][0])
    call, kept = _call(job, array, at)
    result = _Result(job, array)
    while result.out.row < len(array):
        reason = lib.column_run(call, result.out, min(result.out.row + _BLOCK, len(array)))
        if reason == lib.COLUMN_FULL:
            result.grow()
        elif reason == lib.COLUMN_ERROR:
            raise _refused(job, array, result.out.row, at, result.out.err)
        elif reason == lib.COLUMN_TOO_LONG:
            raise OverflowError("the result has more than 2 GiB: take a large_binary or large_string column, or chunks")
        elif reason == lib.COLUMN_INVALID:
            raise ValueError(f"row {at + result.out.row}: its offsets are not those of a valid Arrow array")
    del kept
    return result.array(len(array))


# ---- inputs ----


def _plain(array: Any, kind: int) -> Any:
    """The array in the layout that the loops read: offsets and data."""
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    plain, large = (pa.binary(), pa.large_binary()) if kind == BINARY else (pa.string(), pa.large_string())
    if array.type in (plain, large):
        return array
    other = str(array.type)
    if other == "null" or other == f"{plain}_view" or (kind == BINARY and other.startswith("fixed_size_binary")):
        return array.cast(large)
    raise TypeError(f"a column of {plain} is needed, not of {array.type}")


def _is_large(array: Any) -> bool:
    return array.type in (pa.large_binary(), pa.large_string())


def _pointer(kind: str, buffer: Any) -> Any:
    return ffi.NULL if buffer is None else ffi.cast(kind, buffer.address)


def _fill(column: Any, array: Any) -> None:
    """Describes an array for C; what comes from a file or a socket may be shorter than it says."""
    validity, offsets, data = array.buffers()
    end = array.offset + len(array)
    column.wide = _is_large(array)
    has = 0 if offsets is None else offsets.size
    if has < (end + 1) * (8 if column.wide else 4) or (validity is not None and validity.size * 8 < end):
        raise ValueError("the array is shorter than its length says")
    column.validity = _pointer("uint8_t *", validity)
    column.offsets = _pointer("void *", offsets)
    column.data = _pointer("uint8_t *", data)
    column.data_len = 0 if data is None else data.size
    column.first = array.offset


def _call(job: Job, array: Any, at: int) -> tuple[Any, Any]:
    """The job for C, and what it borrows."""
    call = ffi.new("column_job_t *")
    call.function, call.revision, call.stop_at_error = job.function, job.revision, job.errors == "raise"
    base = job.base
    if isinstance(base, bytes):
        base = pa.array([base], pa.binary())
        call.one_base = True
    elif isinstance(base, pa.ChunkedArray):
        base = base.slice(at, len(array)).combine_chunks()
    elif base is not None:
        base = base.slice(at, len(array))
    if base is not None:
        base = _plain(base, BINARY)
    destination = Borrowed(job.destination)
    if job.destination is not None:
        call.has_destination, call.destination = True, destination.pointer[0]
    if len(array):
        _fill(call.input, array)
        if base is not None:
            _fill(call.base, base)
    return call, (base, destination)


def _refused(job: Job, array: Any, row: int, at: int, err: int) -> CRIError:
    """The exception for a row."""
    data = array[row].as_buffer().to_pybytes()
    found = located(err, _KINDS[job.function][2], job.revision, data)
    return error(err, found.offset, found.part, at + row)


# ---- outputs ----


def _result_type(job: Job, array: Any) -> Any:
    large = _is_large(array)
    return {
        BINARY: pa.large_binary() if large else pa.binary(),
        STRING: pa.large_string() if large else pa.string(),
        OPTIONS: pa.list_(pa.field("item", _OPTION, nullable=False)),
        NUMBERS: pa.int32(),
        HASHES: pa.uint32(),
    }[_KINDS[job.function][1]]


class _Result:
    """The buffers of an output, which are made larger while the loop waits."""

    def __init__(self, job: Job, array: Any) -> None:
        self.out = ffi.new("column_result_t *")
        self.type = _result_type(job, array)
        self.kind = _KINDS[job.function][1]
        rows = len(array)
        self._validity = pa.allocate_buffer(rows // 8 + 1)
        self._rows = pa.allocate_buffer((rows + 1) * (8 if self.type in (pa.large_binary(), pa.large_string()) else 4))
        self._data = pa.allocate_buffer(64 + 2 * rows + _data_size(array), resizable=True)
        options = 64 + 4 * rows if self.kind == OPTIONS else 0
        self._numbers = pa.allocate_buffer(2 * options, resizable=True)
        self._ends = pa.allocate_buffer(4 * (options + 1), resizable=True)
        self.out.validity = _pointer("uint8_t *", self._validity)
        if self.kind in (NUMBERS, HASHES):
            self.out.numbers = _pointer("int32_t *", self._rows)
        else:
            self.out.offsets = _pointer("void *", self._rows)
        self.out.wide = self._rows.size == 8 * (rows + 1)
        self._describe()

    def _describe(self) -> None:
        self.out.data, self.out.data_cap = _pointer("uint8_t *", self._data), self._data.size
        self.out.option_numbers, self.out.option_cap = _pointer("uint16_t *", self._numbers), self._numbers.size // 2
        self.out.option_offsets = _pointer("int32_t *", self._ends)

    def grow(self) -> None:
        """Makes room for the row that did not fit, and by half, so that all growing is linear in the result."""
        out = self.out
        self._data.resize(max(out.data_len + out.room_bytes, out.data_cap * 3 // 2))
        if self.kind == OPTIONS:
            options = max(out.option_len + out.room_options, out.option_cap * 3 // 2)
            self._numbers.resize(2 * options)
            self._ends.resize(4 * (options + 1))
        self._describe()

    def array(self, rows: int) -> Any:
        """The result, without the room that was not needed."""
        out = self.out
        if rows == 0:
            return pa.array([], self.type)
        validity = self._validity if out.nulls else None
        if self.kind in (NUMBERS, HASHES):
            return pa.Array.from_buffers(self.type, rows, [validity, self._rows], out.nulls)
        self._data.resize(out.data_len)
        if self.kind != OPTIONS:
            return pa.Array.from_buffers(self.type, rows, [validity, self._rows, self._data], out.nulls)
        self._numbers.resize(2 * out.option_len)
        self._ends.resize(4 * (out.option_len + 1))
        numbers = pa.Array.from_buffers(pa.uint16(), out.option_len, [None, self._numbers])
        values = pa.Array.from_buffers(pa.binary(), out.option_len, [None, self._ends, self._data])
        items = pa.StructArray.from_arrays([numbers, values], fields=list(_OPTION))
        return pa.Array.from_buffers(self.type, rows, [validity, self._rows], out.nulls, children=[items])


def _data_size(array: Any) -> int:
    """The bytes of the rows of an array, which a sliced one shares with others."""
    data = array.buffers()[2]
    return 0 if data is None else int(min(array.nbytes, data.size))
