// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. The components of a URI reference as slices of its text (RFC 3986 section 3 and appendix A).
//!
//! The grammar is strict. A component that is there and empty is told apart from one that is not there:
//! `//h?` has a query, `//h` has none (section 5.3).

use crate::chars::{
    BEYOND, IN_FRAGMENT, IN_HOST, IN_PATH, IN_SCHEME, IN_USERINFO, PRIVATE, TRIPLETS, UNRESERVED, hex_value, span,
    ucs_len,
};
use crate::error::Error;
use crate::{ip, utf8};

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

/// Where a component is.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct Span {
    start: usize,
    /// Behind its last character, counted from 1; 0 if it is undefined.
    end: usize,
}

/// The components of a URI reference. `None` is undefined, which empty is not.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Uri<'u> {
    pub(crate) text: &'u [u8],
    /// In the order of [`Part`].
    pub(crate) spans: [Span; 7],
    pub(crate) kind: HostKind,
    /// Whether there are no triplets and no characters beyond ASCII.
    pub(crate) plain: bool,
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
        let mut uri = Self::new(text);
        match uri.read_uri() {
            Ok(()) => Ok(uri),
            Err((error, offset)) => Err(SplitError { error, offset }),
        }
    }

    /// Splits a text that the caller has no error's place for.
    #[inline(always)]
    pub(super) fn split_in_place(&mut self) -> Result<(), Error> {
        self.read_uri().map_err(|(error, _)| error)
    }

    /// [`Uri::read`] of a URI reference, once for all that work on text.
    #[inline(never)]
    pub(crate) fn read_uri(&mut self) -> Result<(), Stop> {
        self.read(0)
    }

    #[inline(always)]
    pub(crate) fn new(text: &'u [u8]) -> Self {
        Self { text, spans: [Span::default(); 7], kind: HostKind::None, plain: true }
    }

    /// The component of that number, if there is one and it is defined.
    #[inline(never)]
    pub(crate) fn part(&self, number: usize) -> Option<&'u [u8]> {
        self.slice(number)
    }

    /// The same, for where it pays to know the number.
    #[inline(always)]
    pub(crate) fn slice(&self, number: usize) -> Option<&'u [u8]> {
        let span = self.spans.get(number)?;
        self.text.get(span.start..span.end.wrapping_sub(1))
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
    pub fn path(&self) -> &'u [u8] {
        self.part(Part::Path as usize).unwrap_or(&[])
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

/// Why reading failed, and where.
pub(crate) type Stop = (Error, usize);

impl Uri<'_> {
    /// The character at a place; a NUL, which may stand nowhere, at the end.
    #[inline(always)]
    fn character(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    /// Sets a component.
    #[inline(always)]
    fn set(&mut self, part: Part, start: usize, end: usize) {
        self.spans[part as usize] = Span { start, end: end + 1 };
    }

    /// The character at a place may not be there.
    #[cold]
    fn stop(&self, at: usize, chars: u32) -> Result<(), Stop> {
        let error = match self.text.get(at..) {
            Some(rest @ [0x80..=0xff, ..]) if chars & BEYOND == 0 || utf8::char_len(rest) > 0 => Error::UriNotAscii,
            Some([0x80..=0xff, ..]) => Error::Utf8,
            _ => Error::UriSyntax,
        };
        Err((error, at))
    }

    /// Goes past what is of a class, or of what else `of` says.
    #[inline(always)]
    fn past(&mut self, start: usize, of: u32) -> usize {
        let (mut end, plain) = span(self.text, start, of);
        self.plain &= plain;
        while of & BEYOND != 0
            && let Some(rest) = self.text.get(end..)
            && let size @ 1.. = ucs_len(rest, of & PRIVATE != 0)
        {
            (end, _) = span(self.text, end + size, of);
            self.plain = false;
        }
        end
    }

    /// Goes past digits.
    #[inline(always)]
    fn past_digits(&self, start: usize) -> usize {
        let mut end = start;
        while self.character(end).is_ascii_digit() {
            end += 1;
        }
        end
    }

    /// Whether an authority may end at a place.
    #[inline(always)]
    fn ends_authority(&self, at: usize) -> bool {
        matches!(self.character(at), b'/' | b'?' | b'#') || at == self.text.len()
    }

    /// Reads a URI reference from its start to its end; `beyond` is [`BEYOND`] for an IRI reference (RFC
    /// 3987), else 0.
    #[inline(always)]
    pub(crate) fn read(&mut self, beyond: u32) -> Result<(), Stop> {
        let chars = TRIPLETS | beyond;
        let mut at = 0;
        let (scheme, _) = span(self.text, 0, IN_SCHEME as u32);
        if self.character(scheme) == b':' && self.character(0).is_ascii_alphabetic() {
            self.set(Part::Scheme, 0, scheme);
            at = scheme + 1;
        }
        if self.character(at) == b'/' && self.character(at + 1) == b'/' {
            at = self.read_authority(at + 2, chars)?;
        }
        let start = at;
        at = self.past(start, IN_PATH as u32 | chars);
        self.set(Part::Path, start, at);
        if start == 0 {
            // A colon in the first segment would have ended a scheme (`path-noscheme`, section 4.2).
            let mut first = scheme;
            while first < at && self.character(first) != b'/' {
                if self.character(first) == b':' {
                    return self.stop(first, chars);
                }
                first += 1;
            }
        }
        if self.character(at) == b'?' {
            let start = at + 1;
            at = self.past(start, IN_FRAGMENT as u32 | chars | beyond << 1);
            self.set(Part::Query, start, at);
        }
        if self.character(at) == b'#' {
            let start = at + 1;
            at = self.past(start, IN_FRAGMENT as u32 | chars);
            self.set(Part::Fragment, start, at);
        }
        if at == self.text.len() { Ok(()) } else { self.stop(at, chars) }
    }

    /// Reads the authority that starts behind two slashes (section 3.2), and says where it ends.
    #[inline(always)]
    fn read_authority(&mut self, start: usize, chars: u32) -> Result<usize, Stop> {
        let mut host = start;
        let mut end = self.past(start, IN_HOST as u32 | chars);
        let mut port = self.past_digits(end + 1);
        if matches!(self.character(end), b':' | b'@') && !(self.character(end) == b':' && self.ends_authority(port)) {
            // No port follows: it is userinfo, if an at sign does.
            let userinfo = self.past(end, IN_USERINFO as u32 | chars);
            if self.character(userinfo) == b'@' {
                self.set(Part::Userinfo, start, userinfo);
                host = userinfo + 1;
                end = self.past(host, IN_HOST as u32 | chars);
                port = self.past_digits(end + 1);
            } else if !self.ends_authority(userinfo) {
                self.stop(userinfo, chars)?;
            }
        }
        self.kind = HostKind::Name;
        if host == end && self.character(host) == b'[' {
            // All characters of an IP literal may stand in userinfo.
            end = self.past(host + 1, IN_USERINFO as u32 | TRIPLETS);
            if end == self.text.len() {
                self.stop(host, chars)?;
            }
            let literal = self.text.get(host + 1..end).unwrap_or(&[]);
            match HostKind::of_literal(literal) {
                Some(kind) if self.character(end) == b']' => self.kind = kind,
                _ => return Err((Error::UriHost, host)),
            }
            end += 1;
            port = self.past_digits(end + 1);
        } else if self.text.get(host..end).and_then(ip::parse_ipv4).is_some() {
            self.kind = HostKind::Ipv4;
        }
        self.set(Part::Host, host, end);
        if self.character(end) == b':' {
            self.set(Part::Port, end + 1, port);
            end = port;
        }
        if !self.ends_authority(end) {
            self.stop(end, chars)?;
        }
        Ok(end)
    }
}

impl HostKind {
    /// What is between brackets, all of it allowed in userinfo.
    #[inline(always)]
    fn of_literal(text: &[u8]) -> Option<Self> {
        if text.first()? | 0x20 == b'v' {
            let mut at = 1;
            while text.get(at).and_then(|digit| hex_value(*digit)).is_some() {
                at += 1;
            }
            let future = at > 1
                && at + 1 < text.len()
                && text.get(at) == Some(&b'.')
                && span(text, 0, IN_USERINFO as u32).0 == text.len();
            return if future { Some(Self::Future) } else { None };
        }
        let (address, zone) = split_zone(text)?;
        let kind = if zone.is_empty() { Self::Ipv6 } else { Self::Ipv6Zone };
        if ip::read_ipv6(address, &mut [0; 16]) { Some(kind) } else { None }
    }
}

/// Splits what is between brackets into an IPv6 address, to be checked, and what is behind it: nothing, or
/// `%25` and a zone identifier, which is not empty (RFC 6874 section 2).
#[inline]
pub(crate) fn split_zone(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut length = 0;
    while text.get(length).is_some_and(|byte| *byte != b'%') {
        length += 1;
    }
    let (address, zone) = text.split_at_checked(length)?;
    let valid = match zone {
        [] => true,
        [b'%', b'2', b'5', _, ..] => span(zone, 0, UNRESERVED as u32 | TRIPLETS).0 == zone.len(),
        _ => false,
    };
    if valid { Some((address, zone)) } else { None }
}
