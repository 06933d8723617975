# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs in columns: functions of whole Arrow arrays, without a loop in Python and without its lock.

A column is an Array or a ChunkedArray, sliced or not: CRIs as binary, texts as string, both also large, as views or as
dictionaries. The result has a row for each row, and chunks as the column. A null stays null.

`errors` says what becomes of a row that is refused: ``"raise"`` raises a `CRIError` with the number of the row,
``"null"`` makes it null.

Needs pyarrow, which nothing else in this package needs.
"""
from __future__ import annotations

from typing import Literal

import pyarrow as pa
import pyarrow.compute as pc

from ._columns import Column, Errors, Job, run
from ._cri import lib
from .coap import Endpoint
from .cri import CRI, REVISION
from .errors import error

__all__ = [
    "from_iri", "from_uri", "hash", "normalize", "options", "problems", "resolve", "to_iri", "to_uri", "validate",
]  # fmt: skip


def to_uri(column: Column, *, revision: int = REVISION, errors: Errors = "raise") -> Column:
    """The URIs of CRIs: `CRI.to_uri`."""
    return run(Job(lib.COLUMN_TO_URI, revision, errors), column)


def to_iri(column: Column, *, revision: int = REVISION, errors: Errors = "raise") -> Column:
    """The IRIs of CRIs: `CRI.to_iri`."""
    return run(Job(lib.COLUMN_TO_IRI, revision, errors), column)


def from_uri(column: Column, *, revision: int = REVISION, errors: Errors = "raise") -> Column:
    """The CRIs of URIs: `CRI.from_uri`."""
    return run(Job(lib.COLUMN_FROM_URI, revision, errors), column)


def from_iri(column: Column, *, revision: int = REVISION, errors: Errors = "raise") -> Column:
    """The CRIs of IRIs: `CRI.from_iri`."""
    return run(Job(lib.COLUMN_FROM_IRI, revision, errors), column)


def normalize(column: Column, *, revision: int = REVISION, errors: Errors = "raise") -> Column:
    """The normal forms of CRIs: `CRI.normalized`."""
    return run(Job(lib.COLUMN_NORMALIZE, revision, errors), column)


def resolve(
    base: CRI | bytes | Column, references: Column, *, revision: int = REVISION, errors: Errors = "raise"
) -> Column:
    """Resolves references against one base, or each against the base in its row: `CRI.resolve`."""
    if isinstance(base, bytes):
        base = CRI.parse(base, revision)
    if isinstance(base, CRI):
        if base.revision != revision:
            raise error(lib.CRI_ERR_REVISION)
        base = bytes(base)
    return run(Job(lib.COLUMN_RESOLVE, revision, errors, base=base), references)


def options(
    column: Column, *, destination: Endpoint | None = None, revision: int = REVISION, errors: Errors = "raise"
) -> Column:
    """The options of CoAP requests for CRIs, each a list of ``{number, value}``: `CRI.options`."""
    return run(Job(lib.COLUMN_OPTIONS, revision, errors, destination=destination), column)


def hash(column: Column, *, revision: int = REVISION, errors: Errors = "raise") -> Column:
    """Hashes of CRIs, uint32: `CRI.stable_hash`. Equal CRIs have equal hashes; whoever sends CRIs can choose them."""
    return run(Job(lib.COLUMN_HASH, revision, errors), column)


def validate(column: Column, *, revision: int = REVISION) -> Column:
    """Whether each row is exactly one CRI or CRI reference, canonical or not: booleans."""
    return pc.equal(run(Job(lib.COLUMN_CHECK, revision, "null"), column), lib.CRI_OK)


def problems(
    column: Column, *, notation: Literal["cri", "uri", "iri"] = "cri", revision: int = REVISION
) -> Column:
    """Why rows are refused: the name of the error, in a dictionary; null where there is none.

    `notation` says what the rows are: CRIs, or the URIs or IRIs that `from_uri` or `from_iri` would convert.
    """
    function = {"cri": lib.COLUMN_CHECK, "uri": lib.COLUMN_CHECK_URI, "iri": lib.COLUMN_CHECK_IRI}[notation]
    numbers = run(Job(function, revision, "null"), column)
    kinds = pc.unique(numbers).drop_null()
    kinds = kinds.filter(pc.not_equal(kinds, lib.CRI_OK))
    names = pa.array([error(number).name for number in kinds.to_pylist()], pa.string())
    indices = pc.index_in(numbers, kinds)
    if isinstance(indices, pa.ChunkedArray):
        chunks = [pa.DictionaryArray.from_arrays(chunk, names) for chunk in indices.chunks]
        return pa.chunked_array(chunks, pa.dictionary(pa.int32(), pa.string()))
    return pa.DictionaryArray.from_arrays(indices, names)
