// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two wire revisions of CRI that the library supports.

/// A wire revision of CRI: which draft's rules hold where bytes or text enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Revision {
    /// draft-ietf-core-href-13.
    Href13 = 13,
    /// draft-ietf-core-href-27.
    Href27 = 27,
}

impl Revision {
    /// The revision with that number, if the library supports it.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            13 => Some(Self::Href13),
            27 => Some(Self::Href27),
            _ => None,
        }
    }
}
