// SPDX-License-Identifier: MIT OR Apache-2.0
//! A section of the canonical form, which is compared and written token by token or as bytes.

use core::cmp::Ordering;

use super::DISCARD_ALL;
use crate::bytes::sink::Sink;
use crate::bytes::words;
use crate::cbor::read;
use crate::cbor::token::Token;
use crate::cbor::write::Heads;
use crate::cbor::{ARRAY, TRUE, UINT};

/// The way in which the sections of two views are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompareBy {
    /// By tokens: an item of a view may be in another form than the canonical one.
    Tokens,
    /// By bytes: all items are in canonical form, and each section has one piece.
    Bytes,
    /// By bytes: all items are in canonical form, and a path has two pieces.
    BytesOfPieces,
}

/// A section of the canonical form, as an iterator over its tokens.
pub(crate) struct Section<'a> {
    /// The major type and argument of the first head, if the pieces do not contain it.
    head: Option<(u8, usize)>,
    /// Items of the view, in up to two pieces.
    pieces: [&'a [u8]; 2],
}

impl<'a> Section<'a> {
    /// Returns a section that is written as it is in the view.
    pub(super) const fn item(item: &'a [u8]) -> Self {
        Self { head: None, pieces: [item, &[]] }
    }

    /// Returns items without the head of their array.
    pub(super) const fn items(pieces: [&'a [u8]; 2]) -> Self {
        Self { head: None, pieces }
    }

    /// Returns a section that is an array whose head is not in the view.
    pub(super) const fn list(count: usize, pieces: [&'a [u8]; 2]) -> Self {
        Self { head: Some((ARRAY, count)), pieces }
    }

    /// Returns a section that consists of a head.
    const fn head(major: u8, argument: usize) -> Self {
        Self { head: Some((major, argument)), pieces: [&[], &[]] }
    }

    /// Returns a section that consists of one byte: a simple value, `[]`, or a small number.
    pub(super) const fn byte(byte: u8) -> Self {
        Self::head(byte >> 5, (byte & 31) as usize)
    }

    pub(crate) const fn discard(discard: u8) -> Self {
        match discard {
            DISCARD_ALL => Self::byte(TRUE),
            _ => Self::head(UINT, discard as usize),
        }
    }

    /// True if two sections have the same bytes in the same pieces.
    pub(crate) fn same_bytes(&self, other: &Self) -> bool {
        let ([a, b], [x, y]) = (self.pieces, other.pieces);
        self.head == other.head && words::equal(a, x) && words::equal(b, y)
    }

    /// True if two sections whose bytes differ have the same tokens.
    #[inline(never)]
    pub(crate) fn same_tokens(self, other: Self, by: CompareBy) -> bool {
        match by {
            CompareBy::Tokens => Iterator::eq(self, other),
            CompareBy::Bytes => false,
            CompareBy::BytesOfPieces => self.head == other.head && order_pieces(self.pieces, other.pieces).is_eq(),
        }
    }

    /// Returns the bytewise lexicographic order of two sections.
    pub(crate) fn order(mut self, mut other: Self, by: CompareBy) -> Ordering {
        loop {
            let (ours, theirs) = (self.next(), other.next());
            let order = ours.cmp(&theirs);
            if order.is_ne() || ours.is_none() {
                return order;
            }
            // Fast path: after the first token, which may be a head that is not in the pieces, bytes are compared.
            match by {
                CompareBy::Tokens => {}
                CompareBy::Bytes => return words::order(self.pieces[0], other.pieces[0]),
                CompareBy::BytesOfPieces => return order_pieces(self.pieces, other.pieces),
            }
        }
    }

    /// Writes the first head, if the pieces do not contain it.
    pub(crate) fn put_head(&self, sink: &mut impl Sink) {
        if let Some((major, argument)) = self.head {
            sink.head(major, argument);
        }
    }

    #[inline(always)]
    pub(super) fn put(&self, sink: &mut impl Sink) {
        self.put_head(sink);
        let [first, second] = self.pieces;
        sink.put(first);
        if !second.is_empty() {
            sink.put(second);
        }
    }
}

/// Returns the bytewise lexicographic order of two lists of the same number of canonical items, each in up to two
/// pieces.
#[inline(never)]
fn order_pieces(mut a: [&[u8]; 2], mut b: [&[u8]; 2]) -> Ordering {
    loop {
        let common = a[0].len().min(b[0].len());
        let (Some((x, rest_of_a)), Some((y, rest_of_b))) =
            (a[0].split_at_checked(common), b[0].split_at_checked(common))
        else {
            return Ordering::Equal;
        };
        (a, b) = (without_empty_piece([rest_of_a, a[1]]), without_empty_piece([rest_of_b, b[1]]));
        let order = words::order(x, y);
        if order.is_ne() || a[0].is_empty() || b[0].is_empty() {
            // No list is a prefix of a list of the same length.
            return order;
        }
    }
}

/// Returns pieces of the same bytes, of which the first is empty only if both are.
fn without_empty_piece(pieces: [&[u8]; 2]) -> [&[u8]; 2] {
    let [first, second] = pieces;
    if first.is_empty() { [second, &[]] } else { pieces }
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
