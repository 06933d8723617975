// SPDX-License-Identifier: MIT OR Apache-2.0
//! Laws that hold for all CoRIs, over random ones that are the same on every run.

use crate::support::cori::{self as model, PATH, Val, random_bytes};
use crate::support::cori_lib::*;
use crate::support::lib::{REVISIONS, encode as encode_cri, from_uri, output, parse as parse_cri};
use crate::support::random::{self, Random, rounds};
use crate::support::{cbor, hex, uri};
use cri::cori::{Cori, CoriKind, SILENT, TO_PROXY};
use cri::{Cri, Error, Revision};

/// How often most laws are tried.
const TRIES: usize = 5_000;

/// What a view says is what its encoding says.
#[test]
fn views_are_as_good_as_their_encodings() {
    let mut random = Random::new(2);
    for _ in 0..rounds(TRIES) {
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

/// Random URIs: what decomposes recomposes to the same URI in its normal form, but for port and root; what
/// does not has no such form.
#[test]
fn decompose_random_uris() {
    let mut random = Random::new(5);
    let (mut decomposed, mut refused) = (0, 0);
    for _ in 0..rounds(4 * TRIES) {
        let text = uri::random(&mut random, Revision::Href27);
        match decompose(&text) {
            Ok(cori) => {
                decomposed += 1;
                let again = recompose(&cori).unwrap();
                assert_eq!(decompose(&again).as_ref(), Ok(&cori), "{text}");
                // Through a CRI, where the default port is left off.
                let (a, b) = (from_uri(Revision::Href27, &text).unwrap(), from_uri(Revision::Href27, &again).unwrap());
                let (a, b) = (parse_cri(Revision::Href27, &a), parse_cri(Revision::Href27, &b));
                if a.path_count() > 0 {
                    assert_eq!(a.equal(&b), Ok(true), "{text} {again}");
                } else {
                    assert_eq!((b.path_count(), b.path().next().unwrap().is_empty()), (1, true));
                }
                assert_eq!(from_cri(Revision::Href27, &encode_cri(&a)), Ok(cori), "{text}");
            }
            Err(error) => {
                refused += 1;
                match from_uri(Revision::Href27, &text) {
                    Ok(cri) => {
                        let cri = parse_cri(Revision::Href27, &cri);
                        let expected = if cri.is_full() { Error::NoCori } else { Error::CoriNotAbsolute };
                        assert_eq!(error, expected, "{text}");
                        if cri.is_full() {
                            assert_eq!(from_cri(Revision::Href27, &encode_cri(&cri)), Err(Error::NoCori), "{text}");
                        }
                    }
                    Err(Error::NoCri) => assert_eq!(error, Error::NoCori, "{text}"),
                    Err(other) => assert_eq!(error, other, "{text}"),
                }
            }
        }
    }
    println!("{decomposed} URIs decomposed, {refused} refused");
    assert!(decomposed > rounds(TRIES) / 5);
}

/// CRIs that have a CoRI: it recomposes to the same URI, and leads back but for the default port and the
/// empty path.
#[test]
fn random_cris_to_cori_and_back() {
    let mut random = Random::new(7);
    let mut counts = [0; 4];
    for _ in 0..rounds(2 * TRIES) {
        for revision in REVISIONS {
            let full = random.one_in(2);
            let cri = random::cri(&mut random, revision, full);
            let canonical = cbor::encoded(&cri.canonical(revision));
            let Ok((view, _)) = Cri::parse(revision, &canonical) else { continue };
            let at = || format!("{revision:?} {}", hex(&canonical));
            counts[full as usize] += 1;
            let cori = match from_cri(revision, &canonical) {
                Ok(cori) => cori,
                Err(error) => {
                    assert!([Error::NoCori, Error::SchemeUnknown].contains(&error), "{}", at());
                    continue;
                }
            };
            counts[2 + full as usize] += 1;
            let parsed = parse(&cori);
            assert_eq!(encode(&parsed), cori, "{}", at());
            assert_eq!(parsed.kind(), if full { CoriKind::Normalized } else { CoriKind::Relative }, "{}", at());
            let again = to_cri(revision, &cori).unwrap_or_else(|error| panic!("{}: {error}", at()));
            assert_eq!(from_cri(revision, &again).as_ref(), Ok(&cori), "{}", at());
            if full {
                assert_eq!(Ok(again), from_uri(revision, &recompose(&cori).unwrap()), "{}", at());
            } else if let Ok((again, _)) = Cri::parse(revision, &again) {
                assert_eq!(again.discard(), view.discard(), "{}", at());
            }
        }
    }
    println!("references, full CRIs, and those of them with a CoRI: {counts:?}");
    assert!(counts[2] > rounds(TRIES) / 2 && counts[3] > rounds(TRIES) / 5);
}

/// Resolving, then converting, is converting, then resolving, where a CRI reference can say the same.
#[test]
fn resolution_agrees_with_that_of_cris() {
    let mut random = Random::new(8);
    let mut compared = 0;
    for _ in 0..rounds(TRIES) {
        let (base, base_bytes) = random_bytes(&mut random, true);
        let (href, href_bytes) = random_bytes(&mut random, false);
        // A fragment of the base is kept by the empty CRI reference (R7); an appended path stands behind the
        // empty segment that "/" is in a CRI.
        let base = model::normalized(&base);
        let root = base.get(3).is_none_or(|option| option.0 != PATH);
        let appends = href.first() == Some(&(model::PATH_TYPE, Val::Int(2))) && href.iter().any(|o| o.0 == PATH);
        let keeps_fragment = href.is_empty() && base.last().unwrap().0 == model::FRAGMENT;
        let exception = (root && appends) || keeps_fragment;
        for revision in REVISIONS {
            let reference = match to_cri(revision, &href_bytes) {
                Ok(reference) => reference,
                Err(error) => {
                    assert_eq!(error, Error::NoCri);
                    assert!(href[0].0 == model::PORT || href[0] == (model::PATH_TYPE, Val::Int(1)));
                    continue;
                }
            };
            if exception {
                continue;
            }
            let base = to_cri(revision, &base_bytes).unwrap();
            let (base, reference) = (parse_cri(revision, &base), parse_cri(revision, &reference));
            let resolved = encode_cri(&base.resolve(&reference).unwrap());
            let found = from_cri(revision, &resolved).unwrap_or_else(|error| panic!("{}: {error}", hex(&resolved)));
            let expected = decompose(&recompose(&resolve(&base_bytes, &href_bytes, 0).unwrap()).unwrap()).unwrap();
            assert_eq!(hex(&found), hex(&expected), "{href:?}");
            compared += 1;
        }
    }
    println!("{compared} resolutions compared");
    assert!(compared > rounds(TRIES));
}
