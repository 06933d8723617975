// SPDX-License-Identifier: MIT OR Apache-2.0
//! Operations on views. Each makes a view, or a result such as an order, from views, without a buffer.

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
