// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts URIs and IRIs to CRIs, and CRIs to URIs and IRIs (href section 6).
//!
//! The functions that read text write canonical CBOR. The functions that write text read a view.

pub(crate) mod authority;
pub(crate) mod characters;
pub(crate) mod component;
pub(crate) mod from_uri;
mod host_text;
mod locate;
pub(crate) mod path;
pub(crate) mod tagged;
pub(crate) mod to_uri;
pub(crate) mod with_table;

pub use from_uri::{from_iri, from_uri};
pub use locate::{from_iri_where, from_uri_where};
pub use tagged::CriOrUri;
pub use with_table::from_uri_with;
