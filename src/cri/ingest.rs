// SPDX-License-Identifier: MIT OR Apache-2.0
//! L2. From CBOR to a checked view (href sections 5.1 and 5.2, R1, R3, R4).
//!
//! Most CRIs consist of short ASCII strings. For those one loop steps from head to head and one
//! looks for bytes above 0x7f, a machine word at a time, over a section at once. Anything else (long
//! strings, UTF-8, PET, a wrong type, the end of the input) makes that loop give up, and the section
//! is gone through item by item, which finds the exact error.

use super::text::{self, Place, wrong};
use super::{Cri, DISCARD_ALL, PATH_SET, SHORTEST};
use crate::cbor::{ARRAY, BYTES, FALSE, NINT, NULL, TAG, TEXT, TRUE, UINT, read, skip};
use crate::error::Error;
use crate::revision::Revision;
use crate::utf8;

/// Why a data item was refused, and how to go on behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The cause.
    pub error: Error,
    /// The length of the item, if it is one that can be skipped.
    pub skip: Option<usize>,
}

impl<'a> Cri<'a> {
    /// Reads the CRI or CRI reference that `data` starts with, and says how many bytes it takes.
    ///
    /// A [`Refusal`] with an error that [is unprocessable](Error::is_unprocessable) tells how many
    /// bytes to skip; `Truncated` means that more bytes may make it one, `Cbor` and `Limit` that its
    /// end cannot be known. Linear in the length of the item.
    #[inline]
    pub fn parse(revision: Revision, data: &'a [u8]) -> Result<(Self, usize), Refusal> {
        let mut reader = Reader { data, pos: 0, shortest: SHORTEST, revision };
        match reader.cri() {
            Ok(cri) => Ok((cri, reader.pos)),
            Err(error) => Err(refuse(data, error)),
        }
    }
}

#[cold]
#[inline(never)]
fn refuse(data: &[u8], error: Error) -> Refusal {
    if error == Error::Truncated {
        return Refusal { error, skip: None };
    }
    match skip::skip(data) {
        Ok(length) => Refusal { error, skip: Some(length) },
        Err(error) => Refusal { error, skip: None },
    }
}

struct Reader<'a> {
    data: &'a [u8],
    pos: usize,
    /// `SHORTEST` as long as all heads are.
    shortest: u8,
    revision: Revision,
}

/// A section that was read: where it starts, and whether it was null.
struct Section {
    start: usize,
    null: bool,
}

impl<'a> Reader<'a> {
    #[inline(always)]
    fn rest(&self) -> &'a [u8] {
        self.data.get(self.pos..).unwrap_or(&[])
    }

    #[inline(always)]
    fn since(&self, start: usize) -> &'a [u8] {
        self.data.get(start..self.pos).unwrap_or(&[])
    }

    #[inline(always)]
    fn peek(&self) -> Result<u8, Error> {
        self.data.get(self.pos).copied().ok_or(Error::Truncated)
    }

    /// Reads a head; one of another major type is refused.
    #[inline(always)]
    fn head(&mut self, major: u8) -> Result<u64, Error> {
        let short = self.peek()?.wrapping_sub(major << 5);
        if short < 24 {
            self.pos += 1;
            return Ok(short as u64);
        }
        self.long_head(major)
    }

    #[inline(never)]
    fn long_head(&mut self, major: u8) -> Result<u64, Error> {
        let head = read::head(self.rest())?;
        if head.major != major {
            return Err(wrong(self.rest()));
        }
        self.shorten(head.shortest);
        self.pos += head.size;
        Ok(head.argument)
    }

    #[inline(always)]
    fn shorten(&mut self, shortest: bool) {
        self.shortest &= shortest as u8;
    }

    fn cri(&mut self) -> Result<Cri<'a>, Error> {
        // Tag 99 may stand before the array in revision 27.
        if self.peek()? >> 5 == TAG && (self.revision == Revision::R13 || self.head(TAG)? != 99) {
            return Err(Error::Feature);
        }
        let mut sections = self.head(ARRAY)?;
        let mut cri = Cri::empty(self.revision);
        if sections == 0 {
            cri.flags = self.shortest;
            return Ok(cri);
        }
        if sections > 5 {
            return Err(Error::Structure);
        }
        sections -= 1;

        let start = self.pos;
        let discards = self.first(&mut cri)?;
        let full = !discards && self.since(start).first() != Some(&NULL);
        if full {
            cri.scheme = self.since(start);
            cri.flags = PATH_SET;
        } else if sections == 0 && !discards {
            return Err(Error::Trailing);
        }
        let mut null = false;
        if !discards {
            cri.discard = DISCARD_ALL;
            if sections > 0 {
                sections -= 1;
                let section = self.authority()?;
                null = section.null;
                if !null {
                    cri.authority = self.since(section.start);
                } else if !full {
                    return Err(Error::Structure);
                }
            }
        } else if sections > 3 {
            return Err(Error::Structure);
        }
        if sections > 0 {
            sections -= 1;
            null = self.null()?;
            if !null {
                let count = self.head(ARRAY)?;
                let start = self.pos;
                self.texts(count, Place::Segment)?;
                cri.path = self.since(start);
                cri.path_count = count as usize;
                cri.flags = PATH_SET;
            }
        }
        if sections > 0 {
            sections -= 1;
            null = self.null()?;
            if !null {
                let start = self.pos;
                let count = self.head(ARRAY)?;
                self.texts(count, Place::Any)?;
                // In a full CRI an empty query is an absent one (R1).
                if count > 0 || !full {
                    cri.query = self.since(start);
                }
            }
        }
        if sections > 0 {
            null = self.null()?;
            if !null {
                let start = self.pos;
                self.text(Place::Any)?;
                cri.fragment = self.since(start);
            }
        }
        if null {
            return Err(Error::Trailing);
        }
        cri.flags |= self.shortest;
        if full && (cri.authority.is_empty() || cri.authority.first() == Some(&TRUE)) {
            cri.check_full()?;
        }
        Ok(cri)
    }

    /// Reads a null, if one comes next.
    #[inline(always)]
    fn null(&mut self) -> Result<bool, Error> {
        let null = self.peek()? == NULL;
        self.pos += null as usize;
        Ok(null)
    }

    /// Reads the first section: scheme, or null in its place, or discard. True for discard.
    #[inline(always)]
    fn first(&mut self, cri: &mut Cri<'a>) -> Result<bool, Error> {
        let initial = self.peek()?;
        match initial >> 5 {
            NINT => self.head(NINT).map(|_| false),
            UINT => {
                let discard = self.head(UINT)?;
                cri.discard = discard as u8;
                if discard > 127 { Err(Error::Discard) } else { Ok(true) }
            }
            TEXT => self.scheme_name().map(|_| false),
            _ => {
                self.pos += 1;
                cri.discard = if initial == TRUE { DISCARD_ALL } else { 0 };
                match initial {
                    TRUE => Ok(true),
                    NULL => Ok(false),
                    _ => {
                        self.pos -= 1;
                        Err(wrong(self.rest()))
                    }
                }
            }
        }
    }

    #[inline(never)]
    fn scheme_name(&mut self) -> Result<(), Error> {
        let start = self.pos;
        self.text(Place::Any)?;
        let name = read::content(self.since(start));
        if crate::scheme::is_valid_name(name) { Ok(()) } else { Err(Error::SchemeName) }
    }

    /// Reads one text-or-pet.
    #[inline(always)]
    fn text(&mut self, place: Place) -> Result<(), Error> {
        self.texts(1, place)
    }

    /// Reads so many text-or-pet items.
    #[inline(always)]
    fn texts(&mut self, count: u64, place: Place) -> Result<(), Error> {
        match short_texts(self.data, self.pos, count, place) {
            Some(pos) => {
                self.pos = pos;
                Ok(())
            }
            None => self.any_texts(count, place),
        }
    }

    #[inline(never)]
    fn any_texts(&mut self, count: u64, place: Place) -> Result<(), Error> {
        let mut left = count;
        while left > 0 {
            let (length, shortest) = text::check(self.rest(), place)?;
            self.pos += length;
            self.shorten(shortest);
            left -= 1;
        }
        Ok(())
    }

    #[inline(always)]
    fn authority(&mut self) -> Result<Section, Error> {
        let start = self.pos;
        let initial = self.peek()?;
        if initial == NULL || initial == TRUE {
            self.pos += 1;
            return Ok(Section { start, null: initial == NULL });
        }
        let items = self.head(ARRAY)?;
        if let Some(pos) = short_host(self.data, self.pos, items, self.revision) {
            self.pos = pos;
        } else {
            self.any_authority(items)?;
        }
        Ok(Section { start, null: false })
    }

    /// Reads the items of an authority of any form.
    #[inline(never)]
    fn any_authority(&mut self, items: u64) -> Result<(), Error> {
        let mut left = items;
        if left > 0 && self.peek()? == FALSE {
            if left == 1 {
                return Err(Error::Structure);
            }
            self.pos += 1;
            self.any_texts(1, Place::Any)?;
            left -= 2;
        }
        if left > 0 && self.peek()? >> 5 == BYTES {
            let length = self.head(BYTES)?;
            if length != 4 && length != 16 {
                return Err(Error::Address);
            }
            if self.rest().len() < length as usize {
                return Err(Error::Truncated);
            }
            self.pos += length as usize;
            left -= 1;
            if left > 0 && self.peek()? >> 5 == TEXT {
                if length == 4 && self.revision == Revision::R13 {
                    return Err(Error::Address);
                }
                self.any_texts(1, Place::Any)?;
                left -= 1;
            }
        } else {
            let place = if self.revision == Revision::R27 { Place::Label } else { Place::Any };
            let start = self.pos;
            let mut labels = 0;
            while left > 0 && self.peek()? >> 5 != UINT {
                self.any_texts(1, place)?;
                left -= 1;
                labels += 1;
            }
            // A single empty label is the empty host, whose form is no label (R5).
            let empty = labels == 1 && read::argument(self.since(start)) == 0;
            self.shorten(!empty);
        }
        if left > 0 {
            let port = self.head(UINT)?;
            if port > 65535 {
                return Err(Error::Port);
            }
            left -= 1;
        }
        if left > 0 { Err(Error::Structure) } else { Ok(()) }
    }
}

/// Steps over so many short ASCII strings, none of them a dot segment where those may not be. None
/// if they are anything else.
#[inline(always)]
fn short_texts(data: &[u8], start: usize, count: u64, place: Place) -> Option<usize> {
    let mut pos = start;
    let mut left = count;
    while left > 0 {
        let length = data.get(pos)?.wrapping_sub(TEXT << 5);
        if length >= 24 || (place == Place::Segment && length.wrapping_sub(1) < 2 && data.get(pos + 1)? == &b'.') {
            return None;
        }
        pos += 1 + length as usize;
        left -= 1;
    }
    let content = data.get(start..pos)?;
    if utf8::is_ascii(content) { Some(pos) } else { None }
}

/// Steps over a host name of short ASCII labels, more than the single empty one, and a port. None if
/// it is anything else.
#[inline(always)]
fn short_host(data: &[u8], start: usize, items: u64, revision: Revision) -> Option<usize> {
    let mut pos = start;
    let mut left = items;
    while left > 0 {
        let length = data.get(pos)?.wrapping_sub(TEXT << 5);
        if length >= 24 {
            break;
        }
        pos += 1 + length as usize;
        left -= 1;
    }
    let labels = data.get(start..pos)?;
    if labels.len() < 2 || !utf8::is_ascii(labels) || (revision == Revision::R27 && labels.contains(&b'.')) {
        return None;
    }
    match left {
        0 => Some(pos),
        1 if data.get(pos)? == &0x19 && data.get(pos + 1)? != &0 => data.get(pos + 2).map(|_| pos + 3),
        _ => None,
    }
}

