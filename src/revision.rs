// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two wire revisions of CRI that the library supports.

use crate::error::Error;

/// A wire revision of CRI: the draft whose rules apply to the bytes or text that a function reads.
///
/// ```
/// use cri::{Error, Revision};
///
/// assert_eq!(Revision::try_from(27), Ok(Revision::Href27));
/// assert_eq!(Revision::try_from(26), Err(Error::Argument));
/// assert_eq!(u8::from(Revision::Href13), 13);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Revision {
    /// draft-ietf-core-href-13.
    Href13 = 13,
    /// draft-ietf-core-href-27.
    Href27 = 27,
}

impl TryFrom<u8> for Revision {
    type Error = Error;

    /// Returns the revision with a number. Fails with `Argument` if the library does not support the revision.
    #[inline]
    fn try_from(number: u8) -> Result<Self, Error> {
        match number {
            13 => Ok(Self::Href13),
            27 => Ok(Self::Href27),
            _ => Err(Error::Argument),
        }
    }
}

impl From<Revision> for u8 {
    fn from(revision: Revision) -> Self {
        revision as u8
    }
}
