// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. A path without its dot segments, as text (RFC 3986 sections 5.2.3 and 5.2.4).
//!
//! What a `..` takes away is before it, so a path is gone through from its end, and what is left of it is put out
//! backwards and then turned round. Nothing is held.

use crate::cbor::write::{Byte, Output, Sink};
use crate::convert::path::dots;
use crate::utf8;

/// Where speed decides, and not flash.
const FAST: bool = cfg!(target_pointer_width = "64");

/// What is left of a path, from its end to its front: segments, each with the slash behind it if it has one, and
/// what is put in front of them. Linear in all.
#[derive(Clone, Copy)]
pub(super) struct Pieces<'u> {
    /// The path of a base that the rest is merged with, up to its last slash (section 5.2.3).
    base: &'u [u8],
    rest: &'u [u8],
    /// How many segments the dot segments passed so far take away.
    skip: usize,
    /// With how many slashes what was given so far begins, and the last piece of it.
    slashes: usize,
    last: &'u [u8],
    /// Whether a segment was taken away since the last piece.
    taken: bool,
    kind: Kind,
}

/// Where a path stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Behind an authority.
    BehindAuthority,
    /// Behind a scheme, or rooted, or empty.
    Absolute,
    /// With neither scheme nor authority nor root.
    Relative,
}

impl<'u> Pieces<'u> {
    /// A path, merged with that of a base up to its last slash.
    #[inline(always)]
    pub(super) fn new(base: &'u [u8], text: &'u [u8], kind: Kind) -> Self {
        Self { base, rest: text, skip: 0, slashes: 0, last: &[], taken: false, kind }
    }

    /// Writes what is left of the path. Linear.
    #[inline(always)]
    pub(super) fn put<'b, T: Byte>(&mut self, output: &mut Output<'b, T>, put: fn(&mut Output<'b, T>, &[u8])) {
        let start = output.length();
        // Where speed decides, two pieces are put out as they stand.
        if FAST {
            let pieces = [self.next(true), self.next(true)].map(Option::unwrap_or_default);
            pieces.iter().rev().for_each(|piece| put(output, piece));
        }
        let mut next = self.next(true);
        if FAST {
            if next.is_none() {
                return;
            }
            output.reverse(start);
        }
        while let Some(piece) = next {
            let end = output.length();
            put(output, piece);
            output.reverse(end);
            next = self.next(true);
        }
        output.reverse(start);
    }

    /// Writes what is put in front of a path that has neither scheme nor authority nor root, and is behind `start`: what
    /// is left of its dot segments (R12), or what keeps it from being read as something else (RFC 3986 section 4.2).
    #[inline(always)]
    pub(super) fn put_front<T: Byte>(&self, output: &mut Output<'_, T>, start: usize) {
        if self.kind != Kind::Relative {
            return;
        }
        output.reverse(start);
        if self.skip == 0 && (self.slashes > 0 || self.last.is_empty() || utf8::has(self.last, b':')) {
            output.put(b"/.");
        }
        for _ in 0..self.skip {
            output.put(b"/..");
        }
        output.reverse(start);
    }

    /// Whether the same is put in front of two such paths that are the same from there on.
    #[inline(always)]
    pub(super) fn same_front(&self, other: &Self) -> bool {
        (self.kind == Kind::Relative) == (other.kind == Kind::Relative) && self.skip == other.skip
    }

    /// The next piece; it may be several segments if it is `long`, where speed decides.
    pub(super) fn next(&mut self, long: bool) -> Option<&'u [u8]> {
        loop {
            let piece = self.cut(long)?;
            let dots = dots(piece);
            let slash = piece == b"/";
            if dots > 0 {
                self.skip += dots - 1;
            } else if self.skip > 0 && !(slash && self.rest.is_empty()) {
                // The root is never taken away.
                self.skip -= 1;
                self.taken = true;
            } else {
                self.slashes = if slash { self.slashes + 1 } else { leading_slashes(piece) };
                self.taken = false;
                self.last = piece;
                return Some(piece);
            }
        }
    }

    /// Cuts the last segment off; in front of the first there may be another.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn cut(&mut self, long: bool) -> Option<&'u [u8]> {
        if self.rest.is_empty() {
            self.rest = core::mem::take(&mut self.base);
        }
        let Some((_, body)) = self.rest.split_last() else {
            return self.front();
        };
        let mut start = self.rest.len();
        if FAST && long && self.skip == 0 && self.kind != Kind::Relative {
            start = clean_start(self.rest);
        }
        if start == self.rest.len() {
            start = up_to_slash(body).len();
        }
        let (before, piece) = self.rest.split_at_checked(start)?;
        self.rest = before;
        Some(piece)
    }

    /// What is put in front: a root where the first segment was taken away (section 5.2.4), and what keeps two
    /// slashes from beginning an authority.
    #[inline(always)]
    fn front(&mut self) -> Option<&'static [u8]> {
        if self.kind == Kind::Relative {
            return None;
        }
        self.skip = 0;
        if self.taken {
            return Some(b"/");
        }
        if self.slashes > 1 && self.kind == Kind::Absolute { Some(b"/.") } else { None }
    }
}

/// With how many slashes a piece begins that is not a slash only: a segment with none.
#[inline(always)]
fn leading_slashes(piece: &[u8]) -> usize {
    if FAST { piece.iter().take_while(|byte| **byte == b'/').count() } else { 0 }
}

/// A path up to its last slash, with it.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) fn up_to_slash(path: &[u8]) -> &[u8] {
    let mut rest = path;
    while let [before @ .., last] = rest
        && *last != b'/'
    {
        rest = before;
    }
    rest
}

/// Where the segments begin that reach to the end and have no dot and no triplet; the end if there are none.
#[inline(always)]
fn clean_start(text: &[u8]) -> usize {
    let clean = behind_last_dot(text);
    if clean == 0 {
        return 0;
    }
    let slash = text.get(clean..).and_then(|rest| rest.iter().position(|byte| *byte == b'/'));
    slash.map_or(text.len(), |slash| clean + slash + 1)
}

/// Behind the last dot or triplet: a machine word at a time.
fn behind_last_dot(text: &[u8]) -> usize {
    const EACH: usize = usize::MAX / 255;
    // A byte that is 0 has its high bit set, and perhaps bytes above it.
    let zeros = |word: usize| word.wrapping_sub(EACH) & !word & (EACH * 0x80);
    let mut rest = text;
    while let Some((before, word)) = rest.split_last_chunk() {
        let word = usize::from_ne_bytes(*word);
        if zeros(word ^ (EACH * b'.' as usize)) | zeros(word ^ (EACH * b'%' as usize)) != 0 {
            break;
        }
        rest = before;
    }
    rest.iter().rposition(|byte| matches!(byte, b'.' | b'%')).map_or(0, |at| at + 1)
}
