// SPDX-License-Identifier: MIT OR Apache-2.0
//! `libcri._libcri`: the crate's Rust interface as a module of Python.
#![deny(unsafe_code)]

mod argument;
mod columns;
mod error;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
fn _libcri(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", cri::VERSION)?;
    module.add_function(wrap_pyfunction!(error::error_name, module)?)?;
    module.add_function(wrap_pyfunction!(error::error_text, module)?)?;
    columns::register(module)
}
