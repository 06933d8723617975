// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI ownership (R21): which sections of RFC 8820 mandating a reference would strain.

mod support;

use cri::ownership::{AUTHORITY, FRAGMENT, PATH, QUERY, SCHEME};
use cri::{Cri, Revision};
use support::lib::{REVISIONS, from_uri, parse};
use support::unhex;

/// (RFC 8820 2.1, 2.2, 2.3, 2.3 well-known, 2.3 under, 2.4, 2.5, 3)
#[test]
fn by_uri() {
    let rows = [
        ("", 0),
        ("a", 0),
        ("./", 0),
        ("../a/b", 0),
        ("/", 0),
        ("/a", PATH),
        ("/a/", PATH),
        ("/v1/things", PATH),
        ("/.well-known/core", 0),
        ("/.well-known/core?rt=x", QUERY),
        ("/.well-known", PATH),
        ("/.well-known/", PATH),
        ("/.well-knownx/a", PATH),
        ("/%2ewell-known/a", 0),
        (".well-known/a", 0),
        ("?", QUERY),
        ("?sig=1", QUERY),
        ("?myapp_sig=1", QUERY),
        ("../app/v1/things?myapp_sig=1#f", QUERY | FRAGMENT),
        ("#", FRAGMENT),
        ("#/a/b", FRAGMENT),
        ("a?b#c", QUERY | FRAGMENT),
        ("//h", AUTHORITY),
        ("//h/", AUTHORITY),
        ("//h/a", AUTHORITY | PATH),
        ("//u@:80/.well-known/x", AUTHORITY),
        ("coap:", SCHEME),
        ("coap://h", SCHEME | AUTHORITY),
        ("coap://h/.well-known/core", SCHEME | AUTHORITY),
        ("https://h/a?b#c", SCHEME | AUTHORITY | PATH | QUERY | FRAGMENT),
        ("a:/", SCHEME),
        ("urn:ietf:rfc", SCHEME | PATH),
        ("a:.well-known/x", SCHEME | PATH),
    ];
    for revision in REVISIONS {
        for (uri, expected) in rows {
            let cbor = from_uri(revision, uri).unwrap();
            assert_eq!(parse(revision, &cbor).ownership(), expected, "{uri}");
        }
    }
}

/// References that have no URI form, and resolved views.
#[test]
fn by_cbor() {
    for (revision, hex, expected) in [
        (Revision::Href27, "8101", 0),                                // [1]
        (Revision::Href27, "81f5", 0),                                // [true]
        (Revision::Href27, "82f580", 0),                              // [true, []]
        (Revision::Href27, "83f6f5816161", PATH),                     // [null, true, ["a"]]
        (Revision::Href27, "8300f680", 0),                            // [0, null, []]
        (Revision::Href27, "82f5826b2e77656c6c2d6b6e6f776e60", PATH), // [true, [".well-known", ""]]
    ] {
        assert_eq!(parse(revision, &unhex(hex)).ownership(), expected, "{hex}");
    }
    let base = from_uri(Revision::Href27, "coap://h/.well-known/x").unwrap();
    let reference = from_uri(Revision::Href27, "y").unwrap();
    let resolved: Cri<'_> = parse(Revision::Href27, &base).resolve(&parse(Revision::Href27, &reference)).unwrap();
    assert_eq!(resolved.ownership(), SCHEME | AUTHORITY);
}
