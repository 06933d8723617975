// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. From diagnostic notation to a CRI or CRI reference (R25; RFC 8949 section 8 and the EDN draft).
//!
//! One pass: sections are checked as they come and written in canonical form. So errors are the same for every size of the
//! buffer, and they come with the offset of what is wrong. The rules are those of reading CBOR (`cri/parse.rs`), on tokens of the
//! notation.

mod authority;
mod lexer;
mod strings;
mod texts;

use core::mem::MaybeUninit;

use crate::cbor::write::{Byte, Output, Sink, put_long_head};
use crate::cbor::{ARRAY, NINT, NULL, TEXT};
use crate::convert::with_table::FromIri;
use crate::cri::canonical::{Section, Sections, absent_path, absent_query};
use crate::cri::text::TextRule;
use crate::cri::{DISCARD_ALL, DISCARD_MAX, has_valid_path};
use crate::error::Error;
use crate::revision::Revision;
use crate::scan::skip_ucs;
use crate::scheme::{self, Table};
use crate::uri::Uri;
use lexer::{Kind, Lexer, Token};

/// Why a text is not the notation of a CRI, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdnError {
    /// `Syntax`, `Utf8`, or why the CRI or the URI reference is refused; `Buffer`.
    pub error: Error,
    /// Offset of the first invalid character, or of the item that is refused; for `Buffer` the length of the text.
    pub offset: usize,
}

/// The longest URI reference in a `cri''` literal with escapes, in bytes: it is copied to the stack without them.
pub const MAX_ESCAPED: usize = 128;

/// Writes the CRI or CRI reference that a text in diagnostic notation says, in canonical form, without a tag.
///
/// The notation is that of R25. Errors: `Syntax` for what is not in that notation, `Utf8` for what is not UTF-8; those of
/// [`Cri::parse`](crate::Cri::parse) for an item that is not a processable CRI; those of [`from_iri`](crate::from_iri) for a `cri''` literal, and
/// `Limit` for one that is longer than [`MAX_ESCAPED`] and has escapes; `Buffer` if the result does not fit. The first error
/// in the text decides. Linear in the length of the text.
pub fn from_edn<T: Byte>(revision: Revision, edn: &[u8], output: &mut Output<'_, T>) -> Result<(), EdnError> {
    read_edn(revision, edn, output)
}

/// As [`from_edn`], with the schemes of a table too, in `cri''` literals.
pub fn from_edn_with<T: Byte>(table: Table<'_>, edn: &[u8], output: &mut Output<'_, T>) -> Result<(), EdnError> {
    read_edn(table, edn, output)
}

#[inline(always)]
fn read_edn<T: Byte>(schemes: impl FromIri, edn: &[u8], output: &mut Output<'_, T>) -> Result<(), EdnError> {
    let mut reader = EdnReader::new(schemes, edn, output);
    let read = reader.document();
    let offset = reader.lexer.at();
    read.and_then(|()| output.written().map(|_| ())).map_err(|error| EdnError { error, offset })
}

/// Reads a CRI, and writes what it has read.
struct EdnReader<'e, 'o, 'b, T: Byte, S> {
    lexer: Lexer<'e>,
    output: &'o mut Output<'b, T>,
    /// The revision, and how literals are converted.
    schemes: S,
    /// Which sections there are so far.
    form: Sections,
    /// How many sections come before the path.
    leading: usize,
    /// How many sections are written; those passed over are written when another one follows.
    written: usize,
    /// What the authority begins with.
    authority: u8,
    segments: usize,
    /// Whether the first segment is empty.
    first_empty: bool,
}

impl<'e, 'o, 'b, T: Byte, S: FromIri> EdnReader<'e, 'o, 'b, T, S> {
    fn new(schemes: S, edn: &'e [u8], output: &'o mut Output<'b, T>) -> Self {
        let form = Sections { full: false, authority: false, discard: 0, path: false, query: false, fragment: false };
        let lexer = Lexer::new(edn);
        Self { lexer, output, schemes, form, leading: 2, written: 0, authority: NULL, segments: 0, first_empty: false }
    }

    /// Reads the text, which is one item, in tag 99 or not (href-27 tag 99).
    fn document(&mut self) -> Result<(), Error> {
        self.lexer.space()?;
        self.lexer.next()?;
        let tagged = self.lexer.token.kind == Kind::Tag;
        if tagged {
            if self.lexer.token.number != 99 || self.schemes.revision() == Revision::Href13 {
                return self.refuse();
            }
            self.lexer.space()?;
            self.lexer.next()?;
        }
        match self.lexer.token.kind {
            Kind::Array => self.sections()?,
            Kind::Cri => self.literal()?,
            Kind::TaggedCri if !tagged && self.schemes.revision() == Revision::Href27 => self.literal()?,
            _ => return self.refuse(),
        }
        self.lexer.space()?;
        if tagged {
            self.lexer.expect(b')')?;
            self.lexer.space()?;
        }
        self.lexer.end()
    }

    /// Writes the CRI reference of a `cri''` literal.
    fn literal(&mut self) -> Result<(), Error> {
        let token = &self.lexer.token;
        let written = if token.length == token.written.len() {
            self.schemes.from_iri(token.written, self.output)
        } else {
            self.escaped_literal()
        };
        match written {
            Ok(()) | Err(Error::Buffer) => Ok(()),
            Err(error) => {
                let token = &self.lexer.token;
                let offset = token.start + b"cri'".len() + error_offset(token);
                self.lexer.fail_at(offset, error)
            }
        }
    }

    /// The same of a literal with escapes.
    #[inline(never)]
    fn escaped_literal(&mut self) -> Result<(), Error> {
        let mut text = [0; MAX_ESCAPED];
        text.iter_mut().zip(self.lexer.token.octets).for_each(|(place, octet)| *place = octet);
        let text = text.get(..self.lexer.token.length).ok_or(Error::Limit)?;
        self.schemes.from_iri(text, self.output)
    }

    /// An error at the last token.
    fn fail<R>(&mut self, error: Error) -> Result<R, Error> {
        self.lexer.fail_at(self.lexer.token.start, error)
    }

    /// Refuses the last token: none of its kind may be there.
    #[inline(never)]
    fn refuse<R>(&mut self) -> Result<R, Error> {
        let feature = matches!(self.lexer.token.kind, Kind::Tag | Kind::TaggedCri | Kind::Bignum);
        self.fail(if feature { Error::Feature } else { Error::Structure })
    }

    /// Reads the sections of a CRI, whose array has begun.
    fn sections(&mut self) -> Result<(), Error> {
        let start = self.lexer.token.start;
        let (mut number, mut null) = (0, false);
        self.output.advance(1);
        while self.lexer.item(number == 0)? {
            null = self.lexer.token.kind == Kind::Null;
            self.section(number)?;
            number += 1;
        }
        if null {
            return self.fail(Error::Trailing);
        }
        if self.form.full && !has_valid_path(self.authority, self.segments, || self.first_empty) {
            return self.lexer.fail_at(start, Error::NotValid);
        }
        let count = self.form.count();
        if count == 0 {
            self.output.seek(1);
        }
        self.output.byte_at(0, ARRAY << 5 | count as u8);
        Ok(())
    }

    fn section(&mut self, number: usize) -> Result<(), Error> {
        match number.checked_sub(self.leading) {
            None if number == 0 => return self.first(),
            None => return self.authority(),
            Some(0..3) if self.lexer.token.kind == Kind::Null => {}
            Some(0) => {
                self.segments = self.list(number, TextRule::Segment)?;
                self.form.path = self.segments > 0 || !self.form.full;
            }
            Some(1) => {
                let parameters = self.list(number, TextRule::Any)?;
                self.form.query = parameters > 0 || !self.form.full;
            }
            Some(2) => {
                self.begin(number);
                self.text(TextRule::Any)?;
                self.form.fragment = true;
            }
            _ => return self.fail(Error::Structure),
        }
        Ok(())
    }

    /// Writes the sections that were passed over before the one of that number, which comes next.
    fn begin(&mut self, number: usize) {
        while self.written < number {
            let byte = match self.written.checked_sub(self.leading) {
                None => NULL,
                Some(0) => absent_path(self.form.full),
                Some(_) => absent_query(self.form.full, self.schemes.revision()),
            };
            self.output.byte(byte);
            self.written += 1;
        }
        self.written += 1;
    }

    /// Reads the first section: the scheme, null in its place, or what a reference discards.
    fn first(&mut self) -> Result<(), Error> {
        self.begin(0);
        let token = &self.lexer.token;
        match token.kind {
            Kind::Nint => put_long_head(self.output, NINT, token.number),
            Kind::Text if !is_scheme_name(token) => return self.fail(Error::SchemeName),
            Kind::Text => self.put_string(TEXT),
            Kind::Null => {
                self.output.byte(NULL);
                return Ok(());
            }
            _ => return self.discard(),
        }
        self.form.full = true;
        Ok(())
    }

    /// Reads what a reference discards.
    fn discard(&mut self) -> Result<(), Error> {
        self.leading = 1;
        self.form.discard = match self.lexer.token.kind {
            Kind::True => DISCARD_ALL,
            Kind::Uint if self.lexer.token.number > DISCARD_MAX as u64 => return self.fail(Error::Discard),
            Kind::Uint => self.lexer.token.number as u8,
            _ => return self.refuse(),
        };
        Section::discard(self.form.discard).put_head(self.output);
        Ok(())
    }
}

/// Whether a text is a scheme name (C1): each of its characters may be in one, and the first may be the first.
fn is_scheme_name(token: &Token<'_>) -> bool {
    let mut characters = token.octets;
    characters.next().is_some_and(|first| scheme::is_valid_name(&[first]))
        && characters.all(|character| scheme::is_valid_name(&[b'a', character]))
}

/// The offset in a `cri''` literal of what its URI reference was refused for: 0 if that is no single character, or if the
/// literal has escapes.
#[cold]
fn error_offset(token: &Token<'_>) -> usize {
    match Uri::read(&mut MaybeUninit::uninit(), token.written, Some(skip_ucs)) {
        (uri, Err(_)) if token.length == token.written.len() => uri.read_to(),
        _ => 0,
    }
}
