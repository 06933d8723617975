// SPDX-License-Identifier: MIT OR Apache-2.0
//! L3. Operations on views: from views to a view or a verdict, without a buffer.

mod compare;
pub mod features;
mod origin;
pub mod ownership;
mod relativize;
mod resolve;
mod under;

pub use compare::equal_encoded;
pub(crate) use compare::same_tokens;
