// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. The path of a URI reference as segments without dot segments (RFC 3986 section 5.2.4).

use super::component::{Rules, component_size, put_component, put_list};
use crate::cbor::ARRAY;
use crate::cbor::write::{Byte, Output, Sink};
use crate::chars::IN_SEGMENT;
use crate::cri::DISCARD_ALL;
use crate::error::Error;
use crate::utf8;

const RULES: Rules = Rules { literal: IN_SEGMENT, fold: false };

/// Where a path stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathKind {
    /// After an authority: empty, or with a root.
    WithAuthority,
    /// After a scheme, without authority.
    Rootless,
    /// In a reference without scheme and authority.
    Relative,
}

/// A path gone through once: what of it is left when its dot segments are removed.
pub(crate) struct Segments<'u> {
    /// The path without its root.
    text: &'u [u8],
    /// Whether it has no triplets.
    plain: bool,
    /// How many segments are left, counted from the end; where not `dotted`, 1 stands for 1 or more.
    count: usize,
    /// What the segments take as CBOR, where `dotted`.
    size: usize,
    /// Whether there are dot segments.
    dotted: bool,
    discard: u8,
    rootless: bool,
}

/// How a segment counts, which a slash may be behind: one or two dots, also percent-encoded ones, or any other.
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

/// The segments that are left, from the last to the first, and what the walk found.
pub(crate) struct Backwards<'u> {
    rest: Option<&'u [u8]>,
    /// Segments that stand before these.
    before: Option<&'u [u8]>,
    last: bool,
    /// How many segments the dot segments passed so far take away.
    pub skip: usize,
    /// Whether the first segment that is no dot segment was taken away.
    pub first_taken: bool,
}

impl<'u> Iterator for Backwards<'u> {
    type Item = &'u [u8];

    fn next(&mut self) -> Option<&'u [u8]> {
        while let Some(text) = self.rest {
            let start = text.iter().rposition(|byte| *byte == b'/');
            let segment = text.get(start.map_or(0, |slash| slash + 1)..).unwrap_or(&[]);
            self.rest = match start {
                Some(slash) => text.get(..slash),
                None => self.before.take(),
            };
            let dots = dots(segment);
            let last = core::mem::replace(&mut self.last, false);
            self.skip += (dots == 2) as usize;
            if dots > 0 {
                if last {
                    // A dot segment at the end leaves an empty one.
                    return Some(&[]);
                }
            } else if self.skip > 0 {
                self.skip -= 1;
                self.first_taken = true;
            } else {
                self.first_taken = false;
                return Some(segment);
            }
        }
        None
    }
}

/// The segments of `text`, behind those of `before` if there are such. Linear in all.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) fn backwards<'u>(before: Option<&'u [u8]>, text: &'u [u8]) -> Backwards<'u> {
    Backwards { rest: Some(text), before, last: true, skip: 0, first_taken: false }
}

impl<'u> Segments<'u> {
    /// A path whose characters were checked, for [`Segments::pass`].
    #[inline(always)]
    pub(crate) fn new(path: &'u [u8], plain: bool) -> Self {
        Self { text: path, plain, count: 0, size: 0, dotted: false, discard: 0, rootless: false }
    }

    /// Goes through the path. `NoCri` if what is left would begin an authority, or discards more than 127
    /// segments. Linear.
    #[inline(never)]
    pub(crate) fn pass(&mut self, kind: PathKind) -> Result<(), Error> {
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
        let text = self.text;
        let mut first_empty = text.first() == Some(&b'/');
        let mut taken = false;
        let mut skip = 0;
        // An empty first segment of a path with a root, and another behind it.
        self.count = 1 + first_empty as usize;
        self.dotted = !(self.plain && utf8::is_ascii_without_dot(text))
            && text.split(|byte| *byte == b'/').any(|segment| dots(segment) > 0);
        if self.dotted {
            self.count = 0;
            let mut segments = backwards(None, text);
            for segment in &mut segments {
                self.count += 1;
                self.size += component_size(segment, RULES);
                first_empty = segment.is_empty();
            }
            (taken, skip) = (segments.first_taken, segments.skip);
        }
        let two_slashes = first_empty && self.count > 1;
        match kind {
            PathKind::WithAuthority => {}
            PathKind::Relative if rooted => {
                if two_slashes {
                    return Err(Error::NoCri);
                }
            }
            PathKind::Relative => {
                self.discard = u8::try_from(skip + 1).ok().filter(|discard| *discard <= 127).ok_or(Error::NoCri)?;
            }
            PathKind::Rootless => self.settle(rooted || taken, first_empty)?,
        }
        Ok(())
    }

    /// Decides about the root of a path that follows a scheme: RFC 3986 section 5.2.4 gives a rootless
    /// path a root when its first segment is taken away or empty.
    fn settle(&mut self, rooted: bool, first_empty: bool) -> Result<(), Error> {
        let mut rooted = rooted;
        let mut first_empty = first_empty;
        if !rooted && first_empty {
            // Written from the end, the first segment is simply not reached.
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
        self.count.checked_sub(1).and_then(|at| backwards(None, self.text).nth(at)).is_some_and(<[u8]>::is_empty)
    }

    /// The segments that are left, from the last to the first; an empty one for an empty path. Linear.
    #[cfg(feature = "cori")]
    pub(crate) fn backwards(&self) -> Backwards<'u> {
        backwards(None, self.text)
    }

    /// Whether any segments are left.
    pub(crate) fn has_segments(&self) -> bool {
        self.count > 0
    }

    /// The discard value of a reference.
    pub(crate) fn discard(&self) -> u8 {
        self.discard
    }

    /// Whether the path has no root.
    pub(crate) fn rootless(&self) -> bool {
        self.rootless
    }

    /// Puts the array of segments out.
    pub(crate) fn put<T: Byte>(&self, output: &mut Output<'_, T>) {
        if !self.dotted && self.count > 0 {
            return put_list(output, self.text, self.plain, b'/', IN_SEGMENT);
        }
        self.put_dotted(output);
    }

    /// Puts the segments out that dot segments leave.
    #[inline(always)]
    fn put_dotted<T: Byte>(&self, output: &mut Output<'_, T>) {
        output.head(ARRAY, self.count);
        let end = output.length() + self.size;
        let mut at = end;
        for segment in backwards(None, self.text).take(self.count) {
            at = at.saturating_sub(component_size(segment, RULES));
            output.seek(at);
            put_component(output, segment, RULES);
        }
        output.seek(end);
    }
}
