// SPDX-License-Identifier: MIT OR Apache-2.0
//! Relativization, the inverse of resolution (href 5 inverse, R10).
//!
//! The result is the shortest reference that resolves to the target. It is a view that consists of slices of the
//! target.

use crate::cbor::{TEXT, TRUE, read};
use crate::cri::authority::AuthorityKind;
use crate::cri::{Cri, DISCARD_ALL, DISCARD_MAX, PATH_SET};
use crate::error::Error;
use crate::ops::compare::{same_authority, same_section};

/// The encoding of a query that is set and has no parameters.
static NO_PARAMETERS: [u8; 1] = [0x80];

/// The smallest number that is encoded in two bytes. The encodings of `null` and of `true`, which discards all
/// segments, are one byte.
const LONG: usize = 24;

impl<'a> Cri<'a> {
    /// Returns the shortest reference that resolves against this base to the target. It is a view that borrows from the
    /// target, and needs no buffer.
    ///
    /// Of references of the same length, one that has a URI reference is chosen (R43). If only longer references have
    /// one, the result has none: [`Cri::relativize_for_uri`] returns a reference for text.
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

    /// Returns the shortest reference that has a URI reference and that resolves against this base to the target, as a
    /// CRI and as text (R43). It is a view that borrows from the target, and needs no buffer. Use it for references in
    /// header fields and in link format.
    ///
    /// If the target has no URI, neither has the result. Fails with the errors of [`Cri::relativize`]. Linear in the
    /// length of what both have in common.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let base: CriBuf<32> = "coap://h/a".parse()?;
    /// let target: CriBuf<32> = "coap://h/a/b".parse()?;
    /// let (base, target) = (base.cri(), target.cri());
    /// assert_eq!(base.relativize(&target)?.to_string(), r#"[0, ["b"]]"#); // has no URI reference
    /// assert_eq!(base.relativize_for_uri(&target)?.to_string(), "a/b");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn relativize_for_uri(&self, target: &Self) -> Result<Self, Error> {
        let mut reference = *target;
        self.relativize_for_uri_to(target, &mut reference)?;
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
            self.relative_path(target, usize::MAX, reference);
        } else if target.authority.is_empty() && self.authority_kind() != AuthorityKind::Rootless {
            // The target is rooted, and the base has a host. A reference without a scheme cannot express this: it would
            // begin with two nulls. Only against a rootless base does a reference give a null authority (href 5.3 step
            // 3).
            return Ok(());
        } else if target.path_count() == 0 {
            reference.flags &= !PATH_SET;
        }
        // R43: the encodings of `null` and of a discard value are as long as that of a small scheme number.
        let has_short_scheme = read::first_major(self.scheme) != Some(TEXT) && read::argument(self.scheme) < LONG;
        let is_rootless = reference.authority.first() == Some(&TRUE);
        if has_short_scheme && (is_rootless || (target.is_scheme_alone() && reference.discard > 0)) {
            *reference = *target;
            return Ok(());
        }
        reference.scheme = &[];
        reference.whole = &[];
        Ok(())
    }

    /// Changes `reference`, a copy of the target, into the result of [`Cri::relativize_for_uri`].
    pub(crate) fn relativize_for_uri_to(&self, target: &Self, reference: &mut Self) -> Result<(), Error> {
        self.relativize_to(target, reference)?;
        if self.resolves_as_text(reference) {
            return Ok(());
        }
        if reference.keeps_all() && !target.fragment.is_empty() {
            reference.fragment = target.fragment;
            return Ok(());
        }
        let has_same_authority = same_authority(self, target);
        let relative = Self { scheme: &[], whole: &[], ..*target };
        *reference = relative;
        if has_same_authority && target.path_count() > 0 {
            // A reference with a path has a URI reference only if it discards segments (R11). So the last segment of
            // each path is not common to both.
            let most = self.path_count().min(target.path_count()).saturating_sub(1);
            self.relative_path(target, most, reference);
            if self.resolves_as_text(reference) {
                return Ok(());
            }
        }
        *reference = relative;
        if target.authority_kind() != AuthorityKind::Host {
            *reference = *target;
        } else if target.path_count() == 0 {
            reference.flags &= !PATH_SET;
        }
        Ok(())
    }

    /// True if a reference, which resolves against this base to a target, has a URI reference (R11) that resolves to
    /// the URI of the target (RFC 3986 5.2).
    fn resolves_as_text(&self, reference: &Self) -> bool {
        match reference.authority_kind() {
            // R9
            AuthorityKind::Rootless => reference.is_full(),
            AuthorityKind::NotSet => {
                // RFC 3986 5.1: a reference in text does not keep the fragment of the base.
                let keeps_fragment = reference.keeps_all() && !self.fragment.is_empty();
                // RFC 3986 5.2.4: the path is rooted after the removal of all segments by `..`.
                let is_rooted = (2..=DISCARD_MAX).contains(&reference.discard)
                    && usize::from(reference.discard) >= self.path_count()
                    && self.authority_kind() == AuthorityKind::Rootless;
                reference.has_relative_text() && !keeps_fragment && !is_rooted
            }
            _ => true,
        }
    }

    /// True if a CRI has a scheme and nothing else, such as `coap:`.
    fn is_scheme_alone(&self) -> bool {
        [self.authority, self.query, self.fragment].iter().all(|section| section.is_empty()) && self.path_count() == 0
    }

    /// True if a reference without scheme and authority keeps path, query and fragment of the base (R7).
    fn keeps_all(&self) -> bool {
        self.discard == 0
            && self.path_count() == 0
            && !self.path_is_set()
            && self.query.is_empty()
            && self.fragment.is_empty()
    }

    /// Makes `reference`, a copy of the target, relative to a base of the same scheme and authority. At most `most`
    /// segments are kept.
    fn relative_path(&self, target: &Self, most: usize, reference: &mut Self) {
        reference.authority = &[];
        self.relative_segments(target, most, reference);
        // If the base is rootless and the reference discards all segments, the result of resolution is rooted (href 5.3
        // step 3), so the reference must repeat a rootless authority.
        if reference.discard == DISCARD_ALL && target.authority.first() == Some(&TRUE) {
            reference.authority = target.authority;
        }
    }

    /// Sets discard, path and query of a reference whose target has the same scheme and authority as the base.
    fn relative_segments(&self, target: &Self, most: usize, reference: &mut Self) {
        let flags = self.flags & target.flags;
        let (mut ours, mut theirs) = (self.path(), target.path());
        let mut suffix = theirs;
        let mut common = 0;
        while common < most
            && let (Some(a), Some(b)) = (ours.next_item(), theirs.next_item())
        {
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
        // R10, R43: two slashes at the start have no URI reference (R11).
        let is_better_rooted = match discard {
            0 => self.path_count() == 0 && !target.begins_with_two_slashes(),
            // A discard value of two bytes is longer than `true`.
            LONG.. => common == 0 && !rootless && !(most < usize::MAX && target.begins_with_two_slashes()),
            _ => false,
        };
        if discard > DISCARD_MAX as usize || is_better_rooted {
            reference.discard = DISCARD_ALL;
            if target.path_count() > 0 {
                reference.flags |= PATH_SET;
            }
            return;
        }
        // A base without a path has no segment to discard, so any discard value has the same result (R8, R43).
        reference.discard = if self.path_count() == 0 { 1 } else { discard as u8 };

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
