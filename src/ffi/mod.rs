// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. The C interface: a file per concept, three steps per function (check, call, store).
//!
//! What is `unsafe` about it is in `slice.rs`: there pointers become slices and references, and
//! nowhere else. `region.rs` sees to it that no output overlaps anything. The types that C sees have
//! the layout of the Rust types behind them, which the compiler checks (`types.rs`).
//!
//! Every function here is `unsafe` for the same reason, which is the contract in the README: pointers
//! point to as many bytes or to such an object as the function says, for as long as it runs; and an
//! object that was not initialised by this library is not passed to it.
#![allow(unsafe_code)]

mod region;
mod slice;
mod types;

// In the order of the header.
mod library;

mod parse;

mod read;

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

mod uri_text;

mod iri;

mod ownership;

#[cfg(feature = "nfc")]
mod nfc;

mod panic;
