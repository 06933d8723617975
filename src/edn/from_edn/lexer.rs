// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tokens of diagnostic notation that CRIs need (R25), and the separators between them.

use super::indicator::indicator;
use super::kind::Kind;
use super::octets::{Octets, Utf8Check};
use super::strings::Characters;
use crate::bytes::chars::hex_digit;
use crate::bytes::scan::Scanner;
use crate::error::Error;

#[derive(Clone, Copy)]
pub(super) struct Token<'e> {
    pub(super) kind: Kind,
    /// The offset of the token in the whole text.
    pub(super) start: usize,
    /// The number, if the token is an integer or a tag.
    pub(super) number: u64,
    /// The octets of the string, if the token is a string. They were checked.
    pub(super) octets: Octets<'e>,
    /// The number of octets of the string.
    pub(super) length: usize,
    /// The offset of the first character of the string.
    pub(super) content: usize,
}

impl Token<'_> {
    pub(super) fn is_empty_text(&self) -> bool {
        self.kind == Kind::Text && self.length == 0
    }
}

/// The tokens that are neither numbers nor strings. Each entry has the text with which the token begins, and its kind.
static WORDS: [(&[u8], Kind); 4] =
    [(b"[", Kind::Array), (b"null", Kind::Null), (b"true", Kind::True), (b"false", Kind::False)];

/// The absolute value of an integer. It can be 2^64, the absolute value of the least scheme id, which does not fit into
/// 64 bits.
enum Magnitude {
    Zero,
    OneMoreThan(u64),
    TooLarge,
}

/// A reader of tokens: the rest of the text, and the last token. After an error, the position of the scanner is the
/// offset of the error.
pub(super) struct Lexer<'e> {
    scanner: Scanner<'e>,
    pub(super) token: Token<'e>,
}

impl<'e> Lexer<'e> {
    pub(super) fn new(edn: &'e [u8]) -> Self {
        let token = Token { kind: Kind::Null, start: 0, number: 0, octets: Octets::none(), length: 0, content: 0 };
        Self { scanner: Scanner::new(edn), token }
    }

    /// Returns the offset of the next character or, after an error, of the error.
    pub(super) fn at(&self) -> usize {
        self.scanner.at
    }

    /// Fails with `error`, whose offset is `at`.
    pub(super) fn fail_at<R>(&mut self, at: usize, error: Error) -> Result<R, Error> {
        self.scanner.at = at;
        Err(error)
    }

    /// Moves the scanner to the position of `characters`. If `characters` has an error, fails with this error.
    fn follow(&mut self, characters: &Characters<'e>) -> Result<(), Error> {
        self.scanner.at = self.scanner.text.len() - characters.rest.len();
        characters.error.map_or(Ok(()), Err)
    }

    pub(super) fn space(&mut self) -> Result<(), Error> {
        let mut characters = Characters::blank(self.scanner.rest());
        characters.skip_space();
        self.follow(&characters)
    }

    /// Reads one character. Fails with `Syntax` if it is not `character`.
    pub(super) fn expect(&mut self, character: u8) -> Result<(), Error> {
        if self.scanner.accept(character) { Ok(()) } else { Err(Error::Syntax) }
    }

    /// Fails with `Syntax` unless the text ends here.
    pub(super) fn end(&self) -> Result<(), Error> {
        if self.scanner.rest().is_empty() { Ok(()) } else { Err(Error::Syntax) }
    }

    /// Reads the first item of an array with [`Lexer::next`]. At the end of the array, reads its closing bracket, keeps
    /// the last token, and returns false.
    pub(super) fn first_item(&mut self) -> Result<bool, Error> {
        self.space()?;
        self.item_or_end()
    }

    /// Reads an item like [`Lexer::first_item`], after another item. Items are separated by blank space, a comma or
    /// both, and a comma may follow the last item (EDN draft, ABNF: MSC, SOC).
    pub(super) fn next_item(&mut self) -> Result<bool, Error> {
        let start = self.at();
        self.space()?;
        if self.scanner.accept(b',') {
            self.space()?;
        }
        let separated = self.at() > start;
        // R25
        if !separated && self.scanner.rest().first() != Some(&b']') {
            return Err(Error::Syntax);
        }
        self.item_or_end()
    }

    fn item_or_end(&mut self) -> Result<bool, Error> {
        if self.scanner.accept(b']') {
            return Ok(false);
        }
        self.next()?;
        Ok(true)
    }

    /// Reads one token. If it is a string, reads all of the string.
    pub(super) fn next(&mut self) -> Result<(), Error> {
        let rest = self.scanner.rest();
        self.token.start = self.at();
        self.token.length = 0;
        if let Some((word, kind)) = WORDS.iter().find(|(word, _)| rest.starts_with(word)) {
            self.token.kind = *kind;
            self.scanner.at += word.len();
            return if *kind == Kind::Array { self.array_indicator() } else { Ok(()) };
        }
        if self.token.octets.open(rest) {
            return self.string();
        }
        match self.token.octets.characters.error {
            None => self.number(),
            Some(error) => self.fail_at(self.scanner.text.len() - self.token.octets.characters.rest.len(), error),
        }
    }

    /// Skips the encoding indicator of an array. Fails with `Syntax` unless blank space or the end of the array follows
    /// it (EDN draft, ABNF: specms).
    fn array_indicator(&mut self) -> Result<(), Error> {
        let length = indicator(self.scanner.rest());
        self.scanner.at += length;
        let follows = matches!(self.scanner.rest(), [b' ' | b'\t' | b'\n' | b'\r' | b'/' | b'#' | b']', ..]);
        if length == 0 || follows { Ok(()) } else { Err(Error::Syntax) }
    }

    /// Reads a string that was opened to its end, and counts its octets. If it is a text, all its octets together must
    /// be UTF-8.
    fn string(&mut self) -> Result<(), Error> {
        let mut octets = self.token.octets;
        self.token.kind = octets.kind();
        self.token.content = self.scanner.text.len() - octets.characters.rest.len();
        let (mut utf8, mut valid) = (Utf8Check::new(), true);
        for octet in octets.by_ref() {
            self.token.length += 1;
            valid &= utf8.accepts(octet);
        }
        self.follow(&octets.characters)?;
        if self.token.kind == Kind::Text && !(valid && utf8.is_complete()) {
            return self.fail_at(self.token.start, Error::Utf8);
        }
        Ok(())
    }

    /// Reads an integer, or the number of a tag and the parenthesis after it. The number of a tag has no sign and no
    /// leading zeros.
    fn number(&mut self) -> Result<(), Error> {
        let negative = self.scanner.accept(b'-');
        let signed = negative || self.scanner.accept(b'+');
        let (prefix, base) = match self.scanner.rest() {
            // R25
            [b'0', b'x' | b'X', ..] => (2, 16),
            [b'0', b'o' | b'O', ..] => (2, 8),
            [b'0', b'b' | b'B', ..] => (2, 2),
            _ => (0, 10),
        };
        self.scanner.at += prefix;
        let (start, starts_with_zero) = (self.at(), self.scanner.rest().starts_with(b"0"));
        let magnitude = self.magnitude(base);
        let digits = self.at() - start;
        if digits == 0 {
            return Err(Error::Syntax);
        }
        let token = &mut self.token;
        (token.kind, token.number) = match magnitude {
            Magnitude::Zero => (Kind::Uint, 0),
            Magnitude::OneMoreThan(number) if negative => (Kind::Nint, number),
            Magnitude::OneMoreThan(number) if number < u64::MAX => (Kind::Uint, number + 1),
            _ => (Kind::Bignum, 0),
        };
        let may_be_tag = !signed && base == 10 && (digits == 1 || !starts_with_zero);
        self.scanner.at += indicator(self.scanner.rest());
        if token.kind == Kind::Uint && may_be_tag && self.scanner.accept(b'(') {
            token.kind = Kind::Tag;
        }
        Ok(())
    }

    fn magnitude(&mut self, base: u64) -> Magnitude {
        let mut magnitude = Magnitude::Zero;
        while let Some(digit) = self.digit(base) {
            magnitude = match magnitude {
                Magnitude::Zero => digit.checked_sub(1).map_or(Magnitude::Zero, Magnitude::OneMoreThan),
                Magnitude::OneMoreThan(number) => {
                    let next = number.checked_mul(base).and_then(|product| product.checked_add(base - 1 + digit));
                    next.map_or(Magnitude::TooLarge, Magnitude::OneMoreThan)
                }
                Magnitude::TooLarge => Magnitude::TooLarge,
            };
        }
        magnitude
    }

    fn digit(&mut self, base: u64) -> Option<u64> {
        let digit = self.scanner.rest().first().map(|digit| u64::from(hex_digit(*digit)))?;
        if digit >= base {
            return None;
        }
        self.scanner.at += 1;
        Some(digit)
    }
}
