// SPDX-License-Identifier: MIT OR Apache-2.0
//! The canonical form, the order and the hash, and the two limits of every buffer: input cut anywhere,
//! output of any size.

use crate::support::cbor::encoded;
use crate::support::lib::{REVISIONS, edn, encode, from_uri, parse, read, to_uri};
use crate::support::random::{self, Random, rounds};
use crate::support::small;
use crate::support::{hex, uri};
use cri::{Cri, Error, Output, Revision};
use std::cmp::Ordering;

fn random_encoding(random: &mut Random, revision: Revision) -> Vec<u8> {
    let full = random.one_in(2);
    let cri = random::cri(random, revision, full);
    random::encoding(random, revision, &cri)
}

/// R2: encode(parse(x)) equals x, is canonical, and encoding that changes nothing.
#[test]
fn canonical_form() {
    let mut random = Random::new(30);
    for round in 0..rounds(200_000) {
        let revision = REVISIONS[round % 2];
        let data = random_encoding(&mut random, revision);
        let cri = parse(revision, &data);
        let canonical = encode(&cri);
        let again = parse(revision, &canonical);
        assert_eq!(hex(&encode(&again)), hex(&canonical), "{}", hex(&data));
        assert_eq!((cri.equal(&again), again.equal(&cri)), (Ok(true), Ok(true)), "{}", hex(&data));
        assert_eq!(hex(&canonical), hex(&encoded(&read(&cri).canonical(revision))), "{}", hex(&data));
        assert_eq!((cri.hash(), edn(&cri)), (again.hash(), edn(&again)), "{}", hex(&data));
        assert!(canonical.len() <= data.len() + 8, "{}", hex(&data));
    }
}

fn fnv(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ *byte as u32).wrapping_mul(0x0100_0193))
}

/// Compares two views with what their canonical encodings say.
fn check_order(a: &Cri<'_>, b: &Cri<'_>, x: &[u8], y: &[u8]) {
    let order = x.cmp(y);
    assert_eq!(a.compare(b), Ok(order), "{} {}", hex(x), hex(y));
    assert_eq!(a.equal(b), Ok(order == Ordering::Equal), "{} {}", hex(x), hex(y));
    let mut abstracts = [read(a), read(b)];
    abstracts.iter_mut().for_each(|cri| cri.fragment = None);
    let revision = a.revision();
    let [x, y] = abstracts.map(|cri| cri.canonical(revision));
    assert_eq!(a.equal_ignoring_fragment(b), Ok(x == y), "{} {}", hex(&encoded(&x)), hex(&encoded(&y)));
}

/// R15: the order is that of the canonical encodings, which makes it total (the slices' is) and
/// consistent with equality and hash: over all pairs of small ones.
/// (RFC 8949 4.2.1)
#[test]
fn order_of_small_ones() {
    for revision in REVISIONS {
        let mut all = small::full(&["", "a"], 1);
        all.extend(small::references(&["", "a"], 1));
        let data: Vec<Vec<u8>> = all.iter().map(|cri| encoded(&cri.canonical(revision))).collect();
        let views: Vec<Cri<'_>> = data.iter().map(|data| parse(revision, data)).collect();
        for (a, x) in views.iter().zip(&data) {
            assert_eq!(a.hash(), fnv(x));
            for (b, y) in views.iter().zip(&data) {
                check_order(a, b, x, y);
            }
        }
    }
}

#[test]
fn order_of_random_ones() {
    let mut random = Random::new(31);
    for round in 0..rounds(2_000) {
        let revision = REVISIONS[round % 2];
        // Some are the same in another form, some differ in the middle.
        let one = random::cri(&mut random, revision, round % 3 > 0);
        let mut other = random::cri(&mut random, revision, round % 3 > 0);
        let mut changed = one.clone();
        match round % 4 {
            0 => changed.fragment = other.fragment.clone(),
            1 if one.is_full() == other.is_full() => std::mem::swap(&mut changed.query, &mut other.query),
            _ => {}
        }
        let data = [&one, &one, &changed, &other, &changed].map(|cri| random::encoding(&mut random, revision, cri));
        let views = data.each_ref().map(|data| parse(revision, data));
        let canonical = views.each_ref().map(encode);
        for (a, x) in views.iter().zip(&canonical) {
            assert_eq!(a.hash(), fnv(x));
            for (b, y) in views.iter().zip(&canonical) {
                check_order(a, b, x, y);
                for (c, z) in views.iter().zip(&canonical) {
                    let (ab, bc, ac) = (a.compare(b).unwrap(), b.compare(c).unwrap(), a.compare(c).unwrap());
                    assert!(ab.is_gt() || bc.is_gt() || ac.is_le(), "{} {} {}", hex(x), hex(y), hex(z));
                }
            }
        }
    }
}

/// Every cut of a valid encoding is truncated.
#[test]
fn truncation() {
    let mut random = Random::new(32);
    for round in 0..rounds(20_000) {
        let revision = REVISIONS[round % 2];
        let data = random_encoding(&mut random, revision);
        for end in 0..data.len() {
            let refusal = Cri::parse(revision, &data[..end]).expect_err("a cut CRI is none");
            assert_eq!((refusal.error, refusal.skip), (Error::Truncated, None), "{} {end}", hex(&data));
        }
    }
}

/// Runs an operation with every capacity from 0 to one more than needed.
fn every_capacity(name: &str, expected: &[u8], run: impl Fn(&mut Output<'_>) -> Result<(), Error>) {
    let needed = expected.len();
    for capacity in 0..=needed + 1 {
        let mut buffer = vec![0xa5; needed + 16];
        let mut output = Output::new(&mut buffer[..capacity]);
        let result = run(&mut output);
        assert_eq!(output.length(), needed, "{name} {capacity}");
        if capacity < needed {
            assert_eq!((result, output.written()), (Err(Error::Buffer), Err(Error::Buffer)), "{name} {capacity}");
        } else {
            assert_eq!((result, output.written()), (Ok(()), Ok(expected)), "{name} {capacity}");
        }
        let end = capacity.min(needed);
        assert!(buffer[end..].iter().all(|byte| *byte == 0xa5), "{name} {capacity}");
    }
}

#[test]
fn every_capacity_of_every_output() {
    let mut random = Random::new(33);
    for round in 0..rounds(4_000) {
        let revision = REVISIONS[round % 2];
        let data = random_encoding(&mut random, revision);
        let base = random::cri(&mut random, revision, true);
        let base = encoded(&base.canonical(revision));
        let (cri, base) = (parse(revision, &data), parse(revision, &base));
        // The view itself, and one in two pieces.
        for cri in [Some(cri), base.resolve(&cri).ok()].into_iter().flatten() {
            every_capacity("encode", &encode(&cri), |output| cri.encode(output));
            every_capacity("edn", edn(&cri).as_bytes(), |output| cri.to_edn(output));
            if let Ok(uri) = to_uri(&cri) {
                every_capacity("to-URI", uri.as_bytes(), |output| cri.to_uri(output));
            } else {
                let error = to_uri(&cri);
                for capacity in 0..80 {
                    let found = cri.to_uri(&mut Output::new(&mut vec![0; capacity][..]));
                    assert_eq!(found.err(), error.clone().err(), "{} {capacity}", hex(&data));
                }
            }
        }
        let uri = uri::random(&mut random, revision);
        let Ok(cbor) = from_uri(revision, &uri) else { continue };
        every_capacity(&uri, &cbor, |output| cri::from_uri(revision, uri.as_bytes(), output));
    }
}
