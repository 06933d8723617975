# SPDX-License-Identifier: MIT OR Apache-2.0
"""Constrained Resource Identifiers (CRI, draft-ietf-core-href): URIs as CBOR."""
from ._libcri import VERSION as __version__
from .errors import CBORError, CoAPError, CRIError, UnprocessableError, URIError

__all__ = ["CBORError", "CRIError", "CoAPError", "URIError", "UnprocessableError", "__version__"]
