// SPDX-License-Identifier: MIT OR Apache-2.0
//! L1. A cursor that goes through a text by position: character classes, triplets, IP addresses.
//!
//! The functions are small and shared where flash decides, and inlined where speed does.

use crate::chars::{DIGIT, IN_HOST, UNRESERVED, class, run};

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

/// A text, and a place in it.
pub(crate) struct Scanner<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) at: usize,
    /// None for ASCII only.
    pub(crate) beyond: Option<Beyond>,
    /// Whether there were no triplets and no characters beyond ASCII so far.
    pub(crate) plain: bool,
}

impl<'t> Scanner<'t> {
    #[inline(always)]
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

    /// The value of the hexadecimal digit at the place, and past it; 16 or more if there is none.
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
            return 16;
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
                if (self.digit() | self.digit()) > 15 {
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

    /// Reads an `IPv4address`: four decimal octets without leading zeros. The place is unspecified if there
    /// is none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn ipv4(&mut self) -> Option<u32> {
        let mut address = 0;
        let mut left = 4;
        loop {
            let start = self.at;
            let mut octet = 0;
            loop {
                let digit = self.peek().wrapping_sub(b'0' as u32);
                if digit > 9 {
                    break;
                }
                // A zero in front is never left.
                if octet == 0 && self.at > start {
                    return None;
                }
                octet = octet * 10 + digit;
                if octet > 255 {
                    return None;
                }
                self.at += 1;
            }
            if self.at == start {
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
            let start = self.at;
            let mut value = 0;
            while let digit @ ..16 = self.digit() {
                value = value << 4 | digit;
                if self.at == start + 4 {
                    break;
                }
            }
            if self.peek() == b'.' as u32 {
                self.at = start;
                let address = self.ipv4()?;
                if let Some(place) = groups.get_mut(count..count + 2)?.first_chunk_mut() {
                    let [a, b, c, d] = address.to_be_bytes();
                    *place = [[a, b], [c, d]];
                }
                count += 2;
                break;
            }
            if self.at > start {
                *groups.get_mut(count)? = (value as u16).to_be_bytes();
                count += 1;
                if !self.accept(b':') {
                    break;
                }
            } else if gap < NO_GAP {
                // Nothing is behind a `::` at the end, and there is one.
                if self.accept(b':') || gap < count {
                    return None;
                }
                break;
            } else {
                gap = count;
                if !self.accept(b':') {
                    return None;
                }
            }
        }
        // Either there are eight, or zeros are left out.
        if (count == 8) == (gap == NO_GAP) { Some(Shape(count << 8 | gap)) } else { None }
    }
}

/// The groups of an IPv6 address.
pub(crate) type Groups = [[u8; 2]; 8];

/// Where the `::` is in an address without.
const NO_GAP: usize = 16;

/// How the groups of an IPv6 address are written: how many there are and, in the low byte, how many before a `::`.
#[derive(Clone, Copy)]
pub(crate) struct Shape(usize);

impl Shape {
    /// Moves the groups behind the `::` to the end, and zeros to where it is.
    #[inline(never)]
    pub(crate) fn expand(self, groups: &mut Groups) -> &[u8] {
        let (mut from, gap, mut to) = (self.0 >> 8, self.0 & 0xff, 8);
        while to > from {
            to -= 1;
            let group = if from > gap {
                from -= 1;
                groups.get(from).copied().unwrap_or_default()
            } else {
                [0; 2]
            };
            groups.get_mut(to).into_iter().for_each(|place| *place = group);
        }
        groups.as_flattened()
    }
}
