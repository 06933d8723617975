// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search for the item at fault in a CRI that was refused.
//!
//! The functions contain no checks of their own. The readers of `parse.rs` and `skip.rs` read the CRI again, and the
//! functions find the item at which the readers stop.

use core::mem::MaybeUninit;

use super::Cri;
use crate::cbor::read::Reader;
use crate::cbor::skip::{skip, skip_where};
use crate::cbor::{ARRAY, BYTES, FALSE, TAG, TEXT, TRUE, UINT};
use crate::error::Error;
use crate::part::{Fault, Part};
use crate::revision::Revision;

impl Cri<'_> {
    /// Parses the CRI or CRI reference that `data` starts with, and finds the item at fault. The errors are the errors
    /// of [`Cri::parse`]. Linear.
    ///
    /// The item at fault is the innermost item: a string, or the head of an array or a tag without its content. If no
    /// single item causes the error, the item at fault is
    ///
    /// - for `NotValid`: the first segment, or else the path, or else the authority,
    /// - for a name that reads as an IPv4 address (R56): its first label,
    /// - for too many sections: the array.
    ///
    /// ```
    /// use cri::{Cri, Error, Part, Revision};
    ///
    /// // [0, ["a", ".."]]
    /// let fault = Cri::parse_where(Revision::Href27, b"\x82\x00\x82\x61a\x62..").err();
    /// let fault = fault.ok_or(Error::Argument)?;
    /// assert_eq!((fault.error, fault.offset, fault.part), (Error::DotSegment, 5, Part::Path));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn parse_where(revision: Revision, data: &[u8]) -> Result<(), Fault> {
        let (error, end) = match Cri::read_sections(&mut MaybeUninit::uninit(), revision, data) {
            (_, None) => return Ok(()),
            (read, Some(error)) => (error, read.whole.len()),
        };
        // If an item after the item at fault is not well-formed CBOR, the error is `Cbor`, `Truncated` or `Limit`, as
        // in parsing (R3).
        let mut at = 0;
        let (error, offset) = match skip_where(data, &mut at) {
            Err(error) => (error, at),
            Ok(_) => (error, item_at_fault(revision, data, error, end)),
        };
        let mut part = Part::Whole;
        visit_items(data, &mut |start, of| {
            if start <= offset {
                part = of;
            }
        });
        Err(Fault { error, offset, part })
    }
}

/// Returns the offset of the item at fault, if the reader found an error at `end` in well-formed CBOR.
fn item_at_fault(revision: Revision, data: &[u8], error: Error, end: usize) -> usize {
    let offset = match error {
        Error::NotValid => invalid_path(data),
        Error::Address => disguised_name(data),
        _ => None,
    };
    // The error is either in the bytes before `end` or in the item after them. It is in the bytes if these bytes alone
    // cause it. The last item of the bytes is then at fault.
    let before = data.get(..end).unwrap_or(data);
    let shows = Cri::read(&mut MaybeUninit::uninit(), revision, before).err() == Some(error);
    offset.unwrap_or_else(|| item_that_ends_at(data, end + usize::from(!shows)))
}

/// Returns the offset of the first item that ends at the offset `end` or after it.
fn item_that_ends_at(data: &[u8], end: usize) -> usize {
    let mut reader = Reader::new(data);
    loop {
        let start = reader.offset_in(data);
        reader.head();
        if let BYTES | TEXT = reader.major() {
            reader.take();
        }
        // An item that the reader refuses, such as an item of indefinite length, is at fault itself.
        if reader.error.is_some() || reader.offset_in(data) >= end {
            return start;
        }
    }
}

/// Returns the offset of the first segment, or of the path if it has no segments, or of the authority if there is no
/// path.
fn invalid_path(data: &[u8]) -> Option<usize> {
    let mut last = None;
    visit_items(data, &mut |start, part| {
        if let Part::Authority | Part::Path = part {
            last = Some(start);
        }
    });
    let offset = last?;
    let path = data.get(offset..)?;
    let mut reader = Reader::new(path);
    reader.head();
    let has_segments = reader.major() == ARRAY && reader.argument > 0;
    Some(if has_segments { offset + reader.offset_in(path) } else { offset })
}

/// Returns the offset of the first label of the host's name.
fn disguised_name(data: &[u8]) -> Option<usize> {
    let mut host = None;
    visit_items(data, &mut |start, part| {
        if part == Part::Host {
            host = host.or(Some(start));
        }
    });
    host.filter(|host| data.get(*host).is_some_and(|initial| initial >> 5 != BYTES))
}

/// Calls `visit` for the array, for each of its sections, and for each item of its authority, in this order and as far
/// as they are well-formed. `visit` gets the offset and the part. If an item is missing at the end of the data, its
/// offset is visited last.
#[inline(never)]
fn visit_items(data: &[u8], visit: &mut dyn FnMut(usize, Part)) -> Option<()> {
    let offset = |rest: &[u8]| data.len() - rest.len();
    visit(0, Part::Whole);
    let mut reader = Reader::new(data);
    if reader.at(TAG) {
        reader.head();
    }
    let count = reader.array();
    let mut rest = reader.error.is_none().then_some(reader.rest)?;
    // A discard value replaces scheme and authority (href 5.1.1).
    let discards = reader.at(UINT) || reader.peek() == TRUE;
    for number in 0..count {
        let part = match number + usize::from(discards) {
            0 => Part::Scheme,
            1 if discards => Part::Discard,
            1 => Part::Authority,
            2 => Part::Path,
            3 => Part::Query,
            4 => Part::Fragment,
            _ => Part::Whole,
        };
        visit(offset(rest), part);
        if part == Part::Authority {
            visit_authority(rest, &mut |rest, part| visit(offset(rest), part));
        }
        rest = rest.get(skip(rest).ok()?..)?;
    }
    Some(())
}

/// Calls `visit` with each item of the authority that `data` starts with, if the authority is an array, as far as the
/// items are well-formed.
#[inline(never)]
fn visit_authority(data: &[u8], visit: &mut dyn FnMut(&[u8], Part)) -> Option<()> {
    let mut reader = Reader::new(data);
    let count = reader.array();
    let mut rest = reader.error.is_none().then_some(reader.rest)?;
    // In the array, `false` comes before the user information.
    let mut userinfo = if reader.peek() == FALSE { 2 } else { 0 };
    // One loop visits all items. If a function visited an item and was called for each item in turn, the stack would be
    // 24 bytes larger on a Cortex-M3.
    let (mut part, mut address) = (Part::Authority, false);
    for _ in 0..count {
        let major = rest.first().map_or(0xff, |initial| initial >> 5);
        part = match part {
            Part::Authority | Part::Userinfo if userinfo > 0 => {
                userinfo -= 1;
                Part::Userinfo
            }
            Part::Authority | Part::Userinfo if major == BYTES => {
                address = true;
                Part::Host
            }
            Part::Host if address && major == TEXT => Part::Zone,
            Part::Zone => Part::Port,
            Part::Host if address => Part::Port,
            // Nothing may come after the port.
            Part::Port => {
                visit(rest, Part::Authority);
                break;
            }
            _ if major == UINT => Part::Port,
            _ => Part::Host,
        };
        visit(rest, part);
        rest = rest.get(skip(rest).ok()?..)?;
    }
    Some(())
}
