// SPDX-License-Identifier: MIT OR Apache-2.0
//! Columns of Arrow.

use pyo3::prelude::*;

/// Adds what `libcri.arrow` calls.
pub fn register(_module: &Bound<'_, PyModule>) -> PyResult<()> {
    Ok(())
}
