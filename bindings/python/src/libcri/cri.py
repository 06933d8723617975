# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs and CRI references as objects."""
from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, NoReturn, final

from . import coap
from ._build import Builder
from ._components import Components
from ._cri import ffi, lib
from ._native import Bytes, encoded, located, place, written, written_text
from .coap import PROXY_CRI, Address, Endpoint, Option, Options
from .errors import CRIError, check, error

REVISION: int = lib.CRI_REV_27
DISCARD_ALL: int = lib.CRI_DISCARD_ALL


def scheme_id(scheme: str | int, revision: int = REVISION) -> int:
    """The id of a scheme, a negative number, from the registry of a revision: -1 for ``"coap"``."""
    if isinstance(scheme, int):
        return scheme
    name, found = encoded(scheme), ffi.new("int64_t *")
    check(lib.cri_registry_id(revision, name, len(name), found))
    return int(found[0])


@final
class CRI(Components):
    """A CRI, or a CRI reference, in one of the revisions 27 and 13 of draft-ietf-core-href.

    Immutable. Held as its canonical encoding, which ``bytes()`` returns. Equal, hashed and ordered as the library
    compares (href 4); those of different revisions are never equal, and have no order. ``str()`` is diagnostic
    notation, which every CRI has; `to_uri` writes the URI. Errors are `CRIError`.
    """

    __slots__ = ("_bytes", "_data")
    _bytes: bytes
    _data: Any

    def __init__(self) -> None:
        raise TypeError("CRI.parse(), CRI.from_uri() and others make a CRI")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a CRI is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a CRI is immutable: {name} cannot be deleted")

    @classmethod
    def _of(cls, canonical: bytes, revision: int) -> CRI:
        """Of what the library has written."""
        self, view, data = object.__new__(cls), ffi.new("cri_t *"), ffi.from_buffer(canonical)
        check(lib.cri_parse_exact(revision, data, len(canonical), view))
        for name, value in (("_bytes", canonical), ("_data", data), ("_view", view)):
            object.__setattr__(self, name, value)
        return self

    @classmethod
    def _of_view(cls, view: Any) -> CRI:
        canonical = written(lambda buf, cap, length: lib.cri_encode(view, buf, cap, length))
        return cls._of(canonical, lib.cri_revision(view))

    # ---- from other forms ----

    @classmethod
    def parse(cls, data: Bytes, revision: int = REVISION) -> CRI:
        """Parses CBOR that is exactly one CRI or CRI reference, canonical or not; in revision 27 also in tag 99."""
        cbor = data if type(data) is bytes else bytes(memoryview(data))
        pinned, view = ffi.from_buffer(cbor), ffi.new("cri_t *")
        err = lib.cri_parse_exact(revision, pinned, len(cbor), view)
        if err == lib.CRI_ERR_EXTRA:
            consumed = ffi.new("size_t *")
            check(lib.cri_skip(pinned, len(cbor), consumed))
            raise error(err, consumed[0])
        if err != lib.CRI_OK:
            raise located(err, lib.cri_parse_where, revision, cbor)
        return cls._of_view(view)

    @classmethod
    def from_uri(cls, uri: str | bytes, revision: int = REVISION) -> CRI:
        """Converts a URI, or a URI reference to a CRI reference. The text is normalised. href 6."""
        data = encoded(uri)
        return cls._converted(lib.cri_from_uri, lib.cri_from_uri_where, data, uri, revision)

    @classmethod
    def from_iri(cls, iri: str | bytes, revision: int = REVISION) -> CRI:
        """Converts an IRI or an IRI reference, as `from_uri` the URI that it maps to. RFC 3987 3.1."""
        data = encoded(iri)
        return cls._converted(lib.cri_from_iri, lib.cri_from_iri_where, data, iri, revision)

    @classmethod
    def _converted(cls, convert: Any, where: Any, data: bytes, text: str | bytes, revision: int) -> CRI:
        try:
            cbor = written(lambda buf, cap, length: convert(revision, data, len(data), buf, cap, length))
        except CRIError as refused:
            raise located(refused.number, where, revision, data, text) from None
        return cls._of(cbor, revision)

    @classmethod
    def from_edn(cls, edn: str | bytes, revision: int = REVISION) -> CRI:
        """Converts diagnostic notation: ``[-1, ["example", "com"]]`` or ``cri'coap://example.com'``. RFC 8949 8."""
        data, offset = encoded(edn), ffi.new("size_t *", sys.maxsize)
        try:
            cbor = written(
                lambda buf, cap, length: lib.cri_from_edn(revision, data, len(data), buf, cap, length, offset)
            )
        except CRIError as refused:
            found = None if offset[0] == sys.maxsize else place(edn, data, offset[0])
            raise error(refused.number, found) from None
        return cls._of(cbor, revision)

    @classmethod
    def from_options(
        cls,
        options: Options,
        *,
        scheme: str | int = "coap",
        destination: Endpoint | None = None,
        revision: int = REVISION,
    ) -> CRI:
        """Makes the CRI of the resource that the options of a CoAP request identify. RFC 7252 6.5; href-27 8.1.2.

        `options` are pairs of number and value, or bytes as in a message. `scheme` is that over which the request came,
        and `destination` where it arrived: the defaults of Uri-Host and Uri-Port. A server that is no proxy calls
        `asks_proxy` first.
        """
        data, number, arrived = coap.in_message(options), scheme_id(scheme, revision), coap.Borrowed(destination)
        return cls._of(
            written(
                lambda buf, cap, length: lib.cri_from_coap(
                    revision, number, data, len(data), arrived.pointer, buf, cap, length
                )
            ),
            revision,
        )

    @classmethod
    def from_location(cls, options: Options, revision: int = REVISION) -> CRI:
        """Makes the reference of a response's Location-* options: resolve it against the CRI of the request."""
        data = coap.in_message(options)
        return cls._of(
            written(lambda buf, cap, length: lib.cri_from_coap_location(revision, data, len(data), buf, cap, length)),
            revision,
        )

    @classmethod
    def build(
        cls,
        *,
        scheme: str | int | None = None,
        userinfo: str | None = None,
        host: str | Address | None = None,
        zone: str | None = None,
        port: int | None = None,
        rootless: bool = False,
        discard: int | None = None,
        path: Iterable[str] | None = None,
        query: Iterable[str] | None = None,
        fragment: str | None = None,
        normalize: bool = False,
        percent: bool = False,
        revision: int = REVISION,
    ) -> CRI:
        """Builds a CRI of its parts, or a reference if there is no scheme. href 3.

        `path` and `query` are segments and parameters, as they are; with `percent` all texts are in their URI form, and
        triplets are decoded. `normalize` writes scheme and host in lower case and omits the scheme's default port.
        """
        builder = Builder()
        builder.scheme(scheme)
        if discard is not None:
            builder.add(lib.cri_builder_discard, discard)
        if rootless:
            builder.add(lib.cri_builder_rootless)
        if userinfo is not None:
            builder.add_text(lib.cri_builder_userinfo, userinfo)
        builder.host(host, zone)
        if port is not None:
            builder.add(lib.cri_builder_port, port)
        builder.texts(path, lib.cri_builder_path, lib.cri_builder_segment)
        builder.texts(query, lib.cri_builder_query, lib.cri_builder_parameter)
        if fragment is not None:
            builder.add_text(lib.cri_builder_fragment, fragment)
        flags = (lib.CRI_BUILD_NORMALIZE if normalize else 0) | (lib.CRI_BUILD_PERCENT if percent else 0)
        return cls._of(builder.finish(revision, flags), revision)

    # ---- to other forms ----

    def __bytes__(self) -> bytes:
        """The canonical encoding."""
        return self._bytes

    def tagged(self) -> bytes:
        """The canonical encoding in tag 99, which revision 27 has."""
        return written(lambda buf, cap, length: lib.cri_encode_tagged(self._view, buf, cap, length))

    def to_uri(self) -> str:
        """The URI, or the URI reference. Not every CRI has one. href 6.1."""
        return written_text(lambda buf, cap, length: lib.cri_to_uri(self._view, buf, cap, length))

    def to_iri(self) -> str:
        """The IRI, or the IRI reference: the URI without percent-encoding where an IRI needs none. RFC 3987 3.2."""
        return written_text(lambda buf, cap, length: lib.cri_to_iri(self._view, buf, cap, length))

    def to_edn(self, *, literal: bool = False) -> str:
        """Diagnostic notation; with `literal` as ``cri'coap://example.com'`` where that is the same CRI."""
        write = lib.cri_to_edn_literal if literal else lib.cri_to_edn
        return written_text(lambda buf, cap, length: write(self._view, buf, cap, length))

    def __str__(self) -> str:
        return self.to_edn(literal=True)

    def __repr__(self) -> str:
        revision = f", {self.revision}" if self.revision != REVISION else ""
        return f"CRI.from_edn({str(self)!r}{revision})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._bytes, self.revision)

    def options(self, destination: Endpoint | None = None) -> tuple[Option, ...]:
        """The options of a CoAP request, in ascending order. RFC 7252 6.4; href-27 8.1.1.

        Uri-Host and Uri-Port are omitted if they are those of `destination`. There is no option for a fragment: use
        `without_fragment` first.
        """
        return tuple(coap.options_of(self._view, destination, None))

    def proxy_options(self, proxy: int = PROXY_CRI, destination: Endpoint | None = None) -> tuple[Option, ...]:
        """The options of a request to a forward proxy, by the number of its option: Proxy-Cri, Proxy-Uri and others."""
        return tuple(coap.options_of(self._view, destination, proxy))

    def location_options(self) -> tuple[Option, ...]:
        """The Location-* options of a response for this reference. RFC 7252 5.10.7."""
        return tuple(
            coap.uncoded(written(lambda buf, cap, length: lib.cri_to_coap_location(self._view, 0, buf, cap, length)))
        )

    # ---- operations ----

    def resolve(self, reference: CRI) -> CRI:
        """Resolves a reference against this CRI. href 5.3."""
        resolved = ffi.new("cri_t *")
        return CRI._of(
            written(
                lambda buf, cap, length: lib.cri_resolve_to(self._view, reference._view, buf, cap, length, resolved)
            ),
            self.revision,
        )

    def relative_to(self, base: CRI) -> CRI:
        """The shortest reference that resolves against `base` to this CRI, which may be this CRI itself."""
        view = ffi.new("cri_t *")
        check(lib.cri_relativize(base._view, self._view, view))
        return CRI._of_view(view)

    def normalized(self) -> CRI:
        """The normal form, in which CRIs that differ only in spelling are equal. href-27 2; R24."""
        return CRI._of(
            written(lambda buf, cap, length: lib.cri_normalize(self._view, buf, cap, length)), self.revision
        )

    def without_fragment(self) -> CRI:
        """The same without its fragment, which is never part of a request."""
        view = ffi.new("cri_t *")
        check(lib.cri_without_fragment(self._view, view))
        return CRI._of_view(view)

    def without_userinfo(self) -> CRI:
        """The same without its user information, for logs: that may be a password."""
        scratch, used = ffi.new("uint8_t[]", len(self._bytes) + 32), ffi.new("size_t *")
        view = ffi.new("cri_t *")
        check(lib.cri_without_userinfo(self._view, scratch, len(scratch), used, view))
        return CRI._of_view(view)

    def same_origin(self, other: CRI) -> bool:
        """Whether both have the same scheme, host and port, defaults considered. RFC 6454."""
        same = ffi.new("bool *")
        check(lib.cri_same_origin(self._view, other._view, same))
        return bool(same[0])

    # ---- comparing ----

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CRI):
            return NotImplemented
        equal = ffi.new("bool *")
        return bool(lib.cri_equal(self._view, other._view, equal) == lib.CRI_OK and equal[0])

    def __hash__(self) -> int:
        # Python's hash of the canonical encoding has a secret key. That of `stable_hash` has none: whoever sends links
        # could choose many of the same hash.
        return hash((self.revision, self._bytes))

    def stable_hash(self) -> int:
        """A hash of 32 bits that is the same on every machine and in every version: cri_hash()."""
        return int(lib.cri_hash(self._view))

    def _order(self, other: object) -> int | None:
        order = ffi.new("int32_t *")
        if not isinstance(other, CRI) or lib.cri_compare(self._view, other._view, order) != lib.CRI_OK:
            return None
        return int(order[0])

    def __lt__(self, other: CRI) -> bool:
        order = self._order(other)
        return NotImplemented if order is None else order < 0

    def __le__(self, other: CRI) -> bool:
        order = self._order(other)
        return NotImplemented if order is None else order <= 0

    def __gt__(self, other: CRI) -> bool:
        order = self._order(other)
        return NotImplemented if order is None else order > 0

    def __ge__(self, other: CRI) -> bool:
        order = self._order(other)
        return NotImplemented if order is None else order >= 0


def _unpickled(data: bytes, revision: int) -> CRI:
    """A function of the module: cloudpickle, which Spark uses, copies the code of class methods, and what it needs."""
    return CRI._of(data, revision)
