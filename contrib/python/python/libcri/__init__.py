# SPDX-License-Identifier: MIT OR Apache-2.0
"""Constrained Resource Identifiers (CRI, draft-ietf-core-href), which represent URIs as CBOR arrays.

>>> from libcri import CRI
>>> base = CRI("coap://[fe80::42]:61616/floors/2/rooms/light")
>>> link = CRI.from_edn('[1, ["humidity"]]')
>>> str(base.resolve(link))
'coap://[fe80::42]:61616/floors/2/rooms/humidity'
>>> (base / "switch" / "on").path
('floors', '2', 'rooms', 'light', 'switch', 'on')

`libcri.links` reads and writes link format (RFC 6690), `libcri.coap` converts CoAP options, `libcri.templates` expands
URI templates, `libcri.arrow` converts Arrow columns, and `libcri.aiocoap` converts messages of aiocoap.
"""
from ._libcri import (
    CRI, DISCARD_ALL, REVISION, Place, Walk, aif_allows, aif_entries, is_for_proxy, escape, find_tagged,
    find_tagged_uris, items_array, items_sequence, scheme_id, tagged_items,
)  # fmt: skip
from ._libcri import VERSION as __version__
from .coap import Endpoint, Option
from .errors import CBORError, CoAPError, CRIError, LinkError, UnprocessableError, URIError
from .options import PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI
from .query import QueryParams
from .texts import PET, Text

__all__ = [
    "CRI", "DISCARD_ALL", "PET", "PROXY_CRI", "PROXY_SCHEME", "PROXY_SCHEME_NUMBER", "PROXY_URI", "REVISION",
    "CBORError", "CRIError", "CoAPError", "Endpoint", "LinkError", "Option", "Place", "QueryParams", "Text", "URIError",
    "UnprocessableError", "Walk", "__version__", "aif_allows", "aif_entries", "is_for_proxy", "escape", "find_tagged",
    "find_tagged_uris", "items_array", "items_sequence", "scheme_id", "tagged_items",
]  # fmt: skip
