// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splitting a URI reference into its components (RFC 3986 section 3 and appendix A).
//!
//! The grammar is strict. Empty and undefined components are distinguished: `//h?` has an empty query, `//h` has no
//! query (section 5.3).

use core::mem::MaybeUninit;
use core::ops::Range;

use super::reference::{HostKind, Part, Uri};
use crate::bytes::chars::{
    DIGIT, IN_FIRST_SEGMENT, IN_FRAGMENT, IN_HOST, IN_PATH, IN_SCHEME, IN_SEGMENT, IN_USERINFO, NO_DIGIT, UNRESERVED,
    run,
};
use crate::bytes::scan::{Allowed, Grammar, Scanner, URI};
use crate::bytes::words;
use crate::error::{Error, ParseError};

/// The reason why a text is not a URI reference, and the components that were read before the error.
pub(crate) struct Refused<'p, 'u> {
    pub(crate) error: Error,
    pub(crate) begun: &'p Uri<'u>,
}

impl Refused<'_, '_> {
    /// Returns the offset of the first invalid character, of the `%` of an invalid triplet, or of the `[` of an invalid
    /// IP literal.
    pub(crate) fn offset(&self) -> usize {
        self.begun.scanner.at
    }
}

impl From<Refused<'_, '_>> for ParseError {
    fn from(refused: Refused<'_, '_>) -> Self {
        Self { error: refused.error, offset: refused.offset() }
    }
}

impl From<Refused<'_, '_>> for Error {
    fn from(refused: Refused<'_, '_>) -> Self {
        refused.error
    }
}

impl<'u> Uri<'u> {
    /// Splits a URI reference into its components (RFC 3986 section 3). Linear, whatever the text.
    ///
    /// Fails with `UriSyntax` if the text is not a URI reference, with `UriNotAscii` for a byte beyond ASCII, and with
    /// `UriHost` for text between brackets that is not an IP literal. The offset of the error is the offset of the
    /// first invalid character, of the `%` of an invalid triplet, or of the `[` of an invalid IP literal.
    ///
    /// ```
    /// use cri::Error;
    /// use cri::uri::Uri;
    ///
    /// assert_eq!(Uri::split("/rooms/2?u=C")?.path(), "/rooms/2");
    /// let refused = Uri::split("coap://h/a b").err();
    /// assert_eq!(refused.map(|refused| (refused.error, refused.offset)), Some((Error::UriSyntax, 10)));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn split(text: &'u (impl AsRef<[u8]> + ?Sized)) -> Result<Self, ParseError> {
        let text = text.as_ref();
        Ok(*Self::read(&mut MaybeUninit::uninit(), text, URI)?)
    }

    /// Reads a URI reference or an IRI reference into `memory`.
    // The caller provides the memory, because a view is too large to be copied.
    #[inline(always)]
    pub(crate) fn read<'p>(
        memory: &'p mut MaybeUninit<Self>,
        text: &'u [u8],
        grammar: Grammar,
    ) -> Result<&'p Self, Refused<'p, 'u>> {
        let (begun, read) = Self::begin(memory, text, grammar);
        match read {
            Ok(()) => Ok(begun),
            Err(error) => Err(Refused { error, begun }),
        }
    }

    /// Reads a reference like [`Uri::read`]. The result fits in registers; a `Result` with [`Refused`] would not.
    fn begin<'p>(memory: &'p mut MaybeUninit<Self>, text: &'u [u8], grammar: Grammar) -> (&'p Self, Result<(), Error>) {
        let scheme = scheme_end(text);
        let bounds = [0, scheme, scheme, scheme, scheme, scheme, scheme, scheme];
        let scanner = Scanner { at: scheme, grammar, ..Scanner::new(text) };
        let uri = memory.write(Self::without_host(scanner, bounds));
        let read = uri.read_after_scheme();
        (uri, read)
    }

    /// Reads the components after the scheme, up to the end or to a character that is not allowed. An authority comes
    /// after two slashes (RFC 3986 3.3 slashes, 4.2 kinds).
    #[inline(always)]
    fn read_after_scheme(&mut self) -> Result<(), Error> {
        let scheme = self.scanner.at;
        // RFC 3986 3.3 slashes, RFC 3986 4.2 kinds
        let has_authority = self.scanner.accept(b'/') && self.scanner.accept(b'/');
        if has_authority {
            self.read_authority()?;
        } else {
            self.scanner.at = scheme;
            self.scanner.component = 1 << Part::Path as u8;
            // RFC 3986 4.1
            self.scanner.past(Allowed::with_ucs(if scheme > 0 { IN_SEGMENT } else { IN_FIRST_SEGMENT }));
        }
        let Self { scanner, bounds, .. } = self;
        // A component ends where the next one begins.
        let ends = bounds[Part::Query as usize..].iter_mut();
        for (Delimited { part, delimiter, allowed }, end) in [PATH, QUERY, FRAGMENT].iter().zip(ends) {
            // RFC 3986 3.3
            if scanner.accept(*delimiter) {
                scanner.component = 1 << *part as u8;
                scanner.past(*allowed);
            }
            *end = scanner.at;
        }
        scanner.ended()
    }

    /// Reads userinfo, host and port. (RFC 3986 3.2, 3.2.1 password, 3.2.2 literal)
    #[inline(always)]
    pub(super) fn read_authority(&mut self) -> Result<(), Error> {
        let name = self.read_userinfo_and_name()?;
        self.read_name_or_literal(name)?;
        let Self { scanner, bounds, .. } = self;
        bounds[Part::Port as usize] = scanner.at;
        if scanner.accept(PORT.delimiter) {
            scanner.past(PORT.allowed);
        }
        bounds[Part::Path as usize] = scanner.at;
        Ok(())
    }

    /// Reads userinfo and the name of the host. Up to a colon, both look the same, so the text is first read as a name.
    /// If an at sign follows, the text was userinfo, and the name is read after it. Returns the range of the name,
    /// which is empty in front of an IP literal.
    #[inline(always)]
    fn read_userinfo_and_name(&mut self) -> Result<Range<usize>, Error> {
        let scanner = &mut self.scanner;
        let mut host = scanner.at;
        scanner.component = 1 << Part::Host as u8;
        let mut next = scanner.past(Allowed::with_ucs(IN_HOST));
        let mut end = scanner.at;
        if next == u32::from(b':') {
            // RFC 3986 3.2.1
            next = scanner.past(Allowed::with_ucs(IN_USERINFO));
        }
        if next == u32::from(b'@') {
            scanner.at += 1;
            // The triplets read so far are in the userinfo.
            scanner.triplets = if scanner.triplets == 0 { 0 } else { 1 << Part::Userinfo as u8 };
            host = scanner.at;
            scanner.past(Allowed::with_ucs(IN_HOST));
            end = scanner.at;
        } else if !matches!(next as u8, b'[' | b'/' | b'?' | b'#') {
            scanner.ended()?;
        }
        Ok(host..end)
    }

    /// Reads the host: the name in the range `name` or, if that is empty, an IP literal that may follow.
    #[inline(always)]
    fn read_name_or_literal(&mut self, name: Range<usize>) -> Result<(), Error> {
        self.bounds[Part::Host as usize] = name.start;
        self.scanner.at = name.end;
        // RFC 3986 3.2.2 literal
        if !name.is_empty() || !self.scanner.accept(b'[') {
            self.kind = self.kind_of_name(name.start);
            return Ok(());
        }
        self.kind = self.read_literal();
        if self.kind == HostKind::None {
            // Without a closing bracket, the error is `UriSyntax`, because there is no IP literal. The whole text is
            // searched, because nothing before the host can contain a closing bracket.
            self.scanner.at = name.start;
            let closed = words::has(self.scanner.text, b']');
            return Err(if closed { Error::UriHost } else { Error::UriSyntax });
        }
        Ok(())
    }

    /// Returns `Ipv4` if the text from the offset `host` to the scanner's position is an IPv4 address, and `Name` if it
    /// is not. Stores the octets of an address.
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
        let (kind, allowed);
        // RFC 3986 3.2.2 future
        if scanner.peek() | 0x20 == u32::from(b'v') {
            scanner.at += 1;
            let digits = scanner.at;
            while scanner.digit() < NO_DIGIT {}
            if scanner.at == digits || !scanner.accept(b'.') {
                return HostKind::None;
            }
            (kind, allowed) = (HostKind::Future, Allowed::only(IN_USERINFO));
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
            // RFC 6874 2
            if !(scanner.accept(b'%') && scanner.accept(b'2') && scanner.accept(b'5')) {
                return HostKind::None;
            }
            (kind, allowed) = (HostKind::Ipv6Zone, Allowed::with_triplets(UNRESERVED));
        };
        let start = scanner.at;
        scanner.past(allowed);
        if scanner.at > start && scanner.accept(b']') { kind } else { HostKind::None }
    }
}

/// Returns the offset after the scheme and its colon, or 0 if there is no scheme. If the first segment contains a
/// colon, the text before the colon is a scheme (`path-noscheme`, RFC 3986 4.1, 4.2), and otherwise there is no scheme
/// (RFC 3986 4.5).
#[inline(always)]
fn scheme_end(text: &[u8]) -> usize {
    // RFC 3986 3.1
    if text.first().is_some_and(u8::is_ascii_alphabetic)
        && let name = run(text, IN_SCHEME)
        && text.get(name) == Some(&b':')
    {
        // RFC 3986 4.1
        return name + 1;
    }
    0
}

/// The syntax of a component that follows the host.
pub(super) struct Delimited {
    pub(super) part: Part,
    /// The character before the component. For a path, it is optional.
    delimiter: u8,
    pub(super) allowed: Allowed,
}

pub(super) const PORT: Delimited = Delimited { part: Part::Port, delimiter: b':', allowed: Allowed::only(DIGIT) };
pub(super) const PATH: Delimited = Delimited { part: Part::Path, delimiter: b'/', allowed: Allowed::with_ucs(IN_PATH) };
pub(super) const QUERY: Delimited =
    Delimited { part: Part::Query, delimiter: b'?', allowed: Allowed::with_private(IN_FRAGMENT) };
pub(super) const FRAGMENT: Delimited =
    Delimited { part: Part::Fragment, delimiter: b'#', allowed: Allowed::with_ucs(IN_FRAGMENT) };
