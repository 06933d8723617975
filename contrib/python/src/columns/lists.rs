// SPDX-License-Identifier: MIT OR Apache-2.0
//! Results that are lists: the options of requests, and the links of documents.

use super::ffi::export::{Block, Buffer, Field};
use super::job::{Function, Job, Stop};
use super::output::{Offset, Strings, Values, bits, room};
use crate::encoding::written;
use crate::endpoint::OwnEndpoint;
use crate::links::links_of;
use cri::{Cri, Output};
use std::collections::TryReserveError;
use std::ffi::CStr;
use std::ops::Range;
use std::sync::Arc;

/// Makes the type of a list of structures.
fn list(name: &CStr, nullable: bool, members: Vec<Field>) -> Field {
    let item = Field { children: members, ..Field::of(c"+s", c"item", false) };
    Field { children: vec![item], ..Field::of(c"+l", name, nullable) }
}

/// Makes the type of [`Options`].
pub fn options(name: &CStr) -> Field {
    list(name, true, vec![Field::of(c"S", c"number", false), Field::of(c"z", c"value", false)])
}

/// Makes the type of [`Documents`].
pub fn documents(name: &CStr) -> Field {
    let attribute = vec![Field::of(c"u", c"name", false), Field::of(c"u", c"value", true)];
    list(name, true, vec![Field::of(c"u", c"target", false), list(c"attributes", false, attribute)])
}

/// The offsets of lists: the beginning of each list, and the end of the last one.
struct Offsets(Vec<i32>);

impl Offsets {
    fn with_capacity(lists: usize) -> Result<Self, TryReserveError> {
        let mut offsets = room(lists + 1)?;
        offsets.push(0);
        Ok(Self(offsets))
    }

    /// Returns the number of lists.
    fn len(&self) -> usize {
        self.0.len() - 1
    }

    /// Returns the items of a list.
    fn get(&self, list: usize) -> Range<usize> {
        match self.0.get(list..) {
            Some([begin, end, ..]) => begin.index()..end.index(),
            _ => 0..0,
        }
    }

    /// Ends a list. The lists, including this one, have `items` items in total.
    fn end(&mut self, items: usize) -> Result<(), Stop> {
        self.0.try_reserve(1)?;
        self.0.push(i32::try_from(items).map_err(|_| Stop::TooLong)?);
        Ok(())
    }

    /// Returns the number of items of all lists.
    fn items(&self) -> usize {
        self.0.last().map_or(0, |end| end.index())
    }

    fn put_null(&mut self) {
        self.0.extend(self.0.last().copied());
    }

    /// Returns the block of the lists, without their validity. Their items are structures with these members.
    fn finish(self, members: Vec<Block>) -> Block {
        let length = self.items();
        let children = members.into_iter().map(Arc::new).collect();
        let items = Block { length, buffers: vec![None], children, ..Block::default() };
        Block { buffers: vec![Some(Buffer::I32(self.0))], children: vec![Arc::new(items)], ..Block::default() }
    }
}

/// Returns the block of a member with its values. A value whose flag is false is null. Without flags, no value is null.
fn member(length: usize, values: Box<dyn Values>, flags: Option<Vec<bool>>) -> Block {
    let mut block = values.finish();
    let nulls = flags.as_ref().map_or(0, |flags| flags.iter().filter(|flag| !**flag).count());
    block.buffers.insert(0, flags.filter(|_| nulls > 0).map(bits));
    Block { length, nulls, ..block }
}

/// The size of a scratch buffer that is always enough for [`Cri::coap_options`].
const SCRATCH: usize = 260;

/// A column of lists of CoAP options.
pub struct Options {
    lists: Offsets,
    numbers: Vec<u16>,
    values: Strings<i32>,
}

impl Options {
    fn append(&mut self, number: u16, value: &[u8]) -> Result<(), Stop> {
        self.numbers.try_reserve(1)?;
        self.numbers.push(number);
        self.values.append(value)
    }

    /// Makes an empty column with room for `rows` lists, whose values have `size` bytes in total.
    pub fn with_capacity(rows: usize, size: usize) -> Result<Self, TryReserveError> {
        let (lists, values) = (Offsets::with_capacity(rows)?, Strings::with_capacity(rows, size)?);
        Ok(Self { lists, numbers: Vec::new(), values })
    }
}

impl Values for Options {
    fn put(&mut self, job: &Job<'_>, input: &[u8], base: Option<&Cri<'_>>) -> Result<bool, Stop> {
        let mut scratch = [0; SCRATCH];
        let destination = job.destination.as_ref().map(OwnEndpoint::borrowed);
        if job.function == Function::Options {
            let mut options = job.parse(input)?.coap_options(destination.as_ref(), &mut scratch)?;
            options.try_for_each(|(number, value)| self.append(number, value))?;
        } else {
            let write = |output: &mut Output<'_>| match base {
                None => cri::coap::from_uri(job.revision, input, destination.as_ref(), 0, output),
                Some(base) => cri::coap::from_uri_reference(base, input, destination.as_ref(), 0, output),
            };
            written(input.len(), write, |message| {
                cri::coap::Options::new(message, 0).try_for_each(|option| {
                    let (number, value) = option?;
                    self.append(number, value)
                })
            })??;
        }
        self.lists.end(self.numbers.len())?;
        Ok(true)
    }

    fn put_null(&mut self) {
        self.lists.put_null();
    }

    fn repeat(&mut self, row: usize) -> Result<(), Stop> {
        for option in self.lists.get(row) {
            self.numbers.extend(self.numbers.get(option).copied());
            self.values.repeat(option)?;
        }
        self.lists.end(self.numbers.len())
    }

    fn finish(self: Box<Self>) -> Block {
        let length = self.numbers.len();
        let numbers = Block { length, buffers: vec![None, Some(Buffer::U16(self.numbers))], ..Block::default() };
        self.lists.finish(vec![numbers, member(length, Box::new(self.values), None)])
    }
}

/// A column of lists of links.
pub struct Documents {
    lists: Offsets,
    targets: Strings<i32>,
    /// The attributes of each link.
    attributes: Offsets,
    names: Strings<i32>,
    values: Strings<i32>,
    /// For each attribute, true if it has a value.
    has_value: Vec<bool>,
}

impl Documents {
    /// Makes an empty column with room for `rows` lists, whose texts have `size` bytes in total.
    pub fn with_capacity(rows: usize, size: usize) -> Result<Self, TryReserveError> {
        Ok(Self {
            lists: Offsets::with_capacity(rows)?,
            targets: Strings::with_capacity(rows, size)?,
            attributes: Offsets::with_capacity(rows)?,
            names: Strings::with_capacity(rows, size)?,
            values: Strings::with_capacity(rows, size)?,
            has_value: Vec::new(),
        })
    }

    fn append(&mut self, document: &[u8]) -> Result<(), Stop> {
        for link in links_of(document) {
            let link = link.map_err(|fault| fault.error)?;
            self.targets.append(link.target().as_bytes())?;
            for (name, value) in link.attributes() {
                self.names.append(name.as_bytes())?;
                match value.as_str() {
                    Some(text) => self.values.append(text.as_bytes())?,
                    None => self.values.append(&value.bytes().collect::<Vec<_>>())?,
                }
                self.has_value.try_reserve(1)?;
                self.has_value.push(value.is_set());
            }
            self.attributes.end(self.has_value.len())?;
        }
        self.lists.end(self.attributes.len())
    }
}

impl Values for Documents {
    fn put(&mut self, _: &Job<'_>, input: &[u8], _: Option<&Cri<'_>>) -> Result<bool, Stop> {
        let done = self.append(input);
        if done.is_err() {
            // Removes the links that were appended before the error, which are not part of any row.
            let links = self.lists.items();
            self.targets.truncate(links);
            self.attributes.0.truncate(links + 1);
            let attributes = self.attributes.items();
            self.names.truncate(attributes);
            self.values.truncate(attributes);
            self.has_value.truncate(attributes);
        }
        done.map(|()| true)
    }

    fn put_null(&mut self) {
        self.lists.put_null();
    }

    fn repeat(&mut self, row: usize) -> Result<(), Stop> {
        for link in self.lists.get(row) {
            self.targets.repeat(link)?;
            for attribute in self.attributes.get(link) {
                self.names.repeat(attribute)?;
                self.values.repeat(attribute)?;
                self.has_value.extend(self.has_value.get(attribute).copied());
            }
            self.attributes.end(self.has_value.len())?;
        }
        self.lists.end(self.attributes.len())
    }

    fn finish(self: Box<Self>) -> Block {
        let (links, length) = (self.attributes.len(), self.has_value.len());
        let names = member(length, Box::new(self.names), None);
        let values = member(length, Box::new(self.values), Some(self.has_value));
        let mut attributes = self.attributes.finish(vec![names, values]);
        attributes.buffers.insert(0, None);
        let attributes = Block { length: links, ..attributes };
        self.lists.finish(vec![member(links, Box::new(self.targets), None), attributes])
    }
}
