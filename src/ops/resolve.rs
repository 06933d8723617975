// SPDX-License-Identifier: MIT OR Apache-2.0
//! L3. Reference resolution (href 5 resolution; href section 5.3, R6 to R9).

use crate::cbor::{TRUE, read};
use crate::cri::ingest::Slot;
use crate::cri::{Cri, DISCARD_ALL, PATH_SET, is_valid_full};
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
    /// Discarding (href 5.3 step 3), appending (href 5.3 step 4), replacing (href 5.3 step 5).
    #[inline]
    pub(crate) fn resolve_into(&self, reference: &Self, slot: &mut impl Slot<'a>) -> Result<(), Error> {
        #[cfg(target_pointer_width = "64")]
        if let Some(resolved) = self.resolve_quickly(reference) {
            slot.put(&resolved);
            return Ok(());
        }
        self.resolve_exactly(reference, slot)
    }

    /// The same for any base and reference.
    #[cfg_attr(target_pointer_width = "64", inline(never))]
    fn resolve_exactly(&self, reference: &Self, slot: &mut impl Slot<'a>) -> Result<(), Error> {
        if self.revision != reference.revision {
            return Err(Error::Revision);
        }
        if !self.is_full() {
            return Err(Error::NotFull);
        }
        if reference.is_full() {
            slot.put(reference);
            return Ok(());
        }
        let mut authority = reference.authority;
        let (mut head, mut tail, mut count) = (reference.path, reference.path_tail, reference.path_count);
        let mut kept = 0;
        if authority.is_empty() {
            authority = self.authority;
            if reference.discard != DISCARD_ALL {
                kept = self.path_count.saturating_sub(reference.discard as usize);
            } else if authority.first() == Some(&TRUE) {
                authority = &[];
            }
        }
        if kept > 0 {
            let [first, second] = self.first_segments(kept);
            if count == 0 {
                tail = second;
            } else if second.is_empty() && tail.is_empty() {
                tail = head;
            } else {
                // There is no room for a third piece.
                return Err(Error::Limit);
            }
            head = first;
            count += kept;
        }
        if !is_valid_full(authority, head, count) {
            return Err(Error::NotValid);
        }
        let cri = slot.put(reference);
        if cri.discard == 0 && cri.flags & PATH_SET == 0 && cri.query.is_empty() {
            // Neither discarding nor setting what is before them keeps query and fragment.
            cri.query = self.query;
            if cri.fragment.is_empty() {
                cri.fragment = self.fragment;
            }
        }
        // An empty query that is set unsets the base's, and is none in a full CRI.
        if read::argument(cri.query) == 0 {
            cri.query = &[];
        }
        cri.scheme = self.scheme;
        cri.authority = authority;
        cri.path = head;
        cri.path_tail = tail;
        cri.path_count = count;
        cri.whole = &[];
        cri.discard = DISCARD_ALL;
        cri.flags = (cri.flags & self.flags) | PATH_SET;
        Ok(())
    }

    /// The first `count` segments of the path, at least one. CBOR cannot be walked backwards, so these are
    /// walked.
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn first_segments(&self, count: usize) -> [&'a [u8]; 2] {
        if count == self.path_count {
            return [self.path, self.path_tail];
        }
        let mut left = count;
        let mut first = |piece: &'a [u8]| {
            if left == 0 {
                return &[][..];
            }
            let mut rest = piece;
            while left > 0 && read::item(&mut rest).is_some() {
                left -= 1;
            }
            piece.get(..piece.len() - rest.len()).unwrap_or(piece)
        };
        [first(self.path), first(self.path_tail)]
    }
}
