// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions of columns, and the loop over rows. Nothing here needs Python's lock.

use super::ffi::Block;
use super::output::{self, Validity, Values};
use super::rows::{Invalid, Rows};
use crate::argument;
use crate::coap::OwnEndpoint;
use crate::error::Place;
use cri::{Cri, Error, Fault, Output, Revision};
use std::collections::TryReserveError;

/// The functions of columns.
#[derive(Clone, Copy, PartialEq)]
pub enum Function {
    FromUri,
    FromIri,
    ToUri,
    ToIri,
    Normalize,
    Resolve,
    Options,
    Hash,
    Validate,
    Problems,
    ProblemsOfUri,
    ProblemsOfIri,
}

impl Function {
    /// The function of that name in Python.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "from_uri" => Self::FromUri,
            "from_iri" => Self::FromIri,
            "to_uri" => Self::ToUri,
            "to_iri" => Self::ToIri,
            "normalize" => Self::Normalize,
            "resolve" => Self::Resolve,
            "options" => Self::Options,
            "hash" => Self::Hash,
            "validate" => Self::Validate,
            "problems" => Self::Problems,
            "problems_of_uri" => Self::ProblemsOfUri,
            "problems_of_iri" => Self::ProblemsOfIri,
            _ => return None,
        })
    }

    /// Whether the rows are texts; else they are CRIs.
    pub fn takes_text(self) -> bool {
        matches!(self, Self::FromUri | Self::FromIri | Self::ProblemsOfUri | Self::ProblemsOfIri)
    }
}

/// A function and its arguments, except for the columns.
pub struct Job {
    pub function: Function,
    pub revision: Revision,
    /// The destination of requests, for [`Function::Options`].
    pub destination: Option<OwnEndpoint>,
    /// Whether the first row that is refused stops the loop; else its result is null.
    pub raises: bool,
}

/// Why the loop stopped before its end.
pub enum Stop {
    Refused(Error),
    Invalid(Invalid),
    /// 32-bit offsets cannot count the results.
    TooLong,
    Memory,
}

impl From<TryReserveError> for Stop {
    fn from(_: TryReserveError) -> Self {
        Self::Memory
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl From<Invalid> for Stop {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}

impl Job {
    /// The CRI of a row.
    pub fn parse<'a>(&self, input: &'a [u8]) -> Result<Cri<'a>, Error> {
        Cri::parse_exact(self.revision, input)
    }

    /// Writes the result of a row, text or bytes.
    pub fn write(&self, input: &[u8], base: Option<&Cri<'_>>, output: &mut Output<'_>) -> Result<(), Error> {
        match self.function {
            Function::FromUri => cri::from_uri(self.revision, input, output),
            Function::FromIri => cri::from_iri(self.revision, input, output),
            Function::ToUri => self.parse(input)?.to_uri(output),
            Function::ToIri => self.parse(input)?.to_iri(output),
            Function::Normalize => self.parse(input)?.normalize(output),
            _ => base.ok_or(Error::Argument)?.resolve_to(&self.parse(input)?, output),
        }
    }

    /// Whether a row would be converted.
    pub fn check(&self, input: &[u8]) -> Result<(), Error> {
        self.locate(input).map_err(|fault| fault.error)
    }

    fn locate(&self, input: &[u8]) -> Result<(), Fault> {
        match self.function {
            Function::FromUri | Function::ProblemsOfUri => cri::from_uri_where(self.revision, input),
            Function::FromIri | Function::ProblemsOfIri => cri::from_iri_where(self.revision, input),
            _ => self.parse(input).map(|_| ()).or_else(|_| Cri::parse_where(self.revision, input)),
        }
    }

    /// The place of an error in a row: of texts the character. Nowhere if the row does not have that error itself.
    fn place(&self, input: &[u8], error: Error) -> Place {
        let Err(fault) = self.locate(input) else { return Place::default() };
        if fault.error != error {
            return Place::default();
        }
        let offset = argument::place(input, fault.offset, self.function.takes_text());
        Place { offset: Some(offset), ..Place::of(&fault) }
    }
}

/// Iterates over the rows of a column of bases.
pub struct Bases<'a> {
    chunks: Vec<Rows<'a>>,
    chunk: usize,
    row: usize,
}

impl<'a> Bases<'a> {
    pub fn new(chunks: Vec<Rows<'a>>) -> Self {
        Self { chunks, chunk: 0, row: 0 }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(Rows::len).sum()
    }

    fn next(&mut self) -> Result<Option<&'a [u8]>, Invalid> {
        while let Some(chunk) = self.chunks.get(self.chunk) {
            if self.row < chunk.len() {
                self.row += 1;
                return chunk.get(self.row - 1);
            }
            self.chunk += 1;
            self.row = 0;
        }
        Err("there is no base for it")
    }
}

/// The base or bases of references.
pub enum Base<'a> {
    None,
    One(Cri<'a>),
    EachRow(Bases<'a>),
}

/// The loop over a chunk.
pub struct Loop<'a, 'b> {
    job: &'a Job,
    base: &'a mut Base<'b>,
    rows: &'a Rows<'a>,
    row: usize,
    validity: Validity,
    values: Box<dyn Values>,
    /// For each value of a dictionary, one more than the row that has its result.
    known: Vec<usize>,
}

impl<'a, 'b> Loop<'a, 'b> {
    /// A loop with room for its results; with 64-bit offsets for `is_wide`.
    pub fn new(job: &'a Job, base: &'a mut Base<'b>, rows: &'a Rows<'a>, is_wide: bool) -> Result<Self, Stop> {
        let is_same = !matches!(base, Base::EachRow(_));
        let known = vec![0; rows.values().filter(|_| is_same).unwrap_or(0)];
        let values = output::values(job.function, rows.len(), rows.size().min(256 * rows.len()), is_wide)?;
        Ok(Self { job, base, rows, row: 0, validity: Validity::with_capacity(rows.len())?, values, known })
    }

    /// Processes up to that many rows. Returns false at the end of the chunk.
    pub fn advance(&mut self, count: usize) -> Result<bool, Stop> {
        let end = self.rows.len().min(self.row + count);
        while self.row < end {
            let is_valid = self.do_row()?;
            if !is_valid {
                self.values.put_null();
            }
            self.validity.put(is_valid);
            self.row += 1;
        }
        Ok(end < self.rows.len())
    }

    /// Appends the result of a row. Returns false if it is null.
    fn do_row(&mut self) -> Result<bool, Stop> {
        let input = self.rows.get(self.row)?;
        let bytes = if let Base::EachRow(bases) = self.base { bases.next()? } else { None };
        let Some(input) = input else { return Ok(false) };
        let own;
        let base = match self.base {
            Base::None => None,
            Base::One(base) => Some(&*base),
            Base::EachRow(_) => {
                let Some(bytes) = bytes else { return Ok(false) };
                own = match self.job.parse(bytes) {
                    Err(error) if self.job.raises => return Err(Stop::Refused(error)),
                    Err(_) => return Ok(false),
                    Ok(base) => base,
                };
                Some(&own)
            }
        };
        let known = self.rows.value(self.row).and_then(|value| self.known.get_mut(value));
        match known {
            Some(&mut row) if row > 0 => {
                let is_valid = self.validity.get(row - 1);
                return if is_valid { self.values.repeat(row - 1).map(|()| true) } else { Ok(false) };
            }
            Some(unknown) => *unknown = self.row + 1,
            None => {}
        }
        match self.values.put(self.job, input, base) {
            Err(Stop::Refused(_)) if !self.job.raises => Ok(false),
            done => done,
        }
    }

    /// The place of an error in the current row; `before` rows precede the chunk.
    pub fn place(&self, before: usize, error: Error) -> Place {
        let input = self.rows.get(self.row).ok().flatten().unwrap_or_default();
        Place { row: Some(before + self.row), ..self.job.place(input, error) }
    }

    /// The current row.
    pub fn row(&self) -> usize {
        self.row
    }

    /// The results of all rows.
    pub fn finish(self) -> Block {
        self.validity.finish(self.values)
    }
}
