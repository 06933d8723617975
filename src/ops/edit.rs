// SPDX-License-Identifier: MIT OR Apache-2.0
//! Views with another authority, or with another prefix of origin and path (R52).

use crate::cri::authority::AuthorityKind;
use crate::cri::{CANONICAL_ITEMS, Cri, DISCARD_ALL, PATH_SET, PLAIN_HOST};
use crate::error::Error;

impl<'a> Cri<'a> {
    /// Returns this CRI with the user information, the host and the port of another CRI. The scheme stays the same: if
    /// `other` has no port, the result has the default port of this CRI's scheme (R52).
    ///
    /// Fails with `Revision` if the CRIs are of different revisions, with `NotFull` if this CRI has no scheme, and with
    /// `NoHost` if either CRI has no host. Constant time.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let request: CriBuf<32> = "coap://all.example/temp?u=C".parse()?;
    /// let responder: CriBuf<32> = "coap://192.0.2.7:61616".parse()?;
    /// let base = request.cri().with_authority(&responder.cri())?;
    /// assert_eq!(base.to_string(), "coap://192.0.2.7:61616/temp?u=C");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn with_authority(&self, other: &Self) -> Result<Self, Error> {
        self.check_revision(other)?;
        self.check_full_with_host()?;
        if other.authority_kind() != AuthorityKind::Host {
            return Err(Error::NoHost);
        }
        let flags = self.flags & !PLAIN_HOST & (other.flags | !CANONICAL_ITEMS) | other.flags & PLAIN_HOST;
        Ok(Self { flags, ..self.with_authority_item(other.authority) })
    }

    /// Fails with `NotFull` if there is no scheme, and with `NoHost` if there is no host.
    pub(crate) fn check_full_with_host(&self) -> Result<(), Error> {
        match self.authority_kind() {
            _ if !self.is_full() => Err(Error::NotFull),
            AuthorityKind::Host => Ok(()),
            _ => Err(Error::NoHost),
        }
    }

    /// Replaces a prefix by another one: the origin and the first segments of the path, for reverse proxies (R52).
    ///
    /// A prefix is a full CRI, or a path: a reference that discards all segments of the base's path, and has no
    /// authority. Query and fragment of a prefix are ignored.
    ///
    /// - This CRI must have the origin of `prefix`, as [`Cri::same_origin`] decides, unless `prefix` is a path, which
    ///   fits every origin. Its path must be the path of `prefix` or under it, as [`Cri::path_under`] decides.
    /// - The result has the scheme and the authority of `replacement` or, if that is a path, of this CRI. Its path
    ///   consists of the segments of `replacement` and the segments of this CRI after those of `prefix`. An empty
    ///   segment at the end of `replacement` is omitted if other segments follow. Query and fragment stay the same.
    ///
    /// Fails with `Prefix` if this CRI is not under the prefix, with `Base` if `prefix` or `replacement` is another
    /// kind of reference, with `NotFull` if the path of this CRI depends on a base or if the CRI has no scheme to
    /// compare, with `Revision` if the CRIs are of different revisions, and with `NotValid` if the result would be a
    /// full CRI that has no URI (R4). Fails with `Pieces` if the path would be in more than two pieces, as
    /// [`Cri::resolve`] does. Linear in the paths and the hosts.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let public: CriBuf<32> = "coap://gw.example/dev/7".parse()?;
    /// let backend: CriBuf<32> = "coap://192.0.2.7".parse()?;
    /// let request: CriBuf<64> = "coap://gw.example/dev/7/temp?u=C".parse()?;
    /// let forwarded = request.cri().replace_prefix(&public.cri(), &backend.cri())?;
    /// assert_eq!(forwarded.to_string(), "coap://192.0.2.7/temp?u=C");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn replace_prefix(&self, prefix: &Self, replacement: &Self) -> Result<Self, Error> {
        self.check_revision(replacement)?;
        if !prefix.is_prefix() || !replacement.is_prefix() {
            return Err(Error::Base);
        }
        // R52
        if prefix.is_full() && !self.same_origin(prefix)? {
            return Err(Error::Prefix);
        }
        let rest = self.path_under(prefix)?.ok_or(Error::Prefix)?;
        let mut made = Self { path_count: rest.count(), whole: &[], ..*self };
        [made.path, made.path_tail] = if rest.rest.is_empty() { [rest.tail, &[]] } else { [rest.rest, rest.tail] };
        let kept = replacement.segments_before(made.path_count);
        if kept > 0 {
            replacement.keep(kept, &mut made)?;
        }
        made.flags = (self.flags & (replacement.flags | !CANONICAL_ITEMS)) | PATH_SET;
        if replacement.is_full() {
            (made.scheme, made.authority) = (replacement.scheme, replacement.authority);
            made.flags = made.flags & !PLAIN_HOST | replacement.flags & PLAIN_HOST;
            if made.query_count() == 0 {
                // A full CRI does not store an empty query.
                made.query = &[];
            }
        }
        // href 2.1 two-slashes, R4
        if made.is_full() && !made.is_valid_full() { Err(Error::NotValid) } else { Ok(made) }
    }

    /// True if the path is complete, and an authority comes with a scheme.
    pub(crate) fn is_prefix(&self) -> bool {
        self.discard == DISCARD_ALL && (self.is_full() || self.authority.is_empty())
    }

    /// Returns the number of segments that precede `following` other segments if this CRI becomes a prefix of them. An
    /// empty segment at the end is the slash before the next segment.
    #[expect(clippy::double_ended_iterator_last, reason = "next_back() takes more flash")]
    pub(crate) fn segments_before(&self, following: usize) -> usize {
        let ends_with_slash = following > 0 && self.path().last().is_some_and(|last| last.is_empty());
        self.path_count.saturating_sub(usize::from(ends_with_slash))
    }
}
