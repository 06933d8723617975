// SPDX-License-Identifier: MIT OR Apache-2.0
//! L2. From CBOR to a checked view (href sections 5.1 and 5.2, R1, R3, R4).
//!
//! Most CRIs consist of short ASCII strings. For those one loop steps from head to head and one
//! looks for bytes above 0x7f, a machine word at a time, over a section at once. Anything else (long
//! strings, UTF-8, PET, a wrong type, the end of the input) makes that loop give up, and the section
//! is gone through item by item, which finds the exact error.

use super::text::{self, Place, wrong};
use super::{Cri, DISCARD_ALL, PATH_SET, SHORTEST, check_full};
use core::mem::MaybeUninit;

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

/// Where a view that was made is put: a place that may be uninitialised, or none yet.
pub(crate) trait Slot<'a> {
    /// Puts the view there.
    fn put(&mut self, cri: Cri<'a>);
}

impl<'a> Slot<'a> for MaybeUninit<Cri<'a>> {
    #[inline(always)]
    fn put(&mut self, cri: Cri<'a>) {
        self.write(cri);
    }
}

impl<'a> Slot<'a> for Option<Cri<'a>> {
    #[inline(always)]
    fn put(&mut self, cri: Cri<'a>) {
        *self = Some(cri);
    }
}

impl<'a> Cri<'a> {
    /// Reads the CRI or CRI reference that `data` starts with, and says how many bytes it takes.
    ///
    /// A [`Refusal`] with an error that [is unprocessable](Error::is_unprocessable) tells how many
    /// bytes to skip; `Truncated` means that more bytes may make it one, `Cbor` and `Limit` that its
    /// end cannot be known. Linear in the length of the item.
    pub fn parse(revision: Revision, data: &'a [u8]) -> Result<(Self, usize), Refusal> {
        let mut cri = None;
        let length = parse_into(revision, data, &mut cri)?;
        // A success put it there.
        cri.map(|cri| (cri, length)).ok_or(Refusal { error: Error::Structure, skip: None })
    }
}

/// [`Cri::parse`] into a slot, which is left alone on failure.
pub(crate) fn parse_into<'a>(revision: Revision, data: &'a [u8], slot: &mut impl Slot<'a>) -> Result<usize, Refusal> {
    let mut reader = Reader { rest: data, argument: 0, shortest: SHORTEST, null: false, revision };
    match reader.cri(slot) {
        Ok(()) => Ok(data.len() - reader.rest.len()),
        Err(error) => Err(refuse(data, error)),
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

/// What is left to read.
///
/// On 64-bit targets, where speed counts, what is called often is inlined and the reader stays in
/// registers; that is why the rare cases work on a copy ([`Reader::rarely`]). Elsewhere flash counts.
#[derive(Clone, Copy)]
struct Reader<'a> {
    rest: &'a [u8],
    /// The argument of the last head.
    argument: usize,
    /// `SHORTEST` as long as all heads are.
    shortest: u8,
    /// Whether the last section was null.
    null: bool,
    revision: Revision,
}

/// What the first section is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Scheme,
    Null,
    Discard,
}

impl<'a> Reader<'a> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn cri(&mut self, slot: &mut impl Slot<'a>) -> Result<(), Error> {
        let whole = self.rest;
        let mut cri = Cri {
            scheme: &[],
            authority: &[],
            path: &[],
            path_tail: &[],
            query: &[],
            fragment: &[],
            whole: &[],
            path_count: 0,
            path_tail_count: 0,
            revision: self.revision,
            discard: 0,
            flags: 0,
        };
        if self.peek()? >> 5 == TAG {
            self.rarely(Self::tag)?;
        }
        self.head(ARRAY)?;
        let mut left = self.argument;
        if left > 5 {
            return Err(Error::Structure);
        }
        if left > 0 {
            left -= 1;
            let start = self.rest;
            let first = self.first()?;
            cri.discard = self.argument as u8;
            if first == First::Discard {
                if left > 3 {
                    return Err(Error::Structure);
                }
            } else {
                cri.discard = DISCARD_ALL;
                if first == First::Scheme {
                    cri.scheme = self.since(start);
                    cri.flags = PATH_SET;
                } else if left == 0 {
                    return Err(Error::Trailing);
                }
                if left > 0 {
                    left -= 1;
                    let start = self.rest;
                    if !self.null()? {
                        self.authority()?;
                        cri.authority = self.since(start);
                    } else if first == First::Null {
                        return Err(Error::Structure);
                    }
                }
            }
        }
        if left > 0 {
            left -= 1;
            if !self.null()? {
                self.head(ARRAY)?;
                cri.path_count = self.argument;
                let start = self.rest;
                self.texts(cri.path_count, Place::Segment)?;
                cri.path = self.since(start);
                cri.flags = PATH_SET;
            }
        }
        if left > 0 {
            left -= 1;
            let start = self.rest;
            if !self.null()? {
                self.head(ARRAY)?;
                let count = self.argument;
                self.texts(count, Place::Any)?;
                // In a full CRI an empty query is an absent one (R1).
                if count > 0 || cri.scheme.is_empty() {
                    cri.query = self.since(start);
                }
            }
        }
        if left > 0 {
            let start = self.rest;
            if !self.null()? {
                self.texts(1, Place::Any)?;
                cri.fragment = self.since(start);
            }
        }
        if self.null {
            return Err(Error::Trailing);
        }
        if !cri.scheme.is_empty() {
            check_full(cri.authority, cri.path, cri.path_count)?;
        }
        cri.flags |= self.shortest;
        cri.whole = self.since(whole);
        slot.put(cri);
        Ok(())
    }

    /// Runs what is rarely needed on a copy.
    #[inline(always)]
    fn rarely(&mut self, step: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        let mut copy = *self;
        step(&mut copy)?;
        *self = copy;
        Ok(())
    }

    /// What was read since then.
    #[inline(always)]
    fn since(&self, start: &'a [u8]) -> &'a [u8] {
        start.get(..start.len().wrapping_sub(self.rest.len())).unwrap_or(&[])
    }

    #[inline(always)]
    fn peek(&self) -> Result<u8, Error> {
        self.rest.first().copied().ok_or(Error::Truncated)
    }

    /// Reads a head; one of another major type is refused.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn head(&mut self, major: u8) -> Result<(), Error> {
        if let Some((initial, rest)) = self.rest.split_first() {
            let short = initial.wrapping_sub(major << 5);
            if short < 24 {
                self.argument = short as usize;
                self.rest = rest;
                return Ok(());
            }
        }
        self.rarely(|this| this.long_head(major))
    }

    #[cfg_attr(target_pointer_width = "64", inline(never))]
    fn long_head(&mut self, major: u8) -> Result<(), Error> {
        let head = read::head(self.rest)?;
        if head.major != major {
            return Err(wrong(self.rest));
        }
        self.argument = head.argument;
        self.shortest &= head.shortest as u8;
        self.rest = self.rest.get(head.size as usize..).unwrap_or(&[]);
        Ok(())
    }

    /// Tag 99 may stand before the array in revision 27.
    #[inline(never)]
    fn tag(&mut self) -> Result<(), Error> {
        if self.revision == Revision::R13 {
            return Err(Error::Feature);
        }
        self.head(TAG)?;
        if self.argument == 99 { Ok(()) } else { Err(Error::Feature) }
    }

    /// Reads a null, if one comes next.
    #[inline(always)]
    fn null(&mut self) -> Result<bool, Error> {
        let (initial, rest) = self.rest.split_first().ok_or(Error::Truncated)?;
        self.null = *initial == NULL;
        if self.null {
            self.rest = rest;
        }
        Ok(self.null)
    }

    /// Reads the first section: scheme, or null in its place, or discard, as the argument.
    #[inline(always)]
    fn first(&mut self) -> Result<First, Error> {
        let (initial, rest) = self.rest.split_first().ok_or(Error::Truncated)?;
        match initial >> 5 {
            NINT => self.head(NINT).map(|()| First::Scheme),
            TEXT => self.rarely(Self::scheme_name).map(|()| First::Scheme),
            UINT => {
                self.head(UINT)?;
                if self.argument > 127 { Err(Error::Discard) } else { Ok(First::Discard) }
            }
            _ => {
                self.argument = DISCARD_ALL as usize;
                let found = match *initial {
                    TRUE => First::Discard,
                    NULL => First::Null,
                    _ => return Err(wrong(self.rest)),
                };
                self.rest = rest;
                Ok(found)
            }
        }
    }

    #[inline(never)]
    fn scheme_name(&mut self) -> Result<(), Error> {
        let start = self.rest;
        self.text(Place::Any)?;
        if crate::scheme::is_valid_name(read::content(self.since(start))) { Ok(()) } else { Err(Error::SchemeName) }
    }

    /// Reads so many text-or-pet items.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn texts(&mut self, count: usize, place: Place) -> Result<(), Error> {
        match self.short_texts(count, place) {
            0 => Ok(()),
            left => self.rarely(|this| this.any_texts(left, place)),
        }
    }

    /// Reads text-or-pet items of any form.
    #[inline(never)]
    fn any_texts(&mut self, count: usize, place: Place) -> Result<(), Error> {
        for _ in 0..count {
            self.text(place)?;
        }
        Ok(())
    }

    /// Steps over short ASCII strings as long as there are any, none of them a dot segment or a label
    /// with a dot where those may not be; returns how many of `count` items are left.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn short_texts(&mut self, count: usize, place: Place) -> usize {
        let start = self.rest;
        let mut rest = start;
        let mut left = count;
        while left > 0
            && let Some((initial, after)) = rest.split_first()
            && let length = initial.wrapping_sub(TEXT << 5)
            && length < 24
            && !(place == Place::Segment && length.wrapping_sub(1) < 2 && after.first() == Some(&b'.'))
            && let Some(next) = after.get(length as usize..)
        {
            rest = next;
            left -= 1;
        }
        let read = start.get(..start.len().wrapping_sub(rest.len())).unwrap_or(&[]);
        let plain = if place == Place::Label { utf8::is_ascii_without_dot(read) } else { utf8::is_ascii(read) };
        if !plain {
            return count;
        }
        self.rest = rest;
        left
    }

    /// Reads one text-or-pet of any form.
    fn text(&mut self, place: Place) -> Result<(), Error> {
        let (length, shortest) = text::check(self.rest, place)?;
        self.shortest &= shortest as u8;
        self.rest = self.rest.get(length..).unwrap_or(&[]);
        Ok(())
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn authority(&mut self) -> Result<(), Error> {
        if let Some((&TRUE, rest)) = self.rest.split_first() {
            self.rest = rest;
            return Ok(());
        }
        self.head(ARRAY)?;
        let items = self.argument;
        let start = self.rest;
        let place = if self.revision == Revision::R27 { Place::Label } else { Place::Any };
        let left = self.short_texts(items, place);
        // Labels, and mostly a port. A single empty label is the empty host, whose form is no label (R5).
        if left < items && left < 2 && start.first() != Some(&0x60) {
            if left == 0 {
                return Ok(());
            }
            if self.rest.first() == Some(&0x19) {
                return self.port();
            }
        }
        self.rest = start;
        self.rarely(|this| this.any_authority(items, place))
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn port(&mut self) -> Result<(), Error> {
        self.head(UINT)?;
        if self.argument > 65535 { Err(Error::Port) } else { Ok(()) }
    }

    /// Reads the items of an authority of any form.
    #[inline(never)]
    fn any_authority(&mut self, items: usize, place: Place) -> Result<(), Error> {
        let mut left = items;
        if left > 0 && self.peek()? == FALSE {
            if left == 1 {
                return Err(Error::Structure);
            }
            self.rest = self.rest.get(1..).unwrap_or(&[]);
            self.text(Place::Any)?;
            left -= 2;
        }
        if left > 0 && self.peek()? >> 5 == BYTES {
            self.head(BYTES)?;
            let length = self.argument;
            if length != 4 && length != 16 {
                return Err(Error::Address);
            }
            self.rest = self.rest.get(length..).ok_or(Error::Truncated)?;
            left -= 1;
            if left > 0 && self.peek()? >> 5 == TEXT {
                if length == 4 && self.revision == Revision::R13 {
                    return Err(Error::Address);
                }
                self.text(Place::Any)?;
                left -= 1;
            }
        } else {
            let first = self.rest;
            let before = left;
            while left > 0 && self.peek()? >> 5 != UINT {
                self.text(place)?;
                left -= 1;
            }
            if before - left == 1 && read::argument(first) == 0 {
                self.shortest = 0;
            }
        }
        if left > 0 {
            self.port()?;
            left -= 1;
        }
        if left > 0 { Err(Error::Structure) } else { Ok(()) }
    }
}
