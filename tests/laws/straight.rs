// SPDX-License-Identifier: MIT OR Apache-2.0
//! Direct conversions between URI text and options, compared with the same conversions in two calls by way of a CRI.

use crate::support::coap::{encode, rooted};
use crate::support::hex;
use crate::support::lib::{REVISIONS, from_uri, output, parse};
use crate::support::random::{Random, rounds};
use crate::support::random_coap::{self, coap_uri, listed, options, text};
use cri::coap::Proxy;
use cri::{Endpoint, Error, Output, Revision, SchemeNumber};

/// A destination whose address may have a zone identifier.
fn destination(random: &mut Random) -> Option<Endpoint<'static>> {
    let zone: &[u8] = random.pick(&[&b""[..], b"", b"en1", b"\xff"]);
    random_coap::destination(random).map(|destination| Endpoint { zone, ..destination })
}

/// Numbers of the option that precedes the converted options.
const AFTER: [u16; 11] = [0, 0, 0, 1, 3, 5, 7, 11, 12, 15, 60];

/// Checks that a call succeeds with the expected bytes and reports the same length for every buffer that is too small,
/// or that both fail. True if they succeed.
fn same(expected: &Result<Vec<u8>, Error>, name: &str, run: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> bool {
    let found = output(&run);
    let (Ok(bytes), Ok(_)) = (expected, &found) else {
        assert!(expected.is_err() && found.is_err(), "{name}: {found:?} for {expected:?}");
        return false;
    };
    assert_eq!(found, *expected, "{name}");
    for capacity in [0, bytes.len() / 2, bytes.len().saturating_sub(1), bytes.len()] {
        let mut buffer = vec![0; capacity];
        let mut output = Output::new(&mut buffer);
        assert_eq!((run(&mut output).is_ok(), output.position()), (capacity == bytes.len(), bytes.len()), "{name}");
    }
    true
}

/// The options of a CRI after its percent-encoded text is decoded.
fn decoded(revision: Revision, cbor: &[u8], to: Option<Endpoint<'_>>, after: u16) -> Result<Vec<u8>, Error> {
    let cbor = output(|out| parse(revision, cbor).decode_pet(out))?;
    output(|out| parse(revision, &cbor).to_coap(to.as_ref(), after, out))
}

#[test]
fn uri_to_coap_equals_from_uri_decode_pet_and_to_coap() {
    let mut random = Random::new(50);
    let mut succeeded = 0;
    for round in 0..rounds(400_000) {
        let revision = REVISIONS[round % 2];
        let (text, destination) = (text(&mut random, revision), destination(&mut random));
        let after = random.pick(&AFTER);
        let name = format!("{revision:?} {text} {destination:?} {after}");
        let expected = from_uri(revision, &text).and_then(|cbor| decoded(revision, &cbor, destination, after));
        succeeded += usize::from(same(&expected, &name, |out| {
            cri::coap::from_uri(revision, text.as_bytes(), destination.as_ref(), after, out)
        }));
    }
    println!("{succeeded} have options");
    assert!(succeeded > rounds(50_000));
}

#[test]
fn uri_reference_to_coap_equals_resolving_and_to_coap() {
    let mut random = Random::new(51);
    let mut succeeded = 0;
    for round in 0..rounds(400_000) {
        let revision = REVISIONS[round % 2];
        let Ok(base) = from_uri(revision, &text(&mut random, revision)) else { continue };
        let Ok(between) = from_uri(revision, &listed(&mut random, "/")) else { continue };
        let (base, between) = (parse(revision, &base), parse(revision, &between));
        // The path of a resolved base is in two pieces.
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
        let (destination, after) = (destination(&mut random), random.pick(&AFTER));
        let name = format!("{revision:?} {base:?} {text} {destination:?} {after}");
        let resolved = |cbor: Vec<u8>| output(|out| base.resolve_to(&parse(revision, &cbor), out));
        let expected =
            from_uri(revision, &text).and_then(resolved).and_then(|cbor| decoded(revision, &cbor, destination, after));
        succeeded += usize::from(same(&expected, &name, |out| {
            cri::coap::from_uri_reference(&base, text.as_bytes(), destination.as_ref(), after, out)
        }));
    }
    println!("{succeeded} have options");
    assert!(succeeded > rounds(40_000));
}

fn has_option(bytes: &[u8], is: impl Fn(u16) -> bool) -> bool {
    let options = cri::coap::Options::new(bytes, 0).map_while(Result::ok);
    { options }.any(|(number, _)| is(number))
}

#[test]
fn coap_to_uri_equals_from_coap_and_to_uri() {
    let mut random = Random::new(52);
    let (mut succeeded, mut direct, mut proxied) = (0, 0, 0);
    for round in 0..rounds(400_000) {
        let revision = REVISIONS[round % 2];
        let (bytes, to) = (options(&mut random, revision), destination(&mut random));
        let scheme = SchemeNumber::new(random.pick(&[0, 0, 1, 6, 7, 8, 24, 25, 2]));
        let name = format!("{revision:?} {scheme:?} {} {to:?}", hex(&bytes));
        let to_uri = |cbor: Vec<u8>| {
            let uri = output(|out| parse(revision, &cbor).to_uri(out))?;
            // R34, R50
            let scheme = uri.split(|byte| *byte == b':').next().unwrap();
            let of_coap = [&b"coap"[..], b"coaps", b"coap+tcp", b"coaps+tcp", b"coap+ws", b"coaps+ws"];
            let has_root = of_coap.contains(&scheme) || [&b"http"[..], b"https"].contains(&scheme);
            Ok(if has_root { rooted(uri) } else { uri })
        };
        let cbor = output(|out| cri::coap::to_cri_proxy(revision, scheme, &bytes, to.as_ref(), out));
        let expected = cbor.clone().and_then(to_uri);
        let run_by_cri = |out: &mut Output<'_>| cri::coap::to_uri_proxy(revision, scheme, &bytes, to.as_ref(), out);
        succeeded += usize::from(same(&expected, &name, run_by_cri));
        let run = |out: &mut Output<'_>| cri::coap::to_uri(revision, scheme, &bytes, to.as_ref(), out);
        let straight = output(|out| cri::coap::to_cri(revision, scheme, &bytes, to.as_ref(), out));
        if !has_option(&bytes, |number| Proxy::try_from(number).is_ok()) {
            assert_eq!(straight, cbor, "{name}");
            direct += usize::from(same(&expected, &name, run));
            continue;
        }
        assert!(output(run).is_err() && straight.is_err(), "{name}");
        // Options that precede the proxy option are not an error of the request.
        if expected.is_ok() {
            assert_eq!((output(run), straight), (Err(Error::CoapProxy), Err(Error::CoapProxy)), "{name}");
            proxied += 1;
        }
    }
    println!("{succeeded} have a URI, {direct} of them are not meant for a proxy");
    assert!(direct > rounds(20_000) && proxied > rounds(8_000));
}

/// A zone identifier of the endpoint is a mistake of the program, and one in the options is the client's (R47).
#[test]
fn a_zone_of_the_endpoint_is_no_fault_of_the_client() {
    let address = b"\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01";
    let to = Endpoint { address, zone: b"en1", port: 5683 };
    let code = |revision, options: &[u8]| {
        let to_uri =
            |out: &mut Output<'_>| cri::coap::to_uri_proxy(revision, SchemeNumber::COAP, options, Some(&to), out);
        output(to_uri).map_err(cri::coap::response_code)
    };
    let cri = [b"\x82\x20\x82\x50", &address[..], b"\x63en1"].concat();
    let zoned = encode(&[(235, cri)], 0); // Proxy-Cri
    for options in [&b"\xb1a"[..], b"\x39[fe80::1]\x81a"] {
        assert_eq!(code(Revision::Href13, options), Ok(b"coap://[fe80::1%25en1]/a".to_vec()));
        assert_eq!(code(Revision::Href27, options), Err(5 << 5));
        let by_server =
            |out: &mut Output<'_>| cri::coap::to_uri(Revision::Href27, SchemeNumber::COAP, options, Some(&to), out);
        assert_eq!(output(by_server), Err(Error::Argument));
    }
    assert_eq!(code(Revision::Href27, &zoned), Err(4 << 5));
}
