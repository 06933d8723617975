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
    let mut reader = Reader { data, pos: 0, shortest: SHORTEST, revision };
    match reader.cri(slot) {
        Ok(()) => Ok(reader.pos),
        Err(error) => Err(refuse(data, error)),
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

/// What is left to read. It is never lent to a function that is not inlined, so that it stays in
/// registers; those take and return what they need.
struct Reader<'a> {
    data: &'a [u8],
    pos: usize,
    /// `SHORTEST` as long as all heads are.
    shortest: u8,
    revision: Revision,
}

/// How far a function got, and whether all heads on the way were the shortest.
type Progress = Result<(usize, bool), Error>;

impl<'a> Reader<'a> {
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
    fn head(&mut self, major: u8) -> Result<usize, Error> {
        let short = self.peek()?.wrapping_sub(major << 5);
        if short < 24 {
            self.pos += 1;
            return Ok(short as usize);
        }
        let (argument, size, shortest) = long_head(self.data, self.pos, major)?;
        self.pos += size;
        self.shortest &= shortest as u8;
        Ok(argument)
    }

    #[inline(always)]
    fn go_count(&mut self, head: Result<(usize, usize, bool), Error>) -> Result<usize, Error> {
        let (count, pos, shortest) = head?;
        self.pos = pos;
        self.shortest &= shortest as u8;
        Ok(count)
    }

    #[inline(always)]
    fn go(&mut self, progress: Progress) -> Result<(), Error> {
        let (pos, shortest) = progress?;
        self.pos = pos;
        self.shortest &= shortest as u8;
        Ok(())
    }

    #[inline(always)]
    fn cri(&mut self, slot: &mut impl Slot<'a>) -> Result<(), Error> {
        // Tag 99 may stand before the array in revision 27.
        let mut left = match self.peek()?.wrapping_sub(0x80) {
            left @ 0..=5 => {
                self.pos += 1;
                left as usize
            }
            _ => self.go_count(outer_head(self.data, self.revision))?,
        };
        let mut full = false;
        let mut null = false;
        let mut discard = 0;
        let (mut scheme, mut authority): (&[u8], &[u8]) = (&[], &[]);
        if left > 0 {
            left -= 1;
            let start = self.pos;
            let first = self.first(&mut discard)?;
            if first == First::Discard {
                if left > 3 {
                    return Err(Error::Structure);
                }
            } else {
                full = first == First::Scheme;
                if full {
                    scheme = self.since(start);
                } else if left == 0 {
                    return Err(Error::Trailing);
                }
                if left > 0 {
                    left -= 1;
                    null = self.null()?;
                    if !null {
                        let start = self.pos;
                        self.authority()?;
                        authority = self.since(start);
                    } else if !full {
                        return Err(Error::Structure);
                    }
                }
            }
        }
        let (mut path, mut path_count, mut path_set): (&[u8], _, _) = (&[], 0, full as u8 * PATH_SET);
        if left > 0 {
            left -= 1;
            null = self.null()?;
            if !null {
                path_count = self.head(ARRAY)?;
                let start = self.pos;
                self.texts(path_count, Place::Segment)?;
                path = self.since(start);
                path_set = PATH_SET;
            }
        }
        let mut query: &[u8] = &[];
        if left > 0 {
            left -= 1;
            null = self.null()?;
            if !null {
                let start = self.pos;
                let count = self.head(ARRAY)?;
                self.texts(count, Place::Any)?;
                // In a full CRI an empty query is an absent one (R1).
                if count > 0 || !full {
                    query = self.since(start);
                }
            }
        }
        let mut fragment: &[u8] = &[];
        if left > 0 {
            null = self.null()?;
            if !null {
                let start = self.pos;
                self.texts(1, Place::Any)?;
                fragment = self.since(start);
            }
        }
        if null {
            return Err(Error::Trailing);
        }
        if full {
            check_full(authority, path, path_count)?;
        }
        slot.put(Cri {
            scheme,
            authority,
            path,
            path_tail: &[],
            query,
            fragment,
            whole: self.data.get(..self.pos).unwrap_or(&[]),
            path_count,
            path_tail_count: 0,
            revision: self.revision,
            discard,
            flags: path_set | self.shortest,
        });
        Ok(())
    }

    /// Reads a null, if one comes next.
    #[inline(always)]
    fn null(&mut self) -> Result<bool, Error> {
        let null = self.peek()? == NULL;
        self.pos += null as usize;
        Ok(null)
    }

    /// Reads the first section: scheme, or null in its place, or discard.
    #[inline(always)]
    fn first(&mut self, discard: &mut u8) -> Result<First, Error> {
        let initial = self.peek()?;
        if initial >> 5 == NINT {
            self.head(NINT)?;
        } else if initial >> 5 == TEXT {
            self.go(scheme_name(self.data, self.pos))?;
        } else if initial >> 5 == UINT {
            let value = self.head(UINT)?;
            *discard = value as u8;
            return if value > 127 { Err(Error::Discard) } else { Ok(First::Discard) };
        } else {
            *discard = DISCARD_ALL;
            self.pos += 1;
            return match initial {
                TRUE => Ok(First::Discard),
                NULL => Ok(First::Null),
                _ => Err(wrong(&[initial])),
            };
        }
        *discard = DISCARD_ALL;
        Ok(First::Scheme)
    }

    /// Reads so many text-or-pet items.
    #[inline(always)]
    fn texts(&mut self, count: usize, place: Place) -> Result<(), Error> {
        match short_texts(self.data, self.pos, count, place) {
            Some(pos) => {
                self.pos = pos;
                Ok(())
            }
            None => self.go(any_texts(self.data, self.pos, count, place)),
        }
    }

    #[inline(always)]
    fn authority(&mut self) -> Result<(), Error> {
        if self.peek()? == TRUE {
            self.pos += 1;
            return Ok(());
        }
        let items = self.head(ARRAY)?;
        match short_host(self.data, self.pos, items, self.revision) {
            Some(pos) => {
                self.pos = pos;
                Ok(())
            }
            None => self.go(any_authority(self.data, self.pos, items, self.revision)),
        }
    }
}

/// What the first section is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Scheme,
    Null,
    Discard,
}

/// Reads the head of the outer array where it is not the usual byte: how many sections it has, and the
/// place behind it. Tag 99 may stand before it in revision 27.
#[inline(never)]
fn outer_head(data: &[u8], revision: Revision) -> Result<(usize, usize, bool), Error> {
    let mut reader = Reader { data, pos: 0, shortest: SHORTEST, revision };
    if reader.peek()? >> 5 == TAG && (revision == Revision::R13 || reader.head(TAG)? != 99) {
        return Err(Error::Feature);
    }
    let count = reader.head(ARRAY)?;
    if count > 5 { Err(Error::Structure) } else { Ok((count, reader.pos, reader.shortest != 0)) }
}

fn after(data: &[u8], pos: usize) -> &[u8] {
    data.get(pos..).unwrap_or(&[])
}

/// Reads a head of any size: its argument, its size, and whether it is the shortest.
#[inline(never)]
fn long_head(data: &[u8], pos: usize, major: u8) -> Result<(usize, usize, bool), Error> {
    let rest = after(data, pos);
    let head = read::head(rest)?;
    if head.major != major {
        return Err(wrong(rest));
    }
    Ok((head.argument, head.size as usize, head.shortest))
}

#[inline(never)]
fn scheme_name(data: &[u8], pos: usize) -> Progress {
    let (end, shortest) = any_texts(data, pos, 1, Place::Any)?;
    let item = data.get(pos..end).unwrap_or(&[]);
    // PET begins with an array's head, and so is no name either.
    let name = if item.first() < Some(&0x80) { read::content(item) } else { &[] };
    if crate::scheme::is_valid_name(name) { Ok((end, shortest)) } else { Err(Error::SchemeName) }
}

/// Reads so many text-or-pet items of any form.
#[inline(never)]
fn any_texts(data: &[u8], start: usize, count: usize, place: Place) -> Progress {
    let mut pos = start;
    let mut all_shortest = true;
    for _ in 0..count {
        let (length, shortest) = text::check(after(data, pos), place)?;
        pos += length;
        all_shortest &= shortest;
    }
    Ok((pos, all_shortest))
}

/// Reads the items of an authority of any form.
#[inline(never)]
fn any_authority(data: &[u8], start: usize, items: usize, revision: Revision) -> Progress {
    let mut reader = Reader { data, pos: start, shortest: SHORTEST, revision };
    let mut left = items;
    if left > 0 && reader.peek()? == FALSE {
        if left == 1 {
            return Err(Error::Structure);
        }
        reader.go(any_texts(data, reader.pos + 1, 1, Place::Any))?;
        left -= 2;
    }
    if left > 0 && reader.peek()? >> 5 == BYTES {
        let length = reader.head(BYTES)?;
        if length != 4 && length != 16 {
            return Err(Error::Address);
        }
        reader.pos += length;
        left -= 1;
        if left > 0 && reader.peek()? >> 5 == TEXT {
            if length == 4 && revision == Revision::R13 {
                return Err(Error::Address);
            }
            reader.go(any_texts(data, reader.pos, 1, Place::Any))?;
            left -= 1;
        }
    } else {
        let place = if revision == Revision::R27 { Place::Label } else { Place::Any };
        let mut labels = 0;
        let first = reader.pos;
        while left > 0 && reader.peek()? >> 5 != UINT {
            reader.go(any_texts(data, reader.pos, 1, place))?;
            left -= 1;
            labels += 1;
        }
        // A single empty label is the empty host, whose form is no label (R5).
        if labels == 1 && read::argument(reader.since(first)) == 0 {
            reader.shortest = 0;
        }
    }
    if left > 0 {
        if reader.head(UINT)? > 65535 {
            return Err(Error::Port);
        }
        left -= 1;
    }
    if left > 0 {
        return Err(Error::Structure);
    }
    if reader.pos > data.len() { Err(Error::Truncated) } else { Ok((reader.pos, reader.shortest != 0)) }
}

/// Steps over so many short ASCII strings, none of them a dot segment where those may not be. None
/// if they are anything else.
#[inline(always)]
fn short_texts(data: &[u8], start: usize, count: usize, place: Place) -> Option<usize> {
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
fn short_host(data: &[u8], start: usize, items: usize, revision: Revision) -> Option<usize> {
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
    let plain = if revision == Revision::R27 { utf8::is_ascii_without_dot(labels) } else { utf8::is_ascii(labels) };
    if labels.len() < 2 || !plain {
        return None;
    }
    match left {
        0 => Some(pos),
        1 if data.get(pos)? == &0x19 && data.get(pos + 1)? != &0 => data.get(pos + 2).map(|_| pos + 3),
        _ => None,
    }
}
