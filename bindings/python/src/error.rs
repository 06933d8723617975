// SPDX-License-Identifier: MIT OR Apache-2.0
//! The crate's errors as `libcri.CRIError`, whose classes are Python's: abi3 has no layout of ValueError to extend.

use std::ffi::CStr;

use cri::{Error, Fault, Part};
use pyo3::intern;
use pyo3::prelude::*;

use crate::argument::index;

/// Where in an input an error is. The default is nowhere.
#[derive(Clone, Copy, Default)]
pub struct Place {
    /// Of bytes the byte, of a `str` the character.
    pub offset: Option<usize>,
    /// The component.
    pub part: Option<Part>,
    /// The row of a column.
    pub row: Option<usize>,
}

impl Place {
    /// The place of a fault in bytes.
    pub fn of(fault: &Fault) -> Self {
        Self { offset: Some(fault.offset), part: Some(fault.part), row: None }
    }

    /// An offset without a part.
    pub fn at(offset: usize) -> Self {
        Self { offset: Some(offset), ..Self::default() }
    }
}

/// The exception for an error.
#[cold]
pub fn raised(py: Python<'_>, error: Error, place: Place) -> PyErr {
    let made = || {
        let make = py.import(intern!(py, "libcri.errors"))?.getattr(intern!(py, "error"))?;
        make.call1((error.number(), place.offset, place.part.map(part_name), place.row))
    };
    made().map_or_else(|failed| failed, PyErr::from_value)
}

/// The exception for an error that is in no place.
#[cold]
pub fn plain(py: Python<'_>, error: Error) -> PyErr {
    raised(py, error, Place::default())
}

fn part_name(part: Part) -> &'static str {
    part.name().to_str().unwrap_or_default()
}

/// The name of an error number, and what it means.
#[pyfunction]
#[pyo3(signature = (number, /))]
pub fn error_name_and_text(number: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    let number = index::<i32>(number, "number")?.unwrap_or(i32::MIN);
    let of = |text: &CStr| text.to_string_lossy().into_owned();
    Ok((of(cri::error::name_of(number)), of(cri::error::text_of(number))))
}
