// SPDX-License-Identifier: MIT OR Apache-2.0
//! What Python sees of the class `libcri.CRI`.

use std::borrow::Cow;

use crate::build::{NORMALIZE, PERCENT};
use cri::{Cri, Error, Output, SchemeNumber};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::argument::{bytes, bytes_or, revision, utf8};
use crate::build::{Parts, build, join, origin, parent, replace};
use crate::class::{Any, PyCri, cri};
use crate::coap::{in_message, number_of, options, proxy, to_pairs};
use crate::encoding::written;
use crate::endpoint::OwnEndpoint;
use crate::error::{Position, plain, raised, wrong_value};

#[pymethods]
impl PyCri {
    #[new]
    #[pyo3(signature = (value, revision = None))]
    fn new(value: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> PyResult<Self> {
        if value.is_instance_of::<PyString>() {
            return Self::from_uri(value, revision);
        }
        let Ok(cri) = value.cast::<Self>() else {
            return Self::parsed(value, bytes_or(value, "value", "a str, a bytes-like object or a CRI")?, revision);
        };
        let view = cri.get().view();
        if revision.is_some() && self::revision(revision)? != view.revision() {
            return Err(plain(value.py(), Error::Revision));
        }
        Self::of_view(value.py(), &view)
    }

    /// Parses CBOR that is exactly one CRI or CRI reference, canonical or not; in revision 27 also in tag 99.
    #[staticmethod]
    #[pyo3(signature = (data, revision = None))]
    fn parse(data: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> PyResult<Self> {
        Self::parsed(data, bytes(data, "data")?, revision)
    }

    /// Converts a URI, or a URI reference to a CRI reference. The text is normalised. href 6.
    #[staticmethod]
    #[pyo3(signature = (uri, revision = None))]
    fn from_uri(uri: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> PyResult<Self> {
        let convert = |revision, text: &[u8], output: &mut Output<'_>| cri::from_uri(revision, text, output);
        Self::converted(uri, "uri", revision, convert, |revision, text| cri::from_uri_where(revision, text))
    }

    /// Converts an IRI or an IRI reference, as from_uri() the URI that it maps to. RFC 3987 3.1.
    #[staticmethod]
    #[pyo3(signature = (iri, revision = None))]
    fn from_iri(iri: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> PyResult<Self> {
        let convert = |revision, text: &[u8], output: &mut Output<'_>| cri::from_iri(revision, text, output);
        Self::converted(iri, "iri", revision, convert, |revision, text| cri::from_iri_where(revision, text))
    }

    /// Converts diagnostic notation: [-1, ["example", "com"]] or cri'coap://example.com'. RFC 8949 8.
    #[staticmethod]
    #[pyo3(signature = (edn, revision = None))]
    fn from_edn(edn: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> PyResult<Self> {
        Self::of_edn(edn, revision)
    }

    /// Makes the CRI of the resource that the options of a CoAP request identify. RFC 7252 6.5; href-27 8.1.2.
    ///
    /// options are pairs of number and value, or bytes as in a message. scheme is the scheme over which the request
    /// arrived, destination the address where it arrived: the defaults of Uri-Host and Uri-Port. A server that is not a
    /// proxy calls is_for_proxy() first.
    #[staticmethod]
    #[pyo3(signature = (options, *, scheme = None, destination = None, revision = None))]
    fn from_options(
        options: Any<'_, '_>,
        scheme: Option<Any<'_, '_>>,
        destination: Option<Any<'_, '_>>,
        revision: Option<Any<'_, '_>>,
    ) -> PyResult<Self> {
        let revision = self::revision(revision)?;
        let scheme = scheme.map_or(Ok(SchemeNumber::COAP), |scheme| number_of(scheme, revision))?;
        let (message, destination) = (in_message(options)?, OwnEndpoint::of(destination)?);
        let to = destination.as_ref().map(OwnEndpoint::borrowed);
        Self::written(options.py(), 0, revision, |output| {
            cri::from_coap_proxy(revision, scheme, &message, to.as_ref(), output)
        })
    }

    /// Makes a reference of the Location-* options of a response. Resolve it against the CRI of the request. RFC 7252
    /// 5.10.7.
    #[staticmethod]
    #[pyo3(signature = (options, revision = None))]
    fn from_location(options: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> PyResult<Self> {
        let (revision, message) = (self::revision(revision)?, in_message(options)?);
        Self::written(options.py(), 0, revision, |output| cri::from_coap_location(revision, &message, output))
    }

    /// Builds a CRI of its components, or a reference if there is no scheme. href 3.
    ///
    /// path and query are iterables of segments and parameters, whose characters are all data. With percent, each str
    /// is in its URI form, and triplets are decoded. normalize writes scheme and host in lower case and omits the
    /// default port of the scheme. A host is a name or an ipaddress object.
    #[staticmethod]
    #[pyo3(signature = (*, scheme = None, userinfo = None, host = None, zone = None, port = None, rootless = false,
        discard = None, path = None, query = None, fragment = None, normalize = false, percent = false,
        revision = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn build(
        py: Python<'_>,
        scheme: Option<Any<'_, '_>>,
        userinfo: Option<Any<'_, '_>>,
        host: Option<Any<'_, '_>>,
        zone: Option<Any<'_, '_>>,
        port: Option<Any<'_, '_>>,
        rootless: bool,
        discard: Option<Any<'_, '_>>,
        path: Option<Any<'_, '_>>,
        query: Option<Any<'_, '_>>,
        fragment: Option<Any<'_, '_>>,
        normalize: bool,
        percent: bool,
        revision: Option<Any<'_, '_>>,
    ) -> PyResult<Self> {
        let flags = if normalize { NORMALIZE } else { 0 } | if percent { PERCENT } else { 0 };
        let parts = Parts { scheme, userinfo, host, zone, port, rootless, discard, path, query, fragment };
        build(py, &parts, flags, self::revision(revision)?)
    }

    // ---- other forms ----

    /// The canonical encoding.
    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.bytes())
    }

    /// The canonical encoding in tag 99, which revision 13 does not have.
    fn tagged<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.output(py, |view, output| view.encode_tagged(output), |bytes| PyBytes::new(py, bytes))
    }

    /// The URI, or the URI reference. Not every CRI has one. href 6.1.
    fn to_uri<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.text(py, |view, output| view.to_uri(output))
    }

    /// The IRI, or the IRI reference: the URI without percent-encoding where an IRI needs none. RFC 3987 3.2.
    fn to_iri<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.text(py, |view, output| view.to_iri(output))
    }

    /// Diagnostic notation; with literal as cri'coap://example.com' where that is the same CRI.
    #[pyo3(signature = (*, literal = false))]
    fn to_edn<'py>(&self, py: Python<'py>, literal: bool) -> PyResult<Bound<'py, PyString>> {
        self.text(py, |view, output| if literal { view.to_edn_literal(output) } else { view.to_edn(output) })
    }

    /// The URI or, if there is none, diagnostic notation.
    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.to_uri(py).or_else(|_| self.to_edn(py, false))
    }

    /// The IRI or, if there is none, diagnostic notation: a text for people, from which from_iri() or from_edn() make
    /// the CRI again if it is normalized.
    fn human_repr<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.to_iri(py).or_else(|_| self.to_edn(py, false))
    }

    /// An expression for the same CRI: CRI('coap://h'), or CRI.from_edn('…') if the URI would become another CRI.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.__str__(py)?;
        let convert = |output: &mut Output<'_>| cri::from_uri(self.revision, utf8(&text).unwrap_or_default(), output);
        let make = match written(0, convert, |encoding| encoding == self.bytes()) {
            Ok(true) => format!("CRI({}", text.repr()?),
            _ => format!("CRI.from_edn({}", self.to_edn(py, false)?.repr()?),
        };
        Ok(match self.revision as u8 {
            27 => format!("{make})"),
            other => format!("{make}, {other})"),
        })
    }

    /// "uri", "iri" or "edn" say the form: f"{cri:uri}". Without any it is str().
    fn __format__<'py>(&self, py: Python<'py>, form: &str) -> PyResult<Bound<'py, PyString>> {
        match form {
            "" => self.__str__(py),
            "uri" => self.to_uri(py),
            "iri" => self.to_iri(py),
            "edn" => self.to_edn(py, false),
            _ => {
                Err(wrong_value(PyString::new(py, form).as_any(), "form", "'', 'uri', 'iri' or 'edn'", Error::Argument))
            }
        }
    }

    /// The options of a CoAP request, in ascending order. RFC 7252 6.4; href-27 8.1.1.
    ///
    /// Uri-Host and Uri-Port are omitted if they are those of destination. A fragment has no option: use
    /// without_fragment() first.
    #[pyo3(signature = (destination = None))]
    fn options<'py>(&self, py: Python<'py>, destination: Option<Any<'_, 'py>>) -> PyResult<Bound<'py, PyTuple>> {
        options(py, &self.view(), None, OwnEndpoint::of(destination)?.as_ref())
    }

    /// The options of a request to a forward proxy, by the number of its option: Proxy-Cri, Proxy-Uri and others.
    #[pyo3(signature = (proxy = None, destination = None))]
    fn proxy_options<'py>(
        &self,
        py: Python<'py>,
        proxy: Option<Any<'_, 'py>>,
        destination: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        options(py, &self.view(), Some(self::proxy(proxy)?), OwnEndpoint::of(destination)?.as_ref())
    }

    /// The Location-* options of a response for this reference. RFC 7252 5.10.7.
    fn location_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.output(py, |view, output| view.to_coap_location(0, output), |message| to_pairs(py, message))?
    }

    // ---- operations ----

    /// Resolves a reference against this CRI. href 5.3.
    fn resolve(&self, py: Python<'_>, reference: Any<'_, '_>) -> PyResult<Self> {
        let (base, reference) = (self.view(), cri(reference, "reference")?.view());
        Self::written(py, 0, self.revision, |output| base.resolve_to(&reference, output))
    }

    /// Resolves a reference against this CRI. The reference is whatever CRI() takes: a CRI, a URI reference, or CBOR.
    fn join(&self, py: Python<'_>, reference: Any<'_, '_>) -> PyResult<Self> {
        if reference.is_instance_of::<Self>() {
            return self.resolve(py, reference);
        }
        let reference = Self::new(reference, Some((self.revision as u8).into_pyobject(py)?.as_any()))?;
        self.resolve(py, Bound::new(py, reference)?.as_any())
    }

    /// The scheme, host and port, normalized: CRIs of the same origin have the same one. RFC 6454.
    fn origin(&self, py: Python<'_>) -> PyResult<Self> {
        origin(py, &self.view())?.normalized(py)
    }

    /// The same without the last segment of its path, without query and fragment. A path that has no parent is kept.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Self> {
        parent(py, &self.view())
    }

    /// The shortest reference that resolves against base to this CRI, which may be this CRI itself.
    fn relative_to(&self, py: Python<'_>, base: Any<'_, '_>) -> PyResult<Self> {
        let reference = cri(base, "base")?.view().relativize(&self.view()).map_err(|error| plain(py, error))?;
        Self::of_view(py, &reference)
    }

    /// The normal form, in which CRIs that differ only in spelling are equal. href-27 2; R24.
    fn normalized(&self, py: Python<'_>) -> PyResult<Self> {
        let view = self.view();
        Self::written(py, 0, self.revision, |output| view.normalize(output))
    }

    /// The CRI with percent-encoded text decoded into plain text, which options() accepts. R33.
    ///
    /// The difference between a delimiter and its percent-encoded form is lost, as it is in CoAP: /a%3Bb becomes /a;b.
    fn decode_pet(&self, py: Python<'_>) -> PyResult<Self> {
        let view = self.view();
        Self::written(py, 0, self.revision, |output| view.decode_pet(output))
    }

    /// Whether both have the same scheme, host and port, defaults considered. RFC 6454.
    fn same_origin(&self, py: Python<'_>, other: Any<'_, '_>) -> PyResult<bool> {
        self.view().same_origin(&cri(other, "other")?.view()).map_err(|error| plain(py, error))
    }

    /// The same without its fragment, which is never part of a request.
    fn without_fragment(&self, py: Python<'_>) -> PyResult<Self> {
        Self::of_view(py, &self.view().without_fragment())
    }

    /// The same without its user information, for logs: that may be a password.
    fn without_userinfo(&self, py: Python<'_>) -> PyResult<Self> {
        let mut scratch = vec![0; self.bytes().len()];
        let view = self.view().without_userinfo(&mut scratch).map_err(|error| plain(py, error))?;
        Self::of_view(py, &view)
    }

    /// Appends one segment, in which a slash is data: base / "a/b". "." and ".." are refused. A trailing empty segment
    /// is replaced; query and fragment are dropped.
    fn __truediv__<'py>(&self, py: Python<'py>, segment: Any<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        if !segment.is_instance_of::<PyString>() && !crate::text::is_pet(segment)? {
            return Ok(py.NotImplemented().into_bound(py));
        }
        Ok(Bound::new(py, join(py, &self.view(), [segment.clone()].into_iter())?)?.into_any())
    }

    /// Appends segments, each as / does.
    #[pyo3(signature = (*segments))]
    fn joinpath(&self, segments: &Bound<'_, PyTuple>) -> PyResult<Self> {
        join(segments.py(), &self.view(), segments.iter())
    }

    /// Returns a copy with other components, by the names that build() has; None removes one. If a reference begins at
    /// the path of its base, a new scheme or host needs a new path too.
    #[pyo3(signature = (**components))]
    fn replace(&self, py: Python<'_>, components: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut changes = Vec::new();
        for (name, value) in components.into_iter().flatten() {
            changes.push((name.extract::<String>()?, value));
        }
        let changes: Vec<_> = changes.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        replace(py, &self.view(), &changes)
    }

    /// The same with another scheme, by its name or its id.
    fn with_scheme<'py>(&self, py: Python<'py>, scheme: Bound<'py, PyAny>) -> PyResult<Self> {
        replace(py, &self.view(), &[("scheme", scheme)])
    }

    /// The same with another host: a name, or an ipaddress object, whose zone may be given; None removes the authority.
    #[pyo3(signature = (host, *, zone = None))]
    fn with_host<'py>(
        &self,
        py: Python<'py>,
        host: Bound<'py, PyAny>,
        zone: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let zone = zone.into_pyobject(py)?;
        replace(py, &self.view(), &[("host", host), ("zone", zone)])
    }

    /// The same with another port; None removes it.
    fn with_port<'py>(&self, py: Python<'py>, port: Bound<'py, PyAny>) -> PyResult<Self> {
        replace(py, &self.view(), &[("port", port)])
    }

    /// The same with other user information; None removes it.
    fn with_userinfo<'py>(&self, py: Python<'py>, userinfo: Bound<'py, PyAny>) -> PyResult<Self> {
        replace(py, &self.view(), &[("userinfo", userinfo)])
    }

    /// The same with other segments of the path, without query and fragment unless they are kept.
    #[pyo3(signature = (path, *, keep_query = false, keep_fragment = false))]
    fn with_path<'py>(
        &self,
        py: Python<'py>,
        path: Bound<'py, PyAny>,
        keep_query: bool,
        keep_fragment: bool,
    ) -> PyResult<Self> {
        let mut changes = vec![("path", path)];
        if !keep_query {
            changes.push(("query", py.None().into_bound(py)));
        }
        if !keep_fragment {
            changes.push(("fragment", py.None().into_bound(py)));
        }
        replace(py, &self.view(), &changes)
    }

    /// The same with another query, which None removes: parameters, pairs of name and value, a mapping, or keywords. In
    /// a mapping or a keyword, a list or a tuple has several values of one name. A value is a str, an int or a float.
    #[pyo3(signature = (*query, **parameters))]
    fn with_query<'py>(&self, query: &Bound<'py, PyTuple>, parameters: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        self.with_query_of("only", query, parameters)
    }

    /// The same with more parameters at the end of the query, given as for with_query().
    #[pyo3(signature = (*query, **parameters))]
    fn extend_query<'py>(
        &self,
        query: &Bound<'py, PyTuple>,
        parameters: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        self.with_query_of("extended", query, parameters)
    }

    /// The same with parameters, given as for with_query(), in place of those of the same name.
    #[pyo3(signature = (*query, **parameters))]
    fn update_query<'py>(
        &self,
        query: &Bound<'py, PyTuple>,
        parameters: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        self.with_query_of("updated", query, parameters)
    }

    /// The same without the parameters of the query that have one of these names.
    #[pyo3(signature = (*names))]
    fn without_query_params(&self, names: &Bound<'_, PyTuple>) -> PyResult<Self> {
        self.with_query_of("without", names, None)
    }

    /// The same with another fragment; None removes it.
    fn with_fragment<'py>(&self, py: Python<'py>, fragment: Bound<'py, PyAny>) -> PyResult<Self> {
        replace(py, &self.view(), &[("fragment", fragment)])
    }
}

impl PyCri {
    /// A CRI of CBOR, with the position of an error in it.
    fn parsed(data: Any<'_, '_>, cbor: Cow<'_, [u8]>, revision: Option<Any<'_, '_>>) -> PyResult<Self> {
        let revision = self::revision(revision)?;
        Cri::parse_exact(revision, &cbor).map_or_else(
            |error| {
                let position = match Cri::parse(revision, &cbor) {
                    Ok((_, length)) => Position::at(length),
                    Err(_) => Cri::parse_where(revision, &cbor)
                        .map_or_else(|fault| Position::of(&fault), |()| Position::default()),
                };
                Err(raised(data.py(), error, position))
            },
            |view| Self::of_view(data.py(), &view),
        )
    }

    /// The same with the query that a function of `libcri.query` makes of the query and of arguments.
    fn with_query_of<'py>(
        &self,
        function: &str,
        arguments: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let py = arguments.py();
        let function = py.import(intern!(py, "libcri.query"))?.getattr(function)?;
        let query = function.call1((self.query(py)?, arguments, named))?;
        replace(py, &self.view(), &[("query", query)])
    }
}
