// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. A path without its dot segments, as text (RFC 3986 sections 5.2.3 and 5.2.4).
//!
//! What a `..` takes away is before it, so a path is gone through from its end: once to find how long
//! what is left is, once to write it. Nothing is held, and nothing is written twice.

use crate::cbor::write::{Byte, Output, Sink};
use crate::convert::path::dots;

/// A path, merged from two where a reference's stands behind that of a base.
#[derive(Clone, Copy)]
pub(super) struct Path<'u> {
    /// Empty, or up to a slash, with it.
    pub(super) before: &'u [u8],
    pub(super) text: &'u [u8],
    /// Whether there is a scheme before it.
    pub(super) scheme: bool,
    /// Whether there is an authority before it.
    pub(super) authority: bool,
}

/// How segments are written: as they are, or in normal form.
pub(super) struct Form<'b, T: Byte> {
    pub(super) size: fn(&[u8]) -> usize,
    pub(super) put: fn(&mut Output<'b, T>, &[u8]),
}

/// What is left of a path.
pub(super) struct Removed<'u> {
    /// How many `../` stand in front, and what behind these: nothing, the root, or what keeps it from being read
    /// as something else.
    pub(super) ups: usize,
    pub(super) lead: &'static [u8],
    /// How many pieces there are behind the lead, from the end, and how much they take.
    pub(super) count: usize,
    size: usize,
    pub(super) pieces: Pieces<'u>,
    /// The first two of them, and whether these are all.
    front: [&'u [u8]; 2],
    whole: bool,
    /// Whether the first begins with a slash that is the root.
    lost: usize,
}

/// The pieces that are left of a path without its root, from the last to the first: segments, each with the
/// slash behind it if it has one.
#[derive(Clone, Copy)]
pub(super) struct Pieces<'u> {
    rest: &'u [u8],
    before: &'u [u8],
    /// How many segments the dot segments passed so far take away.
    skip: usize,
    /// Whether one was taken away since the last piece.
    taken: bool,
    /// Whether a piece may be several segments, where speed decides.
    long: bool,
    /// Behind the last dot or triplet of the rest, if that was looked for.
    clean: usize,
}

impl<'u> Path<'u> {
    /// Goes through the path once; `size` is how much a piece takes, and a piece may be several segments if
    /// these are `long`. Linear.
    #[inline(never)]
    pub(super) fn removed(&self, size: fn(&[u8]) -> usize, long: bool) -> Removed<'u> {
        let (mut before, mut rest) = (self.before, self.text);
        let root = match (before, rest) {
            ([b'/', after @ ..], _) => {
                before = after;
                true
            }
            ([], [b'/', after @ ..]) => {
                rest = after;
                true
            }
            _ => false,
        };
        let pieces = Pieces { rest, before, skip: 0, taken: false, long, clean: usize::MAX };
        let mut removed =
            Removed { ups: 0, lead: b"", count: 0, size: 0, pieces, front: [&[]; 2], whole: true, lost: 0 };
        let mut walk = pieces;
        // How many slashes what is left begins with.
        let mut slashes = 0;
        while let Some(piece) = walk.next() {
            removed.count += 1;
            removed.size += size(piece);
            let own = piece.iter().take_while(|byte| **byte == b'/').count();
            slashes = if own == piece.len() { slashes } else { 0 } + own;
            removed.whole &= removed.front[1].is_empty();
            removed.front = [piece, removed.front[0]];
        }
        if root || self.scheme || self.authority {
            // A path has a root whose first segment is taken away (section 5.2.4).
            if root || walk.taken {
                removed.lead = b"/";
            } else if slashes > 0 {
                // The first piece is that root, as it seems.
                removed.count -= 1;
                removed.size -= 1;
                removed.lost = 1;
                slashes -= 1;
                removed.lead = b"/";
            }
            if slashes > 0 && !self.authority && !removed.lead.is_empty() {
                removed.lead = b"/./";
            }
        } else if walk.skip > 0 {
            removed.ups = walk.skip;
        } else {
            let colon = removed.front[0].iter().take_while(|byte| **byte != b'/').any(|byte| *byte == b':');
            if slashes > 0 || colon || (removed.size == 0 && !self.text.is_empty()) {
                removed.lead = b"./";
            }
        }
        removed
    }

    /// Writes what is left of the path. Linear.
    #[inline(never)]
    pub(super) fn put<'b, T: Byte>(&self, output: &mut Output<'b, T>, form: &Form<'b, T>) {
        let mut removed = self.removed(form.size, true);
        for _ in 0..removed.ups {
            output.put(b"../");
        }
        output.put(removed.lead);
        let start = output.length();
        let end = start + removed.size;
        if cfg!(target_pointer_width = "64") && removed.whole {
            output.seek(start.wrapping_sub(removed.lost));
            for piece in removed.front {
                (form.put)(output, piece);
            }
            return;
        }
        let mut at = end;
        while let Some(piece) = removed.pieces.next() {
            at = at.wrapping_sub((form.size)(piece));
            // The first piece may begin with a slash that is the root.
            output.seek(at);
            (form.put)(output, piece);
        }
        output.seek(end);
    }
}

impl<'u> Pieces<'u> {
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn next(&mut self) -> Option<&'u [u8]> {
        loop {
            if self.rest.is_empty() {
                self.rest = core::mem::take(&mut self.before);
                self.clean = usize::MAX;
            }
            let rest = self.rest;
            if rest.is_empty() {
                return None;
            }
            if cfg!(target_pointer_width = "64")
                && self.long
                && self.skip == 0
                && let start = self.clean_start()
                && let Some((before, piece @ [_, ..])) = rest.split_at_checked(start)
            {
                self.rest = before;
                self.taken = false;
                return Some(piece);
            }
            let body = rest.strip_suffix(b"/").unwrap_or(rest);
            let start = body.iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1);
            let dots = dots(body.get(start..).unwrap_or(&[]));
            let (before, piece) = rest.split_at_checked(start)?;
            self.rest = before;
            if dots > 0 {
                self.skip += dots - 1;
            } else if self.skip > 0 {
                self.skip -= 1;
                self.taken = true;
            } else {
                self.taken = false;
                return Some(piece);
            }
        }
    }

    /// Where the segments begin that reach to the end and have no dot and no triplet; the end if there are none.
    #[inline(always)]
    fn clean_start(&mut self) -> usize {
        let end = self.rest.len();
        if end <= self.clean {
            self.clean = behind_last_dot(self.rest);
        }
        if self.clean == 0 {
            return 0;
        }
        let slash = self.rest.get(self.clean..).and_then(|rest| rest.iter().position(|byte| *byte == b'/'));
        slash.map_or(end, |slash| self.clean + slash + 1)
    }
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
