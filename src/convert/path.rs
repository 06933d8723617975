// SPDX-License-Identifier: MIT OR Apache-2.0
//! The path of a URI reference as segments without dot segments (RFC 3986 section 5.2.4).

use super::component::{Rules, component_size, put_component, put_list};
use crate::cbor::ARRAY;
use crate::cbor::write::{Byte, Output, Sink, head_size};
use crate::chars::IN_SEGMENT;
use crate::cri::lone_segment::is_lone_empty;
use crate::cri::{DISCARD_ALL, DISCARD_MAX};
use crate::error::Error;
use crate::uri::dot_segments::{Kept, first_dot_segment, split_leading_dots};
use crate::words::find;

/// What precedes a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathAfter {
    /// An authority: the path is empty or rooted.
    Authority,
    /// A scheme, without authority.
    Scheme,
    /// Neither scheme nor authority.
    Nothing,
}

/// A path, and its segments that remain once dot segments are removed.
pub(crate) struct PathWithoutDots<'u> {
    /// The path without its root.
    text: &'u [u8],
    /// Whether it has triplets.
    encoded: bool,
    /// How many segments are left, counted from the end; without dot segments, 1 means one or more.
    count: usize,
    /// The length of their items, if there are dot segments.
    size: usize,
    /// Whether there are dot segments.
    dotted: bool,
    discard: u8,
    rootless: bool,
}

impl<'u> PathWithoutDots<'u> {
    /// A path whose characters were checked, for [`PathWithoutDots::analyse`].
    pub(crate) fn new(path: &'u [u8], encoded: bool) -> Self {
        Self { text: path, encoded, count: 0, size: 0, dotted: false, discard: 0, rootless: false }
    }

    /// Walks the path. `NoCri` if the result would begin an authority, or discards more than `DISCARD_MAX` segments. Linear.
    pub(crate) fn analyse(&mut self, kind: PathAfter) -> Result<(), Error> {
        if self.text.is_empty() {
            return Ok(());
        }
        self.discard = DISCARD_ALL;
        let rooted = if let [b'/', rest @ ..] = self.text {
            self.text = rest;
            true
        } else {
            false
        };
        let mut parents = 0;
        if kind == PathAfter::Nothing && !rooted {
            (parents, self.text) = split_leading_dots(self.text);
        }
        let text = self.text;
        let mut first_empty = text.first() == Some(&b'/');
        let mut taken = false;
        let mut skip = 0;
        // At least two segments if the first is empty and a slash follows it.
        //= C8, href SP1
        self.count = 1 + first_empty as usize;
        self.dotted = first_dot_segment(text, self.encoded) < text.len();
        if self.dotted {
            (first_empty, taken, skip) = self.measure();
        }
        let two_slashes = first_empty && self.count > 1;
        match kind {
            PathAfter::Authority => {}
            PathAfter::Nothing if rooted => {
                if two_slashes {
                    return Err(Error::NoCri);
                }
            }
            PathAfter::Nothing => {
                //= href-27 2.2, RFC 3986 5.4.1
                self.discard = u8::try_from(parents + skip + 1)
                    .ok()
                    .filter(|discard| *discard <= DISCARD_MAX)
                    .ok_or(Error::NoCri)?;
            }
            PathAfter::Scheme => self.decide_root(rooted || taken, first_empty)?,
        }
        Ok(())
    }

    /// How long the item of a segment is.
    fn size_of(&self, segment: &[u8]) -> usize {
        if self.encoded && find(segment, b'%') < segment.len() {
            return component_size(segment, Rules::SEGMENT);
        }
        head_size(segment.len()) + segment.len()
    }

    /// Measures what dot segments leave. Returns whether the first segment left is empty, whether the first one was
    /// removed, and how many more are to be removed.
    fn measure(&mut self) -> (bool, bool, usize) {
        self.count = 0;
        let mut first_empty = false;
        let mut segments = self.backwards();
        for segment in &mut segments {
            self.count += 1;
            self.size += self.size_of(segment);
            first_empty = segment.is_empty();
        }
        (first_empty, segments.first_taken, segments.skip)
    }

    /// Decides about the root of a path that follows a scheme: RFC 3986 section 5.2.4 gives a rootless
    /// path a root when its first segment is removed or empty.
    fn decide_root(&mut self, rooted: bool, first_empty: bool) -> Result<(), Error> {
        let mut rooted = rooted;
        let mut first_empty = first_empty;
        if !rooted && first_empty {
            // Written from the end, the first segment is not reached.
            self.count -= 1;
            self.size = self.size.saturating_sub(1);
            rooted = true;
            first_empty = self.kept_first_is_empty();
        }
        if rooted && first_empty && self.count > 1 {
            return Err(Error::NoCri);
        }
        self.rootless = !rooted;
        Ok(())
    }

    /// Whether the first of the `count` segments that are left is empty.
    fn kept_first_is_empty(&self) -> bool {
        self.count.checked_sub(1).and_then(|at| self.backwards().nth(at)).is_some_and(<[u8]>::is_empty)
    }

    /// The segments that are left, from the last to the first; an empty one for an empty path. Linear.
    pub(crate) fn backwards(&self) -> Kept<'u> {
        Kept::new(self.text)
    }

    pub(crate) fn has_segments(&self) -> bool {
        self.count > 0
    }

    /// Whether one empty segment is left.
    pub(crate) fn is_root(&self) -> bool {
        is_lone_empty(self.count, || if self.dotted { self.size == 1 } else { self.text.is_empty() })
    }

    /// The segments that are left, with the slashes between them, if dot segments removed none.
    pub(crate) fn undotted(&self) -> Option<&'u [u8]> {
        if self.dotted { None } else { Some(self.text) }
    }

    /// The segments that dot segments leave, from the last to the first.
    pub(crate) fn kept(&self) -> impl Iterator<Item = &'u [u8]> + use<'u> {
        self.backwards().take(self.count)
    }

    pub(crate) fn discard(&self) -> u8 {
        self.discard
    }

    pub(crate) fn rootless(&self) -> bool {
        self.rootless
    }

    pub(crate) fn put<T: Byte>(&self, output: &mut Output<'_, T>) {
        if !self.dotted && self.count > 0 {
            return put_list(output, self.text, self.encoded, b'/', IN_SEGMENT);
        }
        self.put_dotted(output);
    }

    /// Writes the segments that dot segments leave, from the last to the first.
    fn put_dotted<T: Byte>(&self, output: &mut Output<'_, T>) {
        output.head(ARRAY, self.count);
        let end = output.position() + self.size;
        let mut at = end;
        for segment in self.kept() {
            at = at.saturating_sub(self.size_of(segment));
            output.seek(at);
            put_component(output, segment, Rules::SEGMENT);
        }
        output.seek(end);
    }
}
