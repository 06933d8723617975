// SPDX-License-Identifier: MIT OR Apache-2.0
//! The loop over the rows of a chunk. Nothing here needs Python's lock.

use super::ffi::export::Block;
use super::job::{Job, Stop};
use super::output::{self, Validity, Values};
use super::rows::{Invalid, Rows};
use crate::error::Position;
use cri::{Cri, Error};

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

    /// Returns the number of rows.
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

/// The base against which references are resolved, or a base for each row.
pub enum Base<'a> {
    None,
    One(Cri<'a>),
    EachRow(Bases<'a>),
}

/// The loop over a chunk.
pub struct Loop<'a, 'b> {
    job: &'a Job<'a>,
    base: &'a mut Base<'b>,
    rows: &'a Rows<'a>,
    row: usize,
    validity: Validity,
    values: Box<dyn Values>,
    /// For each value of a dictionary, the row that has its result, plus one. 0 if there is no result yet.
    known: Vec<usize>,
}

impl<'a, 'b> Loop<'a, 'b> {
    /// Makes a loop, with room for its results. If `is_wide` is set, the results have 64-bit offsets.
    pub fn new(job: &'a Job<'a>, base: &'a mut Base<'b>, rows: &'a Rows<'a>, is_wide: bool) -> Result<Self, Stop> {
        let is_same = !matches!(base, Base::EachRow(_));
        let known = vec![0; rows.values().filter(|_| is_same).unwrap_or(0)];
        let values = output::values(job.function, rows.len(), rows.size().min(256 * rows.len()), is_wide)?;
        Ok(Self { job, base, rows, row: 0, validity: Validity::with_capacity(rows.len())?, values, known })
    }

    /// Processes the next `count` rows, or the rows that remain. Returns false at the end of the chunk.
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

    /// Returns the position of an error in the current row. `before` rows precede the chunk.
    pub fn position(&self, before: usize, error: Error) -> Position {
        let input = self.rows.get(self.row).ok().flatten().unwrap_or_default();
        Position { row: Some(before + self.row), ..self.job.position(input, error) }
    }

    /// Returns the index of the current row in the chunk.
    pub fn row(&self) -> usize {
        self.row
    }

    /// Returns the results of all rows.
    pub fn finish(self) -> Block {
        self.validity.finish(self.values)
    }
}
