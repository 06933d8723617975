// SPDX-License-Identifier: MIT OR Apache-2.0
//! L2. Text-or-pet: a text string, or text with percent-encoded parts (href 7.1).

use crate::cbor::{ARRAY, BYTES, TEXT, read};
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
pub(crate) enum Place {
    /// A parameter, userinfo or fragment: any text.
    Any,
    /// A path segment: not `.` or `..` (C9).
    Segment,
    /// A host name label in revision 27: no dot (C5).
    Label,
}

/// Checks the text-or-pet item that `data` starts with and returns its length and whether its heads
/// are the shortest.
pub(crate) fn check(data: &[u8], place: Place) -> Result<(usize, bool), Error> {
    let mut shortest = true;
    let mut rest = data;
    let mut parts = 1;
    let mut last = ARRAY;
    let mut encoded = true;
    let head = read::head(data)?;
    let pet = head.major == ARRAY;
    if pet {
        shortest = head.shortest;
        rest = data.get(head.size as usize..).unwrap_or(&[]);
        parts = head.argument;
        encoded = false;
    }
    for _ in 0..parts {
        let head = read::head(rest)?;
        let is_text = head.major == TEXT;
        if !is_text && (head.major != BYTES || !pet) {
            return Err(wrong(rest));
        }
        let content = rest.get(head.size as usize..).unwrap_or(&[]);
        let (content, next) = content.split_at_checked(head.argument).ok_or(Error::Truncated)?;
        // Text and bytes alternate, and none of them is empty (`text-pet-sequence` in href 7.1).
        if pet && (head.major == last || content.is_empty()) {
            return Err(Error::Pet);
        }
        if !is_text {
            check_octets(content)?;
            encoded = true;
        } else if !utf8::is_valid(content) {
            return Err(Error::Utf8);
        } else if place == Place::Label && content.contains(&b'.') {
            return Err(Error::DotInLabel);
        } else if place == Place::Segment && !pet && matches!(content, b"." | b"..") {
            return Err(Error::DotSegment);
        }
        last = head.major;
        shortest &= head.shortest;
        rest = next;
    }
    if encoded { Ok((data.len() - rest.len(), shortest)) } else { Err(Error::Pet) }
}

/// Octets are minimal if none of them could stand as a character: no unreserved one, and no valid
/// UTF-8 beyond ASCII (href 7.1).
fn check_octets(octets: &[u8]) -> Result<(), Error> {
    let mut rest = octets;
    while let Some((first, next)) = rest.split_first() {
        let unreserved = first.is_ascii_alphanumeric() || matches!(first, b'-' | b'.' | b'_' | b'~');
        if unreserved || utf8::char_len(rest) > 1 {
            return Err(Error::Pet);
        }
        rest = next;
    }
    Ok(())
}

/// Why an item that is of none of the types its place has is refused.
pub(crate) fn wrong(data: &[u8]) -> Error {
    match data.first() {
        None => Error::Truncated,
        Some(0x5f | 0x7f | 0x9f | 0xbf) => Error::Indefinite,
        Some(0xf4..=0xf6) => Error::Structure,
        Some(0xc0..) => Error::Feature,
        Some(_) => Error::Structure,
    }
}
