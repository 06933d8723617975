// SPDX-License-Identifier: MIT OR Apache-2.0
//! Laws that hold for all CoRIs, over random ones that are the same on every run; and agreement with the
//! model.

use crate::lib::*;
use crate::model::{self, Href, PATH, Val};
use crate::support::lib::{REVISIONS, encode as encode_cri, from_uri, parse as parse_cri};
use crate::support::random::{self, Random, rounds};
use crate::support::{cbor, hex, uri};
use cri::cori::{Cori, CoriKind, SILENT, TO_PROXY};
use cri::{Cri, Error, Revision};

/// How often most laws are tried.
const TRIES: usize = 5_000;

fn bytes(random: &mut Random, absolute: bool) -> (Href, Vec<u8>) {
    let href = model::random(random, absolute);
    let bytes = if random.one_in(4) { model::encode_wide(&href, random) } else { model::encode(&href) };
    (href, bytes)
}

#[test]
fn agrees_with_the_model() {
    let mut random = Random::new(1);
    for _ in 0..rounds(TRIES) {
        let relation = random.pick(&[0, 9, 10, 9000, u32::MAX]);
        let (base, base_bytes) = bytes(&mut random, true);
        let absolute = random.one_in(4);
        let (href, href_bytes) = bytes(&mut random, absolute);
        let at = format!("{base:?} {href:?}");
        assert!(model::is_well_formed(&href) && model::has_valid_values(&href), "{at}");
        let resolved = model::resolve(&base, &href, relation).unwrap();
        assert_eq!(resolve(&base_bytes, &href_bytes, relation), Ok(model::encode(&resolved)), "{at}");
        let expected = model::recompose(&base).unwrap();
        assert_eq!(recompose(&base_bytes), Ok(expected), "{at}");
        for (flags, proxy) in [(SILENT, false), (SILENT | TO_PROXY, true)] {
            assert_eq!(to_coap(&base_bytes, flags), Ok(model::coap(&base, proxy).unwrap()), "{at}");
        }
        let kind = match absolute {
            false => CoriKind::Relative,
            true if model::normalized(&href) == href => CoriKind::Normalized,
            true => CoriKind::Absolute,
        };
        assert_eq!(parse(&href_bytes).kind(), kind, "{at}");
        if !absolute {
            assert_eq!(resolve(&href_bytes, &base_bytes, 0), Err(Error::CoriNotAbsolute));
            assert_eq!(relative(&base_bytes, &href_bytes), Err(Error::CoriNotAbsolute));
            assert_eq!(relative(&href_bytes, &base_bytes), Err(Error::CoriNotAbsolute));
            assert_eq!(recompose(&href_bytes), Err(Error::CoriNotAbsolute));
            assert_eq!(to_coap(&href_bytes, SILENT), Err(Error::CoriNotAbsolute));
        }
    }
}

/// What a view says is what its encoding says.
#[test]
fn views_are_as_good_as_their_encodings() {
    let mut random = Random::new(2);
    for _ in 0..rounds(TRIES) {
        let absolute = random.one_in(4);
        let (_, base) = bytes(&mut random, true);
        let (_, href) = bytes(&mut random, absolute);
        let (_, other) = bytes(&mut random, true);
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

/// (cori 2.2 relative)
#[test]
fn relative_and_resolve_are_inverse() {
    let mut random = Random::new(3);
    for _ in 0..rounds(TRIES) {
        let (target, target_bytes) = bytes(&mut random, true);
        let (mut base, mut base_bytes) = bytes(&mut random, true);
        if random.one_in(2) {
            // More of it shared.
            base = target[..3].iter().chain(base.iter().skip(3)).cloned().collect();
            base_bytes = model::encode(&base);
        }
        let reference = relative(&target_bytes, &base_bytes).unwrap();
        let target = model::encode(&model::normalized(&target));
        assert_eq!(resolve(&base_bytes, &reference, 0), Ok(target.clone()), "{base:?} {}", hex(&target));
        assert!(reference.len() <= target.len());
        assert_eq!(relative(&target, &base_bytes), Ok(reference), "normalizing changes nothing");
    }
}

/// Paths that differ by more levels than path types can say.
#[test]
fn relative_to_deep_paths() {
    let path = |common: usize, own: usize, segment: &str| -> Vec<u8> {
        let mut href: Href = vec![(1, Val::Text("a".into())), (2, Val::Text("h".into())), (4, Val::Int(1))];
        href.extend((0..common).map(|_| (PATH, Val::Text("c".into()))));
        href.extend((0..own).map(|_| (PATH, Val::Text(segment.into()))));
        model::encode(&href)
    };
    for common in [0, 1, 3] {
        for own in [0, 1, 2, 20, 21, 22, 23, 124, 125, 126, 200] {
            for added in [0, 1, 2] {
                let (base, target) = (path(common, own, "b"), path(common, added, ""));
                if common == 0 && added == 1 {
                    continue; // a lone empty segment
                }
                let reference = relative(&target, &base).unwrap();
                assert_eq!(resolve(&base, &reference, 0), Ok(target), "{common} {own} {added}");
            }
        }
    }
}

/// (cori 2.2 decompose)
#[test]
fn recompose_and_decompose_are_inverse() {
    let mut random = Random::new(4);
    for _ in 0..rounds(TRIES) {
        let (href, stored) = bytes(&mut random, true);
        let text = recompose(&stored).unwrap();
        let again = decompose(&text).unwrap();
        let mut expected = text.clone();
        if let Val::Text(name) = &href[1].1 {
            expected = text.replacen(&format!("//{name}:"), &format!("//{}:", name.to_lowercase()), 1);
        }
        assert_eq!(recompose(&again), Ok(expected), "{text}");
        // A name becomes lower case, and the address that it reads as.
        if let Val::Text(name) = &href[1].1
            && (name == "1.2.3.4" || name.chars().any(|c| c.is_ascii_uppercase()))
        {
            continue;
        }
        assert_eq!(hex(&again), hex(&model::encode(&model::normalized(&href))), "{text}");
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

/// The CRI of an absolute CoRI is that of the URI that it recomposes to, and leads back.
#[test]
fn absolute_to_cri_and_back() {
    let mut random = Random::new(6);
    for _ in 0..rounds(TRIES) {
        let (href, stored) = bytes(&mut random, true);
        for revision in REVISIONS {
            let cri = to_cri(revision, &stored).unwrap();
            assert_eq!(Ok(cri.clone()), from_uri(revision, &recompose(&stored).unwrap()), "{href:?}");
            let again = from_cri(revision, &cri).unwrap_or_else(|error| {
                panic!("{revision:?} {href:?} {}: {error}", hex(&cri));
            });
            assert_eq!(again, decompose(&recompose(&stored).unwrap()).unwrap(), "{href:?}");
        }
    }
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
        let (base, base_bytes) = bytes(&mut random, true);
        let (href, href_bytes) = bytes(&mut random, false);
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

#[test]
fn every_truncation_is_an_error() {
    let mut random = Random::new(9);
    for _ in 0..rounds(TRIES / 10) {
        let absolute = random.one_in(2);
        let (_, stored) = bytes(&mut random, absolute);
        for end in 0..stored.len() {
            let refusal = Cori::parse(&stored[..end]).unwrap_err();
            assert_eq!((refusal.error, refusal.skip), (Error::Truncated, None), "{} {end}", hex(&stored));
        }
    }
}

/// Bytes changed at random: accepted if and only if the model accepts them.
/// (cori 5, 5 exhaustion)
#[test]
fn mutations_are_judged_as_the_model_does() {
    let mut random = Random::new(10);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..rounds(5 * TRIES) {
        let absolute = random.one_in(2);
        let (_, mut data) = bytes(&mut random, absolute);
        random::mutate(&mut random, &mut data);
        match Cori::parse(&data) {
            Ok((cori, length)) => {
                let href = model::decode(&data[..length]);
                let href = href.unwrap_or_else(|| panic!("accepted {}", hex(&data)));
                assert!(model::is_well_formed(&href) && model::has_valid_values(&href), "{}", hex(&data));
                assert_eq!(cori.is_absolute(), model::is_absolute(&href));
                encode(&cori);
                accepted += 1;
            }
            Err(refusal) => {
                let end = refusal.skip.unwrap_or(data.len());
                let fine = model::decode(&data[..end])
                    .is_some_and(|href| model::is_well_formed(&href) && model::has_valid_values(&href));
                assert!(!fine, "refused {}: {refusal:?}", hex(&data));
                refused += 1;
            }
        }
    }
    println!("{accepted} mutated accepted, {refused} refused");
}
