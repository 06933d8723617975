// SPDX-License-Identifier: MIT OR Apache-2.0
//! The characters of strings in diagnostic notation: quotes, escapes and comments, and strings that consist of several
//! literals.
//!
//! Strings are not copied. A string is decoded again each time that it is read.

use super::coding::{Coding, PREFIXES};
use super::escapes::escape;
use super::indicator::indicator;
use super::joined::{Joined, Opened};
use super::kind::Kind;
use super::raw::{RawEnd, open_raw};
use crate::bytes::utf8::char_len;
use crate::error::Error;

/// An iterator over the bytes of a literal's characters, with escapes decoded. A sequence literal such as `h<<…>>`
/// contains a string; its characters are the characters of all literals of that string. Carriage returns are not part
/// of strings (EDN draft, section 1.3.5).
#[derive(Clone, Copy)]
pub(super) struct Characters<'e> {
    /// The text after the last character that was read. On an error, it begins with the invalid character.
    pub(super) rest: &'e [u8],
    /// The bytes of the last character that were not returned yet. The lowest byte is returned next.
    pending: u32,
    within: Within,
    /// The character at which the literal ends.
    end: u8,
    /// The end of the raw string, if the characters belong to a raw string.
    raw: RawEnd,
    /// The string in the sequence literal, if the characters belong to a sequence literal.
    sequence: Option<Joined>,
    pub(super) error: Option<Error>,
}

/// The construct that contains the next characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Blank space and comments between literals. They have no escapes.
    Blank,
    /// A literal between two quotation marks or two apostrophes.
    Quotes,
    Raw,
    /// A sequence literal after its last character. The closing `>>` comes next.
    SequenceEnd,
    /// A sequence that contains no strings, and therefore no literal. The closing `>>` comes next.
    Nothing,
}

impl<'e> Characters<'e> {
    pub(super) fn blank(rest: &'e [u8]) -> Self {
        Self { rest, pending: 0, within: Within::Blank, end: 0, raw: RawEnd::none(), sequence: None, error: None }
    }

    /// Stores an error, unless an error was stored before.
    pub(super) fn fail<R>(&mut self, error: Error) -> Option<R> {
        self.error = self.error.or(Some(error));
        None
    }

    fn skip(&mut self, length: usize) {
        self.rest = self.rest.get(length..).unwrap_or(&[]);
    }

    fn accept(&mut self, character: u8) -> bool {
        let found = self.rest.first() == Some(&character);
        self.skip(usize::from(found));
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

    /// Skips a comment whose first character was just read: `/…/`, `/*…*/`, or `//…` and `#…` to the end of the line
    /// (EDN draft, section 2.1). `next` returns `None` at the end of the text or, inside a literal, at the end of the
    /// literal. A comment to the end of the line may also end there (R25).
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
            let is_end = if end == b'*' { (last, byte) == (b'*', b'/') } else { byte == end };
            if is_end {
                return;
            }
            last = byte;
        }
        if end != b'\n' {
            self.fail::<()>(Error::Syntax);
        }
    }

    /// Opens a string. If its first literal is a sequence literal, also opens the string in that literal.
    pub(super) fn open(&mut self) -> Option<(Joined, Opened)> {
        let (string, opened) = self.open_string()?;
        Some((string, self.enter_sequence(opened)?))
    }

    /// Opens the first literal of a string. The string consists of one literal, of literals joined by `+` or by
    /// sequences, or of chunks. Returns `None` without an error if no string begins here.
    fn open_string(&mut self) -> Option<(Joined, Opened)> {
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
        let mut string = Joined { kind: Kind::Null, chunks, depth: 0 };
        match self.open_literal(&mut string) {
            Some(opened) if !chunks || matches!(opened.kind, Kind::Text | Kind::Bytes) => {
                string.kind = opened.kind;
                Some((string, opened))
            }
            None if !chunks => None,
            _ => self.fail_at(start),
        }
    }

    /// Opens the next literal. If sequence literals begin in front of it, opens these first, from the outside to the
    /// inside (EDN draft, sections 3.5 and 3.6). The kind of the literal is then the kind of the outermost sequence.
    /// Returns `None` without an error if neither a literal nor a sequence begins here.
    fn open_literal(&mut self, string: &mut Joined) -> Option<Opened> {
        let mut joined = None;
        loop {
            let start = self.rest;
            let Some(mut opened) = self.open_quoted() else {
                return if joined.is_none() { None } else { self.fail(Error::Syntax) };
            };
            if opened.in_sequence && opened.coding == Coding::Joined {
                string.depth = string.depth.saturating_add(1);
                joined = joined.or(Some(opened.kind));
                if !self.rest.starts_with(b">>") {
                    continue;
                }
                (self.within, self.end) = (Within::Nothing, b'>');
            } else if joined.is_some() && !matches!(opened.kind, Kind::Text | Kind::Bytes) {
                return self.fail_at(start);
            }
            opened.kind = joined.unwrap_or(opened.kind);
            return Some(opened);
        }
    }

    /// Reads the prefix and the opening quote of a literal, or the prefix and the `<<` of a sequence. In a sequence
    /// literal, only sequences may have a prefix. Returns `None` if neither a literal nor a sequence begins here.
    fn open_quoted(&mut self) -> Option<Opened> {
        let (kind, coding, rest) = match self.rest {
            quoted @ [b'"' | b'`', ..] => (Kind::Text, Coding::Utf8, quoted),
            quoted @ [b'\'', ..] => (Kind::Bytes, Coding::Utf8, quoted),
            rest => PREFIXES.iter().find_map(|(prefix, kind, coding)| match rest.strip_prefix(*prefix)? {
                rest @ [b'\'' | b'`', ..] | rest @ [b'<', b'<', ..]
                    if self.sequence.is_none() || *coding == Coding::Joined =>
                {
                    Some((*kind, *coding, rest))
                }
                _ => None,
            })?,
        };
        self.rest = rest;
        let in_sequence = rest.starts_with(b"<<");
        match rest {
            [b'`', ..] => {
                self.within = Within::Raw;
                let raw = open_raw(rest);
                (self.rest, self.raw, self.end) = (raw.text, raw.end, raw.after);
            }
            [quote @ (b'"' | b'\''), rest @ ..] => {
                (self.rest, self.within, self.end) = (rest, Within::Quotes, *quote);
            }
            _ => {
                self.skip(2);
                self.skip_space();
            }
        }
        Some(Opened { kind, coding, in_sequence })
    }

    /// If the literal that was opened is a sequence literal, opens the string in it.
    fn enter_sequence(&mut self, opened: Opened) -> Option<Opened> {
        if opened.in_sequence && opened.coding != Coding::Joined {
            self.sequence = Some(Joined::none());
            match self.open_string() {
                Some((string, _)) => self.sequence = Some(string),
                None => return self.fail(Error::Syntax),
            }
        }
        Some(opened)
    }

    fn close_quote(&mut self) {
        match self.within {
            Within::Raw => self.skip(self.raw.closing),
            Within::SequenceEnd => {
                self.skip(2);
                self.sequence = None;
            }
            Within::Nothing => {}
            Within::Quotes | Within::Blank => self.skip(1),
        }
    }

    /// Opens the next literal of a string. If it is a sequence literal, also opens the string in that literal.
    pub(super) fn open_next(&mut self, string: &mut Joined) -> Option<Opened> {
        let opened = self.open_next_literal(string)?;
        self.enter_sequence(opened)
    }

    /// Opens the next literal of a string, after the characters of a literal were read. At the end of the string, skips
    /// the encoding indicator, and returns `None`. Also returns `None` on an error.
    #[cfg_attr(speed, inline(always))]
    fn open_next_literal(&mut self, string: &mut Joined) -> Option<Opened> {
        self.close_quote();
        let (after, joined) = loop {
            self.skip(indicator(self.rest));
            let after = self.rest;
            self.skip_space();
            if self.accept(b'+') {
                self.skip_space();
                break (after, true);
            }
            if string.depth == 0 && !string.chunks {
                // The space that was skipped is not part of the string. It is read again later, and an error in it is
                // found then.
                (self.rest, self.error) = (after, None);
                return None;
            }
            let comma = self.accept(b',');
            if comma {
                self.skip_space();
            }
            if string.depth > 0 && self.rest.starts_with(b">>") {
                self.skip(2);
                string.depth -= 1;
                continue;
            }
            if string.depth == 0 && self.accept(b')') {
                return None;
            }
            if !comma && self.rest.len() == after.len() {
                return self.fail(Error::Syntax);
            }
            break (after, false);
        };
        let (start, outer) = (self.rest, *string);
        match self.open_literal(string) {
            Some(opened) if outer.takes(opened.kind, joined) => Some(opened),
            None if !string.chunks && string.depth == 0 && self.error.is_none() => {
                // The plus sign is the sign of the number that follows.
                self.rest = after;
                None
            }
            _ => self.fail_at(start),
        }
    }

    /// Fails with `Syntax` at the start of `rest`, unless an error was stored before.
    pub(super) fn fail_at<R>(&mut self, rest: &'e [u8]) -> Option<R> {
        if self.error.is_none() {
            self.rest = rest;
        }
        self.fail(Error::Syntax)
    }

    /// Called at the end of a literal. True if the literal is in a sequence literal, and the string in that sequence
    /// literal continues with another literal. A sequence literal contains one string, which a comma may follow.
    #[inline(never)]
    fn is_continued(&mut self) -> bool {
        let Some(mut string) = self.sequence.filter(|_| self.within != Within::SequenceEnd) else {
            return false;
        };
        if self.open_next_literal(&mut string).is_some() {
            self.sequence = Some(string);
            return true;
        }
        if self.error.is_some() {
            return false;
        }
        self.skip_space();
        if self.accept(b',') {
            self.skip_space();
        }
        if self.rest.starts_with(b">>") {
            (self.within, self.end) = (Within::SequenceEnd, b'>');
        } else {
            self.fail::<()>(Error::Syntax);
        }
        false
    }

    /// Skips `length` bytes of the text, which denote `character`. Returns the first byte of the character, and stores
    /// its other bytes.
    fn begin(&mut self, character: [u8; 4], length: usize) -> Option<u8> {
        let [first, ..] = character;
        self.pending = u32::from_le_bytes(character) >> 8;
        self.skip(length);
        Some(first)
    }

    /// Returns the next byte that [`Self::begin`] stored.
    fn pending(&mut self) -> Option<u8> {
        let byte = self.pending as u8;
        self.pending >>= 8;
        if byte > 0 { Some(byte) } else { None }
    }

    /// Reads a byte of a comment between literals. Returns `None` at the end of the text or on an error.
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

    /// Reads the escape at the start of the rest.
    fn escaped(&mut self) -> Option<u8> {
        match escape(self.rest, self.end) {
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
        character.iter_mut().zip(self.rest).take(length).for_each(|(copy, byte)| *copy = *byte);
        self.begin(character, length)
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
                b'\\' if self.within == Within::Quotes => return self.escaped(),
                0x80.. => return self.beyond_ascii(),
                byte if byte == self.end && (self.within != Within::Raw || self.rest.len() == self.raw.left) => {
                    if self.sequence.is_none() || !self.is_continued() {
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
