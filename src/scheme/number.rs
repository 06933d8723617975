// SPDX-License-Identifier: MIT OR Apache-2.0
//! The type of scheme numbers.

use super::{default_port, name, number, number_of_id};
use crate::revision::Revision;

/// The number n of a scheme, whose scheme id in a CRI is `-1 - n` (C1).
///
/// The same number may mean different schemes in the two revisions, so functions for names and ports take the revision.
/// The constants are the numbers of the short-numbered schemes for which both revisions agree. The numbers of coap+ws
/// and coaps+ws differ.
///
/// ```
/// use cri::{Revision, SchemeNumber};
///
/// let scheme = SchemeNumber::from_name(Revision::Href27, "coaps");
/// assert_eq!(scheme, Some(SchemeNumber::COAPS));
/// assert_eq!(SchemeNumber::COAPS.name(Revision::Href27), Some("coaps"));
/// assert_eq!(SchemeNumber::COAPS.default_port(Revision::Href27), Some(5684));
/// assert_eq!(SchemeNumber::COAPS.id(), -2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct SchemeNumber(pub(crate) u64);

impl SchemeNumber {
    /// CoAP over UDP.
    pub const COAP: Self = Self(0);
    /// CoAP over DTLS.
    pub const COAPS: Self = Self(1);
    /// HTTP.
    pub const HTTP: Self = Self(2);
    /// HTTP over TLS.
    pub const HTTPS: Self = Self(3);
    /// URNs.
    pub const URN: Self = Self(4);
    /// Decentralized identifiers.
    pub const DID: Self = Self(5);
    /// CoAP over TCP.
    pub const COAP_TCP: Self = Self(6);
    /// CoAP over TLS.
    pub const COAPS_TCP: Self = Self(7);

    /// Returns the scheme with the number `number`, which need not be registered.
    ///
    /// ```
    /// use cri::SchemeNumber;
    ///
    /// assert_eq!(SchemeNumber::new(1), SchemeNumber::COAPS);
    /// assert_eq!(SchemeNumber::COAPS.get(), 1);
    /// ```
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// Returns the number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Returns the scheme with the scheme id `id`, or `None` if the id is not negative.
    ///
    /// ```
    /// use cri::SchemeNumber;
    ///
    /// assert_eq!(SchemeNumber::from_id(-2), Some(SchemeNumber::COAPS));
    /// assert_eq!(SchemeNumber::from_id(2), None);
    /// ```
    pub fn from_id(id: i64) -> Option<Self> {
        number_of_id(id).map(Self)
    }

    /// Returns the scheme id, a negative number.
    #[must_use]
    pub const fn id(self) -> i128 {
        -1 - self.0 as i128
    }

    /// Returns the scheme with the name `name`, or `None` if the revision's registry has no such name.
    ///
    /// The match is exact: a name in upper case has no number. With `--cfg cri_short_schemes`, only the ten
    /// short-numbered schemes are known. The search takes constant time for these schemes. For other schemes, it is a
    /// binary search. See draft-ietf-core-href-13 section 5.1 and Appendix A.
    ///
    /// ```
    /// use cri::{Revision, SchemeNumber};
    ///
    /// assert_eq!(SchemeNumber::from_name(Revision::Href13, "coap+ws"), Some(SchemeNumber::new(8)));
    /// assert_eq!(SchemeNumber::from_name(Revision::Href27, "coap+ws"), Some(SchemeNumber::new(24)));
    /// assert_eq!(SchemeNumber::from_name(Revision::Href27, "COAP"), None);
    /// ```
    pub fn from_name(revision: Revision, name: impl AsRef<[u8]>) -> Option<Self> {
        number(revision, name.as_ref()).map(Self)
    }

    /// Returns the name of the scheme, in lower case, or `None` if the revision's registry has no such number.
    ///
    /// With `--cfg cri_short_schemes`, only the ten short-numbered schemes are known. The search takes constant time
    /// for these schemes. For other schemes, it is linear in the size of the registry. See draft-ietf-core-href-13
    /// section 5.1 and Appendix A.
    #[must_use]
    pub fn name(self, revision: Revision) -> Option<&'static str> {
        name(revision, self.0)
    }

    /// Returns the default port of the scheme, or `None` if it is not known (C7, R28).
    ///
    /// The ports of `iana/ports.csv` are known, with or without `--cfg cri_short_schemes`. The search takes constant
    /// time for the ten short-numbered schemes. For other schemes, it is linear in the length of the list.
    #[must_use]
    pub fn default_port(self, revision: Revision) -> Option<u16> {
        default_port(revision, self.0)
    }
}

impl From<u64> for SchemeNumber {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

impl From<SchemeNumber> for u64 {
    fn from(scheme: SchemeNumber) -> Self {
        scheme.0
    }
}
