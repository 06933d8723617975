// SPDX-License-Identifier: MIT OR Apache-2.0
//! L2. From CBOR to a checked view (href sections 5.1 and 5.2, R1, R3, R4).
//!
//! Most CRIs are of the usual form, which [`super::quick`] reads. What it gives up on (long strings, UTF-8, PET, a
//! wrong type, the end of the input) is gone through here, item by item, which finds the exact error.

use super::text::{self, Place, wrong_head};
use super::{Cri, DISCARD_ALL, PATH_SET, SHORTEST, authority, is_valid_full, quick};
use core::mem::MaybeUninit;

use crate::cbor::read::{self, Reader};
use crate::cbor::{ARRAY, BYTES, FALSE, NINT, NULL, TAG, TEXT, TRUE, UINT, skip};
use crate::error::Error;
use crate::revision::Revision;

/// Why a data item was refused, and how to go on behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The cause.
    pub error: Error,
    /// The length of the item, if it is one that can be skipped.
    pub skip: Option<usize>,
}

/// Where a view that was made is put: a place that may be uninitialised, or none yet.
pub(crate) trait Slot<'a> {
    /// Puts the view there, to be changed in place.
    fn put(&mut self, cri: &Cri<'a>) -> &mut Cri<'a>;
}

impl<'a> Slot<'a> for MaybeUninit<Cri<'a>> {
    #[inline(always)]
    fn put(&mut self, cri: &Cri<'a>) -> &mut Cri<'a> {
        self.write(*cri)
    }
}

impl<'a> Slot<'a> for Option<Cri<'a>> {
    #[inline(always)]
    fn put(&mut self, cri: &Cri<'a>) -> &mut Cri<'a> {
        self.insert(*cri)
    }
}

impl<'a> Cri<'a> {
    /// Reads the CRI or CRI reference that `data` starts with, and says how many bytes it takes.
    ///
    /// A [`Refusal`] with an error that [is unprocessable](Error::is_unprocessable) tells how many
    /// bytes to skip; `Truncated` means that more bytes may make it one, `Cbor` and `Limit` that its
    /// end cannot be known. Linear in the length of the item.
    /// Whatever the bytes are, it fails gracefully (href 9 graceful).
    pub fn parse(revision: Revision, data: &'a [u8]) -> Result<(Self, usize), Refusal> {
        let mut cri = Self::empty(revision);
        // Elsewhere the library itself asks for this, and seldom.
        if cfg!(target_pointer_width = "64") {
            parse_into(data, &mut cri)?;
        } else {
            parse_exactly(data, &mut cri)?;
        }
        Ok((cri, cri.whole.len()))
    }
}

/// [`Cri::parse`] into a view in which nothing is set but the revision, and which is unspecified on failure.
#[inline(always)]
pub(crate) fn parse_into<'a>(data: &'a [u8], cri: &mut Cri<'a>) -> Result<(), Refusal> {
    if quick::read(data, cri).is_some() { Ok(()) } else { parse_exactly(data, cri) }
}

#[inline(never)]
fn parse_exactly<'a>(data: &'a [u8], cri: &mut Cri<'a>) -> Result<(), Refusal> {
    let revision = cri.revision;
    *cri = Cri::empty(revision);
    let mut sections = Sections { reader: Reader::new(data), revision, left: 0, null: false, count: 0 };
    sections.read(cri);
    match sections.reader.error {
        None => Ok(()),
        Some(error) => Err(refuse(data, error)),
    }
}

#[cold]
#[inline(never)]
pub(crate) fn refuse(data: &[u8], error: Error) -> Refusal {
    if error == Error::Truncated {
        return Refusal { error, skip: None };
    }
    match skip::skip(data) {
        Ok(length) => Refusal { error, skip: Some(length) },
        Err(error) => Refusal { error, skip: None },
    }
}

/// The sections of a CRI, being read.
#[derive(Clone, Copy)]
struct Sections<'a> {
    reader: Reader<'a>,
    revision: Revision,
    /// How many are still to come.
    left: usize,
    /// Whether the last one was null.
    null: bool,
    /// How many items the last array has.
    count: usize,
}

impl<'a> Sections<'a> {
    /// As href 5.2 has it: the empty array is `[0]` (href 5.1 rule 4); a null at the end is refused (href 5.1 rule 1).
    #[inline(never)]
    fn read(&mut self, cri: &mut Cri<'a>) {
        if self.reader.peek() >> 5 == TAG {
            self.tag();
        }
        self.head(ARRAY);
        self.left = self.reader.argument;
        if self.left > 5 {
            self.reader.fail(Error::Structure);
        } else if self.left > 0 {
            self.left -= 1;
            self.first(cri);
        }
        if self.enter() {
            let start = self.list(Place::Segment);
            cri.path = self.reader.since(start);
            cri.path_count = self.count;
            cri.flags = PATH_SET;
        }
        let start = self.reader.at;
        if self.enter() {
            self.list(Place::Any);
            // In a full CRI an empty query is an absent one (R1).
            if self.count > 0 || cri.scheme.is_empty() {
                cri.query = self.reader.since(start);
            }
        }
        let start = self.reader.at;
        if self.enter() {
            if self.texts(1, Place::Any) > 0 {
                self.reader.fail(Error::Structure);
            }
            cri.fragment = self.reader.since(start);
        }
        if self.null {
            self.reader.fail(Error::Trailing);
        }
        if !cri.scheme.is_empty() {
            cri.flags = PATH_SET;
            if !is_valid_full(cri.authority, cri.path, cri.path_count) {
                self.reader.fail(Error::NotValid);
            }
        }
        if self.reader.overlong == 0 {
            cri.flags |= SHORTEST;
        }
        cri.whole = self.reader.since(0);
    }

    /// Reads a head; one of another major type is refused.
    #[inline(never)]
    fn head(&mut self, major: u8) {
        self.reader.head();
        if self.reader.major() != major {
            self.reader.fail(wrong_head(self.reader.initial));
        }
    }

    /// Whether there is another section and it is set; a null is stepped over.
    #[inline(never)]
    fn enter(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.null = self.reader.peek() == NULL;
        self.reader.at += self.null as usize;
        !self.null
    }

    /// Tag 99 may stand before the array in revision 27.
    /// (href-27 tag 99)
    fn tag(&mut self) {
        self.reader.head();
        if self.revision == Revision::R13 || self.reader.argument != 99 {
            self.reader.fail(Error::Feature);
        }
    }

    /// Reads the first section, which is scheme, null in its place, or discard, and the authority that may
    /// follow the former two.
    /// Two nulls are refused (href 5.1 rule 2); discard excludes both (href 5.1.1).
    #[inline(always)]
    fn first(&mut self, cri: &mut Cri<'a>) {
        let start = self.reader.at;
        let initial = self.reader.peek();
        cri.discard = DISCARD_ALL;
        if initial >> 5 == TEXT {
            self.scheme_name();
        } else {
            self.reader.head();
        }
        match initial >> 5 {
            TEXT | NINT => cri.scheme = self.reader.since(start),
            UINT if self.reader.argument > 127 => self.reader.fail(Error::Discard),
            UINT => cri.discard = self.reader.argument as u8,
            _ if initial == TRUE => {}
            _ if initial == NULL => self.null = true,
            _ => self.reader.fail(wrong_head(initial)),
        }
        if !self.null && cri.scheme.is_empty() {
            if self.left > 3 {
                self.reader.fail(Error::Structure);
            }
            return;
        }
        let nulls = self.null && self.left > 0;
        let start = self.reader.at;
        if self.enter() {
            self.authority();
            cri.authority = self.reader.since(start);
        } else if nulls {
            self.reader.fail(Error::Structure);
        }
    }

    #[inline(never)]
    fn scheme_name(&mut self) {
        let start = self.reader.at;
        text::read(&mut self.reader, Place::Any);
        let name = read::content(self.reader.since(start));
        if !crate::scheme::is_valid_name(name) {
            self.reader.fail(Error::SchemeName);
        }
    }

    /// Reads an array of text-or-pet items; returns where they start.
    #[inline(never)]
    fn list(&mut self, place: Place) -> usize {
        self.head(ARRAY);
        self.count = self.reader.argument;
        let start = self.reader.at;
        if self.texts(self.count, place) > 0 {
            self.reader.fail(Error::Structure);
        }
        start
    }

    /// Reads up to so many text-or-pet items, until a number comes; returns how many are left.
    #[inline(never)]
    fn texts(&mut self, count: usize, place: Place) -> usize {
        let mut left = count;
        while left > 0 && self.reader.error.is_none() && self.reader.peek() >> 5 != UINT {
            text::read(&mut self.reader, place);
            left -= 1;
        }
        left
    }

    #[inline(never)]
    fn authority(&mut self) {
        if self.reader.peek() == TRUE {
            self.reader.at += 1;
            return;
        }
        self.head(ARRAY);
        self.count = self.reader.argument;
        if self.count > 0 && matches!(self.reader.peek(), 0x40..=0x5f | FALSE) {
            self.userinfo_and_address();
        }
        let place = if self.revision == Revision::R27 { Place::Label } else { Place::Any };
        let (start, items) = (self.reader.at, self.count);
        let left = self.texts(items, place);
        if items - left == 4 && authority::is_disguised(self.reader.since(start)) {
            self.reader.fail(Error::Address);
        }
        // A single empty label is the empty host, whose form is no label (R5).
        if items - left == 1 && self.reader.data.get(start) == Some(&(TEXT << 5)) {
            self.reader.overlong = 1;
        }
        if left > 0 {
            self.head(UINT);
            if self.reader.argument > 65535 {
                self.reader.fail(Error::Port);
            }
            if left > 1 {
                self.reader.fail(Error::Structure);
            }
        }
    }

    /// Reads what an authority has before or in place of labels.
    #[inline(never)]
    fn userinfo_and_address(&mut self) {
        let reader = &mut self.reader;
        if reader.peek() == FALSE {
            if self.count == 1 {
                return reader.fail(Error::Structure);
            }
            reader.at += 1;
            text::read(reader, Place::Any);
            self.count -= 2;
        }
        if self.count == 0 || reader.peek() >> 5 != BYTES {
            return;
        }
        reader.head();
        let length = reader.argument;
        reader.take();
        if length != 4 && length != 16 {
            reader.fail(Error::Address);
        }
        self.count -= 1;
        if self.count > 0 && reader.peek() >> 5 == TEXT {
            if length == 4 && self.revision == Revision::R13 {
                reader.fail(Error::Address);
            }
            text::read(reader, Place::Any);
            self.count -= 1;
        }
        // No label follows an address.
        if self.count > 0 && reader.peek() >> 5 != UINT {
            reader.fail(wrong_head(reader.peek()));
        }
    }
}
