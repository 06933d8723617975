// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. A path without its dot segments, as text (RFC 3986 section 5.2.4).
//!
//! What a `..` takes away is before it, so a path is gone through from its end: once to find how long
//! what is left is, once to write it. Nothing is held, and nothing is written twice.

pub(super) use crate::convert::path::PathKind;

use crate::cbor::write::{Byte, Output, Sink};
use crate::convert::path::{Backwards, backwards};

/// A path gone through once.
#[derive(PartialEq, Eq)]
pub(super) struct Shape {
    /// What is before the first segment.
    lead: &'static [u8],
    /// How many `..` are before it.
    ups: usize,
    /// How many segments are left, counted from the end.
    count: usize,
}

/// A path in up to two pieces, and what of it is left.
pub(super) struct Removal<'u> {
    before: Option<&'u [u8]>,
    text: &'u [u8],
    pub(super) shape: Shape,
    /// How much the segments take.
    size: usize,
}

impl<'u> Removal<'u> {
    /// Of a whole path.
    pub(super) fn of_path(path: &'u [u8], kind: PathKind, size: impl Fn(&[u8]) -> usize) -> Self {
        match path {
            [] => Self { before: None, text: path, shape: Shape { lead: b"", ups: 0, count: 0 }, size: 0 },
            [b'/', text @ ..] => Self::new(None, text, true, kind, size),
            _ => Self::new(None, path, false, kind, size),
        }
    }

    /// Of the segments of `text` behind those of `before`, with a root or without. `size` is how much a
    /// segment takes when it is written.
    pub(super) fn new(
        before: Option<&'u [u8]>,
        text: &'u [u8],
        rooted: bool,
        kind: PathKind,
        size: impl Fn(&[u8]) -> usize,
    ) -> Self {
        let mut segments = backwards(before, text);
        let (mut count, mut total) = (0, 0);
        let (mut first, mut second) = (&[][..], &[][..]);
        for segment in &mut segments {
            (first, second) = (segment, first);
            total += size(segment) + 1;
            count += 1;
        }
        let (mut rooted, mut ups) = (rooted, 0);
        if kind == PathKind::Relative {
            ups = if rooted { 0 } else { segments.skip };
        } else if !rooted {
            // Section 5.2.4 gives a path a root whose first segment is taken away or empty.
            rooted = segments.first_taken;
            if !rooted && first.is_empty() {
                rooted = count > 1;
                first = second;
                count -= 1;
                total -= 1;
            }
        }
        let lead: &[u8] = if rooted {
            // Two slashes would begin an authority.
            let two_slashes = kind != PathKind::WithAuthority && first.is_empty() && count > 1;
            if two_slashes { b"/./" } else { b"/" }
        } else if kind == PathKind::Relative && ups == 0 && (first.is_empty() || first.contains(&b':')) {
            // An empty segment would not show, and a colon would end a scheme (section 4.2).
            b"./"
        } else {
            b""
        };
        Self { before, text, shape: Shape { lead, ups, count }, size: total.saturating_sub(1) }
    }

    /// The segments that are left, from the last to the first.
    pub(super) fn segments(&self) -> core::iter::Take<Backwards<'u>> {
        backwards(self.before, self.text).take(self.shape.count)
    }

    /// Writes what is left; `put` writes a segment, and `size` is as in [`Removal::new`].
    pub(super) fn put<T: Byte>(
        &self,
        output: &mut Output<'_, T>,
        size: impl Fn(&[u8]) -> usize,
        put: impl Fn(&mut Output<'_, T>, &[u8]),
    ) {
        output.put(self.shape.lead);
        for _ in 0..self.shape.ups {
            output.put(b"../");
        }
        let start = output.length();
        let mut at = start.saturating_add(self.size);
        let end = at;
        for segment in self.segments() {
            at = at.saturating_sub(size(segment));
            output.seek(at);
            put(output, segment);
            if at > start {
                at -= 1;
                output.byte_at(at, b'/');
            }
        }
        output.seek(end);
    }
}
