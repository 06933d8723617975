// SPDX-License-Identifier: MIT OR Apache-2.0
//! Interfaces between CRIs and other Rust code: the traits of `core`, owned values, and adapters for other crates.
//!
//! Each crate has its own file, which the Cargo feature with the name of the crate enables. The C interface does not
//! use this module.

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
