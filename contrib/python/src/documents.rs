// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs in larger CBOR documents. Iterators make the objects one by one, because a short document can have many CRIs.

use cri::{Cri, CriFind, CriItems, CriOrUri, CriVec, Error, Revision};
use pyo3::prelude::*;
use self_cell::self_cell;

use crate::argument::{bytes, revision};
use crate::class::PyCri;
use crate::encoding::written;
use crate::error::{Outcome, Raised, located};

/// An iterator of the library over CRIs.
enum Found<'a> {
    Items(CriItems<'a>),
    Tagged(CriFind<'a>),
}

impl<'a> Found<'a> {
    /// Returns the next CRI. Skips items that are not CRIs.
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

/// Iterates over the CRIs of a document, in order. At malformed CBOR, the iterator raises a CRIError and ends.
#[pyclass(module = "libcri._libcri", name = "Found")]
pub struct PyFound(Document);

#[pymethods]
impl PyFound {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Outcome<Option<PyCri>> {
        self.0.with_dependent_mut(|data, found| {
            let view = found.next().transpose().map_err(|error| located(error, data))?;
            view.map(|view| PyCri::of_view(&view)).transpose()
        })
    }
}

fn find(
    data: &Bound<'_, PyAny>,
    revision: Option<&Bound<'_, PyAny>>,
    begin: impl for<'a> FnOnce(Revision, &'a [u8]) -> Result<Found<'a>, Error>,
) -> Outcome<PyFound> {
    let revision = self::revision(revision)?;
    let data = bytes(data, "data")?.into_owned();
    let document = Document::try_new(data, |data| begin(revision, data).map_err(|error| located(error, data)));
    Ok(PyFound(document?))
}

/// Returns an iterator over the CRIs and CRI references in a CBOR array, such as a document of links. Skips other
/// items.
#[pyfunction]
#[pyo3(signature = (data, revision = None))]
pub fn items_array(data: &Bound<'_, PyAny>, revision: Option<&Bound<'_, PyAny>>) -> Outcome<PyFound> {
    find(data, revision, |revision, data| CriItems::array(revision, data).map(Found::Items))
}

/// Returns an iterator over the CRIs and CRI references in a CBOR sequence. Skips other items. RFC 8742.
#[pyfunction]
#[pyo3(signature = (data, revision = None))]
pub fn items_sequence(data: &Bound<'_, PyAny>, revision: Option<&Bound<'_, PyAny>>) -> Outcome<PyFound> {
    find(data, revision, |revision, data| Ok(Found::Items(CriItems::sequence(revision, data))))
}

/// Returns an iterator over the CRIs and CRI references in tag 99, at any depth. Revision 13 has no such tag.
#[pyfunction]
#[pyo3(signature = (data, revision = None))]
pub fn find_tagged(data: &Bound<'_, PyAny>, revision: Option<&Bound<'_, PyAny>>) -> Outcome<PyFound> {
    find(data, revision, |revision, data| CriFind::new(revision, data).map(Found::Tagged))
}

self_cell!(
    struct Tagged {
        owner: Vec<u8>,
        #[covariant]
        dependent: CriFind,
    }
);

/// Iterates over the CRIs in tag 99 and the URIs in tag 32 of a document, in order. A URI is converted to a CRI. Yields
/// a CRIError for a text in tag 32 that is not a URI reference or has no CRI. At malformed CBOR, the iterator raises a
/// CRIError and ends.
#[pyclass(module = "libcri._libcri", name = "FoundWithURIs")]
pub struct PyFoundItems(Tagged, Revision);

#[pymethods]
impl PyFoundItems {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> Outcome<Option<Py<PyAny>>> {
        let revision = self.1;
        self.0.with_dependent_mut(|data, find| {
            let found = match find.next_item() {
                None => return Ok(None),
                Some(Ok(CriOrUri::Cri(cri))) => PyCri::of_view(&cri)?,
                Some(Ok(CriOrUri::Uri(uri))) => match CriVec::from_uri(revision, uri) {
                    Ok(cri) => PyCri::of_view(&cri.cri())?,
                    Err(fault) => return Ok(Some(Raised::from(fault.error).into_value(py))),
                },
                Some(Err(error @ (Error::Truncated | Error::Cbor))) => return Err(located(error, data)),
                Some(Err(error)) => return Ok(Some(Raised::from(error).into_value(py))),
            };
            Ok(Some(Py::new(py, found)?.into_any()))
        })
    }
}

/// Returns an iterator over the CRIs in tag 99 and the URIs in tag 32, at any depth, as CRIs. Yields a CRIError for a
/// text in tag 32 that is not a URI reference. RFC 8949 3.4.5.3.
#[pyfunction]
#[pyo3(signature = (data, revision = None))]
pub fn find_tagged_uris(data: &Bound<'_, PyAny>, revision: Option<&Bound<'_, PyAny>>) -> Outcome<PyFoundItems> {
    let revision = self::revision(revision)?;
    let document = Tagged::try_new(bytes(data, "data")?.into_owned(), |data| CriFind::new(revision, data));
    Ok(PyFoundItems(document?, revision))
}

/// Converts octets from a peer to text that is safe in a log or a terminal. Control characters and other misleading
/// characters are written as `\\u`, octets that are not UTF-8 as `\\x`.
#[pyfunction]
#[pyo3(signature = (octets, /))]
pub fn escape(octets: &Bound<'_, PyAny>) -> Outcome<String> {
    let given = bytes(octets, "octets")?;
    let shown = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    Ok(written(given.len(), |output| cri::escape(&given, output), shown)?)
}
