// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts texts of a CRI to Python and back. A plain text is a `str`, a text with percent-encoded octets is a
//! `libcri.PET`. Also encodes CBOR items.

use cri::Items;
use cri::Text;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};

use crate::argument::{bytes, text, wrong_type};

static PET: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Converts a text to a `str` or a PET.
#[inline]
pub fn to_python<'py>(py: Python<'py>, text: Text<'_>) -> PyResult<Bound<'py, PyAny>> {
    if let Some(plain) = text.as_str() {
        return Ok(PyString::new(py, plain).into_any());
    }
    pet(py, text)
}

#[cold]
fn pet<'py>(py: Python<'py>, text: Text<'_>) -> PyResult<Bound<'py, PyAny>> {
    let parts = text.chunks().map(|chunk| match chunk.percent_encoded {
        true => Ok(PyBytes::new(py, chunk.bytes).into_any()),
        false => Ok(PyString::from_bytes(py, chunk.bytes)?.into_any()),
    });
    let parts = parts.collect::<PyResult<Vec<_>>>()?;
    PET.import(py, "libcri.texts", "PET")?.call1((PyTuple::new(py, parts)?,))
}

/// True if an object is a PET.
pub fn is_pet(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.is_instance(PET.import(value.py(), "libcri.texts", "PET")?)
}

/// Converts `count` texts to a tuple.
pub fn all_to_python<'py>(py: Python<'py>, items: Items<'_>, count: usize) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, Texts { py, items, left: count }.map(Made))
}

/// Converts the parameters of a query, a tuple of texts or None, to a `libcri.QueryParams`.
pub fn query_params<'py>(py: Python<'py>, query: impl IntoPyObject<'py>) -> PyResult<Bound<'py, PyAny>> {
    py.import(intern!(py, "libcri.query"))?.call_method1(intern!(py, "params_of"), (query,))
}

/// An iterator over converted texts. Unlike the library's iterator it knows its length, as a tuple requires.
struct Texts<'a, 'py> {
    py: Python<'py>,
    items: Items<'a>,
    left: usize,
}

impl<'py> Iterator for Texts<'_, 'py> {
    type Item = PyResult<Bound<'py, PyAny>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        self.items.next().map(|text| to_python(self.py, text))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Texts<'_, '_> {}

/// An object, or the exception that was raised when it was made.
struct Made<'py>(PyResult<Bound<'py, PyAny>>);

impl<'py> IntoPyObject<'py> for Made<'py> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, _py: Python<'py>) -> PyResult<Self::Output> {
        self.0
    }
}

/// Appends the shortest head of a CBOR item (RFC 8949 section 3).
pub fn put_head(out: &mut Vec<u8>, major: u8, argument: u64) {
    let major = major << 5;
    match argument {
        0..24 => out.push(major | argument as u8),
        24..=0xff => out.extend([major | 24, argument as u8]),
        0x100..=0xffff => {
            out.push(major | 25);
            out.extend((argument as u16).to_be_bytes());
        }
        0x1_0000..=0xffff_ffff => {
            out.push(major | 26);
            out.extend((argument as u32).to_be_bytes());
        }
        _ => {
            out.push(major | 27);
            out.extend(argument.to_be_bytes());
        }
    }
}

/// Major types of CBOR.
pub const UINT: u8 = 0;
pub const NINT: u8 = 1;
pub const BYTES: u8 = 2;
pub const TEXT: u8 = 3;
pub const ARRAY: u8 = 4;

/// Appends a string with the major type of bytes or text.
pub fn put_string(out: &mut Vec<u8>, major: u8, bytes: &[u8]) {
    put_head(out, major, bytes.len() as u64);
    out.extend(bytes);
}

/// Appends the encoding of a text in a CRI.
pub fn put_text(out: &mut Vec<u8>, text: Text<'_>) {
    if let Some(plain) = text.as_str() {
        return put_string(out, TEXT, plain.as_bytes());
    }
    put_head(out, ARRAY, text.chunks().count() as u64);
    for chunk in text.chunks() {
        put_string(out, if chunk.percent_encoded { BYTES } else { TEXT }, chunk.bytes);
    }
}

/// Appends the encoding of a `str` or a PET. Does not check if it is allowed in a CRI: that is done when the CRI is
/// complete.
pub fn put_python(out: &mut Vec<u8>, value: &Bound<'_, PyAny>, what: &str) -> PyResult<()> {
    if value.is_instance_of::<PyString>() {
        put_string(out, TEXT, &text(value, what)?);
        return Ok(());
    }
    if !is_pet(value)? {
        return Err(wrong_type(value, what, "a str or PET").into());
    }
    let parts = value.cast::<PyTuple>()?;
    put_head(out, ARRAY, parts.len() as u64);
    for part in parts.iter_borrowed() {
        if part.is_instance_of::<PyString>() {
            put_string(out, TEXT, &text(&part, what)?);
        } else {
            put_string(out, BYTES, &bytes(&part, what)?);
        }
    }
    Ok(())
}
