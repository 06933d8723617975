// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. For Rust programs that use minicbor or heapless: a file per crate, each behind the Cargo feature of its name. The C
//! interface and its archive have neither.

#[cfg(feature = "heapless")]
pub mod heapless;
#[cfg(feature = "minicbor")]
pub mod minicbor;
