// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Python module `libcri._libcri`, which exposes the crate's Rust interface.
//!
//! The table lists the modules in the order of their dependencies. Each imports only from modules further down.
//!
//! | Module | Contents |
//! |---|---|
//! | `columns` | Arrow columns |
//! | `walk`, `links`, `documents` | items of a CBOR document, links in link format, CRIs in larger documents |
//! | `object`, `methods` | attributes and methods of the class `CRI` |
//! | `coap` | options as pairs or as in a message, authorization information |
//! | `build`, `edit` | CRIs built from components, and assembled from encoded sections |
//! | `class` | the class `CRI`, with the functions that the other modules use |
//! | `components` | components of a CRI as Python objects |
//! | `endpoint` | endpoints |
//! | `template` | URI templates |
//! | `text` | conversion between texts of a CRI and Python objects, and encoding of CBOR items |
//! | `encoding` | storage of canonical encodings |
//! | `argument` | conversion of Python arguments |
//! | `error` | exceptions |
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
mod endpoint;
mod error;
mod links;
mod methods;
mod object;
mod template;
mod text;
mod walk;

use pyo3::prelude::*;

// The package and the library must have the same version in their Cargo.toml.
const _: () = {
    let (here, there) = (env!("CARGO_PKG_VERSION").as_bytes(), cri::VERSION.as_bytes());
    assert!(here.len() == there.len(), "contrib/python/Cargo.toml must have the version of Cargo.toml");
    let mut at = 0;
    while at < here.len() {
        assert!(here[at] == there[at], "contrib/python/Cargo.toml must have the version of Cargo.toml");
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
        aif_allows, aif_entries, cache_key, coded, forward_request, forward_response, insert_option, is_for_proxy,
        options_to_uri, query_params, request, scheme_id, split_message, split_zone, uncoded, unknown_critical,
        uri_to_options,
    };
    #[pymodule_export]
    use crate::columns::{ChunkedArray, OneArray, apply_to_column};
    #[pymodule_export]
    use crate::documents::{escape, find_tagged, find_tagged_uris, items_array, items_sequence};
    #[pymodule_export]
    use crate::endpoint::check_endpoint;
    #[pymodule_export]
    use crate::links::{PyLink, items, loads};
    #[pymodule_export]
    use crate::template::{expand_template, template_names};
    #[pymodule_export]
    use crate::walk::{PyPlace, PyWalk, tagged_items};

    #[pymodule_init]
    fn add_constants(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("VERSION", cri::VERSION)?;
        module.add("REVISION", cri::Revision::Href27 as u8)?;
        module.add("DISCARD_ALL", edit::DISCARD_ALL)
    }

    /// Returns the name of an error number and its meaning in English.
    #[pyfunction]
    #[pyo3(signature = (number, /))]
    pub fn error_name_and_text(number: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
        let number = argument::index::<i32>(number, "number")?.unwrap_or(i32::MIN);
        let (name, text) = match cri::Error::try_from(number) {
            Ok(error) => (error.name(), error.text()),
            Err(_) if number == 0 => ("ok", "success"),
            Err(_) => ("unknown", "unknown error"),
        };
        Ok((name.into(), text.into()))
    }
}
