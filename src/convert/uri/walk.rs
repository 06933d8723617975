// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Going through the segments of a path or the parameters of a query, and decoding them.

use super::split::Uri;
use crate::cbor::write::{Byte, Output, Sink};
use crate::chars::triplet;
use crate::error::Error;

/// The segments of a path or the parameters of a query, as they are written. Linear in all.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Pieces<'u> {
    pub(crate) rest: Option<&'u [u8]>,
    pub(crate) separator: u8,
}

impl<'u> Pieces<'u> {
    /// The segments of a path: none of an empty one; the slash that begins a path separates nothing
    /// (RFC 3986 section 3.3).
    pub fn of_path(path: &'u [u8]) -> Self {
        let rest = match path {
            [] => None,
            [b'/', segments @ ..] => Some(segments),
            segments => Some(segments),
        };
        Self { rest, separator: b'/' }
    }

    /// The next of them, and what is behind its separator.
    #[inline(always)]
    pub(crate) fn first(&self) -> Option<(&'u [u8], Option<&'u [u8]>)> {
        let text = self.rest?;
        let end = text.iter().position(|byte| *byte == self.separator);
        Some((text.get(..end.unwrap_or(text.len()))?, end.and_then(|end| text.get(end + 1..))))
    }

    /// The parameters of a query, which ampersands separate: none of an undefined one, an empty one of an
    /// empty one (as href section 6.1 has it).
    pub fn of_query(query: Option<&'u [u8]>) -> Self {
        Self { rest: query, separator: b'&' }
    }
}

impl<'u> Iterator for Pieces<'u> {
    type Item = &'u [u8];

    fn next(&mut self) -> Option<&'u [u8]> {
        let (piece, rest) = self.first()?;
        self.rest = rest;
        Some(piece)
    }
}

impl<'u> Uri<'u> {
    /// The segments of the path.
    pub fn segments(&self) -> Pieces<'u> {
        Pieces::of_path(self.path())
    }

    /// The parameters of the query.
    pub fn parameters(&self) -> Pieces<'u> {
        Pieces::of_query(self.query())
    }
}

/// The octets of a component: its characters, and what its triplets stand for (RFC 3986 section 2.4). A `%`
/// that begins no triplet stands for itself.
#[derive(Clone, Copy, Debug)]
pub struct Decoded<'u>(&'u [u8]);

impl<'u> Decoded<'u> {
    /// Of a component, or of a part of one: decode behind the splitting, never before.
    pub fn new(component: &'u [u8]) -> Self {
        Self(component)
    }

    /// Writes the octets. `Buffer` if they do not fit. Linear.
    pub fn put<T: Byte>(self, output: &mut Output<'_, T>) -> Result<(), Error> {
        self.for_each(|octet| output.byte(octet));
        output.written().map(|_| ())
    }
}

impl Iterator for Decoded<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        match triplet(self.0) {
            Some(octet) => {
                self.0 = rest.get(2..).unwrap_or(&[]);
                Some(octet)
            }
            None => {
                self.0 = rest;
                Some(*first)
            }
        }
    }
}
