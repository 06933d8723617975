// SPDX-License-Identifier: MIT OR Apache-2.0
//! The macros of the committed headers say what the Rust constants say.

use cri::cri::authority::AuthorityKind;
use cri::{DISCARD_ALL, Error, Part, Revision, builder, error, ownership, uses};
use std::collections::BTreeMap;

/// The macros of the headers with a value, name to value; numbers without their parentheses. None with parameters.
fn macros() -> BTreeMap<String, String> {
    let directory = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/include")).unwrap();
    let headers = directory.map(|entry| entry.unwrap().path()).filter(|path| path.extension().unwrap() == "h");
    let text: String = headers.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let defines = text.lines().filter_map(|line| line.strip_prefix("#define "));
    let pairs = defines.filter_map(|define| define.split_once(' '));
    let mut macros = BTreeMap::new();
    // Not the attributes, which differ between compilers.
    let attributes = ["CRI_BEGIN_", "CRI_END_", "CRI_MUST_CHECK", "CRI_NULLABLE"];
    let numbers = pairs
        .filter(|(name, _)| !name.contains('(') && !attributes.iter().any(|attribute| name.starts_with(attribute)));
    for (name, value) in numbers {
        let value = value.trim().trim_start_matches('(').trim_end_matches(')').to_string();
        assert_eq!(macros.insert(name.to_string(), value), None, "{name} twice");
    }
    macros
}

fn number(macros: &BTreeMap<String, String>, name: &str) -> i64 {
    let value = macros.get(name).unwrap_or_else(|| panic!("the header has no {name}"));
    value.trim_end_matches(['u', 'U']).parse().unwrap_or_else(|_| panic!("{name} is {value}"))
}

#[test]
fn every_error_has_a_macro() {
    let macros = macros();
    for value in -1000..=0 {
        let name = error::name_of(value).to_str().unwrap();
        match Error::of_number(value) {
            Some(error) => {
                assert_eq!(error.number(), value);
                assert_eq!(error.name(), error::name_of(value));
                assert_eq!(Ok(&*error.to_string()), error::text_of(value).to_str());
                assert!(error.to_string().len() > 8 && error.to_string() != "unknown error", "{name}");
                // Those of a CRI have numbers of their own; a CoRI has two more.
                let skipped = (-28..=-16).contains(&value) || ["cori_option", "cori_path_type"].contains(&name);
                assert_eq!(error.is_unprocessable(), skipped, "{name}");
                assert_eq!(number(&macros, &format!("CRI_ERR_{}", name.to_uppercase())), value as i64);
            }
            None => assert_eq!(name, if value == 0 { "ok" } else { "unknown" }, "{value}"),
        }
    }
    assert_eq!(error::name_of(1), c"unknown");
    assert_eq!(error::name_of(i32::MIN), c"unknown");
}

#[test]
fn constants() {
    let macros = macros();
    let rows = [
        ("CRI_REV_13", Revision::Href13 as i64),
        ("CRI_REV_27", Revision::Href27 as i64),
        ("CRI_DISCARD_ALL", DISCARD_ALL as i64),
        ("CRI_BUILD_NORMALIZE", builder::NORMALIZE as i64),
        ("CRI_BUILD_PERCENT", builder::PERCENT as i64),
        ("CRI_AUTHORITY_NOT_SET", AuthorityKind::NotSet as i64),
        ("CRI_AUTHORITY_ROOTED", AuthorityKind::Rooted as i64),
        ("CRI_AUTHORITY_ROOTLESS", AuthorityKind::Rootless as i64),
        ("CRI_AUTHORITY_HOST", AuthorityKind::Host as i64),
        ("CRI_HOST_NONE", 0),
        ("CRI_HOST_NAME", 1),
        ("CRI_HOST_IPV4", 2),
        ("CRI_HOST_IPV6", 3),
        ("CRI_HOST_IPV6_ZONE", 4),
        ("CRI_HOST_FUTURE", 5),
        ("CRI_PART_SCHEME", Part::Scheme as i64),
        ("CRI_PART_USERINFO", Part::Userinfo as i64),
        ("CRI_PART_HOST", Part::Host as i64),
        ("CRI_PART_PORT", Part::Port as i64),
        ("CRI_PART_PATH", Part::Path as i64),
        ("CRI_PART_QUERY", Part::Query as i64),
        ("CRI_PART_FRAGMENT", Part::Fragment as i64),
        ("CRI_PART_DISCARD", Part::Discard as i64),
        ("CRI_PART_ZONE", Part::Zone as i64),
        ("CRI_PART_AUTHORITY", Part::Authority as i64),
        ("CRI_PART_WHOLE", Part::Whole as i64),
        ("CRI_USES_SCHEME_NAME", uses::SCHEME_NAME as i64),
        ("CRI_USES_NO_AUTHORITY", uses::NO_AUTHORITY as i64),
        ("CRI_USES_USERINFO", uses::USERINFO as i64),
        ("CRI_USES_PET", uses::PET as i64),
        ("CRI_USES_ZONE", uses::ZONE as i64),
        ("CRI_OWNERSHIP_SCHEME", ownership::SCHEME as i64),
        ("CRI_OWNERSHIP_AUTHORITY", ownership::AUTHORITY as i64),
        ("CRI_OWNERSHIP_PATH", ownership::PATH as i64),
        ("CRI_OWNERSHIP_QUERY", ownership::QUERY as i64),
        ("CRI_OWNERSHIP_FRAGMENT", ownership::FRAGMENT as i64),
    ];
    for (name, value) in rows {
        assert_eq!(number(&macros, name), value, "{name}");
    }
    // No constant of these groups is left untested.
    let groups = [
        "CRI_REV_",
        "CRI_DISCARD_",
        "CRI_BUILD_",
        "CRI_AUTHORITY_",
        "CRI_HOST_",
        "CRI_PART_",
        "CRI_USES_",
        "CRI_OWNERSHIP_",
    ];
    for name in macros.keys().filter(|name| groups.iter().any(|group| name.starts_with(group))) {
        assert!(rows.iter().any(|row| row.0 == name), "{name} is not tested");
    }
    for revision in 0..=255 {
        let known = macros.contains_key(&format!("CRI_REV_{revision}"));
        assert_eq!(Revision::from_number(revision).is_some(), known, "{revision}");
    }
}

/// The ids are -1 minus the numbers of the registries.
#[test]
fn scheme_constants() {
    use cri::scheme;
    let macros = macros();
    let mut count = 0;
    for (name, scheme) in macros.keys().filter_map(|name| Some((name, name.strip_prefix("CRI_SCHEME_")?))) {
        let (scheme, revisions) = match (scheme.strip_suffix("_R13"), scheme.strip_suffix("_R27")) {
            (Some(scheme), _) => (scheme, &[Revision::Href13][..]),
            (_, Some(scheme)) => (scheme, &[Revision::Href27][..]),
            _ => (scheme, &[Revision::Href13, Revision::Href27][..]),
        };
        let scheme = scheme.to_lowercase().replace('_', "+");
        for &revision in revisions {
            let found = scheme::number(revision, scheme.as_bytes()).unwrap_or_else(|| panic!("{scheme}"));
            assert_eq!(Ok(found), u64::try_from(-1 - number(&macros, name)), "{name}");
            count += 1;
        }
    }
    assert_eq!(count, 20);
}

#[test]
fn coap_constants() {
    use cri::coap::*;
    let macros = macros();
    let rows = [
        ("CRI_COAP_URI_HOST", URI_HOST as i64),
        ("CRI_COAP_URI_PORT", URI_PORT as i64),
        ("CRI_COAP_LOCATION_PATH", LOCATION_PATH as i64),
        ("CRI_COAP_URI_PATH", URI_PATH as i64),
        ("CRI_COAP_URI_PATH_ABBREV", URI_PATH_ABBREV as i64),
        ("CRI_COAP_URI_QUERY", URI_QUERY as i64),
        ("CRI_COAP_LOCATION_QUERY", LOCATION_QUERY as i64),
        ("CRI_COAP_PROXY_URI", PROXY_URI as i64),
        ("CRI_COAP_PROXY_SCHEME", PROXY_SCHEME as i64),
        ("CRI_COAP_PROXY_CRI", PROXY_CRI as i64),
        ("CRI_COAP_PROXY_SCHEME_NUMBER", PROXY_SCHEME_NUMBER as i64),
        ("CRI_COAP_SCRATCH", SCRATCH_MAX as i64),
        ("CRI_COAP_PROXY_SCRATCH", PROXY_SCRATCH_MAX as i64),
    ];
    for (name, value) in rows {
        assert_eq!(number(&macros, name), value, "{name}");
    }
    for name in macros.keys().filter(|name| name.starts_with("CRI_COAP_")) {
        assert!(rows.iter().any(|row| row.0 == name), "{name} is not tested");
    }
}
