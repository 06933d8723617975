// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. What is between quotes in diagnostic notation: characters with escapes, hexadecimal, base64. Nothing is copied: a string
//! is decoded each time it is looked at.

use crate::chars::{NO_DIGIT, hex_digit};
use crate::error::Error;
use crate::utf8::char_len;

/// The bytes of the characters up to a quote, escapes decoded (EDN draft, sections 2.4.1 and 2.4.2). A carriage return does
/// not count.
#[derive(Clone, Copy)]
pub(super) struct Characters<'e> {
    /// What follows the last character that was read: on an error, what begins with the invalid one.
    pub(super) rest: &'e [u8],
    /// What is left of the last character, its first byte lowest.
    pending: u32,
    /// The quote that ends them; 0 in blank space, which no quote ends.
    quote: u8,
    pub(super) error: Option<Error>,
}

impl<'e> Characters<'e> {
    /// Those between quotes.
    pub(super) fn quoted(rest: &'e [u8], quote: u8) -> Self {
        Self { rest, pending: 0, quote, error: None }
    }

    /// Those of blank space and comments, in which nothing is escaped.
    pub(super) fn blank(rest: &'e [u8]) -> Self {
        Self::quoted(rest, 0)
    }

    /// Keeps the first error.
    fn fail(&mut self, error: Error) -> Option<u8> {
        self.error = self.error.or(Some(error));
        None
    }

    /// Returns the first byte of a character of that length, and keeps the others.
    fn begin(&mut self, character: [u8; 4], length: usize) -> Option<u8> {
        let [first, ..] = character;
        self.pending = u32::from_le_bytes(character) >> 8;
        self.rest = self.rest.get(length..).unwrap_or(&[]);
        Some(first)
    }

    /// Reads a character beyond ASCII.
    fn beyond_ascii(&mut self) -> Option<u8> {
        let length = char_len(self.rest);
        if length == 0 {
            return self.fail(Error::Utf8);
        }
        let mut character = [0; 4];
        character.iter_mut().zip(self.rest).take(length).for_each(|(place, byte)| *place = *byte);
        self.begin(character, length)
    }

    /// Reads an escape: those of JSON, `\'` for `\"` and `\/` between single quotes, where no printable ASCII character has a
    /// `\u`.
    fn escape(&mut self) -> Option<u8> {
        let character = match self.rest.get(1) {
            Some(b'b') => 8,
            Some(b't') => b'\t',
            Some(b'n') => b'\n',
            Some(b'f') => 12,
            Some(b'r') => b'\r',
            Some(b'\\') => b'\\',
            Some(b'/') if self.quote == b'"' => b'/',
            Some(quote) if *quote == self.quote => *quote,
            Some(b'u') => return self.code_point(),
            _ => return self.fail(Error::Syntax),
        };
        self.begin([character, 0, 0, 0], 2)
    }

    /// Reads `\uXXXX`, or two of them that are a surrogate pair.
    fn code_point(&mut self) -> Option<u8> {
        let unit = |at: usize| match self.rest.get(at..) {
            Some([b'\\', b'u', digits @ ..]) => {
                let digits = digits.first_chunk::<4>()?;
                digits.iter().try_fold(0, |unit, digit| match hex_digit(*digit) {
                    NO_DIGIT.. => None,
                    digit => Some(unit << 4 | digit),
                })
            }
            _ => None,
        };
        let code = match (unit(0), unit(6)) {
            (Some(high @ 0xd800..0xdc00), Some(low @ 0xdc00..0xe000)) => {
                Some((0x1_0000 + ((high - 0xd800) << 10 | (low - 0xdc00)), 12))
            }
            (Some(0x20..0x7f), _) if self.quote == b'\'' => None,
            (Some(code), _) => Some((code, 6)),
            (None, _) => None,
        };
        let Some((Some(character), length)) = code.map(|(code, length)| (char::from_u32(code), length)) else {
            return self.fail(Error::Syntax);
        };
        let mut bytes = [0; 4];
        character.encode_utf8(&mut bytes);
        self.begin(bytes, length)
    }

    /// Skips a comment that begins with the character that was just read: `/…/`, `/*…*/`, `//…` or `#…` to the end of the
    /// line (EDN draft, section 2.2). A line between quotes may end with them.
    pub(super) fn skip_comment(&mut self, first: u8) {
        let mut end = b'\n';
        if first == b'/' {
            match self.next() {
                Some(b'/') => {}
                Some(b'*') => end = b'*',
                _ => end = b'/',
            }
        }
        let mut last = 0;
        for byte in self.by_ref() {
            if byte == end && end != b'*' || (last, byte, end) == (b'*', b'/', b'*') {
                return;
            }
            last = byte;
        }
        if end != b'\n' {
            self.fail(Error::Syntax);
        }
    }
}

impl Iterator for Characters<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.pending > 0 {
            let byte = self.pending as u8;
            self.pending >>= 8;
            return Some(byte);
        }
        loop {
            let Some((first, rest)) = self.rest.split_first() else {
                return self.fail(Error::Syntax);
            };
            match first {
                b'\r' => self.rest = rest,
                b'\\' if self.quote != 0 => return self.escape(),
                0x80.. => return self.beyond_ascii(),
                quote if *quote == self.quote => return None,
                b'\t' if self.quote != 0 => return self.fail(Error::Syntax),
                b'\t' | b'\n' | b' '.. => {
                    self.rest = rest;
                    return Some(*first);
                }
                _ => return self.fail(Error::Syntax),
            }
        }
    }
}

/// How characters say octets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    /// As their UTF-8.
    Utf8,
    /// `h''`: two hexadecimal digits each, with blank space and comments anywhere (EDN draft, section 5.2.1).
    Hex,
    /// `b64''`: either alphabet of RFC 4648, sections 4 and 5, with or without padding, with blank space and comments in lines of
    /// their own (EDN draft, section 5.2.2).
    Base64,
}

/// The octets that a string stands for.
#[derive(Clone, Copy)]
pub(super) struct Octets<'e> {
    pub(super) characters: Characters<'e>,
    coding: Coding,
    /// The bits of base64 digits that have not come out yet, and how many.
    bits: u32,
    held: u32,
}

impl<'e> Octets<'e> {
    pub(super) fn new(characters: Characters<'e>, coding: Coding) -> Self {
        Self { characters, coding, bits: 0, held: 0 }
    }

    /// The first of them, as many as there are places.
    pub(super) fn prefix(mut self, places: &mut [u8; 4]) -> &[u8] {
        let mut length = 0;
        for (place, octet) in places.iter_mut().zip(&mut self) {
            *place = octet;
            length += 1;
        }
        places.get(..length).unwrap_or(&[])
    }

    /// The next character that is neither blank space nor in a comment.
    fn significant(&mut self) -> Option<u8> {
        loop {
            match self.characters.next()? {
                b' ' | b'\n' => {}
                b'#' => self.characters.skip_comment(b'#'),
                b'/' if self.coding == Coding::Hex => self.characters.skip_comment(b'/'),
                character => return Some(character),
            }
        }
    }

    fn hex(&mut self) -> Option<u8> {
        let mut octet = 0;
        for nibble in 0..2 {
            let before = self.characters.rest;
            let digit = match self.significant() {
                Some(digit) => hex_digit(digit),
                None if nibble == 0 => return None,
                None => NO_DIGIT,
            };
            if digit >= NO_DIGIT {
                return self.fail(before);
            }
            octet = octet << 4 | digit as u8;
        }
        Some(octet)
    }

    fn base64(&mut self) -> Option<u8> {
        loop {
            let before = self.characters.rest;
            let digit = match self.significant() {
                // A single digit of four is less than an octet.
                None if self.held == 6 => return self.fail(before),
                None => return None,
                Some(b'=') => return self.padding(before),
                Some(digit @ b'A'..=b'Z') => digit - b'A',
                Some(digit @ b'a'..=b'z') => digit - b'a' + 26,
                Some(digit @ b'0'..=b'9') => digit - b'0' + 52,
                Some(b'+' | b'-') => 62,
                Some(b'/' | b'_') => 63,
                Some(_) => return self.fail(before),
            };
            self.bits = self.bits << 6 | digit as u32;
            self.held += 6;
            if self.held >= 8 {
                self.held -= 8;
                return Some((self.bits >> self.held) as u8);
            }
        }
    }

    /// Reads the padding that an equals sign began: two after two digits, one after three.
    fn padding(&mut self, start: &'e [u8]) -> Option<u8> {
        let mut left = match self.held {
            4 => 1,
            2 => 0,
            _ => return self.fail(start),
        };
        while let Some(character) = self.significant() {
            if character != b'=' || left == 0 {
                return self.fail(start);
            }
            left -= 1;
        }
        if left > 0 { self.fail(start) } else { None }
    }

    /// The error is at `place`, unless the characters have one.
    fn fail(&mut self, place: &'e [u8]) -> Option<u8> {
        if self.characters.error.is_none() {
            self.characters.rest = place;
        }
        self.characters.fail(Error::Syntax)
    }
}

impl Iterator for Octets<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        match self.coding {
            Coding::Utf8 => self.characters.next(),
            Coding::Hex => self.hex(),
            Coding::Base64 => self.base64(),
        }
    }
}
