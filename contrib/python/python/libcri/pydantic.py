# SPDX-License-Identifier: MIT OR Apache-2.0
"""The schema by which pydantic 2, and so FastAPI, reads and writes CRIs. pydantic calls it; programs need not."""
from __future__ import annotations

from pydantic_core import core_schema

from . import CRI


def _made(value: object) -> CRI:
    if not isinstance(value, (CRI, str, bytes)):
        raise ValueError(f"a URI, CBOR or a CRI is needed, not {type(value).__name__}")
    return CRI(value)


def _uri(cri: CRI) -> str:
    return cri.uri


def schema(kind: type[CRI]) -> core_schema.CoreSchema:
    """Returns the schema of fields of the type `kind`. JSON has URIs or URI references, and in Python a field also
    takes a CRI or its CBOR. A CRI without a URI cannot be written as JSON.
    """
    return core_schema.json_or_python_schema(
        json_schema=core_schema.no_info_after_validator_function(kind, core_schema.str_schema()),
        python_schema=core_schema.no_info_plain_validator_function(_made),
        serialization=core_schema.plain_serializer_function_ser_schema(_uri, when_used="json"),
    )
