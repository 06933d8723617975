// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. The tokens of diagnostic notation, as far as CRIs need them (R25), and what separates them.

use super::strings::{Characters, Coding, Octets};
use crate::chars::hex_digit;
use crate::error::Error;
use crate::scan::Scanner;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number that is not negative.
    Uint,
    /// The number -1 - n.
    Nint,
    /// A number that only a tag can hold.
    Bignum,
    False,
    True,
    Null,
    Text,
    Bytes,
    /// The start of an array.
    Array,
    /// The number of a tag, and the parenthesis.
    Tag,
    /// A URI or IRI reference in place of the CRI reference.
    Cri,
    /// The same in tag 99.
    TaggedCri,
}

/// A token.
#[derive(Clone, Copy)]
pub(super) struct Token<'e> {
    pub(super) kind: Kind,
    /// Its offset.
    pub(super) start: usize,
    /// That of a number or a tag.
    pub(super) number: u64,
    /// Those of a string, which are valid.
    pub(super) octets: Octets<'e>,
    /// How many they are.
    pub(super) length: usize,
    /// The string as it is written, without quotes.
    pub(super) written: &'e [u8],
}

impl Token<'_> {
    pub(super) fn is_empty_text(&self) -> bool {
        self.kind == Kind::Text && self.length == 0
    }
}

/// What tokens begin with, if they are no numbers.
static STARTS: [(&[u8], Kind); 10] = [
    (b"[", Kind::Array),
    (b"\"", Kind::Text),
    (b"null", Kind::Null),
    (b"true", Kind::True),
    (b"false", Kind::False),
    (b"'", Kind::Bytes),
    (b"h'", Kind::Bytes),
    (b"b64'", Kind::Bytes),
    (b"cri'", Kind::Cri),
    (b"CRI'", Kind::TaggedCri),
];

/// What is left to read, and the last token. On an error, its position is that of the error.
pub(super) struct Lexer<'e> {
    scanner: Scanner<'e>,
    pub(super) token: Token<'e>,
}

impl<'e> Lexer<'e> {
    pub(super) fn new(edn: &'e [u8]) -> Self {
        let octets = Octets::new(Characters::blank(&[]), Coding::Utf8);
        let token = Token { kind: Kind::Null, start: 0, number: 0, octets, length: 0, written: &[] };
        Self { scanner: Scanner::new(edn), token }
    }

    /// The offset of what comes next, or of the error.
    pub(super) fn at(&self) -> usize {
        self.scanner.at
    }

    /// An error at an offset.
    pub(super) fn fail_at<R>(&mut self, at: usize, error: Error) -> Result<R, Error> {
        self.scanner.at = at;
        Err(error)
    }

    /// Continues where characters were read to; their error, if they have one.
    fn follow(&mut self, characters: &Characters<'e>) -> Result<(), Error> {
        self.scanner.at = self.scanner.text.len() - characters.rest.len();
        characters.error.map_or(Ok(()), Err)
    }

    /// Skips blank space and comments. A carriage return is blank (EDN draft, ABNF).
    pub(super) fn space(&mut self) -> Result<(), Error> {
        let mut characters = Characters::blank(self.scanner.rest());
        while characters.error.is_none()
            && let [first @ (b' ' | b'\t' | b'\n' | b'\r' | b'/' | b'#'), rest @ ..] = characters.rest
        {
            characters.rest = rest;
            if matches!(first, b'/' | b'#') {
                characters.skip_comment(*first);
            }
        }
        self.follow(&characters)
    }

    /// Reads a character, which must be that one.
    pub(super) fn expect(&mut self, character: u8) -> Result<(), Error> {
        if self.scanner.accept(character) { Ok(()) } else { Err(Error::Syntax) }
    }

    /// An error unless the notation ends here.
    pub(super) fn end(&self) -> Result<(), Error> {
        if self.scanner.rest().is_empty() { Ok(()) } else { Err(Error::Syntax) }
    }

    /// Reads the next item of an array, as [`Lexer::next`]; `first` if there was none yet. Returns whether there is one; if not,
    /// the array's end was read, and the last token is the same. Items are separated by blank space, a comma or both, and a
    /// comma may follow the last (EDN draft, ABNF: MSC, SOC).
    pub(super) fn item(&mut self, first: bool) -> Result<bool, Error> {
        let start = self.at();
        self.space()?;
        let mut separated = first || self.at() > start;
        if !first && self.scanner.accept(b',') {
            separated = true;
            self.space()?;
        }
        if self.scanner.accept(b']') {
            return Ok(false);
        }
        if !separated {
            return Err(Error::Syntax);
        }
        self.next()?;
        Ok(true)
    }

    /// Reads a token; a string to its end.
    pub(super) fn next(&mut self) -> Result<(), Error> {
        let rest = self.scanner.rest();
        self.token.start = self.at();
        self.token.length = 0;
        let Some((start, kind)) = STARTS.iter().find(|(start, _)| rest.starts_with(start)) else {
            return self.number();
        };
        self.token.kind = *kind;
        self.scanner.at += start.len();
        if let [prefix @ .., quote @ (b'"' | b'\'')] = start {
            let coding = match prefix {
                b"h" => Coding::Hex,
                b"b64" => Coding::Base64,
                _ => Coding::Utf8,
            };
            return self.string(*quote, coding);
        }
        Ok(())
    }

    /// Reads a string to its quote, and counts its octets.
    fn string(&mut self, quote: u8, coding: Coding) -> Result<(), Error> {
        let start = self.at();
        let mut octets = Octets::new(Characters::quoted(self.scanner.rest(), quote), coding);
        self.token.octets = octets;
        self.token.length = octets.by_ref().count();
        self.follow(&octets.characters)?;
        self.token.written = self.scanner.text.get(start..self.at()).unwrap_or(&[]);
        self.scanner.at += 1;
        Ok(())
    }

    /// Reads an integer, or the number of a tag: an integer without sign and leading zeros before a parenthesis.
    fn number(&mut self) -> Result<(), Error> {
        let negative = self.scanner.accept(b'-');
        let signed = negative || self.scanner.accept(b'+');
        let (prefix, base) = match self.scanner.rest() {
            [b'0', b'x' | b'X', ..] => (2, 16),
            [b'0', b'o' | b'O', ..] => (2, 8),
            [b'0', b'b' | b'B', ..] => (2, 2),
            _ => (0, 10),
        };
        self.scanner.at += prefix;
        let start = self.at();
        while self.scanner.accept(b'0') {}
        let zeros = self.at() - start;
        // One less than the number, none for 0: so it has 64 bits also for the least scheme id.
        let (mut less_one, mut big): (Option<u64>, bool) = (None, false);
        while let Some(digit) = self.digit(base) {
            let next = match less_one {
                None => Some(digit - 1),
                Some(number) => number.checked_mul(base).and_then(|number| number.checked_add(base - 1 + digit)),
            };
            big |= next.is_none();
            less_one = next.or(less_one);
        }
        let digits = self.at() - start;
        if digits == 0 {
            return Err(Error::Syntax);
        }
        let token = &mut self.token;
        (token.kind, token.number) = match less_one {
            _ if big => (Kind::Bignum, 0),
            None => (Kind::Uint, 0),
            Some(number) if negative => (Kind::Nint, number),
            Some(number) => number.checked_add(1).map_or((Kind::Bignum, 0), |number| (Kind::Uint, number)),
        };
        let plain = !signed && base == 10 && (zeros == 0 || digits == 1);
        if token.kind == Kind::Uint && plain && self.scanner.accept(b'(') {
            token.kind = Kind::Tag;
        }
        Ok(())
    }

    /// Reads a digit.
    fn digit(&mut self, base: u64) -> Option<u64> {
        let digit = self.scanner.rest().first().map(|digit| hex_digit(*digit) as u64)?;
        if digit >= base {
            return None;
        }
        self.scanner.at += 1;
        Some(digit)
    }
}
