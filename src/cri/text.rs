// SPDX-License-Identifier: MIT OR Apache-2.0
//! L2. Text-or-pet: a text string, or text with percent-encoded parts (href 7.1 structure, C12).

use crate::cbor::read::{self, Reader};
use crate::cbor::{ARRAY, BYTES, TEXT};
use crate::error::Error;
use crate::utf8;

/// A label, segment, parameter, userinfo or fragment.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Text<'a> {
    /// Plain text: the text. PET: the items of its array.
    pub(crate) content: &'a [u8],
    pub(crate) pet: bool,
}

/// A part of a text: characters, or octets that stand percent-encoded in a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// UTF-8 text, or any octets.
    pub bytes: &'a [u8],
    /// Whether the octets are percent-encoded in a URI.
    pub percent_encoded: bool,
}

/// The chunks of a text, in order.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Chunks<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) pet: bool,
    pub(crate) done: bool,
}

impl<'a> Text<'a> {
    #[inline]
    pub(crate) fn of_item(item: &'a [u8]) -> Self {
        let pet = matches!(item.first(), Some(0x80..=0x9b));
        Self { content: read::content(item), pet }
    }

    /// The characters as UTF-8, if no part of them is percent-encoded.
    #[inline]
    pub fn plain(&self) -> Option<&'a [u8]> {
        if self.pet { None } else { Some(self.content) }
    }

    /// What it borrows: its characters, or the items of its PET array.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.content
    }

    /// Whether it has no characters; PET always has some.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.content.is_empty()
    }

    /// Its parts: one for plain text, none for an empty one, else characters and octets in turn.
    #[inline]
    pub fn chunks(&self) -> Chunks<'a> {
        Chunks { rest: self.content, pet: self.pet, done: self.content.is_empty() }
    }
}

impl Chunks<'_> {
    /// No parts.
    pub(crate) const fn empty() -> Self {
        Self { rest: &[], pet: false, done: true }
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    #[inline]
    fn next(&mut self) -> Option<Chunk<'a>> {
        if self.done {
            return None;
        }
        if !self.pet {
            self.done = true;
            return Some(Chunk { bytes: self.rest, percent_encoded: false });
        }
        let token = read::token(&mut self.rest)?;
        Some(Chunk { bytes: token.content, percent_encoded: token.major == BYTES })
    }
}

/// What a text must satisfy in its place.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Place {
    /// A parameter, userinfo or fragment: any text.
    Any = 0,
    /// A path segment: not `.` or `..` (C9), texts of up to so many bytes.
    Segment = 2,
    /// A host name label in revision 27: no dot (C5, href-27 label).
    Label = 4,
}

/// Checks the text-or-pet item that `data` starts with and returns its length and whether its heads
/// are the shortest.
pub(crate) fn check(data: &[u8], place: Place) -> Result<(usize, bool), Error> {
    let mut reader = Reader::new(data);
    read(&mut reader, place);
    match reader.error {
        None => Ok((reader.at, reader.overlong == 0)),
        Some(error) => Err(error),
    }
}

/// Reads a text-or-pet item. Linear in its length.
#[inline(never)]
pub(crate) fn read(reader: &mut Reader<'_>, place: Place) {
    let pet = reader.peek() >> 5 == ARRAY;
    let mut parts = 1;
    let mut encoded = !pet;
    if pet {
        reader.head();
        parts = reader.argument;
    }
    let mut last = ARRAY;
    while parts > 0 {
        parts -= 1;
        reader.head();
        let major = reader.major();
        if major != TEXT && (major != BYTES || !pet) {
            return reader.fail(wrong_head(reader.initial));
        }
        let content = reader.take();
        let wrong = if pet && (major == last || content.is_empty()) {
            // Text and bytes alternate, and none of them is empty (`text-pet-sequence` in href 7.1 structure).
            Some(Error::Pet)
        } else if major == TEXT {
            check_text(content, place, pet)
        } else {
            encoded = true;
            check_octets(content)
        };
        if let Some(wrong) = wrong {
            reader.fail(wrong);
        }
        if reader.error.is_some() {
            return;
        }
        last = major;
    }
    if !encoded {
        reader.fail(Error::Pet);
    }
}

/// Characters are UTF-8 that their place may have.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn check_text(text: &[u8], place: Place, pet: bool) -> Option<Error> {
    if !utf8::is_valid(text) {
        Some(Error::Utf8)
    } else if place == Place::Label && utf8::has(text, b'.') {
        Some(Error::DotInLabel)
    } else if place == Place::Segment && !pet && matches!(text, b"." | b"..") {
        Some(Error::DotSegment)
    } else {
        None
    }
}

/// Octets are minimal if none of them could stand as a character: no unreserved one, and no valid
/// UTF-8 beyond ASCII (href 7.1 minimal).
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn check_octets(octets: &[u8]) -> Option<Error> {
    let mut rest = octets;
    while let Some((first, next)) = rest.split_first() {
        let unreserved = first.is_ascii_alphanumeric() || matches!(first, b'-' | b'.' | b'_' | b'~');
        if unreserved || utf8::char_len(rest) > 1 {
            return Some(Error::Pet);
        }
        rest = next;
    }
    None
}

/// Why an item that is of none of the types its place has is refused.
pub(crate) fn wrong(data: &[u8]) -> Error {
    data.first().map_or(Error::Truncated, |initial| wrong_head(*initial))
}

/// Why an item that begins with that byte, and is of none of the types its place has, is refused.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) fn wrong_head(initial: u8) -> Error {
    match initial {
        0x5f | 0x7f | 0x9f | 0xbf => Error::Indefinite,
        0xf4..=0xf6 => Error::Structure,
        0xc0.. => Error::Feature,
        _ => Error::Structure,
    }
}
