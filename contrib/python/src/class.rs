// SPDX-License-Identifier: MIT OR Apache-2.0
//! The class `libcri.CRI`.

use std::cmp::Ordering;

use cri::{Cri, Error, Fault, Output, Revision};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::argument::{offset_of, revision, source, wrong_type};
use crate::components::Components;
use crate::encoding::{Encoding, written};
use crate::error::{Outcome, Position, raised};

/// A CRI or a CRI reference, in revision 27 or 13 of draft-ietf-core-href.
///
/// CRI(text) converts a URI or URI reference, like from_uri(). CRI(data) parses CBOR, like parse(). CRIs are immutable
/// and hashable, and have the order of their canonical encodings. CRIs of different revisions are never equal and have
/// no order. str() returns the URI or, if there is none, diagnostic notation. A wrong value is a CRIError, a wrong type
/// a TypeError.
#[pyclass(frozen, weakref, module = "libcri", name = "CRI")]
pub struct PyCri {
    encoding: Encoding,
    pub(crate) revision: Revision,
    pub(crate) components: Components,
}

/// An argument of any type.
pub type Any<'a, 'py> = &'a Bound<'py, PyAny>;

/// Returns an argument as a CRI. Raises a TypeError, which calls the argument `what`, if it is not a CRI.
pub fn cri<'a>(value: &'a Bound<'_, PyAny>, what: &str) -> Outcome<&'a PyCri> {
    value.cast::<PyCri>().map(Bound::get).map_err(|_| wrong_type(value, what, "a CRI"))
}

impl PyCri {
    #[inline]
    fn of(encoding: &[u8], revision: Revision) -> Self {
        Self { encoding: Encoding::of(encoding), revision, components: Components::default() }
    }

    /// Makes the object of a view.
    pub fn of_view(view: &Cri<'_>) -> Outcome<Self> {
        Self::written(0, view.revision(), |output| view.encode(output))
    }

    /// Makes the object of the encoding that a function of the library writes. It has about `hint` bytes.
    pub(crate) fn written(
        hint: usize,
        revision: Revision,
        write: impl Fn(&mut Output<'_>) -> Result<(), Error>,
    ) -> Outcome<Self> {
        Ok(written(hint, write, |encoding| Self::of(encoding, revision))?)
    }

    /// Makes the object that `convert` writes for a text. If it fails, `locate` finds the position of the error.
    #[inline]
    pub(crate) fn converted(
        text: Any<'_, '_>,
        what: &str,
        revision: Option<Any<'_, '_>>,
        convert: impl Fn(Revision, &[u8], &mut Output<'_>) -> Result<(), Error>,
        locate: impl Fn(Revision, &[u8]) -> Result<(), Fault>,
    ) -> Outcome<Self> {
        let revision = self::revision(revision)?;
        let (data, is_str) = source(text, what)?;
        let made =
            written(data.len(), |output| convert(revision, &data, output), |encoding| Self::of(encoding, revision));
        made.map_err(|error| raised(error, Position::found(locate(revision, &data), error, &data, is_str)))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.encoding.bytes()
    }

    /// Returns the view. Each call parses the encoding again, which takes less time than a call from Python.
    #[inline]
    pub fn view(&self) -> Cri<'_> {
        #[expect(clippy::expect_used, reason = "the encoding was written by the library")]
        Cri::parse_exact(self.revision, self.bytes()).expect("a canonical encoding")
    }

    /// Makes the object of diagnostic notation.
    pub(crate) fn of_edn(edn: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> Outcome<Self> {
        let revision = self::revision(revision)?;
        let (data, is_str) = source(edn, "edn")?;
        let made =
            written(data.len(), |output| cri::from_edn(revision, &data, output), |bytes| Self::of(bytes, revision));
        made.map_err(|refused| raised(refused.error, Position::at(offset_of(&data, refused.offset, is_str))))
    }

    /// Calls `take` with the bytes that `write` writes for the view.
    pub(crate) fn output<R>(
        &self,
        write: impl Fn(&Cri<'_>, &mut Output<'_>) -> Result<(), Error>,
        take: impl FnOnce(&[u8]) -> R,
    ) -> Outcome<R> {
        let view = self.view();
        Ok(written(0, |output| write(&view, output), take)?)
    }

    /// Returns the text that `write` writes for the view.
    pub(crate) fn text<'py>(
        &self,
        py: Python<'py>,
        write: impl Fn(&Cri<'_>, &mut Output<'_>) -> Result<(), Error>,
    ) -> Outcome<Bound<'py, PyString>> {
        Ok(self.output(write, |text| PyString::from_bytes(py, text))??)
    }

    /// Compares the canonical encodings. Returns `None` if the revisions differ.
    pub(crate) fn order(&self, other: &Self) -> Option<Ordering> {
        (self.revision == other.revision).then(|| self.bytes().cmp(other.bytes()))
    }
}
