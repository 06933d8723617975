// SPDX-License-Identifier: MIT OR Apache-2.0
//! Patterns of paths: what requests, routes and paths are.

use crate::support::coap;
use crate::support::edn as notation;
use crate::support::lib::{REVISIONS, from_uri, parse};
use crate::support::routes::of_cri;
use cri::{Error, Pattern, Revision, coap_route, route};

#[test]
fn a_path_must_be_complete() {
    for revision in REVISIONS {
        for reference in ["[]", "[1, [\"a\"]]", "[0, [\"a\"]]", "[0, null, [\"q\"]]"] {
            let bytes = notation::bytes(reference);
            assert_eq!(of_cri("/{*}", &parse(revision, &bytes)), Err(Error::NotFull), "{reference}");
            assert_eq!(of_cri("/{*}a", &parse(revision, &bytes)), Err(Error::Syntax), "{reference}");
        }
    }
}

/// A path counts as its segments, without regard to what is before it.
#[test]
fn a_path_without_a_root_matches() {
    for revision in REVISIONS {
        for uri in ["urn:led", "mailto:led", "x:/led", "coap://h/led", "https://h/led"] {
            let bytes = from_uri(revision, uri).unwrap();
            let cri = parse(revision, &bytes);
            assert_eq!(of_cri("/led", &cri), Ok(Some((vec![], vec![]))), "{uri}");
            let prefix = notation::bytes("[true, [\"led\"]]");
            assert!(cri.path_under(&parse(revision, &prefix)).unwrap().is_some(), "{uri}");
        }
    }
}

/// The first route counts, and a malformed one counts wherever it is.
#[test]
fn routes() {
    let options = coap::encode(&[(11, b"a".to_vec()), (11, b"b".to_vec())], 0);
    let bytes = notation::bytes("[-1, [\"h\"], [\"a\", \"b\"]]");
    let index = |routes: &[&str]| {
        let patterns = || routes.iter().map(|text| Pattern::new(text.as_bytes()));
        let found = coap_route(patterns(), &options, |_, _| {}).map(|found| found.map(|(index, _)| index));
        let of_cri = route(patterns(), &parse(Revision::Href27, &bytes), |_, _| {});
        assert_eq!(of_cri.map(|found| found.map(|(index, _)| index)), found, "{routes:?}");
        found
    };
    assert_eq!(index(&[]), Ok(None));
    assert_eq!(index(&["/a", "/b", "/"]), Ok(None));
    assert_eq!(index(&["/a", "/a/b", "/a/{}", "/{*}"]), Ok(Some(1)));
    assert_eq!(index(&["/a", "/a/{}", "/a/b", "/{*}"]), Ok(Some(1)));
    assert_eq!(index(&["/{*}", "/a/b"]), Ok(Some(0)));
    assert_eq!(index(&["/{*}", "/a/b", "a"]), Err(Error::Syntax));
}
