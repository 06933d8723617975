// SPDX-License-Identifier: MIT OR Apache-2.0
//! L3. URI text as such (RFC 3986): split into its components, resolved, normalised, compared, without
//! a CRI in between.
//!
//! Everything here reads text and writes text. What it needs of a text are slices of it, so the only
//! buffer is the caller's, for the result.

mod compare;
mod component;
pub(crate) mod dot_segments;
mod lenient;
mod normalize;
mod prose;
mod resolve;
mod split;

pub use compare::equal;
pub use component::{Decoded, Level, Pieces};
pub use normalize::normalize;
pub(crate) use normalize::put_component;
pub use prose::{find, unwrap};
pub use resolve::{resolve, same_document};
pub(crate) use split::ReadUri;
pub use split::{HostKind, Part, SplitError, Uri};
