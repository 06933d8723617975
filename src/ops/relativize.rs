// SPDX-License-Identifier: MIT OR Apache-2.0
//! Relativization, the inverse of resolution (href 5 inverse, R10).
//!
//! The result is the shortest reference that resolves to the target. It is a view that consists of slices of the
//! target.

use crate::cbor::TRUE;
use crate::cri::authority::AuthorityKind;
use crate::cri::{Cri, DISCARD_ALL, DISCARD_MAX, PATH_SET};
use crate::error::Error;
use crate::ops::compare::{same_authority, same_section};

/// The encoding of a query that is set and has no parameters.
static NO_PARAMETERS: [u8; 1] = [0x80];

/// The greatest discard value that is encoded in one byte. `true`, which discards all segments, is also one byte.
const LAST_SHORT_DISCARD: usize = 23;

impl<'a> Cri<'a> {
    /// Returns the shortest reference that resolves against this base to the target. It is a view that borrows from the
    /// target, and needs no buffer.
    ///
    /// Fails with `Revision` if the CRIs are of different revisions, with `Base` if the base has no
    /// scheme, and with `NotFull` if the target has no scheme. Linear in the length of what both have in common.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let base: CriBuf<32> = "coap://h/rooms/1/temp".parse()?;
    /// let target: CriBuf<32> = "coap://h/rooms/2/fan".parse()?;
    /// assert_eq!(base.cri().relativize(&target.cri())?.to_string(), "../2/fan");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn relativize(&self, target: &Self) -> Result<Self, Error> {
        let mut reference = *target;
        self.relativize_to(target, &mut reference)?;
        Ok(reference)
    }

    /// Changes `reference`, a copy of the target, into the result of [`Cri::relativize`].
    pub(crate) fn relativize_to(&self, target: &Self, reference: &mut Self) -> Result<(), Error> {
        self.check_revision(target)?;
        if !self.is_full() {
            return Err(Error::Base);
        }
        if !target.is_full() {
            return Err(Error::NotFull);
        }
        // R15
        if !same_section(self.scheme, target.scheme, self.flags & target.flags) {
            return Ok(());
        }
        if same_authority(self, target) {
            reference.authority = &[];
            self.relative_path(target, reference);
            // If the base is rootless and the reference discards all segments, the result of resolution is rooted (href
            // 5.3 step 3), so the reference must repeat a rootless authority.
            if reference.discard == DISCARD_ALL && target.authority.first() == Some(&TRUE) {
                reference.authority = target.authority;
            }
        } else if target.authority.is_empty() && self.authority_kind() != AuthorityKind::Rootless {
            // The target is rooted, and the base has a host. A reference without a scheme cannot express this: it would
            // begin with two nulls. Only against a rootless base does a reference give a null authority (href 5.3 step
            // 3).
            return Ok(());
        } else if target.path_count() == 0 {
            reference.flags &= !PATH_SET;
        }
        reference.scheme = &[];
        reference.whole = &[];
        Ok(())
    }

    /// Sets discard, path and query of a reference whose target has the same scheme and authority as the base.
    fn relative_path(&self, target: &Self, reference: &mut Self) {
        let flags = self.flags & target.flags;
        let (mut ours, mut theirs) = (self.path(), target.path());
        let mut suffix = theirs;
        let mut common = 0;
        while let (Some(a), Some(b)) = (ours.next_item(), theirs.next_item()) {
            // R10
            if !same_section(a, b, flags) {
                break;
            }
            suffix = theirs;
            common += 1;
        }
        // If the borrowed bytes changed, the path may contain more segments than were counted (R22).
        let discard = self.path_count().saturating_sub(common);
        let added = target.path_count().saturating_sub(common);
        let rootless = target.authority.first() == Some(&TRUE);
        reference.flags &= !PATH_SET;
        if discard == 0 && added == 0 {
            return self.relative_query(target, reference);
        }
        // R10
        if discard > DISCARD_MAX as usize || (common == 0 && discard > LAST_SHORT_DISCARD && !rootless) {
            reference.discard = DISCARD_ALL;
            if target.path_count() > 0 {
                reference.flags |= PATH_SET;
            }
            return;
        }
        reference.discard = discard as u8;
        // If the first piece has no more segments, the second piece is the whole rest of the path.
        (reference.path, reference.path_tail) =
            if suffix.rest.is_empty() { (suffix.tail, &[][..]) } else { (suffix.rest, suffix.tail) };
        reference.path_count = added;
        if added > 0 {
            reference.flags |= PATH_SET;
        }
    }

    /// Sets discard, path and query of a reference whose target is the base, or differs from it only in query and
    /// fragment.
    fn relative_query(&self, target: &Self, reference: &mut Self) {
        let flags = self.flags & target.flags;
        reference.path = &[];
        reference.path_tail = &[];
        reference.path_count = 0;
        reference.discard = 0;
        if same_section(self.query, target.query, flags) {
            if same_section(self.fragment, target.fragment, flags) {
                // The empty reference, `[]`, keeps query and fragment of the base (R7).
                reference.query = &[];
                reference.fragment = &[];
                return;
            }
            if !target.fragment.is_empty() {
                reference.query = &[];
                return;
            }
        }
        if !target.query.is_empty() {
            return;
        }
        // The reference must remove the base's query, and may have to remove its fragment.
        if target.path_count() == 0 && target.authority.first() != Some(&TRUE) {
            reference.discard = 1;
        } else if target.fragment.is_empty() {
            // href 5 inverse
            reference.flags |= PATH_SET;
        } else {
            reference.query = &NO_PARAMETERS;
        }
    }
}
