# SPDX-License-Identifier: MIT OR Apache-2.0
"""The components of a CRI, read from the library's view of it."""
from __future__ import annotations

from typing import Any

from . import coap
from ._cri import ffi, lib
from ._native import borrowed_text, written_text
from .coap import Endpoint
from .errors import CRIError
from .texts import Text, text_of, texts_of


class Components:
    """What both CRIs and CRI references have."""

    __slots__ = ("_view",)
    _view: Any

    @property
    def revision(self) -> int:
        """The revision of draft-ietf-core-href: 27 or 13."""
        return int(lib.cri_revision(self._view))

    @property
    def is_full(self) -> bool:
        """Whether this is a full CRI, one with a scheme, and not a reference."""
        return bool(lib.cri_is_full(self._view))

    @property
    def scheme(self) -> str | None:
        """The name of the scheme; None for a reference, and for an id that the registry does not have."""
        return borrowed_text(lambda chars, length: lib.cri_scheme_text(self._view, chars, length))

    @property
    def scheme_id(self) -> int | None:
        """The id of the scheme, a negative number; None for a reference, and for a scheme that is given by its name."""
        found = ffi.new("int64_t *")
        return int(found[0]) if lib.cri_scheme(self._view, found) else None

    @property
    def discard(self) -> int:
        """How many segments of the base's path a reference discards; `DISCARD_ALL` for all, and for a full CRI."""
        return int(lib.cri_discard(self._view))

    @property
    def is_rootless(self) -> bool:
        """Whether there is no authority and the path has no root, as in ``urn:example``."""
        return bool(lib.cri_authority_kind(self._view) == lib.CRI_AUTHORITY_ROOTLESS)

    @property
    def userinfo(self) -> Text | None:
        """The user information, which may be empty."""
        return self._text(lib.cri_userinfo)

    @property
    def host(self) -> str | None:
        """The host as text, for name resolution and logs: a name, or an address without brackets."""
        if lib.cri_host_kind(self._view) == lib.CRI_HOST_NONE:
            return None
        return written_text(lambda buf, cap, length: lib.cri_host_text(self._view, buf, cap, length))

    @property
    def endpoint(self) -> Endpoint | None:
        """The address and port to connect to, if the host is an address and the port is known; else None."""
        try:
            return coap.endpoint_of(self._view)
        except CRIError:
            return None

    @property
    def port(self) -> int | None:
        """The port that the CRI gives."""
        found = ffi.new("uint16_t *")
        return int(found[0]) if lib.cri_port(self._view, found) else None

    @property
    def effective_port(self) -> int | None:
        """The port that the CRI gives, or the default of its scheme; None if neither is known."""
        found = ffi.new("uint16_t *")
        return int(found[0]) if lib.cri_effective_port(self._view, found) == lib.CRI_OK else None

    @property
    def path(self) -> tuple[Text, ...] | None:
        """The segments of the path; None if a reference does not set it."""
        return self._texts(lib.cri_path_iter) if lib.cri_path_is_set(self._view) else None

    @property
    def query(self) -> tuple[Text, ...] | None:
        """The parameters of the query; None if a reference does not set it."""
        return self._texts(lib.cri_query_iter) if lib.cri_query_is_set(self._view) else None

    @property
    def fragment(self) -> Text | None:
        """The fragment."""
        return self._text(lib.cri_fragment)

    def _text(self, get: Any) -> Text | None:
        view = ffi.new("cri_text_t *")
        return text_of(view) if get(self._view, view) else None

    def _texts(self, begin: Any) -> tuple[Text, ...]:
        iterator = ffi.new("cri_iter_t *")
        begin(self._view, iterator)
        return texts_of(iterator)
