// SPDX-License-Identifier: MIT OR Apache-2.0
//! L3. Reference resolution (href section 5.3, R6 to R9).

use crate::cbor::{TRUE, read};
use crate::cri::ingest::Slot;
use crate::cri::{Cri, DISCARD_ALL, PATH_SET, SHORTEST, check_full};
use crate::error::Error;

impl<'a> Cri<'a> {
    /// Resolves a reference against this base, into a view that borrows from both.
    ///
    /// `Revision` if they are of different revisions, `NotFull` if the base has no scheme, `NotValid`
    /// if the result would be a full CRI that has no URI (R4), `Limit` if the path would be in more
    /// than two pieces. That takes an operand that an operation made: a base of which segments of both
    /// pieces are kept below others, or a reference in two pieces above segments that are kept. Encode
    /// and parse it first.
    ///
    /// Takes time proportional to the number of segments kept, and constant time where the reference
    /// discards none or all of them; no buffer.
    pub fn resolve(&self, reference: &Self) -> Result<Self, Error> {
        let mut resolved = None;
        self.resolve_into(reference, &mut resolved)?;
        // A success put it there.
        resolved.ok_or(Error::NotValid)
    }

    /// [`Cri::resolve`] into a slot, which is left alone on failure.
    #[inline(always)]
    pub(crate) fn resolve_into(&self, reference: &Self, slot: &mut impl Slot<'a>) -> Result<(), Error> {
        if self.revision != reference.revision {
            return Err(Error::Revision);
        }
        if !self.is_full() {
            return Err(Error::NotFull);
        }
        if reference.is_full() {
            slot.put(*reference);
            return Ok(());
        }
        let mut authority = reference.authority;
        let mut path = Pieces {
            head: reference.path,
            head_count: reference.path_count,
            tail: reference.path_tail,
            tail_count: reference.path_tail_count,
        };
        if authority.is_empty() {
            authority = self.authority;
            if reference.discard != DISCARD_ALL {
                path = path.behind(self, self.path_count().saturating_sub(reference.discard as usize))?;
            } else if authority.first() == Some(&TRUE) {
                authority = &[];
            }
        }
        let (mut query, mut fragment) = (reference.query, reference.fragment);
        if !query.is_empty() {
            // An empty query that is set unsets the base's, and is none in a full CRI.
            if read::argument(query) == 0 {
                query = &[];
            }
        } else if reference.discard == 0 && reference.flags & PATH_SET == 0 {
            // Neither discarding nor setting what is before them keeps query and fragment.
            query = self.query;
            if fragment.is_empty() {
                fragment = self.fragment;
            }
        }
        check_full(authority, path.head, path.head_count + path.tail_count)?;
        slot.put(Cri {
            scheme: self.scheme,
            authority,
            path: path.head,
            path_tail: path.tail,
            query,
            fragment,
            whole: &[],
            path_count: path.head_count,
            path_tail_count: path.tail_count,
            revision: self.revision,
            discard: DISCARD_ALL,
            flags: PATH_SET | (self.flags & reference.flags & SHORTEST),
        });
        Ok(())
    }
}

/// A path in two pieces; the second is empty where the first is.
struct Pieces<'a> {
    head: &'a [u8],
    head_count: usize,
    tail: &'a [u8],
    tail_count: usize,
}

impl<'a> Pieces<'a> {
    /// This path behind the first `count` segments of the base's.
    #[inline(always)]
    fn behind(self, base: &Cri<'a>, count: usize) -> Result<Self, Error> {
        let head_count = count.min(base.path_count);
        let head = prefix(base.path, base.path_count, head_count);
        if count > head_count {
            // Both pieces of the base: there is no room for a third.
            let tail_count = count - head_count;
            let tail = prefix(base.path_tail, base.path_tail_count, tail_count);
            return if self.head_count > 0 {
                Err(Error::Limit)
            } else {
                Ok(Self { head, head_count, tail, tail_count })
            };
        }
        if count == 0 {
            return Ok(self);
        }
        if self.tail_count > 0 {
            return Err(Error::Limit);
        }
        Ok(Self { head, head_count, tail: self.head, tail_count: self.head_count })
    }
}

/// The first `count` of `all` segments. CBOR cannot be walked backwards, so the kept ones are walked.
#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn prefix(segments: &[u8], all: usize, count: usize) -> &[u8] {
    if count == all {
        return segments;
    }
    let mut length = 0;
    for _ in 0..count {
        let mut rest = segments.get(length..).unwrap_or(&[]);
        match rest.first() {
            Some(head @ 0x60..=0x77) => length += 1 + (head & 31) as usize,
            _ => length += read::item(&mut rest).map_or(0, <[u8]>::len),
        }
    }
    segments.get(..length).unwrap_or(segments)
}
