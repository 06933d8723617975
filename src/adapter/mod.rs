// SPDX-License-Identifier: MIT OR Apache-2.0
//! What Rust programs expect of a CRI: the traits of `core`, owned values, and adapters for other crates.
//!
//! There is a file for each crate, behind the Cargo feature of its name. The C interface and its archive use nothing of
//! it.

#[cfg(feature = "defmt")]
mod defmt;
#[cfg(feature = "heapless")]
pub mod heapless;
#[cfg(feature = "minicbor")]
pub mod minicbor;
pub(crate) mod owned;
#[cfg(feature = "serde")]
mod serde;
mod value;
