// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. URI text as such (RFC 3986): split into its components, resolved, normalised, compared, without
//! a CRI in between.
//!
//! Everything here reads text and writes text. What it needs of a text are slices of it, so the only
//! buffer is the caller's, for the result.

mod equal;
mod form;
mod normalize;
mod removal;
mod resolve;
pub mod split;
pub mod walk;

pub use equal::equal;
pub use form::Level;
pub use normalize::normalize;
pub use resolve::resolve;
pub use split::{HostKind, Part, SplitError, Uri};
pub use walk::{Decoded, Pieces};
