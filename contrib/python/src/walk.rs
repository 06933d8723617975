// SPDX-License-Identifier: MIT OR Apache-2.0
//! The walk over all items of a CBOR document, with the place of each.

use std::ops::Range;
use std::sync::Arc;

use cri::item_is;
use cri::{Cri, CriPlace, CriWalk, Error, ItemType, Revision};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use self_cell::self_cell;

use crate::argument::{bytes, revision, text};
use crate::class::{Any, PyCri};
use crate::error::{Outcome, Position, Raised, raised};

/// The document and its revision. Places share the document.
struct Source {
    data: Arc<[u8]>,
    revision: Revision,
}

self_cell!(
    struct Document {
        owner: Source,
        #[covariant]
        dependent: CriWalk,
    }
);

impl Document {
    fn of(data: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> Outcome<Self> {
        let source = Source { revision: self::revision(revision)?, data: bytes(data, "data")?.as_ref().into() };
        Ok(Self::new(source, |source| CriWalk::new(source.revision, &source.data)))
    }

    /// Makes the exception for an item that is not a processable CRI, with the position of the error in the document.
    #[cold]
    fn refused(&self, error: Error, item: usize) -> Raised {
        let source = self.borrow_owner();
        let data = source.data.get(item..).unwrap_or_default();
        let mut position = Position::found(Cri::parse_where(source.revision, data), error, data, false);
        position.offset = position.offset.map(|offset| item.saturating_add(offset));
        raised(error, position)
    }

    /// Makes the exception for the error at which the walk ended.
    #[cold]
    fn end(&self, error: Error) -> Raised {
        raised(error, Position::at(self.borrow_dependent().offset()))
    }
}

/// An item of a document, and its place in the document.
#[pyclass(frozen, module = "libcri", name = "Place")]
pub struct PyPlace {
    document: Arc<[u8]>,
    content: Option<Range<usize>>,
    key: Option<Range<usize>>,
    /// The offset of the item in the document.
    #[pyo3(get)]
    offset: usize,
    /// The offset of the innermost map around the item. Items of the same map have the same offset. 0 outside of maps.
    #[pyo3(get)]
    map: usize,
    /// The index, from 0, in the innermost array around the item or, outside of arrays, in the sequence of items that
    /// is the document.
    #[pyo3(get)]
    index: usize,
    /// The number of arrays, maps and tags around the item.
    #[pyo3(get)]
    depth: u8,
    kind: ItemType,
    argument: usize,
}

impl PyPlace {
    fn of(source: &Source, place: &CriPlace<'_>) -> Self {
        let document = &source.data;
        let offset = |part: &[u8]| part.as_ptr().addr().wrapping_sub(document.as_ptr().addr());
        let range = |part: &[u8]| offset(part)..offset(part).wrapping_add(part.len());
        Self {
            document: Arc::clone(document),
            content: place.content.map(range),
            key: place.key.map(range),
            offset: offset(place.data),
            map: place.map,
            index: place.index,
            depth: place.depth,
            kind: place.kind,
            argument: place.argument,
        }
    }

    fn part(&self, range: Option<&Range<usize>>) -> Option<&[u8]> {
        self.document.get(range?.clone())
    }
}

#[pymethods]
impl PyPlace {
    /// The type of the item: "uint", "nint", "bytes", "text", "array", "map", "tag" or "simple".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.kind {
            ItemType::Uint => "uint",
            ItemType::Nint => "nint",
            ItemType::Bytes => "bytes",
            ItemType::Text => "text",
            ItemType::Array => "array",
            ItemType::Map => "map",
            ItemType::Tag => "tag",
            ItemType::Simple => "simple",
        }
    }

    /// The argument of the head: n for a number n or -1-n, the length of a string, the count of an array or a map, or
    /// the number of a tag. None for an indefinite length, and for a number that does not fit a size.
    #[getter]
    fn argument(&self) -> Option<usize> {
        (self.argument != usize::MAX).then_some(self.argument)
    }

    /// The content of a string with a definite length, as bytes that need not be UTF-8. None for any other item.
    #[getter]
    fn content<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.part(self.content.as_ref()).map(|content| PyBytes::new(py, content))
    }

    /// The CBOR of the key in the innermost map around the item. None outside of maps, and for keys and the items in
    /// them.
    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.part(self.key.as_ref()).map(|key| PyBytes::new(py, key))
    }

    /// True if the key is this text.
    fn key_is(&self, text: Any<'_, '_>) -> Outcome<bool> {
        let text = self::text(text, "text")?;
        Ok(self.part(self.key.as_ref()).is_some_and(|key| item_is(key, &text)))
    }

    fn __repr__(&self) -> String {
        format!("<Place: {} at {}>", self.kind(), self.offset)
    }
}

/// Iterates over all items of a CBOR document, which is an item or a sequence of items. Yields a Place for each item,
/// in the order of their bytes: a key precedes its value, and an array, map or tag precedes its content. If the
/// document is malformed, truncated, or nested more than 16 deep, the iterator ends with a CRIError, whose offset is
/// the offset of the item at fault.
#[pyclass(module = "libcri", name = "Walk")]
pub struct PyWalk {
    document: Document,
    /// The offset of the item that was yielded last.
    item: usize,
}

#[pymethods]
impl PyWalk {
    #[new]
    #[pyo3(signature = (data, revision = None))]
    fn new(data: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> Outcome<Self> {
        Ok(Self { document: Document::of(data, revision)?, item: 0 })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Outcome<Option<PyPlace>> {
        let step =
            |source: &Source, walk: &mut CriWalk<'_>| Some(walk.next()?.map(|place| PyPlace::of(source, &place)));
        let Some(place) = self.document.with_dependent_mut(step) else { return Ok(None) };
        let place = place.map_err(|error| self.document.end(error))?;
        self.item = place.offset;
        Ok(Some(place))
    }

    /// Parses the item that was yielded last as a CRI, and continues the walk after it. If it is not a processable CRI,
    /// raises a CRIError, and the walk continues inside the item. href 5.2.
    fn parse(&mut self) -> Outcome<PyCri> {
        let parsed = self.document.with_dependent_mut(|_, walk| walk.parse().map(|view| PyCri::of_view(&view)));
        parsed.unwrap_or_else(|error| Err(self.document.refused(error, self.item)))
    }
}

/// Iterates over the items in tag 99 and their places.
#[pyclass(module = "libcri._libcri", name = "TaggedItems")]
pub struct PyTagged(Document);

#[pymethods]
impl PyTagged {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> Outcome<Option<(PyPlace, Py<PyAny>)>> {
        let found = self.0.with_dependent_mut(|source, walk| {
            let found = walk.next_tagged().transpose()?;
            Ok(found.map(|(place, cri)| (PyPlace::of(source, &place), cri.map(|view| PyCri::of_view(&view)))))
        });
        Ok(match found.map_err(|error| self.0.end(error))? {
            None => None,
            Some((place, Ok(cri))) => Some((place, Py::new(py, cri?)?.into_any())),
            Some((place, Err(error))) => {
                let refused = self.0.refused(error, place.offset);
                Some((place, refused.into_value(py)))
            }
        })
    }
}

/// Returns an iterator over the items in tag 99, at any depth, as pairs of a Place and a CRI. If an item is not
/// processable, its pair has a CRIError, which is not raised, instead of the CRI. The iterator checks the document as
/// Walk does. Revision 13 has no such tag.
#[pyfunction]
#[pyo3(signature = (data, revision = None))]
pub fn tagged_items(data: Any<'_, '_>, revision: Option<Any<'_, '_>>) -> Outcome<PyTagged> {
    Document::of(data, revision).map(PyTagged)
}
