# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs in Spark: the functions of `libcri.arrow` as Arrow UDFs, which take and return columns of a DataFrame.

    from libcri import CRI, spark as cri

    links.select(cri.to_uri(cri.resolve(CRI.from_uri("coap://gateway.example/"), cri.from_uri("link"))))

A row that is refused becomes null; with ``errors="raise"`` it ends the job, with a `CRIError` whose `row` counts from the start
of its batch. `problems` says why rows are refused. `register` gives SQL the same functions. Sessions of Spark Connect work as
others. Each Python of the cluster needs libcri and pyarrow. Needs Spark 4.1.
"""
from __future__ import annotations

from typing import Any, Literal, Protocol, Union

import pyarrow as pa
from pyspark.sql import Column, SparkSession
from pyspark.sql.functions import arrow_udf

from . import CRI, REVISION, Endpoint, arrow
from .arrow import Errors

__all__ = [
    "from_iri", "from_uri", "hash", "normalize", "options", "problems", "register", "resolve", "to_iri", "to_uri",
    "validate",
]  # fmt: skip

ColumnOrName = Union[Column, str]
Notation = Literal["cri", "uri", "iri"]

# The types of Spark of the results.
_TYPES = {
    "to_uri": "string", "to_iri": "string", "from_uri": "binary", "from_iri": "binary", "normalize": "binary",
    "resolve": "binary", "options": "array<struct<number: int, value: binary>>", "hash": "long", "validate": "boolean",
    "problems": "string",
}  # fmt: skip
# The same in Arrow, where it is not what `libcri.arrow` has: Spark has no unsigned numbers and no dictionaries.
_CASTS = {
    "options": pa.list_(pa.struct([("number", pa.int32()), ("value", pa.binary())])),
    "hash": pa.int64(),
    "problems": pa.string(),
}


def _udf(name: str, *before: Any, **keywords: Any) -> Any:
    """The UDF of a function of `libcri.arrow`; what is `before` the columns is the same for all rows."""
    function, cast = getattr(arrow, name), _CASTS.get(name)

    def result(*columns: Any) -> Any:
        found = function(*before, *columns, **keywords)
        return found if cast is None else found.cast(cast)

    def one(a: Any) -> Any:
        return result(a)

    def two(a: Any, b: Any) -> Any:
        return result(a, b)

    # Spark reads these as objects, not as the texts that annotations are here.
    one.__annotations__ = {"a": pa.Array, "return": pa.Array}
    two.__annotations__ = {"a": pa.Array, "b": pa.Array, "return": pa.Array}
    return arrow_udf(two if name == "resolve" and not before else one, _TYPES[name])


class _Function(Protocol):
    def __call__(self, column: ColumnOrName, *, revision: int = REVISION, errors: Errors = "null") -> Column: ...


def _function(name: str, doc: str) -> _Function:
    def apply(column: ColumnOrName, *, revision: int = REVISION, errors: Errors = "null") -> Column:
        return _udf(name, revision=revision, errors=errors)(column)

    apply.__name__ = apply.__qualname__ = name
    apply.__doc__ = doc
    return apply


to_uri = _function("to_uri", "The URIs of CRIs.")
to_iri = _function("to_iri", "The IRIs of CRIs.")
from_uri = _function("from_uri", "The CRIs of URIs.")
from_iri = _function("from_iri", "The CRIs of IRIs.")
normalize = _function("normalize", "The normal forms of CRIs.")
hash = _function("hash", "Hashes of CRIs, the same in every language: a long.")


def resolve(
    base: CRI | ColumnOrName, references: ColumnOrName, *, revision: int = REVISION, errors: Errors = "null"
) -> Column:
    """Resolves references against one base, or each against the base in its row."""
    if isinstance(base, CRI):
        return _udf("resolve", base, revision=revision, errors=errors)(references)
    return _udf("resolve", revision=revision, errors=errors)(base, references)


def options(
    column: ColumnOrName,
    *,
    destination: Endpoint | None = None,
    revision: int = REVISION,
    errors: Errors = "null",
) -> Column:
    """The options of CoAP requests for CRIs: an array of structs of number and value."""
    return _udf("options", destination=destination, revision=revision, errors=errors)(column)


def validate(column: ColumnOrName, *, revision: int = REVISION) -> Column:
    """Whether each row is exactly one CRI or CRI reference."""
    return _udf("validate", revision=revision)(column)


def problems(column: ColumnOrName, *, notation: Notation = "cri", revision: int = REVISION) -> Column:
    """Why rows are refused: the name of the error; null where there is none. `notation` is what the rows are."""
    return _udf("problems", notation=notation, revision=revision)(column)


def register(session: SparkSession, *, revision: int = REVISION, errors: Errors = "null") -> None:
    """Gives SQL the functions of this module: cri_to_uri(cri), cri_resolve(base, reference), cri_problems(cri) and so on.

    cri_uri_problems(uri) and cri_iri_problems(iri) are `problems` of the other notations.
    """
    for name in _TYPES:
        refuses = {} if name in ("problems", "validate") else {"errors": errors}
        session.udf.register(f"cri_{name}", _udf(name, revision=revision, **refuses))
    for notation in ("uri", "iri"):
        session.udf.register(f"cri_{notation}_problems", _udf("problems", notation=notation, revision=revision))
