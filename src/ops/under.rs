// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prefix matching of paths, for dispatch and authorisation (RFC 7252 section 6.4).

use crate::cri::items::Items;
use crate::cri::lone_segment::{is_lone_empty, is_lone_empty_walked};
use crate::cri::text::Text;
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;

impl<'a> Cri<'a> {
    /// Returns the segments of this path that follow the path of `prefix`. There are no such segments if the paths are
    /// equal. Returns `None` if this path neither equals `prefix` nor is under it.
    ///
    /// Only the paths are compared. They must be complete, like the paths of full CRIs and of references that discard
    /// all segments. Fails with `NotFull` if they are not, and with `Revision` if the CRIs are of different revisions.
    /// Linear in the length of the prefix.
    ///
    /// `/a/b` is under `/a/` and under `/a`, and the result is `b` in both cases. `/a` is not under `/a/`. For `/a/`
    /// under itself, the result is empty. It does not matter whether a path is rooted: `urn:a` is under `/a`. Segments
    /// match if they have the same octets, percent-encoded or not: `/a;b` is under `/a%3Bb` (R41). As in CoAP, a path
    /// of one empty segment is the same as an empty path.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let prefix: CriBuf<32> = "/rooms".parse()?;
    /// let cri: CriBuf<32> = "coap://h/rooms/1/temp".parse()?;
    /// let (prefix, cri) = (prefix.cri(), cri.cri());
    /// let rest = cri.path_under(&prefix)?;
    /// assert_eq!(rest.map(|segments| segments.count()), Some(2));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn path_under(&self, prefix: &Self) -> Result<Option<Items<'a>>, Error> {
        self.check_revision(prefix)?;
        if prefix.discard != DISCARD_ALL {
            return Err(Error::Base);
        }
        if self.discard != DISCARD_ALL {
            return Err(Error::NotFull);
        }
        Ok(rest_under(self.path(), prefix, Iterator::next))
    }
}

/// Returns the segments of a path after the segments of `prefix`, or `None` if the path neither equals the path of
/// `prefix` nor is under it, as [`Cri::path_under`] explains. `next` returns the next segment of a path.
pub(crate) fn rest_under<'t, P: Copy>(
    mut path: P,
    prefix: &Cri<'_>,
    next: impl Fn(&mut P) -> Option<Text<'t>>,
) -> Option<P> {
    let mut left = prefix.path_count();
    for segment in prefix.path() {
        left = left.saturating_sub(1);
        // An empty segment at the end of the prefix is its slash. A segment must follow it, except after the root.
        if left == 0 && segment.is_empty() {
            let is_root = is_lone_empty(prefix.path_count(), || true);
            let is_under = is_root || next(&mut { path }).is_some();
            return if is_under { Some(without_lone(path, next)) } else { None };
        }
        // R41
        if !next(&mut path)?.same_octets(&segment) {
            return None;
        }
    }
    Some(if prefix.path_count() == 0 { without_lone(path, next) } else { path })
}

/// Returns the rest of a path, or no segments if the rest is one empty segment.
fn without_lone<'t, P: Copy>(path: P, next: impl Fn(&mut P) -> Option<Text<'t>>) -> P {
    let mut after = path;
    let first_is_empty = next(&mut after).is_some_and(|first| first.is_empty());
    if is_lone_empty_walked(first_is_empty, || next(&mut { after }).is_some()) { after } else { path }
}
