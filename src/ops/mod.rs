// SPDX-License-Identifier: MIT OR Apache-2.0
//! Operations on views, such as comparison and resolution. If the result is a CRI, it is a view that borrows from the
//! operands, so the operation needs no buffer.

mod compare;
mod edit;
pub(crate) mod features;
mod origin;
pub(crate) mod ownership;
mod relativize;
mod resolve;
pub(crate) mod under;

pub use compare::equal_encoded;
pub(crate) use compare::order;
pub(crate) use compare::same_tokens;

use crate::cri::Cri;
use crate::error::Error;

impl Cri<'_> {
    /// Fails with `Revision` if the operands are of different revisions.
    #[inline(always)]
    fn check_revision(&self, other: &Self) -> Result<(), Error> {
        if self.revision == other.revision { Ok(()) } else { Err(Error::Revision) }
    }
}
