// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Other forms: read by writing canonical CBOR, written by reading a view.

pub mod builder;
pub(crate) mod component;
mod edn;
mod edn_literal;
mod from_edn;
pub(crate) mod from_uri;
mod host_text;
mod locate;
#[cfg(feature = "nfc")]
mod nfc;
mod normalize;
pub(crate) mod path;
pub(crate) mod to_uri;
mod with_table;

pub use edn::escape;
pub use from_edn::{EdnError, from_edn, from_edn_with};
pub use from_uri::{from_iri, from_uri};
pub use locate::{from_iri_where, from_uri_where};
pub use with_table::{from_iri_with, from_uri_with};
