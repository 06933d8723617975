// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sections of a CRI while they are written: their arrays, and the items in place of omitted sections.
//!
//! The number of items in an array is known only when the array is complete, so one byte is reserved for the head. If
//! the head needs more bytes, the items are moved up.

use crate::bytes::output::Output;
use crate::bytes::utf8;
use crate::cbor::write::{Heads, put_head_at};
use crate::cbor::{ARRAY, BYTES, TEXT};
use crate::cri::canonical::{PATH, put_omitted};
use crate::error::Error;
use crate::revision::Revision;

/// The sections of a CRI or CRI reference that is being written. The caller adds sections in the order of their
/// positions, and texts that are already decoded.
#[repr(C)]
pub(crate) struct Sections<'b> {
    pub output: Output<'b>,
    /// The offset of the head of the open array.
    array: usize,
    /// The number of items in the open array.
    pub items: usize,
    pub revision: Revision,
    /// The position of the next section.
    pub next: u8,
    /// True if there is a scheme.
    pub full: bool,
    /// True if the head of the open array is still to be written.
    open: bool,
}

impl<'b> Sections<'b> {
    /// Reserves a byte at the start of an output for the head of the CRI.
    pub fn new(revision: Revision, mut output: Output<'b>) -> Self {
        output.seek(1);
        Self { output, array: 0, items: 0, revision, next: 0, full: false, open: false }
    }

    /// True if the section at a position, or a section after it, was begun.
    pub fn has_begun(&self, position: usize) -> bool {
        usize::from(self.next) > position
    }

    /// Completes the section before the section at a position, and writes the items for omitted sections between them.
    pub fn begin(&mut self, position: usize) {
        self.close_array();
        put_omitted(&mut self.output, usize::from(self.next)..position, self.full, self.revision);
        self.next = position as u8 + 1;
    }

    /// Begins the array of a section, unless it has begun.
    pub fn begin_array(&mut self, position: usize) {
        if !self.has_begun(position) {
            self.begin(position);
            self.open_array();
        }
    }

    /// Begins the array of the authority.
    pub fn begin_authority(&mut self) {
        self.next = PATH as u8;
        self.open_array();
    }

    fn open_array(&mut self) {
        self.array = self.output.position();
        self.items = 0;
        self.open = true;
        self.output.advance(1);
    }

    /// Completes the open array, if there is one.
    pub fn close_array(&mut self) {
        if self.open {
            self.open = false;
            put_head_at(&mut self.output, self.array, ARRAY, self.items);
        }
    }

    /// Adds a text to the open array. Fails with `Utf8` if it is not UTF-8.
    pub fn put_text(&mut self, text: &[u8]) -> Result<(), Error> {
        self.items += 1;
        check_utf8(text)?;
        put_plain(&mut self.output, text);
        Ok(())
    }

    /// Adds texts to the open array. In `texts`, a byte with the length precedes each text. Texts must be shorter than
    /// 24 bytes. Fails with `Utf8` if a text is not UTF-8.
    pub fn put_short_texts(&mut self, texts: &[u8], count: usize) -> Result<(), Error> {
        self.items += count;
        // The length bytes are ASCII, so a character that continues into the next text is invalid, too.
        check_utf8(texts)?;
        self.output.put_texts(texts, |length| TEXT << 5 | length);
        Ok(())
    }

    /// Adds the labels of a host name that is not empty. If `fold` is true, converts ASCII letters to lower case. Fails
    /// with `Utf8` if the name is not UTF-8.
    pub fn put_name(&mut self, name: &[u8], fold: bool) -> Result<(), Error> {
        check_utf8(name)?;
        let mut rest = Some(name);
        // href 3 labels
        while let Some(label) = rest {
            let end = label.iter().take_while(|byte| **byte != b'.').count();
            let (label, after) = label.split_at_checked(end).unwrap_or_default();
            if fold {
                put_lowercase(&mut self.output, label);
            } else {
                put_plain(&mut self.output, label);
            }
            self.items += 1;
            rest = after.get(1..);
        }
        Ok(())
    }

    /// Adds an address and its zone identifier, if there is one. Fails with `Utf8` if the zone identifier is not UTF-8.
    #[inline(always)]
    pub fn put_address(&mut self, address: &[u8], zone: Option<&[u8]>) -> Result<(), Error> {
        self.output.head(BYTES, address.len());
        self.output.put(address);
        self.items += 1;
        zone.map_or(Ok(()), |zone| self.put_text(zone))
    }
}

fn check_utf8(text: &[u8]) -> Result<(), Error> {
    if utf8::is_valid(text) { Ok(()) } else { Err(Error::Utf8) }
}

/// Writes a text item.
pub(crate) fn put_plain(output: &mut Output<'_>, text: &[u8]) {
    output.head(TEXT, text.len());
    output.put(text);
}

/// Writes a text item, and converts ASCII letters to lower case.
pub(crate) fn put_lowercase(output: &mut Output<'_>, text: &[u8]) {
    output.head(TEXT, text.len());
    for byte in text {
        output.byte(byte.to_ascii_lowercase());
    }
}
