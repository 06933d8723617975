// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. The components of a URI reference as slices of its text (RFC 3986 section 3 and appendix A).
//!
//! The grammar is strict. A component that is there and empty is told apart from one that is not there:
//! `//h?` has a query, `//h` has none (section 5.3).

use crate::chars::{DIGIT, IN_FRAGMENT, IN_HOST, IN_PATH, IN_SCHEME, IN_USERINFO, UNRESERVED, ucs_len};
use crate::error::Error;
use crate::scan::{PRIVATE, Scanner, TEXT, TRIPLETS};
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
    pub(crate) text: &'u [u8],
    /// Where each range ends: behind the scheme's colon; behind the authority's slashes or the userinfo's at
    /// sign; behind host, port, path, query and fragment.
    pub(crate) ends: [usize; 7],
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
        let (mut uri, mut scanner) = (Self::new(text), Scanner::new(text));
        match uri.read(&mut scanner) {
            Ok(()) => Ok(uri),
            Err(error) => Err(SplitError { error, offset: scanner.at }),
        }
    }

    /// A reference that was not read.
    #[inline(always)]
    pub(crate) fn new(text: &'u [u8]) -> Self {
        // Any ends will do; zeros would be a call of memset, and a loop one of memcpy.
        let end = text.len();
        Self { text, ends: [end, end, end, end, end, end, end], plain: true }
    }

    /// Reads a text that the caller has no error's place for.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn read_text(&mut self) -> Result<(), Error> {
        self.read(&mut Scanner::new(self.text))
    }

    /// Reads an IRI reference (RFC 3987 section 2.2). `Utf8` for what is no UTF-8, `UriSyntax` for a character
    /// that may not be there.
    pub(crate) fn read_iri(&mut self) -> Result<(), Error> {
        let mut scanner = Scanner::new(self.text);
        scanner.beyond = Some(ucs_len);
        self.read(&mut scanner).map_err(|error| match error {
            Error::UriNotAscii if utf8::char_len(self.text.get(scanner.at..).unwrap_or(&[])) == 0 => Error::Utf8,
            Error::UriNotAscii => Error::UriSyntax,
            error => error,
        })
    }

    /// The component of that number, if there is one and it is defined.
    #[inline(never)]
    pub(crate) fn part(&self, number: usize) -> Option<&'u [u8]> {
        self.slice(number)
    }

    /// The same, for where it pays to know the number.
    #[inline(always)]
    pub(crate) fn slice(&self, number: usize) -> Option<&'u [u8]> {
        let end = *self.ends.get(number)?;
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| *end);
        // The delimiters in the range: before the component, and behind it.
        let (lead, trail) = match number {
            0 => (0, 1),
            1 => (2, 1),
            2 if start == self.ends[0] => return None,
            2 | 4 => (0, 0),
            _ => (1, 0),
        };
        self.text.get(start + lead..end.wrapping_sub(trail))
    }

    /// What of the text is from the range of one component to that of another, with delimiters.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn range(&self, first: Part, last: Part) -> &'u [u8] {
        let start = (first as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        self.text.get(start..self.ends[last as usize]).unwrap_or(&[])
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

    /// What the host is. Linear in its length.
    pub fn host_kind(&self) -> HostKind {
        let Some(host) = self.host() else {
            return HostKind::None;
        };
        let mut scanner = Scanner::new(host);
        if scanner.accept(b'[') {
            let future = scanner.peek() | 0x20 == b'v' as u32;
            scanner.past(IN_USERINFO);
            return match scanner.peek() {
                _ if future => HostKind::Future,
                0x25 => HostKind::Ipv6Zone,
                _ => HostKind::Ipv6,
            };
        }
        let ipv4 = scanner.ipv4().is_some() && scanner.at == host.len();
        if ipv4 { HostKind::Ipv4 } else { HostKind::Name }
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

impl<'u> Uri<'u> {
    /// Reads a URI reference or, by the scanner, an IRI reference, from its start to its end. When it fails,
    /// the scanner is at the place.
    #[inline(never)]
    pub(crate) fn read(&mut self, scanner: &mut Scanner<'u>) -> Result<(), Error> {
        // What has a colon in its first segment has a scheme (`path-noscheme`, section 4.2).
        loop {
            scanner.past(IN_HOST | TEXT);
            if !scanner.accept(b'@') {
                break;
            }
        }
        let colon = scanner.at;
        let has_scheme = scanner.peek() == b':' as u32;
        scanner.at = 0;
        if has_scheme {
            let letter = (scanner.peek() | 0x20).wrapping_sub(b'a' as u32) < 26;
            scanner.past(IN_SCHEME);
            if !letter || scanner.at != colon {
                scanner.at = colon;
                return stop(scanner);
            }
            scanner.at += 1;
        }
        let scheme = scanner.at;
        self.ends = [scheme; 7];
        let mut of_path = IN_PATH | TEXT;
        if scanner.accept(b'/') && scanner.accept(b'/') {
            let mut host = scanner.at;
            scanner.past(IN_HOST | TEXT);
            let mut end = scanner.at;
            // Nothing more, unless there is a colon.
            scanner.past(IN_USERINFO | TEXT);
            if scanner.accept(b'@') {
                host = scanner.at;
                scanner.past(IN_HOST | TEXT);
                end = scanner.at;
            } else if !matches!(scanner.peek() as u8, b'[' | b'/' | b'?' | b'#' | 0) {
                return stop(scanner);
            }
            self.ends[1] = host;
            scanner.at = end;
            if end == host && scanner.accept(b'[') && !(read_literal(scanner) && scanner.accept(b']')) {
                // What is not closed is no IP literal of any kind.
                let ended = scanner.at == self.text.len();
                scanner.at = host;
                return Err(if ended { Error::UriSyntax } else { Error::UriHost });
            }
            self.ends[2] = scanner.at;
            scanner.past_behind(b':', DIGIT);
            self.ends[3] = scanner.at;
            if scanner.peek() != b'/' as u32 {
                of_path = 0;
            }
        } else {
            scanner.at = scheme;
        }
        scanner.past(of_path);
        self.ends[4] = scanner.at;
        scanner.past_behind(b'?', IN_FRAGMENT | TEXT | PRIVATE);
        self.ends[5] = scanner.at;
        scanner.past_behind(b'#', IN_FRAGMENT | TEXT);
        self.ends[6] = scanner.at;
        self.plain = scanner.plain;
        if scanner.at < self.text.len() { stop(scanner) } else { Ok(()) }
    }
}

/// A character that may not be there.
#[inline(always)]
fn stop(scanner: &Scanner<'_>) -> Result<(), Error> {
    Err(if scanner.peek() < 0x80 { Error::UriSyntax } else { Error::UriNotAscii })
}

/// Reads what is between brackets.
#[inline(always)]
fn read_literal(scanner: &mut Scanner<'_>) -> bool {
    let mut of = IN_USERINFO;
    if scanner.peek() | 0x20 == b'v' as u32 {
        scanner.at += 1;
        let mut digits = 0;
        while scanner.digit() < 16 {
            digits += 1;
        }
        if digits == 0 || !scanner.accept(b'.') {
            return false;
        }
    } else {
        if scanner.ipv6(&mut [[0; 2]; 8]).is_none() {
            return false;
        }
        if !scanner.accept(b'%') {
            return true;
        }
        if !(scanner.accept(b'2') && scanner.accept(b'5')) {
            return false;
        }
        of = UNRESERVED | TRIPLETS;
    };
    let start = scanner.at;
    scanner.past(of);
    scanner.at > start
}

/// Splits what is between brackets into an IPv6 address, to be checked, and what is behind it: nothing, or
/// `%25` and a zone identifier, which is not empty (RFC 6874 section 2).
#[inline]
pub(crate) fn split_zone(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = text.iter().take_while(|byte| **byte != b'%').count();
    text.split_at_checked(length)
}
