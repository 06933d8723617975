// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. From a URI to a CRI, or from a URI reference to a CRI reference (href section 6, R12 to R14).
//!
//! The text is gone through once to find and check its components, and once to write them. Only dot
//! segments need a third pass: what a `..` takes away is before it, so such a path is written from
//! its end.

use super::component::{Rules, has_pet, put_component, put_list, put_plain_items};
use super::path::{PathKind, Segments};
use crate::cbor::write::{Byte, Output, Sink, put_long_head};
use crate::cbor::{ARRAY, BYTES, FALSE, NINT, NULL, TEXT, TRUE, UINT};
use crate::chars::{
    IN_FRAGMENT, IN_HOST, IN_PARAMETER, IN_PATH, IN_SCHEME, IN_USERINFO, UNRESERVED, hex_value, run, triplet,
};
use crate::cri::DISCARD_ALL;
use crate::error::Error;
use crate::revision::Revision;
use crate::{ip, scheme, utf8};

/// Writes the CRI of a URI, or the CRI reference of a URI reference, in canonical form.
///
/// The result converts back to the syntax-normalised text (R12). Errors: `UriNotAscii`; `UriSyntax` for
/// what is no URI reference; `UriPort`, `UriHost`, `Zone` for a port, an IP literal or a zone identifier
/// that no CRI has; `NoCri` for what else no CRI has (a path that would begin an authority, a `:` in
/// userinfo in revision 13, more than 126 leading `../`); `Buffer` if it does not fit. Linear in the
/// length of the text, whatever is in it.
pub fn from_uri<T: Byte>(revision: Revision, uri: &[u8], output: &mut Output<'_, T>) -> Result<(), Error> {
    if !utf8::is_ascii(uri) {
        return Err(Error::UriNotAscii);
    }
    let parts = Parts::split(revision, uri)?;
    parts.put(output);
    output.written().map(|_| ())
}

/// A zone identifier: to-URI percent-encodes all but unreserved characters.
const ZONE: Rules = Rules { literal: UNRESERVED, fold: false };

/// The scheme of a URI.
#[derive(Clone, Copy)]
enum SchemeText<'u> {
    None,
    Number(u64),
    /// A name without a number, its letters not yet lower case.
    Name(&'u [u8]),
}

/// The components of a URI reference, checked and still in their URI form.
struct Parts<'u> {
    revision: Revision,
    scheme: SchemeText<'u>,
    authority: Option<Authority<'u>>,
    path: Segments<'u>,
    query: Option<Component<'u>>,
    fragment: Option<&'u [u8]>,
}

struct Authority<'u> {
    userinfo: Option<&'u [u8]>,
    host: Host<'u>,
    port: Option<u16>,
}

enum Host<'u> {
    /// A name that is not empty.
    Name(Component<'u>),
    Empty,
    Ipv4([u8; 4]),
    Ipv6([u8; 16], Option<&'u [u8]>),
}

/// How many bytes at the start of `text` are of a class or triplets, and whether there are no triplets.
/// `UriSyntax` for a bad triplet.
#[inline]
pub(super) fn span(text: &[u8], of: u8) -> Result<(usize, bool), Error> {
    let mut length = run(text, of);
    let mut plain = true;
    while let Some(rest @ [b'%', ..]) = text.get(length..) {
        triplet(rest).ok_or(Error::UriSyntax)?;
        length += 3;
        length += run(text.get(length..).unwrap_or(&[]), of);
        plain = false;
    }
    Ok((length, plain))
}

/// A component: its characters, checked, and whether there are no triplets among them.
#[derive(Clone, Copy)]
struct Component<'u> {
    text: &'u [u8],
    plain: bool,
}

/// Cuts a component off that is followed by one of `ends` or by nothing.
#[inline(always)]
fn cut<'u>(text: &'u [u8], of: u8, ends: &[u8]) -> Result<(Component<'u>, &'u [u8]), Error> {
    let (length, plain) = span(text, of)?;
    let (text, after) = text.split_at_checked(length).ok_or(Error::UriSyntax)?;
    check_end(after, ends)?;
    Ok((Component { text, plain }, after))
}

#[inline(always)]
fn check_end(after: &[u8], ends: &[u8]) -> Result<(), Error> {
    match after.first() {
        Some(end) if !ends.contains(end) => Err(Error::UriSyntax),
        _ => Ok(()),
    }
}

impl<'u> Parts<'u> {
    fn split(revision: Revision, uri: &'u [u8]) -> Result<Self, Error> {
        let (scheme, rest) = split_scheme(revision, uri)?;
        let mut rest = rest;
        let mut authority = None;
        let mut kind = if matches!(scheme, SchemeText::None) { PathKind::Relative } else { PathKind::Rootless };
        if let [b'/', b'/', after @ ..] = rest {
            let parsed;
            (parsed, rest) = Authority::split(revision, scheme, after)?;
            authority = Some(parsed);
            kind = PathKind::WithAuthority;
        }
        let (path, rest) = cut(rest, IN_PATH, b"?#")?;
        let path = Segments::new(path.text, path.plain, kind)?;
        let (mut query, mut rest) = (None, rest);
        if let [b'?', after @ ..] = rest {
            let parameters;
            (parameters, rest) = cut(after, IN_FRAGMENT, b"#")?;
            query = Some(parameters);
        }
        let mut fragment = None;
        if let [b'#', after @ ..] = rest {
            fragment = Some(cut(after, IN_FRAGMENT, b"")?.0.text);
        }
        Ok(Self { revision, scheme, authority, path, query, fragment })
    }

    fn put<T: Byte>(&self, output: &mut Output<'_, T>) {
        let full = !matches!(self.scheme, SchemeText::None);
        let discards = !full && self.authority.is_none();
        let has_authority = self.authority.is_some() || self.path.rootless();
        let leading = if discards { 1 } else { 2 };
        let sections = if self.fragment.is_some() {
            leading + 3
        } else if self.query.is_some() {
            leading + 2
        } else if self.path.has_segments() {
            leading + 1
        } else if discards {
            0
        } else {
            1 + has_authority as usize
        };
        output.head(ARRAY, sections);
        if sections == 0 {
            return;
        }
        match self.scheme {
            SchemeText::Number(number) => put_long_head(output, NINT, number),
            SchemeText::Name(name) => {
                output.head(TEXT, name.len());
                for byte in name {
                    output.byte(byte.to_ascii_lowercase());
                }
            }
            SchemeText::None if !discards => output.byte(NULL),
            SchemeText::None if self.path.discard() == DISCARD_ALL => output.byte(TRUE),
            SchemeText::None => output.head(UINT, self.path.discard() as usize),
        }
        if !discards && sections > 1 {
            match &self.authority {
                Some(authority) => authority.put(output, self.revision),
                None => output.byte(if self.path.rootless() { TRUE } else { NULL }),
            }
        }
        if sections > leading {
            if self.path.has_segments() || full {
                self.path.put(output);
            } else {
                output.byte(NULL);
            }
        }
        if sections > leading + 1 {
            match self.query {
                Some(query) => put_list(output, query.text, query.plain, b'&', IN_PARAMETER),
                None if full && self.revision == Revision::R27 => output.head(ARRAY, 0),
                None => output.byte(NULL),
            }
        }
        if let Some(fragment) = self.fragment {
            put_component(output, fragment, Rules { literal: IN_FRAGMENT, fold: false });
        }
    }
}

/// Splits a scheme off. A colon before the first slash, question mark or hash ends one; without it the
/// first segment may hold no colon (`path-noscheme`), which is the same condition.
fn split_scheme(revision: Revision, uri: &[u8]) -> Result<(SchemeText<'_>, &[u8]), Error> {
    let length = run(uri, IN_SCHEME);
    let (name, after) = uri.split_at_checked(length).unwrap_or((uri, &[]));
    if let ([first, ..], [b':', rest @ ..]) = (name, after) {
        if !first.is_ascii_alphabetic() {
            return Err(Error::UriSyntax);
        }
        let mut lower = [0; scheme::MAX_NAME];
        let mut known = None;
        if let Some(lower) = lower.get_mut(..name.len()) {
            for (place, byte) in lower.iter_mut().zip(name) {
                *place = byte.to_ascii_lowercase();
            }
            known = scheme::number(revision, lower);
        }
        let scheme = match known {
            Some(number) => SchemeText::Number(number),
            None => SchemeText::Name(name),
        };
        return Ok((scheme, rest));
    }
    // No scheme: no colon in the first segment.
    let first_end = uri.iter().find(|byte| matches!(**byte, b':' | b'/' | b'?' | b'#'));
    if first_end == Some(&b':') { Err(Error::UriSyntax) } else { Ok((SchemeText::None, uri)) }
}

impl<'u> Authority<'u> {
    /// Splits the authority that follows two slashes (RFC 3986 section 3.2).
    fn split(revision: Revision, scheme: SchemeText<'_>, text: &'u [u8]) -> Result<(Self, &'u [u8]), Error> {
        let mut userinfo = None;
        let mut rest = text;
        let (length, mut plain) = span(rest, IN_HOST)?;
        let mut name = rest.get(..length).unwrap_or(&[]);
        // What comes first is userinfo if there is an at sign.
        if matches!(rest.get(length), Some(b'@' | b':'))
            && let Some(tail) = rest.get(length..)
            && tail.iter().find(|byte| matches!(**byte, b'@' | b'/' | b'?' | b'#')) == Some(&b'@')
        {
            let (info, after) = cut(rest, IN_USERINFO, b"@")?;
            if revision == Revision::R13 && info.text.len() != length {
                return Err(Error::NoCri);
            }
            userinfo = Some(info.text);
            rest = after.get(1..).unwrap_or(&[]);
            let length;
            (length, plain) = span(rest, IN_HOST)?;
            name = rest.get(..length).unwrap_or(&[]);
        }
        let host;
        if let [b'[', literal @ ..] = rest {
            let end = literal.iter().position(|byte| *byte == b']').ok_or(Error::UriSyntax)?;
            let (literal, after) = literal.split_at_checked(end).unwrap_or((literal, &[]));
            host = Host::literal(revision, literal)?;
            rest = after.get(1..).unwrap_or(&[]);
        } else {
            rest = rest.get(name.len()..).unwrap_or(&[]);
            check_end(rest, b":/?#")?;
            host = Host::name(Component { text: name, plain });
        }
        let mut port = None;
        if let [b':', after @ ..] = rest {
            let digits = after.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(after.len());
            let number;
            (number, rest) = after.split_at_checked(digits).unwrap_or((after, &[]));
            port = parse_port(number)?;
            if port.is_some() && port == default_port(revision, scheme) {
                port = None;
            }
        }
        check_end(rest, b"/?#")?;
        Ok((Self { userinfo, host, port }, rest))
    }

    fn put<T: Byte>(&self, output: &mut Output<'_, T>, revision: Revision) {
        let around = 2 * self.userinfo.is_some() as u8 + self.port.is_some() as u8;
        let start = output.length();
        output.head(ARRAY, around as usize);
        self.put_userinfo(output, revision);
        match &self.host {
            Host::Empty => {}
            Host::Name(name) => {
                let plain = name.plain && utf8::has_no_upper(name.text);
                if plain && let Some(labels) = put_plain_items(output, name.text, b'.') {
                    output.byte_at(start, ARRAY << 5 | (around + labels));
                } else {
                    output.seek(start);
                    output.head(ARRAY, Labels::new(name.text).count() + around as usize);
                    self.put_userinfo(output, revision);
                    for label in Labels::new(name.text) {
                        put_component(output, label, Rules { literal: IN_HOST, fold: true });
                    }
                }
            }
            Host::Ipv4(address) => {
                output.byte_at(start, ARRAY << 5 | (around + 1));
                put_bytes(output, address);
            }
            Host::Ipv6(address, zone) => {
                output.byte_at(start, ARRAY << 5 | (around + 1 + zone.is_some() as u8));
                put_bytes(output, address);
                if let Some(zone) = zone {
                    put_component(output, zone, ZONE);
                }
            }
        }
        if let Some(port) = self.port {
            output.head(UINT, port as usize);
        }
    }

    fn put_userinfo<T: Byte>(&self, output: &mut Output<'_, T>, revision: Revision) {
        if let Some(userinfo) = self.userinfo {
            let literal = if revision == Revision::R27 { IN_USERINFO } else { IN_HOST };
            output.byte(FALSE);
            put_component(output, userinfo, Rules { literal, fold: false });
        }
    }
}

fn put_bytes(sink: &mut impl Sink, bytes: &[u8]) {
    sink.head(BYTES, bytes.len());
    sink.put(bytes);
}

/// Reads a port: absent if it has no digits, refused with a leading zero or above 65535 (C6).
fn parse_port(digits: &[u8]) -> Result<Option<u16>, Error> {
    if digits.is_empty() {
        return Ok(None);
    }
    if digits.len() > 5 || (digits.len() > 1 && digits.first() == Some(&b'0')) {
        return Err(Error::UriPort);
    }
    let number = digits.iter().fold(0u32, |number, digit| number * 10 + digit.wrapping_sub(b'0') as u32);
    u16::try_from(number).map(Some).map_err(|_| Error::UriPort)
}

fn default_port(revision: Revision, scheme: SchemeText<'_>) -> Option<u16> {
    match scheme {
        SchemeText::Number(number) => scheme::default_port(revision, number),
        _ => None,
    }
}

impl<'u> Host<'u> {
    fn name(component: Component<'u>) -> Self {
        let name = component.text;
        if name.is_empty() {
            return Self::Empty;
        }
        if matches!(name.first(), Some(b'0'..=b'9' | b'%')) {
            // Triplets are decoded first (R12): the longest address takes 15 characters.
            let mut decoded = [0; 15];
            let mut length = 0;
            let mut rest = name;
            while let Some(first) = rest.first() {
                let octet = triplet(rest);
                match decoded.get_mut(length) {
                    Some(place) => *place = octet.unwrap_or(*first),
                    None => break,
                }
                length += 1;
                rest = rest.get(if octet.is_some() { 3 } else { 1 }..).unwrap_or(&[]);
            }
            if rest.is_empty()
                && let Some(address) = decoded.get(..length).and_then(ip::parse_ipv4)
            {
                return Self::Ipv4(address);
            }
        }
        Self::Name(component)
    }

    /// What is between brackets: an IPv6 address, in revision 13 with a zone behind `%25` (RFC 6874).
    fn literal(revision: Revision, text: &'u [u8]) -> Result<Self, Error> {
        let length = text.iter().position(|byte| *byte == b'%').unwrap_or(text.len());
        let (address, zone) = text.split_at_checked(length).unwrap_or((text, &[]));
        let address = ip::parse_ipv6(address).ok_or(Error::UriHost)?;
        let zone = match zone {
            [] => None,
            [b'%', b'2', b'5', zone @ ..] if !zone.is_empty() && span(zone, UNRESERVED)?.0 == zone.len() => {
                if revision == Revision::R27 {
                    return Err(Error::Zone);
                }
                // A zone identifier is text, and nothing else.
                if has_pet(zone, ZONE) {
                    return Err(Error::UriHost);
                }
                Some(zone)
            }
            _ => return Err(Error::UriHost),
        };
        Ok(Self::Ipv6(address, zone))
    }
}

/// The labels of a host name: separated by dots, also by percent-encoded ones (R12).
pub(super) struct Labels<'u>(Option<&'u [u8]>);

impl<'u> Labels<'u> {
    pub(super) fn new(name: &'u [u8]) -> Self {
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
                (b'%', Some([_, b'2', e, ..])) if hex_value(*e) == Some(14) => 3,
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
