# SPDX-License-Identifier: MIT OR Apache-2.0
"""Constrained Resource Identifiers (CRI, draft-ietf-core-href): URIs as CBOR.

>>> from libcri import CRI
>>> base = CRI.from_uri("coap://[fe80::42]:61616/floors/2/rooms/light")
>>> link = CRI.from_edn('[1, ["humidity"]]')
>>> base.resolve(link).to_uri()
'coap://[fe80::42]:61616/floors/2/rooms/humidity'

`libcri.arrow` has the same for columns of Arrow, `libcri.spark` for Spark, `libcri.aiocoap` for messages of aiocoap.
"""
from ._cri import ffi as _ffi
from ._cri import lib as _lib
from .coap import (
    PROXY_CRI,
    PROXY_SCHEME,
    PROXY_SCHEME_NUMBER,
    PROXY_URI,
    Endpoint,
    Option,
    asks_proxy,
)
from .cri import CRI, DISCARD_ALL, REVISION, scheme_id
from .documents import find_tagged, items_array, items_sequence
from .errors import CBORError, CoAPError, CRIError, UnprocessableError, URIError
from .texts import PET, Text

__all__ = [
    "CRI",
    "DISCARD_ALL",
    "PET",
    "PROXY_CRI",
    "PROXY_SCHEME",
    "PROXY_SCHEME_NUMBER",
    "PROXY_URI",
    "REVISION",
    "CBORError",
    "CRIError",
    "CoAPError",
    "Endpoint",
    "Option",
    "Text",
    "URIError",
    "UnprocessableError",
    "asks_proxy",
    "find_tagged",
    "items_array",
    "items_sequence",
    "scheme_id",
]

__version__: str = _ffi.string(_lib.cri_version()).decode("ascii")
if __version__ != _ffi.string(_lib.column_headers_version()).decode("ascii"):
    raise ImportError(f"libcri: the archive is {__version__}, its headers are of another version")
