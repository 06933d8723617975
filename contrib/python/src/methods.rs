// SPDX-License-Identifier: MIT OR Apache-2.0
//! The constructors and methods of the class `libcri.CRI`.

use std::borrow::Cow;

use cri::{Cri, CriVec, Error, Output, SchemeNumber};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyString, PyTuple, PyType};

use crate::argument::{bytes, bytes_or, revision};
use crate::build::{build, join, named, origin, parent, replace, with_name};
use crate::class::{Any, PyCri, cri};
use crate::coap::{in_message, number_of, options, proxy, to_pairs};
use crate::endpoint::OwnEndpoint;
use crate::error::{Outcome, Position, raised, wrong_value};

#[pymethods]
impl PyCri {
    #[new]
    #[pyo3(signature = (value, revision = None))]
    fn new(value: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> Outcome<Self> {
        if value.is_instance_of::<PyString>() {
            return Self::from_uri(value, revision);
        }
        let Ok(cri) = value.cast::<Self>() else {
            return Self::parsed(bytes_or(value, "value", "a str, a bytes-like object or a CRI")?, revision);
        };
        let view = cri.get().view();
        if revision.is_some() && self::revision(revision)? != view.revision() {
            return Err(Error::Revision.into());
        }
        Self::of_view(&view)
    }

    /// Parses CBOR that is exactly one CRI or CRI reference, canonical or not. In revision 27, it may be in tag 99.
    #[staticmethod]
    #[pyo3(signature = (data, revision = None))]
    fn parse(data: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> Outcome<Self> {
        Self::parsed(bytes(data, "data")?, revision)
    }

    /// Converts a URI to a CRI, or a URI reference to a CRI reference. The text is normalised. href 6.
    #[staticmethod]
    #[pyo3(signature = (uri, revision = None))]
    fn from_uri(uri: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> Outcome<Self> {
        let convert = |revision, text: &[u8], output: &mut Output<'_>| cri::from_uri(revision, text, output);
        Self::converted(uri, "uri", revision, convert, |revision, text| cri::from_uri_where(revision, text))
    }

    /// Converts an IRI or an IRI reference, as from_uri() converts the URI that it maps to. RFC 3987 3.1.
    #[staticmethod]
    #[pyo3(signature = (iri, revision = None))]
    fn from_iri(iri: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> Outcome<Self> {
        let convert = |revision, text: &[u8], output: &mut Output<'_>| cri::from_iri(revision, text, output);
        Self::converted(iri, "iri", revision, convert, |revision, text| cri::from_iri_where(revision, text))
    }

    /// Converts diagnostic notation, such as [-1, ["example", "com"]] or cri'coap://example.com'. RFC 8949 8.
    #[staticmethod]
    #[pyo3(signature = (edn, revision = None))]
    fn from_edn(edn: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> Outcome<Self> {
        Self::of_edn(edn, revision)
    }

    /// Makes the CRI of the resource that the options of a CoAP request identify. RFC 7252 6.5; href-27 8.1.2.
    ///
    /// options are pairs of number and value, or bytes as in a message. scheme is the scheme over which the request
    /// arrived. destination is the Endpoint to which it was sent: it replaces Uri-Host and Uri-Port if they are absent.
    /// A server that is not a proxy calls is_for_proxy() first.
    #[staticmethod]
    #[pyo3(signature = (options, *, scheme = None, destination = None, revision = None))]
    fn from_options(
        options: Any<'_, '_>,
        scheme: Option<Any<'_, '_>>,
        destination: Option<Any<'_, '_>>,
        revision: Option<Any<'_, '_>>,
    ) -> Outcome<Self> {
        let revision = self::revision(revision)?;
        let scheme = scheme.map_or(Ok(SchemeNumber::COAP), |scheme| number_of(scheme, revision))?;
        let (message, destination) = (in_message(options)?, OwnEndpoint::of(destination)?);
        let to = destination.as_ref().map(OwnEndpoint::borrowed);
        Self::written(0, revision, |output| cri::coap::to_cri_proxy(revision, scheme, &message, to.as_ref(), output))
    }

    /// Makes a reference from the Location-* options of a response. Resolve it against the CRI of the request. RFC 7252
    /// 5.10.7.
    #[staticmethod]
    #[pyo3(signature = (options, revision = None))]
    fn from_location(options: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> Outcome<Self> {
        let (revision, message) = (self::revision(revision)?, in_message(options)?);
        Self::written(0, revision, |output| cri::coap::location_to_cri(revision, &message, output))
    }

    /// Builds a CRI from its components, or a reference if there is no scheme. href 3.
    ///
    /// path and query are iterables of segments and parameters, whose characters are all data. If percent is true, each
    /// str is in its URI form, and triplets are decoded. If normalize is true, scheme and host are written in lower
    /// case, and the default port of the scheme is omitted. A host is a name or an ipaddress object.
    #[staticmethod]
    #[pyo3(signature = (**components), text_signature = "(*, scheme=None, userinfo=None, host=None, zone=None, \
        port=None, rootless=False, discard=None, path=None, query=None, fragment=None, normalize=False, \
        percent=False, revision=None)")]
    fn build(components: Option<&Bound<'_, PyDict>>) -> Outcome<Self> {
        build(named(components)?)
    }

    // ---- other forms ----

    /// Returns the canonical encoding.
    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.bytes())
    }

    /// Returns the canonical encoding in tag 99. Raises a CRIError in revision 13, which has no tag.
    fn tagged<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyBytes>> {
        self.output(|view, output| view.encode_tagged(output), |bytes| PyBytes::new(py, bytes))
    }

    /// Returns the URI or the URI reference. Raises a URIError if there is no URI. href 6.1.
    fn to_uri<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyString>> {
        self.text(py, |view, output| view.to_uri(output))
    }

    /// Returns the IRI or the IRI reference, which is the URI without the percent-encoding that an IRI does not need.
    /// RFC 3987 3.2.
    fn to_iri<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyString>> {
        self.text(py, |view, output| view.to_iri(output))
    }

    /// Returns the CRI in diagnostic notation. If literal is true, it is a literal such as cri'coap://example.com',
    /// provided that the literal means the same CRI.
    #[pyo3(signature = (*, literal = false))]
    fn to_edn<'py>(&self, py: Python<'py>, literal: bool) -> Outcome<Bound<'py, PyString>> {
        self.text(py, |view, output| if literal { view.to_edn_literal(output) } else { view.to_edn(output) })
    }

    /// The URI, for header fields and link format: str() may be notation, but this raises a URIError if there is no
    /// URI.
    #[getter]
    fn uri<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyString>> {
        self.to_uri(py)
    }

    /// Returns the URI or, if there is none, diagnostic notation.
    fn __str__<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyString>> {
        self.to_uri(py).or_else(|_| self.to_edn(py, false))
    }

    /// Returns the IRI or, if there is none, diagnostic notation, as a text for people. If the CRI is normalized,
    /// from_iri() or from_edn() converts the text back to the same CRI.
    fn human_repr<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyString>> {
        self.to_iri(py).or_else(|_| self.to_edn(py, false))
    }

    /// Returns a Python expression for the CRI: CRI('coap://h'), or CRI.from_edn('…') if the URI means another CRI.
    fn __repr__(&self, py: Python<'_>) -> Outcome<String> {
        let text = self.__str__(py)?;
        let make = match CriVec::from_uri(self.revision, text.to_cow()?.as_bytes()) {
            Ok(same) if same.as_bytes() == self.bytes() => format!("CRI({}", text.repr()?),
            _ => format!("CRI.from_edn({}", self.to_edn(py, false)?.repr()?),
        };
        Ok(match self.revision as u8 {
            27 => format!("{make})"),
            other => format!("{make}, {other})"),
        })
    }

    /// Returns the CRI in the form "uri", "iri" or "edn", as in f"{cri:uri}". Any other form is one of str(cri), as in
    /// f"{cri:>40}".
    fn __format__<'py>(&self, py: Python<'py>, form: &str) -> Outcome<Bound<'py, PyString>> {
        match form {
            "" => self.__str__(py),
            "uri" => self.to_uri(py),
            "iri" => self.to_iri(py),
            "edn" => self.to_edn(py, false),
            _ => self.__str__(py)?.call_method1("__format__", (form,)).and_then(|text| Ok(text.cast_into()?)).map_err(
                |_| {
                    let wanted = "'uri', 'iri', 'edn' or a format of str";
                    wrong_value(PyString::new(py, form).as_any(), "form", wanted, Error::Argument)
                },
            ),
        }
    }

    /// Returns the options of a CoAP request, in ascending order. RFC 7252 6.4; href-27 8.1.1.
    ///
    /// Uri-Host and Uri-Port are omitted if they are the address and port of destination. There is no option for a
    /// fragment: use without_fragment() first.
    #[pyo3(signature = (destination = None))]
    fn options<'py>(&self, py: Python<'py>, destination: Option<Any<'_, 'py>>) -> Outcome<Bound<'py, PyTuple>> {
        options(py, &self.view(), None, OwnEndpoint::of(destination)?.as_ref())
    }

    /// Returns the options of a request that is meant for a forward proxy. proxy is the number of the proxy option,
    /// such as PROXY_CRI, the default, or PROXY_URI.
    #[pyo3(signature = (proxy = None, destination = None))]
    fn proxy_options<'py>(
        &self,
        py: Python<'py>,
        proxy: Option<Any<'_, 'py>>,
        destination: Option<Any<'_, 'py>>,
    ) -> Outcome<Bound<'py, PyTuple>> {
        options(py, &self.view(), Some(self::proxy(proxy)?), OwnEndpoint::of(destination)?.as_ref())
    }

    /// Returns the Location-* options of a response for this reference. RFC 7252 5.10.7.
    fn location_options<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyTuple>> {
        self.output(|view, output| view.to_coap_location(0, output), |message| to_pairs(py, message))?
    }

    // ---- operations ----

    /// Resolves a reference against this CRI. href 5.3.
    fn resolve(&self, reference: Any<'_, '_>) -> Outcome<Self> {
        let (base, reference) = (self.view(), cri(reference, "reference")?.view());
        Self::written(0, self.revision, |output| base.resolve_to(&reference, output))
    }

    /// Replaces a prefix by another one: the origin and the first segments of the path. A prefix is a CRI with a
    /// scheme, or a reference with an absolute path, which fits every origin. RFC 7252 5.7.3.
    fn replace_prefix(&self, prefix: Any<'_, '_>, replacement: Any<'_, '_>) -> Outcome<Self> {
        let (prefix, replacement) = (cri(prefix, "prefix")?.view(), cri(replacement, "replacement")?.view());
        let view = self.view();
        Self::written(0, self.revision, |output| view.replace_prefix(&prefix, &replacement)?.encode(output))
    }

    /// Resolves a reference against this CRI. The reference may be a CRI, a URI reference or CBOR, as for CRI().
    fn join(&self, py: Python<'_>, reference: Any<'_, '_>) -> Outcome<Self> {
        if reference.is_instance_of::<Self>() {
            return self.resolve(reference);
        }
        let reference = Self::new(reference, Some(PyInt::new(py, self.revision as u8).as_any()))?;
        self.resolve(Bound::new(py, reference)?.as_any())
    }

    /// Returns a CRI of the scheme, host and port, normalized. CRIs of the same origin have equal results. RFC 6454.
    fn origin(&self) -> Outcome<Self> {
        origin(&self.view())?.normalized()
    }

    /// The CRI without query and fragment, and without the last segment of its path. A path that has no parent is kept.
    #[getter]
    fn parent(&self) -> Outcome<Self> {
        parent(&self.view())
    }

    /// Returns the CRI with another last segment, which may be empty, and without query and fragment. A slash in it is
    /// data.
    fn with_name(&self, name: Any<'_, '_>) -> Outcome<Self> {
        with_name(&self.view(), name)
    }

    /// Returns the class as a schema of pydantic: a CRI, its CBOR, or a URI or URI reference, which JSON has.
    #[classmethod]
    fn __get_pydantic_core_schema__<'py>(
        class: &Bound<'py, PyType>,
        source: Any<'_, 'py>,
        handler: Any<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = (source, handler);
        class.py().import("libcri.pydantic")?.call_method1("schema", (class,))
    }

    /// Returns the shortest reference that resolves against base to this CRI. The result may be this CRI itself.
    ///
    /// The shortest reference in CBOR may have no URI. With for_uri, the result is the shortest reference that has one.
    #[pyo3(signature = (base, *, for_uri = false))]
    fn relative_to(&self, base: Any<'_, '_>, for_uri: bool) -> Outcome<Self> {
        let base = cri(base, "base")?;
        let make = if for_uri { Cri::relativize_for_uri } else { Cri::relativize };
        Self::of_view(&make(&base.view(), &self.view())?)
    }

    /// Returns the normal form, in which CRIs that differ only in spelling are equal. href-27 2; R24.
    fn normalized(&self) -> Outcome<Self> {
        let view = self.view();
        Self::written(0, self.revision, |output| view.normalize(output))
    }

    /// Returns the CRI with percent-encoded text decoded into plain text, which options() accepts. R33.
    ///
    /// As in CoAP, the difference between a delimiter and its percent-encoded form is lost: /a%3Bb becomes /a;b.
    fn decode_pet(&self) -> Outcome<Self> {
        let view = self.view();
        Self::written(0, self.revision, |output| view.decode_pet(output))
    }

    /// True if both CRIs have the same scheme, host and port. A port that is not given is the default of the scheme.
    /// RFC 6454.
    fn same_origin(&self, other: Any<'_, '_>) -> Outcome<bool> {
        Ok(self.view().same_origin(&cri(other, "other")?.view())?)
    }

    /// Returns the CRI without its fragment, which is never part of a request.
    fn without_fragment(&self) -> Outcome<Self> {
        Self::of_view(&self.view().without_fragment())
    }

    /// Returns the CRI without its user information, which may be a password and does not belong in logs.
    fn without_userinfo(&self) -> Outcome<Self> {
        let mut scratch = vec![0; self.bytes().len()];
        let view = self.view().without_userinfo(&mut scratch)?;
        Self::of_view(&view)
    }

    /// Appends one segment, in which a slash is data, as in base / "a/b". Raises a CRIError for "." and "..". The new
    /// segment replaces an empty segment at the end of the path. Query and fragment are removed.
    fn __truediv__<'py>(&self, py: Python<'py>, segment: Any<'_, 'py>) -> Outcome<Bound<'py, PyAny>> {
        if !segment.is_instance_of::<PyString>() && !crate::text::is_pet(segment)? {
            return Ok(py.NotImplemented().into_bound(py));
        }
        Ok(Bound::new(py, join(&self.view(), [segment.clone()].into_iter())?)?.into_any())
    }

    /// Appends segments one by one, like the operator /.
    #[pyo3(signature = (*segments))]
    fn joinpath(&self, segments: &Bound<'_, PyTuple>) -> Outcome<Self> {
        join(&self.view(), segments.iter())
    }

    /// Returns the CRI with other components, which have the same names as for build(). None removes a component. If a
    /// reference begins at the path of its base, a new scheme or host needs a new path, too.
    #[pyo3(signature = (**components))]
    fn replace(&self, components: Option<&Bound<'_, PyDict>>) -> Outcome<Self> {
        replace(&self.view(), &named(components)?)
    }

    /// Returns the CRI with another scheme, which is given by its name or its id.
    fn with_scheme(&self, scheme: Any<'_, '_>) -> Outcome<Self> {
        self.with([("scheme", scheme)])
    }

    /// Returns the CRI with another host, a name or an ipaddress object, which may have a zone. None removes the
    /// authority.
    #[pyo3(signature = (host, *, zone = None))]
    fn with_host(&self, host: Any<'_, '_>, zone: Option<Any<'_, '_>>) -> Outcome<Self> {
        let none = &host.py().None().into_bound(host.py());
        self.with([("host", host), ("zone", zone.unwrap_or(none))])
    }

    /// Returns the CRI with another port. None removes the port.
    fn with_port(&self, port: Any<'_, '_>) -> Outcome<Self> {
        self.with([("port", port)])
    }

    /// Returns the CRI with other user information. None removes it.
    fn with_userinfo(&self, userinfo: Any<'_, '_>) -> Outcome<Self> {
        self.with([("userinfo", userinfo)])
    }

    /// Returns the CRI with another path, an iterable of segments. Removes query and fragment, unless they are kept.
    #[pyo3(signature = (path, *, keep_query = false, keep_fragment = false))]
    fn with_path(&self, path: Any<'_, '_>, keep_query: bool, keep_fragment: bool) -> Outcome<Self> {
        let none = &path.py().None().into_bound(path.py());
        let (query, fragment) = (("query", none), ("fragment", none));
        match (keep_query, keep_fragment) {
            (true, true) => self.with([("path", path)]),
            (true, false) => self.with([("path", path), fragment]),
            (false, true) => self.with([("path", path), query]),
            (false, false) => self.with([("path", path), query, fragment]),
        }
    }

    /// Returns the CRI with another query: an iterable of parameters or of pairs of name and value, a mapping, or
    /// keywords. None removes the query. A value is a str, an int or a float. In a mapping or a keyword, a list or a
    /// tuple gives several values to one name.
    #[pyo3(signature = (*query, **parameters))]
    fn with_query<'py>(&self, query: &Bound<'py, PyTuple>, parameters: Option<&Bound<'py, PyDict>>) -> Outcome<Self> {
        self.with_query_of("only", query, parameters)
    }

    /// Returns the CRI with more parameters at the end of the query. They are given as for with_query().
    #[pyo3(signature = (*query, **parameters))]
    fn extend_query<'py>(&self, query: &Bound<'py, PyTuple>, parameters: Option<&Bound<'py, PyDict>>) -> Outcome<Self> {
        self.with_query_of("extended", query, parameters)
    }

    /// Returns the CRI with new parameters. They replace all parameters of the same names, and are given as for
    /// with_query().
    #[pyo3(signature = (*query, **parameters))]
    fn update_query<'py>(&self, query: &Bound<'py, PyTuple>, parameters: Option<&Bound<'py, PyDict>>) -> Outcome<Self> {
        self.with_query_of("updated", query, parameters)
    }

    /// Returns the CRI without the parameters that have one of these names.
    #[pyo3(signature = (*names))]
    fn without_query_params(&self, names: &Bound<'_, PyTuple>) -> Outcome<Self> {
        self.with_query_of("without", names, None)
    }

    /// Returns the CRI with another fragment. None removes the fragment.
    fn with_fragment(&self, fragment: Any<'_, '_>) -> Outcome<Self> {
        self.with([("fragment", fragment)])
    }
}

impl PyCri {
    /// Parses CBOR. The exception has the position of the error.
    fn parsed(cbor: Cow<'_, [u8]>, revision: Option<Any<'_, '_>>) -> Outcome<Self> {
        let revision = self::revision(revision)?;
        Cri::parse_exact(revision, &cbor).map_or_else(
            |error| {
                let position = match Cri::parse(revision, &cbor) {
                    Ok((_, length)) => Position::at(length),
                    Err(_) => Cri::parse_where(revision, &cbor)
                        .map_or_else(|fault| Position::of(&fault), |()| Position::default()),
                };
                Err(raised(error, position))
            },
            |view| Self::of_view(&view),
        )
    }

    /// Returns the CRI with other components.
    fn with<const N: usize>(&self, changes: [(&str, Any<'_, '_>); N]) -> Outcome<Self> {
        replace(&self.view(), &changes.map(|(name, value)| (name.to_owned(), value.clone())))
    }

    /// Returns the CRI with the query that a function of `libcri.query` makes from the present query and arguments.
    fn with_query_of<'py>(
        &self,
        function: &str,
        arguments: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> Outcome<Self> {
        let py = arguments.py();
        let function = py.import(intern!(py, "libcri.query"))?.getattr(function)?;
        self.with([("query", &function.call1((self.query(py)?, arguments, named))?)])
    }
}
