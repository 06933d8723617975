// SPDX-License-Identifier: MIT OR Apache-2.0
//! Adapters for Rust programs that use minicbor or heapless.
//!
//! There is a file for each crate, behind the Cargo feature of its name. The C interface and its archive have neither.

#[cfg(feature = "heapless")]
pub mod heapless;
#[cfg(feature = "minicbor")]
pub mod minicbor;
