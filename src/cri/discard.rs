// SPDX-License-Identifier: MIT OR Apache-2.0
//! The discard section of a CRI reference (href 5.1.1).

use super::Cri;
use crate::cbor::read;

/// The value in a view that stands for the discard value `true`, which discards all segments of the base's path.
pub(crate) const DISCARD_ALL: u8 = 255;

/// The largest number of segments to discard.
pub(crate) const DISCARD_MAX: u8 = 127;

/// The number of segments that a CRI reference discards from the end of the base's path.
///
/// ```
/// use cri::{CriBuf, Discard};
///
/// let discard = |uri: &str| Ok::<_, cri::Error>(uri.parse::<CriBuf<64>>()?.cri().discard());
/// assert_eq!(discard("../a")?, Discard::Segments(2));
/// assert_eq!(discard("#f")?, Discard::NONE);
/// assert_eq!(discard("/a")?, Discard::All);
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Discard {
    /// A number of segments, 0 to 127.
    Segments(u8),
    /// All segments. This is `true` in the encoding, and is implied by a scheme or an authority.
    All,
}

impl Default for Discard {
    fn default() -> Self {
        Self::NONE
    }
}

impl Discard {
    /// Discards no segment.
    pub const NONE: Self = Self::Segments(0);

    /// Converts the value in a view.
    pub(crate) const fn of_value(value: u8) -> Self {
        if value == DISCARD_ALL { Self::All } else { Self::Segments(value) }
    }

    /// Converts to the value in a view. The value is above 127 if the number of segments is above 127.
    pub(crate) const fn value(self) -> u8 {
        match self {
            Self::All => DISCARD_ALL,
            Self::Segments(DISCARD_ALL) => DISCARD_ALL - 1,
            Self::Segments(count) => count,
        }
    }
}

impl Cri<'_> {
    /// True if a URI reference can express the path and the query of a reference without an authority (R11).
    #[inline(always)] // a call takes 28 bytes more in programs that write URIs (Cortex-M3)
    pub(crate) fn has_relative_text(&self) -> bool {
        match self.discard {
            // A URI reference without a path keeps the path of the base, and a URI reference cannot set an empty query.
            0 => self.path_count() == 0 && !self.path_is_set() && !(self.query_is_set() && self.query_count() == 0),
            DISCARD_ALL => self.path_count() > 0 && !self.begins_with_two_slashes(),
            _ => self.path_count() > 0,
        }
    }

    /// True if a rooted path begins with two slashes, which would begin an authority (href 6.1 path-noscheme).
    pub(crate) fn begins_with_two_slashes(&self) -> bool {
        // PET is never empty, and the head of its array has an argument of 1 or more.
        self.path_count() > 1 && read::argument(self.path) == 0
    }
}
