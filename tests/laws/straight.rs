// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI text straight to options, and options to URI text: what the calls give that they stand for, with a CRI in between.

use crate::support::coap;
use crate::support::hex;
use crate::support::lib::{REVISIONS, from_uri, output, parse};
use crate::support::random::{Random, rounds};
use crate::support::uri;
use cri::{Endpoint, Error, Revision};

const ADDRESSES: [&[u8]; 4] =
    [&[1, 2, 3, 4], &[0; 16], b"\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x0a", b"\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01"];
const ZONES: [&[u8]; 4] = [b"", b"", b"en1", b"\xff"];
const PORTS: [u16; 6] = [5683, 5683, 5684, 80, 0, 61616];
const SCHEMES: [&str; 8] = ["coap", "coap", "CoAPs", "coap+TCP", "coaps+tcp", "coap+ws", "coaps+ws", "http"];

fn destination(random: &mut Random) -> Option<Endpoint<'static>> {
    let endpoint = Endpoint { address: random.pick(&ADDRESSES), zone: random.pick(&ZONES), port: random.pick(&PORTS) };
    (!random.one_in(3)).then_some(endpoint)
}

/// A number as an option's delta is.
fn after(random: &mut Random) -> u16 {
    random.pick(&[0, 0, 0, 1, 3, 5, 7, 11, 12, 15, 60])
}

const HOSTS: [&str; 16] = [
    "h",
    "Example.COM",
    "a..b",
    ".",
    "1.2.3.4",
    "%31.2.3.4",
    "127.1",
    "%41%62%2ec",
    "x!y",
    "%c3%BC.x",
    "[::]",
    "[2001:db8::a]",
    "[FE80::1]",
    "[fe80::1%25en1]",
    "[fe80::1%25%65n1]",
    "[fe80::1%25%ff]",
];
const SEGMENTS: [&str; 16] = [
    "",
    "",
    "a",
    "a",
    "bc",
    ".",
    "..",
    "%2e",
    "%2E%2e",
    "...",
    "x@y:z",
    "%2F",
    "%41%7e",
    "%c3%bc",
    "%20",
    "0123456789ab",
];
const ODD: [&str; 8] = ["%21", "%3D", "%ff", "%c3", "u@", "#f", "[v1.x]", "%zz"];

fn listed(random: &mut Random, separator: &str) -> String {
    let count = random.pick(&[1, 1, 2, 3, 5, 20]);
    (0..count).map(|_| random.pick(&SEGMENTS)).collect::<Vec<_>>().join(separator)
}

/// A URI of a CoAP scheme or, now and then, of another, whose components may be long.
fn coap_uri(random: &mut Random) -> String {
    let mut text = format!("{}://{}", random.pick(&SCHEMES), random.pick(&HOSTS));
    if random.one_in(3) {
        text += random.pick(&[":", ":5683", ":5684", ":80", ":0", ":61616", ":65536", ":080"]);
    }
    if !random.one_in(4) {
        text = text + "/" + &listed(random, "/");
    }
    if random.one_in(2) {
        text = text + "?" + &listed(random, "&");
    }
    text
}

/// A URI reference, mostly one that has options, now and then with something odd in it.
fn text(random: &mut Random, revision: Revision) -> String {
    let mut text = match random.below(8) {
        0 => uri::random(random, revision),
        1 => listed(random, "/"),
        _ => coap_uri(random),
    };
    let at = random.below(text.len() + 1);
    match random.below(8) {
        0 => text.insert_str(at, random.pick(&ODD)),
        1 => {
            let length = random.pick(&[11, 12, 13, 14, 20, 24, 100, 127, 128, 129, 200, 254, 255, 256, 257, 300]);
            let piece = random.pick(&["a", "%41", "%c3%a9", "a/", "/..", "..?"]);
            text.insert_str(at, &piece.repeat(length));
        }
        2 => text.insert(at, random.pick(b"a:/?#@[]%4. ") as char),
        _ => {}
    }
    text
}

/// Both succeed with the same, or both fail; how often they succeed is counted.
fn same<T: PartialEq + std::fmt::Debug>(
    found: &Result<T, Error>,
    expected: &Result<T, Error>,
    name: &str,
    succeeded: &mut usize,
) {
    match (found, expected) {
        (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{name}"),
        (Err(_), Err(_)) => return,
        _ => panic!("{name}: {found:?} for {expected:?}"),
    }
    *succeeded += 1;
}

/// What every buffer that is too small gets: the same length.
fn same_length(bytes: &[u8], run: impl Fn(&mut cri::Output<'_>) -> Result<(), Error>) {
    for capacity in [0, bytes.len() / 2, bytes.len().saturating_sub(1), bytes.len()] {
        let mut buffer = vec![0; capacity];
        let mut output = cri::Output::new(&mut buffer);
        assert_eq!(run(&mut output).is_ok(), capacity == bytes.len(), "{}", hex(bytes));
        assert_eq!(output.length(), bytes.len(), "{}", hex(bytes));
    }
}

#[test]
fn uri_to_coap_is_from_uri_and_to_coap() {
    let mut random = Random::new(50);
    let mut succeeded = 0;
    for round in 0..rounds(400_000) {
        let revision = REVISIONS[round % 2];
        let (text, destination, after) = (text(&mut random, revision), destination(&mut random), after(&mut random));
        let name = format!("{revision:?} {text} {destination:?} {after}");
        let run =
            |out: &mut cri::Output<'_>| cri::uri_to_coap(revision, text.as_bytes(), destination.as_ref(), after, out);
        let expected = from_uri(revision, &text)
            .and_then(|cbor| output(|out| parse(revision, &cbor).to_coap(destination.as_ref(), after, out)));
        same(&output(run), &expected, &name, &mut succeeded);
        if let Ok(bytes) = expected {
            same_length(&bytes, run);
        }
    }
    println!("{succeeded} have options");
    assert!(succeeded > rounds(60_000));
}

#[test]
fn uri_reference_to_coap_is_resolving_and_to_coap() {
    let mut random = Random::new(51);
    let mut succeeded = 0;
    for round in 0..rounds(400_000) {
        let revision = REVISIONS[round % 2];
        let Ok(base) = from_uri(revision, &text(&mut random, revision)) else { continue };
        let Ok(between) = from_uri(revision, &listed(&mut random, "/")) else { continue };
        let (base, between) = (parse(revision, &base), parse(revision, &between));
        // The path of a base that was resolved is in two pieces.
        let base = if random.one_in(2) { base.resolve(&between).unwrap_or(base) } else { base };
        let text = match random.below(8) {
            0 => "../".repeat(random.below(140)) + &text(&mut random, revision),
            1 => text(&mut random, revision),
            2 => format!("?{}", listed(&mut random, "&")),
            3 => coap_uri(&mut random).split_off(5),
            4 => format!("{}?{}", listed(&mut random, "/"), listed(&mut random, "&")),
            5 => random.pick(&["", "#f", "a#f", "/", "//", "///", ".//a", "/.//a"]).to_string(),
            _ => listed(&mut random, "/"),
        };
        let (destination, after) = (destination(&mut random), after(&mut random));
        let name = format!("{revision:?} {base:?} {text} {destination:?} {after}");
        let run = |out: &mut cri::Output<'_>| {
            cri::uri_reference_to_coap(&base, text.as_bytes(), destination.as_ref(), after, out)
        };
        let resolved = |cbor: Vec<u8>| output(|out| base.resolve_to(&parse(revision, &cbor), out));
        let expected = from_uri(revision, &text)
            .and_then(resolved)
            .and_then(|cbor| output(|out| parse(revision, &cbor).to_coap(destination.as_ref(), after, out)));
        same(&output(run), &expected, &name, &mut succeeded);
        if let Ok(bytes) = expected {
            same_length(&bytes, run);
        }
    }
    println!("{succeeded} have options");
    assert!(succeeded > rounds(40_000));
}

/// Options in ascending order, most of them such as requests have.
fn options(random: &mut Random, revision: Revision) -> Vec<u8> {
    const HOSTS: [&[u8]; 12] = [
        b"h",
        b"Example.com",
        b"a..b",
        b".",
        b"1.2.3.4",
        b"1.2.3.400",
        b"[::]",
        b"[fe80::1]",
        b"[2001:DB8::a]",
        b"a%b",
        b"\xc3\xa9",
        b"",
    ];
    const TEXTS: [&[u8]; 12] = [
        b"",
        b"",
        b"a",
        b"a b",
        b"/",
        b"?&=:@",
        b".",
        b"..",
        b"...",
        b"\xc3\xa9",
        b"\xff",
        b"0123456789012345678901234567890",
    ];
    let numbers = [3, 3, 7, 7, 11, 11, 11, 11, 13, 15, 15, 15, 1, 12, 35, 39, 235, 239, 60];
    let mut options = Vec::new();
    for (at, number) in numbers.into_iter().enumerate() {
        let often = match number {
            35 | 39 | 235 | 239 => 12,
            3 | 7 if at % 2 == 1 => 20,
            13 => 20,
            _ => 2,
        };
        if !random.one_in(often) {
            continue;
        }
        let value = match number {
            3 => random.pick(&HOSTS).to_vec(),
            7 => random
                .pick(&[&b""[..], b"\0", b"\x50", b"\x16\x33", b"\x16\x34", b"\xf0\xb0", b"\0\x50", b"abc"])
                .to_vec(),
            13 => random.pick(&[&b""[..], b"\x02", b"\x01\x2d", b"\x63"]).to_vec(),
            35 => text(random, revision).into_bytes(),
            39 => random.pick(&["coap", "HTTP", "ftp", "dtn", "x-Y.z", "1a", ""]).as_bytes().to_vec(),
            235 => from_uri(revision, &text(random, revision)).unwrap_or_else(|_| vec![0x82, 0x20]),
            239 => random
                .pick(&[&b""[..], b"\x02", b"\x03", b"\x04", b"\x10", b"\x18", b"\x03\xe8", b"\x04\x01", b"abcd"])
                .to_vec(),
            _ => random.pick(&TEXTS).to_vec(),
        };
        options.push((number, value));
    }
    options.sort_by_key(|option| option.0);
    let mut bytes = coap::encode(&options, 0);
    if random.one_in(40) {
        bytes.truncate(random.below(bytes.len() + 1));
    }
    bytes
}

fn asks_proxy(bytes: &[u8]) -> bool {
    let options = cri::coap::Options::new(bytes, 0).map_while(Result::ok);
    { options }.any(|(number, _)| matches!(number, 35 | 39 | 235 | 239))
}

#[test]
fn coap_to_uri_is_from_coap_and_to_uri() {
    let mut random = Random::new(52);
    let (mut succeeded, mut direct, mut proxied) = (0, 0, 0);
    for round in 0..rounds(400_000) {
        let revision = REVISIONS[round % 2];
        let (bytes, to) = (options(&mut random, revision), destination(&mut random));
        let scheme = random.pick(&[0, 0, 1, 6, 7, 8, 24, 25, 2]);
        let name = format!("{revision:?} {scheme} {} {to:?}", hex(&bytes));
        let to_uri = |cbor: Vec<u8>| output(|out| parse(revision, &cbor).to_uri(out));
        let run = |out: &mut cri::Output<'_>| cri::coap_to_uri(revision, scheme, &bytes, to, out);
        let cbor = output(|out| cri::from_coap(revision, scheme, &bytes, to, out));
        let expected = cbor.clone().and_then(to_uri);
        same(&output(run), &expected, &name, &mut succeeded);
        if let Ok(text) = &expected {
            same_length(text, run);
        }
        let run = |out: &mut cri::Output<'_>| cri::coap_to_uri_direct(revision, scheme, &bytes, to, out);
        let straight = output(|out| cri::from_coap_direct(revision, scheme, &bytes, to, out));
        if !asks_proxy(&bytes) {
            assert_eq!(straight, cbor, "{name}");
            same(&output(run), &expected, &name, &mut direct);
            if let Ok(text) = &expected {
                same_length(text, run);
            }
            continue;
        }
        assert!(output(run).is_err() && straight.is_err(), "{name}");
        // What precedes the option is no fault of the request.
        if expected.is_ok() {
            assert_eq!((output(run), straight), (Err(Error::CoapProxy), Err(Error::CoapProxy)), "{name}");
            proxied += 1;
        }
    }
    println!("{succeeded} have a URI, {direct} of them ask no proxy");
    assert!(direct > rounds(20_000) && proxied > rounds(8_000));
}
