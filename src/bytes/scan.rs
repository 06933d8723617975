// SPDX-License-Identifier: MIT OR Apache-2.0
//! A cursor over a text: character classes, triplets, characters beyond ASCII (RFC 3987 section 2.2), IP addresses.

use super::chars::{NO_DIGIT, class, hex_digit, read_ucs, run};
use crate::error::Error;

/// The grammar of a text: [`URI`] or [`IRI`]. The value is a pointer to the function that skips characters beyond
/// ASCII, so that a program that reads no IRIs does not link this function.
pub(crate) type Grammar = Option<fn(&mut Scanner<'_>, Others) -> Result<(), Error>>;

/// The grammar of RFC 3986, which has only ASCII.
pub(crate) const URI: Grammar = None;
/// The grammar of RFC 3987.
pub(crate) const IRI: Grammar = Some(skip_beyond);

/// The characters that may be in a component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed {
    /// The class of the ASCII characters.
    class: u8,
    others: Others,
}

/// The characters that a component may contain in addition to ASCII characters. Each kind includes the kinds before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Others {
    None,
    /// Triplets.
    Triplets,
    /// The characters `ucschar`, in IRIs (RFC 3987 section 2.2).
    Ucs,
    /// The characters `iprivate`, in IRIs (RFC 3987 section 2.2).
    Private,
}

impl Allowed {
    /// Allows a class of ASCII characters.
    pub(crate) const fn only(class: u8) -> Self {
        Self { class, others: Others::None }
    }

    /// Allows a class of ASCII characters, and triplets.
    pub(crate) const fn with_triplets(class: u8) -> Self {
        Self { class, others: Others::Triplets }
    }

    /// Allows a class of ASCII characters, triplets and, in IRIs, `ucschar`.
    pub(crate) const fn with_ucs(class: u8) -> Self {
        Self { class, others: Others::Ucs }
    }

    /// Allows a class of ASCII characters, triplets and, in IRIs, `ucschar` and `iprivate`.
    pub(crate) const fn with_private(class: u8) -> Self {
        Self { class, others: Others::Private }
    }
}

/// A text and a position in it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Scanner<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) at: usize,
    pub(crate) grammar: Grammar,
    /// The bits of the components that have triplets.
    pub(crate) triplets: u8,
    /// The bit of the component that is being read.
    pub(crate) component: u8,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self { text, at: 0, grammar: URI, triplets: 0, component: 1 }
    }

    /// Returns the next byte, or 0 at the end.
    pub(crate) fn peek(&self) -> u32 {
        self.text.get(self.at).map_or(0, |byte| u32::from(*byte))
    }

    pub(crate) fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or(&[])
    }

    /// Skips the next byte and returns true if it is `byte`. Returns false otherwise.
    #[cfg_attr(not(speed), inline(never))]
    pub(crate) fn accept(&mut self, byte: u8) -> bool {
        if self.peek() != u32::from(byte) {
            return false;
        }
        self.at += 1;
        true
    }

    /// Succeeds at the end of the text. Otherwise the next character is not allowed, and the function fails with
    /// `UriSyntax`. For a byte beyond ASCII, the error is `UriNotAscii` in a URI, and `Utf8` in an IRI if no character
    /// begins with the byte.
    pub(crate) fn ended(&mut self) -> Result<(), Error> {
        match self.text.get(self.at) {
            None => Ok(()),
            Some(..0x80) => Err(Error::UriSyntax),
            // RFC 3987 3.1
            Some(_) => self.grammar.map_or(Err(Error::UriNotAscii), |skip| skip(self, Others::None)),
        }
    }

    /// Reads a hexadecimal digit. Returns [`NO_DIGIT`] or more if the next character is not a digit.
    pub(crate) fn digit(&mut self) -> u32 {
        let digit = self.text.get(self.at).map_or(NO_DIGIT, |byte| hex_digit(*byte));
        self.at += usize::from(digit < NO_DIGIT);
        digit
    }

    /// Skips characters that are allowed, and stops at an invalid triplet. Returns the next byte, as [`Scanner::peek`]
    /// does.
    pub(crate) fn past(&mut self, allowed: Allowed) -> u32 {
        if cfg!(speed) {
            self.at += run(self.rest(), allowed.class);
            let next = self.peek();
            if !matches!(next, 0x25 | 0x80..) {
                return next;
            }
        }
        self.past_bytes(allowed)
    }

    /// Skips characters as [`Scanner::past`] does, but byte by byte. This is faster after a triplet or a character
    /// beyond ASCII, because more of them often follow.
    #[cfg_attr(speed, inline(never))]
    fn past_bytes(&mut self, allowed: Allowed) -> u32 {
        let (text, mut at) = (self.text, self.at);
        loop {
            // Triplets are checked first, because most triplets are followed by another triplet.
            if allowed.others >= Others::Triplets
                && let Some([b'%', high, low]) = text.get(at..).and_then(<[u8]>::first_chunk)
                && hex_digit(*high) | hex_digit(*low) < NO_DIGIT
            {
                self.triplets |= self.component;
                at += 3;
                continue;
            }
            let start = at;
            while let Some(byte) = text.get(at)
                && class(*byte) & allowed.class != 0
            {
                at += 1;
            }
            // In a speed-optimised build, these characters follow a triplet, and another triplet follows them.
            if cfg!(speed) && at > start {
                continue;
            }
            self.at = at;
            let next = self.peek();
            if next == u32::from(b'%') && at > start {
                continue;
            }
            if next > 0x7f
                && let Some(skip) = self.grammar
                && skip(self, allowed.others).is_ok()
            {
                at = self.at;
                continue;
            }
            return next;
        }
    }

    /// Reads a `dec-octet`: 0 to 255 without leading zeros. If the text is not an octet, it returns [`NO_OCTET`] or
    /// more, and the position is unspecified.
    pub(crate) fn dec_octet(&mut self) -> u32 {
        let mut octet = self.decimal();
        if octet > 9 {
            return NO_OCTET;
        }
        self.at += 1;
        // No digit may follow a leading zero.
        // RFC 3986 3.2.2 ipv4, RFC 3986 7.4
        while matches!(octet, 1..NO_OCTET)
            && let digit @ ..10 = self.decimal()
        {
            octet = octet * 10 + digit;
            self.at += 1;
        }
        octet
    }

    /// Reads an `IPv4address`: four decimal octets (RFC 3986 3.2.2 ipv4). If the text is not an address, the position
    /// is unspecified.
    pub(crate) fn ipv4(&mut self) -> Option<u32> {
        let mut address = 0;
        let mut left = 4;
        loop {
            let octet = self.dec_octet();
            // RFC 3986 3.2.2 ipv4
            if octet >= NO_OCTET {
                return None;
            }
            address = address << 8 | octet;
            left -= 1;
            if left == 0 {
                return Some(address);
            }
            if !self.accept(b'.') {
                return None;
            }
        }
    }

    /// Returns the value of the next decimal digit, or 10 or more if the next character is not a digit.
    fn decimal(&self) -> u32 {
        self.peek().wrapping_sub(u32::from(b'0'))
    }

    /// Reads an `IPv6address`: up to eight groups, with at most one `::` for one or more zero groups. The last two
    /// groups may be written as an IPv4 address. Stores the groups in `groups`, without the groups that `::` replaces.
    /// Returns the number of stored groups and, if there is a `::`, the number of groups before it. If the text is not
    /// an address, the position is unspecified. (RFC 3986 3.2.2 ipv6)
    pub(crate) fn ipv6(&mut self, groups: &mut Groups) -> Option<Shape> {
        // An address that begins with a colon must begin with two colons.
        if self.accept(b':') && self.peek() != u32::from(b':') {
            return None;
        }
        let (mut count, mut gap) = (0, NO_GAP);
        loop {
            // This is the second colon of a `::`.
            // RFC 3986 3.2.2 ipv6
            if gap == NO_GAP && self.accept(b':') {
                gap = count;
            }
            let start = self.at;
            let mut value = 0;
            // RFC 3986 3.2.2 ipv6
            for _ in 0..4 {
                let digit @ ..16 = self.digit() else {
                    break;
                };
                value = value << 4 | digit;
            }
            // RFC 3986 3.2.2 ipv6
            let dotted = self.peek() == u32::from(b'.');
            if dotted {
                self.at = start;
                value = self.ipv4()?;
                *groups.get_mut(count)? = ((value >> 16) as u16).to_be_bytes();
                count += 1;
            } else if self.at == start {
                // An address may end with `::`, but not with a single colon.
                if gap != count {
                    return None;
                }
                break;
            }
            *groups.get_mut(count)? = (value as u16).to_be_bytes();
            count += 1;
            // RFC 3986 3.2.2 ipv6
            if dotted || count == 8 || !self.accept(b':') {
                break;
            }
        }
        // A `::` replaces one or more groups. An address without `::` has eight groups.
        // RFC 3986 3.2.2 ipv6
        if (gap == NO_GAP) == (count == 8) { Some(Shape::new(count as u8, gap as u8)) } else { None }
    }
}

/// The value that [`Scanner::dec_octet`] returns for a text that is not an octet.
pub(crate) const NO_OCTET: u32 = 256;

/// The groups of an IPv6 address.
pub(crate) type Groups = [[u8; 2]; 8];

/// The position of the `::` in an address that has no `::`.
const NO_GAP: usize = 8;

/// The form in which the groups of an IPv6 address are written: the number of groups, and the number of groups before
/// the `::`, which is [`NO_GAP`] if there is no `::`.
// Both numbers are in one `u16`, because an `Option` of one number is returned in registers. With two numbers, the code
// of `Scanner::ipv6` is 16 bytes longer on a Cortex-M3.
#[derive(Clone, Copy, Debug, Default)]
#[repr(transparent)]
pub(crate) struct Shape(u16);

impl Shape {
    fn new(count: u8, gap: u8) -> Self {
        Self(u16::from_le_bytes([count, gap]))
    }

    /// Returns the groups with zeros in place of the `::`.
    pub(crate) fn expand(self, groups: &Groups) -> Groups {
        let [count, gap] = self.0.to_le_bytes();
        let (mut from, gap, mut to) = (count as usize, gap as usize, 8);
        let mut expanded = *groups;
        while to > from {
            to -= 1;
            let mut group = [0; 2];
            if from > gap {
                from -= 1;
                group = expanded[from & 7];
            }
            expanded[to & 7] = group;
        }
        expanded
    }
}

/// Skips the character beyond ASCII that comes next. Fails with `Utf8` if the next bytes are not a character, and with
/// `UriSyntax` if the character is not allowed.
fn skip_beyond(scanner: &mut Scanner<'_>, allowed: Others) -> Result<(), Error> {
    let length = read_ucs(scanner.rest(), allowed == Others::Private)?;
    if allowed < Others::Ucs {
        return Err(Error::UriSyntax);
    }
    scanner.at += length;
    Ok(())
}

/// Returns the number of bytes at the start of `text` that are characters of a class or belong to triplets. Stops
/// before an invalid triplet.
pub(crate) fn span(text: &[u8], of: u8) -> usize {
    let mut scanner = Scanner::new(text);
    scanner.past(Allowed::with_triplets(of));
    scanner.at
}
