// SPDX-License-Identifier: MIT OR Apache-2.0
//! Links in link format (RFC 6690, R32) as objects, and an iterator over the links of a document.

use cri::{CriVec, Error, Link, LinkWriter, Links, ParseError, Revision};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};
use self_cell::self_cell;

use crate::argument::{offset_of, source, text, wrong_type};
use crate::class::{Any, PyCri, cri};
use crate::error::{Outcome, Position, link_error, raised};

/// Returns the text that `steps` writes. Calls `steps` twice, because the first call only computes the length.
fn document(steps: impl Fn(&mut LinkWriter<'_>)) -> Result<Box<[u8]>, Error> {
    let mut counter = LinkWriter::new(&mut []);
    steps(&mut counter);
    let mut buffer = vec![0; counter.position()];
    let mut writer = LinkWriter::new(&mut buffer);
    steps(&mut writer);
    writer.finish().map(Box::from)
}

/// Writes a link: the target, then the attributes. The value of an attribute may be absent.
fn put_link<'a>(
    writer: &mut LinkWriter<'_>,
    target: &[u8],
    attributes: impl Iterator<Item = (&'a [u8], Option<&'a [u8]>)>,
) {
    writer.target(target);
    for (name, value) in attributes {
        match value {
            Some(value) => writer.attribute(name, value),
            None => writer.flag(name),
        };
    }
}

/// A link: a target, which is the text of an IRI reference, and attributes.
///
/// Link(target, attributes) takes the target as a str or a CRI, and the attributes as pairs of name and value. The
/// value None means an attribute without a value: Link("/temp", [("rt", "temperature"), ("obs", None)]). Links are
/// immutable and hashable. Equal links have the same target and the same attributes in the same order. str() returns
/// the link in link format. Raises a LinkError if the target or an attribute cannot be written.
#[derive(PartialEq)]
#[pyclass(frozen, eq, module = "libcri.links", name = "Link")]
pub struct PyLink {
    /// The link in link format, written by the library.
    text: Box<[u8]>,
}

impl PyLink {
    /// Makes the object of a link that was read. The values are quoted as the library writes them.
    fn of(link: &Link<'_>) -> Result<Self, Error> {
        let values = |(_, value): &(_, cri::LinkValue<'_>)| value.is_set().then(|| value.bytes().collect::<Vec<_>>());
        let attributes: Vec<_> = link.attributes().map(|one| (one.0, values(&one))).collect();
        let each = || attributes.iter().map(|(name, value)| (name.as_bytes(), value.as_deref()));
        document(|writer| put_link(writer, link.target().as_bytes(), each())).map(|text| Self { text })
    }

    fn view(&self) -> Link<'_> {
        #[expect(clippy::expect_used, reason = "the text was written by the library")]
        Links::new(&self.text).next().and_then(Result::ok).expect("a link")
    }
}

/// Returns the decoded value of an attribute.
fn decoded<'py>(py: Python<'py>, value: cri::LinkValue<'_>) -> PyResult<Bound<'py, PyString>> {
    match value.as_str() {
        Some(text) => Ok(PyString::new(py, text)),
        None => PyString::from_bytes(py, &value.bytes().collect::<Vec<_>>()),
    }
}

/// Converts an attribute that Python passed to its name and value.
fn attribute_of(pair: Any<'_, '_>) -> Outcome<(Vec<u8>, Option<Vec<u8>>)> {
    let wrong = || wrong_type(pair, "an attribute", "a pair of name and value");
    let fields = pair.extract::<Vec<Bound<'_, PyAny>>>().map_err(|_| wrong())?;
    let [name, value] = fields.as_slice() else { return Err(wrong()) };
    let name = text(name, "the name of an attribute")?.into_owned();
    if value.is_none() {
        return Ok((name, None));
    }
    Ok((name, Some(text(value, "the value of an attribute")?.into_owned())))
}

#[pymethods]
impl PyLink {
    #[new]
    #[pyo3(signature = (target, attributes = None))]
    fn new(target: Any<'_, '_>, attributes: Option<Any<'_, '_>>) -> Outcome<Self> {
        let wrong = |value| wrong_type(value, "attributes", "an iterable of pairs of name and value");
        let target = match target.cast::<PyCri>() {
            Ok(cri) => cri.get().output(|view, output| view.to_uri(output), |uri| uri.to_vec())?,
            Err(_) if target.is_instance_of::<PyString>() => text(target, "target")?.into_owned(),
            Err(_) => return Err(wrong_type(target, "target", "a str or CRI")),
        };
        let mut pairs = Vec::new();
        if let Some(attributes) = attributes {
            if attributes.is_instance_of::<PyString>() {
                return Err(wrong(attributes));
            }
            for pair in attributes.try_iter().map_err(|_| wrong(attributes))? {
                pairs.push(attribute_of(&pair?)?);
            }
        }
        let each = || pairs.iter().map(|(name, value)| (name.as_slice(), value.as_deref()));
        let made = document(|writer| put_link(writer, &target, each()));
        let fault = |error| Position::found(cri::from_iri_where(Revision::Href27, &target), error, &target, true);
        made.map(|text| Self { text }).map_err(|error| link_error(error, fault(error)))
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("target", "attributes")
    }

    /// The target as text, an IRI reference.
    #[getter]
    fn target<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        PyString::new(py, self.view().target())
    }

    /// The attributes in order, as pairs of name and value. The value of an attribute without one is None.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pairs = self.view().attributes().map(|(name, value)| {
            let value = value.is_set().then(|| decoded(py, value)).transpose()?;
            Ok((PyString::new(py, name), value))
        });
        PyTuple::new(py, pairs.collect::<Outcome<Vec<_>>>()?)
    }

    /// Returns the value of the first attribute with a name, which is compared without case. Returns "" if the
    /// attribute has no value, and default if there is no such attribute. RFC 8288 3.3.
    #[pyo3(signature = (name, default = None))]
    fn get<'py>(&self, name: Any<'_, 'py>, default: Option<Bound<'py, PyAny>>) -> Outcome<Option<Bound<'py, PyAny>>> {
        match self.view().attribute(&text(name, "name")?) {
            Some(value) => Ok(Some(decoded(name.py(), value)?.into_any())),
            None => Ok(default),
        }
    }

    /// True if the link has an attribute with this name.
    fn __contains__(&self, name: Any<'_, '_>) -> Outcome<bool> {
        Ok(self.view().attribute(&text(name, "name")?).is_some())
    }

    /// True if the link passes a filter, which is the value of one Uri-Query option of a request for links, such as
    /// "rt=temp*". The values of rel, rev, rt, if and ct are lists of tokens; lists names further attributes with such
    /// values, as in "ep d". Raises a LinkError if the filter is malformed. RFC 6690 4.1.
    #[pyo3(signature = (query, lists = ""))]
    fn matches(&self, query: Any<'_, '_>, lists: &str) -> Outcome<bool> {
        self.view()
            .matches(&source(query, "query")?.0, lists.as_bytes())
            .map_err(|error| link_error(error, Position::default()))
    }

    /// Returns the CRI of the target. The base is the CRI from which the document was requested. RFC 8288 3.1.
    fn resolve(&self, base: Any<'_, '_>) -> Outcome<PyCri> {
        let base = cri(base, "base")?;
        let (view, revision) = (self.view(), base.revision);
        let target = view.target();
        let reference = CriVec::from_iri(revision, target)
            .map_err(|fault| raised(fault.error, Position::found(Err(fault), fault.error, target.as_bytes(), true)))?;
        PyCri::written(0, revision, |output| base.view().resolve_to(&reference.cri(), output))
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        PyString::from_bytes(py, &self.text)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Link({}, {})", self.target(py).repr()?, self.attributes(py)?.repr()?))
    }

    /// Returns Python's hash of the text, which depends on a secret key.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyBytes::new(py, &self.text).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Self>(), (self.target(py), self.attributes(py)?).into_pyobject(py)?))
    }
}

/// Makes the object of a link that was read.
fn made(item: Result<Link<'_>, ParseError>) -> Result<PyLink, ParseError> {
    item.and_then(|link| PyLink::of(&link).map_err(|error| ParseError { error, offset: 0 }))
}

self_cell!(
    struct Document {
        owner: Vec<u8>,
        #[covariant]
        dependent: Links,
    }
);

/// Iterates over the links of a document, in order. Yields a LinkError for a part that is not a link.
#[pyclass(module = "libcri._libcri", name = "LinkItems")]
pub struct PyItems {
    document: Document,
    is_str: bool,
    /// The last offset that was converted, in bytes and in Python's units. The next conversion begins there, so that it
    /// reads each byte once.
    counted: (usize, usize),
}

impl PyItems {
    fn offset(&mut self, at: usize) -> usize {
        let (bytes, units) = self.counted;
        let data = self.document.borrow_owner();
        let passed = offset_of(data.get(bytes..at).unwrap_or_default(), at.saturating_sub(bytes), self.is_str);
        self.counted = (at, units + passed);
        self.counted.1
    }
}

#[pymethods]
impl PyItems {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> Outcome<Option<Py<PyAny>>> {
        Ok(match self.document.with_dependent_mut(|_, links| links.next().map(made)) {
            None => None,
            Some(Ok(link)) => Some(Py::new(py, link)?.into_any()),
            Some(Err(fault)) => {
                let offset = self.offset(fault.offset);
                Some(link_error(fault.error, Position::at(offset)).into_value(py))
            }
        })
    }
}

/// Returns an iterator over the links of a document in link format, which is a str or UTF-8. For a part that is not a
/// link, it yields a LinkError instead of raising it, and continues after the next comma outside of quotes and angle
/// brackets.
#[pyfunction]
pub fn items(text: Any<'_, '_>) -> Outcome<PyItems> {
    let (data, is_str) = source(text, "text")?;
    let document = Document::new(data.into_owned(), |data| Links::new(data));
    Ok(PyItems { document, is_str, counted: (0, 0) })
}

/// Returns the links of a document. The error of a comma at its end is omitted, so that it hides no link (R44).
pub fn links_of(document: &[u8]) -> impl Iterator<Item = Result<Link<'_>, ParseError>> {
    let blanks = document.iter().rev().take_while(|byte| b" \t\r\n".contains(byte)).count();
    let mut links = Links::new(document);
    std::iter::from_fn(move || if links.left() > blanks { links.next() } else { None })
}

/// Reads a document. Raises a LinkError, with its offset, if a part of the document is not a link. A comma at the end
/// raises no error: items() yields the LinkError after the links.
#[pyfunction]
pub fn loads(text: Any<'_, '_>) -> Outcome<Vec<PyLink>> {
    let (data, is_str) = source(text, "text")?;
    let refused = |fault: ParseError| link_error(fault.error, Position::at(offset_of(&data, fault.offset, is_str)));
    links_of(&data).map(|item| made(item).map_err(refused)).collect()
}
