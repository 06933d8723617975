// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the sections of a CRI in diagnostic notation. The rules are the same as for CBOR (`cri/parse.rs`), applied to
//! tokens of the notation.

use super::kind::Kind;
use super::lexer::Token;
use super::literal::Literal;
use super::reader::EdnReader;
use crate::cbor::write::put_long_head;
use crate::cbor::{ARRAY, NINT, TEXT};
use crate::cri::canonical::{AUTHORITY, FRAGMENT, PATH, QUERY, SCHEME};
use crate::cri::section::Section;
use crate::cri::text::TextRule;
use crate::cri::{CRI_TAG, DISCARD_ALL, DISCARD_MAX, has_valid_path};
use crate::error::Error;
use crate::scheme;

impl<'e> EdnReader<'e, '_, '_> {
    /// Reads the whole text. It must be one item, with or without tag 99 (href-27 tag 99).
    pub(super) fn document(&mut self, literal: &mut Option<Literal<'e>>) -> Result<(), Error> {
        self.lexer.space()?;
        self.lexer.next()?;
        let tagged = self.lexer.token.kind == Kind::Tag;
        if tagged {
            if self.lexer.token.number != CRI_TAG as u64 || !self.revision.has_tag() {
                return self.refuse();
            }
            self.lexer.space()?;
            self.lexer.next()?;
        }
        let token = &self.lexer.token;
        match token.kind {
            Kind::Array => self.sections()?,
            Kind::TaggedCri if tagged || !self.revision.has_tag() => return self.refuse(),
            Kind::Cri | Kind::TaggedCri => {
                *literal = Some(Literal { start: token.content, octets: token.octets, length: token.length });
            }
            _ => return self.refuse(),
        }
        self.lexer.space()?;
        if tagged {
            self.lexer.expect(b')')?;
            self.lexer.space()?;
        }
        self.lexer.end()
    }

    /// Reads the sections of a CRI. The start of its array was already read.
    fn sections(&mut self) -> Result<(), Error> {
        let (mut position, mut last_is_null) = (SCHEME, false);
        self.output.advance(1);
        let mut more = self.lexer.first_item()?;
        while more {
            last_is_null = self.lexer.token.kind == Kind::Null;
            if position <= PATH {
                self.invalid_path = self.lexer.token.start;
            }
            position = 1 + self.section(position)?;
            more = self.lexer.next_item()?;
        }
        if last_is_null {
            return self.fail(Error::Trailing);
        }
        if self.presence.full && !has_valid_path(self.authority, self.segments, || self.first_empty) {
            return self.lexer.fail_at(self.invalid_path, Error::NotValid);
        }
        let count = self.presence.positions().len();
        if count == 0 {
            self.output.seek(1);
        }
        self.output.byte_at(0, ARRAY << 5 | count as u8);
        Ok(())
    }

    /// Reads a section, and returns its position. Only the first section can be a discard value. It has the position of
    /// the authority.
    fn section(&mut self, position: usize) -> Result<usize, Error> {
        match position {
            SCHEME => return self.first(),
            AUTHORITY => self.authority()?,
            PATH..=FRAGMENT if self.lexer.token.kind == Kind::Null => {}
            PATH => {
                self.segments = self.list(PATH, TextRule::Segment)?;
                self.presence.path = self.segments > 0 || !self.presence.full;
            }
            QUERY => {
                let parameters = self.list(QUERY, TextRule::Any)?;
                self.presence.query = parameters > 0 || !self.presence.full;
            }
            FRAGMENT => {
                self.begin(FRAGMENT);
                self.text(TextRule::Any)?;
                self.presence.fragment = true;
            }
            _ => return self.fail(Error::Structure),
        }
        Ok(position)
    }

    /// Reads the first section, which is the scheme, null instead of the scheme, or a discard value. Returns its
    /// position.
    fn first(&mut self) -> Result<usize, Error> {
        let token = &self.lexer.token;
        match token.kind {
            Kind::Nint => put_long_head(self.output, NINT, token.number),
            Kind::Text if !is_scheme_name(token) => return self.fail(Error::SchemeName),
            Kind::Text => self.put_string(TEXT),
            // An authority must follow. The null is written together with it.
            Kind::Null => return Ok(SCHEME),
            _ => return self.discard(),
        }
        self.presence.full = true;
        self.next = AUTHORITY;
        Ok(SCHEME)
    }

    fn discard(&mut self) -> Result<usize, Error> {
        self.presence.discard = match self.lexer.token.kind {
            Kind::True => DISCARD_ALL,
            Kind::Uint if self.lexer.token.number > u64::from(DISCARD_MAX) => return self.fail(Error::Discard),
            Kind::Uint => self.lexer.token.number as u8,
            _ => return self.refuse(),
        };
        Section::discard(self.presence.discard).put_head(self.output);
        self.next = PATH;
        Ok(AUTHORITY)
    }
}

/// True if a text is a scheme name (C1).
#[inline(never)]
fn is_scheme_name(token: &Token<'_>) -> bool {
    token.length > 0 && token.octets.enumerate().all(|(at, character)| scheme::may_be_in_name(character, at))
}
