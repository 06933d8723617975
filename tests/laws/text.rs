// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI text: conversion is normalisation, and resolution of CRIs is resolution of URIs.

use crate::support::cbor::encoded;
use crate::support::lib::{REVISIONS, encode, from_uri, parse, read, to_uri};
use crate::support::model::{Abstract, Host, Leading, Piece};
use crate::support::random::{Random, rounds};
use crate::support::rfc3986::parsed;
use crate::support::small;
use crate::support::{hex, uri};
use cri::{Error, Revision};
use fluent_uri::UriRef;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr};

/// R12: to-URI(from-URI(u)) is u normalised.
/// (href 6 from-uri)
#[test]
fn conversion_is_normalisation() {
    let mut random = Random::new(40);
    let (mut converted, mut refused) = (0, 0);
    for round in 0..rounds(400_000) {
        let revision = REVISIONS[round % 2];
        let text = uri::random(&mut random, revision);
        assert!(UriReferenceStr::new(&text).is_ok(), "{text} is no URI reference");
        let Some(normal) = uri::normalize(&text) else {
            assert_eq!(from_uri(revision, &text), Err(Error::NoCri), "{text}");
            refused += 1;
            continue;
        };
        let cbor = from_uri(revision, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let cri = parse(revision, &cbor);
        assert_eq!(hex(&encode(&cri)), hex(&cbor), "{text}: not canonical");
        assert_eq!(to_uri(&cri), Ok(normal.clone()), "{revision:?} {text}: {}", hex(&cbor));
        check_pet(&read(&cri), revision, &text);
        assert_eq!(from_uri(revision, &normal), Ok(cbor), "{revision:?} {text}: {normal}");
        converted += 1;
    }
    println!("{converted} converted, {refused} refused");
    assert!(refused * 10 < converted);
}

/// R13: an ASCII character is PET only where it would otherwise come out literally.
fn check_pet(cri: &Abstract, revision: Revision, text: &str) {
    let check = |piece: &Piece, literal: &str| {
        for (octets, _) in piece.parts().iter().filter(|part| part.1) {
            let needed = |octet: &u8| !octet.is_ascii() || literal.as_bytes().contains(octet);
            assert!(octets.iter().all(needed), "{revision:?} {text}: {}", hex(octets));
        }
    };
    if let Leading::Host(authority) = &cri.authority {
        let colon = if revision == Revision::Href27 { "!$&'()*+,;=:" } else { "!$&'()*+,;=" };
        authority.userinfo.iter().for_each(|userinfo| check(userinfo, colon));
        if let Host::Name(labels) = &authority.host {
            labels.iter().for_each(|label| check(label, "!$&'()*+,;="));
        }
    }
    cri.path.iter().flatten().for_each(|segment| check(segment, "!$&'()*+,;=:@"));
    cri.query.iter().flatten().for_each(|parameter| check(parameter, "!$'()*+,;=:@/?"));
    cri.fragment.iter().for_each(|fragment| check(fragment, "!$&'()*+,;=:@/?"));
}

/// Checks one text of any kind: iri-string decides whether it is a URI reference, and what is one
/// converts to its normal form or has a reason not to.
fn check_syntax(revision: Revision, text: &str) -> bool {
    let found = from_uri(revision, text);
    let Ok(_) = UriReferenceStr::new(text) else {
        assert!(found.is_err(), "{text} is no URI reference");
        return false;
    };
    match (found, uri::normalize(text)) {
        (Ok(cbor), normal) => assert_eq!(to_uri(&parse(revision, &cbor)).ok(), normal, "{revision:?} {text}"),
        (Err(Error::NoCri), None) => {}
        (Err(Error::NoCri), _) => assert!(revision == Revision::Href13 && text.contains('@'), "{text}"),
        (Err(error), _) => assert_eq!(error, Error::UriPort, "{text}"),
    }
    true
}

/// All texts of up to 6 characters out of those that mean something.
#[test]
fn syntax_of_small_texts() {
    const CHARACTERS: &[u8; 11] = b"a:/?#@[]%4.";
    for revision in REVISIONS {
        let (mut texts, mut valid) = (0, 0);
        for length in 0..=6 {
            for number in 0..CHARACTERS.len().pow(length) {
                let mut rest = number;
                let mut text = String::new();
                for _ in 0..length {
                    text.push(CHARACTERS[rest % CHARACTERS.len()] as char);
                    rest /= CHARACTERS.len();
                }
                texts += 1;
                valid += check_syntax(revision, &text) as usize;
            }
        }
        println!("{texts} texts, {valid} of them URI references");
    }
}

/// Random references with characters changed.
#[test]
fn syntax_of_mutated_texts() {
    let mut random = Random::new(43);
    let mut valid = 0;
    for round in 0..rounds(200_000) {
        let revision = REVISIONS[round % 2];
        let mut text = uri::random(&mut random, revision);
        // IPvFuture and zones are other matters; a letter `v` in a literal would begin one.
        for _ in 0..1 + random.below(3) {
            let at = random.below(text.len() + 1);
            match random.below(3) {
                0 if at < text.len() => drop(text.remove(at)),
                1 => text.truncate(at),
                _ => text.insert(at, random.pick(b"a:/?#@[]%4.0 \"<>\\^`{|}~-") as char),
            }
        }
        valid += check_syntax(revision, &text) as usize;
    }
    println!("{valid} valid");
    assert!(valid > rounds(50_000));
}

/// The test's own normaliser agrees with iri-string's where that does the same: URIs with authority and
/// without an IPv6 address, a port or a dot that comes out of a triplet.
#[test]
fn the_normaliser_agrees_with_iri_string() {
    let mut random = Random::new(41);
    let mut compared = 0;
    while compared < rounds(50_000) {
        let text = uri::random(&mut random, Revision::Href27);
        let parts = parsed(&text);
        let (Some(_), Some(authority)) = (parts.scheme, parts.authority) else { continue };
        let colon = authority.userinfo.is_some_and(|userinfo| userinfo.contains(':'));
        if authority.host.starts_with('[') || authority.port.is_some() || colon {
            continue;
        }
        let theirs = iri_string::types::UriStr::new(&text).unwrap().normalize().to_string();
        assert_eq!(uri::normalize(&text), Some(theirs), "{text}");
        compared += 1;
    }
}

/// What iri-string resolves a reference to.
fn by_iri_string(base: &str, reference: &str) -> String {
    let base = UriAbsoluteStr::new(base).unwrap_or_else(|_| panic!("{base} is no base"));
    UriReferenceStr::new(reference).unwrap().resolve_against(base).to_string()
}

/// What fluent-uri resolves a reference to.
fn by_fluent_uri(base: &str, reference: &str) -> Option<String> {
    let base = fluent_uri::Uri::parse(base).unwrap();
    UriRef::parse(reference).unwrap().resolve_against(&base).ok().map(|uri| uri.to_string())
}

/// Whether a base is one for which CRI resolution is RFC 3986 resolution. Known differences: a rootless
/// path (`a:b/c` with `../d`), and neither authority nor path (`a:` with `b`): RFC 3986 makes rootless
/// what CRI roots.
fn alike(base: &str) -> bool {
    let parts = parsed(base);
    parts.scheme.is_some() && (parts.authority.is_some() || parts.path.starts_with('/'))
}

#[test]
fn resolution_is_that_of_uris() {
    let mut random = Random::new(42);
    let (mut same, mut refused) = (0, 0);
    for round in 0..rounds(400_000) {
        let revision = REVISIONS[round % 2];
        let base = uri::random(&mut random, revision);
        // The base without its fragment (RFC 3986 section 5.1; R7 keeps it for an empty reference).
        let Some(base) = uri::normalize(base.split('#').next().unwrap()).filter(|base| alike(base)) else { continue };
        let mut reference = uri::random(&mut random, revision);
        let Some(normal) = uri::normalize(&reference) else { continue };
        if reference.to_lowercase().contains("%2e") {
            // Percent-encoded dot segments are such only after normalisation.
            reference = normal;
        }
        let name = format!("{revision:?} {base} with {reference}");
        let data = [&base, &reference].map(|text| from_uri(revision, text).unwrap());
        let [one, other] = data.each_ref().map(|data| parse(revision, data));
        let (a, b) = (by_iri_string(&base, &reference), by_fluent_uri(&base, &reference));
        match one.resolve(&other) {
            Ok(result) => {
                let found = to_uri(&result).unwrap_or_else(|error| panic!("{name}: {error}"));
                // A network-path reference has no scheme to know a default port by (R12).
                let network = other.authority().is_some() && !other.is_full();
                let found = if network { uri::normalize(&found).unwrap() } else { found };
                assert_eq!(uri::normalize(&a), Some(found.clone()), "{name}: iri-string");
                assert_eq!(b.and_then(|b| uri::normalize(&b)), Some(found), "{name}: fluent-uri");
                same += 1;
            }
            Err(error) => {
                // R4: what would be `a://b` with an empty first segment.
                assert_eq!(error, Error::NotValid, "{name}");
                let path = parsed(&a).path;
                assert!(parsed(&base).authority.is_none(), "{name}: {a}");
                assert!(path.starts_with("/.//") || parsed(&a).authority.is_some(), "{name}: {a}");
                refused += 1;
            }
        }
    }
    println!("{same} resolved alike, {refused} refused (R4)");
    assert!(same > rounds(100_000));
}

/// R11: a reference that has a URI form means the same there, for every base that has a URI and no
/// fragment, but for the known differences.
#[test]
fn references_mean_the_same_as_their_text() {
    const BASES: [&str; 9] =
        ["z://h", "z://h/", "z://h/x", "z://h/x/y/", "z://h?q", "z:/", "z:/x", "z:/x/y?q", "z://h/x//y/"];
    for revision in REVISIONS {
        let bases = BASES.map(|base| from_uri(revision, base).unwrap());
        let mut count = 0;
        for reference in small::references(&["", "a", "b:c"], 2) {
            let data = encoded(&reference.canonical(revision));
            let view = parse(revision, &data);
            let Ok(text) = to_uri(&view) else { continue };
            count += 1;
            for (base, cbor) in BASES.iter().zip(&bases) {
                let theirs = by_iri_string(base, &text);
                match parse(revision, cbor).resolve(&view) {
                    Ok(result) => assert_eq!(to_uri(&result), Ok(theirs), "{} {base} {text}", hex(&data)),
                    Err(error) => {
                        assert_eq!(error, Error::NotValid);
                        assert!(theirs.starts_with("z:/.//") || theirs.starts_with("z://"), "{base} {text}: {theirs}");
                    }
                }
            }
        }
        println!("{revision:?}: {count} references with a URI form");
        assert!(count > rounds(500));
    }
}
