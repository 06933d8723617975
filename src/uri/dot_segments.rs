// SPDX-License-Identifier: MIT OR Apache-2.0
//! Paths without their dot segments (RFC 3986 sections 5.2.3, 5.2.4 and 6.2.2.3; R12).
//!
//! A `..` removes the segment before it, so a path is read from its end. Its segments are read twice, from the last to
//! the first: once to measure them, and once to write them.

use crate::bytes::output::Output;
use crate::bytes::words::{Words, first_mark, marks};

/// Returns the number of dots in a dot segment, 1 or 2, or 0 for another segment. The dots may be percent-encoded
/// (section 2.3, R59). A slash may follow the segment.
pub(crate) fn dots(segment: &[u8]) -> usize {
    let mut rest = segment;
    let mut count = 0;
    loop {
        rest = match rest {
            // RFC 3986 2.3
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] => rest,
            [] | [b'/', ..] => return count,
            _ => return 0,
        };
        count += 1;
        if count > 2 {
            return 0;
        }
    }
}

/// Removes the dot segments at the start of a relative path, each with its slash, and stops at a segment with triplets.
/// Returns the number of `..` that were removed, and the rest of the path. Linear.
pub(crate) fn split_leading_dots(path: &[u8]) -> (usize, &[u8]) {
    let (mut parents, mut rest) = (0, path);
    loop {
        rest = match rest {
            [b'.', b'/', rest @ ..] => rest,
            [b'.', b'.', b'/', rest @ ..] => {
                parents += 1;
                rest
            }
            _ => return (parents, rest),
        };
    }
}

/// Returns the offset of the first dot segment of a path, or its length if it has no dot segments. Linear.
pub(crate) fn first_dot_segment(path: &[u8], may_have_triplets: bool) -> usize {
    for (offset, word) in Words::new(path) {
        let mut found = marks(word, b'.') | if may_have_triplets { marks(word, b'%') } else { 0 };
        if cfg!(speed) && found != 0 {
            // A dot begins a dot segment only after a slash. For the first byte of a word, the byte before it is not
            // known.
            found &= marks(word, b'/') << 8 | 0x80;
        }
        while found != 0 {
            let at = offset + first_mark(found);
            found &= found - 1;
            let before = at.checked_sub(1).and_then(|before| path.get(before));
            if before.is_none_or(|byte| *byte == b'/') && path.get(at..).is_some_and(|rest| dots(rest) > 0) {
                return at;
            }
        }
    }
    path.len()
}

/// Splits a path before its last segment. Returns the text before the slash, if there is a slash, and the last segment.
pub(super) fn split_last_segment(path: &[u8]) -> (Option<&[u8]>, &[u8]) {
    match path.iter().rposition(|byte| *byte == b'/') {
        Some(slash) => (path.get(..slash), path.get(slash + 1..).unwrap_or(&[])),
        None => (None, path),
    }
}

/// An iterator over the segments of a path that remain without its dot segments, from the last to the first. Each item
/// is one segment or, at the front of a path, several segments with the slashes between them. There is at least one
/// item: an empty path has one empty segment. All steps together take linear time.
#[derive(Clone, Copy)]
pub(crate) struct KeptSegments<'u> {
    /// The segments that precede `rest`, if the path is merged from two texts. They are read after it.
    before: Option<&'u [u8]>,
    /// The segments that are still to be read.
    rest: Option<&'u [u8]>,
    /// The number of bytes at the start of `rest` that are known to contain no dot segment.
    plain: usize,
    /// The number of bytes at the start of `before` that are known to contain no dot segment.
    plain_before: usize,
    /// The number of segments that are still to be removed, because a `..` was read.
    skip: usize,
    /// True if a root remains when the first segment is removed (section 5.2.4). The first segment of a rooted path is
    /// the empty text before its first slash.
    gains_root: bool,
    /// True until the last segment of the path was read.
    at_end: bool,
    /// True if the previous segment, other than dot segments, was removed. When all segments were read, the previous
    /// segment is the first segment of the path.
    removed: bool,
}

impl<'u> KeptSegments<'u> {
    /// Returns the remaining segments of a path that has no root, one by one.
    pub(crate) fn new(path: &'u [u8]) -> Self {
        Self {
            before: None,
            rest: Some(path),
            plain: 0,
            plain_before: 0,
            skip: 0,
            gains_root: false,
            at_end: true,
            removed: false,
        }
    }

    /// Returns the remaining segments of a path that is not relative, one by one. If the result has a root, its first
    /// segment is empty.
    pub(crate) fn with_root(path: &'u [u8]) -> Self {
        Self { gains_root: true, ..Self::new(path) }
    }

    /// Measures the segments. `size` returns the number of bytes that a segment takes in the output. Linear.
    #[inline(always)]
    pub(crate) fn measure(mut self, size: impl Fn(&'u [u8]) -> usize) -> Measured<'u> {
        let (mut count, mut sum, mut first, mut empty) = (0, 0, &[][..], 0);
        for segment in &mut self {
            count += 1;
            sum += size(segment);
            first = segment;
            empty = if segment.is_empty() { empty + 1 } else { 0 };
        }
        Measured { count, size: sum, first, empty, skip: self.skip }
    }
}

impl<'u> Iterator for KeptSegments<'u> {
    type Item = &'u [u8];

    #[cfg_attr(speed, inline(always))]
    fn next(&mut self) -> Option<&'u [u8]> {
        loop {
            if self.rest.is_none() {
                (self.rest, self.plain) = (self.before.take(), self.plain_before);
            }
            let Some(text) = self.rest else {
                break;
            };
            let at_end = core::mem::replace(&mut self.at_end, false);
            if self.skip == 0 && text.len() <= self.plain {
                self.removed = false;
                self.rest = None;
                return Some(text);
            }
            let (before, segment) = split_last_segment(text);
            self.rest = before;
            let dots = dots(segment);
            if dots > 0 {
                // RFC 3986 5.2.4
                self.skip += dots - 1;
                if at_end {
                    // A dot segment at the end leaves an empty segment.
                    return Some(&[]);
                }
                continue;
            }
            self.removed = self.skip > 0;
            if !self.removed {
                return Some(segment);
            }
            self.skip -= 1;
        }
        // RFC 3986 5.2.4
        let gains_root = core::mem::replace(&mut self.gains_root, false);
        if gains_root && self.removed { Some(&[]) } else { None }
    }
}

/// The measures of a path's segments, which [`offsets_before`] needs to write them.
pub(crate) struct Measured<'u> {
    pub(crate) count: usize,
    /// The sum of the lengths of the segments in the output.
    pub(crate) size: usize,
    pub(crate) first: &'u [u8],
    /// The number of empty segments at the start.
    pub(crate) empty: usize,
    /// The number of `..` that found no segment to remove.
    pub(crate) skip: usize,
}

/// Returns each segment with the offset at which it begins in the output. The segments come from the last to the first,
/// and the last segment ends at `end`.
pub(crate) fn offsets_before<'u>(
    end: usize,
    segments: impl Iterator<Item = &'u [u8]>,
    size: impl Fn(&'u [u8]) -> usize,
) -> impl Iterator<Item = (usize, &'u [u8])> {
    let mut at = end;
    segments.map(move |segment| {
        at = at.saturating_sub(size(segment));
        (at, segment)
    })
}

/// The component that precedes a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathAfter {
    /// An authority. The path is empty or rooted.
    Authority,
    /// A scheme. There is no authority.
    Scheme,
    /// Neither a scheme nor an authority.
    Nothing,
}

impl PathAfter {
    /// True if the path is relative: nothing precedes it, and it has no root.
    pub(crate) fn is_relative(self, path: &[u8]) -> bool {
        self == Self::Nothing && !matches!(path, [] | [b'/', ..])
    }
}

/// A path whose dot segments are still to be removed.
#[derive(Clone, Copy)]
pub(super) struct Path<'u> {
    kept: KeptSegments<'u>,
    after: PathAfter,
    relative: bool,
    may_have_triplets: bool,
    /// The number of `..` at the start of a relative path.
    parents: usize,
}

impl<'u> Path<'u> {
    /// Returns a path. If `before` is the base's path up to its last slash, which is omitted, the path is merged with
    /// it (section 5.2.3).
    pub(super) fn new(before: Option<&'u [u8]>, text: &'u [u8], after: PathAfter, may_have_triplets: bool) -> Self {
        let relative = after.is_relative(text);
        let (parents, text) = if relative { split_leading_dots(text) } else { (0, text) };
        let kept =
            if relative { KeptSegments::new(text) } else { KeptSegments { before, ..KeptSegments::with_root(text) } };
        Self { kept, after, relative, may_have_triplets, parents }
    }

    /// Writes the path without its dot segments. `put` writes segments, and `length` returns the length of the text
    /// that it writes. Linear.
    pub(super) fn put(mut self, output: &mut Output<'_>, length: fn(&[u8]) -> usize, put: fn(&mut Output<'_>, &[u8])) {
        let plain = |text: Option<_>| text.map_or(0, |text| first_dot_segment(text, self.may_have_triplets));
        (self.kept.plain, self.kept.plain_before) = (plain(self.kept.rest), plain(self.kept.before));
        // A slash follows each item except the last.
        let size = move |item: &[u8]| 1 + length(item);
        let Measured { count, size: length, first, empty, skip } = self.kept.measure(size);
        if self.relative {
            put_front(output, self.parents + skip, first);
        } else if self.after != PathAfter::Authority && empty > 1 && length > 2 {
            // The path begins with two slashes, which would begin an authority. `empty` is the number of empty items at
            // the start of the path. It shows both slashes, because no item begins with two slashes itself.
            // RFC 3986 3.3 slashes
            output.put(b"/.");
        }
        let start = output.position();
        let end = start + length;
        // The first item is known from `measure`, so the iterator is not advanced to it. Advancing would read again the
        // segments that dot segments at the start of the path remove.
        let others = offsets_before(end, self.kept.by_ref().take(count.saturating_sub(1)), size);
        others.chain([(start, first)]).for_each(|(at, item)| {
            output.seek(at);
            put(output, item);
            if output.position() + 1 < end {
                output.byte(b'/');
            }
        });
        output.seek(end.saturating_sub(1));
    }

    /// True if two paths are the same without their dot segments. `same` compares the segments. Linear.
    #[cfg_attr(speed, inline(always))]
    pub(super) fn same(mut self, mut other: Self, same: fn(&[u8], &[u8]) -> bool) -> bool {
        loop {
            match (self.kept.next(), other.kept.next()) {
                (Some(segment), Some(other)) if same(segment, other) => {}
                (None, None) => return self.parents() == other.parents(),
                _ => return false,
            }
        }
    }

    /// Returns the number of `..` that remain in front of a relative path, after all segments were read, or
    /// `usize::MAX` for any other path.
    fn parents(&self) -> usize {
        if self.relative { self.parents + self.kept.skip } else { usize::MAX }
    }
}

/// Writes the `..` that remain in front of a relative path (R12). If no `..` remains, writes a `.` if the path would
/// otherwise read as rooted, as empty, or as a URI with a scheme (section 4.2).
fn put_front(output: &mut Output<'_>, parents: usize, first: &[u8]) {
    let end = first.iter().find(|byte| matches!(**byte, b'/' | b':'));
    // RFC 3986 4.2
    if parents == 0 && (end == Some(&b':') || matches!(first, [] | [b'/', ..])) {
        output.put(b"./");
    }
    for _ in 0..parents {
        output.put(b"../");
    }
}
