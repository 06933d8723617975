// SPDX-License-Identifier: MIT OR Apache-2.0
//! What an application may ask before it accepts a CRI: where an error is, whether all of the input is one CRI, whether
//! it is canonical, what it uses; and its normal form.

mod support;

use cri::{Cri, Error, Fault, Part, uses};
use support::edn;
use support::lib::{REVISIONS, encode, output, parse};
use support::rows::{Failures, at, bits, rows};
use support::{hex, unhex};

const PARTS: [(&str, Part); 11] = [
    ("scheme", Part::Scheme),
    ("userinfo", Part::Userinfo),
    ("host", Part::Host),
    ("port", Part::Port),
    ("path", Part::Path),
    ("query", Part::Query),
    ("fragment", Part::Fragment),
    ("discard", Part::Discard),
    ("zone", Part::Zone),
    ("authority", Part::Authority),
    ("whole", Part::Whole),
];

/// (R3, R4; C1, C4, C6, C9)
#[test]
fn where_an_error_is() {
    let mut failures = Failures::default();
    for (revision, [name, _, kind, input, error, offset, part]) in rows("where.txt") {
        let bytes = match input.strip_prefix("0x") {
            Some(hex) => unhex(hex),
            None => input.clone().into_bytes(),
        };
        let found = match &kind[..] {
            "cri" => Cri::parse_where(revision, &bytes),
            "uri" => cri::from_uri_where(revision, &bytes),
            "iri" => cri::from_iri_where(revision, &bytes),
            other => panic!("{other}"),
        };
        let found = match found {
            Ok(()) => ("ok".into(), "-".into(), "-"),
            Err(Fault { error, offset, part }) => {
                let name = PARTS.iter().find(|known| known.1 == part).expect("a part").0;
                (error.name().to_string_lossy().into_owned(), offset.to_string(), name)
            }
        };
        failures.equal(&at(revision, &format!("{kind} {name}")), (error, offset, &part[..]), found);
    }
    failures.none();
}

/// (R1)
#[test]
fn exactly_one_cri() {
    let mut failures = Failures::default();
    for (revision, [name, _, input, ..]) in rows::<5>("valid.txt") {
        let at = at(revision, &name);
        let mut bytes = edn::bytes(&input);
        failures.equal(
            &at,
            Ok(encode(&parse(revision, &bytes))),
            Cri::parse_exact(revision, &bytes).map(|cri| encode(&cri)),
        );
        for more in [0, 0x80, 0xff] {
            bytes.push(more);
            failures.equal(&at, Some(Error::Extra), Cri::parse_exact(revision, &bytes).err());
        }
    }
    for (revision, [name, _, input, error, _]) in rows("invalid.txt") {
        let mut bytes = edn::bytes(&input);
        let found = |bytes: &[u8]| {
            Cri::parse_exact(revision, bytes).err().map(|error| error.name().to_string_lossy().into_owned())
        };
        failures.equal(&at(revision, &name), Some(error.clone()), found(&bytes));
        if error != "truncated" {
            bytes.push(0);
            failures.equal(&at(revision, &name), Some(error), found(&bytes));
        }
    }
    failures.none();
}

/// (R2)
#[test]
fn canonical_is_what_encoding_writes() {
    let mut failures = Failures::default();
    for (revision, [name, _, input, canonical, _]) in rows("valid.txt") {
        let canonical = if canonical == "=" { &input } else { &canonical };
        let (bytes, canonical) = (edn::bytes(&input), edn::bytes(canonical));
        let at = at(revision, &name);
        failures.equal(&at, bytes == canonical, parse(revision, &bytes).is_canonical());
        failures.equal(&at, true, parse(revision, &canonical).is_canonical());
    }
    failures.none();
    // An operation's view has no bytes of its own, but for a full reference.
    for revision in REVISIONS {
        let [base, reference] = ["[-1, [\"h\"], [\"a\"], [\"q\"], \"f\"]", "[1, [\"b\"]]"].map(edn::bytes);
        let [base, reference] = [parse(revision, &base), parse(revision, &reference)];
        assert!(!base.resolve(&reference).unwrap().is_canonical());
        assert!(!base.without_fragment().is_canonical());
        assert!(base.resolve(&base).unwrap().is_canonical());
        // Without a fragment to leave out, the view is the same.
        assert!(reference.without_fragment().is_canonical());
    }
}

/// (href-27 5.1, 7 and 7.2)
#[test]
fn what_a_cri_uses() {
    use uses::*;
    let words = [
        ("scheme-name", SCHEME_NAME),
        ("no-authority", NO_AUTHORITY),
        ("userinfo", USERINFO),
        ("pet", PET),
        ("zone", ZONE),
    ];
    let mut failures = Failures::default();
    for (revision, [name, _, input, expected]) in rows("uses.txt") {
        failures.equal(&at(revision, &name), expected, bits(parse(revision, &edn::bytes(&input)).uses(), &words));
    }
    failures.none();
    for revision in REVISIONS {
        // Both pieces of a path.
        for (base, reference) in
            [("[-1, [\"h\"], [[h'3a'], \"\"]]", "[1, [\"b\"]]"), ("[-1, [\"h\"], [\"a\", \"\"]]", "[1, [[h'3a']]]")]
        {
            let [base, reference] = [base, reference].map(edn::bytes);
            let view = [&base, &reference].map(|data| parse(revision, data));
            assert_eq!(view[0].resolve(&view[1]).unwrap().uses(), PET);
        }
    }
}

/// (R24, C1, C5, C7, C8; href 2 schemes)
#[test]
fn normal_forms() {
    let mut failures = Failures::default();
    for (revision, [name, _, input, normal]) in rows("normalize.txt") {
        let at = at(revision, &name);
        let (bytes, expected) = (edn::bytes(&input), edn::bytes(if normal == "=" { &input } else { &normal }));
        for (step, data) in [("once", &bytes), ("twice", &expected)] {
            let found = output(|out| parse(revision, data).normalize(out)).unwrap();
            failures.equal(&format!("{at} {step}"), hex(&expected), hex(&found));
        }
    }
    failures.none();
}
