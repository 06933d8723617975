// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks agree with the operations that they are about; and normalising.

use crate::support::lib::{REVISIONS, from_uri, output, parse, to_uri};
use crate::support::model::{Abstract, Host, Leading, Piece};
use crate::support::random::{self, Random, rounds};
use crate::support::rfc3986::parsed;
use crate::support::{hex, uri};
use cri::{Cri, Error, Part, Revision};

fn check_text(revision: Revision, text: &[u8]) -> bool {
    let name = || format!("{revision:?} {}", String::from_utf8_lossy(text));
    let found = output(|out| cri::from_uri(revision, text, out)).map(|_| ());
    let place = cri::from_uri_where(revision, text);
    assert_eq!(found, place.map_err(|fault| fault.error), "{}", name());
    let by_iri = output(|out| cri::from_iri(revision, text, out)).map(|_| ());
    let iri_place = cri::from_iri_where(revision, text);
    assert_eq!(by_iri, iri_place.map_err(|fault| fault.error), "{}", name());
    for fault in [place.err(), iri_place.err()].into_iter().flatten() {
        assert!(fault.offset <= text.len(), "{} {fault:?}", name());
        let syntax = matches!(fault.error, Error::UriSyntax | Error::UriNotAscii | Error::Utf8);
        assert!(fault.offset < text.len() || !syntax, "{} {fault:?}", name());
        // What comes before an invalid character may be valid as it is, or as user information; but for an open IP
        // literal.
        if syntax && !text.contains(&b'[') {
            let before = &text[..fault.offset];
            let valid = |text: &[u8]| {
                let read = cri::from_iri_where(revision, text).map_err(|fault| fault.error);
                !matches!(read, Err(Error::UriSyntax | Error::Utf8))
            };
            assert!(valid(before) || valid(&[before, b"@"].concat()), "{} {fault:?}", name());
        }
        let byte = text.get(fault.offset).copied();
        match (fault.error, fault.part) {
            (Error::UriPort, part) => assert!(part == Part::Port && byte.unwrap().is_ascii_digit(), "{}", name()),
            (Error::Zone, part) => assert!(part == Part::Zone && byte == Some(b'%'), "{}", name()),
            (Error::UriHost, Part::Zone) => assert_eq!(byte, Some(b'%'), "{}", name()),
            (Error::UriHost, part) => assert!(part == Part::Host && byte == Some(b'['), "{}", name()),
            (Error::NoCri, Part::Userinfo) => assert_eq!(byte, Some(b':'), "{}", name()),
            (Error::NoCri, part) => assert_eq!(part, Part::Path, "{}", name()),
            _ => {}
        }
    }
    place.is_err()
}

#[test]
fn where_text_has_no_cri() {
    const LITERALS: [&str; 5] = ["[v1.a]", "[fe80::1%25a]", "[fe80::1%25%ff]", "[::1", "[]"];
    let mut random = Random::new(61);
    let mut refused = 0;
    for round in 0..rounds(200_000) {
        let revision = REVISIONS[round % 2];
        // With the user information that revision 13 refuses.
        let mut text = uri::random(&mut random, Revision::Href27).into_bytes();
        for _ in 0..random.below(4) {
            let at = random.below(text.len() + 1);
            match random.below(5) {
                0 if at < text.len() => drop(text.remove(at)),
                1 => text.truncate(at),
                2 => drop(text.splice(at..at, random.pick(&LITERALS).bytes())),
                3 => drop(text.splice(at..at, random.pick(&["é", "\u{e000}", "../", "/.//", ":0"]).bytes())),
                _ => text.insert(at, random.pick(b"a:/?#@[]%4.0 \"\0<>\\^`{|}~-\xff\xc3")),
            }
        }
        refused += check_text(revision, &text) as usize;
    }
    assert!(refused > rounds(50_000));
}

/// A random CRI or reference, with upper-case letters in its host name.
fn random_cri(random: &mut Random, revision: Revision, full: bool) -> Abstract {
    let mut cri = random::cri(random, revision, full);
    if let Leading::Host(authority) = &mut cri.authority
        && let Host::Name(labels) = &mut authority.host
    {
        for label in labels {
            match label {
                Piece::Plain(text) => text.make_ascii_uppercase(),
                Piece::Pet(parts) => {
                    parts.iter_mut().filter(|part| !part.1).for_each(|part| part.0.make_ascii_uppercase())
                }
            }
        }
    }
    cri
}

fn normal(cri: &Cri<'_>) -> Vec<u8> {
    output(|out| cri.normalize(out)).expect("normalising does not fail")
}

/// Whether the path of a CoAP or HTTP URI is a slash.
fn is_lone_slash(uri: &str) -> bool {
    const SCHEMES: [&str; 8] = ["coap", "coaps", "http", "https", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"];
    let parts = parsed(uri);
    parts.path == "/" && SCHEMES.contains(&parts.scheme.unwrap_or(""))
}

/// Idempotent; and what from-URI makes of the URI, but for a path of one empty segment (C8).
/// (R24, R12, R13; href-27 3 distinct: a normal form is what comes of its URI)
#[test]
fn normalising_is_what_conversion_does() {
    let mut random = Random::new(62);
    let (mut converted, mut lone) = (0, 0);
    for round in 0..rounds(300_000) {
        let revision = REVISIONS[round % 2];
        let full = !random.one_in(3);
        let cri = random_cri(&mut random, revision, full);
        let data = random::encoding(&mut random, revision, &cri);
        let view = parse(revision, &data);
        let once = normal(&view);
        let name = || format!("{revision:?} {} {}", hex(&data), hex(&once));
        let again = parse(revision, &once);
        assert!(again.is_canonical(), "{}", name());
        assert_eq!(normal(&again), once, "{}", name());
        // A reference's URI does not show whether an empty section is set.
        let Some(uri) = to_uri(&view).ok().filter(|_| full) else { continue };
        let Ok(back) = from_uri(revision, &uri) else {
            panic!("{}: {uri}", name());
        };
        converted += 1;
        if is_lone_slash(&uri) {
            lone += 1;
            assert_eq!(normal(&parse(revision, &back)), once, "{}: {uri}", name());
        } else {
            assert_eq!(back, once, "{}: {uri}", name());
        }
    }
    println!("{converted} converted, {lone} of them with a lone slash");
    assert!(converted > rounds(100_000) && lone > rounds(300));
}
