// SPDX-License-Identifier: MIT OR Apache-2.0
//! The components of a URI reference as slices of its text (RFC 3986 section 3 and appendix A).
//!
//! The grammar is strict. Empty and undefined components are kept apart: `//h?` has a query, `//h` has none (section 5.3).

use core::mem::MaybeUninit;

use crate::chars::{
    DIGIT, IN_FIRST_SEGMENT, IN_FRAGMENT, IN_HOST, IN_PATH, IN_SCHEME, IN_SEGMENT, IN_USERINFO, NO_DIGIT, UNRESERVED,
    run,
};
use crate::error::Error;
pub use crate::part::Part;
use crate::scan::{Groups, Scanner, Shape, SkipUcs, WITH_IPRIVATE, WITH_TRIPLETS, WITH_UCSCHAR, skip_ucs};
use crate::utf8;
use crate::words;

/// What a host is (RFC 3986 section 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum HostKind {
    /// There is no authority.
    None = 0,
    /// A registered name, which may be empty. Rare spellings of IPv4 addresses are names: `127.1`, `0x7f.1`,
    /// `010.0.0.1` (section 7.4).
    Name = 1,
    /// Four decimal octets without leading zeros.
    Ipv4 = 2,
    /// An IPv6 address in brackets.
    Ipv6 = 3,
    /// An IPv6 address with a zone identifier, in brackets (RFC 6874).
    Ipv6Zone = 4,
    /// An address of a future version, in brackets (RFC 3986 3.2.2 future).
    Future = 5,
}

/// The components of a URI reference. `None` is undefined, not empty.
///
/// Each has a range of the text, in the order of [`Part`], which includes the delimiters that show that it is defined: the
/// ranges follow each other, and that of an undefined component is empty.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Uri<'u> {
    pub(crate) scanner: Scanner<'u>,
    pub(crate) kind: HostKind,
    /// The length of an IPv6 address with its bracket, else 0.
    pub(crate) literal: u8,
    /// How the groups of an IPv6 address are written.
    pub(crate) shape: Shape,
    /// The start of each range, and the end of the last one: that of the scheme ends after its colon, that of the userinfo
    /// after its at sign or the authority's slashes.
    pub(crate) bounds: [usize; 8],
    /// The groups of an IPv6 address as they are written; the octets of an IPv4 address.
    pub(crate) groups: Groups,
}

/// [`Uri::read_ascii`] or [`Uri::read_iri`]: a program that reads no IRIs links nothing of them.
pub(crate) trait ReadUri<'u>:
    Copy + for<'p> FnOnce(&'p mut MaybeUninit<Uri<'u>>, &'u [u8]) -> (&'p Uri<'u>, Result<(), Error>)
{
}

impl<'u, R: Copy> ReadUri<'u> for R where
    R: for<'p> FnOnce(&'p mut MaybeUninit<Uri<'u>>, &'u [u8]) -> (&'p Uri<'u>, Result<(), Error>)
{
}

pub(super) const PARTS: usize = 7;

/// The number of delimiters before each component in its range: two bits each.
const LEAD: usize = 0b01_01_00_01_00_10_00;

/// Why a text is not a URI reference, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitError {
    /// `UriSyntax`; `UriNotAscii`; `UriHost` for text between brackets that is not an IP literal.
    pub error: Error,
    /// Offset of the first invalid character: the `%` of a bad triplet, the `[` of a bad IP literal.
    pub offset: usize,
}

impl<'u> Uri<'u> {
    /// Splits a URI reference into its components (RFC 3986 section 3). Linear, whatever the text.
    pub fn split(text: &'u [u8]) -> Result<Self, SplitError> {
        let mut place = MaybeUninit::uninit();
        match Self::read(&mut place, text, None) {
            (uri, Ok(())) => Ok(*uri),
            (uri, Err(error)) => Err(SplitError { error, offset: uri.read_to() }),
        }
    }

    /// Where reading ended: on an error, its offset.
    pub(crate) fn read_to(&self) -> usize {
        self.scanner.at
    }

    /// The components that have triplets: a bit for each.
    pub(crate) fn encoded(&self) -> u8 {
        self.scanner.encoded
    }

    pub(crate) fn is_encoded(&self, part: Part) -> bool {
        self.scanner.encoded >> part as u8 & 1 != 0
    }

    /// Reads a URI reference to a place.
    pub(crate) fn read_ascii<'p>(place: &'p mut MaybeUninit<Self>, text: &'u [u8]) -> (&'p Self, Result<(), Error>) {
        Self::read(place, text, None)
    }

    /// Reads an IRI reference (RFC 3987 section 2.2) to a place. `Utf8` if it is not UTF-8, `UriSyntax` for an invalid
    /// character.
    pub(crate) fn read_iri<'p>(place: &'p mut MaybeUninit<Self>, text: &'u [u8]) -> (&'p Self, Result<(), Error>) {
        let (uri, read) = Self::read(place, text, Some(skip_ucs));
        let read = read.map_err(|error| match error {
            //= RFC 3987 3.1
            Error::UriNotAscii if utf8::char_len(uri.scanner.rest()) == 0 => Error::Utf8,
            Error::UriNotAscii => Error::UriSyntax,
            error => error,
        });
        (uri, read)
    }

    /// The component of that number, if it is defined.
    pub(crate) fn part(&self, number: usize) -> Option<&'u [u8]> {
        let [start, end] = *self.bounds.get(number..)?.first_chunk()?;
        if number == Part::Host as usize && self.kind == HostKind::None {
            return None;
        }
        // The delimiters in the range, before and after the component.
        let (lead, trail) = (LEAD >> (2 * number) & 3, (number < 2) as usize);
        //= RFC 3986 3
        self.scanner.text.get(start + lead..end.wrapping_sub(trail))
    }

    /// Whether the range from one component to another is not empty.
    pub(crate) fn has(&self, first: Part, last: Part) -> bool {
        self.bounds[last as usize + 1] > self.bounds[first as usize]
    }

    /// The groups of an IPv6 address; zeros if the host is none.
    #[cfg_attr(not(speed), inline(never))]
    pub(crate) fn address(&self) -> Groups {
        self.shape.expand(&self.groups)
    }

    /// The ranges from one component up to another.
    #[cfg_attr(not(speed), inline(never))]
    pub(crate) fn range(&self, from: usize, to: usize) -> &'u [u8] {
        let (Some(from), Some(to)) = (self.bounds.get(from), self.bounds.get(to)) else {
            return &[];
        };
        self.scanner.text.get(*from..*to).unwrap_or(&[])
    }

    /// The first component, from one on, whose range is not empty; the last if there is none.
    pub(super) fn first_part(&self, from: Part) -> usize {
        let mut part = from as usize;
        //= RFC 3986 5.2.2
        while part < Part::Fragment as usize && self.bounds.get(part) == self.bounds.get(part + 1) {
            part += 1;
        }
        part
    }

    /// The scheme, in the case it was written in (section 3.1).
    pub fn scheme(&self) -> Option<&'u [u8]> {
        self.part(Part::Scheme as usize)
    }

    /// The user information, without the at sign (section 3.2.1).
    pub fn userinfo(&self) -> Option<&'u [u8]> {
        self.part(Part::Userinfo as usize)
    }

    /// The host, with its brackets; defined where there is an authority (section 3.2.2).
    pub fn host(&self) -> Option<&'u [u8]> {
        self.part(Part::Host as usize)
    }

    /// What the host is.
    pub fn host_kind(&self) -> HostKind {
        self.kind
    }

    /// The digits of the port, of any number (section 3.2.3).
    pub fn port(&self) -> Option<&'u [u8]> {
        self.part(Part::Port as usize)
    }

    /// The path, which is always defined (section 3.3).
    pub fn path(&self) -> &'u [u8] {
        self.range(Part::Path as usize, Part::Query as usize)
    }

    /// The query, without the question mark (section 3.4).
    pub fn query(&self) -> Option<&'u [u8]> {
        self.part(Part::Query as usize)
    }

    /// The fragment, without the number sign (section 3.5).
    pub fn fragment(&self) -> Option<&'u [u8]> {
        self.part(Part::Fragment as usize)
    }
}

impl<'u> Uri<'u> {
    /// Reads a URI reference or, with [`skip_ucs`], an IRI reference to a place.
    pub(crate) fn read<'p>(
        place: &'p mut MaybeUninit<Self>,
        text: &'u [u8],
        beyond: Option<SkipUcs>,
    ) -> (&'p Self, Result<(), Error>) {
        // A first segment with a colon is a scheme (`path-noscheme`, RFC 3986 4.1, 4.2); nothing else makes one (RFC 3986 4.5).
        //= RFC 3986 4.1
        let (mut scheme, mut first) = (0, IN_FIRST_SEGMENT | WITH_UCSCHAR);
        //= RFC 3986 3.1
        if text.first().is_some_and(u8::is_ascii_alphabetic)
            && let name = run(text, IN_SCHEME)
            && text.get(name) == Some(&b':')
        {
            //= RFC 3986 4.1
            (scheme, first) = (name + 1, IN_SEGMENT | WITH_UCSCHAR);
        }
        let uri = place.write(Self {
            scanner: Scanner { text, at: scheme, beyond, encoded: 0, component: 0 },
            bounds: [0, scheme, scheme, scheme, scheme, scheme, scheme, scheme],
            groups: Groups::default(),
            kind: HostKind::None,
            literal: 0,
            shape: Shape::default(),
        });
        let read = uri.read_after_scheme(first);
        (uri, read)
    }

    /// Reads what follows the scheme, up to the end or a character that is not allowed: an authority after two slashes
    /// (RFC 3986 3.3 slashes, 4.2 kinds). A path without authority begins with characters of the class `first`.
    fn read_after_scheme(&mut self, first: u8) -> Result<(), Error> {
        let scheme = self.scanner.at;
        //= RFC 3986 3.3 slashes, RFC 3986 4.2 kinds
        let has_authority = self.scanner.accept(b'/') && self.scanner.accept(b'/');
        if has_authority {
            self.read_authority()?;
        } else {
            self.scanner.at = scheme;
            self.scanner.component = 1 << Part::Path as u8;
            self.scanner.past(first);
        }
        let Self { scanner, bounds, .. } = self;
        let mut part = Part::Path as usize;
        while let Some((end, [delimiter, of])) = bounds.get_mut(part + 1).zip(DELIMITED.get(part)) {
            //= RFC 3986 3.3
            if scanner.accept(*delimiter) {
                scanner.component = 1 << part;
                scanner.past(*of);
            }
            *end = scanner.at;
            part += 1;
        }
        scanner.ended()
    }

    /// Reads userinfo, host and port. They look alike up to a colon, after which a port follows, or more userinfo: only an at sign
    /// makes it necessary to read the host again.
    /// (RFC 3986 3.2, 3.2.1 password, 3.2.2 literal)
    #[inline(always)]
    pub(super) fn read_authority(&mut self) -> Result<(), Error> {
        let Self { scanner, bounds, .. } = self;
        let mut host = scanner.at;
        scanner.component = 1 << Part::Host as u8;
        let mut next = scanner.past(IN_HOST | WITH_UCSCHAR);
        let mut end = scanner.at;
        if next == b':' as u32 {
            //= RFC 3986 3.2.1
            next = scanner.past(IN_USERINFO | WITH_UCSCHAR);
        }
        if next == b'@' as u32 {
            scanner.at += 1;
            scanner.encoded = scanner.encoded >> 1 & 1 << Part::Userinfo as u8;
            host = scanner.at;
            scanner.past(IN_HOST | WITH_UCSCHAR);
            end = scanner.at;
        } else if !matches!(next as u8, b'[' | b'/' | b'?' | b'#') {
            scanner.ended()?;
        }
        bounds[Part::Host as usize] = host;
        scanner.at = end;
        //= RFC 3986 3.2.2 literal
        if end == host && scanner.accept(b'[') {
            self.kind = self.read_literal();
            if self.kind == HostKind::None {
                // Without a closing bracket it is not an IP literal of any kind. Nothing before the host can have one.
                self.scanner.at = host;
                let closed = words::has(self.scanner.text, b']');
                return Err(if closed { Error::UriHost } else { Error::UriSyntax });
            }
        } else {
            self.kind = self.kind_of_name(host);
        }
        let Self { scanner, bounds, .. } = self;
        bounds[Part::Port as usize] = scanner.at;
        if scanner.accept(b':') {
            scanner.past(DIGIT);
        }
        bounds[Part::Path as usize] = scanner.at;
        Ok(())
    }

    /// Whether the host that ends here is an IPv4 address, whose octets are kept, or a name.
    #[inline(always)]
    fn kind_of_name(&mut self, host: usize) -> HostKind {
        let Self { scanner, groups, .. } = self;
        let end = core::mem::replace(&mut scanner.at, host);
        let address = scanner.ipv4();
        let all = core::mem::replace(&mut scanner.at, end) == end;
        let Some(address) = address.filter(|_| all) else {
            return HostKind::Name;
        };
        groups[0] = ((address >> 16) as u16).to_be_bytes();
        groups[1] = (address as u16).to_be_bytes();
        HostKind::Ipv4
    }

    /// Reads the text between brackets, and the closing bracket.
    #[inline(always)]
    fn read_literal(&mut self) -> HostKind {
        let scanner = &mut self.scanner;
        let (kind, of);
        //= RFC 3986 3.2.2 future
        if scanner.peek() | 0x20 == b'v' as u32 {
            scanner.at += 1;
            let digits = scanner.at;
            while scanner.digit() < NO_DIGIT {}
            if scanner.at == digits || !scanner.accept(b'.') {
                return HostKind::None;
            }
            (kind, of) = (HostKind::Future, IN_USERINFO);
        } else {
            let bracket = scanner.at - 1;
            let Some(shape) = scanner.ipv6(&mut self.groups) else {
                return HostKind::None;
            };
            self.shape = shape;
            self.literal = (scanner.at - bracket) as u8;
            if scanner.accept(b']') {
                return HostKind::Ipv6;
            }
            //= RFC 6874 2
            if !(scanner.accept(b'%') && scanner.accept(b'2') && scanner.accept(b'5')) {
                return HostKind::None;
            }
            (kind, of) = (HostKind::Ipv6Zone, UNRESERVED | WITH_TRIPLETS);
        };
        let start = scanner.at;
        scanner.past(of);
        if scanner.at > start && scanner.accept(b']') { kind } else { HostKind::None }
    }
}

/// The delimiter before each component from the port on, and the class of its characters; a path may lack the delimiter.
pub(super) static DELIMITED: [[u8; 2]; 7] = [
    [0; 2],
    [0; 2],
    [0; 2],
    [b':', DIGIT],
    [b'/', IN_PATH | WITH_UCSCHAR],
    [b'?', IN_FRAGMENT | WITH_UCSCHAR | WITH_IPRIVATE],
    [b'#', IN_FRAGMENT | WITH_UCSCHAR],
];
