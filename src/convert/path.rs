// SPDX-License-Identifier: MIT OR Apache-2.0
//! The path of a URI reference as segments without dot segments (RFC 3986 section 5.2.4).

use super::characters::Rules;
use super::component::{Component, component_size, put_component, put_list};
use crate::bytes::output::Output;
use crate::bytes::words::find;
use crate::cbor::ARRAY;
use crate::cbor::write::{Heads, head_size};
use crate::cri::lone_segment::is_lone_empty;
use crate::cri::{DISCARD_ALL, DISCARD_MAX};
use crate::error::Error;
use crate::uri::dot_segments::{
    KeptSegments, Measured, PathAfter, first_dot_segment, offsets_before, split_leading_dots,
};
use crate::uri::put_path;

/// A path of a URI reference, and the segments that remain after its dot segments are removed.
pub(crate) struct PathWithoutDots<'u> {
    text: &'u [u8],
    may_have_triplets: bool,
    after: PathAfter,
    segments: Segments<'u>,
    discard: u8,
    rootless: bool,
}

/// The segments that remain after dot segments are removed. The root is not among them.
#[derive(Clone, Copy)]
enum Segments<'u> {
    /// The text of one or more segments. There are no dot segments among them.
    Written(&'u [u8]),
    /// The text has dot segments, and `count` segments remain. `size` is the sum of the lengths of their items.
    Kept { count: usize, size: usize },
}

impl<'u> PathWithoutDots<'u> {
    /// Returns an empty path after an authority.
    pub(crate) fn empty() -> Self {
        Self {
            text: &[],
            may_have_triplets: false,
            after: PathAfter::Authority,
            segments: Segments::Kept { count: 0, size: 0 },
            discard: 0,
            rootless: false,
        }
    }

    /// Reads a path whose characters were checked. `self` must be an empty path. Fails with `NoCri` if the result would
    /// begin an authority, or would discard more than `DISCARD_MAX` segments. Linear.
    pub(crate) fn read(&mut self, path: Component<'u>, after: PathAfter) -> Result<(), Error> {
        (self.text, self.may_have_triplets, self.after) = (path.text, path.may_have_triplets, after);
        if path.text.is_empty() {
            return Ok(());
        }
        if after.is_relative(path.text) { self.read_relative() } else { self.read_absolute() }
    }

    /// Reads a path that is relative to the path of a base.
    #[inline(always)]
    fn read_relative(&mut self) -> Result<(), Error> {
        let (mut parents, text) = split_leading_dots(self.text);
        self.segments = Segments::Written(text);
        if self.has_dot_segments(text) {
            let Measured { count, size, skip, .. } =
                KeptSegments::new(text).measure(|segment| self.size_of::<true>(segment));
            self.segments = Segments::Kept { count, size };
            parents += skip;
        }
        // href-27 2.2, RFC 3986 5.4.1
        let discard = u8::try_from(parents + 1).ok().filter(|discard| *discard <= DISCARD_MAX);
        self.discard = discard.ok_or(Error::NoCri)?;
        Ok(())
    }

    /// Reads a path that is not relative. A path after a scheme may be rootless, but it becomes rooted if its first
    /// segment is empty or is removed (RFC 3986 section 5.2.4).
    #[inline(always)]
    fn read_absolute(&mut self) -> Result<(), Error> {
        let (mut rooted, text) = match self.text {
            [b'/', text @ ..] => (true, text),
            text => (false, text),
        };
        let mut two_slashes = rooted && text.first() == Some(&b'/');
        self.segments = Segments::Written(text);
        if self.has_dot_segments(text) {
            let measured = KeptSegments::with_root(self.text).measure(|segment| self.size_of::<true>(segment));
            rooted = measured.empty > 0;
            // The root is not a segment.
            let (count, size) = (measured.count - usize::from(rooted), measured.size - usize::from(rooted));
            two_slashes = measured.empty > 1 && count > 1;
            self.segments = Segments::Kept { count, size };
        }
        // C8, href SP1
        if two_slashes && self.after != PathAfter::Authority {
            return Err(Error::NoCri);
        }
        self.discard = DISCARD_ALL;
        self.rootless = self.after == PathAfter::Scheme && !rooted;
        Ok(())
    }

    fn has_dot_segments(&self, text: &[u8]) -> bool {
        first_dot_segment(text, self.may_have_triplets) < text.len()
    }

    /// Returns the length of the item that encodes a segment.
    fn size_of<const KEEP_PET: bool>(&self, segment: &[u8]) -> usize {
        if self.may_have_triplets && find(segment, b'%') < segment.len() {
            return component_size(segment, Rules::SEGMENT.keeping::<KEEP_PET>());
        }
        head_size(segment.len()) + segment.len()
    }

    pub(crate) fn has_segments(&self) -> bool {
        !matches!(self.segments, Segments::Kept { count: 0, .. })
    }

    /// True if only one segment remains, and it is empty.
    pub(crate) fn is_root(&self) -> bool {
        match self.segments {
            Segments::Written(text) => text.is_empty(),
            Segments::Kept { count, size } => is_lone_empty(count, || size == 1),
        }
    }

    /// Returns the segments that remain, from the last to the first.
    pub(crate) fn kept(&self) -> impl Iterator<Item = &'u [u8]> + use<'u> {
        let (text, count) = match self.segments {
            Segments::Written(text) => (text, usize::MAX),
            Segments::Kept { count, .. } => (self.text, count),
        };
        KeptSegments::new(text).take(count)
    }

    pub(crate) fn discard(&self) -> u8 {
        self.discard
    }

    pub(crate) fn rootless(&self) -> bool {
        self.rootless
    }

    /// Writes the segments that remain as an array. Linear.
    pub(crate) fn put<const KEEP_PET: bool>(&self, output: &mut Output<'_>) {
        let Rules { literal, .. } = Rules::SEGMENT.keeping::<KEEP_PET>();
        match self.segments {
            Segments::Written(text) => put_list(output, text, self.may_have_triplets, b'/', literal),
            Segments::Kept { count, size } if KEEP_PET => self.put_kept::<true>(output, count, size),
            Segments::Kept { count, .. } => {
                let size = self.kept().map(|segment| self.size_of::<false>(segment)).sum();
                self.put_kept::<false>(output, count, size);
            }
        }
    }

    /// Writes the segments that remain after dot segments are removed, the last segment first.
    #[inline(never)]
    fn put_kept<const KEEP_PET: bool>(&self, output: &mut Output<'_>, count: usize, size: usize) {
        output.head(ARRAY, count);
        let end = output.position() + size;
        for (at, segment) in offsets_before(end, self.kept(), |segment| self.size_of::<KEEP_PET>(segment)) {
            output.seek(at);
            put_component(output, segment, Rules::SEGMENT.keeping::<KEEP_PET>());
        }
        output.seek(end);
    }

    /// Writes the path as text, in its normal form. Linear.
    #[inline(never)]
    pub(crate) fn put_text(&self, output: &mut Output<'_>) {
        put_path(output, self.text, self.after, self.may_have_triplets);
    }
}
