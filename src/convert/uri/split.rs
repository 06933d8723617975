// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. The components of a URI reference as slices of its text (RFC 3986 section 3 and appendix A).
//!
//! The grammar is strict. A component that is there and empty is told apart from one that is not there:
//! `//h?` has a query, `//h` has none (section 5.3).

use core::mem::MaybeUninit;

use crate::chars::{
    DIGIT, IN_FIRST_SEGMENT, IN_FRAGMENT, IN_HOST, IN_PATH, IN_SCHEME, IN_SEGMENT, IN_USERINFO, UNRESERVED, past_ucs,
};
use crate::error::Error;
use crate::scan::{Beyond, Groups, NO_DIGIT, PRIVATE, Scanner, Shape, TEXT, TRIPLETS};
use crate::utf8;

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
    /// An address of a future version, in brackets.
    Future = 5,
}

/// The components of a URI reference. `None` is undefined, which empty is not.
///
/// Each has a range of the text, in the order of [`Part`], and the delimiters that show that it is defined
/// are in the range: nothing is between the ranges, and that of an undefined component is empty.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Uri<'u> {
    pub(crate) scanner: Scanner<'u>,
    pub(crate) kind: HostKind,
    /// Of an IPv6 address: how long it is with its bracket, else 0; how its groups are written, and these.
    pub(crate) literal: u8,
    pub(crate) shape: Shape,
    /// Where each range begins, and the last one ends: that of the scheme ends behind its colon, that of the
    /// userinfo behind its at sign or the authority's slashes.
    pub(crate) bounds: [usize; 8],
    pub(crate) groups: Groups,
}

/// A component of a URI reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// In the case it was written in (section 3.1).
    Scheme = 0,
    /// What is before the at sign (section 3.2.1).
    Userinfo = 1,
    /// With its brackets; defined where there is an authority (section 3.2.2).
    Host = 2,
    /// Digits, of any number (section 3.2.3).
    Port = 3,
    /// Always defined (section 3.3).
    Path = 4,
    /// What is behind the question mark (section 3.4).
    Query = 5,
    /// What is behind the number sign (section 3.5).
    Fragment = 6,
}

/// How many there are.
pub(super) const PARTS: usize = 7;

/// How many delimiters are before a component in its range, in two bits for each.
const LEAD: usize = 0b01_01_00_01_00_10_00;

/// Why a text is no URI reference, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitError {
    /// `UriSyntax`; `UriNotAscii`; `UriHost` for what is between brackets and no IP literal.
    pub error: Error,
    /// Where the first character stands that cannot be there: the `%` of a bad triplet, the `[` of a bad IP
    /// literal.
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

    /// Where reading ended: on an error, the place of it.
    #[inline(always)]
    pub(crate) fn read_to(&self) -> usize {
        self.scanner.at
    }

    /// Whether there are no triplets and no characters beyond ASCII.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.scanner.plain
    }

    /// Reads an IRI reference (RFC 3987 section 2.2) to a place. `Utf8` for what is no UTF-8, `UriSyntax` for a
    /// character that may not be there.
    pub(crate) fn read_iri<'p>(place: &'p mut MaybeUninit<Self>, text: &'u [u8]) -> (&'p Self, Result<(), Error>) {
        let (uri, read) = Self::read(place, text, Some(past_ucs));
        let read = read.map_err(|error| match error {
            Error::UriNotAscii if utf8::char_len(text.get(uri.read_to()..).unwrap_or(&[])) == 0 => Error::Utf8,
            Error::UriNotAscii => Error::UriSyntax,
            error => error,
        });
        (uri, read)
    }

    /// The component of that number, if there is one and it is defined.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn part(&self, number: usize) -> Option<&'u [u8]> {
        let [start, end] = *self.bounds.get(number..)?.first_chunk()?;
        if number == Part::Host as usize && self.kind == HostKind::None {
            return None;
        }
        // The delimiters in the range: how many before the component, and how many behind it.
        let (lead, trail) = (LEAD >> (2 * number) & 3, (number < 2) as usize);
        self.scanner.text.get(start + lead..end.wrapping_sub(trail))
    }

    /// Whether the range from one component to another is not empty.
    #[inline(always)]
    pub(super) fn has(&self, first: Part, last: Part) -> bool {
        self.bounds[last as usize + 1] > self.bounds[first as usize]
    }

    /// The groups of an IPv6 address; zeros if the host is none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn address(&self) -> Groups {
        self.shape.expand(&self.groups)
    }

    /// What of the text is from the range of one component up to that of another, with delimiters.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn range(&self, from: usize, to: usize) -> &'u [u8] {
        let (Some(from), Some(to)) = (self.bounds.get(from), self.bounds.get(to)) else {
            return &[];
        };
        self.scanner.text.get(*from..*to).unwrap_or(&[])
    }

    /// The first component from one on whose range is not empty; the last if there is none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn first_part(&self, from: Part) -> usize {
        let mut part = from as usize;
        while part < Part::Fragment as usize && self.bounds.get(part) == self.bounds.get(part + 1) {
            part += 1;
        }
        part
    }

    /// The scheme, in the case it was written in (section 3.1).
    pub fn scheme(&self) -> Option<&'u [u8]> {
        self.part(Part::Scheme as usize)
    }

    /// What is before the at sign (section 3.2.1).
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
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn path(&self) -> &'u [u8] {
        self.range(Part::Path as usize, Part::Query as usize)
    }

    /// What is behind the question mark (section 3.4).
    pub fn query(&self) -> Option<&'u [u8]> {
        self.part(Part::Query as usize)
    }

    /// What is behind the number sign (section 3.5).
    pub fn fragment(&self) -> Option<&'u [u8]> {
        self.part(Part::Fragment as usize)
    }
}

impl<'u> Uri<'u> {
    /// Reads a URI reference or, with what goes past characters beyond ASCII, an IRI reference to a place.
    #[inline(never)]
    pub(crate) fn read<'p>(
        place: &'p mut MaybeUninit<Self>,
        text: &'u [u8],
        beyond: Option<Beyond>,
    ) -> (&'p Self, Result<(), Error>) {
        let mut scanner = Scanner { text, at: 0, beyond, plain: true };
        let letter = (scanner.peek() | 0x20).wrapping_sub(b'a' as u32) < 26;
        scanner.past(IN_SCHEME);
        // A first segment with a colon is a scheme (`path-noscheme`, section 4.2).
        let mut first = IN_SEGMENT | TEXT;
        if !(letter && scanner.accept(b':')) {
            scanner.at = 0;
            first = IN_FIRST_SEGMENT | TEXT;
        }
        let scheme = scanner.at;
        let uri = place.write(Self {
            scanner,
            bounds: [0, scheme, scheme, scheme, scheme, scheme, scheme, scheme],
            groups: Groups::default(),
            kind: HostKind::None,
            literal: 0,
            shape: Shape::default(),
        });
        let read = uri.read_behind(first);
        (uri, read)
    }

    /// Reads what is behind the scheme, up to the end or a character that may not be there. A path without authority
    /// begins with what is `first`.
    #[inline(always)]
    fn read_behind(&mut self, first: u8) -> Result<(), Error> {
        let Self { scanner, bounds, .. } = self;
        let scheme = scanner.at;
        let mut part = Part::Path as usize;
        if scanner.accept(b'/') && scanner.accept(b'/') {
            let mut host = scanner.at;
            scanner.past(IN_USERINFO | TEXT);
            if scanner.accept(b'@') {
                host = scanner.at;
            } else if let next = scanner.peek()
                && !b"\0[/?#".iter().any(|delimiter| *delimiter as u32 == next)
            {
                return scanner.ended();
            }
            bounds[2] = host;
            scanner.at = host;
            self.kind = self.read_host();
            if self.kind == HostKind::None {
                // What is not closed is no IP literal of any kind.
                self.scanner.at = host;
                let closed = utf8::has(self.scanner.text.get(host..).unwrap_or(&[]), b']');
                return Err(if closed { Error::UriHost } else { Error::UriSyntax });
            }
            self.bounds[3] = self.scanner.at;
            part = Part::Port as usize;
        } else {
            scanner.at = scheme;
            scanner.past(first);
        }
        let Self { scanner, bounds, .. } = self;
        while let Some((end, [delimiter, of])) = bounds.get_mut(part + 1).zip(BEHIND.get(part)) {
            if scanner.accept(*delimiter) {
                scanner.past(*of);
            }
            *end = scanner.at;
            part += 1;
        }
        scanner.ended()
    }

    /// Reads a host. None if what begins with a bracket is no IP literal.
    #[inline(always)]
    fn read_host(&mut self) -> HostKind {
        let scanner = &mut self.scanner;
        let start = scanner.at;
        if scanner.accept(b'[') {
            return self.read_literal();
        }
        let ipv4 = scanner.ipv4().is_some();
        let end = scanner.at;
        scanner.at = start;
        scanner.past(IN_HOST | TEXT);
        if ipv4 && scanner.at == end { HostKind::Ipv4 } else { HostKind::Name }
    }

    /// Reads what is between brackets, and the closing one.
    #[inline(always)]
    fn read_literal(&mut self) -> HostKind {
        let scanner = &mut self.scanner;
        let mut start = scanner.at;
        let (mut kind, mut of) = (HostKind::Ipv6, 0);
        if scanner.peek() | 0x20 == b'v' as u32 {
            scanner.at += 1;
            start = scanner.at;
            while scanner.digit() < NO_DIGIT {}
            if scanner.at == start || !scanner.accept(b'.') {
                return HostKind::None;
            }
            (kind, of, start) = (HostKind::Future, IN_USERINFO, scanner.at);
        } else {
            let Some(shape) = scanner.ipv6(&mut self.groups) else {
                return HostKind::None;
            };
            self.shape = shape;
            self.literal = (scanner.at - start + 1) as u8;
            if scanner.accept(b'%') {
                if scanner.octet() != b'%' as u32 {
                    return HostKind::None;
                }
                (kind, of, start) = (HostKind::Ipv6Zone, UNRESERVED | TRIPLETS, scanner.at);
            }
        };
        scanner.past(of);
        if scanner.at > start && scanner.accept(b']') { kind } else { HostKind::None }
    }
}

/// What begins each component from the port on, and what may follow it; a path also begins without.
static BEHIND: [[u8; 2]; 7] = [
    [0; 2],
    [0; 2],
    [0; 2],
    [b':', DIGIT],
    [b'/', IN_PATH | TEXT],
    [b'?', IN_FRAGMENT | TEXT | PRIVATE],
    [b'#', IN_FRAGMENT | TEXT],
];
