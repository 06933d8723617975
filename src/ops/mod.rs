// SPDX-License-Identifier: MIT OR Apache-2.0
//! L3. Operations on views: from views to a view or a verdict, without a buffer.

mod compare;
mod origin;
pub mod ownership;
mod relativize;
mod resolve;
mod under;
pub mod uses;

pub use compare::equal_encoded;
pub(crate) use compare::same_tokens;
