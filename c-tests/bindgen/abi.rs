// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the committed headers with src/ffi: both must have the same functions, structs and constants.
//!
//! The C compiler gives sizes, alignments, offsets and constants (cc). clang's parser gives the lists of declarations,
//! and their types (bindgen): `tables.rs` gives each function of src/ffi the type that bindgen read from a header, and
//! moves each field to its type, so a difference does not compile. C calls each function in c-tests/exports.
#![cfg(test)]

#[allow(dead_code, unused_imports, non_camel_case_types, clippy::all)]
mod tables {
    #[cfg(feature = "bindgen")]
    pub mod bindings {
        include!(concat!(env!("OUT_DIR"), "/bindings.rs"));
    }
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

/// The numbers of the C compiler, in the order of the tables.
mod c {
    use super::tables;

    unsafe extern "C" {
        pub safe static abi_layout: [usize; tables::LAYOUT_LEN];
        pub safe static abi_constants: [i64; tables::CONSTANTS_LEN];
    }
}

#[test]
fn the_layout_of_c() {
    for ((what, defined), of_c) in tables::layout().into_iter().zip(c::abi_layout) {
        assert_eq!(of_c, defined, "{what}");
    }
}

#[test]
fn the_constants_of_c() {
    for ((name, defined), of_c) in tables::constants().into_iter().zip(c::abi_constants) {
        assert_eq!(of_c, defined, "{name}");
    }
}

#[cfg(feature = "bindgen")]
mod declarations {
    use std::collections::{BTreeMap, BTreeSet};

    use super::tables;

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

    /// Errors are omitted, because c-tests/rows.c asserts their numbers. The version is omitted, because
    /// c-tests/library.c compares it.
    #[test]
    fn the_same_constants() {
        // tests/header.rs compares the numbers of CoAP options.
        let is_option = |name: &str| name.starts_with("CRI_COAP_") && !name.ends_with("_SCRATCH");
        let is_elsewhere = |name: &&str| {
            *name == "CRI_OK" || name.starts_with("CRI_ERR_") || name.starts_with("CRI_VERSION") || is_option(name)
        };
        let declared: Vec<_> = tables::DECLARED_CONSTANTS.iter().copied().filter(|name| !is_elsewhere(name)).collect();
        same_names(&declared, tables::DEFINED_CONSTANTS);
        let defined: BTreeMap<_, _> = tables::constants().into_iter().collect();
        for (name, declared) in tables::declared_constants() {
            assert_eq!(declared, *defined.get(name).unwrap_or(&declared), "{name}");
        }
    }

    #[test]
    fn the_same_layout() {
        let defined: BTreeMap<_, _> = tables::layout().into_iter().collect();
        for (what, declared) in tables::declared_layout() {
            assert_eq!(Some(&declared), defined.get(what), "{what}");
        }
    }
}
