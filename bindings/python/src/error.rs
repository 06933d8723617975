// SPDX-License-Identifier: MIT OR Apache-2.0
//! The crate's errors as `libcri.CRIError`, whose classes are Python's: abi3 has no layout of ValueError to extend.

use cri::{Error, Fault, Part};
use pyo3::intern;
use pyo3::prelude::*;

/// The position of an error in an input. The default is an error without a position.
#[derive(Clone, Copy, Default)]
pub struct Position {
    /// The offset in bytes or, if the input is a `str`, in characters.
    pub offset: Option<usize>,
    /// The component.
    pub part: Option<Part>,
    /// The row of a column.
    pub row: Option<usize>,
}

impl Position {
    /// The position of a fault in bytes.
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
pub fn raised(py: Python<'_>, error: Error, position: Position) -> PyErr {
    let made = || {
        let make = py.import(intern!(py, "libcri.errors"))?.getattr(intern!(py, "error"))?;
        make.call1((error.number(), position.offset, position.part.map(part_name), position.row))
    };
    made().map_or_else(|failed| failed, PyErr::from_value)
}

/// The exception for an argument that is none of the values that are wanted. `what` is the argument and, unless the
/// error is `Argument`, the part of a CRI that it is for.
#[cold]
pub fn wrong_value(value: &Bound<'_, PyAny>, what: &str, wanted: &str, error: Error) -> PyErr {
    let py = value.py();
    let made = || {
        let short = py.import(intern!(py, "reprlib"))?.getattr(intern!(py, "repr"))?.call1((value,))?;
        let detail = format!("{what}: {wanted} is needed, not {short}");
        let part = (error != Error::Argument).then_some(what);
        let make = py.import(intern!(py, "libcri.errors"))?.getattr(intern!(py, "error"))?;
        make.call1((error.number(), None::<usize>, part, None::<usize>, detail))
    };
    made().map_or_else(|failed| failed, PyErr::from_value)
}

/// The exception for an error without a position.
#[cold]
pub fn plain(py: Python<'_>, error: Error) -> PyErr {
    raised(py, error, Position::default())
}

fn part_name(part: Part) -> &'static str {
    part.name()
}
