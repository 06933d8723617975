// SPDX-License-Identifier: MIT OR Apache-2.0
//! The constants of the committed headers equal the library's constants. c-tests/bindgen compares the constants of
//! errors.

use cri::AuthorityKind;
use cri::uri::{HostKind, Level};
use cri::{Features, ItemType, Ownership, Part, Revision, SchemeNumber, coap};
use std::collections::BTreeMap;

/// The constants of the headers whose value is a number: enumerators, and macros for what `#if` compares.
fn constants() -> BTreeMap<String, i64> {
    let directory = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/include")).unwrap();
    let headers = directory.map(|entry| entry.unwrap().path()).filter(|path| path.extension().unwrap() == "h");
    let text: String = headers.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let defined = |line: &'_ str| -> Option<(String, i64)> {
        let enumerator = || line.strip_prefix("  ")?.strip_suffix(',')?.split_once(" = ");
        let (name, value) = enumerator().or_else(|| line.strip_prefix("#define ")?.split_once(' '))?;
        Some((name.to_string(), value.parse().ok()?))
    };
    text.lines().filter_map(defined).collect()
}

/// c-tests/header.c compiles each header by itself and twice.
#[test]
fn every_header_is_compiled() {
    let list = include_str!("../c-tests/headers.h");
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/include")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // cri.h includes cri_target.h, and script/check/headers compiles cri_socket.h and the C++ headers.
        let elsewhere = ["cri_target.h", "cri_socket.h"].contains(&name.as_str()) || name.ends_with(".hpp");
        assert!(elsewhere || list.contains(&format!("#include \"{name}\"\n")), "c-tests/headers.h lacks {name}");
    }
}

/// The C headers whose functions have no wrapper in C++, as the introduction of cri.hpp says.
const WITHOUT_WRAPPERS: [&str; 8] =
    ["cri_check.h", "cri_cori.h", "cri_edn.h", "cri_log.h", "cri_nfc.h", "cri_registry.h", "cri_socket.h", "cri_uri.h"];

/// Every function has a wrapper in C++, or a C++ header says that the function or its whole C header has no wrapper.
#[test]
fn every_function_has_a_wrapper_or_is_left_out() {
    let files = |extension: &str| {
        let directory = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/include")).unwrap();
        let paths = directory.map(|entry| entry.unwrap().path());
        let paths = paths.filter(|path| path.extension().unwrap() == extension);
        paths
            .map(|path| {
                (path.file_name().unwrap().to_str().unwrap().to_string(), std::fs::read_to_string(path).unwrap())
            })
            .collect::<Vec<_>>()
    };
    let wrappers: String = files("hpp").into_iter().map(|(_, text)| text).collect();
    for (header, text) in files("h") {
        if WITHOUT_WRAPPERS.contains(&header.as_str()) {
            assert!(wrappers.contains(&header), "cri.hpp does not name {header}");
            continue;
        }
        for line in text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())) {
            let Some((name, _)) = line.split_once('(').filter(|_| !line.starts_with("static inline ")) else {
                continue;
            };
            let name = name.rsplit([' ', '*']).next().unwrap();
            let is_mentioned = |(at, _): (usize, &str)| {
                !wrappers[at + name.len()..].starts_with(|c: char| c == '_' || c.is_ascii_alphanumeric())
            };
            let found = !name.starts_with("cri_") || wrappers.match_indices(name).any(is_mentioned);
            assert!(found, "{header}: no header of C++ wraps {name}(), or says that it has no wrapper");
        }
    }
}

/// Converts a name to the upper-case form that constants have.
fn shouted(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && out.ends_with(|last: char| last.is_lowercase() || last.is_ascii_digit()) {
            out.push('_');
        }
        out.push(c);
    }
    out.to_uppercase()
}

/// Returns the name of the constant of a CoAP option.
fn constant_of(name: &str) -> String {
    format!("CRI_COAP_{}", name.to_uppercase().replace('-', "_"))
}

macro_rules! group {
    ($prefix:literal, $of:ident::{$($name:ident),*}) => {
        vec![$(($prefix.to_string() + &shouted(stringify!($name)), i64::from($of::$name as u16))),*]
    };
}

/// Lists all bits of a set, and checks that the set iterates over these bits and no others.
macro_rules! bits {
    ($prefix:literal, $of:ident::{$($name:ident),*}) => {{
        let sum = $($of::$name.bits())|*;
        assert!($of::try_from(sum).unwrap().iter().eq([$($of::$name),*]));
        assert!($of::try_from(sum + 1).is_err(), "a bit above the last one is accepted");
        assert!(!$of::NONE.contains($($of::$name)|*));
        vec![$(($prefix.to_string() + stringify!($name), i64::from($of::$name.bits()))),*]
    }};
}

#[test]
fn constants_of_the_headers_equal_those_of_the_crate() {
    let constants = constants();
    let groups = [
        group!("CRI_AUTHORITY_", AuthorityKind::{NotSet, Rooted, Rootless, Host}),
        group!("CRI_HOST_", HostKind::{None, Name, Ipv4, Ipv6, Ipv6Zone, Future}),
        [
            group!("CRI_PART_", Part::{Scheme, Userinfo, Host, Port, Path, Query, Fragment}),
            group!("CRI_PART_", Part::{Discard, Zone, Authority, Whole}),
        ]
        .concat(),
        bits!("CRI_USES_", Features::{SCHEME_NAME, NO_AUTHORITY, USERINFO, PET, ZONE}),
        bits!("CRI_OWNERSHIP_", Ownership::{SCHEME, AUTHORITY, PATH, QUERY, FRAGMENT}),
        group!("CRI_TYPE_", ItemType::{Uint, Nint, Bytes, Text, Array, Map, Tag, Simple}),
        group!("CRI_URI_", Level::{Simple, Syntax, Scheme}),
        [
            coap::OPTIONS.iter().map(|(number, name)| (constant_of(name), i64::from(*number))).collect(),
            vec![("CRI_COAP_SCRATCH".into(), coap::SCRATCH_MAX as i64)],
        ]
        .concat(),
        vec![("CRI_REV_13".into(), Revision::Href13 as i64), ("CRI_REV_27".into(), Revision::Href27 as i64)],
        vec![("CRI_DISCARD_ALL".into(), 255)],
    ];
    for group in groups {
        let prefix: String = group[0].0.split_inclusive('_').take(2).collect();
        let declared = constants.iter().filter(|(name, _)| name.starts_with(&prefix));
        // Every constant of a group is tested.
        assert_eq!(
            declared.map(|(name, value)| (name.clone(), *value)).collect::<BTreeMap<_, _>>(),
            group.into_iter().collect()
        );
    }
    for revision in 0..=255 {
        let known = constants.contains_key(&format!("CRI_REV_{revision}"));
        assert_eq!(Revision::try_from(revision).is_ok(), known, "{revision}");
    }
}

/// The ids are -1 minus the scheme numbers of the registries.
#[test]
fn scheme_constants_equal_the_registry() {
    let mut count = 0;
    for (name, id) in constants().iter().filter_map(|(name, id)| Some((name.strip_prefix("CRI_SCHEME_")?, *id))) {
        let (word, revisions) = match (name.strip_suffix("_R13"), name.strip_suffix("_R27")) {
            (Some(word), _) => (word, &[Revision::Href13][..]),
            (_, Some(word)) => (word, &[Revision::Href27][..]),
            _ => (name, &[Revision::Href13, Revision::Href27][..]),
        };
        let word = word.to_lowercase().replace('_', "+");
        for &revision in revisions {
            let number = SchemeNumber::from_id(id);
            assert_eq!(SchemeNumber::from_name(revision, &word), number, "{name}");
            assert_eq!(number.map(SchemeNumber::id), Some(id.into()), "{name}");
            count += 1;
        }
    }
    assert_eq!(count, 20);
}
