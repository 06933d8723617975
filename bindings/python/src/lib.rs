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
mod object;
mod text;

use pyo3::prelude::*;

// The package has the version of the library: what Cargo.toml says here must be what it says there.
const _: () = {
    let (here, there) = (env!("CARGO_PKG_VERSION").as_bytes(), cri::VERSION.as_bytes());
    assert!(here.len() == there.len(), "the package is of another version than the library");
    let mut at = 0;
    while at < here.len() {
        assert!(here[at] == there[at], "the package is of another version than the library");
        at += 1;
    }
};

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
