// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. A path without its dot segments, as text (RFC 3986 sections 5.2.3 and 5.2.4).
//!
//! What a `..` takes away is before it, so a path is gone through from its end: once to find how long
//! what is left is, once to write it. Nothing is held, and nothing is written twice.

use crate::cbor::write::{Byte, Output};
use crate::convert::path::dots;

/// What is left of a path, from its end to its front: segments, each with the slash behind it if it has one, and
/// what is put in front of them. Linear in all.
#[derive(Clone, Copy)]
pub(super) struct Pieces<'u> {
    /// The path of a base that the rest is merged with, up to its last slash (section 5.2.3).
    base: &'u [u8],
    rest: &'u [u8],
    /// Whether there is an authority before it.
    authority: bool,
    /// What is put in front of a path that has neither scheme nor authority nor root.
    front: Option<Front>,
    /// How many segments the dot segments passed so far take away.
    skip: usize,
    /// Whether one was taken away since the last piece.
    taken: bool,
    /// The last piece, and with how many slashes it and those behind it begin.
    last: &'u [u8],
    slashes: usize,
}

type Front = fn(&mut Pieces<'_>) -> Option<&'static [u8]>;

/// In front of a path that has neither scheme nor authority nor root: what is left of its dot segments, or what
/// keeps it from being read as something else.
fn relative(pieces: &mut Pieces<'_>) -> Option<&'static [u8]> {
    if pieces.skip > 0 {
        pieces.skip -= 1;
        return Some(b"../");
    }
    let colon = pieces.last.iter().take_while(|byte| **byte != b'/').any(|byte| *byte == b':');
    if colon || pieces.slashes > 0 || pieces.last.is_empty() { Some(b"./") } else { None }
}

/// How pieces are written: as they are, or in normal form.
pub(super) struct Form<'b, T: Byte> {
    pub(super) size: fn(&[u8]) -> usize,
    pub(super) put: fn(&mut Output<'b, T>, &[u8]),
}

impl<'u> Pieces<'u> {
    /// A path, merged with that of a base; it is relative if it has neither scheme nor authority nor root.
    #[inline(always)]
    pub(super) fn new(base: &'u [u8], text: &'u [u8], authority: bool, is_relative: bool) -> Self {
        let front: Option<Front> = if is_relative { Some(relative) } else { None };
        Self { base, rest: text, authority, front, skip: 0, taken: false, last: &[], slashes: 0 }
    }

    /// Writes what is left of the path. Linear.
    #[inline(never)]
    pub(super) fn put<'b, T: Byte>(mut self, output: &mut Output<'b, T>, form: &Form<'b, T>) {
        let mut walk = self;
        let mut end = output.length();
        let (mut first, mut count) = ([&[][..]; 2], 0);
        while let Some(piece) = walk.next(true) {
            end += (form.size)(piece);
            first = [piece, first[0]];
            count += 1;
        }
        if cfg!(target_pointer_width = "64") && count <= 2 {
            return first.iter().for_each(|piece| (form.put)(output, piece));
        }
        let mut at = end;
        while let Some(piece) = self.next(true) {
            at -= (form.size)(piece);
            output.seek(at);
            (form.put)(output, piece);
        }
        output.seek(end);
    }

    /// The next segment that is left.
    #[inline(always)]
    fn segment(&mut self, long: bool) -> Option<&'u [u8]> {
        loop {
            let piece = self.cut(long)?;
            let dots = dots(piece);
            if dots > 0 {
                self.skip += dots - 1;
            } else if self.skip == 0 || (self.rest.is_empty() && piece == b"/") {
                // The root is never taken away.
                return Some(piece);
            } else {
                self.skip -= 1;
                self.taken = true;
            }
        }
    }

    /// Cuts the last segment off.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn cut(&mut self, long: bool) -> Option<&'u [u8]> {
        if self.rest.is_empty() {
            self.rest = up_to_slash(core::mem::take(&mut self.base));
        }
        let (_, body) = self.rest.split_last()?;
        let mut start = self.rest.len();
        if cfg!(target_pointer_width = "64") && long && self.skip == 0 {
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
        if let Some(front) = self.front {
            return front(self);
        }
        let length = match () {
            _ if self.taken => 1,
            _ if self.slashes > 1 && !self.authority => 2,
            _ => return None,
        };
        b"/.".get(..length)
    }

    /// The next piece; it may be several segments if it is `long`, where speed decides.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn next(&mut self, long: bool) -> Option<&'u [u8]> {
        let piece = match self.segment(long) {
            Some(piece) => piece,
            None => self.front()?,
        };
        let slashes = if cfg!(target_pointer_width = "64") {
            piece.iter().take_while(|byte| **byte == b'/').count()
        } else {
            (piece == b"/") as usize
        };
        self.slashes = if slashes == piece.len() { self.slashes + slashes } else { slashes };
        self.taken = false;
        self.last = piece;
        Some(piece)
    }
}

/// A path up to its last slash, with it.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn up_to_slash(path: &[u8]) -> &[u8] {
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
