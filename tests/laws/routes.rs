// SPDX-License-Identifier: MIT OR Apache-2.0
//! Patterns of paths: what requests, routes and paths are; and a model over random patterns and paths.

use crate::support::cbor::{self, Value};
use crate::support::coap::{self, bytes_of};
use crate::support::edn as notation;
use crate::support::lib::{REVISIONS, edn, from_uri, parse};
use crate::support::model::{self, Piece};
use crate::support::random::{Random, rounds};
use crate::support::routes::{captured, of_cri, of_options};
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

/// What a pattern says, decoded: None captures a segment. And whether a rest follows.
type Model = (Vec<Option<Vec<u8>>>, bool);

fn octets(segment: &Piece) -> Vec<u8> {
    segment.parts().into_iter().flat_map(|(part, _)| part).collect()
}

/// A random pattern that resembles a path, and what it says.
fn pattern(random: &mut Random, path: &[Piece]) -> (String, Model) {
    let rest = random.one_in(3);
    let keep = if rest || random.one_in(6) { random.below(path.len() + 1) } else { path.len() };
    let mut segments: Vec<_> =
        path[..keep].iter().map(|segment| (!random.one_in(3)).then(|| octets(segment))).collect();
    if random.one_in(8) {
        segments.push(Some(b"more".to_vec()));
    }
    let mut text = String::new();
    for segment in &segments {
        text.push('/');
        match segment {
            None => text.push_str("{}"),
            Some(octets) => {
                for octet in octets {
                    match octet {
                        _ if model::unreserved(*octet) && !random.one_in(5) && *octet != b'.' => {
                            text.push(*octet as char)
                        }
                        _ if random.one_in(2) => text.push_str(&format!("%{octet:02x}")),
                        _ => text.push_str(&format!("%{octet:02X}")),
                    }
                }
            }
        }
    }
    if rest {
        text.push_str("/{*}");
    }
    if text.is_empty() {
        text.push('/');
    }
    if text == "/" {
        segments.clear();
    }
    (text, (segments, rest))
}

/// As the model; and matching the options of a CRI is matching the CRI.
#[test]
fn options_and_cris_match_alike() {
    let mut random = Random::new(80);
    let (mut matches, mut alike) = (0, 0);
    for round in 0..rounds(100_000) {
        let revision = REVISIONS[round % 2];
        let path: Vec<Piece> = (0..random.below(5))
            .map(|_| match random.below(12) {
                0 => Piece::Plain(vec![]),
                1 if round % 8 == 0 => Piece::Pet(vec![(b"a".to_vec(), false), (b";".to_vec(), true)]),
                2 => Piece::Plain("a/b ü{}".into()),
                3 => Piece::Plain("0123456789abcdef".into()),
                _ => Piece::Plain(vec![random.pick(b"abc")]),
            })
            .collect();
        let value = Value::Array(path.iter().map(Piece::value).collect());
        let (text, says) = pattern(&mut random, &path);
        // Mostly the path that the pattern was made of.
        let other = [path.clone(), vec![Piece::Plain(b"c".to_vec())]].concat();
        let (path, value) = match random.one_in(5) {
            true => (other.clone(), Value::Array(other.iter().map(Piece::value).collect())),
            false => (path, value),
        };
        let is = |segment: &Piece, wanted: &[u8]| octets(segment) == wanted;
        let expected = captured(&path, &Piece::Plain(vec![]), is, &says.0, says.1);
        matches += expected.is_some() as usize;
        let full = Value::Array(vec![Value::Nint(0), Value::Array(vec![Value::Text(b"h".to_vec())]), value]);
        let bytes = cbor::encoded(&full);
        let cri = parse(revision, &bytes);
        assert_eq!(of_cri(&text, &cri), Ok(expected.clone()), "{text} {}", edn(&cri));
        let Ok(options) = bytes_of(&cri, None, 0) else { continue };
        assert_eq!(of_options(&text, &options), Ok(expected), "{text} {}", edn(&cri));
        alike += 1;
    }
    println!("{matches} matches, {alike} with options");
    assert!(matches > rounds(50_000) && alike > rounds(80_000));
}
