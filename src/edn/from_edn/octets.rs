// SPDX-License-Identifier: MIT OR Apache-2.0
//! The octets that strings of diagnostic notation denote: characters, digits of base 16, 32 and 64, addresses.

use super::lexer::Kind;
use super::strings::{Characters, Joined, Opened};
use crate::chars::hex_digit;
use crate::ip;
use crate::scan::Groups;
use crate::utf8::{char_len, len_of_first};

/// How characters say octets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    /// As their UTF-8.
    Utf8,
    /// `h''`: two hexadecimal digits each, with blank space and comments anywhere (EDN draft, section 5.2.1).
    Hex,
    /// `b32''` and `h32''` (RFC 8949 section 8): the alphabets of RFC 4648, sections 6 and 7, in either case; blank space and
    /// padding as in base64, comments as in base 16.
    Base32,
    Base32Hex,
    /// `b64''`: either alphabet of RFC 4648, sections 4 and 5, with or without padding, with blank space and comments in lines of
    /// their own (EDN draft, section 5.2.2).
    Base64,
    /// `ip''`: an address, without a prefix length (EDN draft, section 3.2).
    Ip,
}

impl Coding {
    fn width(self) -> u32 {
        match self {
            Coding::Base64 => 6,
            Coding::Base32 | Coding::Base32Hex => 5,
            _ => 4,
        }
    }

    fn digit(self, character: u8) -> Option<u32> {
        let letters = match self {
            Coding::Base64 => character,
            _ => character.to_ascii_uppercase(),
        };
        let value = match (self, letters) {
            (Coding::Base64 | Coding::Base32, b'A'..=b'Z') => letters - b'A',
            (Coding::Base32, b'2'..=b'7') => letters - b'2' + 26,
            (Coding::Base32Hex, b'0'..=b'9') => letters - b'0',
            (Coding::Base32Hex, b'A'..=b'V') => letters - b'A' + 10,
            (Coding::Base64, b'a'..=b'z') => letters - b'a' + 26,
            (Coding::Base64, b'0'..=b'9') => letters - b'0' + 52,
            (Coding::Base64, b'+' | b'-') => 62,
            (Coding::Base64, b'/' | b'_') => 63,
            (Coding::Hex, _) => return Some(hex_digit(character)).filter(|digit| *digit < 16),
            _ => return None,
        };
        Some(value as u32)
    }
}

/// The longest text of an address: `ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255`.
const MAX_ADDRESS: usize = 45;

/// The octets that a string stands for, all its literals one after the other.
#[derive(Clone, Copy)]
pub(super) struct Octets<'e> {
    pub(super) characters: Characters<'e>,
    string: Joined,
    coding: Coding,
    /// Whether the last literal was read.
    ended: bool,
    /// The bits of digits that have not come out yet, and how many. Of an address, how many octets have not, and one more; 0 until
    /// it is read.
    bits: u32,
    held: u32,
    /// The address, at the end.
    address: [u8; 16],
}

impl<'e> Octets<'e> {
    /// Those of the string that a text starts with; none if it starts with no string.
    pub(super) fn open(text: &'e [u8]) -> Result<Option<Self>, Characters<'e>> {
        let mut characters = Characters::blank(text);
        match characters.open_string(Characters::open_prefixed) {
            Some((string, Opened { coding, .. })) if characters.error.is_none() => {
                Ok(Some(Self { characters, string, coding, ended: false, bits: 0, held: 0, address: [0; 16] }))
            }
            None if characters.error.is_none() => Ok(None),
            _ => Err(characters),
        }
    }

    pub(super) fn none() -> Self {
        let string = Joined::none();
        let characters = Characters::blank(&[]);
        Self { characters, string, coding: Coding::Utf8, ended: true, bits: 0, held: 0, address: [0; 16] }
    }

    pub(super) fn kind(&self) -> Kind {
        self.string.kind
    }

    /// The first octets, as many as there are places.
    pub(super) fn prefix(mut self, places: &mut [u8; 4]) -> &[u8] {
        let mut length = 0;
        for (place, octet) in places.iter_mut().zip(&mut self) {
            *place = octet;
            length += 1;
        }
        places.get(..length).unwrap_or(&[])
    }

    /// The next character that is neither blank space nor in a comment. A carriage return is blank if it is escaped (EDN draft,
    /// section 5.3), and does not get here if it is not.
    fn significant(&mut self) -> Option<u8> {
        loop {
            match self.characters.next()? {
                b' ' | b'\n' | b'\r' => {}
                b'#' => self.characters.skip_comment(b'#', Iterator::next),
                b'/' if self.coding != Coding::Base64 => self.characters.skip_comment(b'/', Iterator::next),
                character => return Some(character),
            }
        }
    }

    /// The next octet of digits. What is left of one at the end must be less than a digit.
    fn digit_octet(&mut self) -> Option<u8> {
        while self.held < 8 {
            let before = self.characters.rest;
            let digit = match self.significant() {
                None if self.held < self.coding.width() => return None,
                Some(b'=') if self.coding != Coding::Hex => return self.padding(before),
                character => character.and_then(|character| self.coding.digit(character)),
            };
            let Some(digit) = digit else {
                return self.characters.fail_at(before);
            };
            self.bits = self.bits << self.coding.width() | digit;
            self.held += self.coding.width();
        }
        self.held -= 8;
        Some((self.bits >> self.held) as u8)
    }

    /// Reads the padding that an equals sign began: as many as make whole octets, at the end.
    fn padding(&mut self, start: &'e [u8]) -> Option<u8> {
        // How many bits of an octet there are with it.
        let mut held = (self.held + self.coding.width()) & 7;
        let mut valid = self.held > 0 && self.held < self.coding.width();
        while let Some(character) = self.significant() {
            valid &= character == b'=' && held != 0;
            held = (held + self.coding.width()) & 7;
        }
        self.held = 0;
        if valid && held == 0 { None } else { self.characters.fail_at(start) }
    }

    fn address_octet(&mut self) -> Option<u8> {
        if self.held == 0 {
            self.read_address()?;
        }
        let left = self.held as usize - 1;
        self.held -= (left > 0) as u32;
        self.address.get(self.address.len() - left..)?.first().copied()
    }

    #[inline(never)]
    fn read_address(&mut self) -> Option<()> {
        let start = self.characters.rest;
        let mut text = [0; MAX_ADDRESS];
        let mut length = 0;
        while let Some(character) = self.characters.next() {
            match text.get_mut(length) {
                Some(place) => *place = character,
                None => return self.characters.fail_at(start),
            }
            length += 1;
        }
        let text = text.get(..length).unwrap_or(&[]);
        let mut groups = Groups::default();
        if let Some([a, b, c, d]) = ip::parse_ipv4(text) {
            let [.., last] = self.address.as_chunks_mut::<4>().0 else { return None };
            *last = [a, b, c, d];
            self.held = 1 + 4;
        } else if ip::parse_ipv6(text, &mut groups) {
            self.address.copy_from_slice(groups.as_flattened());
            self.held = 1 + 16;
        } else {
            return self.characters.fail_at(start);
        }
        Some(())
    }

    /// Whether another literal of the string comes next.
    fn open_next(&mut self) -> bool {
        if self.ended || self.characters.error.is_some() {
            return false;
        }
        let next = self.characters.open_next(self.string, Characters::open_prefixed);
        self.ended = next.is_none();
        (self.bits, self.held) = (0, 0);
        self.coding = next.map_or(Coding::Utf8, |next| next.coding);
        !self.ended
    }
}

impl Iterator for Octets<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        while !self.ended {
            let octet = match self.coding {
                Coding::Utf8 => self.characters.next(),
                Coding::Ip => self.address_octet(),
                _ => self.digit_octet(),
            };
            if octet.is_some() || !self.open_next() {
                return octet;
            }
        }
        None
    }
}

/// Checks that octets are UTF-8, which may come from several literals (EDN draft, section 2.5.7).
pub(super) struct Utf8Check {
    character: [u8; 4],
    length: usize,
}

impl Utf8Check {
    pub(super) fn new() -> Self {
        Self { character: [0; 4], length: 0 }
    }

    pub(super) fn accepts(&mut self, octet: u8) -> bool {
        if let Some(place) = self.character.get_mut(self.length) {
            *place = octet;
        }
        self.length += 1;
        let [lead, ..] = self.character;
        let needed = len_of_first(lead).max(1);
        if self.length < needed {
            return true;
        }
        let whole = self.character.get(..needed).is_some_and(|character| char_len(character) == needed);
        self.length = 0;
        whole
    }

    pub(super) fn is_complete(&self) -> bool {
        self.length == 0
    }
}
