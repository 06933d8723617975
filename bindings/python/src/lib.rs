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
mod links;
mod methods;
mod object;
mod text;
mod walk;

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
mod _libcri {
    use super::*;

    #[pymodule_export]
    use crate::class::PyCri;
    #[pymodule_export]
    use crate::coap::{
        aif_allows, aif_entries, asks_proxy, check_endpoint, coded, options_to_uri, scheme_id, uncoded, uri_to_options,
    };
    #[pymodule_export]
    use crate::columns::{ChunkedArray, OneArray, apply_to_column};
    #[pymodule_export]
    use crate::documents::{escape, find_tagged, items_array, items_sequence};
    #[pymodule_export]
    use crate::error::error_name_and_text;
    #[pymodule_export]
    use crate::links::{PyLink, items};
    #[pymodule_export]
    use crate::walk::{PyPlace, PyWalk, tagged_items};

    #[pymodule_init]
    fn add_constants(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("VERSION", cri::VERSION)?;
        module.add("REVISION", cri::Revision::Href27 as u8)?;
        module.add("DISCARD_ALL", cri::DISCARD_ALL)?;
        coap::OPTIONS.iter().try_for_each(|(name, number)| module.add(*name, number))
    }
}
