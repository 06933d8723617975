// SPDX-License-Identifier: MIT OR Apache-2.0
//! L1. A cursor that goes through a text by position: character classes, triplets, IP addresses.
//!
//! The functions are small and shared where flash decides, and inlined where speed does.

use crate::chars::{DIGIT, IN_HOST, UNRESERVED, class, run};
use crate::error::Error;

/// What goes past a character beyond ASCII, if it may be beside a class: [`crate::chars::past_ucs`].
pub(crate) type Beyond = fn(&mut Scanner<'_>, u8);

/// Beside a class in [`Scanner::past`]: triplets too.
pub(crate) const TRIPLETS: u8 = UNRESERVED;
/// Beside a class: triplets and, in IRIs, characters beyond ASCII too. As a class it says nothing new: all
/// classes that it stands with have these characters.
pub(crate) const TEXT: u8 = TRIPLETS | IN_HOST;
/// Beside [`TEXT`]: characters for private use too. As a class it says nothing new either.
pub(crate) const PRIVATE: u8 = DIGIT;

/// Where speed decides, and not flash.
const FAST: bool = cfg!(target_pointer_width = "64");

/// What no digit counts as.
pub(crate) const NO_DIGIT: u32 = 256;

/// A text, and a place in it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Scanner<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) at: usize,
    /// None for ASCII only.
    pub(crate) beyond: Option<Beyond>,
    /// Whether there were no triplets and no characters beyond ASCII so far.
    pub(crate) plain: bool,
}

impl<'t> Scanner<'t> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self { text, at: 0, beyond: None, plain: true }
    }

    /// The byte at the place; 0 at the end.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn peek(&self) -> u32 {
        self.text.get(self.at).map_or(0, |byte| *byte as u32)
    }

    /// Goes past a byte if it is at the place.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn accept(&mut self, byte: u8) -> bool {
        if self.peek() != byte as u32 {
            return false;
        }
        self.at += 1;
        true
    }

    /// Whether all was read: not if a character ended it that may not be there.
    #[inline(always)]
    pub(crate) fn ended(&self) -> Result<(), Error> {
        match self.text.get(self.at) {
            None => Ok(()),
            Some(0..0x80) => Err(Error::UriSyntax),
            Some(_) => Err(Error::UriNotAscii),
        }
    }

    /// The octet that the two hexadecimal digits at the place stand for, and past them; more than 255 if there are none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn octet(&mut self) -> u32 {
        self.digit() << 4 | self.digit()
    }

    /// The value of the hexadecimal digit at the place, and past it; [`NO_DIGIT`] if there is none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn digit(&mut self) -> u32 {
        let digit = self.peek();
        let decimal = digit.wrapping_sub(b'0' as u32);
        let letter = (digit | 0x20).wrapping_sub(b'a' as u32);
        let value = if decimal < 10 {
            decimal
        } else if letter < 6 {
            letter + 10
        } else {
            return NO_DIGIT;
        };
        self.at += 1;
        value
    }

    /// Goes past what is of a class, and more as said beside it. A bad triplet ends it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn past(&mut self, of: u8) {
        if FAST {
            self.skip(of);
            if !matches!(self.peek(), 0x25 | 0x80..) {
                return;
            }
        }
        self.past_more(of);
    }

    /// Goes past what is of a class.
    #[inline(always)]
    fn skip(&mut self, of: u8) {
        self.at += run(self.text.get(self.at..).unwrap_or(&[]), of);
    }

    /// Goes past triplets and characters beyond ASCII, and what is of a class between them.
    #[cfg_attr(target_pointer_width = "64", inline(never))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(always))]
    fn past_more(&mut self, of: u8) {
        loop {
            if FAST {
                self.skip(of);
            }
            let start = self.at;
            let next = self.peek() as u8;
            if !FAST && class(next) & of != 0 {
                self.at += 1;
                continue;
            }
            if next == b'%' && of & TRIPLETS != 0 {
                self.at += 1;
                if self.octet() > 255 {
                    self.at = start;
                }
            } else if let Some(beyond) = self.beyond {
                beyond(self, of);
            }
            if self.at == start {
                return;
            }
            self.plain = false;
        }
    }

    /// Reads a `dec-octet`: 0 to 255 without leading zeros. The place is unspecified if there is none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn dec_octet(&mut self) -> Option<u32> {
        let mut octet = self.decimal();
        if octet > 9 {
            return None;
        }
        self.at += 1;
        // Nothing follows a zero.
        while octet > 0
            && let digit @ ..10 = self.decimal()
        {
            octet = octet * 10 + digit;
            if octet > 255 {
                return None;
            }
            self.at += 1;
        }
        Some(octet)
    }

    /// Reads an `IPv4address`: four decimal octets. The place is unspecified if there is none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn ipv4(&mut self) -> Option<u32> {
        let mut address = 0;
        let mut left = 4;
        loop {
            address = address << 8 | self.dec_octet()?;
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
    #[inline(always)]
    fn decimal(&self) -> u32 {
        self.peek().wrapping_sub(b'0' as u32)
    }

    /// Reads an `IPv6address`: up to eight groups, at most one `::` for one or more zero groups, the last two
    /// groups as an IPv4 address if so written. The groups are stored one after the other; how many there are
    /// and how many before the `::` is told. The place is unspecified if there is none.
    #[inline(never)]
    pub(crate) fn ipv6(&mut self, groups: &mut Groups) -> Option<Shape> {
        // What begins with a colon begins with two.
        if self.accept(b':') && self.peek() != b':' as u32 {
            return None;
        }
        let (mut count, mut gap) = (0, NO_GAP);
        loop {
            // The second colon of a `::`.
            if gap == NO_GAP && self.accept(b':') {
                gap = count;
            }
            let start = self.at;
            let mut value = 0;
            while self.at < start + 4
                && let digit @ ..16 = self.digit()
            {
                value = value << 4 | digit;
            }
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
            if dotted || count == 8 || !self.accept(b':') {
                break;
            }
        }
        // Either there are eight, or zeros are left out.
        if (count ^ gap) < NO_GAP { Some(Shape((count << 8 | gap) as u16)) } else { None }
    }
}

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
    #[inline(never)]
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
