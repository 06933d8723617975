// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. The normal form of each component of a URI (RFC 3986 section 6.2), a character at a time, so that
//! it can be written and compared without being held.

use super::removal::Pieces;
use super::split::{Part, Uri};
use crate::cbor::write::{Byte, Output, Sink};
use crate::chars::{UNRESERVED, class, triplet};
use crate::ip::Text;
use crate::scan::Scanner;
use crate::scheme;

/// A rung of the comparison ladder (RFC 3986 section 6.2): how much is normalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Level {
    /// Nothing: character strings are compared (section 6.2.1).
    Simple = 0,
    /// Case, triplets, dot segments, and IPv6 addresses in the form of RFC 5952 (section 6.2.2).
    Syntax = 1,
    /// Also ports that are empty or the scheme's default and, for schemes whose default port is known, an
    /// empty path behind an authority (section 6.2.3).
    Scheme = 2,
}

impl Level {
    /// The level of that number, if there is one.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Simple),
            1 => Some(Self::Syntax),
            2 => Some(Self::Scheme),
            _ => None,
        }
    }
}

/// The characters of a component in normal form: triplets of unreserved characters decoded, the digits of
/// others in upper case; letters in lower case where they `fold` (sections 6.2.2.1, 6.2.2.2).
pub(super) struct Normal<'u> {
    rest: &'u [u8],
    fold: bool,
    /// How many digits of a triplet come next.
    digits: u8,
}

impl<'u> Normal<'u> {
    pub(super) fn new(component: &'u [u8], fold: bool) -> Self {
        Self { rest: component, fold, digits: 0 }
    }
}

/// A host, an IPv6 address in the form of RFC 5952 behind its bracket; or else what is behind that: a bracket, or `%25`,
/// a zone identifier and that.
#[inline(always)]
fn address<'t>(host: &'t [u8], own: bool, room: &'t mut Text) -> &'t [u8] {
    let mut scanner = Scanner::new(host);
    let mut groups = [[0; 2]; 8];
    let address = if scanner.accept(b'[') { scanner.ipv6(&mut groups) } else { None };
    match address {
        None if own => host,
        None => &[],
        Some(shape) if own => room.bracketed(shape.expand(&mut groups)),
        Some(_) => host.get(scanner.at..).unwrap_or(&[]),
    }
}

/// Puts the normal form of a component out.
#[inline(never)]
pub(super) fn put_normal<T: Byte>(output: &mut Output<'_, T>, component: &[u8], fold: bool) {
    Normal::new(component, fold).for_each(|character| output.byte(character));
}

impl Iterator for Normal<'_> {
    type Item = u8;

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn next(&mut self) -> Option<u8> {
        let (first, after) = self.rest.split_first()?;
        let mut character = *first;
        if self.digits > 0 {
            self.digits -= 1;
            self.rest = after;
            return Some(character.to_ascii_uppercase());
        }
        let mut size = 1;
        if character == b'%'
            && let Some(octet) = triplet(self.rest)
        {
            if class(octet) & UNRESERVED == 0 {
                self.digits = 2;
            } else {
                character = octet;
                size = 3;
            }
        }
        self.rest = self.rest.get(size..)?;
        Some(if self.fold { character.to_ascii_lowercase() } else { character })
    }
}

/// What normal forms are made of beside the path, which is before the last: components with the delimiters that show
/// that they are defined (section 5.3), and whether letters in them are in lower case.
pub(super) static COMPONENTS: [(Part, Part, bool); 6] = [
    (Part::Scheme, Part::Scheme, true),
    (Part::Userinfo, Part::Userinfo, false),
    (Part::Host, Part::Host, true),
    // What is behind an IPv6 address.
    (Part::Host, Part::Host, false),
    (Part::Port, Part::Port, false),
    (Part::Query, Part::Fragment, false),
];

impl<'u> Uri<'u> {
    /// One of these at a level, but for triplets and case; there is room for an address.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn component<'t>(&self, number: usize, level: Level, room: &'t mut Text) -> &'t [u8]
    where
        'u: 't,
    {
        let Some((first, last, _)) = COMPONENTS.get(number) else {
            return &[];
        };
        let text = self.range(*first, *last);
        match first {
            Part::Port if level == Level::Scheme && self.port_left_off(text) => &[],
            Part::Host => address(text, number == 2, room),
            _ => text,
        }
    }

    /// The scheme's default port, if it is known.
    fn default_port(&self) -> Option<u16> {
        let name = self.scheme()?;
        // As long as the longest scheme that has one.
        let mut lower = [0; 10];
        let lower = lower.get_mut(..name.len())?;
        lower.iter_mut().zip(name).for_each(|(place, byte)| *place = byte.to_ascii_lowercase());
        scheme::default_port_of_name(lower)
    }

    /// Whether a port with its colon is left off: an empty one, or the scheme's default.
    #[inline(always)]
    fn port_left_off(&self, range: &[u8]) -> bool {
        let Some((_, digits @ [first, ..])) = range.split_first() else {
            return true;
        };
        // Five digits at most, and no zero in front.
        let number = digits.iter().take(6).fold(0, |number, digit| number * 10 + (digit & 15) as u32);
        digits.len() < 6 && *first != b'0' && self.default_port().map(u32::from) == Some(number)
    }

    /// What is left of the path at a level.
    pub(super) fn path_at(&self, level: Level) -> Pieces<'u> {
        let mut text = self.range(Part::Path, Part::Path);
        let authority = self.has(Part::Userinfo, Part::Port);
        if level == Level::Scheme && authority && text.is_empty() && self.default_port().is_some() {
            text = b"/";
        }
        let scheme = self.has(Part::Scheme, Part::Scheme);
        let relative = !authority && !scheme && !matches!(text, [] | [b'/', ..]);
        Pieces::new(&[], text, authority, relative)
    }
}
