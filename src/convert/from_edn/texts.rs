// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Texts, percent-encoded texts and arrays of them in diagnostic notation: the rules of `cri/text.rs`.

use super::EdnReader;
use super::lexer::{Kind, Token};
use crate::cbor::write::{Byte, Sink};
use crate::cbor::{ARRAY, BYTES, TEXT};
use crate::chars::is_unreserved;
use crate::cri::text::{TextRule, is_dot_segment};
use crate::error::Error;
use crate::utf8;

impl<'e, T: Byte> EdnReader<'e, '_, '_, T> {
    /// Reads an array of texts; returns how many. An empty one is left off in a full CRI.
    pub(super) fn list(&mut self, number: usize, token: &Token<'e>, rule: TextRule) -> Result<usize, Error> {
        if token.kind != Kind::Array {
            return Err(self.refuse(token));
        }
        let Some(mut item) = self.next(true)? else {
            if !self.form.full {
                self.begin(number);
                self.output.byte(ARRAY << 5);
            }
            return Ok(0);
        };
        self.begin(number);
        if rule == TextRule::Segment {
            self.first_empty = item.is_empty_text();
        }
        let start = self.output.length();
        self.output.advance(1);
        let mut count = 0;
        loop {
            self.text(&item, rule)?;
            count += 1;
            match self.next(false)? {
                Some(next) => item = next,
                None => break,
            }
        }
        self.output.close(start, ARRAY, count);
        Ok(count)
    }

    /// The next item of an array.
    pub(super) fn next(&mut self, first: bool) -> Result<Option<Token<'e>>, Error> {
        if self.lexer.more(first)? { self.lexer.token().map(Some) } else { Ok(None) }
    }

    /// Reads a text-or-pet.
    pub(super) fn text(&mut self, token: &Token<'e>, rule: TextRule) -> Result<(), Error> {
        match token.kind {
            Kind::Text => {
                if rule == TextRule::Segment && is_dot_segment(token.octets.prefix(&mut [0; 4])) {
                    return Err(self.lexer.error_at(token.start, Error::DotSegment));
                }
                self.characters(token, rule)
            }
            Kind::Array => self.pet(token, rule),
            _ => Err(self.refuse(token)),
        }
    }

    /// Reads percent-encoded text: text and bytes in turn, none of them empty, and bytes among them (href 7.1 structure).
    fn pet(&mut self, array: &Token<'e>, rule: TextRule) -> Result<(), Error> {
        let start = self.output.length();
        self.output.advance(1);
        let (mut count, mut last, mut encoded) = (0, Kind::Array, false);
        while let Some(part) = self.next(count == 0)? {
            if part.kind != Kind::Text && part.kind != Kind::Bytes {
                return Err(self.refuse(&part));
            }
            let bytes = part.kind == Kind::Bytes;
            if part.kind == last || part.length == 0 || (bytes && !is_minimal(&part)) {
                return Err(self.lexer.error_at(part.start, Error::Pet));
            }
            if bytes {
                self.put_string(BYTES, &part);
                encoded = true;
            } else {
                self.characters(&part, rule)?;
            }
            last = part.kind;
            count += 1;
        }
        if !encoded {
            return Err(self.lexer.error_at(array.start, Error::Pet));
        }
        self.output.close(start, ARRAY, count);
        Ok(())
    }

    /// Writes a text; in a label there may be no dot (C5, href-27 label).
    fn characters(&mut self, token: &Token<'e>, rule: TextRule) -> Result<(), Error> {
        if rule == TextRule::Label && { token.octets }.any(|octet| octet == b'.') {
            return Err(self.lexer.error_at(token.start, Error::DotInLabel));
        }
        self.put_string(TEXT, token);
        Ok(())
    }

    pub(super) fn put_string(&mut self, major: u8, token: &Token<'e>) {
        self.output.head(major, token.length);
        token.octets.for_each(|octet| self.output.byte(octet));
    }
}

/// Whether none of the octets could be a character (href 7.1 minimal): no unreserved one, and no UTF-8 beyond ASCII.
fn is_minimal(part: &Token<'_>) -> bool {
    let mut octets = part.octets;
    loop {
        let rest = octets;
        match octets.next() {
            None => return true,
            Some(octet) if is_unreserved(octet) || utf8::char_len(rest.prefix(&mut [0; 4])) > 1 => return false,
            Some(_) => {}
        }
    }
}
