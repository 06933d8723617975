// SPDX-License-Identifier: MIT OR Apache-2.0
//! IRIs: straight to a CRI and back, as by way of a URI (href section 6, RFC 3987).

mod support;

use cri::{Error, Output, Revision};
use fluent_uri::IriRef;
use iri_string::types::IriReferenceStr;
use std::time::{Duration, Instant};
use support::iri::{misleading, private, to_iri_by_the_book, to_uri_by_the_book, ucschar};
use support::lib::{REVISIONS, from_uri, parse, to_uri};
use support::random::{Random, rounds};
use support::rows::{Failures, at, outcome, rows};
use support::{edn, hex, unhex, uri as model};

fn written(run: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<Vec<u8>, Error> {
    let mut none = Output::new(&mut []);
    let needed = match run(&mut none) {
        Ok(()) => 0,
        Err(Error::Buffer) => none.length(),
        Err(error) => return Err(error),
    };
    let mut buffer = vec![0xa5; needed];
    for capacity in if needed < 40 { 0..=needed } else { needed..=needed } {
        let mut output = Output::new(&mut buffer[..capacity]);
        assert_eq!(run(&mut output), if capacity < needed { Err(Error::Buffer) } else { Ok(()) });
        assert_eq!(output.length(), needed);
    }
    Ok(buffer)
}

fn from_iri(revision: Revision, iri: &[u8]) -> Result<Vec<u8>, Error> {
    written(|output| cri::from_iri(revision, iri, output))
}

fn to_iri(revision: Revision, cbor: &[u8]) -> Result<String, Error> {
    let cri = parse(revision, cbor);
    Ok(String::from_utf8(written(|output| cri.to_iri(output))?).expect("UTF-8"))
}

/// Both ways, and as by way of a URI.
/// (RFC 3987 2.2, 3.1, 3.2, 4.1)
#[test]
fn converts() {
    let mut failures = Failures::default();
    for (revision, [name, _, iri, cbor, back]) in rows("from-iri.txt") {
        let at = at(revision, &name);
        let octets = iri.strip_prefix("0x").map_or_else(|| iri.clone().into_bytes(), unhex);
        let expected = outcome(&cbor, "").map(edn::bytes);
        failures.equal(&at, expected.clone(), from_iri(revision, &octets));
        if let Ok(cbor) = expected {
            let uri = to_uri(&parse(revision, &cbor)).unwrap();
            let expected = outcome(&back, &iri).unwrap();
            failures.equal(&at, Ok(expected.to_string()), to_iri(revision, &cbor));
            failures.equal(&at, to_iri_by_the_book(&uri), expected.to_string());
        }
    }
    failures.none();
}

/// Every character, in a path and in a query.
/// (RFC 3987 2.2, 3.1, 3.2, 4.1)
#[test]
fn every_character() {
    for character in ('\u{80}'..=char::MAX).step_by(1) {
        let code = character as u32;
        for (mark, allowed) in [('/', ucschar(code)), ('?', ucschar(code) || private(code)), ('#', ucschar(code))] {
            let iri = format!("{mark}{character}");
            let mut buffer = [0; 16];
            let mut output = Output::new(&mut buffer);
            let result = cri::from_iri(Revision::Href27, iri.as_bytes(), &mut output);
            assert_eq!(result, if allowed { Ok(()) } else { Err(Error::UriSyntax) }, "{mark} U+{code:04X}");
            let uri = to_uri_by_the_book(&iri);
            let cbor = from_uri(Revision::Href27, &uri).unwrap();
            if allowed {
                assert_eq!(output.written(), Ok(&cbor[..]));
            }
            let shown = allowed && !misleading(code);
            let mut text = [0; 16];
            let mut output = Output::new(&mut text);
            parse(Revision::Href27, &cbor).to_iri(&mut output).unwrap();
            assert_eq!(
                output.written(),
                Ok(if shown { iri.as_bytes() } else { uri.as_bytes() }),
                "{mark} U+{code:04X}"
            );
        }
    }
}

/// A reference of URI pieces, with characters beyond ASCII strewn in.
fn random(random: &mut Random, revision: Revision) -> String {
    const BEYOND: [&str; 12] =
        ["é", "ü", "€", "𝄞", "\u{200e}", "\u{202e}", "\u{e000}", "\u{f0000}", "\u{fffd}", "\u{85}", "É", "\u{2067}"];
    let mut iri = model::random(random, revision);
    for _ in 0..random.below(4) {
        let at = random.below(iri.len() + 1);
        if iri.is_char_boundary(at) {
            iri.insert_str(at, random.pick(&BEYOND));
        }
    }
    iri
}

/// Both directions are the two steps of href section 6; what is an IRI reference is so for iri-string and
/// fluent-uri.
/// (href 6 iri)
#[test]
fn as_by_way_of_a_uri() {
    let mut source = Random::new(311);
    let (mut converted, mut refused) = (0, 0);
    for round in 0..rounds(200_000) {
        let revision = REVISIONS[round % 2];
        let iri = random(&mut source, revision);
        let valid = IriReferenceStr::new(&iri).is_ok();
        assert_eq!(valid, IriRef::parse(iri.as_str()).is_ok(), "{iri}");
        let direct = from_iri(revision, iri.as_bytes());
        if !valid {
            assert!(direct.is_err(), "{iri}");
            refused += 1;
            continue;
        }
        assert_eq!(direct, from_uri(revision, &to_uri_by_the_book(&iri)), "{iri}");
        let Ok(cbor) = direct else { continue };
        converted += 1;
        let uri = to_uri(&parse(revision, &cbor)).unwrap();
        let back = to_iri(revision, &cbor).unwrap();
        assert_eq!(back, to_iri_by_the_book(&uri), "{iri}: {}", hex(&cbor));
        assert!(IriReferenceStr::new(&back).is_ok(), "{back}");
        assert_eq!(from_iri(revision, back.as_bytes()), Ok(cbor), "{back}");
    }
    println!("{converted} converted, {refused} refused");
    assert!(converted > rounds(50_000) && refused > rounds(10_000));
}

/// (RFC 3986 7.5)
#[test]
fn leaves_user_information_out() {
    let cbor = |uri| from_uri(Revision::Href27, uri).unwrap();
    let redacted = |uri| {
        let cbor = cbor(uri);
        let cri = parse(Revision::Href27, &cbor);
        let mut scratch = [0; 64];
        let bare = cri.without_userinfo(&mut scratch).unwrap();
        String::from_utf8(written(|output| bare.to_uri(output)).unwrap()).unwrap()
    };
    assert_eq!(redacted("http://user:secret@h:8080/a?q#f"), "http://h:8080/a?q#f");
    assert_eq!(redacted("//u@/"), "///");
    assert_eq!(redacted("//u@[::1]"), "//[::1]");
    assert_eq!(redacted("http://h/u@h"), "http://h/u@h");
    assert_eq!(redacted("../a"), "../a");
}

#[test]
fn hostile_input_stays_linear() {
    for unit in ["é", "é/../", "%C3%A9", "%C3é", "\u{202e}", "é.", "é@", "\u{e000}"] {
        for prefix in ["/", "//", "?"] {
            let iri = prefix.to_string() + &unit.repeat((1 << 20) / unit.len());
            let start = Instant::now();
            let mut cbor = vec![0; 4 << 20];
            let mut output = Output::new(&mut cbor);
            if cri::from_iri(Revision::Href27, iri.as_bytes(), &mut output).is_ok() {
                let (cri, _) = cri::Cri::parse(Revision::Href27, output.written().unwrap()).unwrap();
                let mut text = vec![0; 4 << 20];
                let _ = std::hint::black_box(cri.to_iri(&mut Output::new(&mut text)));
            }
            assert!(start.elapsed() < Duration::from_secs(2), "{prefix}{unit}: {:?}", start.elapsed());
        }
    }
}
