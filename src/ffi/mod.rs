// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. The C interface: a file per concept. Every function has three steps: check, call, store.
//!
//! - `call.rs`: what a call passes, and the one check of it: NULL, lengths, objects of zeros, overlaps.
//! - `pointer.rs`: the kinds of arguments, and the only place where pointers become slices and references.
//! - `output.rs`: conversions into a caller's buffer.
//! - `types.rs`: the types of C, with the layout of the Rust types that they mirror, which the compiler checks.
//!
//! # Safety
//!
//! Every function here is `unsafe` for one reason, the contract in the README: C passes NULL, or a pointer to as many
//! bytes or to such an object as the function says, for as long as it runs; and no object that the library did not
//! initialise, except one of zeros. What C may get wrong without breaking that contract, `call::open` checks. So the
//! blocks in the files per concept say what C passes there; that is what `open` requires.
#![allow(unsafe_code)]

mod call;
mod output;
mod pointer;
mod types;

// In the order of the header.
mod library;

mod parse;

mod read;

mod authority;

mod path;

mod text;

mod operate;

mod write;

mod uri;

mod build;

mod schemes;

mod coap;

mod coap_in;

mod coap_path;

mod aif;

#[cfg(feature = "cori")]
mod cori;

#[cfg(feature = "cori")]
mod cori_write;

mod uri_text;

mod iri;

mod ownership;

#[cfg(feature = "nfc")]
mod nfc;

mod panic;
