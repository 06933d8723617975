// SPDX-License-Identifier: MIT OR Apache-2.0
//! Link format (RFC 6690, as R32 reads it): links with attributes, as in `/.well-known/core`.
//!
//! ```text
//! </temp>;rt="temperature core.s";ct=40,</led>;if=actuator;obs
//!  target attributes                     target attributes
//! ```
//!
//! Reading yields slices of the text: [`Links`] links, [`LinkAttributes`] their attributes, and [`LinkValue`] decodes a
//! value. [`LinkWriter`] writes a window of a document, for block-wise transfer.
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
pub use link::Link;
pub use writer::LinkWriter;
