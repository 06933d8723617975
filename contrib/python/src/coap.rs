// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions for CoAP: options as pairs or as in a message, and authorization information.

use std::borrow::Cow;

use cri::coap::{Options, Proxy, RequestSettings};
use cri::{Cri, Error, Method, Revision, SchemeNumber};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};

use crate::argument::{bytes, index, revision, scheme_number, text, wrong_type};
use crate::class::{PyCri, cri};
use crate::encoding::written;
use crate::endpoint;
use crate::endpoint::OwnEndpoint;
use crate::error::{Outcome, Position, located, located_option, raised, wrong_value};

static OPTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static REQUEST: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Returns options in the form that they have in a message (RFC 7252 section 3.1). Bytes are in that form already,
/// pairs are delta-coded.
pub fn in_message<'a>(options: &'a Bound<'_, PyAny>) -> Outcome<Cow<'a, [u8]>> {
    let wrong = || wrong_type(options, "options", "bytes or an iterable of pairs of number and value");
    if options.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    // A buffer is tried before an iterable, because bytes are iterable, too.
    match bytes(options, "options").map_err(PyErr::from) {
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyTypeError>(options.py()) => {}
        known => return Ok(known?),
    }
    let pairs = options.try_iter().map_err(|_| wrong())?;
    coded_pairs(pairs.map(|pair| option_of(&pair?))).map(Cow::Owned)
}

fn option_of(pair: &Bound<'_, PyAny>) -> Outcome<(u16, Vec<u8>)> {
    let wrong = || wrong_type(pair, "an option", "a pair of number and value");
    let fields = if pair.is_instance_of::<PyString>() {
        Vec::new()
    } else {
        pair.extract::<Vec<Bound<'_, PyAny>>>().unwrap_or_default()
    };
    let [number, value] = fields.as_slice() else { return Err(wrong()) };
    let number = option_number(number)?;
    let value = bytes(value, "the value of an option")?.into_owned();
    Ok((number, value))
}

fn option_number(value: &Bound<'_, PyAny>) -> Outcome<u16> {
    let wrong = || wrong_value(value, "the number of an option", "an int from 0 to 65535", Error::CoapOption);
    index::<u16>(value, "the number of an option")?.ok_or_else(wrong)
}

/// Delta-codes options. Options with the same number keep their order.
fn coded_pairs(options: impl Iterator<Item = Outcome<(u16, Vec<u8>)>>) -> Outcome<Vec<u8>> {
    let mut options = options.collect::<Outcome<Vec<_>>>()?;
    options.sort_by_key(|(number, _)| *number);
    // A head has up to five bytes.
    let mut out = vec![0; options.iter().map(|(_, value)| 5 + value.len()).sum()];
    let (mut output, mut last) = (cri::Output::new(&mut out), 0);
    for (number, value) in options {
        cri::coap::put_option(&mut output, number - last, &value)?;
        last = number;
    }
    let length = output.position();
    out.truncate(length);
    Ok(out)
}

/// Delta-codes pairs of number and value, in any order, as in a message. RFC 7252 3.1.
#[pyfunction]
#[pyo3(signature = (options, /))]
pub fn coded<'py>(options: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(options.py(), &in_message(options)?))
}

/// Returns the delta-coded options of a message as pairs of number and value.
#[pyfunction]
#[pyo3(signature = (data, /))]
pub fn uncoded<'py>(data: &Bound<'py, PyAny>) -> Outcome<Bound<'py, PyTuple>> {
    to_pairs(data.py(), &bytes(data, "data")?)
}

/// Returns the delta-coded options of a message as a tuple of `libcri.Option`.
pub fn to_pairs<'py>(py: Python<'py>, message: &[u8]) -> Outcome<Bound<'py, PyTuple>> {
    let make = OPTION.import(py, "libcri.coap", "Option")?;
    let mut pairs = Vec::new();
    for option in Options::new(message, 0) {
        let (number, value) = option.map_err(|error| located_option(error, message))?;
        pairs.push(make.call1((number, PyBytes::new(py, value)))?);
    }
    Ok(PyTuple::new(py, pairs)?)
}

/// Returns the options of a request for a CRI. With `proxy`, they are meant for a forward proxy and have that option.
pub fn options<'py>(
    py: Python<'py>,
    view: &Cri<'_>,
    proxy: Option<Proxy>,
    destination: Option<&OwnEndpoint>,
) -> Outcome<Bound<'py, PyTuple>> {
    let endpoint = destination.map(OwnEndpoint::borrowed);
    let write = |output: &mut cri::Output<'_>| match proxy {
        None => view.to_coap(endpoint.as_ref(), 0, output),
        Some(proxy) => view.to_coap_proxy(proxy, endpoint.as_ref(), 0, output),
    };
    written(0, write, |message| to_pairs(py, message))?
}

/// Converts the number of a proxy option. The default is Proxy-Cri.
pub fn proxy(value: Option<&Bound<'_, PyAny>>) -> Outcome<Proxy> {
    let Some(value) = value else { return Ok(Proxy::Cri) };
    let number = index::<u16>(value, "proxy")?;
    let wanted = "PROXY_CRI, PROXY_URI, PROXY_SCHEME or PROXY_SCHEME_NUMBER";
    let wrong = || wrong_value(value, "proxy", wanted, Error::Argument);
    number.and_then(|number| Proxy::try_from(number).ok()).ok_or_else(wrong)
}

/// Returns the id of a scheme in the registry of a revision. It is a negative number, such as -1 for "coap".
#[pyfunction]
#[pyo3(signature = (scheme, revision = None))]
pub fn scheme_id(scheme: &Bound<'_, PyAny>, revision: Option<&Bound<'_, PyAny>>) -> Outcome<i128> {
    let revision = self::revision(revision)?;
    Ok(number_of(scheme, revision)?.id())
}

/// Converts the name of a scheme in the registry, or its id, to its scheme number.
pub fn number_of(scheme: &Bound<'_, PyAny>, revision: Revision) -> Outcome<SchemeNumber> {
    if !scheme.is_instance_of::<PyString>() {
        return scheme_number(scheme);
    }
    let number = SchemeNumber::from_name(revision, text(scheme, "scheme")?);
    number.ok_or_else(|| Error::SchemeUnknown.into())
}

/// True if a request is meant for a proxy. Its path then belongs to another server. A server that is not a proxy
/// answers with 5.05.
#[pyfunction]
#[pyo3(signature = (options, /))]
pub fn is_for_proxy(options: &Bound<'_, PyAny>) -> Outcome<bool> {
    Ok(cri::coap::is_for_proxy(&in_message(options)?)?)
}

/// Returns the options of a request for a URI, without making a CRI. Decodes every percent-encoded octet, including
/// those that CRI.from_uri(uri) keeps as PET, which options() refuses. With a base, uri may be a reference. RFC 7252
/// 6.4; R33.
#[pyfunction]
#[pyo3(signature = (uri, destination = None, *, base = None, revision = None))]
pub fn uri_to_options<'py>(
    uri: &Bound<'py, PyAny>,
    destination: Option<&Bound<'_, PyAny>>,
    base: Option<&Bound<'_, PyAny>>,
    revision: Option<&Bound<'_, PyAny>>,
) -> Outcome<Bound<'py, PyTuple>> {
    let py = uri.py();
    let (revision, uri, destination) = (self::revision(revision)?, text(uri, "uri")?, OwnEndpoint::of(destination)?);
    let base = base.map(|base| cri(base, "base")).transpose()?;
    let endpoint = destination.as_ref().map(OwnEndpoint::borrowed);
    let write = |output: &mut cri::Output<'_>| match &base {
        None => cri::coap::from_uri(revision, &uri, endpoint.as_ref(), 0, output),
        Some(base) => cri::coap::from_uri_reference(&base.view(), &uri, endpoint.as_ref(), 0, output),
    };
    let made = written(0, write, |message| to_pairs(py, message));
    made.map_err(|error| raised(error, Position::found(cri::from_uri_where(revision, &uri), error, &uri, true)))?
}

/// Makes a request from a link: resolves it, checks that the program may send a request to the target, decodes
/// percent-encoded text, and writes the options. RFC 7252 6.4.
#[pyfunction]
#[pyo3(signature = (link, base = None, *, schemes = None, zone = None, omit_host_name = false))]
pub fn request<'py>(
    link: &Bound<'py, PyAny>,
    base: Option<&Bound<'_, PyAny>>,
    schemes: Option<&Bound<'_, PyAny>>,
    zone: Option<&Bound<'_, PyAny>>,
    omit_host_name: bool,
) -> Outcome<Bound<'py, PyAny>> {
    let py = link.py();
    let (link, base) = (cri(link, "link")?, base.map(|base| cri(base, "base")).transpose()?);
    let (link, base) = (link.view(), base.map(PyCri::view));
    let zone = zone.map(|zone| text(zone, "zone")).transpose()?.unwrap_or_default();
    let schemes = schemes.map(|schemes| listed(schemes, link.revision())).transpose()?.unwrap_or_default();
    let settings = RequestSettings { schemes: &schemes, zone: &zone, omit_host_name, ..RequestSettings::default() };
    // The target and the options are together at most four times as long as the two CRIs.
    let length = |cri: &Cri<'_>| cri.encoding().map_or(0, <[u8]>::len);
    let mut buffer = vec![0; 4 * (length(&link) + base.as_ref().map_or(0, length)) + 16];
    let made = cri::coap::request(base.as_ref(), &link, &settings, &mut buffer)?;
    let endpoint = made.host.is_none().then(|| endpoint::to_python(py, &made.endpoint)).transpose()?;
    let (target, options) = (PyCri::of_view(&made.target)?, to_pairs(py, made.options)?);
    let make = REQUEST.import(py, "libcri.coap", "Request")?;
    Ok(make.call1((target, endpoint, made.host, made.endpoint.port, options))?)
}

/// Returns the numbers of schemes, which are given by their names.
fn listed(schemes: &Bound<'_, PyAny>, revision: Revision) -> Outcome<Vec<SchemeNumber>> {
    let wrong = || wrong_type(schemes, "schemes", "an iterable of names of schemes");
    if schemes.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    let names = schemes.try_iter().map_err(|_| wrong())?;
    let numbers = names.map(|name| {
        let name = name?;
        SchemeNumber::from_name(revision, &*text(&name, "a scheme")?).ok_or_else(|| Error::SchemeUnknown.into())
    });
    numbers.collect()
}

/// Returns the URI of the resource that a request's options identify, without making a CRI. It is the result of
/// CRI.from_options(options).to_uri() with the same arguments. RFC 7252 6.5, 5.10.2.
#[pyfunction]
#[pyo3(signature = (options, *, scheme = None, destination = None, revision = None))]
pub fn options_to_uri<'py>(
    options: &Bound<'py, PyAny>,
    scheme: Option<&Bound<'_, PyAny>>,
    destination: Option<&Bound<'_, PyAny>>,
    revision: Option<&Bound<'_, PyAny>>,
) -> Outcome<Bound<'py, PyString>> {
    let py = options.py();
    let revision = self::revision(revision)?;
    let scheme = scheme.map_or(Ok(SchemeNumber::COAP), |scheme| number_of(scheme, revision))?;
    let (message, destination) = (in_message(options)?, OwnEndpoint::of(destination)?);
    let to = destination.as_ref().map(OwnEndpoint::borrowed);
    let write = |output: &mut cri::Output<'_>| cri::coap::to_uri_proxy(revision, scheme, &message, to.as_ref(), output);
    Ok(written(0, write, |uri| PyString::from_bytes(py, uri))??)
}

/// True if authorization information (application/aif+cbor;toid=CRI-local-part) allows a method, given by its code, on
/// the resource of a request, which is given as its CRI or as its options. The revision is that of the information,
/// and of the CRI. RFC 9237; href-27 8.3.
#[pyfunction]
#[pyo3(signature = (data, request, method, /, revision = None))]
pub fn aif_allows(
    data: &Bound<'_, PyAny>,
    request: &Bound<'_, PyAny>,
    method: &Bound<'_, PyAny>,
    revision: Option<&Bound<'_, PyAny>>,
) -> Outcome<bool> {
    let wrong = || wrong_value(method, "method", "an int from 1 to 32", Error::Argument);
    let number = index::<u8>(method, "method")?.and_then(|number| Method::try_from(number).ok());
    let (data, method) = (bytes(data, "data")?, number.ok_or_else(wrong)?);
    match request.cast::<PyCri>() {
        Ok(cri) => cri::coap::aif_allows(&data, &cri.get().view(), method),
        Err(_) => cri::coap::aif_allows_options(self::revision(revision)?, &data, &in_message(request)?, method),
    }
    .map_err(|error| located(error, &data))
}

/// Returns the entries of authorization information as pairs of a resource and its methods. The resource is a CRI
/// reference. The methods are an int, the sum of 2 ** (code - 1) for the code of each method.
#[pyfunction]
#[pyo3(signature = (data, revision = None))]
pub fn aif_entries<'py>(data: &Bound<'py, PyAny>, revision: Option<&Bound<'_, PyAny>>) -> Outcome<Bound<'py, PyTuple>> {
    let py = data.py();
    let data = bytes(data, "data")?;
    let mut entries = Vec::new();
    for entry in cri::Aif::new(self::revision(revision)?, &data).map_err(|error| located(error, &data))? {
        let (target, methods) = entry.map_err(|error| located(error, &data))?;
        entries.push((PyCri::of_view(&target)?, methods.bits()));
    }
    Ok(PyTuple::new(py, entries)?)
}

/// Splits the bytes after the token of a message into options and payload. RFC 7252 3.
#[pyfunction]
#[pyo3(signature = (data, /))]
pub fn split_message<'py>(data: &Bound<'py, PyAny>) -> Outcome<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let (py, data) = (data.py(), bytes(data, "data")?);
    let (options, payload) = cri::coap::split_message(&data).map_err(|error| located_option(error, &data))?;
    Ok((PyBytes::new(py, options), PyBytes::new(py, payload)))
}

/// Inserts an option, after any others of the same number. Returns the options in the form that they have in a message.
/// RFC 7252 3.1.
#[pyfunction]
#[pyo3(signature = (options, number, value, /))]
pub fn insert_option<'py>(
    options: &Bound<'py, PyAny>,
    number: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
) -> Outcome<Bound<'py, PyBytes>> {
    let (py, message) = (options.py(), in_message(options)?);
    let (number, value) = (option_number(number)?, bytes(value, "value")?);
    let write = |output: &mut cri::Output<'_>| cri::coap::insert_option(&message, number, &value, output);
    Ok(written(0, write, |message| PyBytes::new(py, message))?)
}

/// Returns the options of a request that belong to its cache key, in the form that they have in a message. Omits
/// options whose numbers are in ignored, such as ETag (4). The cache adds the method, the payload of FETCH and the
/// endpoint. RFC 7252 5.4.2, 5.6.
#[pyfunction]
#[pyo3(signature = (options, ignored = None))]
pub fn cache_key<'py>(options: &Bound<'py, PyAny>, ignored: Option<&Bound<'_, PyAny>>) -> Outcome<Bound<'py, PyBytes>> {
    let (py, message, ignored) = (options.py(), in_message(options)?, numbers(ignored, "ignored")?);
    let write = |output: &mut cri::Output<'_>| cri::coap::cache_key(&message, &ignored, output);
    Ok(written(0, write, |key| PyBytes::new(py, key))?)
}

/// Returns the options of a request that a proxy forwards, in the form that they have in a message. Omits the options
/// that identify the resource, and those whose numbers are in processed, such as Observe (6), and reduces Hop-Limit. An
/// unknown option that is unsafe to forward is a CoAPError. RFC 7252 5.7.1, RFC 8768.
#[pyfunction]
#[pyo3(signature = (options, processed = None))]
pub fn forward_request<'py>(
    options: &Bound<'py, PyAny>,
    processed: Option<&Bound<'_, PyAny>>,
) -> Outcome<Bound<'py, PyBytes>> {
    let (py, message, processed) = (options.py(), in_message(options)?, numbers(processed, "processed")?);
    let write = |output: &mut cri::Output<'_>| cri::coap::forward_request(&message, &processed, output);
    Ok(written(0, write, |forwarded| PyBytes::new(py, forwarded))?)
}

/// Returns the options of a response that a proxy forwards, in the form that they have in a message. Omits the options
/// whose numbers are in processed, such as Max-Age (14). An unknown option that is unsafe to forward is a CoAPError,
/// which a proxy answers with 5.02. RFC 7252 5.7.1.
#[pyfunction]
#[pyo3(signature = (options, processed = None))]
pub fn forward_response<'py>(
    options: &Bound<'py, PyAny>,
    processed: Option<&Bound<'_, PyAny>>,
) -> Outcome<Bound<'py, PyBytes>> {
    let (py, message, processed) = (options.py(), in_message(options)?, numbers(processed, "processed")?);
    let write = |output: &mut cri::Output<'_>| cri::coap::forward_response(&message, &processed, output);
    Ok(written(0, write, |forwarded| PyBytes::new(py, forwarded))?)
}

/// Returns the numbers of the critical options for which a server must refuse a request: with 5.05 if the option is
/// meant for a proxy, with 4.02 otherwise. The server is assumed to know the options that libcri reads, and those whose
/// numbers are in known. RFC 7252 5.4.1.
#[pyfunction]
#[pyo3(signature = (options, known = None))]
pub fn unknown_critical<'py>(
    options: &Bound<'py, PyAny>,
    known: Option<&Bound<'_, PyAny>>,
) -> Outcome<Bound<'py, PyTuple>> {
    let (py, message, known) = (options.py(), in_message(options)?, numbers(known, "known")?);
    let found = cri::coap::unknown_critical(&message, &known).map(|found| found.map(|(number, _)| number));
    let mut found = found.collect::<Result<Vec<_>, _>>()?;
    found.dedup();
    Ok(PyTuple::new(py, found)?)
}

/// Converts an iterable of option numbers. The default is empty.
fn numbers(value: Option<&Bound<'_, PyAny>>, what: &str) -> Outcome<Vec<u16>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let numbers = value.try_iter().map_err(|_| wrong_type(value, what, "an iterable of int"))?;
    numbers.map(|number| option_number(&number?)).collect()
}

/// Returns the parameters in the Uri-Query options of a request as a mapping like CRI.query_params. RFC 7252 5.10.1.
#[pyfunction]
#[pyo3(signature = (options, /))]
pub fn query_params<'py>(options: &Bound<'py, PyAny>) -> Outcome<Bound<'py, PyAny>> {
    let (py, message) = (options.py(), in_message(options)?);
    // The search checks the value of each Uri-Query option, whatever the name is.
    cri::coap::query_find(&message, "")?;
    let texts = Options::new(&message, 0).flatten().filter(|(number, _)| *number == cri::coap::URI_QUERY);
    let texts = texts.map(|(_, text)| PyString::from_bytes(py, text)).collect::<PyResult<Vec<_>>>()?;
    Ok(crate::text::query_params(py, PyTuple::new(py, texts)?)?)
}

/// Splits a URI with a zone, such as "coap://[fe80::1%eth0]/", which people type but URIs do not allow. Returns the URI
/// without the zone, and the zone or None. RFC 9844.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub fn split_zone<'py>(text: &Bound<'py, PyAny>) -> Outcome<(Bound<'py, PyString>, Option<Bound<'py, PyString>>)> {
    let (py, typed) = (text.py(), self::text(text, "text")?);
    let write = |output: &mut cri::Output<'_>| cri::uri::without_zone(&typed, output).map(drop);
    let fault = |error| Position::found(cri::from_uri_where(Revision::Href13, &typed), error, &typed, true);
    let uri = written(typed.len(), write, |uri| PyString::from_bytes(py, uri));
    let uri = uri.map_err(|error| raised(error, fault(error)))??;
    let mut scratch = vec![0; typed.len()];
    let zone = cri::uri::without_zone(&typed, &mut cri::Output::new(&mut scratch)).unwrap_or_default();
    let zone = (!zone.is_empty()).then(|| PyString::new(py, zone));
    Ok((uri, zone))
}
