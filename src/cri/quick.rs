// SPDX-License-Identifier: MIT OR Apache-2.0
//! L2. The usual form of a CRI, read quickly: heads of one byte, short ASCII strings, an address, a port of two
//! bytes. It gives up on anything else, also on what is wrong: the exact reader ([`super::ingest`]) then decides.

use super::{Cri, DISCARD_ALL, PATH_SET, SHORTEST};
use crate::cbor::read::short_length;
use crate::cbor::{ARRAY, BYTES, NINT, TEXT};
use crate::revision::Revision;
use crate::utf8;

/// The head of a number of two bytes.
const PORT: u8 = 0x19;
/// The heads of addresses.
const IPV4: u8 = BYTES << 5 | 4;
const IPV6: u8 = BYTES << 5 | 16;

/// Reads a CRI or CRI reference of the usual form into a view in which nothing is set; None if it is of another,
/// and then the view is unspecified. Linear.
///
/// The view is made in memory, section by section, by functions of their own: in registers it does not find room.
#[inline(always)]
pub(super) fn read<'a>(data: &'a [u8], cri: &mut Cri<'a>) -> Option<()> {
    let [array, first, sections @ ..] = data else {
        return None;
    };
    cri.discard = *first;
    cri.flags = SHORTEST;
    let mut left = array.wrapping_sub((ARRAY << 5) + 1);
    let mut rest = sections;
    if first.wrapping_sub(NINT << 5) < 24 {
        // A full one without authority is rare.
        left = left.wrapping_sub(1);
        cri.scheme = data.get(1..2)?;
        rest = host(rest, cri)?;
    } else if *first > 23 {
        return None;
    }
    if left > 3 {
        return None;
    }
    if left > 0 {
        rest = path(rest, cri)?;
    }
    if left > 1 {
        rest = query(rest, cri)?;
    }
    if left > 2 {
        rest = fragment(rest, cri)?;
    }
    cri.whole = before(data, rest)?;
    Some(())
}

/// What comes before the end of some data.
#[inline(always)]
fn before<'a>(data: &'a [u8], end: &[u8]) -> Option<&'a [u8]> {
    data.get(..data.len().wrapping_sub(end.len()))
}

/// Steps over an array of short ASCII strings, those of up to `dots` bytes without a dot at their start: what comes
/// behind.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn list(data: &[u8], dots: usize) -> Option<&[u8]> {
    let (head, items) = data.split_first()?;
    let mut left = head.wrapping_sub(ARRAY << 5);
    if left > 23 {
        return None;
    }
    let mut at = 0;
    while left > 0 {
        let length = short_length(*items.get(at)?);
        if length > 23 || (length.wrapping_sub(1) < dots && items.get(at + 1) == Some(&b'.')) {
            return None;
        }
        at += 1 + length;
        left -= 1;
    }
    let (texts, behind) = items.split_at_checked(at)?;
    if utf8::is_plain(texts, false) { Some(behind) } else { None }
}

/// Steps over a path: what comes behind.
#[cfg_attr(target_pointer_width = "64", inline(never))]
#[cfg_attr(not(target_pointer_width = "64"), inline(always))]
fn path<'a>(data: &'a [u8], cri: &mut Cri<'a>) -> Option<&'a [u8]> {
    let behind = list(data, 2)?;
    let (head, segments) = before(data, behind)?.split_first()?;
    cri.path = segments;
    cri.path_count = (head & 31) as usize;
    cri.flags = SHORTEST | PATH_SET;
    Some(behind)
}

/// Steps over a query: what comes behind.
#[cfg_attr(target_pointer_width = "64", inline(never))]
#[cfg_attr(not(target_pointer_width = "64"), inline(always))]
fn query<'a>(data: &'a [u8], cri: &mut Cri<'a>) -> Option<&'a [u8]> {
    let behind = list(data, 0)?;
    let query = before(data, behind)?;
    // In a full CRI an empty query is an absent one (R1).
    if query.len() > 1 || cri.scheme.is_empty() {
        cri.query = query;
    }
    Some(behind)
}

/// Steps over a fragment: what comes behind.
#[cfg_attr(target_pointer_width = "64", inline(never))]
#[cfg_attr(not(target_pointer_width = "64"), inline(always))]
fn fragment<'a>(data: &'a [u8], cri: &mut Cri<'a>) -> Option<&'a [u8]> {
    let head = data.first()?.wrapping_sub(TEXT << 5);
    let (fragment, behind) = data.split_at_checked(1 + head as usize)?;
    cri.fragment = fragment;
    if head < 24 && utf8::is_plain(fragment.get(1..)?, false) { Some(behind) } else { None }
}

/// Steps over an authority of labels or an address, and maybe a port: what comes behind.
#[inline(never)]
fn host<'a>(data: &'a [u8], cri: &mut Cri<'a>) -> Option<&'a [u8]> {
    let (head, items) = data.split_first()?;
    let mut left = head.wrapping_sub(ARRAY << 5);
    if left > 23 {
        return None;
    }
    let mut at = 0;
    if let Some(initial @ (IPV4 | IPV6)) = items.first().copied() {
        at = 1 + (initial & 31) as usize;
        left = left.wrapping_sub(1);
    } else {
        while left > 0
            && let Some(initial) = items.get(at)
            && let length = short_length(*initial)
            && length < 24
        {
            at += 1 + length;
            left -= 1;
        }
        // A single empty label is the empty host, whose form is no label (R5); four may be an address in disguise.
        let labels = head.wrapping_sub(ARRAY << 5).wrapping_sub(left);
        if labels == 4 && items.get(1).is_some_and(u8::is_ascii_digit) {
            return None;
        }
        if at == 1 || !utf8::is_plain(items.get(..at)?, cri.revision == Revision::R27) {
            return None;
        }
    }
    let mut behind = items.get(at..)?;
    if left > 0 {
        let [PORT, 1..=255, _, after @ ..] = behind else {
            return None;
        };
        behind = after;
    }
    cri.authority = before(data, behind)?;
    cri.discard = DISCARD_ALL;
    cri.flags = SHORTEST | PATH_SET;
    if left < 2 { Some(behind) } else { None }
}
