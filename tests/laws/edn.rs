// SPDX-License-Identifier: MIT OR Apache-2.0
//! Diagnostic notation: what is written reads back, and reading accepts what reading CBOR accepts (R25).

use crate::support::cbor::{Decoder, Value, encoded};
use crate::support::lib::{REVISIONS, encode, output, parse};
use crate::support::random::{self, Random, rounds};
use crate::support::random_edn::{notation, space};
use crate::support::small;
use crate::support::{hex, uri};
use cri::{Cri, EdnError, Error, Output, Revision, from_edn};

/// What a notation says; the same error for no buffer, and the length.
fn read(revision: Revision, edn: &[u8]) -> Result<Vec<u8>, EdnError> {
    let mut counter = Output::<u8>::new(&mut []);
    let counted = from_edn(revision, edn, &mut counter);
    let mut buffer = vec![0xa5; counter.length() + 8];
    let mut output = Output::new(&mut buffer);
    let read = from_edn(revision, edn, &mut output);
    match read {
        Ok(()) => {
            assert_eq!(counted.map_err(|error| error.error), Err(Error::Buffer));
            assert_eq!(counter.length(), output.length());
        }
        Err(error) => {
            assert_eq!(counted, Err(error), "{}", String::from_utf8_lossy(edn));
            assert!(error.offset <= edn.len());
        }
    }
    let length = output.length();
    read.map(|()| buffer[..length].to_vec())
}

fn plain(cri: &Cri<'_>) -> Vec<u8> {
    output(|out| cri.to_edn(out)).unwrap()
}

fn literal(cri: &Cri<'_>) -> Vec<u8> {
    output(|out| cri.to_edn_literal(out)).unwrap()
}

/// Whether an IRI without an apostrophe says the same.
fn has_literal(cri: &Cri<'_>, canonical: &[u8]) -> bool {
    output(|out| cri.to_iri(out)).is_ok_and(|iri| {
        !iri.contains(&b'\'')
            && output(|out| cri::from_iri(cri.revision(), &iri, out)).is_ok_and(|back| back == canonical)
    })
}

/// Checks both forms of a view. Returns whether there is a literal.
fn check(cri: &Cri<'_>) -> bool {
    let (revision, canonical) = (cri.revision(), encode(cri));
    let (plain, literal) = (plain(cri), literal(cri));
    let text = String::from_utf8(literal.clone()).expect("UTF-8");
    let is_literal = literal.starts_with(b"cri'");
    assert_eq!(is_literal, has_literal(cri, &canonical), "{revision:?} {text} {}", hex(&canonical));
    assert!(is_literal || plain == literal, "{text}");
    for notation in [&plain, &literal] {
        assert_eq!(read(revision, notation), Ok(canonical.clone()), "{revision:?} {text}");
    }
    is_literal
}

#[test]
fn small_ones_come_back() {
    for revision in REVISIONS {
        let mut all = small::full(&["", "a", "b:c"], 2);
        all.extend(small::references(&["", "a", "b:c"], 2));
        let literals = all.iter().filter(|cri| check(&parse(revision, &encoded(&cri.canonical(revision))))).count();
        println!("{revision:?}: {literals} of {} as literals", all.len());
        assert!(literals > all.len() / 4 && literals < all.len());
    }
}

#[test]
fn random_ones_come_back() {
    let mut random = Random::new(50);
    let mut literals = 0;
    for round in 0..rounds(50_000) {
        let revision = REVISIONS[round % 2];
        let full = random.one_in(2);
        let cri = random::cri(&mut random, revision, full);
        let data = random::encoding(&mut random, revision, &cri);
        let cri = parse(revision, &data);
        literals += check(&cri) as usize;
        // One in two pieces.
        let base = random::cri(&mut random, revision, true);
        let base = encoded(&base.canonical(revision));
        if let Ok(resolved) = parse(revision, &base).resolve(&cri) {
            literals += check(&resolved) as usize;
        }
    }
    println!("{literals} literals");
    assert!(literals > rounds(5_000));
}

/// What comes from a URI is a literal, unless it has an apostrophe.
#[test]
fn uris_are_literals() {
    let mut random = Random::new(51);
    let mut literals = 0;
    for round in 0..rounds(50_000) {
        let revision = REVISIONS[round % 2];
        let text = uri::random(&mut random, revision);
        let Ok(cbor) = output(|out| cri::from_uri(revision, text.as_bytes(), out)) else { continue };
        let cri = parse(revision, &cbor);
        let iri = output(|out| cri.to_iri(out)).unwrap();
        assert_eq!(check(&cri), !iri.contains(&b'\''), "{text}");
        literals += 1;
    }
    assert!(literals > rounds(25_000));
}

#[test]
fn registered_schemes_are_literals() {
    for revision in REVISIONS {
        let named = (0..1 << 17).filter_map(|number| cri::scheme::name(revision, number).map(|name| (number, name)));
        for (number, name) in named {
            let data = encoded(&Value::Array(vec![Value::Nint(number)]));
            let wanted = format!("cri'{name}:'").into_bytes();
            assert_eq!(literal(&parse(revision, &data)), wanted);
            let data = encoded(&Value::Array(vec![Value::Text(name.as_bytes().to_vec())]));
            assert_eq!(literal(&parse(revision, &data)), format!("[\"{name}\"]").into_bytes());
        }
    }
}

/// What a notation of an item gives is what reading the item gives: the same CRI in canonical form, or no CRI for the same
/// kind of reason.
#[test]
fn reads_as_cbor_does() {
    let mut random = Random::new(52);
    let (mut accepted, mut refused, mut same) = (0, 0, 0);
    for round in 0..rounds(150_000) {
        let revision = REVISIONS[round % 2];
        let full = random.one_in(2);
        let cri = random::cri(&mut random, revision, full);
        let mut data = random::encoding(&mut random, revision, &cri);
        if round % 4 > 1 {
            random::mutate(&mut random, &mut data);
        }
        let mut decoder = Decoder::new(&data);
        let Ok(value) = decoder.value() else { continue };
        let data = &data[..decoder.pos];
        let mut text = String::new();
        space(&mut random, &mut text, false);
        if !notation(&mut random, &mut text, &value) {
            continue;
        }
        space(&mut random, &mut text, false);
        let found = read(revision, text.as_bytes());
        match Cri::parse(revision, data) {
            Ok((cri, _)) => {
                assert_eq!(found, Ok(encode(&cri)), "{revision:?} {text}");
                accepted += 1;
            }
            Err(refusal) => {
                let error = found.expect_err(&text).error;
                assert!(refusal.error.is_unprocessable() && error.is_unprocessable(), "{revision:?} {text} {error}");
                same += (error == refusal.error) as usize;
                refused += 1;
            }
        }
    }
    println!("{accepted} accepted, {refused} refused, {same} for the same reason");
    assert!(accepted > rounds(50_000) && refused > rounds(5_000) && same > refused * 9 / 10);
}

/// Notation that is cut before its end is none; what is changed anywhere is refused or read, and comes back.
#[test]
fn cut_and_changed() {
    let mut random = Random::new(53);
    let (mut read_all, mut changed_read) = (0, 0);
    for round in 0..rounds(5_000) {
        let revision = REVISIONS[round % 2];
        let full = random.one_in(2);
        let cri = random::cri(&mut random, revision, full);
        let mut text = String::new();
        assert!(notation(&mut random, &mut text, &cri.canonical(revision)));
        let mut text = text.into_bytes();
        for end in 0..text.len() {
            assert!(read(revision, &text[..end]).is_err(), "{} {end}", String::from_utf8_lossy(&text));
        }
        assert!(read(revision, &text).is_ok());
        read_all += 1;
        for _ in 0..1 + random.below(3) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => drop(text.remove(at)),
                1 => text[at] = random.pick(b" ,[]\"'\\/#*0x-h(9_+`<>{}\r\n\x00\x7f\xc3\xff"),
                _ => text.insert(at, random.pick(b" ,[]\"'\\/#*0x-h(9_+`<>{}\r\n\x00\x7f\xc3\xff")),
            }
            if text.is_empty() {
                break;
            }
        }
        if let Ok(bytes) = read(revision, &text) {
            check(&parse(revision, &bytes));
            assert_eq!(encode(&parse(revision, &bytes)), bytes);
            changed_read += 1;
        }
    }
    println!("{read_all} read, {changed_read} changed");
    assert!(changed_read > rounds(300));
}
