// SPDX-License-Identifier: MIT OR Apache-2.0
//! `libcri._libcri`: the crate's Rust interface as a module of Python.
#![deny(unsafe_code)]

mod argument;
mod build;
mod class;
mod coap;
mod columns;
mod components;
mod documents;
mod edit;
mod encoding;
mod error;
mod methods;
mod text;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
fn _libcri(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", cri::VERSION)?;
    module.add("REVISION", cri::Revision::Href27 as u8)?;
    module.add("DISCARD_ALL", cri::DISCARD_ALL)?;
    module.add_class::<class::PyCri>()?;
    coap::register(module)?;
    documents::register(module)?;
    error::register(module)?;
    columns::register(module)
}
