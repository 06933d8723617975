// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. From a URI to a CRI, or from a URI reference to a CRI reference (href 6 from-uri, R12 to R14).
//!
//! One pass finds and checks the components, a second one writes them. A path with dot segments takes two more: it is measured
//! and written from its end, since what a `..` removes is before it.

use core::mem::MaybeUninit;

use super::component::{Characters, Rules, has_pet, put_component, put_items, put_list};
use super::path::{PathAfter, PathWithoutDots};
use crate::cbor::write::{Byte, Output, Sink, put_long_head};
use crate::cbor::{ARRAY, BYTES, FALSE, NINT, NULL, TEXT, TRUE, UINT};
use crate::chars::{IN_FRAGMENT, IN_HOST, IN_PARAMETER, UNRESERVED};
use crate::cri::canonical::{Section, Sections, absent_path, absent_query};
use crate::error::Error;
use crate::revision::Revision;
use crate::scan::Groups;
use crate::uri::{HostKind, Part, ReadUri, Uri};
use crate::{ip, scheme, utf8};

/// Writes the CRI of a URI, or the CRI reference of a URI reference, in canonical form.
///
/// The result converts back to the syntax-normalised text (R12). Errors: `UriNotAscii`; `UriSyntax` if
/// it is not a URI reference; `UriPort`, `UriHost`, `Zone` for a port, an IP literal or a zone identifier
/// that no CRI has; `NoCri` for anything else that no CRI has (a path that would begin an authority, a `:` in
/// userinfo in revision 13, more than 126 leading `../`); `Buffer` if it does not fit. Linear in the
/// length of the text, whatever is in it.
pub fn from_uri<T: Byte>(revision: Revision, uri: &[u8], output: &mut Output<'_, T>) -> Result<(), Error> {
    put_text(revision, uri, Uri::read_ascii, output)
}

/// Writes the CRI of an IRI, or the CRI reference of an IRI reference, in canonical form: what [`from_uri`]
/// writes for the URI that the IRI maps to (RFC 3987 section 3.1).
///
/// Errors: as [`from_uri`], but `Utf8` if it is not UTF-8, and `UriSyntax` for a character that IRIs do not
/// have: no `ucschar` or, in the query, `iprivate` (section 2.2). Linear.
/// (href 6 iri)
pub fn from_iri<T: Byte>(revision: Revision, iri: &[u8], output: &mut Output<'_, T>) -> Result<(), Error> {
    put_text(revision, iri, Uri::read_iri, output)
}

fn put_text<'u, T: Byte>(
    revision: Revision,
    text: &'u [u8],
    read: impl ReadUri<'u>,
    output: &mut Output<'_, T>,
) -> Result<(), Error> {
    let mut parts = UriComponents::new(revision);
    parts.read(text, read)?;
    parts.put(output);
    output.written().map(|_| ())
}

/// A zone identifier: to-URI percent-encodes all but unreserved characters.
pub(crate) const ZONE: Rules = Rules { literal: UNRESERVED, fold: false };

pub(crate) const IN_NAME: Rules = Rules { literal: IN_HOST, fold: true };

#[derive(Clone, Copy)]
pub(crate) enum SchemeText<'u> {
    None,
    Number(u64),
    /// A name without a number, its letters not yet lower case.
    Name(&'u [u8]),
}

/// The components of a URI reference, checked and still in their URI form.
pub(crate) struct UriComponents<'u> {
    revision: Revision,
    pub(crate) scheme: SchemeText<'u>,
    pub(crate) authority: Option<UriAuthority<'u>>,
    pub(crate) path: PathWithoutDots<'u>,
    pub(crate) query: Option<Component<'u>>,
    pub(crate) fragment: Option<&'u [u8]>,
}

pub(crate) struct UriAuthority<'u> {
    pub(crate) userinfo: Option<&'u [u8]>,
    pub(crate) host: UriHost<'u>,
    pub(crate) port: Option<u16>,
}

pub(crate) enum UriHost<'u> {
    /// A name that is not empty.
    Name(Component<'u>),
    Empty,
    Ipv4([u8; 4]),
    Ipv6(Groups, Option<&'u [u8]>),
}

/// A component: its characters, checked, and whether there are triplets among them.
#[derive(Clone, Copy)]
pub(crate) struct Component<'u> {
    pub(crate) text: &'u [u8],
    pub(crate) encoded: bool,
}

impl<'u> Component<'u> {
    /// A component of a URI, with its text.
    pub(crate) fn of(uri: &Uri<'_>, part: Part, text: &'u [u8]) -> Self {
        Self { text, encoded: uri.is_encoded(part) }
    }

    #[inline(always)]
    pub(crate) fn put<T: Byte>(&self, output: &mut Output<'_, T>) {
        put_list(output, self.text, self.encoded, b'&', IN_PARAMETER);
    }
}

impl<'u> UriComponents<'u> {
    /// The components of the empty reference.
    pub(crate) fn new(revision: Revision) -> Self {
        let path = PathWithoutDots::new(&[], false);
        Self { revision, scheme: SchemeText::None, authority: None, path, query: None, fragment: None }
    }

    /// Reads a URI reference or an IRI reference, as `read` does.
    pub(crate) fn read(&mut self, text: &'u [u8], read: impl ReadUri<'u>) -> Result<(), Error> {
        self.split(text, read)?;
        self.analyse_path()
    }

    /// Walks the path of the text that was split.
    #[inline(always)]
    pub(super) fn analyse_path(&mut self) -> Result<(), Error> {
        self.path.analyse(match (&self.authority, self.scheme) {
            (Some(_), _) => PathAfter::Authority,
            (None, SchemeText::None) => PathAfter::Nothing,
            (None, _) => PathAfter::Scheme,
        })
    }

    /// Splits the text and reads scheme and authority.
    pub(super) fn split(&mut self, text: &'u [u8], read: impl ReadUri<'u>) -> Result<(), Error> {
        let mut place = MaybeUninit::uninit();
        let (uri, read) = read(&mut place, text);
        read?;
        let range = |part: Part| uri.range(part as usize, part as usize + 1);
        if let Some((_, name)) = range(Part::Scheme).split_last() {
            self.scheme = match scheme::number_of_any_case(self.revision, name) {
                Some(number) => SchemeText::Number(number),
                None => SchemeText::Name(name),
            };
        }
        if uri.host_kind() != HostKind::None {
            let place = self.authority.insert(UriAuthority::empty());
            place.read(self.revision, uri)?;
            // The scheme's default port is left off (C7, R28).
            //= C7, RFC 3986 3.2.3 empty, RFC 7252 6.3
            place.port = place.port.filter(|port| default_port(self.revision, self.scheme) != Some(*port));
        }
        self.path = PathWithoutDots::new(uri.path(), uri.is_encoded(Part::Path));
        self.query = range(Part::Query).split_first().map(|(_, text)| Component::of(uri, Part::Query, text));
        self.fragment = range(Part::Fragment).split_first().map(|(_, text)| text);
        Ok(())
    }

    /// Which sections there are.
    fn sections(&self) -> Sections {
        let full = !matches!(self.scheme, SchemeText::None);
        Sections {
            full,
            authority: self.authority.is_some() || (full && self.path.rootless()),
            discard: self.path.discard(),
            path: self.path.has_segments(),
            query: self.query.is_some(),
            fragment: self.fragment.is_some(),
        }
    }

    /// Writes the section that a CRI begins with: the scheme, or what a reference discards.
    fn put_scheme<T: Byte>(&self, output: &mut Output<'_, T>, discards: bool) {
        match self.scheme {
            SchemeText::Number(number) => put_long_head(output, NINT, number),
            SchemeText::Name(name) => {
                output.head(TEXT, name.len());
                output.put_lowercase(name);
            }
            SchemeText::None if !discards => output.byte(NULL),
            SchemeText::None => Section::discard(self.path.discard()).put_head(output),
        }
    }

    /// Writes the sections.
    pub(crate) fn put<T: Byte>(&self, output: &mut Output<'_, T>) {
        let form = self.sections();
        let (full, leading, sections) = (form.full, form.leading(), form.count());
        output.head(ARRAY, sections);
        if sections == 0 {
            return;
        }
        self.put_scheme(output, leading == 1);
        if leading == 2 && sections > 1 {
            match &self.authority {
                Some(authority) => authority.put(output, self.revision),
                None => output.byte(if self.path.rootless() { TRUE } else { NULL }),
            }
        }
        if sections > leading {
            if form.path {
                self.path.put(output);
            } else {
                output.byte(absent_path(full));
            }
        }
        if sections > leading + 1 {
            match self.query {
                Some(query) => query.put(output),
                None => output.byte(absent_query(full, self.revision)),
            }
        }
        if let Some(fragment) = self.fragment {
            put_component(output, fragment, Rules { literal: IN_FRAGMENT, fold: false });
        }
    }
}

impl<'u> UriAuthority<'u> {
    /// The authority of `//`.
    pub(crate) fn empty() -> Self {
        Self { userinfo: None, host: UriHost::Empty, port: None }
    }

    /// Reads the authority of a reference that has one (RFC 3986 section 3.2); also a port that is its scheme's default.
    pub(crate) fn read(&mut self, revision: Revision, uri: &Uri<'u>) -> Result<(), Error> {
        self.userinfo = uri.part(Part::Userinfo as usize);
        //= href-27 userinfo, RFC 3986 3.2.1 password
        if revision == Revision::Href13 && self.userinfo.is_some_and(|userinfo| utf8::has(userinfo, b':')) {
            return Err(Error::NoCri);
        }
        let host = uri.range(Part::Host as usize, Part::Port as usize);
        self.host.read(revision, uri, Component::of(uri, Part::Host, host))?;
        let port = uri.range(Part::Port as usize, Part::Path as usize).split_first();
        self.port = port.map_or(Ok(None), |(_, digits)| parse_port(digits))?;
        Ok(())
    }

    /// Writes the authority (RFC 3986 section 3.2): an array, which ends with the port.
    fn put<T: Byte>(&self, output: &mut Output<'_, T>, revision: Revision) {
        let start = output.length();
        output.advance(1);
        let mut count = 0;
        if let Some(userinfo) = self.userinfo {
            output.byte(FALSE);
            put_component(output, userinfo, Rules::userinfo(revision));
            count = 2;
        }
        count += self.host.put(output);
        if let Some(port) = self.port {
            output.head(UINT, port as usize);
            count += 1;
        }
        output.close(start, ARRAY, count);
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
    //= C6
    if digits.len() > 5 || (digits.len() > 1 && digits.first() == Some(&b'0')) {
        return Err(Error::UriPort);
    }
    let number = digits.iter().fold(0u32, |number, digit| number * 10 + digit.wrapping_sub(b'0') as u32);
    u16::try_from(number).map(Some).map_err(|_| Error::UriPort)
}

pub(crate) fn default_port(revision: Revision, scheme: SchemeText<'_>) -> Option<u16> {
    match scheme {
        SchemeText::None => None,
        SchemeText::Number(number) => scheme::default_port(revision, number),
        SchemeText::Name(name) => scheme::default_port_of_name(name),
    }
}

/// The IPv4 address that a host with triplets decodes to (R12): at most 15 characters.
pub(crate) fn parse_encoded_ipv4(name: &[u8]) -> Option<[u8; 4]> {
    let mut decoded = [0; 15];
    let mut length = 0;
    for ([octet, ..], _, _) in Characters::new(name, IN_NAME) {
        *decoded.get_mut(length)? = octet;
        length += 1;
    }
    decoded.get(..length).and_then(ip::parse_ipv4)
}

impl<'u> UriHost<'u> {
    /// Reads a host into [`UriHost::Empty`].
    fn read(&mut self, revision: Revision, uri: &Uri<'u>, component: Component<'u>) -> Result<(), Error> {
        let name = component.text;
        match name {
            [] => return Ok(()),
            //= C4
            [b'[', literal @ .., b']'] => return self.read_literal(revision, uri, literal),
            //= RFC 3986 7.4
            _ if uri.host_kind() == HostKind::Ipv4 => {
                let [[a, b], [c, d], ..] = uri.groups;
                *self = Self::Ipv4([a, b, c, d]);
                return Ok(());
            }
            // mutants: equivalent: `match guard component.encoded with true`: a name without triplets is no IPv4 address here.
            //= R12
            [b'0'..=b'9' | b'%', ..] if component.encoded => {
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

    /// Reads the text between brackets: an IPv6 address, in revision 13 with a zone after `%25` (RFC 6874).
    fn read_literal(&mut self, revision: Revision, uri: &Uri<'u>, text: &'u [u8]) -> Result<(), Error> {
        // `literal` counts the bracket; the zone follows `%25`.
        let zone = match uri.literal.into() {
            0 => return Err(Error::UriHost),
            length => text.get(length + 2..),
        };
        if let Some(zone) = zone {
            //= href-27 zone-id, RFC 6874 2
            if revision == Revision::Href27 {
                return Err(Error::Zone);
            }
            // A zone identifier is plain text.
            if has_pet(zone, ZONE) {
                return Err(Error::UriHost);
            }
        }
        *self = Self::Ipv6(uri.address(), zone);
        Ok(())
    }

    /// Writes the items of the host; returns how many.
    fn put<T: Byte>(&self, output: &mut Output<'_, T>) -> usize {
        match self {
            Self::Empty => 0,
            Self::Name(name) if name.encoded => {
                let labels = Labels::new(name.text).map(|label| put_component(output, label, IN_NAME));
                labels.count()
            }
            Self::Name(name) => {
                //= R12, RFC 3986 3.2.2 case, RFC 7252 6.3
                let fold = !utf8::has_no_upper(name.text);
                put_items(output, name.text, false, b'.', Rules { fold, ..IN_NAME })
            }
            Self::Ipv4(address) => {
                put_bytes(output, address);
                1
            }
            Self::Ipv6(address, zone) => {
                put_bytes(output, address.as_flattened());
                if let Some(zone) = zone {
                    put_component(output, zone, ZONE);
                }
                1 + zone.is_some() as usize
            }
        }
    }
}

/// The labels of a host name: separated by dots, also by percent-encoded ones (R12).
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
                //= href SP2
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
