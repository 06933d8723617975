// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes results row by row to buffers that grow.

use super::ffi::export::{Block, Buffer, Field};
use super::job::{Function, Job, Stop};
use super::lists::{self, Documents, Options};
use cri::{Cri, Error, Output};
use std::collections::TryReserveError;
use std::ffi::CStr;
use std::sync::Arc;

/// A column of results without its validity.
pub trait Values: Send {
    /// Appends the result of a row. Returns false, and appends nothing, if it is null.
    fn put(&mut self, job: &Job<'_>, input: &[u8], base: Option<&Cri<'_>>) -> Result<bool, Stop>;

    /// Appends the placeholder of a null.
    fn put_null(&mut self);

    /// Appends the result of an earlier row again.
    fn repeat(&mut self, row: usize) -> Result<(), Stop>;

    /// Returns the children and the buffers, without the validity, which is the first buffer.
    fn finish(self: Box<Self>) -> Block;
}

/// Makes an empty column for the results of a function, with room for `rows` rows of `size` bytes in total. If
/// `is_wide` is set, it has 64-bit offsets.
pub fn values(function: Function, rows: usize, size: usize, is_wide: bool) -> Result<Box<dyn Values>, TryReserveError> {
    let hash = |job: &Job<'_>, input: &[u8]| Ok(Some(job.parse(input)?.stable_hash()));
    let is_valid = |job: &Job<'_>, input: &[u8]| Ok(Some(job.parse(input).is_ok()));
    Ok(match function {
        Function::Hash => {
            Box::new(Numbers { items: room(rows)?, of: hash, block: |hashes| block(Buffer::U32(hashes)) })
        }
        Function::Validate => Box::new(Numbers { items: room(rows)?, of: is_valid, block: |flags| block(bits(flags)) }),
        Function::Problems | Function::ProblemsOfUri | Function::ProblemsOfIri => {
            Box::new(Numbers { items: room(rows)?, of: problem, block: names })
        }
        Function::Route => {
            let route = |job: &Job<'_>, input: &[u8]| job.route(input);
            Box::new(Numbers { items: room(rows)?, of: route, block: |indices| block(Buffer::I32(indices)) })
        }
        Function::Port | Function::EffectivePort => {
            let port = |job: &Job<'_>, input: &[u8]| job.port(input);
            Box::new(Numbers { items: room(rows)?, of: port, block: |ports| block(Buffer::U16(ports)) })
        }
        Function::Options | Function::UriToOptions => Box::new(Options::with_capacity(rows, size)?),
        Function::Links => Box::new(Documents::with_capacity(rows, size)?),
        _ if is_wide => Box::new(Strings::<i64>::with_capacity(rows, size)?),
        _ => Box::new(Strings::<i32>::with_capacity(rows, size)?),
    })
}

/// Makes an empty vector with room for `count` items. Columns may claim any length, so this may fail.
pub fn room<T>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut items = Vec::new();
    items.try_reserve_exact(count)?;
    Ok(items)
}

/// Returns the type of the results of a function.
pub fn field(function: Function, is_wide: bool, name: &CStr) -> Field {
    let plain = |format| Field::of(format, name, true);
    match function {
        Function::Hash => plain(c"I"),
        Function::Validate => plain(c"b"),
        Function::Problems | Function::ProblemsOfUri | Function::ProblemsOfIri => {
            Field { dictionary: Some(Box::new(Field::of(c"u", c"", true))), ..plain(c"i") }
        }
        Function::Route => plain(c"i"),
        Function::Port | Function::EffectivePort => plain(c"S"),
        Function::Options | Function::UriToOptions => lists::options(name),
        Function::Links => lists::documents(name),
        Function::ToUri | Function::ToIri | Function::Scheme | Function::Host | Function::Path | Function::Query => {
            plain(if is_wide { c"U" } else { c"u" })
        }
        _ => plain(if is_wide { c"Z" } else { c"z" }),
    }
}

/// A bit for each row, which is set if the row is not null.
pub struct Validity {
    bits: Vec<u8>,
    length: usize,
    unset: usize,
}

impl Validity {
    /// Makes an empty object with room for the bits of `rows` rows.
    pub fn with_capacity(rows: usize) -> Result<Self, TryReserveError> {
        Ok(Self { bits: room(rows.div_ceil(8))?, length: 0, unset: 0 })
    }

    /// Appends a bit.
    pub fn put(&mut self, bit: bool) {
        if self.length.is_multiple_of(8) {
            self.bits.push(0);
        }
        if let Some(last) = self.bits.last_mut() {
            *last |= u8::from(bit) << (self.length % 8);
        }
        self.length += 1;
        self.unset += usize::from(!bit);
    }

    /// Returns the bit of an earlier row.
    pub fn get(&self, row: usize) -> bool {
        self.bits.get(row / 8).is_some_and(|byte| byte >> (row % 8) & 1 != 0)
    }

    /// Returns the block of values with this validity.
    pub fn finish(self, values: Box<dyn Values>) -> Block {
        let mut block = values.finish();
        let bits = (self.unset > 0).then_some(Buffer::Bytes(self.bits));
        block.buffers.insert(0, bits);
        Block { length: self.length, nulls: self.unset, ..block }
    }
}

/// Offsets of 32 or 64 bits.
pub trait Offset: Copy + Send + TryFrom<usize> + TryInto<usize> + 'static {
    const BUFFER: fn(Vec<Self>) -> Buffer;

    /// Converts the offset to an index.
    fn index(self) -> usize {
        self.try_into().unwrap_or_default()
    }
}

impl Offset for i32 {
    const BUFFER: fn(Vec<Self>) -> Buffer = Buffer::I32;
}

impl Offset for i64 {
    const BUFFER: fn(Vec<Self>) -> Buffer = Buffer::I64;
}

/// The number of bytes that are zeroed at a time. It is small enough for the processor's cache.
const READY: usize = 1 << 15;

/// A column of texts or bytes.
pub struct Strings<O> {
    /// The beginning of each row, and the end of the last one.
    offsets: Vec<O>,
    /// The bytes of the results, and then zeros.
    data: Vec<u8>,
    used: usize,
}

impl<O: Offset> Strings<O> {
    /// Makes an empty column with room for `rows` rows of `size` bytes in total.
    pub fn with_capacity(rows: usize, size: usize) -> Result<Self, TryReserveError> {
        let mut offsets = room(rows + 1)?;
        offsets.extend(O::try_from(0).ok());
        Ok(Self { offsets, data: room(size)?, used: 0 })
    }

    /// Makes room for `size` bytes after the results.
    fn reserve(&mut self, size: usize) -> Result<(), TryReserveError> {
        let end = self.used + size.max(READY);
        if self.data.len() < self.used + size {
            self.data.try_reserve(end - self.data.len())?;
            self.data.resize(end, 0);
        }
        Ok(())
    }

    /// Ends a row of `size` bytes.
    fn end(&mut self, size: usize) -> Result<(), Stop> {
        self.used += size;
        self.offsets.push(O::try_from(self.used).map_err(|_| Stop::TooLong)?);
        Ok(())
    }

    /// Appends a row.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.reserve(bytes.len())?;
        if let Some(place) = self.data.get_mut(self.used..self.used + bytes.len()) {
            place.copy_from_slice(bytes);
        }
        self.end(bytes.len())
    }

    /// Keeps the first `rows` rows, and removes the others.
    pub fn truncate(&mut self, rows: usize) {
        self.offsets.truncate(rows + 1);
        self.used = self.offsets.last().map_or(0, |end| end.index());
    }
}

impl<O: Offset> Values for Strings<O> {
    fn put(&mut self, job: &Job<'_>, input: &[u8], base: Option<&Cri<'_>>) -> Result<bool, Stop> {
        loop {
            let mut output = Output::new(self.data.get_mut(self.used..).unwrap_or_default());
            let done = job.write(input, base, &mut output);
            let length = output.position();
            match done {
                Err(Error::Buffer) => self.reserve(length)?,
                Err(error) => return Err(Stop::Refused(error)),
                Ok(true) => return self.end(length).map(|()| true),
                Ok(false) => return Ok(false),
            }
        }
    }

    fn put_null(&mut self) {
        self.offsets.extend(self.offsets.last().copied());
    }

    fn repeat(&mut self, row: usize) -> Result<(), Stop> {
        let [begin, end] = match self.offsets.get(row..) {
            Some([begin, end, ..]) => [begin.index(), end.index()],
            _ => [0, 0],
        };
        self.reserve(end - begin)?;
        self.data.copy_within(begin..end, self.used);
        self.end(end - begin)
    }

    fn finish(mut self: Box<Self>) -> Block {
        self.data.truncate(self.used);
        self.data.shrink_to_fit();
        let buffers = vec![Some(O::BUFFER(self.offsets)), Some(Buffer::Bytes(self.data))];
        Block { buffers, ..Block::default() }
    }
}

/// A column with a number, a flag or an index for each row.
struct Numbers<T> {
    items: Vec<T>,
    /// Returns the item of a row, or `None` for null.
    of: fn(&Job<'_>, &[u8]) -> Result<Option<T>, Error>,
    /// Returns the block of all items.
    block: fn(Vec<T>) -> Block,
}

impl<T: Copy + Default + Send> Values for Numbers<T> {
    fn put(&mut self, job: &Job<'_>, input: &[u8], _: Option<&Cri<'_>>) -> Result<bool, Stop> {
        let item = (self.of)(job, input)?;
        self.items.extend(item);
        Ok(item.is_some())
    }

    fn put_null(&mut self) {
        self.items.push(T::default());
    }

    fn repeat(&mut self, row: usize) -> Result<(), Stop> {
        self.items.extend(self.items.get(row).copied());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Block {
        (self.block)(self.items)
    }
}

fn block(buffer: Buffer) -> Block {
    Block { buffers: vec![Some(buffer)], ..Block::default() }
}

/// Packs flags as bits.
pub fn bits(flags: Vec<bool>) -> Buffer {
    Buffer::Bytes(
        flags.chunks(8).map(|eight| eight.iter().rfold(0, |bits, flag| bits << 1 | u8::from(*flag))).collect(),
    )
}

/// Iterates over all errors, in the order of their numbers.
fn errors() -> impl Iterator<Item = Error> {
    (1..=i32::from(u8::MAX)).filter_map(|number| Error::try_from(-number).ok())
}

/// Returns the index, among all errors, of the error of a row.
fn problem(job: &Job<'_>, input: &[u8]) -> Result<Option<i32>, Error> {
    let Err(error) = job.check(input) else { return Ok(None) };
    Ok((0..).zip(errors()).find(|(_, listed)| *listed == error).map(|(place, _)| place))
}

/// Returns the block of indices into a dictionary of the names of all errors.
fn names(indices: Vec<i32>) -> Block {
    let names: Vec<u8> = errors().flat_map(|error| error.name().bytes()).collect();
    let mut ends = vec![0];
    ends.extend(errors().scan(0, |end, error| {
        *end += error.name().len() as i32;
        Some(*end)
    }));
    let length = ends.len() - 1;
    let buffers = vec![None, Some(Buffer::I32(ends)), Some(Buffer::Bytes(names))];
    let dictionary = Some(Arc::new(Block { length, buffers, ..Block::default() }));
    Block { dictionary, ..block(Buffer::I32(indices)) }
}
