// SPDX-License-Identifier: MIT OR Apache-2.0
//! L2. The usual case of resolving, writing and comparing, for targets where speed counts before flash: sections whose
//! heads are the shortest, a scheme by a short number, a host. Each gives up on anything else.

use super::{Cri, DISCARD_ALL, PATH_SET, SHORTEST};
use crate::cbor::read::short_length;
use crate::cbor::write::Sink;
use crate::cbor::{ARRAY, TRUE};

impl<'a> Cri<'a> {
    /// Puts the canonical form out, where its sections are as they stand: a scheme by a short number, a host, and the
    /// shortest heads. None if it is not so, and then nothing is put out, or if there is no room.
    #[inline(always)]
    pub(super) fn put_sections(&self, sink: &mut impl Sink) -> Option<()> {
        let (&[scheme], [_, _, ..], 0..24) = (self.scheme, self.authority, self.path_count) else {
            return None;
        };
        if self.flags & SHORTEST == 0 {
            return None;
        }
        let sections = self.section_count();
        sink.offer(&[ARRAY << 5 | sections as u8, scheme])?;
        sink.offer(self.authority)?;
        if sections > 2 {
            sink.offer(&[ARRAY << 5 | self.path_count as u8])?;
            sink.offer(self.path)?;
            sink.offer(self.path_tail)?;
        }
        match self.query {
            [] if sections > 3 => sink.offer(&[self.absent_query()])?,
            query => sink.offer(query)?,
        }
        sink.offer(self.fragment)
    }

    /// Resolves a reference of a path, and maybe query and fragment, against a base with a host.
    #[inline(always)]
    pub(crate) fn resolve_quickly(&self, reference: &Self) -> Option<Self> {
        let usual = self.revision == reference.revision
            && self.flags & reference.flags & (SHORTEST | PATH_SET) == SHORTEST | PATH_SET
            && self.path_tail.is_empty()
            && reference.path_tail.is_empty()
            && reference.scheme.is_empty()
            && reference.authority.is_empty()
            && reference.discard != DISCARD_ALL
            && self.is_full();
        // With an array for authority any path will do.
        let kept = self.path_count.checked_sub(reference.discard as usize)?;
        if !usual || kept == 0 || matches!(self.authority, [] | [TRUE]) {
            return None;
        }
        let mut left = kept;
        let mut at = 0;
        while left > 0 {
            let length = short_length(*self.path.get(at)?);
            if length > 23 {
                return None;
            }
            at += 1 + length;
            left -= 1;
        }
        Some(Self {
            scheme: self.scheme,
            authority: self.authority,
            path: self.path.get(..at)?,
            path_tail: reference.path,
            // An empty one is none.
            query: if reference.query.len() > 1 { reference.query } else { &[] },
            fragment: reference.fragment,
            whole: &[],
            path_count: kept + reference.path_count,
            revision: self.revision,
            discard: DISCARD_ALL,
            flags: SHORTEST | PATH_SET,
            unused: Default::default(),
        })
    }

    /// Whether both have the same sections, where that is a question of bytes.
    #[inline(always)]
    pub(crate) fn equal_quickly(&self, other: &Self) -> Option<bool> {
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
