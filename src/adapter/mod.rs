// SPDX-License-Identifier: MIT OR Apache-2.0
//! Interfaces between CRIs and other Rust code: the traits of `core`, owned values, and adapters for other crates.
//!
//! Each crate has a file, behind the Cargo feature of its name. The C interface and its archive use nothing of this
//! module.

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
