// SPDX-License-Identifier: MIT OR Apache-2.0
//! A law that holds for all CoRIs, over random ones that are the same on every run; tests/model has more.

use crate::support::cori::random_bytes;
use crate::support::cori_lib::*;
use crate::support::lib::output;
use crate::support::random::{Random, rounds};
use cri::cori::{Cori, CoriKind, SILENT, TO_PROXY};
use cri::{Error, Revision};

/// What a view says is what its encoding says.
#[test]
fn views_are_as_good_as_their_encodings() {
    let mut random = Random::new(2);
    for _ in 0..rounds(5_000) {
        let absolute = random.one_in(4);
        let (_, base) = random_bytes(&mut random, true);
        let (_, href) = random_bytes(&mut random, absolute);
        let (_, other) = random_bytes(&mut random, true);
        let (base, href, other) = (parse(&base), parse(&href), parse(&other));
        let view = base.resolve(&href, 12).unwrap();
        let stored = encode(&view);
        assert_eq!(view.kind(), CoriKind::Normalized);
        let parsed = parse(&stored);
        assert_eq!(parsed.kind(), CoriKind::Normalized);
        assert_eq!(encode(&parsed), stored);
        let all = |cori: &Cori<'_>| {
            (
                output(|out| cori.recompose(out)),
                output(|out| cori.to_coap(SILENT | TO_PROXY, out)),
                output(|out| cori.to_cri(Revision::Href27, out)),
                encode(&other.relativize(cori).unwrap()),
                encode(&cori.relativize(&other).unwrap()),
            )
        };
        assert_eq!(all(&view), all(&parsed));
        let reference = other.relativize(&view).unwrap();
        match other.resolve(&reference, 0) {
            Ok(resolved) => assert_eq!(encode(&resolved), stored),
            Err(error) => assert_eq!(error, Error::Limit),
        }
        match view.resolve(&href, 12) {
            Ok(resolved) => assert_eq!(encode(&resolved), encode(&parsed.resolve(&href, 12).unwrap())),
            Err(error) => assert_eq!(error, Error::Limit),
        }
    }
}
