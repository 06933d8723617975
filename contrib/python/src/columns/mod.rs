// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts Arrow columns, which other libraries export and import as capsules of Arrow's C interface.
//!
//! This file converts the arguments and results of Python. `chunk` loops over the rows of a chunk, `rows` reads the
//! rows, `job` has the function of one row, `output` and `lists` write the results, and `ffi` has the structures of the
//! interface.

mod chunk;
mod ffi;
mod job;
mod lists;
mod output;
mod rows;

use crate::argument::{self, offset_of};
use crate::class::PyCri;
use crate::endpoint::OwnEndpoint;
use crate::error::{Position, Raised, link_error, raised};
use chunk::{Base, Bases, Loop};
use cri::{Cri, Error, Pattern, Revision};
use ffi::export::{Block, Field};
use ffi::import::{Broken, Kind};
use ffi::{Array, Schema, Stream, Structure};
use job::{Function, Job, Stop};
use pyo3::exceptions::{PyException, PyMemoryError, PyOSError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyString};
use std::sync::Arc;

/// The number of rows between two checks for signals.
const BLOCK: usize = 1 << 16;

/// The results for a column of chunks. Any Arrow library can import it, because it exports Arrow's C interface.
#[pyclass(frozen, subclass, module = "libcri.arrow")]
pub struct ChunkedArray {
    field: Arc<Field>,
    blocks: Arc<[Arc<Block>]>,
    /// The number of rows that are null.
    #[pyo3(get)]
    null_count: usize,
}

#[pymethods]
impl ChunkedArray {
    /// Exports the type as a capsule of an ArrowSchema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        self.field.export().into_capsule(py)
    }

    /// Exports the chunks as a capsule of an ArrowArrayStream. Ignores the requested schema, as the interface allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        Stream::of(&self.field, &self.blocks).into_capsule(py)
    }

    fn __len__(&self) -> usize {
        self.blocks.iter().map(|block| block.length).sum()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (name, column) = (slf.get_type().name()?, slf.get());
        Ok(format!("<libcri.arrow.{name} of {} rows, {} of them null>", column.__len__(), column.null_count))
    }
}

/// The results for an array. They are a single chunk.
#[pyclass(frozen, extends = ChunkedArray, name = "Array", module = "libcri.arrow")]
pub struct OneArray;

#[pymethods]
impl OneArray {
    /// Exports the type and the buffers as capsules of an ArrowSchema and an ArrowArray. Ignores the requested schema.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        slf: &Bound<'py, Self>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        drop(requested_schema);
        let column = slf.as_super().get();
        let block = column.blocks.first().ok_or_else(|| PyValueError::new_err("no chunk"))?;
        Ok((column.field.export().into_capsule(slf.py())?, block.export().into_capsule(slf.py())?))
    }
}

/// A column that Python passed.
struct Column {
    kind: Kind,
    chunks: Vec<Array>,
    is_chunked: bool,
}

impl Column {
    /// Imports the column that an object exports, as an array or, if that fails, as a stream of chunks.
    fn of(value: &Bound<'_, PyAny>, what: &str, wanted: &str, is_text: Option<bool>) -> PyResult<Self> {
        let py = value.py();
        let (array, stream) = (pyo3::intern!(py, "__arrow_c_array__"), pyo3::intern!(py, "__arrow_c_stream__"));
        let has_stream = value.hasattr(stream)?;
        if value.hasattr(array)? {
            match value.call_method0(array) {
                Err(error) if has_stream && error.is_instance_of::<PyException>(py) => {}
                exported => {
                    let pair = exported?;
                    let Ok((schema, array)) = pair.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
                        return Err(argument::wrong_type(&pair, what, "a pair of Arrow capsules").into());
                    };
                    let kind = kind(Schema::take(&schema)?, what, is_text)?;
                    return Ok(Self { kind, chunks: vec![Array::take(&array)?], is_chunked: false });
                }
            }
        }
        if !has_stream {
            return Err(argument::wrong_type(value, what, wanted).into());
        }
        let mut stream = Stream::take(&value.call_method0(stream)?)?;
        let broken = |(number, message): Broken| PyOSError::new_err((number, message));
        // Python's lock is released, because the producer may need it, on this thread or another.
        let kind = kind(py.detach(|| stream.schema()).map_err(broken)?, what, is_text)?;
        let mut chunks = Vec::new();
        while let Some(chunk) = py.detach(|| stream.next()).map_err(broken)? {
            chunks.push(chunk);
            py.check_signals()?;
        }
        Ok(Self { kind, chunks, is_chunked: true })
    }

    fn rows(&self) -> PyResult<Vec<rows::Rows<'_>>> {
        let rows = self.chunks.iter().map(|chunk| chunk.rows(&self.kind)).collect::<Result<_, _>>();
        rows.map_err(|invalid| PyValueError::new_err(format!("not a valid Arrow array: {invalid}")))
    }
}

fn kind(schema: Schema, what: &str, is_text: Option<bool>) -> PyResult<Kind> {
    let found = match Kind::of(&schema) {
        Ok(kind) if kind.is_text.is_none() || is_text.is_none() || kind.is_text == is_text => return Ok(kind),
        Ok(kind) => String::from(if kind.is_text == Some(true) { "text" } else { "binary" }),
        Err(found) => found,
    };
    let wanted = is_text.map_or("text or binary", |is_text| if is_text { "text" } else { "binary" });
    Err(PyTypeError::new_err(format!("{what}: a column of {wanted} is needed, not {found}")))
}

/// The base or the column of bases that Python passed.
enum Given {
    One(Vec<u8>),
    EachRow(Column),
}

impl Given {
    /// Converts a CRI, its bytes, or a column of CRIs.
    fn of(base: &Bound<'_, PyAny>, revision: Revision) -> PyResult<Self> {
        if let Ok(cri) = base.cast::<PyCri>() {
            if cri.get().revision != revision {
                return Err(Raised::from(Error::Revision).into());
            }
            return Ok(Self::One(cri.get().bytes().to_vec()));
        }
        if let Ok(bytes) = argument::bytes(base, "base") {
            return Ok(Self::One(bytes.into_owned()));
        }
        Column::of(base, "base", "a CRI or a column of Arrow", Some(false)).map(Self::EachRow)
    }

    fn base(&self, revision: Revision) -> PyResult<Base<'_>> {
        match self {
            Self::One(bytes) => Ok(Base::One(Cri::parse_exact(revision, bytes).map_err(Raised::from)?)),
            Self::EachRow(column) => column.rows().map(|rows| Base::EachRow(Bases::new(rows))),
        }
    }
}

/// Converts an iterable of patterns to their texts.
fn patterns(value: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<u8>>> {
    let wrong = || argument::wrong_type(value, "patterns", "an iterable of str");
    if value.is_instance_of::<PyString>() {
        return Err(wrong().into());
    }
    let texts = value.try_iter().map_err(|_| wrong())?;
    texts.map(|text| Ok(argument::text(&text?, "a pattern")?.into_owned())).collect()
}

/// Parses patterns. The row of the error of a malformed pattern is the index of the pattern.
fn routes<'a>(texts: &'a [Vec<u8>]) -> PyResult<Vec<Pattern<'a>>> {
    let route = |(row, text): (_, &'a Vec<u8>)| {
        let position = |at| Position { row: Some(row), ..Position::at(offset_of(text, at, true)) };
        Pattern::new_where(text).map_err(|at| raised(Error::Pattern, position(at)).into())
    };
    texts.iter().enumerate().map(route).collect()
}

/// Applies a function to a column. `base` is an argument of `resolve` and `uri_to_options`, `destination` of `options`
/// and `uri_to_options`, and `patterns` of `route`.
#[pyfunction]
#[pyo3(signature = (column, function, revision, errors, base=None, destination=None, patterns=None))]
pub fn apply_to_column<'py>(
    column: &Bound<'py, PyAny>,
    function: &str,
    revision: &Bound<'py, PyAny>,
    errors: &Bound<'py, PyAny>,
    base: Option<&Bound<'py, PyAny>>,
    destination: Option<&Bound<'py, PyAny>>,
    patterns: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = column.py();
    let function = Function::named(function).ok_or_else(|| PyValueError::new_err("no such function"))?;
    let revision = argument::revision(Some(revision))?;
    let (destination, raises) = (OwnEndpoint::of(destination)?, raises(errors)?);
    let none = py.None();
    let needs_patterns = function == Function::Route;
    let texts = needs_patterns.then(|| self::patterns(patterns.unwrap_or_else(|| none.bind(py)))).transpose()?;
    let texts = texts.unwrap_or_default();
    let routes = routes(&texts)?;
    let base = match function {
        Function::Resolve => Some(base.unwrap_or_else(|| none.bind(py))),
        Function::UriToOptions => base,
        _ => None,
    };
    let given = base.map(|base| Given::of(base, revision)).transpose()?;
    let mut base = given.as_ref().map_or(Ok(Base::None), |given| given.base(revision))?;
    let what = match function {
        Function::Resolve => "references",
        Function::Problems => "column, if notation is not 'uri' or 'iri'",
        _ => "column",
    };
    let wanted = "an object that exports Arrow's C interface, such as pyarrow.array(values),";
    let column = Column::of(column, what, wanted, function.takes_text())?;
    let is_text = column.kind.is_text == Some(true);
    let job = Job { function, revision, destination, routes, is_text, raises };
    let result = run(py, &job, &mut base, &column)?;
    if column.is_chunked {
        return Ok(Bound::new(py, result)?.into_any());
    }
    Ok(Bound::new(py, PyClassInitializer::from(result).add_subclass(OneArray))?.into_any())
}

fn raises(errors: &Bound<'_, PyAny>) -> PyResult<bool> {
    match &*argument::text(errors, "errors")? {
        b"raise" => Ok(true),
        b"null" => Ok(false),
        _ => Err(PyValueError::new_err(format!("errors must be 'raise' or 'null', not {}", errors.repr()?))),
    }
}

/// Runs the loop over each chunk, and returns the results.
fn run(py: Python<'_>, job: &Job<'_>, base: &mut Base<'_>, column: &Column) -> PyResult<ChunkedArray> {
    let chunks = column.rows()?;
    let rows: usize = chunks.iter().map(rows::Rows::len).sum();
    if let Base::EachRow(bases) = &base
        && bases.len() != rows
    {
        return Err(PyValueError::new_err(format!(
            "there are {} bases for {rows} rows: each row needs one",
            bases.len()
        )));
    }
    let is_wide = column.kind.is_wide;
    let mut blocks = Vec::new();
    let (mut before, mut null_count) = (0, 0);
    for chunk in &chunks {
        let mut rows = Loop::new(job, base, chunk, is_wide).map_err(|_| PyMemoryError::new_err(chunk.len()))?;
        while py.detach(|| rows.advance(BLOCK)).map_err(|stop| stopped(stop, job, &rows, before))? {
            py.check_signals()?;
        }
        let block = rows.finish();
        null_count += block.nulls;
        blocks.push(Arc::new(in_table(column, block)));
        before += chunk.len();
    }
    let name = column.kind.table.as_deref().unwrap_or_default();
    let mut field = output::field(job.function, is_wide, name);
    if column.kind.table.is_some() {
        field = Field { children: vec![field], ..Field::of(c"+s", c"", false) };
    }
    Ok(ChunkedArray { field: Arc::new(field), blocks: blocks.into(), null_count })
}

/// Wraps the block in a table if the rows were in one.
fn in_table(column: &Column, block: Block) -> Block {
    if column.kind.table.is_none() {
        return block;
    }
    Block { length: block.length, buffers: vec![None], children: vec![Arc::new(block)], ..Block::default() }
}

/// Makes the exception for a loop that stopped.
#[cold]
fn stopped(stop: Stop, job: &Job<'_>, rows: &Loop<'_, '_>, before: usize) -> PyErr {
    match stop {
        Stop::Refused(error) if job.function == Function::Links => {
            link_error(error, rows.position(before, error)).into()
        }
        Stop::Refused(error) => raised(error, rows.position(before, error)).into(),
        Stop::Invalid(what) => PyValueError::new_err(format!("row {}: {what}", before + rows.row())),
        Stop::Memory => PyMemoryError::new_err(before + rows.row()),
        Stop::TooLong => {
            PyOverflowError::new_err("the results have more than 2 GiB: pass a column with 64-bit offsets, or chunks")
        }
    }
}
