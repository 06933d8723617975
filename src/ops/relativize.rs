// SPDX-License-Identifier: MIT OR Apache-2.0
//! L3. Making relative, the inverse of resolution (href 5 inverse, R10): the shortest reference that
//! resolves to the target, as a view of parts of the target.

use crate::cbor::TRUE;
use crate::cri::authority::AuthorityKind;
use crate::cri::{Cri, DISCARD_ALL, PATH_SET, SHORTEST};
use crate::error::Error;
use crate::ops::compare::{same_authority, same_section};

/// An empty query that is set.
static NO_PARAMETERS: [u8; 1] = [0x80];

impl<'a> Cri<'a> {
    /// The shortest reference that resolves against this base to the target: a view that borrows from
    /// the target.
    ///
    /// `Revision` if they are of different revisions, `NotFull` if either has no scheme. Linear in
    /// the length of what both have in common; no buffer.
    pub fn relativize(&self, target: &Self) -> Result<Self, Error> {
        if self.revision != target.revision {
            return Err(Error::Revision);
        }
        if !self.is_full() || !target.is_full() {
            return Err(Error::NotFull);
        }
        if !same_section(self.scheme, target.scheme, self.flags & target.flags) {
            return Ok(*target);
        }
        let mut reference = Self { whole: &[], ..*target };
        reference.scheme = &[];
        if !same_authority(self, target) {
            return Ok(self.other_authority(target, reference));
        }
        reference.authority = &[];
        self.same_authority(target, &mut reference);
        // The target shares less with the base than a discard value can express.
        if reference.discard == DISCARD_ALL && target.authority.first() == Some(&TRUE) {
            reference.authority = target.authority;
        }
        Ok(reference)
    }

    /// Only the scheme is shared.
    fn other_authority(&self, target: &Self, mut reference: Self) -> Self {
        if !target.authority.is_empty() {
            if target.path_count() == 0 {
                reference.flags &= !PATH_SET;
            }
            return reference;
        }
        // A null authority replaces a rootless one (href 5.3 step 3), and no other: a scheme of null before
        // it would make two nulls.
        if self.authority_kind() == AuthorityKind::Rootless {
            if target.path_count() == 0 {
                reference.flags &= !PATH_SET;
            }
            return reference;
        }
        *target
    }

    /// Scheme and authority are shared.
    fn same_authority(&self, target: &Self, reference: &mut Self) {
        let short = self.flags & target.flags & SHORTEST;
        let (mut ours, mut theirs) = (self.path(), target.path());
        let mut suffix = theirs;
        let mut common = 0;
        while let (Some(a), Some(b)) = (ours.next_item(), theirs.next_item()) {
            if !same_section(a, b, short) {
                break;
            }
            suffix = theirs;
            common += 1;
        }
        // Bytes that changed may hold more segments than were counted (R22).
        let discard = self.path_count().saturating_sub(common);
        let added = target.path_count().saturating_sub(common);
        let rootless = target.authority.first() == Some(&TRUE);
        reference.flags &= !PATH_SET;
        if discard == 0 && added == 0 {
            self.same_path(target, reference);
            return;
        }
        if discard > 127 || (common == 0 && discard > 23 && !rootless) {
            // `true` discards all, and is the shorter value where nothing is kept.
            reference.discard = DISCARD_ALL;
            if target.path_count() > 0 {
                reference.flags |= PATH_SET;
            }
            return;
        }
        reference.discard = discard as u8;
        // The first piece may have been walked to its end.
        (reference.path, reference.path_tail) =
            if suffix.rest.is_empty() { (suffix.tail, &[][..]) } else { (suffix.rest, suffix.tail) };
        reference.path_count = added;
        if added > 0 {
            reference.flags |= PATH_SET;
        }
    }

    /// All but query and fragment are shared.
    fn same_path(&self, target: &Self, reference: &mut Self) {
        let short = self.flags & target.flags & SHORTEST;
        reference.path = &[];
        reference.path_tail = &[];
        reference.path_count = 0;
        reference.discard = 0;
        if same_section(self.query, target.query, short) {
            if same_section(self.fragment, target.fragment, short) {
                // `[]` keeps the fragment too (R7).
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
        // Query, and maybe fragment, are to be unset.
        if target.path_count() == 0 && target.authority.first() != Some(&TRUE) {
            reference.discard = 1;
        } else if target.fragment.is_empty() {
            reference.flags |= PATH_SET;
        } else {
            reference.query = &NO_PARAMETERS;
        }
    }
}
