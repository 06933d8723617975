// SPDX-License-Identifier: MIT OR Apache-2.0
//! L3. Reference resolution (href section 5.3, R6 to R9).

use crate::cbor::read;
use crate::cri::{Cri, DISCARD_ALL, PATH_SET, SHORTEST};
use crate::cri::authority::AuthorityKind;
use crate::error::Error;

impl<'a> Cri<'a> {
    /// Resolves a reference against this base, into a view that borrows from both.
    ///
    /// `Revision` if they are of different revisions, `NotFull` if the base has no scheme, `NotValid`
    /// if the result would be a full CRI that has no URI (R4), `Limit` if the path would be in more
    /// than two pieces: a base that is itself a resolved view, and keeps segments of both its pieces
    /// below segments of the reference. Encode and parse such a base first.
    ///
    /// Takes time proportional to the number of segments kept, and constant time where the reference
    /// discards none or all of them; no buffer.
    pub fn resolve(&self, reference: &Self) -> Result<Self, Error> {
        if self.revision != reference.revision {
            return Err(Error::Revision);
        }
        if !self.is_full() {
            return Err(Error::NotFull);
        }
        if reference.is_full() {
            return Ok(*reference);
        }
        let mut result = *reference;
        result.scheme = self.scheme;
        result.discard = DISCARD_ALL;
        result.flags = PATH_SET | (self.flags & reference.flags & SHORTEST);
        if !reference.authority.is_empty() {
            if reference.query_count() == 0 {
                result.query = &[];
            }
            return result.checked();
        }
        result.authority = self.authority;
        if reference.discard == DISCARD_ALL {
            if self.authority_kind() == AuthorityKind::Rootless {
                result.authority = &[];
            }
        } else {
            result.keep(self, self.path_count().saturating_sub(reference.discard as usize))?;
        }
        // Of query and fragment the base's are kept only by a reference that neither discards nor
        // sets what is before them.
        let keeps_query = reference.discard == 0 && !reference.path_is_set() && reference.query.is_empty();
        if keeps_query {
            result.query = self.query;
            if reference.fragment.is_empty() {
                result.fragment = self.fragment;
            }
        } else if reference.query_count() == 0 {
            result.query = &[];
        }
        result.checked()
    }

    #[inline(always)]
    fn checked(self) -> Result<Self, Error> {
        if self.authority_kind() != AuthorityKind::Host {
            self.check_full()?;
        }
        Ok(self)
    }

    /// Puts the first `count` segments of the base's path before this path.
    #[inline(always)]
    fn keep(&mut self, base: &Self, count: usize) -> Result<(), Error> {
        let (path, tail) = (self.path, self.path_tail);
        let first = count.min(base.path_count);
        let second = count - first;
        let kept = prefix(base.path, base.path_count, first);
        let kept_tail = prefix(base.path_tail, base.path_tail_count, second);
        let mut pieces = [(kept, first), (kept_tail, second), (path, self.path_count), (tail, self.path_tail_count)]
            .into_iter()
            .filter(|piece| piece.1 > 0);
        (self.path, self.path_count) = pieces.next().unwrap_or((&[], 0));
        (self.path_tail, self.path_tail_count) = pieces.next().unwrap_or((&[], 0));
        if pieces.next().is_some() { Err(Error::Limit) } else { Ok(()) }
    }
}

/// The first `count` of `all` segments. CBOR cannot be walked backwards, so the kept ones are walked.
#[inline(always)]
fn prefix(segments: &[u8], all: usize, count: usize) -> &[u8] {
    if count == all {
        return segments;
    }
    let mut rest = segments;
    for _ in 0..count {
        if read::item(&mut rest).is_none() {
            break;
        }
    }
    segments.get(..segments.len() - rest.len()).unwrap_or(&[])
}
