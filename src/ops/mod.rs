// SPDX-License-Identifier: MIT OR Apache-2.0
//! Operations on views, such as comparison and resolution. If the result is a CRI, it is a view that borrows from the
//! operands, so the operation needs no buffer.

mod compare;
pub(crate) mod features;
mod origin;
pub(crate) mod ownership;
mod relativize;
mod resolve;
mod under;

pub use compare::equal_encoded;
pub(crate) use compare::order;
pub(crate) use compare::same_tokens;
