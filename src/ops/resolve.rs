// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reference resolution (href 5 resolution; href section 5.3, R6 to R9).

use crate::bytes::before;
use crate::bytes::output::Output;
use crate::cbor::{TRUE, read};
use crate::cri::{CANONICAL_ITEMS, Cri, DISCARD_ALL, PATH_SET, PLAIN_HOST};
use crate::error::Error;

impl<'a> Cri<'a> {
    /// Resolves a reference against this base, into a view that borrows from both.
    ///
    /// Fails with `Revision` if the CRIs are of different revisions, with `Base` if the base has no scheme, and with
    /// `NotValid` if the result would be a full CRI that has no URI (R4). Fails with `Pieces` if the path would be in
    /// more than two pieces. This happens only if an operand is itself the result of an operation. Use
    /// [`Cri::resolve_to`] for such operands.
    ///
    /// Needs no buffer. The time is proportional to the number of segments kept, and constant if the reference discards
    /// no segments or all segments.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let base: CriBuf<32> = "coap://h/rooms/1/temp".parse()?;
    /// let reference: CriBuf<32> = "../2/fan".parse()?;
    /// assert_eq!(base.cri().resolve(&reference.cri())?.to_string(), "coap://h/rooms/2/fan");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn resolve(&self, reference: &Self) -> Result<Self, Error> {
        let mut resolved = *reference;
        self.resolve_in_place(&mut resolved)?;
        Ok(resolved)
    }

    /// Replaces a reference by the CRI to which it resolves, like [`Cri::resolve`]. After an error, the view is
    /// unspecified.
    pub(crate) fn resolve_in_place(&self, cri: &mut Self) -> Result<(), Error> {
        self.resolve_with(cri, |kept, cri| self.keep(kept, cri))
    }

    /// Resolves a reference against this base, and writes the canonical encoding of the result.
    ///
    /// Unlike [`Cri::resolve`], this function never fails with `Pieces`. To follow a chain of references, parse the
    /// output and use it as the next base. Fails with the other errors of [`Cri::resolve`], and with `Buffer` if the
    /// output does not fit. Linear.
    ///
    /// ```
    /// use cri::{CriBuf, Output};
    ///
    /// let base: CriBuf<32> = "coap://h/a".parse()?;
    /// let reference: CriBuf<32> = "b".parse()?;
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// base.cri().resolve_to(&reference.cri(), &mut output)?;
    /// assert_eq!(output.written()?, b"\x83\x20\x81\x61h\x81\x61b"); // [-1, ["h"], ["b"]]
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn resolve_to(&self, reference: &Self, output: &mut Output<'_>) -> Result<(), Error> {
        let mut resolved = *reference;
        let mut own: [&[u8]; 2] = [&[]; 2];
        self.resolve_with(&mut resolved, |kept, resolved| {
            own = [resolved.path, resolved.path_tail];
            [resolved.path, resolved.path_tail] = self.first_segments(kept);
            resolved.path_count = resolved.path_count.saturating_add(kept);
            Ok(())
        })?;
        resolved.put_with_segments(own, output);
        output.check()
    }

    /// Resolves a reference in place. `keep` puts a number of the base's first segments before the path of the
    /// reference.
    ///
    /// The base must be full (href 5.3 step 1), and the result starts as a copy of it (href 5.3 step 2). The reference
    /// then discards segments (href 5.3 step 3), appends segments (href 5.3 step 4), and replaces query and fragment
    /// (href 5.3 step 5). The result is a full CRI (href 5.3 step 6).
    #[inline(always)]
    fn resolve_with(
        &self,
        cri: &mut Self,
        keep: impl FnOnce(usize, &mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.check_revision(cri)?;
        // href 5.3 step 1
        if !self.is_full() {
            return Err(Error::Base);
        }
        if cri.is_full() {
            return Ok(());
        }
        let mut kept = 0;
        let mut host_flags = cri.flags;
        if cri.authority.is_empty() {
            host_flags = self.flags;
            cri.authority = self.authority;
            // href 5.3 step 3, R8
            if cri.discard != DISCARD_ALL {
                kept = self.path_count.saturating_sub(cri.discard as usize);
            } else if self.authority.first() == Some(&TRUE) {
                cri.authority = &[];
            }
        }
        // The result inherits query and fragment only if the reference discards nothing and sets no section before
        // them.
        // href 5 resolution, href 5.3 step 4, href 5.3 step 5
        if cri.discard == 0 && cri.flags & PATH_SET == 0 && cri.query.is_empty() {
            cri.query = self.query;
            if cri.fragment.is_empty() {
                cri.fragment = self.fragment;
            }
        } else if read::argument(cri.query) == 0 {
            // A query that is set but empty removes the base's query. A full CRI does not store an empty query.
            cri.query = &[];
        }
        if kept > 0 {
            keep(kept, cri)?;
        }
        // href 2.1 two-slashes, R4
        if !cri.is_valid_full() {
            return Err(Error::NotValid);
        }
        cri.scheme = self.scheme;
        cri.whole = &[];
        cri.discard = DISCARD_ALL;
        cri.flags = (cri.flags & self.flags & CANONICAL_ITEMS) | (host_flags & PLAIN_HOST) | PATH_SET;
        Ok(())
    }

    /// Puts the first `kept` segments of the base before the path of `cri`. Fails with `Pieces` if the new path would
    /// need a third piece.
    #[inline(always)] // a call takes 24 bytes more in programs that resolve (Cortex-M3)
    pub(super) fn keep(&self, kept: usize, cri: &mut Self) -> Result<(), Error> {
        let [first, second] = self.first_segments(kept);
        if cri.path_count == 0 {
            cri.path_tail = second;
        } else if second.is_empty() && cri.path_tail.is_empty() {
            cri.path_tail = cri.path;
        } else {
            return Err(Error::Pieces);
        }
        cri.path = first;
        cri.path_count = cri.path_count.saturating_add(kept);
        Ok(())
    }

    /// Returns the first `count` segments of the path, where `count` is at least 1. CBOR can only be read forwards, so
    /// the function walks the segments that it returns, not those after them.
    #[inline(always)]
    fn first_segments(&self, count: usize) -> [&'a [u8]; 2] {
        if count == self.path_count {
            return [self.path, self.path_tail];
        }
        let mut left = count;
        [first_items(self.path, &mut left), first_items(self.path_tail, &mut left)]
    }
}

/// Returns the first `left` items, or all items if there are fewer. On return, `left` is the number of missing items.
fn first_items<'a>(items: &'a [u8], left: &mut usize) -> &'a [u8] {
    let (mut rest, mut count) = (items, *left);
    // href 5 resolution
    while count > 0 && read::item(&mut rest).is_some() {
        count -= 1;
    }
    *left = count;
    before(items, rest)
}
