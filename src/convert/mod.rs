// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Other forms: read by writing canonical CBOR, written by reading a view.

pub mod builder;
pub(crate) mod component;
mod edn;
pub(crate) mod from_uri;
mod host_text;
#[cfg(feature = "nfc")]
mod nfc;
pub(crate) mod path;
pub(crate) mod to_uri;

pub use from_uri::{from_iri, from_uri};
