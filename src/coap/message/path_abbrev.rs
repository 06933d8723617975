// SPDX-License-Identifier: MIT OR Apache-2.0
//! Uri-Path-Abbrev, an option that replaces the whole path of a request by a registered number
//! (draft-ietf-core-uri-path-abbrev-05, R29). `build.rs` makes the table from `iana/path-abbrev.csv`.

use super::option::uint;
use crate::cbor::read::short_length;
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;
use crate::ops::same_tokens;

include!(concat!(env!("OUT_DIR"), "/path_abbrev.rs"));

/// A path that has an abbreviation.
#[derive(Clone, Copy)]
pub(crate) struct ShortPath {
    /// The value of the option.
    pub value: u16,
    /// The number of segments.
    pub count: u8,
    /// The items of the segments after the first one.
    more: &'static [u8],
}

impl ShortPath {
    /// Returns the path that a value of the option represents. Fails with `CoapPathAbbrev` if the value is unknown or
    /// has more than four bytes (R29).
    pub fn of_option(value: &[u8]) -> Result<Self, Error> {
        // R29
        let known = if value.len() <= 4 { Self::of_number(uint(value)) } else { None };
        known.ok_or(Error::CoapPathAbbrev)
    }

    /// Returns the path that a number represents, or `None` if the registry does not have the number.
    pub fn of_number(number: u32) -> Option<Self> {
        Table(&PATHS).find(|path| u32::from(path.value) == number)
    }

    /// Returns the items of the segments as two slices: the first segment, and the segments after it.
    pub fn items(self) -> [&'static [u8]; 2] {
        [&FIRST, self.more]
    }

    /// Returns the segments.
    pub fn segments(self) -> Segments<'static> {
        Segments { first: true, more: self.more }
    }
}

/// An iterator over the paths of the table. It contains the rest of the table.
struct Table(&'static [u8]);

impl Iterator for Table {
    type Item = ShortPath;

    fn next(&mut self) -> Option<ShortPath> {
        let [high, low, count, length, rest @ ..] = self.0 else {
            return None;
        };
        let (more, rest) = rest.split_at_checked((*length).into())?;
        self.0 = rest;
        Some(ShortPath { value: u16::from_be_bytes([*high, *low]), count: *count, more })
    }
}

/// An iterator over the segments of a path that has an abbreviation.
#[derive(Clone, Copy)]
pub(crate) struct Segments<'a> {
    /// True until the first segment was returned. All paths have the same first segment.
    pub first: bool,
    /// The items of the remaining segments, without the first segment.
    pub more: &'a [u8],
}

impl<'a> Iterator for Segments<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let items = if core::mem::take(&mut self.first) { &mut &FIRST[..] } else { &mut self.more };
        // Each text has up to 23 bytes, so its head is one byte. Reading longer items would link all of the CBOR
        // reader.
        let (head, rest) = items.split_first()?;
        let (text, rest) = rest.split_at_checked(short_length(*head))?;
        *items = rest;
        Some(text)
    }
}

impl Cri<'_> {
    /// Returns the value of Uri-Path-Abbrev that can replace the Uri-Path options of this path in a request (R29).
    /// Returns `None` if the path has no abbreviation, or depends on a base.
    ///
    /// A client sends the option only to servers that are known to support it (draft-ietf-core-uri-path-abbrev-05
    /// section 2.2). Linear in the path and the table.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/.well-known/core".parse()?;
    /// assert_eq!(cri.cri().coap_path_abbrev(), Some(0));
    /// let cri: CriBuf<32> = "coap://h/rooms".parse()?;
    /// assert_eq!(cri.cri().coap_path_abbrev(), None);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn coap_path_abbrev(&self) -> Option<u32> {
        let own = [self.path, self.path_tail];
        // R29
        let found = Table(&PATHS).find(|path| {
            // Comparing the counts first avoids reading the items of a path for each row of the table.
            self.discard == DISCARD_ALL && self.path_count == usize::from(path.count) && same_tokens(own, path.items())
        });
        found.map(|path| path.value.into())
    }
}
