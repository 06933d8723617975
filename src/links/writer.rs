// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing a document in link format, of which a window is stored (RFC 6690 2; RFC 7959).

use super::grammar::{char_len, check_target, is_token_char, name_len};
use super::link::Link;
use crate::cbor::output::{Byte, Output};
use crate::cbor::write::Sink;
use crate::error::Error;

/// Attributes whose value is always quoted (RFC 6690 2).
const QUOTED: [&[u8]; 2] = [b"title", b"anchor"];

/// Writes a document, and stores the part of it that a buffer has room for from an offset on: a block, in a block-wise
/// transfer.
///
/// All of the document is written for each block, so nothing must be kept between them. The first error is kept: after
/// it, all steps return it. Linear in the document.
#[repr(C)]
pub struct LinkWriter<'b> {
    pub(crate) buffer: &'b mut [Byte],
    /// Offset in the document of the start of the buffer.
    pub(crate) offset: usize,
    /// The length of the document so far.
    pub(crate) length: usize,
    pub(crate) error: Option<Error>,
}

impl<'b> LinkWriter<'b> {
    /// A writer of a document from an offset on. An empty buffer only counts.
    pub fn new(offset: usize, buffer: &'b mut [u8]) -> Self {
        Self::on(offset, Output::new(buffer))
    }

    /// A writer into the buffer of an output.
    pub(crate) fn on(offset: usize, output: Output<'b>) -> Self {
        Self { buffer: output.buffer, offset, length: 0, error: None }
    }

    /// The length of the document so far.
    pub fn length(&self) -> usize {
        self.length
    }

    /// How many bytes are in the buffer.
    pub fn stored(&self) -> usize {
        self.length.saturating_sub(self.offset).min(self.buffer.len())
    }

    /// The first error; `Buffer` if the document goes on after the end of the buffer: as much of it as fits is stored.
    pub fn finish(&self) -> Result<(), Error> {
        let is_cut = self.length > self.offset.saturating_add(self.buffer.len());
        self.error.or(is_cut.then_some(Error::Buffer)).map_or(Ok(()), Err)
    }

    /// Begins a link with a target, an IRI reference; errors as [`from_iri`](crate::from_iri()) for another text.
    pub fn target(&mut self, target: impl AsRef<[u8]>) -> Result<(), Error> {
        let target = target.as_ref();
        self.step(check_target(target).map_err(|(error, _)| error))?;
        if self.length > 0 {
            self.put(b",");
        }
        self.put(b"<");
        self.put(target);
        self.put(b">");
        Ok(())
    }

    /// Adds an attribute without a value to the last link. `Syntax` for what is not a name, `Order` without a link.
    pub fn flag(&mut self, name: impl AsRef<[u8]>) -> Result<(), Error> {
        let name = name.as_ref();
        let is_name = !name.is_empty() && name_len(name, 0) == name.len();
        self.step(match self.length {
            0 => Err(Error::Order),
            _ if is_name => Ok(()),
            _ => Err(Error::Syntax),
        })?;
        self.put(b";");
        self.put(name);
        Ok(())
    }

    /// Adds an attribute to the last link, its value in quotes only where it must be (R32). Errors as
    /// [`LinkWriter::flag`]; `Syntax` for a control character other than a tab in the value, `Utf8` if that is not
    /// UTF-8.
    pub fn attribute(&mut self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Result<(), Error> {
        let name = name.as_ref();
        let value = value.as_ref();
        self.step(check_value(value))?;
        self.flag(name)?;
        self.put(b"=");
        let is_quoted = QUOTED.iter().any(|quoted| quoted.eq_ignore_ascii_case(name));
        if !is_quoted && !value.is_empty() && value.iter().all(|byte| is_token_char(*byte)) {
            self.put(value);
            return Ok(());
        }
        self.put(b"\"");
        for byte in value {
            if matches!(byte, b'"' | b'\\') {
                self.put(b"\\");
            }
            self.put(&[*byte]);
        }
        self.put(b"\"");
        Ok(())
    }

    /// Adds a copy of a link, without blanks; its values as they are written.
    pub fn link(&mut self, link: &Link<'_>) -> Result<(), Error> {
        self.target(link.target)?;
        let mut attributes = link.attributes();
        while let Some((name, value)) = attributes.next_attribute() {
            self.flag(name)?;
            if value.is_set() {
                self.put(b"=");
                self.put(value.raw);
            }
        }
        Ok(())
    }

    /// Returns and keeps the first error.
    fn step(&mut self, checked: Result<(), Error>) -> Result<(), Error> {
        self.error = self.error.or(checked.err());
        self.error.map_or(Ok(()), Err)
    }
}

/// Checks that a value can be in a quoted string.
fn check_value(value: &[u8]) -> Result<(), Error> {
    let mut at = 0;
    while at < value.len() {
        match char_len(value, at)? {
            0 => return Err(Error::Utf8),
            length => at += length,
        }
    }
    Ok(())
}

impl Sink for LinkWriter<'_> {
    /// Appends to the document, and stores what is in the window.
    fn put(&mut self, bytes: &[u8]) {
        let start = self.length;
        self.length = start.saturating_add(bytes.len());
        let Some(bytes) = bytes.get(self.offset.saturating_sub(start)..) else {
            return;
        };
        let Some(room) = self.buffer.get_mut(start.saturating_sub(self.offset)..) else {
            return;
        };
        let count = room.len().min(bytes.len());
        if let (Some(room), Some(bytes)) = (room.get_mut(..count), bytes.get(..count)) {
            Byte::copy(room, bytes);
        }
    }
}
