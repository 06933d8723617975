// SPDX-License-Identifier: MIT OR Apache-2.0
//! A view in two pieces behaves like its encoding when read back, as a base, as a target and as a reference.

use crate::laws::derived::{forms, pairs, written};
use crate::support::cbor::encoded;
use crate::support::hex;
use crate::support::lib::{REVISIONS, encode, parse, read};
use crate::support::random::{self, Random, rounds};
use crate::support::random_coap::coap_cri;
use cri::{Cri, Error};

fn bytes(result: Result<Cri<'_>, Error>) -> Result<Vec<u8>, Error> {
    result.map(|cri| encode(&cri))
}

/// (href 5 inverse)
#[test]
fn a_path_in_two_pieces_behaves_like_one() {
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
        // The target has the same base, so that the reference to it is short.
        let near = base.resolve(&second).unwrap_or(other);
        assert_eq!(pairs(&whole, &view), pairs(&whole, &whole), "{}", name());
        for full in [&base, &other, &near] {
            assert_eq!(pairs(&view, full), pairs(&whole, full), "{}", name());
            assert_eq!(pairs(full, &view), pairs(full, &whole), "{}", name());
        }
        assert_eq!(written(&view, &second), bytes(whole.resolve(&second)), "{}", name());
        match bytes(view.resolve(&second)) {
            Err(Error::Pieces) => {
                limits += 1;
                // This happens only if both pieces are kept and more segments follow.
                assert!(second.path_count() > 0 && first.path_count() > 0 && base.path_count() > 0, "{}", name());
            }
            result => assert_eq!(result, bytes(whole.resolve(&second)), "{}", name()),
        }
        // Some references are views in two pieces.
        for from in [&base, &near] {
            let reference = from.relativize(&view).unwrap();
            let again = encode(&reference);
            let reread = parse(revision, &again);
            assert_eq!(written(from, &reference).as_ref(), Ok(&once), "{}", name());
            assert_eq!(forms(&reference), forms(&reread), "{}", name());
            if canonical {
                assert_eq!(read(&reference), read(&reread), "{}", name());
            }
            for base in [from, &other] {
                assert_eq!(written(base, &reference), written(base, &reread), "{}", name());
                match bytes(base.resolve(&reference)) {
                    Err(Error::Pieces) => limits += 1,
                    result => assert_eq!(result, written(base, &reread), "{}", name()),
                }
            }
        }
    }
    println!("{views} views, {limits} limits");
    assert!(views > rounds(25_000) && limits < views);
}
