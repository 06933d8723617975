// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splitting of any text as in RFC 3986 appendix B. Invalid components are reported.

use core::mem::MaybeUninit;

use super::reference::{HostKind, Part, Uri};
use super::split::{FRAGMENT, PATH, PORT, QUERY};
use crate::bytes::bits::bits;
use crate::bytes::chars::IN_USERINFO;
use crate::bytes::scan::{Allowed, Scanner};
use crate::scheme::is_name_of_any_case;

bits! {
    /// A set of components of a URI.
    ///
    /// ```
    /// use cri::uri::{Parts, Uri};
    ///
    /// let (_, invalid) = Uri::split_lenient("coap://h:x/a b");
    /// assert!(invalid.contains(Parts::PORT) && !invalid.contains(Parts::QUERY) && !invalid.is_empty());
    /// assert!(invalid.iter().eq([Parts::PORT, Parts::PATH]));
    /// assert_eq!(Parts::try_from(invalid.bits()), Ok(invalid));
    /// ```
    Parts: u8 {
        /// The scheme.
        SCHEME = 1 << Part::Scheme as u8;
        /// The user information.
        USERINFO = 1 << Part::Userinfo as u8;
        /// The host.
        HOST = 1 << Part::Host as u8;
        /// The port.
        PORT = 1 << Part::Port as u8;
        /// The path.
        PATH = 1 << Part::Path as u8;
        /// The query.
        QUERY = 1 << Part::Query as u8;
        /// The fragment.
        FRAGMENT = 1 << Part::Fragment as u8;
    }
}

impl<'u> Uri<'u> {
    /// Splits any text into components, and returns them with the set of invalid components. A URI reference is split
    /// as [`Uri::split`] does.
    ///
    /// The text is split as in RFC 3986 appendix B. The user information ends at the last at sign of the authority. The
    /// host ends before the first colon after that at sign, or after the closing bracket of an IP literal. The kind of
    /// an invalid host is a name. Linear.
    ///
    /// ```
    /// use cri::uri::{Parts, Uri};
    ///
    /// let (uri, invalid) = Uri::split_lenient("coap://h/a b#f");
    /// assert_eq!((uri.path(), uri.fragment(), invalid), ("/a b", Some("f"), Parts::PATH));
    /// ```
    #[must_use]
    pub fn split_lenient(text: &'u str) -> (Self, Parts) {
        let mut memory = MaybeUninit::uninit();
        let (uri, invalid) = Self::read_lenient(&mut memory, text.as_bytes());
        (*uri, Parts(invalid))
    }

    /// Splits any text like [`Uri::split_lenient`], into `memory`.
    pub(crate) fn read_lenient<'p>(memory: &'p mut MaybeUninit<Self>, text: &'u [u8]) -> (&'p Self, u8) {
        let uri = memory.write(Self::without_host(Scanner::new(text), bounds(text)));
        let invalid = uri.check();
        (uri, invalid)
    }

    /// Reads the host, and returns the set of invalid components.
    fn check(&mut self) -> u8 {
        let mut invalid = 0;
        let mut check = |part: Part, valid: bool| invalid |= u8::from(!valid) << part as u8;
        check(Part::Scheme, self.part(Part::Scheme).is_none_or(is_name_of_any_case));
        check(
            Part::Userinfo,
            self.part(Part::Userinfo).is_none_or(|text| is_all(text, Allowed::with_triplets(IN_USERINFO))),
        );
        if self.has(Part::Userinfo, Part::Userinfo) {
            let host = self.range(Part::Host);
            check(Part::Host, self.read_host(host));
        }
        for component in &[PORT, PATH, QUERY, FRAGMENT] {
            check(component.part, is_all(self.part(component.part).unwrap_or(&[]), component.allowed));
        }
        // A colon in the first segment ends a scheme (section 4.2), unless it is the first character of the text.
        if matches!(self.between(Part::Scheme, Part::Query), [b':', ..]) {
            check(Part::Path, false);
        }
        invalid
    }

    /// Reads a host and stores its kind. Returns true if the host is valid. If it is not, the fields that describe an
    /// address are unspecified.
    fn read_host(&mut self, host: &'u [u8]) -> bool {
        let Self { scanner, bounds, .. } = *self;
        self.scanner = Scanner::new(host);
        let valid = self.read_authority().is_ok() && self.scanner.at == host.len();
        if !valid {
            self.kind = HostKind::Name;
        }
        (self.scanner, self.bounds) = (scanner, bounds);
        valid
    }
}

fn is_all(text: &[u8], allowed: Allowed) -> bool {
    let mut scanner = Scanner::new(text);
    scanner.past(allowed);
    scanner.at == text.len()
}

/// Returns the offset of the first byte that `ends` accepts, starting at `from`, or the length of the text if there is
/// no such byte.
fn end_of(text: &[u8], from: usize, ends: fn(&u8) -> bool) -> usize {
    let rest = text.get(from..).unwrap_or(&[]);
    from + rest.iter().position(ends).unwrap_or(rest.len())
}

/// Returns the offsets at which the components of a text begin, in the order of [`Part`], and the length of the text.
/// The text is split as in [`Uri::split_lenient`].
pub(super) fn bounds(text: &[u8]) -> [usize; 8] {
    let colon = end_of(text, 0, |byte| matches!(byte, b':' | b'/' | b'?' | b'#'));
    let scheme = if colon > 0 && text.get(colon) == Some(&b':') { colon + 1 } else { 0 };
    let (mut host, mut port, mut path) = (scheme, scheme, scheme);
    if let Some([b'/', b'/', authority @ ..]) = text.get(scheme..) {
        path = end_of(text, scheme + 2, |byte| matches!(byte, b'/' | b'?' | b'#'));
        let authority = authority.get(..path - scheme - 2).unwrap_or(&[]);
        host = scheme + 2 + authority.iter().rposition(|byte| *byte == b'@').map_or(0, |at| at + 1);
        let mut literal = host;
        if text.get(host) == Some(&b'[') {
            literal = end_of(text, host, |byte| matches!(byte, b']' | b'/' | b'?' | b'#'));
        }
        port = end_of(text, literal, |byte| matches!(byte, b':' | b'/' | b'?' | b'#'));
    }
    let query = end_of(text, path, |byte| matches!(byte, b'?' | b'#'));
    let fragment = end_of(text, query, |byte| *byte == b'#');
    [0, scheme, host, port, path, query, fragment, text.len()]
}
