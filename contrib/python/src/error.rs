// SPDX-License-Identifier: MIT OR Apache-2.0
//! Raises the crate's errors as `libcri.CRIError`. The classes are written in Python, because Rust code for abi3 cannot
//! extend ValueError.

use cri::{CriWalk, Error, Fault, Part, Revision};
use pyo3::prelude::*;

use crate::argument::offset_of;

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
    /// Returns the position of an error in a text or bytes. `located` is the fault that the
    /// library found in the input. If that fault has another error, there is no position.
    pub fn found(located: Result<(), Fault>, error: Error, input: &[u8], is_str: bool) -> Self {
        let fault = located.err().filter(|fault| fault.error == error);
        fault.map_or_else(Self::default, |fault| Self {
            offset: Some(offset_of(input, fault.offset, is_str)),
            ..Self::of(&fault)
        })
    }

    /// Returns the position of a fault in bytes.
    pub fn of(fault: &Fault) -> Self {
        Self { offset: Some(fault.offset), part: Some(fault.part), row: None }
    }

    /// Returns a position that is only an offset.
    pub fn at(offset: usize) -> Self {
        Self { offset: Some(offset), ..Self::default() }
    }
}

/// An exception. The operator `?` converts an error of the crate to it.
pub struct Raised(PyErr);

/// The result of a function that Python calls.
pub type Outcome<T> = Result<T, Raised>;

impl From<PyErr> for Raised {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl From<Raised> for PyErr {
    fn from(raised: Raised) -> Self {
        raised.0
    }
}

impl From<Error> for Raised {
    fn from(error: Error) -> Self {
        raised(error, Position::default())
    }
}

impl Raised {
    /// Returns the exception as a Python object.
    pub fn into_value(self, py: Python<'_>) -> Py<PyAny> {
        self.0.into_value(py).into_any()
    }

    /// Makes the exception by calling a function or a class of `libcri.errors`.
    #[cold]
    fn of<A>(function: &str, arguments: impl FnOnce(Python<'_>) -> PyResult<A>) -> Self
    where
        A: for<'py> pyo3::call::PyCallArgs<'py>,
    {
        Python::attach(|py| {
            let made = || py.import("libcri.errors")?.getattr(function)?.call1(arguments(py)?);
            Self(made().map_or_else(|failed| failed, PyErr::from_value))
        })
    }
}

/// Makes the exception for an error.
#[cold]
pub fn raised(error: Error, position: Position) -> Raised {
    Raised::of("error", |_| Ok((error.number(), position.offset, position.part.map(Part::name), position.row)))
}

/// Makes the exception for an error in a CBOR document. If the document is malformed, it has the offset.
#[cold]
pub fn located(error: Error, document: &[u8]) -> Raised {
    let mut walk = CriWalk::new(Revision::Href27, document);
    let found = walk.by_ref().find_map(Result::err);
    let offset = found.filter(|found| *found == error).map(|_| walk.offset());
    raised(error, Position { offset, ..Position::default() })
}

/// Makes the exception for an error in options as in a message. If an option is malformed, it has its offset.
#[cold]
pub fn located_option(error: Error, message: &[u8]) -> Raised {
    let mut end = 0;
    for option in cri::coap::Options::new(message, 0) {
        let Ok((_, value)) = option else { return raised(error, Position::at(end)) };
        end = value.as_ptr_range().end.addr() - message.as_ptr().addr();
    }
    raised(error, Position::default())
}

/// Makes the `libcri.LinkError` for an error in a document, a link or a filter.
#[cold]
pub fn link_error(error: Error, position: Position) -> Raised {
    Raised::of("LinkError", |_| Ok((error.number(), position.offset, None::<&str>, position.row)))
}

/// Makes the exception for an argument whose value is not allowed. `wanted` names the allowed values, `what` names the
/// argument. Unless the error is `Argument`, `what` is also the exception's `part`.
#[cold]
pub fn wrong_value(value: &Bound<'_, PyAny>, what: &str, wanted: &str, error: Error) -> Raised {
    Raised::of("error", |py| {
        let short = py.import("reprlib")?.getattr("repr")?.call1((value,))?;
        let detail = format!("{what}: {wanted} is needed, not {short}");
        let part = (error != Error::Argument).then(|| what.to_owned());
        Ok((error.number(), None::<usize>, part, None::<usize>, detail))
    })
}

/// Makes the exception for arguments that cannot be combined.
#[cold]
pub fn wrong_call(detail: &str) -> Raised {
    Raised::of("error", |_| Ok((Error::Order.number(), None::<usize>, None::<&str>, None::<usize>, detail)))
}
