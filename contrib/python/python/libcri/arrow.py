# SPDX-License-Identifier: MIT OR Apache-2.0
"""Functions that convert whole Arrow columns, without a loop in Python and without holding Python's lock.

A column is an object that exports Arrow's C interface as an array or a stream of chunks. pyarrow, Polars, pandas,
DuckDB and nanoarrow have such objects. A column of CRIs is binary, a column of texts is a string column; each may have
64-bit offsets, views or a dictionary, and may be the only column of a table. The result has the same number of rows
and the same chunks as the column, and a null stays null. The result is an object of pyarrow, Polars or pandas if the
column is, and otherwise an `Array` or a `ChunkedArray`, which all of these libraries accept.

`errors` controls what happens to a row that is refused. ``"raise"`` raises a `CRIError` with the number of the row,
``"null"`` makes the row null.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypeAlias

from . import CRI, REVISION, Endpoint
from ._libcri import Array, ChunkedArray, apply_to_column

__all__ = [
    "Array", "ChunkedArray", "Column", "Errors", "effective_port", "from_iri", "from_uri", "hash", "host", "links",
    "normalize", "options", "path", "port", "problems", "query", "resolve", "route", "scheme", "to_iri", "to_uri",
    "uri_to_options", "validate",
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


to_uri: _Function = _function("to_uri", "Converts CRIs to URIs, like `CRI.to_uri`.")
to_iri: _Function = _function("to_iri", "Converts CRIs to IRIs, like `CRI.to_iri`.")
from_uri: _Function = _function("from_uri", "Converts URIs to CRIs, like `CRI.from_uri`.")
from_iri: _Function = _function("from_iri", "Converts IRIs to CRIs, like `CRI.from_iri`.")
normalize: _Function = _function("normalize", "Normalizes CRIs, like `CRI.normalized`.")
_ROWS = " The rows are CRIs or, if the column is text, URIs. It is null if it is not set."
scheme: _Function = _function("scheme", "Returns the name of the scheme, like `CRI.scheme`." + _ROWS)
host: _Function = _function("host", "Returns the host, like `CRI.host`." + _ROWS)
port: _Function = _function("port", "Returns the port (uint16), like `CRI.port`." + _ROWS)
effective_port: _Function = _function(
    "effective_port", "Returns the port or the scheme's default port (uint16), like `CRI.effective_port`." + _ROWS
)
path: _Function = _function("path", "Returns the path as in the URI, such as ``/a/b%2Fc``." + _ROWS)
query: _Function = _function("query", "Returns the query as in the URI, such as ``a=1&b``." + _ROWS)
hash: _Function = _function(
    "hash",
    "Hashes CRIs to uint32, like `CRI.stable_hash`. Equal CRIs have equal hashes. A sender can choose CRIs with the "
    "same hash.",
)


def resolve(
    base: CRI | bytes | Column, references: Column, *, revision: int = REVISION, errors: Errors = "raise"
) -> Column:
    """Resolves references, like `CRI.resolve`, against one base or, if `base` is a column, against the base in the same
    row.
    """
    return _apply("resolve", references, revision, errors, base=_exact(base))


def options(
    column: Column, *, destination: Endpoint | None = None, revision: int = REVISION, errors: Errors = "raise"
) -> Column:
    """Returns the options of CoAP requests for CRIs, like `CRI.options`. Each row is a list of ``{number, value}``.

    A CRI with a fragment is refused (``coap_fragment``).
    """
    return _apply("options", column, revision, errors, destination=destination)


def uri_to_options(
    column: Column, *, base: CRI | bytes | Column | None = None, destination: Endpoint | None = None,
    revision: int = REVISION, errors: Errors = "raise",
) -> Column:
    """Returns the options of CoAP requests for URIs, like `libcri.coap.uri_to_options`. Each row is a list of
    ``{number, value}``.

    With a base, or a column of bases, the rows may be references.
    """
    return _apply("uri_to_options", column, revision, errors, base=_exact(base), destination=destination)


def links(column: Column, *, errors: Errors = "raise") -> Column:
    """Reads documents in link format, like `libcri.links.loads`. Each row is a list of ``{target, attributes}``.

    The documents are text, or UTF-8 in a binary column. Attributes are a list of ``{name, value}``. The value of an
    attribute without a value is null. A document with a part that is not a link is refused.
    """
    return _apply("links", column, REVISION, errors)


def route(
    column: Column, patterns: Iterable[str], *, revision: int = REVISION, errors: Errors = "raise"
) -> Column:
    """Returns the index (int32) of the first pattern that matches the path of each row, or null if no pattern matches.

    The rows are CRIs or, if the column is text, URIs. A pattern is a path such as ``"/rooms/{}/lights"``: ``{}``
    matches a segment that is not empty, ``{*}`` at the end matches all remaining segments. Other segments are compared
    after percent-decoding. If a pattern is malformed, the attribute ``row`` of the `CRIError` (``pattern``) is the
    index of the pattern. A relative reference is refused (``not_full``).
    """
    return _apply("route", column, revision, errors, patterns=patterns)


def validate(column: Column, *, revision: int = REVISION) -> Column:
    """Returns true for each row that is exactly one CRI or CRI reference, canonical or not, and false for other
    rows.
    """
    return _apply("validate", column, revision, "null")


def problems(
    column: Column, *, notation: Literal["cri", "uri", "iri"] = "cri", revision: int = REVISION
) -> Column:
    """Returns the name of the error for which each row is refused, or null if the row has no error. The result
    has a dictionary of all names.

    `notation` is the form of the rows: CRIs, URIs for `from_uri`, or IRIs for `from_iri`.
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
    """Returns the column. pyarrow first compares the lengths of its columns with the sizes of their buffers, because
    the C interface does not transfer these sizes.
    """
    if _library(column) == "pyarrow":
        if hasattr(column, "read_all"):  # a reader of batches
            column = column.read_all()
        if hasattr(column, "validate"):
            column.validate()
    return column


def _library(column: object) -> str:
    """Returns the library that defines the column's class or a base class of it, or "" for an unknown library."""
    found = (kind.__module__.partition(".")[0] for kind in type(column).__mro__)
    return next((library for library in found if library in ("pyarrow", "polars", "pandas")), "")


def _like(column: Column, result: ChunkedArray) -> Column:
    """Converts the result to an object of the column's library."""
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
