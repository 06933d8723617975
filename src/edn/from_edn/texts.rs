// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads texts, PET, and arrays of both in diagnostic notation. The rules are the same as in `cri/text.rs`.

use super::kind::Kind;
use super::lexer::Token;
use super::reader::EdnReader;
use crate::bytes::chars::{UNRESERVED, class};
use crate::bytes::utf8;
use crate::cbor::write::{Heads, put_head_at};
use crate::cbor::{ARRAY, BYTES, TEXT};
use crate::cri::text::{TextRule, is_dot_segment};
use crate::error::Error;

impl<'e> EdnReader<'e, '_, '_> {
    /// Reads an array of text-or-pet items, and returns the number of items. In a full CRI, an empty array is omitted.
    pub(super) fn list(&mut self, position: usize, rule: TextRule) -> Result<usize, Error> {
        if self.lexer.token.kind != Kind::Array {
            return self.refuse();
        }
        if !self.lexer.first_item()? {
            if !self.presence.full {
                self.begin(position);
                self.output.byte(ARRAY << 5);
            }
            return Ok(0);
        }
        self.begin(position);
        if rule == TextRule::Segment {
            self.first_empty = self.lexer.token.is_empty_text();
            self.invalid_path = self.lexer.token.start;
        }
        let (start, mut count) = (self.output.position(), 0);
        self.output.advance(1);
        let mut more = true;
        while more {
            self.text(rule)?;
            count += 1;
            more = self.lexer.next_item()?;
        }
        put_head_at(self.output, start, ARRAY, count);
        Ok(count)
    }

    #[inline(never)]
    pub(super) fn text(&mut self, rule: TextRule) -> Result<(), Error> {
        let token = &self.lexer.token;
        match token.kind {
            Kind::Text if rule == TextRule::Segment && is_dots(token) => self.fail(Error::DotSegment),
            Kind::Text => self.characters(rule),
            Kind::Array => self.pet(rule),
            _ => self.refuse(),
        }
    }

    /// Reads an array of texts and PET. Texts and byte strings must alternate, no item may be empty, and at least one
    /// item must be a byte string (href 7.1 structure).
    fn pet(&mut self, rule: TextRule) -> Result<(), Error> {
        let array = self.lexer.token.start;
        let start = self.output.position();
        self.output.advance(1);
        let (mut count, mut last, mut encoded) = (0, Kind::Array, false);
        let mut more = self.lexer.first_item()?;
        while more {
            let token = &self.lexer.token;
            let kind = token.kind;
            if kind != Kind::Text && kind != Kind::Bytes {
                return self.refuse();
            }
            if kind == last || token.length == 0 || (kind == Kind::Bytes && !is_minimal(token)) {
                return self.fail(Error::Pet);
            }
            if kind == Kind::Bytes {
                self.put_string(BYTES);
                encoded = true;
            } else {
                self.characters(rule)?;
            }
            last = kind;
            count += 1;
            more = self.lexer.next_item()?;
        }
        if !encoded {
            return self.lexer.fail_at(array, Error::Pet);
        }
        put_head_at(self.output, start, ARRAY, count);
        Ok(())
    }

    /// Writes a text. A label must not contain a dot (C5, href-27 label).
    fn characters(&mut self, rule: TextRule) -> Result<(), Error> {
        if rule == TextRule::Label && { self.lexer.token.octets }.any(|octet| octet == b'.') {
            return self.fail(Error::DotInLabel);
        }
        self.put_string(TEXT);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn put_string(&mut self, major: u8) {
        self.output.head(major, self.lexer.token.length);
        self.lexer.token.octets.for_each(|octet| self.output.byte(octet));
    }
}

/// True if a text is a dot segment.
#[inline(never)]
fn is_dots(text: &Token<'_>) -> bool {
    is_dot_segment(text.octets.prefix(&mut [0; 4]))
}

/// True if none of the octets could be written as a character (href 7.1 minimal): no octet is an unreserved character,
/// and no octets form a character beyond ASCII.
#[inline(never)]
fn is_minimal(token: &Token<'_>) -> bool {
    let mut last = [0; 4];
    { token.octets }.all(|octet| {
        last = [last[1], last[2], last[3], octet];
        let ends_character = [&last[..], &last[1..], &last[2..]].iter().any(|end| utf8::char_len(end) == end.len());
        class(octet) & UNRESERVED == 0 && !ends_character
    })
}
