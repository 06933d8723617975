// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is passed from Python: wrong types are TypeErrors, wrong values CRIErrors.

use crate::error::plain;
use cri::{Error, Revision};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};

/// An integer by `__index__`, in a range; `None` for one outside of it. A `bool` is a TypeError.
pub fn index(value: &Bound<'_, PyAny>, what: &str) -> PyResult<Option<i64>> {
    if !value.is_exact_instance_of::<PyInt>() && value.is_instance_of::<PyBool>() {
        return Err(wrong_type(value, what, "an int"));
    }
    let Ok(number) = value.call_method0(pyo3::intern!(value.py(), "__index__")) else {
        return Err(wrong_type(value, what, "an int"));
    };
    Ok(number.extract().ok())
}

/// The revision, 27 if none was passed.
pub fn revision(value: Option<&Bound<'_, PyAny>>) -> PyResult<Revision> {
    let Some(value) = value else { return Ok(Revision::Href27) };
    let number = index(value, "revision")?.and_then(|number| u8::try_from(number).ok());
    number.and_then(Revision::from_number).ok_or_else(|| plain(value.py(), Error::Argument))
}

/// The TypeError for an argument.
#[cold]
pub fn wrong_type(value: &Bound<'_, PyAny>, what: &str, wanted: &str) -> PyErr {
    let found = value.get_type().name().map_or_else(|_| String::from("?"), |name| name.to_string());
    PyTypeError::new_err(format!("{what}: {wanted} is needed, not {found}"))
}
