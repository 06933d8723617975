// SPDX-License-Identifier: MIT OR Apache-2.0
//! A view in two pieces behaves as its encoding read back, and long heads as short ones.

use crate::derived::{forms, pairs};
use crate::support::cbor::encoded;
use crate::support::lib::{REVISIONS, encode, parse, read, to_uri};
use crate::support::random::{self, Random, rounds};
use crate::support::random_coap::coap_cri;
use crate::support::{hex, small};
use cri::{Cri, Error};

fn bytes(result: Result<Cri<'_>, Error>) -> Result<Vec<u8>, Error> {
    result.map(|cri| encode(&cri))
}

/// How heads are written makes no difference, whatever quick ways there are for the shortest ones; nor what the base is.
#[test]
fn long_heads_as_short_ones() {
    let mut random = Random::new(23);
    let segments = ["a", "", "%"];
    let all = [small::full(&segments, 2), small::references(&segments, 2)].concat();
    for round in 0..rounds(100_000) {
        let revision = REVISIONS[round % 2];
        let [base, reference] = [&all[random.below(all.len())], &all[random.below(all.len())]];
        let short = [base, reference].map(|cri| encoded(&cri.canonical(revision)));
        let long = short.clone().map(|data| [&[0x98, data[0] & 31], &data[1..]].concat());
        let [one, other] = short.each_ref().map(|data| parse(revision, data));
        let expected = parse(revision, &long[0]).resolve(&parse(revision, &long[1])).map(|cri| encode(&cri));
        let name = || format!("{revision:?} {} {}", hex(&short[0]), hex(&short[1]));
        assert_eq!(bytes(one.resolve(&other)), expected, "{}", name());
        assert_eq!(one.equal(&other), Ok(short[0] == short[1]), "{}", name());
        for (long, cri) in long.iter().zip([one, other]) {
            let read = parse(revision, long);
            assert_eq!((encode(&read), read.hash()), (encode(&cri), cri.hash()), "{}", name());
            assert_eq!((read.equal(&cri), to_uri(&read)), (Ok(true), to_uri(&cri)), "{}", name());
        }
    }
}

#[test]
fn two_pieces_as_one() {
    let mut random = Random::new(21);
    let (mut views, mut limits) = (0, 0);
    for round in 0..rounds(50_000) {
        let revision = REVISIONS[round % 2];
        let canonical = round % 4 < 2;
        let mut crafted = |full| {
            let coap = full && random.one_in(3);
            let cri = if coap { coap_cri(&mut random, revision) } else { random::cri(&mut random, revision, full) };
            if canonical { encoded(&cri.canonical(revision)) } else { random::encoding(&mut random, revision, &cri) }
        };
        let data = [crafted(true), crafted(false), crafted(true), crafted(false)];
        let [base, first, other, second] = data.each_ref().map(|data| parse(revision, data));
        let name = || data.each_ref().map(|data| hex(data)).join(" ");
        let Ok(view) = base.resolve(&first) else { continue };
        views += 1;
        let once = encode(&view);
        let whole = parse(revision, &once);
        assert_eq!(encode(&whole), once, "{}", name());
        if canonical {
            assert_eq!(read(&view), read(&whole), "{}", name());
        }
        assert_eq!(forms(&view), forms(&whole), "{}", name());
        for full in [&base, &other] {
            assert_eq!(pairs(&view, full), pairs(&whole, full), "{}", name());
            assert_eq!(pairs(full, &view), pairs(full, &whole), "{}", name());
        }
        match bytes(view.resolve(&second)) {
            Err(Error::Limit) => {
                limits += 1;
                // Only where both pieces are kept, and more segments follow.
                assert!(second.path_count() > 0 && first.path_count() > 0 && base.path_count() > 0, "{}", name());
            }
            result => assert_eq!(result, bytes(whole.resolve(&second)), "{}", name()),
        }
        // A reference that is itself a view of parts.
        let reference = base.relativize(&view).unwrap();
        let (again, parsed) = (encode(&reference), read(&reference));
        let reread = parse(revision, &again);
        assert_eq!(to_uri(&reference), to_uri(&reread), "{}", name());
        if canonical {
            assert_eq!(parsed, read(&reread), "{}", name());
        }
        match bytes(other.resolve(&reference)) {
            Err(Error::Limit) => limits += 1,
            result => assert_eq!(result, bytes(other.resolve(&reread)), "{}", name()),
        }
    }
    println!("{views} views, {limits} limits");
    assert!(views > rounds(25_000) && limits < views);
}
