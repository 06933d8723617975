// SPDX-License-Identifier: MIT OR Apache-2.0
//! L2. The usual form of a CRI, read quickly: heads of one byte, short ASCII strings, a port of two bytes.
//!
//! For targets where speed counts before flash. It gives up on anything else, also on what is wrong: the
//! exact reader ([`super::ingest`]) then decides.

use super::emit::put_token;
use super::{Cri, DISCARD_ALL, PATH_SET, SHORTEST, is_valid_full};
use crate::cbor::write::Sink;
use crate::cbor::{ARRAY, NINT, NULL, TEXT};
use crate::revision::Revision;
use crate::utf8;

/// The head of a number of two bytes.
const PORT: u8 = 0x19;

/// Reads a CRI or CRI reference of the usual form. Linear in its length.
#[inline(always)]
pub(super) fn read(revision: Revision, data: &[u8]) -> Option<Cri<'_>> {
    let mut this = Quick { data, at: 0 };
    let mut left = this.head(ARRAY, 5)?;
    let mut cri = Cri {
        scheme: &[],
        authority: &[],
        path: &[],
        path_tail: &[],
        query: &[],
        fragment: &[],
        whole: &[],
        path_count: 0,
        revision,
        discard: *data.get(1)?,
        flags: SHORTEST,
        unused: Default::default(),
    };
    this.at = 2;
    left = left.checked_sub(1)?;
    if let Some(0..24) = data.get(1)?.checked_sub(NINT << 5) {
        cri.scheme = data.get(1..2)?;
        cri.discard = DISCARD_ALL;
        cri.flags = SHORTEST | PATH_SET;
        left = left.checked_sub(1)?;
        cri.authority = this.authority(revision)?;
    } else if cri.discard > 23 || left > 3 {
        return None;
    }
    if left > 0 {
        let start = this.at + 1;
        cri.path_count = this.list(true)?;
        cri.path = data.get(start..this.at)?;
        cri.flags = SHORTEST | PATH_SET;
    }
    if left > 1 {
        let start = this.at;
        let count = this.list(false)?;
        if count > 0 || cri.scheme.is_empty() {
            cri.query = data.get(start..this.at)?;
        }
    }
    if left > 2 {
        let start = this.at;
        if this.short(1, false, false)? > 0 {
            return None;
        }
        cri.fragment = data.get(start..this.at)?;
    }
    if !cri.scheme.is_empty() && !is_valid_full(cri.authority, cri.path, cri.path_count) {
        return None;
    }
    cri.whole = data.get(..this.at)?;
    Some(cri)
}

impl Cri<'_> {
    /// Puts the canonical form out, where all heads are the shortest and the scheme is a number: then sections
    /// are as they stand. Whether that is so.
    #[inline(always)]
    pub(super) fn emit_quickly(&self, sink: &mut impl Sink) -> bool {
        let named = self.scheme.first().is_some_and(|initial| initial >> 5 != NINT);
        if named || self.flags & SHORTEST == 0 {
            return false;
        }
        let mut left = self.section_count();
        sink.byte(ARRAY << 5 | left as u8);
        left = left.saturating_sub(1);
        if self.is_full() {
            sink.put(self.scheme);
        } else if left > 0 || self.section_count() > 0 {
            put_token(sink, self.first_of_reference());
        }
        if !self.begins_with_discard() && left > 0 {
            left -= 1;
            if self.authority.is_empty() {
                sink.byte(NULL);
            } else {
                sink.put(self.authority);
            }
        }
        if left > 0 {
            if self.path_is_set() {
                sink.head(ARRAY, self.path_count);
                sink.put(self.path);
                if !self.path_tail.is_empty() {
                    sink.put(self.path_tail);
                }
            } else {
                sink.byte(NULL);
            }
        }
        if left > 1 {
            if self.query.is_empty() {
                sink.byte(self.absent_query());
            } else {
                sink.put(self.query);
            }
        }
        if left > 2 {
            sink.put(self.fragment);
        }
        true
    }

    /// Whether both have the same sections, where that is a question of bytes.
    #[inline(always)]
    pub(crate) fn equal_quickly(&self, other: &Self) -> Option<bool> {
        if !self.whole.is_empty() && self.whole == other.whole {
            return Some(true);
        }
        if self.flags & other.flags & SHORTEST == 0 || self.scheme != other.scheme {
            return None;
        }
        if self.path.len() != other.path.len() {
            // The pieces may be cut elsewhere.
            let other = other.path.len() + other.path_tail.len();
            return if self.path.len() + self.path_tail.len() == other { None } else { Some(false) };
        }
        Some(
            self.discard == other.discard
                && self.path_is_set() == other.path_is_set()
                && self.path == other.path
                && self.path_tail == other.path_tail
                && self.authority == other.authority
                && self.query == other.query
                && self.fragment == other.fragment,
        )
    }
}

struct Quick<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Quick<'a> {
    /// The argument of a head of one byte, up to `most`.
    #[inline(always)]
    fn head(&mut self, major: u8, most: u8) -> Option<usize> {
        let argument = self.data.get(self.at)?.wrapping_sub(major << 5);
        self.at += 1;
        if argument > most { None } else { Some(argument as usize) }
    }

    /// Short ASCII strings, up to so many; how many are left.
    #[inline(always)]
    fn short(&mut self, count: usize, segments: bool, without_dot: bool) -> Option<usize> {
        let mut at = self.at;
        let mut left = count;
        while left > 0
            && let Some(initial) = self.data.get(at)
            && let length = initial.wrapping_sub(TEXT << 5)
            && length < 24
            && !(segments && length.wrapping_sub(1) < 2 && self.data.get(at + 1) == Some(&b'.'))
        {
            at += 1 + length as usize;
            left -= 1;
        }
        let plain = utf8::is_plain(self.data.get(self.at..at)?, without_dot);
        self.at = at;
        if plain { Some(left) } else { None }
    }

    /// An array of short ASCII strings; how many.
    #[inline(always)]
    fn list(&mut self, segments: bool) -> Option<usize> {
        let count = self.head(ARRAY, 23)?;
        if self.short(count, segments, false)? == 0 { Some(count) } else { None }
    }

    /// Labels, and maybe a port.
    #[inline(always)]
    fn authority(&mut self, revision: Revision) -> Option<&'a [u8]> {
        let start = self.at;
        let items = self.head(ARRAY, 23)?;
        let left = self.short(items, false, revision == Revision::R27)?;
        // A single empty label is the empty host, whose form is no label (R5).
        if items - left == 1 && self.data.get(start + 1) == Some(&(TEXT << 5)) {
            return None;
        }
        if left > 0 {
            if left > 1 || *self.data.get(self.at)? != PORT || *self.data.get(self.at + 1)? == 0 {
                return None;
            }
            self.at += 3;
        }
        self.data.get(start..self.at)
    }
}
