// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Other forms: each comes in by writing canonical CBOR and goes out by reading a view. No
//! converter calls another.

pub mod builder;
pub(crate) mod component;
mod edn;
#[cfg(feature = "nfc")]
mod nfc;
pub(crate) mod path;
pub mod uri;
pub(crate) mod uri_in;
mod uri_in_short;
pub(crate) mod uri_out;
mod uri_short;

pub use uri_in::{from_iri, from_uri};
