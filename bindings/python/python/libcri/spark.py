# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs in Spark: the functions of `libcri.arrow` as Arrow UDFs, which take and return columns of a DataFrame.

    from libcri import CRI, spark as cri

    links.select(cri.to_uri(cri.resolve(CRI.from_uri("coap://gateway.example/"), cri.from_uri("link"))))

A row that is refused becomes null; with ``errors="raise"`` it ends the job. `register` gives SQL the same functions. Each
Python of the cluster needs libcri and pyarrow. Needs Spark 4.1.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

import pyarrow as pa
from pyspark.sql import Column, SparkSession
from pyspark.sql.functions import arrow_udf

from . import arrow
from ._columns import Errors
from .coap import Endpoint
from .cri import CRI, REVISION

ColumnOrName = Union[Column, str]

# Spark has no unsigned numbers.
_OPTIONS = pa.list_(pa.struct([("number", pa.int32()), ("value", pa.binary())]))
_OPTIONS_OF_SPARK = "array<struct<number: int, value: binary>>"


def _udf(function: Callable[..., Any], kind: str) -> Any:
    """The UDF of a function of columns, whose hints Spark reads."""
    if function.__code__.co_argcount == 2:

        def two(a: pa.Array, b: pa.Array) -> pa.Array:
            return function(a, b)

        two.__annotations__ = {"a": pa.Array, "b": pa.Array, "return": pa.Array}
        return arrow_udf(two, kind)

    def one(a: pa.Array) -> pa.Array:
        return function(a)

    one.__annotations__ = {"a": pa.Array, "return": pa.Array}
    return arrow_udf(one, kind)


def to_uri(column: ColumnOrName, *, revision: int = REVISION, errors: Errors = "null") -> Column:
    """The URIs of CRIs."""
    return _udf(lambda a: arrow.to_uri(a, revision=revision, errors=errors), "string")(column)


def to_iri(column: ColumnOrName, *, revision: int = REVISION, errors: Errors = "null") -> Column:
    """The IRIs of CRIs."""
    return _udf(lambda a: arrow.to_iri(a, revision=revision, errors=errors), "string")(column)


def from_uri(column: ColumnOrName, *, revision: int = REVISION, errors: Errors = "null") -> Column:
    """The CRIs of URIs."""
    return _udf(lambda a: arrow.from_uri(a, revision=revision, errors=errors), "binary")(column)


def from_iri(column: ColumnOrName, *, revision: int = REVISION, errors: Errors = "null") -> Column:
    """The CRIs of IRIs."""
    return _udf(lambda a: arrow.from_iri(a, revision=revision, errors=errors), "binary")(column)


def normalize(column: ColumnOrName, *, revision: int = REVISION, errors: Errors = "null") -> Column:
    """The normal forms of CRIs."""
    return _udf(lambda a: arrow.normalize(a, revision=revision, errors=errors), "binary")(column)


def resolve(
    base: CRI | ColumnOrName, references: ColumnOrName, *, revision: int = REVISION, errors: Errors = "null"
) -> Column:
    """Resolves references against one base, or each against the base in its row."""
    if isinstance(base, CRI):
        return _udf(lambda a: arrow.resolve(base, a, revision=revision, errors=errors), "binary")(references)
    return _udf(lambda a, b: arrow.resolve(a, b, revision=revision, errors=errors), "binary")(base, references)


def options(
    column: ColumnOrName,
    *,
    destination: Endpoint | None = None,
    revision: int = REVISION,
    errors: Errors = "null",
) -> Column:
    """The options of CoAP requests for CRIs: an array of structs of number and value."""

    def call(a: Any) -> Any:
        return arrow.options(a, destination=destination, revision=revision, errors=errors).cast(_OPTIONS)

    return _udf(call, _OPTIONS_OF_SPARK)(column)


def hash(column: ColumnOrName, *, revision: int = REVISION, errors: Errors = "null") -> Column:
    """Hashes of CRIs, the same in every language: a long."""
    return _udf(lambda a: arrow.hash(a, revision=revision, errors=errors).cast(pa.int64()), "long")(column)


def validate(column: ColumnOrName, *, revision: int = REVISION) -> Column:
    """Whether each row is exactly one CRI or CRI reference."""
    return _udf(lambda a: arrow.validate(a, revision=revision), "boolean")(column)


def register(session: SparkSession, *, revision: int = REVISION, errors: Errors = "null") -> None:
    """Gives SQL the functions cri_to_uri(), cri_from_uri(), cri_resolve(base, reference), cri_validate() and so on."""
    convert = {
        "to_uri": "string", "to_iri": "string", "from_uri": "binary", "from_iri": "binary", "normalize": "binary",
    }  # fmt: skip
    for name, kind in convert.items():
        session.udf.register(f"cri_{name}", _udf(_bound(getattr(arrow, name), revision, errors), kind))
    session.udf.register(
        "cri_resolve", _udf(lambda a, b: arrow.resolve(a, b, revision=revision, errors=errors), "binary")
    )
    session.udf.register("cri_validate", _udf(lambda a: arrow.validate(a, revision=revision), "boolean"))
    session.udf.register(
        "cri_hash", _udf(lambda a: arrow.hash(a, revision=revision, errors=errors).cast(pa.int64()), "long")
    )


def _bound(function: Any, revision: int, errors: Errors) -> Callable[[Any], Any]:
    return lambda a: function(a, revision=revision, errors=errors)
