// SPDX-License-Identifier: MIT OR Apache-2.0
//! Link format (RFC 6690, amended by R32): links with attributes, as in `/.well-known/core`.
//!
//! ```text
//! </temp>;rt="temperature core.s";ct=40,</led>;if=actuator;obs
//!  target attributes                     target attributes
//! ```
//!
//! The readers return slices of the text: [`Links`] iterates over the links, [`LinkAttributes`] iterates over the
//! attributes of a link, and [`LinkValue`] decodes a value. [`LinkWriter`] writes a document, or one block of it for a
//! block-wise transfer.
//!
//! ```
//! let document = br#"</temp>;rt="temperature core.s";ct=40,</led>;if=actuator;obs"#;
//! let mut links = cri::Links::new(document).flatten();
//! let sensor = links.find(|link| link.attribute("rt").is_some_and(|value| value.has_token("core.s")));
//! assert_eq!(sensor.map(|link| link.target()), Some("/temp"));
//! ```

mod attribute;
mod document;
mod filter;
mod grammar;
mod link;
mod writer;

pub use attribute::{LinkAttributes, LinkValue};
pub use document::Links;
pub(crate) use filter::{Filter, is_among};
pub use link::Link;
pub use writer::LinkWriter;
