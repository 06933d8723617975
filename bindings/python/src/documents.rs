// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs in larger CBOR documents, found one by one: a document may hold many in few bytes.

use cri::{Cri, CriFind, CriItems, Error, Revision};
use pyo3::prelude::*;
use self_cell::self_cell;

use crate::argument::{bytes, revision};
use crate::class::PyCri;
use crate::encoding::written;
use crate::error::Outcome;

/// An iterator of the library.
enum Found<'a> {
    Items(CriItems<'a>),
    Tagged(CriFind<'a>),
}

impl<'a> Found<'a> {
    /// Returns the next CRI, and steps over items that are not CRIs.
    fn next(&mut self) -> Option<Result<Cri<'a>, Error>> {
        let is_found = |item: &Result<_, Error>| !item.is_err_and(Error::is_unprocessable);
        match self {
            Self::Items(items) => items.find(is_found),
            Self::Tagged(find) => find.next(),
        }
    }
}

self_cell!(
    struct Document {
        owner: Vec<u8>,
        #[covariant]
        dependent: Found,
    }
);

/// The CRIs of a document, in order. What follows malformed CBOR is not found: the iterator then ends with an error.
#[pyclass(module = "libcri._libcri", name = "Found")]
pub struct PyFound(Document);

#[pymethods]
impl PyFound {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Outcome<Option<PyCri>> {
        self.0.with_dependent_mut(|_, found| found.next().map(|view| PyCri::of_view(&view?)).transpose())
    }
}

fn find(
    data: &Bound<'_, PyAny>,
    revision: Option<&Bound<'_, PyAny>>,
    begin: impl for<'a> FnOnce(Revision, &'a [u8]) -> Result<Found<'a>, Error>,
) -> Outcome<PyFound> {
    let revision = self::revision(revision)?;
    let document = Document::try_new(bytes(data, "data")?.into_owned(), |data| begin(revision, data));
    Ok(PyFound(document?))
}

/// The items of a CBOR array that are CRIs or CRI references, such as a document of links. Others are skipped.
#[pyfunction]
#[pyo3(signature = (data, revision = None))]
pub fn items_array(data: &Bound<'_, PyAny>, revision: Option<&Bound<'_, PyAny>>) -> Outcome<PyFound> {
    find(data, revision, |revision, data| CriItems::array(revision, data).map(Found::Items))
}

/// The items of a CBOR sequence that are CRIs or CRI references. Others are skipped. RFC 8742.
#[pyfunction]
#[pyo3(signature = (data, revision = None))]
pub fn items_sequence(data: &Bound<'_, PyAny>, revision: Option<&Bound<'_, PyAny>>) -> Outcome<PyFound> {
    find(data, revision, |revision, data| Ok(Found::Items(CriItems::sequence(revision, data))))
}

/// The CRIs and CRI references in tag 99, at any depth. Revision 13 has no tag.
#[pyfunction]
#[pyo3(signature = (data, revision = None))]
pub fn find_tagged(data: &Bound<'_, PyAny>, revision: Option<&Bound<'_, PyAny>>) -> Outcome<PyFound> {
    find(data, revision, |revision, data| CriFind::new(revision, data).map(Found::Tagged))
}

/// Octets of a peer as text for a log or a terminal. Controls and other misleading characters are written as `\\u`,
/// octets that are not UTF-8 as `\\x`.
#[pyfunction]
#[pyo3(signature = (octets, /))]
pub fn escape(octets: &Bound<'_, PyAny>) -> Outcome<String> {
    let given = bytes(octets, "octets")?;
    let shown = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    Ok(written(given.len(), |output| cri::escape(&given, output), shown)?)
}
