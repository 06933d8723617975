// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the authority of a URI reference, and writes it for a CRI (RFC 3986 section 3.2, R12).

use super::characters::{Rules, has_pet};
use super::component::{Component, put_component, put_list_items};
use crate::bytes::chars::triplet;
use crate::bytes::output::Output;
use crate::bytes::scan::Groups;
use crate::bytes::sink::Sink;
use crate::bytes::{ip, utf8, words};
use crate::cbor::write::{Heads, put_head_at};
use crate::cbor::{ARRAY, BYTES, FALSE, UINT};
use crate::error::Error;
use crate::revision::Revision;
use crate::uri::{HostKind, Part, Uri};

/// The components of an authority. They were checked, but not decoded.
pub(crate) struct UriAuthority<'u> {
    pub(crate) userinfo: Option<&'u [u8]>,
    pub(crate) host: UriHost<'u>,
    pub(crate) port: Option<u16>,
}

pub(crate) enum UriHost<'u> {
    /// A host name that is not empty.
    Name(Component<'u>),
    Empty,
    Ipv4([u8; 4]),
    Ipv6(Groups, Option<&'u [u8]>),
}

impl<'u> UriAuthority<'u> {
    /// Returns the authority of a text without host, user information and port: `//`.
    pub(crate) fn empty() -> Self {
        Self { userinfo: None, host: UriHost::Empty, port: None }
    }

    /// Reads the authority of a reference, which must have an authority (RFC 3986 section 3.2). Keeps a port even if it
    /// is the default port of the scheme.
    pub(crate) fn read(&mut self, revision: Revision, uri: &Uri<'u>) -> Result<(), Error> {
        // The user information is between two slashes and an at sign.
        let range = uri.range(Part::Userinfo);
        self.userinfo = range.get(2..).and_then(<[u8]>::split_last).map(|(_, userinfo)| userinfo);
        // href-27 userinfo, RFC 3986 3.2.1 password
        if !revision.has_literal_colon_in_userinfo() && self.userinfo.is_some_and(|userinfo| words::has(userinfo, b':'))
        {
            return Err(Error::NoCri);
        }
        let host = uri.range(Part::Host);
        self.host.read(revision, uri, Component::of(uri, Part::Host, host))?;
        let port = uri.range(Part::Port).split_first();
        self.port = port.map_or(Ok(None), |(_, digits)| parse_port(digits))?;
        Ok(())
    }

    /// Writes the authority as an array (RFC 3986 section 3.2). The port is its last item.
    pub(super) fn put<const KEEP_PET: bool>(&self, output: &mut Output<'_>, revision: Revision) {
        let start = output.position();
        output.advance(1);
        let mut count = 0;
        // R48
        if let Some(userinfo) = self.userinfo {
            output.byte(FALSE);
            put_component(output, userinfo, Rules::userinfo(revision));
            count = 2;
        }
        count += self.host.put::<KEEP_PET>(output);
        if let Some(port) = self.port {
            output.head(UINT, port as usize);
            count += 1;
        }
        put_head_at(output, start, ARRAY, count);
    }
}

fn put_bytes(sink: &mut impl Sink, bytes: &[u8]) {
    sink.head(BYTES, bytes.len());
    sink.put(bytes);
}

/// Reads a port. Returns `None` if there are no digits. A port with a leading zero or above 65535 is refused (C6).
fn parse_port(digits: &[u8]) -> Result<Option<u16>, Error> {
    if digits.is_empty() {
        return Ok(None);
    }
    // C6
    if digits.len() > 5 || (digits.len() > 1 && digits.first() == Some(&b'0')) {
        return Err(Error::UriPort);
    }
    let number = digits.iter().fold(0u32, |number, digit| number * 10 + u32::from(digit & 15));
    u16::try_from(number).map(Some).map_err(|_| Error::UriPort)
}

/// Returns the IPv4 address to which a host name with triplets decodes, if it decodes to one (R12). The text of an IPv4
/// address has at most 15 characters.
pub(crate) fn parse_encoded_ipv4(name: &[u8]) -> Option<[u8; 4]> {
    let (mut decoded, mut length, mut rest) = ([0; 15], 0, name);
    while let Some(first) = rest.first() {
        let (octet, width) = triplet(rest).map_or((*first, 1), |octet| (octet, 3));
        *decoded.get_mut(length)? = octet;
        length += 1;
        rest = rest.get(width..)?;
    }
    decoded.get(..length).and_then(ip::parse_ipv4)
}

impl<'u> UriHost<'u> {
    /// Reads a host. `self` must be [`UriHost::Empty`].
    fn read(&mut self, revision: Revision, uri: &Uri<'u>, component: Component<'u>) -> Result<(), Error> {
        let name = component.text;
        match name {
            [] => return Ok(()),
            // C4
            [b'[', literal @ .., b']'] => return self.read_literal(revision, uri, literal),
            // RFC 3986 7.4
            _ if uri.host_kind() == HostKind::Ipv4 => {
                let [[a, b], [c, d], ..] = uri.groups;
                *self = Self::Ipv4([a, b, c, d]);
                return Ok(());
            }
            // R12
            [b'0'..=b'9' | b'%', ..] if component.may_have_triplets => {
                if let Some(address) = parse_encoded_ipv4(name) {
                    *self = Self::Ipv4(address);
                    return Ok(());
                }
            }
            _ => {}
        }
        *self = Self::Name(component);
        Ok(())
    }

    /// Reads the text between brackets: an IPv6 address and, in revision 13, a zone identifier after `%25` (RFC 6874).
    fn read_literal(&mut self, revision: Revision, uri: &Uri<'u>, text: &'u [u8]) -> Result<(), Error> {
        // `uri.literal` is the length of the opening bracket and the address. A zone identifier follows after `%25`.
        let zone = match uri.literal.into() {
            0 => return Err(Error::UriHost),
            length => text.get(length + 2..),
        };
        if let Some(zone) = zone {
            // href-27 zone-id, RFC 6874 2
            if !revision.has_zone_in_uri() {
                return Err(Error::Zone);
            }
            // A zone identifier cannot contain PET.
            if has_pet(zone, Rules::ZONE) {
                return Err(Error::UriHost);
            }
        }
        *self = Self::Ipv6(uri.address(), zone);
        Ok(())
    }

    /// Writes the items of the host, and returns the number of items.
    fn put<const KEEP_PET: bool>(&self, output: &mut Output<'_>) -> usize {
        match self {
            Self::Empty => 0,
            Self::Name(name) if name.may_have_triplets => put_labels::<KEEP_PET>(output, name.text),
            Self::Name(name) => {
                // R12, RFC 3986 3.2.2 case, RFC 7252 6.3
                let fold = !utf8::has_no_upper(name.text);
                put_list_items(output, name.text, false, b'.', Rules { fold, ..Rules::HOST })
            }
            Self::Ipv4(address) => {
                put_bytes(output, address);
                1
            }
            Self::Ipv6(address, zone) => {
                put_bytes(output, address.as_flattened());
                if let Some(zone) = zone {
                    put_component(output, zone, Rules::ZONE);
                }
                1 + usize::from(zone.is_some())
            }
        }
    }
}

/// Writes the labels of a host name with triplets. Returns the number of labels.
#[inline(never)]
fn put_labels<const KEEP_PET: bool>(output: &mut Output<'_>, name: &[u8]) -> usize {
    let rules = Rules::HOST.keeping::<KEEP_PET>();
    Labels::new(name).map(|label| put_component(output, label, rules)).count()
}

/// An iterator over the labels of a host name. The dots between labels may be percent-encoded (R12).
pub(crate) struct Labels<'u>(Option<&'u [u8]>);

impl<'u> Labels<'u> {
    pub(crate) fn new(name: &'u [u8]) -> Self {
        Self(Some(name))
    }
}

impl<'u> Iterator for Labels<'u> {
    type Item = &'u [u8];

    fn next(&mut self) -> Option<&'u [u8]> {
        let name = self.0.take()?;
        let mut at = 0;
        while let Some(byte) = name.get(at) {
            let size = match (*byte, name.get(at..)) {
                (b'.', _) => 1,
                // href SP2
                (b'%', Some([_, b'2', e, ..])) if e | 0x20 == b'e' => 3,
                _ => {
                    at += 1;
                    continue;
                }
            };
            self.0 = name.get(at + size..);
            return name.get(..at);
        }
        Some(name)
    }
}
