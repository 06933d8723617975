// SPDX-License-Identifier: MIT OR Apache-2.0
//! The characters of strings in diagnostic notation: quotes, escapes, raw strings, and joined literals.
//!
//! Nothing is copied: a string is decoded each time it is looked at.

use super::coding::{Base, Coding};
use super::escapes::escape;
use super::kind::Kind;
use crate::error::Error;
use crate::utf8::char_len;

/// The prefixes of literals (EDN draft, app-prefix), each with the kind and the coding of the literal.
static PREFIXES: [(&[u8], Kind, Coding); 7] = [
    (b"h", Kind::Bytes, Coding::Digits(Base::Hex)),
    (b"b64", Kind::Bytes, Coding::Digits(Base::Base64)),
    (b"b32", Kind::Bytes, Coding::Digits(Base::Base32)),
    (b"h32", Kind::Bytes, Coding::Digits(Base::Base32Hex)),
    (b"ip", Kind::Bytes, Coding::Ip),
    (b"cri", Kind::Cri, Coding::Utf8),
    (b"CRI", Kind::TaggedCri, Coding::Utf8),
];

/// A literal whose characters come next.
pub(super) struct Opened {
    pub(super) kind: Kind,
    pub(super) coding: Coding,
}

/// What the literals of a string have in common.
#[derive(Clone, Copy)]
pub(super) struct Joined {
    pub(super) kind: Kind,
    /// Whether they are the chunks between `(_` and `)`.
    chunks: bool,
}

impl Joined {
    pub(super) fn none() -> Self {
        Self { kind: Kind::Null, chunks: false }
    }

    /// Whether a literal may follow: bytes may be joined to a text, but no text to bytes (EDN draft, ABNF, item 8). All
    /// chunks are of one kind (RFC 8949 section 3.2.3).
    fn takes(self, kind: Kind, joined: bool) -> bool {
        match kind {
            Kind::Bytes => self.kind == Kind::Bytes || (joined && self.kind == Kind::Text),
            Kind::Text => self.kind == Kind::Text,
            _ => false,
        }
    }
}

/// The bytes of the characters of a literal, escapes decoded; of all literals, in a sequence. Carriage returns do not
/// count in strings (EDN draft, ABNF, item 2).
#[derive(Clone, Copy)]
pub(super) struct Characters<'e> {
    /// The text after the last character that was read. On an error, it begins with the invalid character.
    pub(super) rest: &'e [u8],
    /// The bytes of the last character that were not returned yet, the next one lowest.
    pending: u32,
    within: Within,
    raw: Raw,
    /// The string of a sequence literal.
    sequence: Option<Joined>,
    pub(super) error: Option<Error>,
}

/// What the characters that come next are in. The number is the character that ends it.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Within {
    /// Blank space and comments between literals, in which nothing is escaped, and which no character ends.
    Blank = 0,
    /// A literal between two quotation marks.
    Quotes = b'"',
    /// A literal between two apostrophes.
    Apostrophes = b'\'',
    /// A raw string.
    Raw = b'`',
    /// A sequence literal, at the `>>` that ends it.
    SequenceEnd = b'>',
}

/// The backquotes of a raw string.
#[derive(Clone, Copy)]
struct Raw {
    /// How many end it.
    width: usize,
    /// How many of those that come next are of the string itself, if they were counted.
    content: usize,
}

impl<'e> Characters<'e> {
    pub(super) fn blank(rest: &'e [u8]) -> Self {
        Self { rest, pending: 0, within: Within::Blank, raw: Raw { width: 0, content: 0 }, sequence: None, error: None }
    }

    /// Keeps the first error.
    pub(super) fn fail<R>(&mut self, error: Error) -> Option<R> {
        self.error = self.error.or(Some(error));
        None
    }

    fn skip(&mut self, length: usize) {
        self.rest = self.rest.get(length..).unwrap_or(&[]);
    }

    fn accept(&mut self, character: u8) -> bool {
        let found = self.rest.first() == Some(&character);
        self.skip(found as usize);
        found
    }

    pub(super) fn skip_space(&mut self) {
        self.within = Within::Blank;
        while self.error.is_none()
            && let [first @ (b' ' | b'\t' | b'\n' | b'\r' | b'/' | b'#'), rest @ ..] = self.rest
        {
            self.rest = rest;
            if matches!(first, b'/' | b'#') {
                self.skip_comment(*first, Self::next_of_comment);
            }
        }
    }

    /// Skips a comment that begins with the character that was just read: `/…/`, `/*…*/`, `//…` or `#…` to the end of
    /// the line (EDN draft, section 2.2). A line may end with the input (R25), between quotes with them: `next` reads
    /// up to there.
    pub(super) fn skip_comment(&mut self, first: u8, next: impl Fn(&mut Self) -> Option<u8>) {
        let mut end = b'\n';
        if first == b'/' {
            match next(self) {
                Some(b'/') => {}
                Some(b'*') => end = b'*',
                _ => end = b'/',
            }
        }
        let mut last = 0;
        while let Some(byte) = next(self) {
            if byte == end && end != b'*' || (last, byte, end) == (b'*', b'/', b'*') {
                return;
            }
            last = byte;
        }
        if end != b'\n' {
            self.fail::<()>(Error::Syntax);
        }
    }

    /// Opens a string at its first literal: one literal, some joined by `+`, or chunks. None, without an error, if no
    /// string begins here.
    pub(super) fn open_string(&mut self, open: impl Fn(&mut Self) -> Option<Opened>) -> Option<(Joined, Opened)> {
        let chunks = self.rest.starts_with(b"(_");
        if chunks {
            let begun = self.rest.len() - 2;
            self.skip(2);
            self.skip_space();
            if self.rest.len() == begun {
                return self.fail(Error::Syntax);
            }
        }
        let start = self.rest;
        match open(self) {
            Some(opened) if !chunks || matches!(opened.kind, Kind::Text | Kind::Bytes) => {
                Some((Joined { kind: opened.kind, chunks }, opened))
            }
            None if !chunks => None,
            _ => self.fail_at(start),
        }
    }

    fn open_plain(&mut self) -> Option<Opened> {
        let kind = if self.rest.first() == Some(&b'\'') { Kind::Bytes } else { Kind::Text };
        if !matches!(self.rest, [b'"' | b'\'' | b'`', ..]) {
            return None;
        }
        self.open_quote();
        Some(Opened { kind, coding: Coding::Utf8 })
    }

    /// Opens a literal, which may have a prefix.
    pub(super) fn open_prefixed(&mut self) -> Option<Opened> {
        for (prefix, kind, coding) in &PREFIXES {
            match self.rest.strip_prefix(*prefix) {
                Some(quoted @ [b'\'' | b'`', ..]) => {
                    self.rest = quoted;
                    self.open_quote();
                }
                Some([b'<', b'<', sequence @ ..]) => {
                    self.rest = sequence;
                    self.skip_space();
                    match self.open_string(Self::open_plain) {
                        Some((string, _)) => self.sequence = Some(string),
                        None => return self.fail(Error::Syntax),
                    }
                }
                _ => continue,
            }
            return Some(Opened { kind: *kind, coding: *coding });
        }
        self.open_plain()
    }

    /// Reads the quote that begins a literal. For a raw string, that is all backquotes, and a line feed after them,
    /// which is not content.
    fn open_quote(&mut self) {
        self.within = match self.rest.first() {
            Some(b'"') => Within::Quotes,
            Some(b'\'') => Within::Apostrophes,
            _ => Within::Raw,
        };
        self.skip(1);
        if self.within != Within::Raw {
            return;
        }
        self.raw = Raw { width: 1 + self.backquotes_ahead(), content: 0 };
        self.skip(self.raw.width - 1);
        while self.accept(b'\r') {}
        self.accept(b'\n');
        // A raw string is not empty.
        if self.backquotes_ahead() >= self.raw.width {
            self.fail::<()>(Error::Syntax);
        }
    }

    fn backquotes_ahead(&self) -> usize {
        self.rest.iter().take_while(|byte| **byte == b'`').count()
    }

    /// True if a raw string ends at the backquotes that come next: with the last of them, if there are enough. Else the
    /// next one is content.
    fn is_raw_end(&mut self) -> bool {
        if self.raw.content == 0 {
            let (ahead, width) = (self.backquotes_ahead(), self.raw.width);
            self.raw.content = if ahead < width { ahead } else { ahead - width };
        }
        let end = self.raw.content == 0;
        self.raw.content -= !end as usize;
        end
    }

    fn close_quote(&mut self) {
        match self.within {
            Within::Raw => self.skip(self.raw.width),
            Within::SequenceEnd => {
                self.skip(2);
                self.sequence = None;
            }
            Within::Quotes | Within::Apostrophes | Within::Blank => self.skip(1),
        }
    }

    /// Opens the next literal of the string, after the characters of one. None on an error and at the end of the
    /// string, of which the encoding indicator was read too.
    pub(super) fn open_next(&mut self, string: Joined, open: impl Fn(&mut Self) -> Option<Opened>) -> Option<Opened> {
        self.close_quote();
        self.skip(indicator(self.rest));
        let after = self.rest;
        self.skip_space();
        let joined = self.accept(b'+');
        if joined {
            self.skip_space();
        } else if string.chunks {
            let comma = self.accept(b',');
            if comma {
                self.skip_space();
            }
            if self.accept(b')') {
                return None;
            }
            if !comma && self.rest.len() == after.len() {
                return self.fail(Error::Syntax);
            }
        } else {
            // Space after the string is not part of it: an error in that space is found when it is read.
            (self.rest, self.error) = (after, None);
            return None;
        }
        let start = self.rest;
        match open(self) {
            Some(opened) if string.takes(opened.kind, joined) => Some(opened),
            None if !string.chunks && self.error.is_none() => {
                // The plus is the sign of a number.
                self.rest = after;
                None
            }
            _ => self.fail_at(start),
        }
    }

    /// Fails at a place, unless there is an error already.
    pub(super) fn fail_at<R>(&mut self, place: &'e [u8]) -> Option<R> {
        if self.error.is_none() {
            self.rest = place;
        }
        self.fail(Error::Syntax)
    }

    /// Whether another literal follows the one that ends here, in a sequence: it has one string, and a comma may
    /// follow.
    fn is_continued(&mut self) -> bool {
        let Some(string) = self.sequence.filter(|_| self.within != Within::SequenceEnd) else {
            return false;
        };
        if self.open_next(string, Self::open_plain).is_some() {
            return true;
        }
        self.skip_space();
        if self.accept(b',') {
            self.skip_space();
        }
        if self.rest.starts_with(b">>") {
            self.within = Within::SequenceEnd;
        } else {
            self.fail::<()>(Error::Syntax);
        }
        false
    }

    /// Returns the first byte of a character of that length, and keeps the others.
    fn begin(&mut self, character: [u8; 4], length: usize) -> Option<u8> {
        let [first, ..] = character;
        self.pending = u32::from_le_bytes(character) >> 8;
        self.skip(length);
        Some(first)
    }

    /// The next byte of a character that was begun.
    fn pending(&mut self) -> Option<u8> {
        let byte = self.pending as u8;
        self.pending >>= 8;
        if byte > 0 { Some(byte) } else { None }
    }

    /// Reads a byte of a comment between literals, which only the end of the input ends.
    fn next_of_comment(&mut self) -> Option<u8> {
        if let Some(byte) = self.pending() {
            return Some(byte);
        }
        let (first, rest) = self.rest.split_first()?;
        match first {
            0x80.. => self.beyond_ascii(),
            b'\t' | b'\n' | b'\r' | b' '.. => {
                self.rest = rest;
                Some(*first)
            }
            _ => self.fail(Error::Syntax),
        }
    }

    /// Reads an escape, which comes next.
    fn escaped(&mut self) -> Option<u8> {
        match escape(self.rest, self.within as u8) {
            Some((character, length)) => self.begin(character, length),
            None => self.fail(Error::Syntax),
        }
    }

    fn beyond_ascii(&mut self) -> Option<u8> {
        let length = char_len(self.rest);
        if length == 0 {
            return self.fail(Error::Utf8);
        }
        let mut character = [0; 4];
        character.iter_mut().zip(self.rest).take(length).for_each(|(place, byte)| *place = *byte);
        self.begin(character, length)
    }
}

/// The length of the encoding indicator that a text starts with: an underscore, and what follows of letters, digits and
/// underscores (EDN draft, section 2.3). It says nothing about the canonical form.
pub(super) fn indicator(text: &[u8]) -> usize {
    match text {
        [b'_', rest @ ..] => 1 + rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count(),
        _ => 0,
    }
}

impl Iterator for Characters<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if let Some(byte) = self.pending() {
            return Some(byte);
        }
        while self.error.is_none() {
            let Some((first, rest)) = self.rest.split_first() else {
                return self.fail(Error::Syntax);
            };
            match *first {
                b'\r' => self.rest = rest,
                b'\\' if matches!(self.within, Within::Quotes | Within::Apostrophes) => return self.escaped(),
                0x80.. => return self.beyond_ascii(),
                byte if byte == self.within as u8 && (byte != b'`' || self.is_raw_end()) => {
                    if !self.is_continued() {
                        return None;
                    }
                }
                0x7f if self.within == Within::Raw => return self.fail(Error::Syntax),
                byte @ (b'\n' | b' '..) => {
                    self.rest = rest;
                    return Some(byte);
                }
                _ => return self.fail(Error::Syntax),
            }
        }
        None
    }
}
