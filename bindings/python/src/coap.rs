// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoAP: options as pairs or as in a message, authorization information.

use std::borrow::Cow;

use cri::coap::{Options, Proxy};
use cri::{Cri, Error, Method, Revision, SchemeNumber};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};

use crate::argument::{bytes, index, revision, scheme_number, text, wrong_type};
use crate::class::{PyCri, cri};
use crate::encoding::written;
use crate::endpoint::OwnEndpoint;
use crate::error::plain;

static OPTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Options as in a message (RFC 7252 section 3.1): as they are, or delta-coded from pairs.
pub fn in_message<'a>(options: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, [u8]>> {
    let wrong = || wrong_type(options, "options", "bytes or an iterable of pairs of number and value");
    if options.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    // Only what has no buffer is looked at as an iterable: bytes are one, too.
    match bytes(options, "options") {
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyTypeError>(options.py()) => {}
        known => return known,
    }
    let pairs = options.try_iter().map_err(|_| wrong())?;
    coded_pairs(options.py(), pairs.map(|pair| pair.and_then(|pair| option_of(&pair)))).map(Cow::Owned)
}

fn option_of(pair: &Bound<'_, PyAny>) -> PyResult<(u16, Vec<u8>)> {
    let wrong = || wrong_type(pair, "an option", "a pair of number and value");
    let fields = if pair.is_instance_of::<PyString>() { Err(wrong()) } else { pair.extract::<Vec<Bound<'_, PyAny>>>() };
    let fields = fields.map_err(|_| wrong())?;
    let [number, value] = fields.as_slice() else { return Err(wrong()) };
    let number = index::<u16>(number, "the number of an option")?;
    let number = number.ok_or_else(|| plain(pair.py(), Error::CoapOption))?;
    let value = bytes(value, "the value of an option")?.into_owned();
    Ok((number, value))
}

/// Delta-codes options; those of a number keep their order.
fn coded_pairs(py: Python<'_>, options: impl Iterator<Item = PyResult<(u16, Vec<u8>)>>) -> PyResult<Vec<u8>> {
    let mut options = options.collect::<PyResult<Vec<_>>>()?;
    options.sort_by_key(|(number, _)| *number);
    // A head has up to five bytes.
    let mut out = vec![0; options.iter().map(|(_, value)| 5 + value.len()).sum()];
    let (mut output, mut last) = (cri::Output::new(&mut out), 0);
    for (number, value) in options {
        cri::coap::put_option(&mut output, number - last, &value).map_err(|error| plain(py, error))?;
        last = number;
    }
    let length = output.position();
    out.truncate(length);
    Ok(out)
}

/// Options as in a message, delta-coded (RFC 7252 section 3.1), from pairs of number and value in any order.
#[pyfunction]
#[pyo3(signature = (options, /))]
pub fn coded<'py>(options: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(options.py(), &in_message(options)?))
}

/// The options in bytes as in a message, as pairs of number and value.
#[pyfunction]
#[pyo3(signature = (data, /))]
pub fn uncoded<'py>(data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    to_pairs(data.py(), &bytes(data, "data")?)
}

/// The options of a message as a tuple of `libcri.Option`.
pub fn to_pairs<'py>(py: Python<'py>, message: &[u8]) -> PyResult<Bound<'py, PyTuple>> {
    let make = OPTION.import(py, "libcri.coap", "Option")?;
    let mut pairs = Vec::new();
    for option in Options::new(message, 0) {
        let (number, value) = option.map_err(|error| plain(py, error))?;
        pairs.push(make.call1((number, PyBytes::new(py, value)))?);
    }
    PyTuple::new(py, pairs)
}

/// The options of a request; to a proxy if one of its options is named.
pub fn options<'py>(
    py: Python<'py>,
    view: &Cri<'_>,
    proxy: Option<Proxy>,
    destination: Option<&OwnEndpoint>,
) -> PyResult<Bound<'py, PyTuple>> {
    let endpoint = destination.map(OwnEndpoint::borrowed);
    let write = |output: &mut cri::Output<'_>| match proxy {
        None => view.to_coap(endpoint.as_ref(), 0, output),
        Some(proxy) => view.to_coap_proxy(proxy, endpoint.as_ref(), 0, output),
    };
    written(0, write, |message| to_pairs(py, message)).map_err(|error| plain(py, error))?
}

/// The kind of a proxy option by its number.
pub fn proxy(value: Option<&Bound<'_, PyAny>>) -> PyResult<Proxy> {
    let Some(value) = value else { return Ok(Proxy::Cri) };
    let number = index::<u16>(value, "proxy")?;
    number.ok_or(Error::Argument).and_then(Proxy::try_from).map_err(|error| plain(value.py(), error))
}

/// The id of a scheme, a negative number, from the registry of a revision: -1 for "coap".
#[pyfunction]
#[pyo3(signature = (scheme, revision = None))]
pub fn scheme_id(scheme: &Bound<'_, PyAny>, revision: Option<&Bound<'_, PyAny>>) -> PyResult<i128> {
    let revision = self::revision(revision)?;
    Ok(number_of(scheme, revision)?.id())
}

/// The number of a scheme by its name in the registry, or by its id.
pub fn number_of(scheme: &Bound<'_, PyAny>, revision: Revision) -> PyResult<SchemeNumber> {
    if !scheme.is_instance_of::<PyString>() {
        return scheme_number(scheme);
    }
    let number = SchemeNumber::from_name(revision, text(scheme, "scheme")?);
    number.ok_or_else(|| plain(scheme.py(), Error::SchemeUnknown))
}

/// True if a request is meant for a proxy. Its path then belongs to another server. A server that is not a proxy
/// answers 5.05.
#[pyfunction]
#[pyo3(signature = (options, /))]
pub fn is_for_proxy(options: &Bound<'_, PyAny>) -> PyResult<bool> {
    cri::coap::is_for_proxy(&in_message(options)?).map_err(|error| plain(options.py(), error))
}

/// The options of a request for a URI, the same as CRI.from_uri(uri).options(destination), without a CRI in between.
/// With a base, uri may be a reference. RFC 7252 6.4.
#[pyfunction]
#[pyo3(signature = (uri, destination = None, *, base = None, revision = None))]
pub fn uri_to_options<'py>(
    uri: &Bound<'py, PyAny>,
    destination: Option<&Bound<'_, PyAny>>,
    base: Option<&Bound<'_, PyAny>>,
    revision: Option<&Bound<'_, PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = uri.py();
    let (revision, uri, destination) = (self::revision(revision)?, text(uri, "uri")?, OwnEndpoint::of(destination)?);
    let base = base.map(|base| cri(base, "base")).transpose()?;
    let endpoint = destination.as_ref().map(OwnEndpoint::borrowed);
    let write = |output: &mut cri::Output<'_>| match &base {
        None => cri::uri_to_coap(revision, &uri, endpoint.as_ref(), 0, output),
        Some(base) => cri::uri_reference_to_coap(&base.view(), &uri, endpoint.as_ref(), 0, output),
    };
    written(0, write, |message| to_pairs(py, message)).map_err(|error| plain(py, error))?
}

/// The URI of a request, without a CRI in between: that of CRI.from_options(options).to_uri(), with the same arguments.
/// RFC 7252 6.5, 5.10.2.
#[pyfunction]
#[pyo3(signature = (options, *, scheme = None, destination = None, revision = None))]
pub fn options_to_uri<'py>(
    options: &Bound<'py, PyAny>,
    scheme: Option<&Bound<'_, PyAny>>,
    destination: Option<&Bound<'_, PyAny>>,
    revision: Option<&Bound<'_, PyAny>>,
) -> PyResult<Bound<'py, PyString>> {
    let py = options.py();
    let revision = self::revision(revision)?;
    let scheme = scheme.map_or(Ok(SchemeNumber::COAP), |scheme| number_of(scheme, revision))?;
    let (message, destination) = (in_message(options)?, OwnEndpoint::of(destination)?);
    let to = destination.as_ref().map(OwnEndpoint::borrowed);
    let write = |output: &mut cri::Output<'_>| cri::coap_to_uri_proxy(revision, scheme, &message, to.as_ref(), output);
    written(0, write, |uri| PyString::from_bytes(py, uri)).map_err(|error| plain(py, error))?
}

/// True if authorization information (application/aif+cbor;toid=CRI-local-part) allows a method, given by its code, on
/// the resource of a request. RFC 9237; href-27 8.3.
#[pyfunction]
#[pyo3(signature = (data, request, method, /))]
pub fn aif_allows(data: &Bound<'_, PyAny>, request: &Bound<'_, PyAny>, method: &Bound<'_, PyAny>) -> PyResult<bool> {
    let refused = |error| plain(data.py(), error);
    let method = index::<u8>(method, "method")?.ok_or(Error::Argument).and_then(Method::try_from).map_err(refused)?;
    cri::aif_allows(&bytes(data, "data")?, &cri(request, "request")?.view(), method).map_err(refused)
}

/// The entries of authorization information: pairs of the resource, as a reference, and the sum of 2 ** (code - 1) for
/// its methods.
#[pyfunction]
#[pyo3(signature = (data, revision = None))]
pub fn aif_entries<'py>(
    data: &Bound<'py, PyAny>,
    revision: Option<&Bound<'_, PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = data.py();
    let data = bytes(data, "data")?;
    let mut entries = Vec::new();
    for entry in cri::Aif::new(self::revision(revision)?, &data).map_err(|error| plain(py, error))? {
        let (target, methods) = entry.map_err(|error| plain(py, error))?;
        entries.push((PyCri::of_view(py, &target)?, methods.bits()));
    }
    PyTuple::new(py, entries)
}

macro_rules! options {
    ($($name:ident)*) => { [$((stringify!($name), cri::coap::$name),)*] };
}

/// The numbers of options, by their names in Python.
pub const OPTIONS: [(&str, u16); 10] = options! {
    URI_HOST URI_PORT LOCATION_PATH URI_PATH URI_QUERY LOCATION_QUERY
    PROXY_URI PROXY_SCHEME PROXY_CRI PROXY_SCHEME_NUMBER
};
