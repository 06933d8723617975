// SPDX-License-Identifier: MIT OR Apache-2.0
//! Patterns of paths: what requests, routes and paths are; and a model over random patterns and paths.

use crate::support::cbor::{self, Value};
use crate::support::coap::{self, bytes_of};
use crate::support::edn as notation;
use crate::support::lib::{REVISIONS, edn, from_uri, parse};
use crate::support::model::{self, Piece};
use crate::support::random::{Random, rounds};
use crate::support::routes::{Captured, of_cri, of_options};
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

/// Options other than Uri-Path, malformed options, and requests to proxies (R17).
#[test]
fn requests() {
    let option = |number: u16, value: &[u8]| (number, value.to_vec());
    let request = [option(3, b"h"), option(7, b"\x16"), option(11, b"dev"), option(11, b"7"), option(11, b"led")];
    let around = [&request[..], &[option(12, b""), option(15, b"a"), option(15, b"{}"), option(60, b"x")]].concat();
    let found = of_options("/dev/{}/led", &coap::encode(&around, 0)).unwrap().unwrap();
    assert_eq!(found, (vec![Piece::Plain(b"7".to_vec())], vec![]));
    let found = of_options("/dev/{*}", &coap::encode(&around, 0)).unwrap().unwrap();
    assert_eq!(found.1, [Piece::Plain(b"7".to_vec()), Piece::Plain(b"led".to_vec())]);
    assert_eq!(of_options("/{*}", &[]), Ok(Some((vec![], vec![]))));
    assert_eq!(of_options("/{*}", &coap::encode(&[option(11, b"")], 0)), Ok(Some((vec![], vec![]))));
    for proxy in [35, 39, 235, 239] {
        for path in [&request[..2], &request[..]] {
            let options = coap::encode(&[path, &[option(proxy, b"a")]].concat(), 0);
            assert_eq!(of_options("/{*}", &options), Ok(None), "{proxy}");
            assert_eq!(of_options("/", &options), Ok(None), "{proxy}");
            assert_eq!(of_options("/dev/7/led", &options), Ok(None), "{proxy}");
        }
    }
    // Uri-Path-Abbrev (R29)
    let crts = coap::encode(&[option(13, b"\x01\x2d"), option(15, b"q")], 0);
    let [known, est, crts_text] = [".well-known", "est", "crts"].map(|text| Piece::Plain(text.into()));
    assert_eq!(of_options("/.well-known/est/{}", &crts), Ok(Some((vec![crts_text.clone()], vec![]))));
    assert_eq!(of_options("/{}/{}/{*}", &crts), Ok(Some((vec![known.clone(), est], vec![crts_text]))));
    assert_eq!(of_options("/", &crts), Ok(None));
    assert_eq!(of_options("/.well-known/{*}", b"\xd0\x00"), Ok(Some((vec![], vec![Piece::Plain(b"core".to_vec())]))));
    assert_eq!(of_options("/{}/core", b"\xd0\x00"), Ok(Some((vec![known], vec![]))));
    let wrong: [(&[u8], Error); 12] = [
        (b"\xb1a\x20", Error::CoapPathAbbrev),
        (b"\xd0\x00\x00", Error::CoapPathAbbrev),
        (b"\xd1\x00\x03", Error::CoapPathAbbrev),
        (b"\xd5\x00\0\0\0\0\0", Error::CoapPathAbbrev),
        (b"\xb1a\xb2", Error::Truncated),
        (b"\xb1a\x0d", Error::Truncated),
        (b"\xb1a\xff", Error::CoapOption),
        (b"\xb1a\x0f", Error::CoapOption),
        (b"\xb1a\xe0\xff\xfe", Error::CoapOption),
        (b"\xb1a\x01\xff", Error::Utf8),
        (b"\xb1a\x02..", Error::DotSegment),
        (&[&b"\xbd\xf3"[..], &[b'a'; 256]].concat(), Error::CoapLength),
    ];
    for (options, error) in wrong {
        assert_eq!(of_options("/a/{*}", options), Err(error), "{options:02x?}");
        assert_eq!(of_options("/b", options), Err(error), "{options:02x?}");
        // The pattern is checked first, as it does not depend on the request.
        assert_eq!(of_options("/b/{", options), Err(Error::Syntax), "{options:02x?}");
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

/// A random pattern that resembles a path, and what it says.
fn pattern(random: &mut Random, path: &[Piece]) -> (String, Model) {
    let rest = random.one_in(3);
    let keep = if rest || random.one_in(6) { random.below(path.len() + 1) } else { path.len() };
    let mut segments: Vec<_> = path[..keep]
        .iter()
        .map(|segment| (!random.one_in(3)).then(|| segment.parts().into_iter().flat_map(|(part, _)| part).collect()))
        .collect();
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
    (text, (segments, rest))
}

fn matched((segments, rest): &Model, path: &[Piece]) -> Option<Captured> {
    // As for CoAP, one empty segment is no segment.
    let path = if path == [Piece::Plain(vec![])] { &[] } else { path };
    let segments = if !rest && *segments == [Some(vec![])] { &[][..] } else { segments };
    if path.len() < segments.len() || (!rest && path.len() > segments.len()) {
        return None;
    }
    let mut captures = Vec::new();
    for (wanted, segment) in segments.iter().zip(path) {
        let octets: Vec<u8> = segment.parts().into_iter().flat_map(|(part, _)| part).collect();
        match wanted {
            None if segment.is_empty() => return None,
            None => captures.push(segment.clone()),
            Some(wanted) if *wanted != octets => return None,
            Some(_) => {}
        }
    }
    Some((captures, path[segments.len()..].to_vec()))
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
        let expected = matched(&says, &path);
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

/// A pattern cut or changed anywhere is one, or malformed; and nothing else goes wrong.
#[test]
fn changed_patterns() {
    let mut random = Random::new(81);
    let options = coap::encode(&[(11, b"dev".to_vec()), (11, b"a/".to_vec()), (11, "ü".into())], 0);
    let whole = "/dev/{}/%c3%bc/{*}".as_bytes();
    let (mut patterns, mut malformed) = (0, 0);
    for round in 0..rounds(200_000) {
        let mut text = whole.to_vec();
        for _ in 0..random.below(3) {
            let at = random.below(text.len());
            text[at] = random.pick(b"/{}*%.aZ09\xc3\xbc\0 ");
        }
        text.truncate(if round % 2 == 0 { text.len() } else { random.below(text.len() + 1) });
        match Pattern::new(&text) {
            Ok(pattern) => {
                assert!(pattern.match_coap(&options, |_, _| {}).is_ok());
                patterns += 1;
            }
            Err(error) => {
                assert_eq!(error, Error::Syntax);
                malformed += 1;
            }
        }
    }
    assert!(patterns > rounds(20_000) && malformed > rounds(20_000), "{patterns} {malformed}");
}
