# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs in columns: functions of whole Arrow arrays, without a loop in Python and without its lock.

A column is any object that exports Arrow's C interface, an array or a stream of chunks: of pyarrow, Polars, pandas,
DuckDB, nanoarrow. CRIs are binary, texts are string, each also large, as views, or with a dictionary; or the only
column of a table. The result has a row for each row, and chunks as the column. It is of the column's library where that
is pyarrow, Polars or pandas; else it is an `Array` or a `ChunkedArray`, which every such library takes. A null stays
null.

`errors` says what becomes of a row that is refused: ``"raise"`` raises a `CRIError` with the number of the row,
``"null"`` makes it null.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypeAlias

from . import CRI, REVISION, Endpoint
from ._libcri import Array, ChunkedArray, apply_to_column

__all__ = [
    "Array", "ChunkedArray", "Column", "Errors", "from_iri", "from_uri", "hash", "links", "normalize", "options",
    "problems", "resolve", "route", "to_iri", "to_uri", "uri_to_options", "validate",
]  # fmt: skip

# An object with __arrow_c_array__ or __arrow_c_stream__.
Column: TypeAlias = Any
Errors: TypeAlias = Literal["raise", "null"]


class _Function(Protocol):
    def __call__(self, column: Column, *, revision: int = REVISION, errors: Errors = "raise") -> Column: ...


def _function(name: str, doc: str) -> _Function:
    def apply(column: Column, *, revision: int = REVISION, errors: Errors = "raise") -> Column:
        return _apply(name, column, revision, errors)

    apply.__name__ = apply.__qualname__ = name
    apply.__doc__ = doc
    return apply


to_uri: _Function = _function("to_uri", "The URIs of CRIs: `CRI.to_uri`.")
to_iri: _Function = _function("to_iri", "The IRIs of CRIs: `CRI.to_iri`.")
from_uri: _Function = _function("from_uri", "The CRIs of URIs: `CRI.from_uri`.")
from_iri: _Function = _function("from_iri", "The CRIs of IRIs: `CRI.from_iri`.")
normalize: _Function = _function("normalize", "The normal forms of CRIs: `CRI.normalized`.")
hash: _Function = _function(
    "hash",
    "Hashes of CRIs, uint32: `CRI.stable_hash`. Equal CRIs have equal hashes; whoever sends CRIs can choose them.",
)


def resolve(
    base: CRI | bytes | Column, references: Column, *, revision: int = REVISION, errors: Errors = "raise"
) -> Column:
    """Resolves references against one base, or each against the base in its row: `CRI.resolve`."""
    return _apply("resolve", references, revision, errors, base=_exact(base))


def options(
    column: Column, *, destination: Endpoint | None = None, revision: int = REVISION, errors: Errors = "raise"
) -> Column:
    """The options of CoAP requests for CRIs, each a list of ``{number, value}``: `CRI.options`.

    A CRI with a fragment is refused (``coap_fragment``).
    """
    return _apply("options", column, revision, errors, destination=destination)


def uri_to_options(
    column: Column, *, base: CRI | bytes | Column | None = None, destination: Endpoint | None = None,
    revision: int = REVISION, errors: Errors = "raise",
) -> Column:
    """The options of CoAP requests for URIs, each a list of ``{number, value}``: `libcri.coap.uri_to_options`.

    With a base, or a column of bases, the rows may be references.
    """
    return _apply("uri_to_options", column, revision, errors, base=_exact(base), destination=destination)


def links(column: Column, *, errors: Errors = "raise") -> Column:
    """The links of documents in link format, each a list of ``{target, attributes}``: `libcri.links.loads`.

    The rows are text or UTF-8 in binary. Attributes are a list of ``{name, value}``; a value is null if the attribute
    has none. A document with a part that is not a link is refused.
    """
    return _apply("links", column, REVISION, errors)


def route(
    column: Column, patterns: Iterable[str], *, revision: int = REVISION, errors: Errors = "raise"
) -> Column:
    """The index of the first pattern that matches the path of each row, int32; null if none matches.

    The rows are CRIs, or URIs if they are text. A pattern is a path such as ``"/rooms/{}/lights"``: ``{}`` matches a
    segment that is not empty, ``{*}`` at the end matches all segments that are left. Other segments are compared after
    percent-decoding. If a pattern is malformed, the `CRIError` (``pattern``) has its index as ``row``. A relative
    reference is refused (``not_full``).
    """
    return _apply("route", column, revision, errors, patterns=patterns)


def validate(column: Column, *, revision: int = REVISION) -> Column:
    """Whether each row is exactly one CRI or CRI reference, canonical or not: booleans."""
    return _apply("validate", column, revision, "null")


def problems(
    column: Column, *, notation: Literal["cri", "uri", "iri"] = "cri", revision: int = REVISION
) -> Column:
    """Why rows are refused: the name of the error, in a dictionary of all names; null where there is none.

    `notation` says what the rows are: CRIs, or the URIs or IRIs that `from_uri` or `from_iri` would convert.
    """
    names = {"cri": "problems", "uri": "problems_of_uri", "iri": "problems_of_iri"}
    if not isinstance(notation, str):
        raise TypeError(f"notation: a str is needed, not {type(notation).__name__}")
    if notation not in names:
        raise ValueError(f"notation must be one of {', '.join(names)}, not {notation!r}")
    return _apply(names[notation], column, revision, "null")


def _apply(function: str, column: Column, revision: int, errors: str, **others: Any) -> Column:
    column = _exact(column)
    return _like(column, apply_to_column(column, function, revision, errors, **others))


def _exact(column: Column) -> Column:
    """The column, after pyarrow has compared lengths with the sizes of its buffers, which capsules do not have."""
    if _library(column) == "pyarrow":
        if hasattr(column, "read_all"):  # a reader of batches
            column = column.read_all()
        if hasattr(column, "validate"):
            column.validate()
    return column


def _library(column: object) -> str:
    """The library that the column's class, or one that it extends, is of."""
    found = (kind.__module__.partition(".")[0] for kind in type(column).__mro__)
    return next((library for library in found if library in ("pyarrow", "polars", "pandas")), "")


def _like(column: Column, result: ChunkedArray) -> Column:
    """The result as the library of the column has it."""
    library = _library(column)
    if library == "pyarrow":
        import pyarrow as pa

        if isinstance(column, (pa.Table, pa.RecordBatch)):
            return pa.table(result) if isinstance(column, pa.Table) else pa.record_batch(result)
        return pa.array(result) if isinstance(result, Array) else pa.chunked_array(result)
    if library == "polars":
        import polars as pl

        return pl.Series(result).alias(column.name) if isinstance(column, pl.Series) else pl.DataFrame(result)
    if library == "pandas":
        import pandas as pd

        if isinstance(column, pd.Series):
            return pd.Series.from_arrow(result).set_axis(column.index).rename(column.name)
        return pd.DataFrame.from_arrow(result)
    return result
