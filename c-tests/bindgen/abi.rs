// SPDX-License-Identifier: MIT OR Apache-2.0
//! The committed headers against src/ffi: every function, struct and constant of one is in the other, and is the same.
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

use tables::bindings;

/// The value of a number that src/ffi does not have: an error's, or a part of the version.
fn elsewhere(name: &str) -> Option<i64> {
    let mut version = cri::VERSION.split('.').map(|part| part.parse().expect("a number"));
    match name {
        "CRI_OK" => Some(0),
        "CRI_VERSION_MAJOR" => version.next(),
        "CRI_VERSION_MINOR" => version.nth(1),
        "CRI_VERSION_PATCH" => version.nth(2),
        _ => errors().find(|(error, _)| error == name).map(|(_, number)| number),
    }
}

/// The errors of the library, by the names that C has for them.
fn errors() -> impl Iterator<Item = (String, i64)> {
    (-1000..0).filter_map(cri::Error::from_number).map(|error| {
        let name = error.name().to_str().expect("ASCII").to_uppercase();
        (format!("CRI_ERR_{name}"), error.number().into())
    })
}

/// Compares lists of names; the headers have `more`, too.
fn same_names(declared: &[&str], defined: &[&str], more: &[String]) {
    let declared: BTreeSet<_> = declared.iter().copied().collect();
    let defined: BTreeSet<_> = defined.iter().copied().chain(more.iter().map(String::as_str)).collect();
    assert_eq!(declared.difference(&defined).collect::<Vec<_>>(), [&""; 0], "only in the headers");
    assert_eq!(defined.difference(&declared).collect::<Vec<_>>(), [&""; 0], "only in src/ffi");
    assert!(!declared.is_empty());
}

#[test]
fn the_same_functions() {
    same_names(tables::DECLARED_FUNCTIONS, tables::EXPORTED_FUNCTIONS, &[]);
}

#[test]
fn the_same_structs() {
    same_names(tables::DECLARED_STRUCTS, tables::DEFINED_STRUCTS, &[]);
}

#[test]
fn the_same_constants() {
    let version = ["CRI_OK", "CRI_VERSION", "CRI_VERSION_MAJOR", "CRI_VERSION_MINOR", "CRI_VERSION_PATCH"];
    let more: Vec<_> = version.map(str::to_owned).into_iter().chain(errors().map(|(name, _)| name)).collect();
    same_names(tables::DECLARED_CONSTANTS, tables::DEFINED_CONSTANTS, &more);
    assert_eq!(bindings::CRI_VERSION.strip_suffix(b"\0"), Some(cri::VERSION.as_bytes()));
}

#[test]
fn the_same_values() {
    for (name, declared, defined) in tables::constants() {
        assert_eq!(Some(declared), defined, "{name}");
    }
}

#[test]
fn the_same_layout() {
    for (what, [declared, defined, copied]) in tables::layout() {
        assert_eq!([declared, copied], [defined; 2], "{what}");
    }
}
