// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts diagnostic notation to a CRI or CRI reference (R25, R37; RFC 8949 section 8 and the EDN draft).
//!
//! The conversion takes one pass: each section is checked when it is read, and written in canonical form. Therefore
//! errors have an offset, and do not depend on the size of the buffer. The rules are the same as for CBOR
//! (`cri/parse.rs`), applied to tokens of the notation.

mod authority;
mod coding;
mod escapes;
mod indicator;
mod joined;
mod kind;
mod lexer;
mod octets;
mod raw;
mod reader;
mod strings;
mod texts;

use crate::bytes::output::Output;
use crate::cbor::write::put_long_head;
use crate::cbor::{ARRAY, NINT, TEXT};
use crate::convert::{from_iri, from_iri_where};
use crate::cri::canonical::{AUTHORITY, FRAGMENT, PATH, QUERY, SCHEME, Section};
use crate::cri::text::TextRule;
use crate::cri::{CRI_TAG, DISCARD_ALL, DISCARD_MAX, has_valid_path};
use crate::error::{Error, ParseError};
use crate::revision::Revision;
use crate::scheme;
use kind::Kind;
use lexer::Token;
use octets::Octets;
use reader::EdnReader;

/// The maximum length in bytes of the URI reference of a `cri''` literal that is not in one piece. Such a literal has
/// escapes or carriage returns, or consists of several strings. Its URI reference is copied to the stack, because
/// from-IRI reads text in one piece.
const MAX_ESCAPED: usize = 1024;

/// Converts a text in diagnostic notation to a CRI or CRI reference in canonical form, without a tag.
///
/// The notation is that of R25 and R37. Fails with `Syntax` if the text is not in that notation, and with `Utf8` if it
/// is not UTF-8. Fails with the errors of [`Cri::parse`](crate::Cri::parse) for an item that is not a processable CRI,
/// and with the errors of [`from_iri`](crate::from_iri) for a `cri''` literal. Fails with `Limit` for a `cri''` literal
/// of more than 1024 bytes that is not in one piece. Fails with `Buffer` if the result does not fit.
///
/// The first error in the text is returned, with the offset of the first invalid character or of the refused item. The
/// offset of `Buffer` is the length of the text. Linear in the length of the text.
///
/// ```
/// let mut buffer = [0; 64];
/// let mut output = cri::Output::new(&mut buffer);
/// cri::from_edn(cri::Revision::Href27, br#"[1, ["c"]]"#, &mut output)?;
/// assert_eq!(output.written()?, [0x82, 0x01, 0x81, 0x61, b'c']);
/// # Ok::<(), cri::Error>(())
/// ```
pub fn from_edn(revision: Revision, edn: impl AsRef<[u8]>, output: &mut Output<'_>) -> Result<(), ParseError> {
    let edn = edn.as_ref();
    let mut literal = None;
    let read = read(revision, edn, output, &mut literal);
    if let Some(literal) = literal {
        literal.convert(revision, edn, output)?;
    }
    read?;
    output.check().map_err(|error| ParseError { error, offset: edn.len() })
}

/// Reads the text. Stores a `cri''` literal in `literal`, to convert it later. Not inlined: its stack frame must be
/// free again when a literal is converted.
#[inline(never)]
fn read<'e>(
    revision: Revision,
    edn: &'e [u8],
    output: &mut Output<'_>,
    literal: &mut Option<Literal<'e>>,
) -> Result<(), ParseError> {
    let mut reader = EdnReader::new(revision, edn, output);
    let read = reader.document(literal);
    read.map_err(|error| ParseError { error, offset: reader.lexer.at() })
}

struct Literal<'e> {
    /// The offset of the URI reference in the whole text.
    start: usize,
    /// The octets of the URI reference.
    octets: Octets<'e>,
    length: usize,
}

impl Literal<'_> {
    /// Converts the URI reference of the literal to a CRI reference. The caller checks whether the result fits.
    fn convert(&self, revision: Revision, edn: &[u8], output: &mut Output<'_>) -> Result<(), ParseError> {
        let text = edn.get(self.start..).and_then(|rest| rest.get(..self.length)).unwrap_or(&[]);
        if !self.equals(text) {
            return self.convert_escaped(revision, edn.len(), output);
        }
        convert_text(revision, text, output)
            .map_err(|ParseError { error, offset }| ParseError { error, offset: self.start + offset })
    }

    #[inline(never)]
    fn convert_escaped(&self, revision: Revision, end: usize, output: &mut Output<'_>) -> Result<(), ParseError> {
        let mut text = [0; MAX_ESCAPED];
        let text = text.get_mut(..self.length).ok_or(ParseError { error: Error::Limit, offset: self.start })?;
        self.unescape(text);
        convert_text(revision, text, output)
            .map_err(|ParseError { error, offset }| ParseError { error, offset: end - self.left_after(offset) })
    }

    /// True if the URI reference of the literal is `text`. Not inlined: the copy of the octets must not be on the stack
    /// while the text is converted.
    #[inline(never)]
    fn equals(&self, text: &[u8]) -> bool {
        text.iter().copied().eq(self.octets)
    }

    /// Copies the URI reference of the literal to `text`. Not inlined: the copy of the octets must not be on the stack
    /// while the text is converted.
    #[inline(never)]
    fn unescape(&self, text: &mut [u8]) {
        text.iter_mut().zip(self.octets).for_each(|(place, octet)| *place = octet);
    }

    /// Returns the length of the text that is left after the first `octets` octets of the URI reference.
    #[cold]
    #[inline(never)]
    fn left_after(&self, octets: usize) -> usize {
        let mut read = self.octets;
        read.by_ref().take(octets).for_each(drop);
        read.characters.rest.len()
    }
}

/// Converts a URI reference to a CRI reference. The offset of an error is its offset in `text`. This function does not
/// fail if the result does not fit.
fn convert_text(revision: Revision, text: &[u8], output: &mut Output<'_>) -> Result<(), ParseError> {
    match from_iri(revision, text, output) {
        Ok(()) | Err(Error::Buffer) => Ok(()),
        Err(error) => {
            let offset = from_iri_where(revision, text).map_or_else(|fault| fault.offset, |()| 0);
            Err(ParseError { error, offset })
        }
    }
}

impl<'e> EdnReader<'e, '_, '_> {
    /// Reads the whole text. It must be one item, with or without tag 99 (href-27 tag 99).
    fn document(&mut self, literal: &mut Option<Literal<'e>>) -> Result<(), Error> {
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

    /// Reads the first section, which is the scheme, null in place of the scheme, or a discard value. Returns its
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
            Kind::Uint if self.lexer.token.number > DISCARD_MAX as u64 => return self.fail(Error::Discard),
            Kind::Uint => self.lexer.token.number as u8,
            _ => return self.refuse(),
        };
        Section::discard(self.presence.discard).put_head(self.output);
        self.next = PATH;
        Ok(AUTHORITY)
    }
}

/// True if a text is a scheme name (C1).
// Not inlined: its copy of the octets, 76 bytes, must not be on the stack while other sections are read.
#[inline(never)]
fn is_scheme_name(token: &Token<'_>) -> bool {
    token.length > 0 && token.octets.enumerate().all(|(at, character)| scheme::may_be_in_name(character, at))
}
