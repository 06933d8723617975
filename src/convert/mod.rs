// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Other forms: each comes in by writing canonical CBOR and goes out by reading a view. No
//! converter calls another.

pub mod builder;
mod component;
mod edn;
mod path;
mod uri_in;
mod uri_out;

pub use uri_in::from_uri;
