// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. From diagnostic notation to a CRI or CRI reference (R25; RFC 8949 section 8 and the EDN draft).
//!
//! One pass: sections are checked as they come and written in canonical form. So errors are the same for every size of the
//! buffer, and they come with the offset of what is wrong. The rules are those of reading CBOR (`cri/parse.rs`), on tokens of the
//! notation.

mod lexer;
mod strings;

use core::mem::MaybeUninit;

use crate::cbor::write::{Byte, Output, Sink, put_long_head};
use crate::cbor::{ARRAY, BYTES, FALSE, NINT, NULL, TEXT, TRUE, UINT};
use crate::chars::is_unreserved;
use crate::convert::from_iri;
use crate::cri::authority::may_have_zone;
use crate::cri::canonical::{Section, Sections, absent_path, absent_query};
use crate::cri::text::{TextRule, is_dot_segment};
use crate::cri::{DISCARD_ALL, DISCARD_MAX, has_valid_path};
use crate::error::Error;
use crate::revision::Revision;
use crate::uri::Uri;
use crate::{ip, scheme, utf8};
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
/// [`Cri::parse`](crate::Cri::parse) for an item that is not a processable CRI; those of [`from_iri`] for a `cri''` literal, and
/// `Limit` for one that is longer than [`MAX_ESCAPED`] and has escapes; `Buffer` if the result does not fit. The first error
/// in the text decides. Linear in the length of the text.
pub fn from_edn<T: Byte>(revision: Revision, edn: &[u8], output: &mut Output<'_, T>) -> Result<(), EdnError> {
    let mut reader = EdnReader::new(revision, edn, output);
    let read = reader.document();
    let offset = reader.lexer.at();
    read.and_then(|()| output.written().map(|_| ())).map_err(|error| EdnError { error, offset })
}

/// Reads a CRI, and writes what it has read.
struct EdnReader<'e, 'o, 'b, T: Byte> {
    lexer: Lexer<'e>,
    output: &'o mut Output<'b, T>,
    revision: Revision,
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

impl<'e, 'o, 'b, T: Byte> EdnReader<'e, 'o, 'b, T> {
    fn new(revision: Revision, edn: &'e [u8], output: &'o mut Output<'b, T>) -> Self {
        let form = Sections { full: false, authority: false, discard: 0, path: false, query: false, fragment: false };
        let lexer = Lexer::new(edn);
        Self {
            lexer,
            output,
            revision,
            form,
            leading: 2,
            written: 0,
            authority: NULL,
            segments: 0,
            first_empty: false,
        }
    }

    /// Reads the text, which is one item, in tag 99 or not (href-27 tag 99).
    fn document(&mut self) -> Result<(), Error> {
        self.lexer.space()?;
        let mut token = self.lexer.token()?;
        let tagged = token.kind == Kind::Tag;
        if tagged {
            if token.number != 99 || self.revision == Revision::Href13 {
                return Err(self.refuse(&token));
            }
            self.lexer.space()?;
            token = self.lexer.token()?;
        }
        match token.kind {
            Kind::Array => self.sections(token.start)?,
            Kind::Cri => self.literal(&token)?,
            Kind::TaggedCri if !tagged && self.revision == Revision::Href27 => self.literal(&token)?,
            _ => return Err(self.refuse(&token)),
        }
        self.lexer.space()?;
        if tagged {
            self.lexer.expect(b')')?;
            self.lexer.space()?;
        }
        self.lexer.end()
    }

    /// Writes the CRI reference of a `cri''` literal. Its length is that of the buffer if it does not fit.
    fn literal(&mut self, token: &Token<'e>) -> Result<(), Error> {
        let written = if token.length == token.written.len() {
            from_iri(self.revision, token.written, self.output)
        } else {
            self.escaped_literal(token)
        };
        match written {
            Ok(()) | Err(Error::Buffer) => Ok(()),
            Err(error) => {
                let offset = token.start + b"cri'".len() + error_offset(token);
                Err(self.lexer.error_at(offset, error))
            }
        }
    }

    /// The same of a literal with escapes.
    #[inline(never)]
    fn escaped_literal(&mut self, token: &Token<'e>) -> Result<(), Error> {
        let mut text = [0; MAX_ESCAPED];
        text.iter_mut().zip(token.octets).for_each(|(place, octet)| *place = octet);
        let text = text.get(..token.length).ok_or(Error::Limit)?;
        from_iri(self.revision, text, self.output)
    }

    /// Refuses an item where none of its kind may be.
    fn refuse(&mut self, token: &Token<'_>) -> Error {
        let feature = matches!(token.kind, Kind::Tag | Kind::TaggedCri | Kind::Bignum);
        self.lexer.error_at(token.start, if feature { Error::Feature } else { Error::Structure })
    }

    /// Reads the sections of a CRI, whose array has begun.
    fn sections(&mut self, start: usize) -> Result<(), Error> {
        let (mut number, mut null) = (0, None);
        self.output.advance(1);
        while self.lexer.more(number == 0)? {
            let token = self.lexer.token()?;
            null = (token.kind == Kind::Null).then_some(token.start);
            self.section(number, &token)?;
            number += 1;
        }
        if let Some(null) = null {
            return Err(self.lexer.error_at(null, Error::Trailing));
        }
        if self.form.full && !has_valid_path(self.authority, self.segments, || self.first_empty) {
            return Err(self.lexer.error_at(start, Error::NotValid));
        }
        let count = self.form.count();
        if count == 0 {
            self.output.seek(1);
        }
        self.output.byte_at(0, ARRAY << 5 | count as u8);
        Ok(())
    }

    fn section(&mut self, number: usize, token: &Token<'e>) -> Result<(), Error> {
        match number.checked_sub(self.leading) {
            None if number == 0 => return self.first(token),
            None => return self.authority(token),
            Some(0..3) if token.kind == Kind::Null => {}
            Some(0) => {
                self.segments = self.list(number, token, TextRule::Segment)?;
                self.form.path = self.segments > 0 || !self.form.full;
            }
            Some(1) => {
                let parameters = self.list(number, token, TextRule::Any)?;
                self.form.query = parameters > 0 || !self.form.full;
            }
            Some(2) => {
                self.begin(number);
                self.text(token, TextRule::Any)?;
                self.form.fragment = true;
            }
            _ => return Err(self.lexer.error_at(token.start, Error::Structure)),
        }
        Ok(())
    }

    /// Writes the sections that were passed over before the one of that number, which comes next.
    fn begin(&mut self, number: usize) {
        while self.written < number {
            let byte = match self.written.checked_sub(self.leading) {
                None => NULL,
                Some(0) => absent_path(self.form.full),
                Some(_) => absent_query(self.form.full, self.revision),
            };
            self.output.byte(byte);
            self.written += 1;
        }
        self.written += 1;
    }

    /// Reads the first section: the scheme, null in its place, or what a reference discards.
    fn first(&mut self, token: &Token<'e>) -> Result<(), Error> {
        self.begin(0);
        match token.kind {
            Kind::Nint => put_long_head(self.output, NINT, token.number),
            Kind::Text => {
                if !is_scheme_name(token) {
                    return Err(self.lexer.error_at(token.start, Error::SchemeName));
                }
                self.put_string(TEXT, token);
            }
            Kind::Null => {
                self.output.byte(NULL);
                return Ok(());
            }
            _ => {
                self.leading = 1;
                self.form.discard = match token.kind {
                    Kind::True => DISCARD_ALL,
                    Kind::Uint if token.number <= DISCARD_MAX as u64 => token.number as u8,
                    Kind::Uint => return Err(self.lexer.error_at(token.start, Error::Discard)),
                    _ => return Err(self.refuse(token)),
                };
                Section::discard(self.form.discard).put_head(self.output);
                return Ok(());
            }
        }
        self.form.full = true;
        Ok(())
    }

    /// Reads the authority section: null, true, or an array of user information, host and port (C2 to C7).
    fn authority(&mut self, token: &Token<'e>) -> Result<(), Error> {
        match token.kind {
            Kind::Null if self.form.full => return Ok(()),
            Kind::True => {
                self.begin(1);
                self.output.byte(TRUE);
                self.authority = TRUE;
            }
            Kind::Array => {
                self.begin(1);
                let start = self.output.length();
                self.output.advance(1);
                let items = self.authority_items()?;
                self.output.close(start, ARRAY, items);
                self.authority = ARRAY << 5;
            }
            _ => return Err(self.refuse(token)),
        }
        self.form.authority = true;
        Ok(())
    }

    /// Reads the items of an authority; returns how many are written.
    fn authority_items(&mut self) -> Result<usize, Error> {
        let Some(mut token) = self.next(true)? else {
            return Ok(0);
        };
        let mut items = 0;
        if token.kind == Kind::False {
            let Some(userinfo) = self.next(false)? else {
                return Err(self.lexer.error_at(token.start, Error::Structure));
            };
            self.output.byte(FALSE);
            self.text(&userinfo, TextRule::Any)?;
            items = 2;
            match self.next(false)? {
                Some(host) => token = host,
                None => return Ok(items),
            }
        }
        let (port, host) = if token.kind == Kind::Bytes { self.address(&token)? } else { self.labels(token)? };
        items += host;
        let Some(port) = port else {
            return Ok(items);
        };
        if port.kind != Kind::Uint {
            return Err(self.refuse(&port));
        }
        if port.number > u16::MAX as u64 {
            return Err(self.lexer.error_at(port.start, Error::Port));
        }
        self.output.head(UINT, port.number as usize);
        match self.next(false)? {
            None => Ok(items + 1),
            Some(token) => Err(self.lexer.error_at(token.start, Error::Structure)),
        }
    }

    /// Reads an address and its zone identifier (C4). Returns what follows, and how many items they are.
    fn address(&mut self, token: &Token<'e>) -> Result<(Option<Token<'e>>, usize), Error> {
        if token.length != 4 && token.length != 16 {
            return Err(self.lexer.error_at(token.start, Error::Address));
        }
        self.put_string(BYTES, token);
        let next = self.next(false)?;
        let Some(zone) = next.filter(|next| next.kind == Kind::Text) else {
            return Ok((next, 1));
        };
        if !may_have_zone(token.length, self.revision) {
            return Err(self.lexer.error_at(zone.start, Error::Address));
        }
        self.put_string(TEXT, &zone);
        Ok((self.next(false)?, 2))
    }

    /// Reads the labels of a host name (C5). Returns what follows, and how many are written: an empty label alone is the empty
    /// host, which is written without it (R5).
    fn labels(&mut self, first: Token<'e>) -> Result<(Option<Token<'e>>, usize), Error> {
        let rule = if self.revision == Revision::Href27 { TextRule::Label } else { TextRule::Any };
        let (mut labels, mut octets) = (0, 0);
        let mut next = Some(first);
        while let Some(label) = next
            && label.kind != Kind::Uint
        {
            if labels == 1 && first.is_empty_text() {
                self.output.byte(TEXT << 5);
            }
            if labels > 0 || !label.is_empty_text() {
                self.text(&label, rule)?;
            }
            labels += 1;
            octets += is_octet(&label) as usize;
            next = self.next(false)?;
        }
        // Four octets would read back as an address (R4).
        if labels == 4 && octets == 4 {
            return Err(self.lexer.error_at(first.start, Error::Address));
        }
        let alone = labels == 1 && first.is_empty_text();
        Ok((next, labels - alone as usize))
    }

    /// Reads an array of texts; returns how many. An empty one is left off in a full CRI.
    fn list(&mut self, number: usize, token: &Token<'e>, rule: TextRule) -> Result<usize, Error> {
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
    fn next(&mut self, first: bool) -> Result<Option<Token<'e>>, Error> {
        if self.lexer.more(first)? { self.lexer.token().map(Some) } else { Ok(None) }
    }

    /// Reads a text-or-pet.
    fn text(&mut self, token: &Token<'e>, rule: TextRule) -> Result<(), Error> {
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

    fn put_string(&mut self, major: u8, token: &Token<'e>) {
        self.output.head(major, token.length);
        token.octets.for_each(|octet| self.output.byte(octet));
    }
}

/// Whether a text is a scheme name (C1): each of its characters may be in one, and the first may be the first.
fn is_scheme_name(token: &Token<'_>) -> bool {
    let mut characters = token.octets;
    characters.next().is_some_and(|first| scheme::is_valid_name(&[first]))
        && characters.all(|character| scheme::is_valid_name(&[b'a', character]))
}

/// Whether a label is a decimal octet.
fn is_octet(label: &Token<'_>) -> bool {
    label.kind == Kind::Text && ip::is_octet(label.octets.prefix(&mut [0; 4]))
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

/// The offset in a `cri''` literal of what its URI reference was refused for: 0 if that is no single character, or if the
/// literal has escapes.
#[cold]
fn error_offset(token: &Token<'_>) -> usize {
    match Uri::read_iri(&mut MaybeUninit::uninit(), token.written) {
        (uri, Err(_)) if token.length == token.written.len() => uri.read_to(),
        _ => 0,
    }
}
