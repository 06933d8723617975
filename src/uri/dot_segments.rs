// SPDX-License-Identifier: MIT OR Apache-2.0
//! L3. Paths without their dot segments (RFC 3986 sections 5.2.3 and 5.2.4; R12).
//!
//! What a `..` removes is before it, so a path is walked from its end; and its result is written backwards, once its length
//! is known.

use crate::cbor::write::{Byte, Output, Sink};
use crate::words::{Words, find, last_mark, marks};

/// How many dots a segment consists of, percent-encoded or not (section 2.3): 1 or 2 for a dot segment, else 0. A slash may
/// follow the segment.
pub(crate) fn dots(segment: &[u8]) -> usize {
    let mut rest = segment;
    let mut count = 0;
    loop {
        rest = match rest {
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

/// The offset of the last dot segment of a path, if there is one. Linear in what is after it.
pub(crate) fn last_dot_segment(path: &[u8]) -> Option<usize> {
    for (offset, word) in Words::new(path).rev() {
        let mut found = marks(word, b'.') | marks(word, b'%');
        if found == 0 {
            continue;
        }
        // Only where a slash is before.
        let before = offset.checked_sub(1).and_then(|at| path.get(at)).unwrap_or(&b'/');
        found &= marks(word << 8 | *before as usize, b'/');
        while found != 0 {
            let last = last_mark(found);
            found &= !(0x80 << (8 * last));
            let at = offset + last;
            if path.get(at..).is_some_and(|rest| dots(rest) > 0) {
                return Some(at);
            }
        }
    }
    None
}

/// Splits the last segment off a path; what is before it lacks the slash between them.
fn split_last_segment(path: &[u8]) -> (Option<&[u8]>, &[u8]) {
    match path.iter().rposition(|byte| *byte == b'/') {
        Some(slash) => (path.get(..slash), path.get(slash + 1..).unwrap_or(&[])),
        None => (None, path),
    }
}

/// The segments of a path that its dot segments leave, from the last to the first: each item is one of them, or several in a
/// row with the slashes between them. At least one item: an empty path has one empty segment. Linear in all.
#[derive(Clone, Copy)]
pub(crate) struct Kept<'u> {
    /// Segments before the rest.
    before: Option<&'u [u8]>,
    rest: Option<&'u [u8]>,
    /// [`last_dot_segment`] of the rest, where it is known.
    dot: Option<Option<usize>>,
    /// Whether nothing was walked yet.
    last: bool,
    /// How many segments the dot segments walked so far remove.
    pub(crate) skip: usize,
    /// Whether the first segment that is no dot segment was removed.
    pub(crate) first_taken: bool,
}

impl<'u> Kept<'u> {
    /// The segments of `path`, whose [`last_dot_segment`] is `dot`.
    pub(crate) fn new(path: &'u [u8], dot: Option<usize>) -> Self {
        Self { dot: Some(dot), ..Self::merged(None, path) }
    }

    /// The segments of `path`, after those of `before`; both without a root.
    fn merged(before: Option<&'u [u8]>, path: &'u [u8]) -> Self {
        Self { before, rest: Some(path), dot: None, last: true, skip: 0, first_taken: false }
    }

    /// Removes the last segment if it is a dot segment, or one that dot segments remove.
    fn remove_last(&mut self, text: &'u [u8]) -> bool {
        // Most segments cannot be dot segments.
        if self.skip == 0 && !matches!(text.last(), Some(b'.' | b'e' | b'E')) {
            return false;
        }
        let (before, segment) = split_last_segment(text);
        let dots = dots(segment);
        if dots > 0 {
            self.skip += dots - 1;
        } else if self.skip > 0 {
            self.skip -= 1;
            self.first_taken = true;
        } else {
            return false;
        }
        self.rest = before;
        self.dot = None;
        true
    }
}

impl<'u> Iterator for Kept<'u> {
    type Item = &'u [u8];

    fn next(&mut self) -> Option<&'u [u8]> {
        loop {
            if self.rest.is_none() {
                (self.rest, self.dot) = (self.before.take(), None);
            }
            let text = self.rest?;
            let last = core::mem::replace(&mut self.last, false);
            if self.remove_last(text) {
                if last {
                    // A dot segment at the end leaves an empty one.
                    return Some(&[]);
                }
                continue;
            }
            self.first_taken = false;
            let dot = self.dot.unwrap_or_else(|| last_dot_segment(text));
            let Some(at) = dot else {
                self.rest = None;
                return Some(text);
            };
            self.dot = Some(dot);
            // The segments after that dot segment and its slash.
            let segments = text.get(at..)?;
            let end = find(segments, b'/');
            self.rest = text.get(..at + end);
            return segments.get(end + 1..);
        }
    }
}

/// [`Kept`], segment by segment.
#[derive(Clone, Copy)]
pub(crate) struct Segments<'u> {
    pub(crate) kept: Kept<'u>,
    run: Option<&'u [u8]>,
}

impl<'u> Segments<'u> {
    pub(crate) fn new(kept: Kept<'u>) -> Self {
        Self { kept, run: None }
    }
}

impl<'u> Iterator for Segments<'u> {
    type Item = &'u [u8];

    fn next(&mut self) -> Option<&'u [u8]> {
        let run = self.run.take().or_else(|| self.kept.next())?;
        let (before, segment) = split_last_segment(run);
        self.run = before;
        Some(segment)
    }
}

/// What precedes a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An authority.
    AfterAuthority,
    /// A scheme, or the path is rooted or empty.
    Absolute,
    /// Nothing, and the path has no root.
    Relative,
}

/// A path whose dot segments are to be removed.
#[derive(Clone, Copy)]
pub(super) struct Path<'u> {
    kept: Kept<'u>,
    rooted: bool,
    kind: Kind,
}

impl<'u> Path<'u> {
    /// A path, merged with that of a base up to its last slash (section 5.2.3).
    pub(super) fn new(directory: &'u [u8], text: &'u [u8], kind: Kind) -> Self {
        let (mut before, mut text, mut rooted) = (None, text, false);
        match (directory, text) {
            ([b'/'], _) => rooted = true,
            ([b'/', segments @ .., _], _) => (before, rooted) = (Some(segments), true),
            ([segments @ .., _], _) => before = Some(segments),
            ([], [b'/', segments @ ..]) => (text, rooted) = (segments, true),
            ([], _) => {}
        }
        Self { kept: Kept::merged(before, text), rooted, kind }
    }

    /// Segment by segment, from the last; a root is an empty one at the front.
    pub(super) fn segments(self) -> PathSegments<'u> {
        PathSegments { segments: Segments::new(self.kept), rooted: self.rooted, kind: self.kind, done: false }
    }

    /// Writes what is left of the path, its segments with `put`. Linear.
    pub(super) fn put<T: Byte>(self, output: &mut Output<'_, T>, put: fn(&mut Output<'_, T>, &[u8])) {
        let mut kept = self.kept;
        let last = kept.next().unwrap_or(&[]);
        let others = kept;
        // How long it gets, with how many slashes it begins, and its first segments.
        let (mut length, mut slashes, mut first) = (size(last, put), run_of_slashes(last), last);
        for piece in &mut kept {
            let leading = run_of_slashes(piece);
            slashes = if leading == piece.len() { leading + 1 + slashes } else { leading };
            length += size(piece, put) + 1;
            first = piece;
        }
        // A root remains where the first segment was removed (section 5.2.4).
        let rooted = self.rooted || (kept.first_taken && self.kind != Kind::Relative);
        if self.kind == Kind::Relative {
            put_front(output, kept.skip, slashes > 0 || may_mislead(first));
        } else if self.kind == Kind::Absolute && slashes + rooted as usize > 1 {
            // Two slashes would begin an authority.
            output.put(b"/.");
        }
        if rooted {
            output.byte(b'/');
        }
        let end = output.length().saturating_add(length);
        let mut at = end.saturating_sub(size(last, put));
        output.seek(at);
        put(output, last);
        for piece in others {
            at = at.saturating_sub(size(piece, put) + 1);
            output.seek(at);
            put(output, piece);
            output.byte(b'/');
        }
        output.seek(end);
    }
}

/// How long a piece gets.
fn size<T: Byte>(piece: &[u8], put: fn(&mut Output<'_, T>, &[u8])) -> usize {
    let mut counter = Output::<T>::new(&mut []);
    put(&mut counter, piece);
    counter.length()
}

fn run_of_slashes(text: &[u8]) -> usize {
    text.iter().take_while(|byte| **byte == b'/').count()
}

/// Whether a relative path with these first segments would be read as something else: as no path, or with a scheme
/// (section 4.2).
fn may_mislead(first: &[u8]) -> bool {
    let segment = first.get(..find(first, b'/')).unwrap_or(first);
    segment.is_empty() || find(segment, b':') < segment.len()
}

/// Writes what is left of the dot segments of a relative path (R12), or what keeps it from being read as something else.
fn put_front<T: Byte>(output: &mut Output<'_, T>, parents: usize, misleads: bool) {
    if parents == 0 && misleads {
        output.put(b"./");
    }
    for _ in 0..parents {
        output.put(b"../");
    }
}

/// [`Path::segments`].
pub(super) struct PathSegments<'u> {
    segments: Segments<'u>,
    rooted: bool,
    kind: Kind,
    done: bool,
}

impl PathSegments<'_> {
    /// Whether two such paths that have the same segments are left with as many `..` in front.
    pub(super) fn same_front(&self, other: &Self) -> bool {
        (self.kind == Kind::Relative) == (other.kind == Kind::Relative)
            && (self.kind != Kind::Relative || self.segments.kept.skip == other.segments.kept.skip)
    }
}

impl<'u> Iterator for PathSegments<'u> {
    type Item = &'u [u8];

    fn next(&mut self) -> Option<&'u [u8]> {
        if self.done {
            return None;
        }
        let segment = self.segments.next();
        if segment.is_none() {
            self.done = true;
            let rooted = self.rooted || (self.segments.kept.first_taken && self.kind != Kind::Relative);
            return if rooted { Some(&[]) } else { None };
        }
        segment
    }
}
