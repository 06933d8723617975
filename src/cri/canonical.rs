// SPDX-License-Identifier: MIT OR Apache-2.0
//! The canonical form of a CRI (R2): shortest heads, definite lengths, trailing defaults omitted.
//!
//! Only this file decides how many sections are written, and which item is written for an omitted section.

use core::ops::Range;

use super::authority::Authority;
use super::items::Items;
use super::section::Section;
use super::{CANONICAL_ITEMS, Cri};
use crate::bytes::before;
use crate::bytes::output::Output;
use crate::bytes::sink::Sink;
use crate::cbor::read::{self, Reader};
use crate::cbor::token::Token;
use crate::cbor::write::Heads;
use crate::cbor::{ARRAY, BYTES, FALSE, NULL, TEXT, TRUE, UINT};
use crate::error::Error;
use crate::revision::Revision;

/// The positions of the sections in the order of the encoding (href 5.1). A reference without scheme and authority
/// begins with the discard value, which has the position of the authority.
pub(crate) const SCHEME: usize = 0;
pub(crate) const AUTHORITY: usize = 1;
pub(crate) const PATH: usize = 2;
pub(crate) const QUERY: usize = 3;
pub(crate) const FRAGMENT: usize = 4;

/// The sections of a CRI or CRI reference that differ from their defaults.
#[derive(Clone, Copy)]
pub(crate) struct Presence {
    /// True if there is a scheme.
    pub full: bool,
    /// True if there is an authority other than null.
    pub authority: bool,
    /// The discard value of a reference without authority.
    pub discard: u8,
    /// True if a reference sets the path, or if the path of a full CRI has segments.
    pub path: bool,
    /// True if a reference sets the query, or if the query of a full CRI has parameters.
    pub query: bool,
    /// True if there is a fragment.
    pub fragment: bool,
}

impl Presence {
    /// Returns the positions of the sections that are written. Omitted sections at the end are not written (href 5.1
    /// rule 1, href-27 trailing), but omitted sections before another section are ([`put_omitted`]).
    pub(crate) fn positions(&self) -> Range<usize> {
        // href 5.2
        let start = if self.full || self.authority { SCHEME } else { AUTHORITY };
        let end = if self.fragment {
            FRAGMENT + 1
        } else if self.query {
            QUERY + 1
        } else if self.path {
            PATH + 1
        } else if self.authority || (!self.full && self.discard != 0) {
            AUTHORITY + 1
        } else if self.full {
            SCHEME + 1
        } else {
            // href 5.2 encoding
            start
        };
        start..end
    }
}

/// Returns the item that is written for an omitted section before another section. This is `[]` for the path of a full
/// CRI (href 5.1 rule 3) and, in revision 27, for its query (href-27 query, href-27 trailing), and otherwise null (href
/// 5.1 rule 2).
pub(crate) fn omitted(position: usize, full: bool, revision: Revision) -> u8 {
    match position {
        // href 5.1 rule 3
        PATH if full => ARRAY << 5,
        // href-27 query
        QUERY if full && revision.omits_query_as_array() => ARRAY << 5,
        _ => NULL,
    }
}

/// Writes the items for omitted sections that another section follows.
pub(crate) fn put_omitted(sink: &mut impl Sink, positions: Range<usize>, full: bool, revision: Revision) {
    positions.for_each(|position| sink.byte(omitted(position, full, revision)));
}

impl<'a> Cri<'a> {
    /// Returns the positions of the sections that the canonical form has.
    pub(crate) fn positions(&self) -> Range<usize> {
        let full = self.is_full();
        let presence = Presence {
            full,
            authority: !self.authority.is_empty(),
            discard: self.discard,
            // href-27 trailing, R2
            path: if full { self.path_count > 0 } else { self.path_is_set() },
            query: !self.query.is_empty(),
            fragment: !self.fragment.is_empty(),
        };
        presence.positions()
    }

    /// Returns the section of the canonical form at a position.
    pub(crate) fn section(&self, position: usize) -> Section<'a> {
        let omitted = |position| Section::byte(omitted(position, self.is_full(), self.revision));
        match position {
            SCHEME if self.is_full() => Section::item(self.scheme),
            SCHEME => omitted(SCHEME),
            AUTHORITY if self.is_full() || !self.authority.is_empty() => self.canonical_authority(),
            AUTHORITY => Section::discard(self.discard),
            PATH if self.path_is_set() => Section::list(self.path_count, [self.path, self.path_tail]),
            PATH => omitted(PATH),
            QUERY if self.query.is_empty() => omitted(QUERY),
            QUERY => Section::item(self.query),
            _ => Section::item(self.fragment),
        }
    }

    /// Returns the authority section. An empty host has no label (R5). If the items of the view are canonical, the view
    /// has no empty label.
    pub(crate) fn canonical_authority(&self) -> Section<'a> {
        match self.authority {
            [] => Section::byte(omitted(AUTHORITY, self.is_full(), self.revision)),
            authority if self.flags & CANONICAL_ITEMS != 0 => Section::item(authority),
            authority => without_empty_label(authority).unwrap_or(Section::item(authority)),
        }
    }

    /// Visits the tokens of the canonical form, in the order of the encoding.
    pub(crate) fn for_each_token(&self, mut visit: impl FnMut(Token<'a>)) {
        visit(Token { major: ARRAY, argument: self.positions().len(), content: &[] });
        for position in self.positions() {
            self.section(position).for_each(&mut visit);
        }
    }

    /// Writes the canonical form. Linear in its length.
    pub(crate) fn put(&self, sink: &mut impl Sink) {
        let positions = self.positions();
        sink.byte(ARRAY << 5 | positions.len() as u8);
        for position in positions {
            self.put_section(self.section(position), sink);
        }
    }

    /// Writes the canonical form with more segments after the segments of the view's path. `path_count` of the view
    /// already includes these segments. Linear in the length of the form.
    pub(crate) fn put_with_segments(&self, more: [&'a [u8]; 2], sink: &mut impl Sink) {
        let positions = self.positions();
        sink.byte(ARRAY << 5 | positions.len() as u8);
        for position in positions {
            self.put_section(self.section(position), sink);
            if position == PATH {
                self.put_section(Section::items(more), sink);
            }
        }
    }

    /// Writes the section of the canonical form at a position. Linear in the section.
    pub(crate) fn put_section_at(&self, position: usize, sink: &mut impl Sink) {
        self.put_section(self.section(position), sink);
    }

    /// Writes items of this view in canonical form. Linear in the items.
    pub(crate) fn put_items(&self, pieces: [&'a [u8]; 2], sink: &mut impl Sink) {
        self.put_section(Section::items(pieces), sink);
    }

    #[inline(always)]
    fn put_section(&self, section: Section<'_>, sink: &mut impl Sink) {
        // R2
        if self.flags & CANONICAL_ITEMS == 0 {
            return section.for_each(|token| put_token(sink, token));
        }
        section.put(sink);
    }

    /// Writes the canonical form (R2): shortest heads, definite lengths, trailing defaults omitted, and the scheme as
    /// it is in the view. Trailing nulls are never written (href 5.1 rule 1). An empty path is written as `[]` (href
    /// 5.1 rule 3), or omitted if nothing follows (R2). Fails with `Buffer` if the form does not fit. Linear in its
    /// length.
    ///
    /// ```
    /// use cri::{Cri, Output, Revision};
    ///
    /// // [-1, ["h"], [], []]
    /// let cri = Cri::parse_exact(Revision::Href27, b"\x84\x20\x81\x61h\x80\x80")?;
    /// let mut buffer = [0; 16];
    /// let mut output = Output::new(&mut buffer);
    /// cri.encode(&mut output)?;
    /// assert_eq!(output.written()?, b"\x82\x20\x81\x61h"); // [-1, ["h"]]
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn encode(&self, output: &mut Output<'_>) -> Result<(), Error> {
        if self.is_surely_canonical() {
            output.put(self.whole);
        } else {
            self.put(output);
        }
        output.check()
    }

    /// True only if the bytes from which the view was parsed are the canonical form. For some canonical bytes, the
    /// result is false. Constant time.
    ///
    /// If all items are canonical and the number of sections is right, the bytes can differ from the canonical form
    /// only in the byte for an omitted path or query. The result is therefore false if one of these is omitted before
    /// another section.
    #[inline(always)]
    fn is_surely_canonical(&self) -> bool {
        let Some(head) = self.whole.first() else {
            return false;
        };
        let omits_none =
            if self.query.is_empty() { self.fragment.is_empty() } else { self.path_count > 0 || !self.is_full() };
        omits_none && self.flags & CANONICAL_ITEMS != 0 && *head == ARRAY << 5 | self.positions().len() as u8
    }

    /// Returns the authority of a canonical encoding that this library wrote and, if the path is set, its segments and
    /// their number. Nothing is checked, so this is much faster than [`Cri::parse`]. For any other bytes, the results
    /// have no meaning (R22). Linear in the length of the authority.
    ///
    /// ```
    /// use cri::{Cri, CriBuf};
    ///
    /// let cri: CriBuf<32> = "coap://h:61616/a/b".parse()?;
    /// let (authority, path) = Cri::authority_and_path(cri.as_bytes());
    /// assert_eq!(authority.and_then(|authority| authority.port), Some(61616));
    /// assert_eq!(path.map(|(_, count)| count), Some(2));
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
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

    /// True if the bytes from which the view was parsed are the canonical form, which has no tag. False for a view that
    /// an operation made, because it has no such bytes. Linear.
    ///
    /// ```
    /// use cri::{Cri, Revision};
    ///
    /// assert!(Cri::parse_exact(Revision::Href27, b"\x82\x20\x81\x61h")?.is_canonical()); // [-1, ["h"]]
    /// assert!(!Cri::parse_exact(Revision::Href27, b"\x83\x20\x81\x61h\x80")?.is_canonical()); // [-1, ["h"], []]
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        let positions = self.positions();
        let mut comparison = Comparison(Some(self.whole));
        comparison.byte(ARRAY << 5 | positions.len() as u8);
        positions.for_each(|position| self.section(position).put(&mut comparison));
        self.flags & CANONICAL_ITEMS != 0 && comparison.0 == Some(&[])
    }
}

/// Removes and returns the next item like [`read::item`], or returns an empty slice at the end. This function is faster
/// for the usual content of sections: numbers, short texts, and arrays of these.
fn usual_item<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    match usual_length(rest).and_then(|length| rest.split_at_checked(length)) {
        Some((item, after)) => {
            *rest = after;
            item
        }
        None => read::item(rest).unwrap_or(&[]),
    }
}

/// Returns the length of the first item, if [`usual_item`] has a fast path for it.
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

/// The rest of the bytes with which the output is compared, or `None` after a difference.
pub(crate) struct Comparison<'a>(pub(crate) Option<&'a [u8]>);

impl Sink for Comparison<'_> {
    fn put(&mut self, bytes: &[u8]) {
        self.0 = self.0.and_then(|rest| rest.strip_prefix(bytes));
    }
}

/// Returns the authority without its empty label if its host is one empty label, and `None` for any other authority.
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
    let userinfo = before(items, rest);
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
