// SPDX-License-Identifier: MIT OR Apache-2.0
//! A cursor over a text: character classes, triplets, characters beyond ASCII (RFC 3987 section 2.2), IP addresses.

use crate::chars::{self, DIGIT, IN_HOST, NO_DIGIT, UNRESERVED, class, hex_digit, run};
use crate::error::Error;

/// Skips a character beyond ASCII that may appear where the class may: [`skip_ucs`].
pub(crate) type SkipUcs = fn(&mut Scanner<'_>, u8);

/// With a class in [`Scanner::past`]: triplets too.
pub(crate) const WITH_TRIPLETS: u8 = UNRESERVED;
/// With a class: triplets and, in IRIs, characters beyond ASCII too. It adds nothing to the classes that it is used with,
/// which all contain these characters.
pub(crate) const WITH_UCSCHAR: u8 = WITH_TRIPLETS | IN_HOST;
/// With [`WITH_UCSCHAR`]: characters for private use too. It adds nothing to the class either.
pub(crate) const WITH_IPRIVATE: u8 = DIGIT;

/// A text and a position in it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Scanner<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) at: usize,
    /// None for ASCII only.
    pub(crate) beyond: Option<SkipUcs>,
    /// The bits of the components that have triplets.
    pub(crate) encoded: u8,
    /// The bit of the component that is being read.
    pub(crate) component: u8,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self { text, at: 0, beyond: None, encoded: 0, component: 1 }
    }

    /// The next byte; 0 at the end.
    pub(crate) fn peek(&self) -> u32 {
        self.text.get(self.at).map_or(0, |byte| *byte as u32)
    }

    pub(crate) fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or(&[])
    }

    /// Skips a byte if it is the next one.
    #[cfg_attr(not(speed), inline(never))]
    pub(crate) fn accept(&mut self, byte: u8) -> bool {
        if self.peek() != byte as u32 {
            return false;
        }
        self.at += 1;
        true
    }

    /// An error unless the end is reached: the next character is not allowed.
    pub(crate) fn ended(&self) -> Result<(), Error> {
        match self.text.get(self.at) {
            None => Ok(()),
            Some(0..0x80) => Err(Error::UriSyntax),
            Some(_) => Err(Error::UriNotAscii),
        }
    }

    /// Reads a hexadecimal digit; [`NO_DIGIT`] or more if there is none.
    pub(crate) fn digit(&mut self) -> u32 {
        let digit = self.text.get(self.at).map_or(NO_DIGIT, |byte| hex_digit(*byte));
        self.at += (digit < NO_DIGIT) as usize;
        digit
    }

    /// Skips bytes of a class and, with [`WITH_TRIPLETS`] and [`WITH_UCSCHAR`], triplets and characters beyond ASCII. Stops at a
    /// bad triplet. Returns the next byte, as [`Scanner::peek`].
    pub(crate) fn past(&mut self, of: u8) -> u32 {
        if cfg!(speed) {
            self.at += run(self.rest(), of);
            let next = self.peek();
            if !matches!(next, 0x25 | 0x80..) {
                return next;
            }
        }
        self.past_bytes(of)
    }

    /// Skips as [`Scanner::past`], bytewise: a triplet or a character beyond ASCII is likely to be followed by others.
    #[cfg_attr(speed, inline(never))]
    fn past_bytes(&mut self, of: u8) -> u32 {
        let (text, mut at) = (self.text, self.at);
        loop {
            // First, as most triplets are followed by others.
            if of & WITH_TRIPLETS != 0
                && let Some([b'%', high, low]) = text.get(at..).and_then(<[u8]>::first_chunk)
                && hex_digit(*high) | hex_digit(*low) < NO_DIGIT
            {
                self.encoded |= self.component;
                at += 3;
                continue;
            }
            let start = at;
            while let Some(byte) = text.get(at)
                && class(*byte) & of != 0
            {
                at += 1;
            }
            if at > start {
                continue;
            }
            self.at = at;
            if let Some(beyond) = self.beyond {
                beyond(self, of);
            }
            if self.at == at {
                return self.peek();
            }
            at = self.at;
        }
    }

    /// Reads a `dec-octet`: 0 to 255 without leading zeros. [`NO_OCTET`] or more if there is none; then the place is unspecified.
    pub(crate) fn dec_octet(&mut self) -> u32 {
        let mut octet = self.decimal();
        if octet > 9 {
            return NO_OCTET;
        }
        self.at += 1;
        // Nothing follows a zero.
        //= RFC 3986 3.2.2 ipv4, RFC 3986 7.4
        while matches!(octet, 1..NO_OCTET)
            && let digit @ ..10 = self.decimal()
        {
            octet = octet * 10 + digit;
            self.at += 1;
        }
        octet
    }

    /// Reads an `IPv4address`: four decimal octets (RFC 3986 3.2.2 ipv4). The place is unspecified if there is none.
    pub(crate) fn ipv4(&mut self) -> Option<u32> {
        let mut address = 0;
        let mut left = 4;
        loop {
            let octet = self.dec_octet();
            //= RFC 3986 3.2.2 ipv4
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

    /// The value of the decimal digit at the place; 10 or more if there is none.
    fn decimal(&self) -> u32 {
        self.peek().wrapping_sub(b'0' as u32)
    }

    /// Reads an `IPv6address`: up to eight groups, at most one `::` for one or more zero groups, the last two
    /// groups as an IPv4 address if so written. Stores the groups one after the other; returns how many there are and
    /// how many precede the `::`. The place is unspecified if there is none.
    /// (RFC 3986 3.2.2 ipv6)
    pub(crate) fn ipv6(&mut self, groups: &mut Groups) -> Option<Shape> {
        // What begins with a colon begins with two.
        if self.accept(b':') && self.peek() != b':' as u32 {
            return None;
        }
        let (mut count, mut gap) = (0, NO_GAP);
        loop {
            // The second colon of a `::`.
            //= RFC 3986 3.2.2 ipv6
            if gap == NO_GAP && self.accept(b':') {
                gap = count;
            }
            let start = self.at;
            let mut value = 0;
            //= RFC 3986 3.2.2 ipv6
            for _ in 0..4 {
                let digit @ ..16 = self.digit() else {
                    break;
                };
                value = value << 4 | digit;
            }
            //= RFC 3986 3.2.2 ipv6
            let dotted = self.peek() == b'.' as u32;
            if dotted {
                self.at = start;
                value = self.ipv4()?;
                *groups.get_mut(count)? = ((value >> 16) as u16).to_be_bytes();
                count += 1;
            } else if self.at == start {
                // Only a `::` may be at the end.
                if gap != count {
                    return None;
                }
                break;
            }
            *groups.get_mut(count)? = (value as u16).to_be_bytes();
            count += 1;
            //= RFC 3986 3.2.2 ipv6
            if dotted || count == 8 || !self.accept(b':') {
                break;
            }
        }
        // Either there are eight, or zeros are left out.
        //= RFC 3986 3.2.2 ipv6
        if (count ^ gap) < NO_GAP { Some(Shape((count << 8 | gap) as u16)) } else { None }
    }
}

/// Returned by [`Scanner::dec_octet`] for anything else.
pub(crate) const NO_OCTET: u32 = 256;

/// The groups of an IPv6 address.
pub(crate) type Groups = [[u8; 2]; 8];

/// Where the `::` is in an address without.
const NO_GAP: usize = 8;

/// How the groups of an IPv6 address are written: how many there are and, in the low byte, how many before a `::`.
#[derive(Clone, Copy, Debug, Default)]
#[repr(transparent)]
pub(crate) struct Shape(u16);

impl Shape {
    /// The groups with zeros where the `::` is.
    pub(crate) fn expand(self, groups: &Groups) -> Groups {
        let (mut from, gap, mut to) = (self.0 as usize >> 8, self.0 as usize & 0xff, 8);
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

/// How many bytes of `text` are of a class or triplets. Stops at a bad triplet.
pub(crate) fn span(text: &[u8], of: u8) -> usize {
    let mut scanner = Scanner::new(text);
    scanner.past(of | WITH_TRIPLETS);
    scanner.at
}

/// Skips a character beyond ASCII that IRIs allow where the class may appear (RFC 3987 section 2.2).
pub(crate) fn skip_ucs(scanner: &mut Scanner<'_>, of: u8) {
    if of & WITH_UCSCHAR == WITH_UCSCHAR {
        scanner.at += chars::ucs_len(scanner.rest(), of & WITH_IPRIVATE != 0);
    }
}
