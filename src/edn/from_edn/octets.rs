// SPDX-License-Identifier: MIT OR Apache-2.0
//! The octets that strings in diagnostic notation denote: as characters, as digits of base 16, 32 or 64, or as an
//! address.

use super::coding::{Base, Coding};
use super::joined::Joined;
use super::kind::Kind;
use super::strings::Characters;
use crate::bytes::ip;
use crate::bytes::scan::Groups;
use crate::bytes::utf8::{char_len, len_of_first};

/// The length of the longest text of an address: `ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255`.
const MAX_ADDRESS: usize = 45;

/// An iterator over the octets that a string denotes. It returns the octets of each literal of the string in order.
#[derive(Clone, Copy)]
pub(super) struct Octets<'e> {
    pub(super) characters: Characters<'e>,
    string: Joined,
    decoder: Decoder,
    /// True if the last literal was read.
    ended: bool,
}

/// The decoder for the coding of a literal.
#[derive(Clone, Copy)]
enum Decoder {
    Utf8,
    Digits(Digits),
    Address(Address),
}

impl Decoder {
    fn new(coding: Coding) -> Self {
        match coding {
            Coding::Utf8 | Coding::Joined => Self::Utf8,
            Coding::Digits(base) => Self::Digits(Digits { base, bits: 0, held: 0 }),
            Coding::Ip => Self::Address(Address { octets: [0; 16], left: None }),
        }
    }
}

impl<'e> Octets<'e> {
    /// Opens the string at the start of a text. Returns false if there is no string, or on an error, which is then in
    /// `characters`.
    pub(super) fn open(&mut self, text: &'e [u8]) -> bool {
        self.characters = Characters::blank(text);
        let Some((string, opened)) = self.characters.open() else {
            return false;
        };
        (self.string, self.decoder, self.ended) = (string, Decoder::new(opened.coding), false);
        self.characters.error.is_none()
    }

    pub(super) fn none() -> Self {
        Self { characters: Characters::blank(&[]), string: Joined::none(), decoder: Decoder::Utf8, ended: true }
    }

    pub(super) fn kind(&self) -> Kind {
        self.string.kind
    }

    /// Returns up to four octets from the start.
    pub(super) fn prefix(mut self, room: &mut [u8; 4]) -> &[u8] {
        let mut length = 0;
        for (to, octet) in room.iter_mut().zip(&mut self) {
            *to = octet;
            length += 1;
        }
        room.get(..length).unwrap_or(&[])
    }

    /// Opens the next literal of the string. Returns false at the end of the string or on an error.
    fn open_next(&mut self) -> bool {
        if self.ended || self.characters.error.is_some() {
            return false;
        }
        match self.characters.open_next(&mut self.string) {
            Some(next) => self.decoder = Decoder::new(next.coding),
            None => self.ended = true,
        }
        !self.ended
    }
}

impl Iterator for Octets<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        while !self.ended {
            let octet = match &mut self.decoder {
                Decoder::Utf8 => self.characters.next(),
                Decoder::Digits(digits) => digits.next(&mut self.characters),
                Decoder::Address(address) => address.next(&mut self.characters),
            };
            if octet.is_some() || !self.open_next() {
                return octet;
            }
        }
        None
    }
}

/// Decodes digits to octets.
#[derive(Clone, Copy)]
struct Digits {
    base: Base,
    /// The bits that were read but not returned yet.
    bits: u32,
    /// The number of bits in `bits`.
    held: u32,
}

impl Digits {
    /// Returns the next octet. At the end, some bits may be left over, but fewer than one digit denotes.
    fn next(&mut self, characters: &mut Characters<'_>) -> Option<u8> {
        let width = self.base.width();
        while self.held < 8 {
            let before = characters.rest;
            let digit = match self.significant(characters) {
                Some(b'=') if self.base != Base::Hex => {
                    return if self.padding(characters) { None } else { characters.fail_at(before) };
                }
                Some(character) => self.base.digit(character),
                None if self.held < width => return None,
                None => None,
            };
            let Some(digit) = digit else {
                return characters.fail_at(before);
            };
            self.bits = self.bits << width | digit;
            self.held += width;
        }
        self.held -= 8;
        Some((self.bits >> self.held) as u8)
    }

    /// Returns the next character, except blank space and comments. A carriage return can only come from an escape
    /// here, and counts as blank space (EDN draft, section 6.3).
    fn significant(&self, characters: &mut Characters<'_>) -> Option<u8> {
        loop {
            match characters.next()? {
                b' ' | b'\n' | b'\r' => {}
                b'#' => characters.skip_comment(b'#', Iterator::next),
                b'/' if self.base != Base::Base64 => characters.skip_comment(b'/', Iterator::next),
                character => return Some(character),
            }
        }
    }

    /// Reads the padding after its first equals sign. Returns true if it is valid: nothing follows it, and the digits
    /// of the last group and the equals signs together stand for whole octets.
    fn padding(&mut self, characters: &mut Characters<'_>) -> bool {
        let width = self.base.width();
        // The number of bits after the last whole octet. An equals sign counts like a digit.
        let mut held = (self.held + width) & 7;
        let mut valid = self.held > 0 && self.held < width;
        while let Some(character) = self.significant(characters) {
            valid &= character == b'=' && held != 0;
            held = (held + width) & 7;
        }
        self.held = 0;
        valid && held == 0
    }
}

/// Decodes the text of an address.
#[derive(Clone, Copy)]
struct Address {
    /// The octets of the address. They are at the end of the array.
    octets: [u8; 16],
    /// The number of octets that are still to be returned, or `None` before the address is read.
    left: Option<usize>,
}

impl Address {
    fn next(&mut self, characters: &mut Characters<'_>) -> Option<u8> {
        let left = match self.left {
            Some(left) => left,
            None => self.read(characters)?,
        };
        self.left = Some(left.saturating_sub(1));
        self.octets.get(self.octets.len() - left..)?.first().copied()
    }

    /// Reads the address, and returns the number of its octets.
    #[inline(never)]
    fn read(&mut self, characters: &mut Characters<'_>) -> Option<usize> {
        let start = characters.rest;
        let mut text = [0; MAX_ADDRESS];
        let mut length = 0;
        while let Some(character) = characters.next() {
            match text.get_mut(length) {
                Some(to) => *to = character,
                None => return characters.fail_at(start),
            }
            length += 1;
        }
        let text = text.get(..length).unwrap_or(&[]);
        let mut groups = Groups::default();
        if let Some(address) = ip::parse_ipv4(text) {
            *self.octets.last_chunk_mut()? = address;
            Some(address.len())
        } else if ip::parse_ipv6(text, &mut groups) {
            self.octets.copy_from_slice(groups.as_flattened());
            Some(self.octets.len())
        } else {
            characters.fail_at(start)
        }
    }
}

/// Checks that octets are UTF-8. The octets of a character may come from several literals (EDN draft, section 2.3.5).
pub(super) struct Utf8Check {
    character: [u8; 4],
    length: usize,
}

impl Utf8Check {
    pub(super) fn new() -> Self {
        Self { character: [0; 4], length: 0 }
    }

    pub(super) fn accepts(&mut self, octet: u8) -> bool {
        if let Some(byte) = self.character.get_mut(self.length) {
            *byte = octet;
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
