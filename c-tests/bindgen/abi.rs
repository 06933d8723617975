// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the committed headers with src/ffi: both must have the same functions, structs and constants.
//!
//! Types are compared by the compiler: `tables.rs` gives each function of src/ffi the type that bindgen read from a
//! header, and moves each field to its type. The tests compare names, sizes, offsets and constants. C calls each
//! function in c-tests/exports.
#![cfg(test)]

use std::collections::BTreeSet;

#[allow(dead_code, unused_imports, non_camel_case_types, clippy::all)]
mod tables {
    pub mod bindings {
        include!(concat!(env!("OUT_DIR"), "/bindings.rs"));
    }
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

/// Compares lists of names.
fn same_names(declared: &[&str], defined: &[&str]) {
    let declared: BTreeSet<_> = declared.iter().copied().collect();
    let defined: BTreeSet<_> = defined.iter().copied().collect();
    assert_eq!(declared.difference(&defined).collect::<Vec<_>>(), [&""; 0], "only in the headers");
    assert_eq!(defined.difference(&declared).collect::<Vec<_>>(), [&""; 0], "only in src/ffi");
    assert!(!declared.is_empty());
}

#[test]
fn the_same_functions() {
    same_names(tables::DECLARED_FUNCTIONS, tables::EXPORTED_FUNCTIONS);
}

#[test]
fn the_same_structs() {
    same_names(tables::DECLARED_STRUCTS, tables::DEFINED_STRUCTS);
}

/// Errors are omitted, because c-tests/rows.py asserts their numbers. The version is omitted, because c-tests/library.c
/// compares it.
#[test]
fn the_same_constants() {
    let is_elsewhere =
        |name: &&str| *name == "CRI_OK" || name.starts_with("CRI_ERR_") || name.starts_with("CRI_VERSION");
    let declared: Vec<_> = tables::DECLARED_CONSTANTS.iter().copied().filter(|name| !is_elsewhere(name)).collect();
    same_names(&declared, tables::DEFINED_CONSTANTS);
    for (name, declared, defined) in tables::constants() {
        assert_eq!(declared, defined, "{name}");
    }
}

#[test]
fn the_same_layout() {
    for (what, [declared, defined, copied]) in tables::layout() {
        assert_eq!([declared, copied], [defined; 2], "{what}");
    }
}
