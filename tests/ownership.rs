// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI ownership (R21): which sections of RFC 8820 mandating a reference would strain.

mod support;

use cri::ownership::{AUTHORITY, FRAGMENT, PATH, QUERY, SCHEME};
use cri::{Cri, Revision};
use support::edn;
use support::lib::{from_uri, parse};
use support::rows::{Failures, at, bits, rows};

/// (RFC 8820 2.1, 2.2, 2.3, 2.3 well-known, 2.3 under, 2.4, 2.5, 3)
#[test]
fn by_row() {
    let words =
        [("scheme", SCHEME), ("authority", AUTHORITY), ("path", PATH), ("query", QUERY), ("fragment", FRAGMENT)];
    let mut failures = Failures::default();
    for (revision, [name, _, input, expected]) in rows("ownership.txt") {
        let is_cbor = input.starts_with('[') || input.starts_with("0x");
        let cbor = if is_cbor { edn::bytes(&input) } else { from_uri(revision, &input).unwrap() };
        let found = bits(parse(revision, &cbor).ownership().into(), &words.map(|(word, bit)| (word, bit.into())));
        failures.equal(&at(revision, &name), expected, found);
    }
    failures.none();
}

#[test]
fn of_a_resolved_view() {
    let base = from_uri(Revision::Href27, "coap://h/.well-known/x").unwrap();
    let reference = from_uri(Revision::Href27, "y").unwrap();
    let resolved: Cri<'_> = parse(Revision::Href27, &base).resolve(&parse(Revision::Href27, &reference)).unwrap();
    assert_eq!(resolved.ownership(), SCHEME | AUTHORITY);
}
