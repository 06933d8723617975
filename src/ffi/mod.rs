// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. The C interface: a file per concept. Every function has three steps: check, call, store.
//!
//! - `call.rs`: what a call passes, and the one check of it: NULL, lengths, objects of zeros, overlaps.
//! - `pointer.rs`: the kinds of arguments, and the only place where pointers become slices and references.
//! - `output.rs`: conversions into a caller's buffer.
//! - `mirror.rs`: objects of C have the layout of the Rust types that they mirror, which the compiler checks.
//!
//! The other files are the groups of the headers: each has the constants, types and functions of its group, of which
//! script/header makes what `headers/` includes.
//!
//! # Safety
//!
//! Every function here is `unsafe` for one reason, the contract in the README: C passes NULL, or a pointer to as many
//! bytes or to such an object as the function says, for as long as it runs; and no object that the library did not
//! initialise, except one of zeros. What C may get wrong without breaking that contract, `call::open` checks. So the
//! blocks in the files per concept say what C passes there; that is what `open` requires.
// The names are those of C, and so is the form of the comments, for Doxygen.
#![allow(non_camel_case_types, rustdoc::broken_intra_doc_links, unsafe_code)]

mod call;
pub mod endpoint;
mod mirror;
mod output;
mod panic;
mod pointer;

#[cfg(test)]
mod layout;

// A file per group of the headers, in the order of cri.h, then of the headers beside it.
pub mod library;

pub mod errors;

pub mod part;

pub mod parse;

pub mod scheme;

pub mod text;

pub mod authority;

pub mod path;

pub mod resolve;

pub mod encode;

pub mod iri;

pub mod builder;

pub mod registry;

pub mod host;

pub mod check;

pub mod document;

pub mod edn;

pub mod to_coap;

pub mod from_coap;

pub mod dispatch_path;

pub mod aif;

pub mod dispatch_pattern;

pub mod scheme_table;

pub mod with_table;

pub mod uri_text;

pub mod uri_prose;

#[cfg(feature = "cori")]
pub mod cori;

#[cfg(feature = "cori")]
pub mod cori_convert;

#[cfg(feature = "nfc")]
pub mod nfc;
