// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. URIs and IRIs: read by writing canonical CBOR, written by reading a view (href section 6).

pub(crate) mod authority;
pub(crate) mod component;
pub(crate) mod from_uri;
mod host_text;
mod locate;
pub(crate) mod path;
pub(crate) mod to_uri;
pub(crate) mod with_table;

pub use from_uri::{from_iri, from_uri};
pub use locate::{from_iri_where, from_uri_where};
pub use with_table::{from_iri_with, from_uri_with};
