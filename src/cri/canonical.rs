// SPDX-License-Identifier: MIT OR Apache-2.0
//! The canonical form of a CRI (R2): shortest heads, definite lengths, trailing defaults omitted.
//!
//! The number of sections, and what is written for an omitted one, are decided here alone.

use super::authority::Authority;
use super::items::Items;
use super::{CANONICAL_ITEMS, Cri, DISCARD_ALL};
use crate::cbor::read::{self, Reader, Token};
use crate::cbor::write::{Byte, Output, Sink};
use crate::cbor::{ARRAY, BYTES, FALSE, NULL, TEXT, TRUE, UINT};
use crate::error::Error;
use crate::revision::Revision;

/// What a CRI or CRI reference has, as far as its number of sections depends on it.
#[derive(Clone, Copy)]
pub(crate) struct Sections {
    /// Whether there is a scheme.
    pub full: bool,
    /// Whether there is an authority other than null.
    pub authority: bool,
    /// The discard value of a reference without authority.
    pub discard: u8,
    /// Whether the path is set; in a full CRI, whether it has segments.
    pub path: bool,
    /// Whether the query is set; in a full CRI, whether it has parameters.
    pub query: bool,
    /// Whether there is a fragment.
    pub fragment: bool,
}

impl Sections {
    /// How many sections come before the path: scheme and authority, or the discard value in their place (href 5.1
    /// rule 2, 5.2 encoding).
    pub(crate) fn leading(&self) -> usize {
        //= href 5.2
        1 + (self.full || self.authority) as usize
    }

    /// How many sections are written: trailing defaults are left off (href 5.1 rule 1, href-27 trailing). Of a full
    /// CRI these are an empty path and an absent query, for which the fields are false; of a reference only what is not set.
    pub(crate) fn count(&self) -> usize {
        let leading = self.leading();
        if self.fragment {
            leading + 3
        } else if self.query {
            leading + 2
        } else if self.path {
            leading + 1
        } else if leading == 1 {
            //= href 5.2 encoding
            (self.discard != 0) as usize
        } else {
            1 + self.authority as usize
        }
    }
}

/// What is written for an empty path where another section follows: `[]`, or null where it is not set (href 5.1 rule 3).
pub(crate) fn absent_path(full: bool) -> u8 {
    if full { ARRAY << 5 } else { NULL }
}

/// What is written for an absent query where a fragment follows (href-27 query, href-27 trailing).
pub(crate) fn absent_query(full: bool, revision: Revision) -> u8 {
    //= href-27 query
    if full && revision == Revision::Href27 { ARRAY << 5 } else { NULL }
}

/// The number of the path among the sections.
const PATH: usize = 2;

/// A section of the canonical form: its tokens.
#[derive(PartialEq, Eq)]
pub(crate) struct Section<'a> {
    /// The head that it begins with, where that is not part of the pieces: major type and argument.
    head: Option<(u8, usize)>,
    /// Items of the view, in up to two pieces.
    pieces: [&'a [u8]; 2],
}

impl<'a> Section<'a> {
    /// One that is written as the view has it.
    const fn item(item: &'a [u8]) -> Self {
        Self { head: None, pieces: [item, &[]] }
    }

    /// The items of an array that the view has no head of.
    const fn list(count: usize, pieces: [&'a [u8]; 2]) -> Self {
        Self { head: Some((ARRAY, count)), pieces }
    }

    /// One of a head alone.
    const fn head(major: u8, argument: usize) -> Self {
        Self { head: Some((major, argument)), pieces: [&[], &[]] }
    }

    /// One of a byte: a simple value, `[]`, or a small number.
    const fn byte(byte: u8) -> Self {
        Self::head(byte >> 5, (byte & 31) as usize)
    }

    pub(crate) const fn discard(discard: u8) -> Self {
        match discard {
            DISCARD_ALL => Self::byte(TRUE),
            _ => Self::head(UINT, discard as usize),
        }
    }

    /// Writes its head, if it has one.
    pub(crate) fn put_head(&self, sink: &mut impl Sink) {
        if let Some((major, argument)) = self.head {
            sink.head(major, argument);
        }
    }

    #[inline(always)]
    fn put(&self, sink: &mut impl Sink) {
        self.put_head(sink);
        let [first, second] = self.pieces;
        sink.put(first);
        if !second.is_empty() {
            sink.put(second);
        }
    }
}

impl<'a> Iterator for Section<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        match self.head.take() {
            None => read::token_of(&mut self.pieces),
            Some((major, argument)) => Some(Token { major, argument, content: &[] }),
        }
    }
}

impl<'a> Cri<'a> {
    /// Which sections of the canonical form are written, of those that [`Cri::section`] gives.
    pub(crate) fn sections(&self) -> core::ops::Range<usize> {
        let full = self.is_full();
        let sections = Sections {
            full,
            authority: !self.authority.is_empty(),
            discard: self.discard,
            //= href-27 trailing, R2
            path: if full { self.path_count > 0 } else { self.path_is_set() },
            query: !self.query.is_empty(),
            fragment: !self.fragment.is_empty(),
        };
        let start = 2 - sections.leading();
        start..start + sections.count()
    }

    /// A section of the canonical form: 0 is the scheme, or null in its place, 1 the authority or, where there is neither,
    /// the discard value, 2 the path, 3 the query, 4 the fragment.
    pub(crate) fn section(&self, number: usize) -> Section<'a> {
        match number {
            0 if self.is_full() => Section::item(self.scheme),
            //= href 5.2 encoding
            0 => Section::byte(NULL),
            1 if self.is_full() || !self.authority.is_empty() => self.canonical_authority(),
            1 => Section::discard(self.discard),
            //= href 5.1 rule 3
            PATH if self.path_is_set() => Section::list(self.path_count, [self.path, self.path_tail]),
            PATH => Section::byte(absent_path(self.is_full())),
            3 if self.query.is_empty() => Section::byte(absent_query(self.is_full(), self.revision)),
            3 => Section::item(self.query),
            _ => Section::item(self.fragment),
        }
    }

    /// The authority section. An empty host has no label (R5); with all heads in shortest form it has none already.
    pub(crate) fn canonical_authority(&self) -> Section<'a> {
        match self.authority {
            [] => Section::byte(NULL),
            authority if self.flags & CANONICAL_ITEMS != 0 => Section::item(authority),
            authority => without_empty_label(authority).unwrap_or(Section::item(authority)),
        }
    }

    /// Visits the tokens of the canonical form, in the order of the encoding.
    pub(crate) fn for_each_token(&self, mut visit: impl FnMut(Token<'a>)) {
        visit(Token::array(self.sections().len()));
        for number in self.sections() {
            self.section(number).for_each(&mut visit);
        }
    }

    /// Writes the canonical form. Linear in its length.
    pub(crate) fn put(&self, sink: &mut impl Sink) {
        let sections = self.sections();
        sink.byte(ARRAY << 5 | sections.len() as u8);
        for number in sections {
            self.put_section(self.section(number), sink);
        }
    }

    /// Writes the canonical form, with more segments after those of the view's path, which counts them already. Linear in
    /// its length.
    pub(crate) fn put_with_segments(&self, more: [&'a [u8]; 2], sink: &mut impl Sink) {
        let sections = self.sections();
        sink.byte(ARRAY << 5 | sections.len() as u8);
        for number in sections {
            self.put_section(self.section(number), sink);
            if number == PATH {
                self.put_section(Section { head: None, pieces: more }, sink);
            }
        }
    }

    /// Writes a section.
    #[inline(always)]
    fn put_section(&self, section: Section<'_>, sink: &mut impl Sink) {
        //= R2
        if self.flags & CANONICAL_ITEMS == 0 {
            return section.for_each(|token| put_token(sink, token));
        }
        section.put(sink);
    }

    /// Writes the canonical form (R2): shortest heads, definite lengths, trailing defaults left off, the scheme as the
    /// view has it. `Buffer` if it does not fit. Linear in its length.
    /// Trailing nulls are never written (href 5.1 rule 1), an empty path as `[]` (href 5.1 rule 3; R2 where nothing follows).
    pub fn encode<T: Byte>(&self, output: &mut Output<'_, T>) -> Result<(), Error> {
        if self.is_surely_canonical() {
            output.put(self.whole);
        } else {
            self.put(output);
        }
        output.written().map(|_| ())
    }

    /// Whether the bytes that it was parsed from are the canonical form, as far as the view alone shows it. With the shortest heads
    /// and no section too many, only what is written for an omitted section before another one could be another. Constant time.
    #[inline(always)]
    fn is_surely_canonical(&self) -> bool {
        let Some(head) = self.whole.first() else {
            return false;
        };
        let omits_none =
            if self.query.is_empty() { self.fragment.is_empty() } else { self.path_count > 0 || !self.is_full() };
        omits_none && self.flags & CANONICAL_ITEMS != 0 && *head == ARRAY << 5 | self.sections().len() as u8
    }

    /// The authority of a canonical encoding that this library wrote, and its path, if that is set, with the number of segments
    /// that are of it. Nothing is checked, which takes a small part of the time of [`Cri::parse`]; of other bytes, the answers
    /// mean nothing (R22). Linear in the length of the authority.
    pub fn authority_and_path(encoding: &'a [u8]) -> (Option<Authority<'a>>, Option<(Items<'a>, usize)>) {
        let mut rest = encoding.get(1..).unwrap_or(&[]);
        let first = usual_item(&mut rest);
        let has_authority = !matches!(first.first(), None | Some(0..=24 | &TRUE));
        let authority = if has_authority { usual_item(&mut rest) } else { &[] };
        let is_full = has_authority && *first != [NULL];
        let mut path = Reader::new(rest);
        let path = match rest.first() {
            Some(0x80..=0x9b) => Some(path.array()).map(|count| (Items::new(path.rest, &[]), count)),
            _ => is_full.then(|| (Items::new(&[], &[]), 0)),
        };
        (matches!(authority.first(), Some(0x80..=0x9b)).then(|| Authority::of_item(authority)), path)
    }

    /// Whether the bytes that it was parsed from are the canonical form, which has no tag. False for a view that an
    /// operation made, which has no such bytes. Linear.
    pub fn is_canonical(&self) -> bool {
        let sections = self.sections();
        let mut comparison = Comparison(Some(self.whole));
        comparison.byte(ARRAY << 5 | sections.len() as u8);
        sections.for_each(|number| self.section(number).put(&mut comparison));
        self.flags & CANONICAL_ITEMS != 0 && comparison.0 == Some(&[])
    }
}

/// The next item, as [`read::item`]; empty at the end. Quicker for what sections usually are: numbers, short texts, and arrays of these.
fn usual_item<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    match usual_length(rest).and_then(|length| rest.split_at_checked(length)) {
        Some((item, after)) => {
            *rest = after;
            item
        }
        None => read::item(rest).unwrap_or(&[]),
    }
}

/// The length of an item that [`usual_item`] knows.
fn usual_length(data: &[u8]) -> Option<usize> {
    let (mut length, items) = match *data.first()? {
        head @ 0x80..=0x97 => (1, head & 31),
        _ => (0, 1),
    };
    for _ in 0..items {
        length += match *data.get(length)? {
            head @ (0x40..=0x57 | 0x60..=0x77) => 1 + (head & 31) as usize,
            0..=23 | 0x20..=0x37 | FALSE..=NULL => 1,
            0x19 => 3,
            _ => return None,
        };
    }
    Some(length)
}

/// What is left of the bytes that the output is compared with; None if it differs.
struct Comparison<'a>(Option<&'a [u8]>);

impl Sink for Comparison<'_> {
    fn put(&mut self, bytes: &[u8]) {
        self.0 = self.0.and_then(|rest| rest.strip_prefix(bytes));
    }
}

/// An authority whose host is an empty label without that label; None if it is another.
#[cold]
fn without_empty_label(authority: &[u8]) -> Option<Section<'_>> {
    let mut rest = authority;
    let Token { major: ARRAY, argument: count, .. } = read::token(&mut rest)? else {
        return None;
    };
    let items = rest;
    if rest.first() == Some(&FALSE) {
        read::item(&mut rest);
        read::item(&mut rest);
    }
    let userinfo = read::before(items, rest);
    let label = read::token(&mut rest)?;
    let last = rest.first().is_none_or(|initial| initial >> 5 == UINT);
    if !last || label.major != TEXT || label.argument > 0 {
        return None;
    }
    Some(Section::list(count.saturating_sub(1), [userinfo, rest]))
}

/// Writes a token with the shortest head.
pub(crate) fn put_token(sink: &mut impl Sink, token: Token<'_>) {
    if usize::BITS < 64 && token.major < BYTES && !token.content.is_empty() {
        sink.byte(token.major << 5 | 27);
    } else {
        sink.head(token.major, token.argument);
    }
    if !token.content.is_empty() {
        sink.put(token.content);
    }
}
