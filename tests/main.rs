// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tests of the Rust interface, in one program, so that what they share is built once; `linear` measures time and
//! runs by itself.

#[cfg(feature = "cori")]
mod cori;
mod header;
#[cfg(feature = "heapless")]
mod heapless;
mod href_wg;
mod laws;
mod links;
#[cfg(feature = "minicbor")]
mod minicbor;
mod model;
mod modules;
mod rows;
mod schemes;
mod support;
mod values;
