// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of arguments that Python passes. A wrong type is a TypeError, a wrong value a CRIError.

use std::borrow::Cow;

use cri::{Error, Revision, SchemeNumber};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyMemoryView, PyString, PyType};

use crate::error::{Outcome, Raised, wrong_value};

/// Makes the TypeError for an argument: `what` names the argument, `wanted` the type that is needed.
#[cold]
pub fn wrong_type(value: &Bound<'_, PyAny>, what: &str, wanted: &str) -> Raised {
    let found = value.get_type().name().map_or_else(|_| String::from("?"), |name| name.to_string());
    PyTypeError::new_err(format!("{what}: {wanted} is needed, not {found}")).into()
}

/// Converts an integer, or an object with `__index__`. Returns `None` if it is out of the range of the type. Refuses a
/// `bool`, because a `bool` as a port or a revision is always a mistake.
pub fn index<'a, 'py, T>(value: &'a Bound<'py, PyAny>, what: &str) -> Outcome<Option<T>>
where
    T: FromPyObject<'a, 'py, Error = PyErr>,
{
    if value.is_instance_of::<PyBool>() {
        return Err(wrong_type(value, what, "an int"));
    }
    match value.extract::<T>() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(None),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(wrong_type(value, what, "an int")),
        Err(error) => Err(error.into()),
    }
}

/// Converts a revision. The default is 27.
pub fn revision(value: Option<&Bound<'_, PyAny>>) -> Outcome<Revision> {
    let Some(value) = value else { return Ok(Revision::Href27) };
    let number = index::<u8>(value, "revision")?;
    let wrong = || wrong_value(value, "revision", "27 or 13", Error::Argument);
    number.and_then(|number| Revision::try_from(number).ok()).ok_or_else(wrong)
}

/// Converts the id of a scheme, which is a negative number such as -1, to the number of the scheme, such as 0.
pub fn scheme_number(value: &Bound<'_, PyAny>) -> Outcome<SchemeNumber> {
    let id = index::<i128>(value, "scheme")?;
    let wrong = || wrong_value(value, "scheme", "an id from -1 to -2 ** 64", Error::Argument);
    id.and_then(|id| u64::try_from(-1 - id).ok()).map(SchemeNumber::new).ok_or_else(wrong)
}

/// Returns the bytes of a bytes-like object. A view may have items of any type, and need not be contiguous.
pub fn bytes<'a>(value: &'a Bound<'_, PyAny>, what: &str) -> Outcome<Cow<'a, [u8]>> {
    bytes_or(value, what, "a bytes-like object")
}

/// Returns the bytes of a bytes-like object, if the argument may also have other types. `wanted` names all of them.
pub fn bytes_or<'a>(value: &'a Bound<'_, PyAny>, what: &str, wanted: &str) -> Outcome<Cow<'a, [u8]>> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Cow::Borrowed(bytes.as_bytes()));
    }
    match other_bytes(value) {
        Ok(bytes) => Ok(Cow::Owned(bytes)),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(wrong_type(value, what, wanted)),
        // The view was released, or the buffer cannot be shared.
        Err(_) => Err(wrong_value(value, what, "a buffer that can be read", Error::Argument)),
    }
}

fn other_bytes(value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let copy = PyMemoryView::from(value)?.call_method0(intern!(value.py(), "tobytes"))?;
    Ok(copy.cast::<PyBytes>()?.as_bytes().to_vec())
}

/// Encodes a `str` as UTF-8. Lone surrogates become bytes that are not UTF-8, so that the library refuses them with its
/// own error.
pub fn utf8<'a>(value: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(text) = value.to_str() {
        return Ok(Cow::Borrowed(text.as_bytes()));
    }
    let encode = value.py().get_type::<PyString>().getattr(intern!(value.py(), "encode"))?;
    let bytes = encode.call1((value, intern!(value.py(), "utf-8"), intern!(value.py(), "surrogatepass")))?;
    Ok(Cow::Owned(bytes.cast::<PyBytes>()?.as_bytes().to_vec()))
}

/// Encodes an argument as UTF-8. Raises a TypeError if it is not a `str`.
pub fn text<'a>(value: &'a Bound<'_, PyAny>, what: &str) -> Outcome<Cow<'a, [u8]>> {
    Ok(utf8(value.cast().map_err(|_| wrong_type(value, what, "a str"))?)?)
}

/// Returns the UTF-8 of an argument that is a `str` or a bytes-like object, and true if it is a `str`.
pub fn source<'a>(value: &'a Bound<'_, PyAny>, what: &str) -> Outcome<(Cow<'a, [u8]>, bool)> {
    match value.cast::<PyString>() {
        Ok(text) => Ok((utf8(text)?, true)),
        Err(_) => Ok((bytes_or(value, what, "a str or a bytes-like object")?, false)),
    }
}

/// Converts an offset in UTF-8 to an offset in the Python argument, which counts characters if it was a `str`.
pub fn offset_of(data: &[u8], offset: usize, is_str: bool) -> usize {
    let before = data.get(..offset).unwrap_or(data);
    if is_str { before.iter().filter(|byte| **byte & 0xc0 != 0x80).count() } else { offset }
}

static IPV4: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static IPV6: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Returns the bytes of an `ipaddress.IPv4Address` or `IPv6Address`, and the zone of an `IPv6Address` that has one.
pub fn address(value: &Bound<'_, PyAny>, what: &str, wanted: &str) -> Outcome<(Vec<u8>, Option<Vec<u8>>)> {
    let py = value.py();
    let is_ipv6 = value.is_instance(IPV6.import(py, "ipaddress", "IPv6Address")?)?;
    if !is_ipv6 && !value.is_instance(IPV4.import(py, "ipaddress", "IPv4Address")?)? {
        return Err(wrong_type(value, what, wanted));
    }
    let packed = value.getattr(intern!(py, "packed"))?;
    let packed = bytes(&packed, what)?.into_owned();
    if !is_ipv6 {
        return Ok((packed, None));
    }
    let scope = value.getattr(intern!(py, "scope_id"))?;
    let scope = if scope.is_none() { None } else { Some(text(&scope, what)?.into_owned()) };
    Ok((packed, scope))
}
