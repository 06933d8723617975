// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C interface: one file for each concept. Every function has three steps: check, call, store.
//!
//! - `call/mod.rs`: the arguments of a call, and the check of all arguments for NULL, lengths, objects of zeros and
//!   overlaps.
//! - `call/pointer.rs`: the kinds of arguments, and how an argument of each kind becomes a slice or a reference.
//! - `call/output.rs`: conversions into a caller's buffer.
//! - `call/mirror.rs`: objects of C, and the compiler's check that they have the layout of the Rust types that they
//!   mirror.
//!
//! The other files are the groups of the headers. Each has the constants, types and functions of its group.
//! script/header writes them to the headers instead of the `@include` lines in `headers/`.
//!
//! # Safety
//!
//! Every function here is `unsafe` for the same reason: the caller must keep the contract in cri.h. Each pointer is
//! NULL, or points to the number of bytes or to the object that the function's comment gives, until the call returns.
//! Bytes that an object borrows are valid as long as the object is used. An object is initialised by the library, or
//! all zeros. Helpers without a `Safety` section have the same conditions.
//!
//! `call::open` states the same conditions for arguments. A `SAFETY` comment that refers to this file means that the
//! block passes on pointers as the caller gave them.
// The names are those of C, the comments are for Doxygen, and the contract is stated once, above.
#![allow(non_camel_case_types, clippy::missing_safety_doc, rustdoc::broken_intra_doc_links, unsafe_code)]
// The path of a method is not general enough over the lifetimes of a view, and a closure is. C checks the results.
#![allow(clippy::redundant_closure_for_method_calls, clippy::must_use_candidate)]

/// The imports that the groups share.
mod prelude {
    pub(super) use super::call::cri_err_t;
    pub(super) use super::call::mirror::mirror;
    pub(super) use super::call::output::{
        Written, fill, fill_to_borrow, from_text, store_bytes, store_length, store_match,
    };
    pub(super) use super::call::pointer::{
        Steps, buffer, input, input_array, object, object_mut, open_step, optional_slot, output_array, read, slot,
        slots, store_iterator,
    };
    pub(super) use super::call::{Region, call, found, number, open, revision};
    pub(super) use crate::bytes::output::Output;
}

pub mod call;
mod panic;
#[cfg(all(test, feature = "cori", feature = "nfc"))]
mod tests;

// The groups of the headers.
pub mod coap;
#[cfg(feature = "cori")]
pub mod cori;
pub mod cri;
pub mod document;
pub mod errors;
pub mod library;
pub mod link;
pub mod part;
pub mod registry;
pub mod template;
pub mod uri;
