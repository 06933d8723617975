// SPDX-License-Identifier: MIT OR Apache-2.0
//! The authority section of a CRI: `[?userinfo, host, ?port]` (C2 to C7).

use super::Cri;
use super::items::Items;
use super::text::Text;
use crate::bytes::chars::{IN_HOST, IN_USERINFO};
use crate::bytes::output::Output;
use crate::bytes::utf8::checked_str;
use crate::bytes::{before, ip};
use crate::cbor::write::Heads;
use crate::cbor::{ARRAY, FALSE, TRUE, read};
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme;
use core::net::IpAddr;

/// The kind of an authority section.
///
/// ```
/// use cri::{AuthorityKind, CriBuf};
///
/// let kind = |uri: &str| Ok::<_, cri::Error>(uri.parse::<CriBuf<32>>()?.cri().authority_kind());
/// assert_eq!(kind("coap://h/a")?, AuthorityKind::Host);
/// assert_eq!(kind("file:/a")?, AuthorityKind::Rooted);
/// assert_eq!(kind("mailto:a@b")?, AuthorityKind::Rootless);
/// assert_eq!(kind("../a")?, AuthorityKind::NotSet);
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum AuthorityKind {
    /// The authority is not set, because the reference begins with a discard value.
    NotSet = 0,
    /// The authority is null: there is no authority, and the path is rooted.
    Rooted = 1,
    /// The authority is true: there is no authority, and the path is rootless.
    Rootless = 2,
    /// The authority has a host.
    Host = 3,
}

/// The host of an authority.
///
/// ```
/// use cri::{CriBuf, Host};
///
/// let cri: CriBuf<32> = "coap://sensor.example".parse()?;
/// let cri = cri.cri();
/// if let Some(Host::Name(labels)) = cri.authority().map(|authority| authority.host) {
///     let labels: Vec<_> = labels.filter_map(|label| label.as_str()).collect();
///     assert_eq!(labels, ["sensor", "example"]);
/// }
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Host<'a> {
    /// A registered name, as its labels. The empty name has no labels, however it is written (R5, R31).
    Name(Items<'a>),
    /// An IPv4 or IPv6 address, with its zone identifier if there is one.
    Address(Address<'a>),
}

/// The host address of an authority.
///
/// ```
/// use cri::{Cri, Error, Host, Revision};
///
/// // [-1, [h'fe80…01', "eth0"]]
/// let data = b"\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64eth0";
/// let cri = Cri::parse_exact(Revision::Href27, data)?;
/// let Some(Host::Address(address)) = cri.authority().map(|authority| authority.host) else {
///     return Err(Error::NoHost);
/// };
/// assert_eq!(address.ip().map(|ip| ip.to_string()).as_deref(), Some("fe80::1"));
/// assert_eq!(address.zone(), Some("eth0"));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address<'a> {
    pub(crate) octets: &'a [u8],
    pub(crate) zone: Option<&'a [u8]>,
}

impl<'a> Address<'a> {
    /// Returns the 4 or 16 octets in network order.
    ///
    /// ```
    /// use cri::{CriBuf, Host};
    ///
    /// let cri: CriBuf<32> = "coap://192.0.2.1".parse()?;
    /// let cri = cri.cri();
    /// if let Some(Host::Address(address)) = cri.authority().map(|authority| authority.host) {
    ///     assert_eq!(address.octets(), [192, 0, 2, 1]);
    /// }
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn octets(&self) -> &'a [u8] {
        self.octets
    }

    /// Returns the zone identifier, if there is one. Linear.
    pub fn zone(&self) -> Option<&'a str> {
        self.zone.map(checked_str)
    }

    /// Returns the address as a type of `core`, without the zone identifier. It is never `None` for a host of a checked
    /// CRI.
    #[must_use]
    pub fn ip(&self) -> Option<IpAddr> {
        ip::of_octets(self.octets)
    }
}

impl Host<'_> {
    /// Returns the address if the host is an address.
    ///
    /// ```
    /// use core::net::{IpAddr, Ipv4Addr};
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://192.0.2.1".parse()?;
    /// let address = cri.cri().authority().and_then(|authority| authority.host.ip());
    /// assert_eq!(address, Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1))));
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn ip(&self) -> Option<IpAddr> {
        match self {
            Self::Address(address) => address.ip(),
            Self::Name(_) => None,
        }
    }
}

/// The user information, host and port of an authority section.
///
/// ```
/// use cri::{CriBuf, Error};
///
/// let cri: CriBuf<32> = "coap://user@h.example:61616".parse()?;
/// let cri = cri.cri();
/// let authority = cri.authority().ok_or(Error::NoHost)?;
/// assert_eq!(authority.userinfo.and_then(|userinfo| userinfo.as_str()), Some("user"));
/// assert_eq!(authority.port, Some(61616));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Authority<'a> {
    /// The user information, which may be empty.
    pub userinfo: Option<Text<'a>>,
    /// The host.
    pub host: Host<'a>,
    /// The port.
    pub port: Option<u16>,
}

/// Returns the class of the characters that are literal in user information (C3). In revision 27, it includes the colon
/// (href-27 userinfo).
pub(crate) fn userinfo_class(revision: Revision) -> u8 {
    // href-27 userinfo, C3
    if revision.has_literal_colon_in_userinfo() { IN_USERINFO } else { IN_HOST }
}

/// True if an address of `length` bytes may have a zone identifier (C4). An address of 4 bytes may have a zone
/// identifier only in revision 27.
pub(crate) fn may_have_zone(length: usize, revision: Revision) -> bool {
    // href-27 zone-id, C4, href 5.1 zone-id
    length != 4 || revision.has_zone_after_ipv4()
}

/// True if a name of `count` labels would read back as an IPv4 address (R56): exactly four labels, all decimal octets.
pub(crate) fn is_disguised(count: usize, all_octets: impl FnOnce() -> bool) -> bool {
    // R56
    count == 4 && all_octets()
}

/// True if all labels are decimal octets. Names rarely end with a digit, so the last byte is tested first.
#[inline(always)]
pub(super) fn are_octets(labels: &[u8]) -> bool {
    labels.last().is_some_and(u8::is_ascii_digit) && all_octets(labels)
}

#[cold]
fn all_octets(labels: &[u8]) -> bool {
    let mut rest = labels;
    while let Some(label) = read::item(&mut rest) {
        if !ip::is_octet(read::content(label)) {
            return false;
        }
    }
    true
}

/// Returns the labels of a name, or no labels if the only label is empty (R31). Fast path: a first label of 1 to 23
/// bytes is not empty, so the other labels are not read.
fn without_empty(labels: &[u8]) -> &[u8] {
    match labels.first() {
        // R31
        Some(0x60 | 0x78..) if read::content(labels).is_empty() => read::content(labels),
        _ => labels,
    }
}

impl<'a> Authority<'a> {
    /// Splits a checked authority array into user information, host and port. Linear in the number of labels.
    pub(crate) fn of_item(item: &'a [u8]) -> Self {
        let mut rest = read::content(item);
        let mut userinfo = None;
        if rest.first() == Some(&FALSE) {
            read::item(&mut rest);
            userinfo = read::item(&mut rest).map(Text::of_item);
        }
        let host = if let Some(0x40..=0x5b) = rest.first() {
            let address = read::item(&mut rest).map_or(&[][..], read::content);
            let zone = match rest.first() {
                Some(0x60..) => read::item(&mut rest).map(read::content),
                _ => None,
            };
            Host::Address(Address { octets: address, zone })
        } else {
            let labels = rest;
            while let Some(0x60..) = rest.first() {
                if read::item(&mut rest).is_none() {
                    break;
                }
            }
            Host::Name(Items::new(without_empty(before(labels, rest)), &[]))
        };
        let port = if rest.is_empty() { None } else { Some(read::argument(rest) as u16) };
        Self { userinfo, host, port }
    }
}

impl<'a> Cri<'a> {
    /// Returns the kind of the authority section.
    ///
    /// ```
    /// use cri::{AuthorityKind, CriBuf};
    ///
    /// let cri: CriBuf<32> = "urn:oid:2.5".parse()?;
    /// assert_eq!(cri.cri().authority_kind(), AuthorityKind::Rootless);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn authority_kind(&self) -> AuthorityKind {
        match self.authority.first() {
            Some(&TRUE) => AuthorityKind::Rootless,
            Some(_) => AuthorityKind::Host,
            None if self.scheme.is_empty() => AuthorityKind::NotSet,
            None => AuthorityKind::Rooted,
        }
    }

    /// Returns user information, host and port, if there is a host. Linear in the number of labels.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h.example:61616/a".parse()?;
    /// assert_eq!(cri.cri().authority().and_then(|authority| authority.port), Some(61616));
    /// let reference: CriBuf<32> = "../a".parse()?;
    /// assert!(reference.cri().authority().is_none());
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn authority(&self) -> Option<Authority<'a>> {
        match self.authority_kind() {
            AuthorityKind::Host => Some(Authority::of_item(self.authority)),
            _ => None,
        }
    }

    /// Returns the host, if there is one: [`Authority::host`]. Linear in the number of labels.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://192.0.2.1/a".parse()?;
    /// assert_eq!(cri.host().and_then(|host| host.ip()), Some([192, 0, 2, 1].into()));
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn host(&self) -> Option<Host<'a>> {
        self.authority().map(|authority| authority.host)
    }

    /// Returns the port, if there is one: [`Authority::port`]. [`Cri::effective_port`] knows default ports. Linear in
    /// the number of labels.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// assert_eq!("coap://h:61616/a".parse::<CriBuf<32>>()?.port(), Some(61616));
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.authority().and_then(|authority| authority.port)
    }

    /// Returns the default port of the scheme, if it is known. The scheme is given as a number or a name.
    pub(crate) fn default_port(&self) -> Option<u16> {
        match self.scheme.first() {
            None => None,
            Some(0x60..) => scheme::default_port_of_name(read::content(self.scheme)),
            Some(_) => scheme::default_port(self.revision, read::number(self.scheme)),
        }
    }

    /// True if an empty path and a path of one empty segment are equivalent in the scheme, which is given as a number
    /// or a name (R30).
    pub(crate) fn has_one_root(&self) -> bool {
        match self.scheme.first() {
            None => false,
            Some(0x60..) => scheme::has_one_root_of_name(read::content(self.scheme)),
            Some(_) => scheme::has_one_root(self.revision, read::argument(self.scheme) as u64),
        }
    }

    /// Returns the port, or the default port of the scheme if there is no port (C7). Fails with `SchemeUnknown` if
    /// there is no port and no known default port. Linear in the number of labels.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// assert_eq!("coaps://h".parse::<CriBuf<32>>()?.cri().effective_port(), Ok(5684));
    /// assert_eq!("coaps://h:61617".parse::<CriBuf<32>>()?.cri().effective_port(), Ok(61617));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn effective_port(&self) -> Result<u16, Error> {
        self.port().or_else(|| self.default_port()).ok_or(Error::SchemeUnknown)
    }

    /// Returns whether the authority has user information, and the items after the user information. Without a host,
    /// there are no items.
    #[cfg_attr(speed, inline(always))]
    pub(crate) fn host_and_port(&self) -> (bool, &'a [u8]) {
        let mut rest = read::content(self.authority);
        let userinfo = rest.first() == Some(&FALSE);
        if userinfo {
            read::item(&mut rest);
            read::item(&mut rest);
        }
        (userinfo, rest)
    }

    /// Writes the authority without its user information. Writes nothing if there is no user information. Linear.
    pub(crate) fn put_bare_authority(&self, output: &mut Output<'_>) {
        let (userinfo, rest) = self.host_and_port();
        if userinfo {
            output.head(ARRAY, read::argument(self.authority).saturating_sub(2));
            output.put(rest);
        }
    }

    /// Returns this CRI with another authority, or unchanged if `authority` is empty.
    pub(crate) fn with_authority_item(&self, authority: &'a [u8]) -> Self {
        if authority.is_empty() { *self } else { Self { authority, whole: &[], ..*self } }
    }

    /// Returns this CRI without its user information, which may be a password (RFC 3986 section 7.5). If there was user
    /// information, the new view's authority is in `scratch`. Fails with `Buffer` if the new authority does not fit. A
    /// scratch as long as the old authority is always large enough. Linear.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "http://me:secret@h/a".parse()?;
    /// let (cri, mut scratch) = (cri.cri(), [0; 32]);
    /// assert_eq!(cri.without_userinfo(&mut scratch)?.to_string(), "http://h/a");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn without_userinfo(&self, scratch: &'a mut [u8]) -> Result<Self, Error> {
        let mut output = Output::new(scratch);
        self.put_bare_authority(&mut output);
        Ok(self.with_authority_item(output.into_written()?))
    }
}
