// SPDX-License-Identifier: MIT OR Apache-2.0
//! The committed headers against src/ffi: every function, struct and constant of one is in the other, and is the same.
//!
//! Types are compared by the compiler: `tables.rs` gives each function of src/ffi the type that bindgen read from a
//! header, and moves each field to its type. The tests compare names, sizes, offsets, constants and addresses, with
//! what the C compiler says too. C calls each function in c-tests/exports.
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

#[link(name = "abi_c", kind = "static")]
unsafe extern "C" {
    static abi_functions: [*const (); tables::DECLARED_FUNCTIONS.len()];
    static abi_layout: u8;
    static abi_constants: [i64; tables::DECLARED_NUMBERS.len()];
}

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
    // SAFETY: an array of constants, of as many elements as there are numbers.
    let of_c = unsafe { &abi_constants };
    for ((name, bound, ours), of_c) in tables::constants().into_iter().zip(of_c) {
        assert_eq!((Some(bound), *of_c), (ours, bound), "{name}");
    }
}

#[test]
fn the_same_layout() {
    let layout = tables::layout();
    // SAFETY: an array of constants, of as many elements if the structs are the same; if not, another test fails, but
    // this reads no more than the structs of the headers have.
    let of_c = unsafe { core::slice::from_raw_parts((&raw const abi_layout).cast::<usize>(), layout.len()) };
    for ((what, values), of_c) in layout.into_iter().zip(of_c) {
        assert_eq!(values, [*of_c; 3], "{what}");
    }
}

#[test]
fn the_same_addresses() {
    // SAFETY: an array of constants, of as many elements as the headers have functions.
    let of_c = unsafe { &abi_functions };
    for (of_c, (name, address)) in of_c.iter().zip(tables::functions::addresses()) {
        assert_eq!(*of_c, address, "{name} is another function for C");
    }
}
