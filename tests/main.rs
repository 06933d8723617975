// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tests of the Rust interface are one program, so that their shared modules are compiled once. `linear` measures
//! time and is therefore a program of its own.

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
mod owned;
mod rows;
mod schemes;
mod support;
mod uritemplate;
mod values;
