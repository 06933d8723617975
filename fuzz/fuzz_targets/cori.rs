// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoRI: read and written, resolved and made relative, recomposed and decomposed; and where a CRI says the same, both agree
//! (cori 2.2, 4.1, 4.2; R18 to R20).
#![no_main]

#[path = "support.rs"]
mod support;

use cri::cori::{self, Cori, CoriKind, CoriOption};
use cri::{Error, Revision};
use libfuzzer_sys::fuzz_target;
use support::{parsed, revision, two, written};

fn encoded(cori: &Cori<'_>) -> Vec<u8> {
    written(|output| cori.encode(output)).expect("a view has an encoding")
}

fn read(data: &[u8]) -> Cori<'_> {
    let (cori, length) = Cori::parse(data).expect("what is written can be read");
    assert_eq!(length, data.len());
    cori
}

fn decomposed(uri: &[u8]) -> Result<Vec<u8>, Error> {
    written(|output| cori::decompose(uri, output))
}

fn recomposed(cori: &Cori<'_>) -> Vec<u8> {
    written(|output| cori.recompose(output)).expect("an absolute CoRI has a URI")
}

/// Reads what may be one; a refusal tells how far to skip.
fn any(data: &[u8]) -> Option<Cori<'_>> {
    match Cori::parse(data) {
        Ok((cori, length)) => {
            assert!(length <= data.len());
            let stored = encoded(&cori);
            assert!(stored.len() <= length);
            assert_eq!(encoded(&read(&stored)), stored);
            // A lone empty segment is not written.
            assert_eq!(read(&stored).is_absolute(), cori.is_absolute());
            assert_ne!(read(&stored).kind(), CoriKind::Absolute);
            Some(cori)
        }
        Err(refusal) => {
            assert!(refusal.skip.is_none_or(|length| 0 < length && length <= data.len()));
            None
        }
    }
}

/// An absolute one by way of its URI, and of its CRI.
fn absolute(revision: Revision, cori: &Cori<'_>) {
    let uri = recomposed(cori);
    let again = decomposed(&uri).expect("what is recomposed is decomposed");
    assert_eq!(read(&again).kind(), CoriKind::Normalized);
    assert!(recomposed(&read(&again)).eq_ignore_ascii_case(&uri), "the same but for the case of the host");
    let cri = written(|output| cori.to_cri(revision, output)).expect("an absolute CoRI has a CRI");
    assert_eq!(written(|output| cri::from_uri(revision, &uri, output)).as_ref(), Ok(&cri), "the CRI of the URI");
    let view = parsed(revision, &cri);
    assert_eq!(written(|output| view.to_cori(output)).as_ref(), Ok(&again));
    // Their options are those of the same request.
    let Some(scheme) = view.scheme_number() else { return };
    let Ok(own) = written(|output| view.to_coap(None, 0, output)) else { return };
    let Ok(options) = written(|output| cori.to_coap(0, output)) else { return };
    let request = |options: &[u8]| written(|output| cri::from_coap(revision, scheme, options, None, output));
    if let (Ok(mut found), Ok(mut own)) = (request(&options), request(&own)) {
        // A CoRI keeps the case of its host name, and so do options and what is made of them (R17).
        found.make_ascii_lowercase();
        own.make_ascii_lowercase();
        assert_eq!(found, own);
    }
}

fn resolves(revision: Revision, base: &Cori<'_>, href: &Cori<'_>, relation: u32) {
    let resolved = match base.resolve(href, relation) {
        Ok(resolved) => resolved,
        Err(error) => {
            assert_eq!(error, Error::CoriNotAbsolute);
            assert!(!base.is_absolute());
            return;
        }
    };
    assert_eq!(resolved.kind(), CoriKind::Normalized);
    let stored = encoded(&resolved);
    let stored = read(&stored);
    assert_eq!(stored.kind(), CoriKind::Normalized);
    assert_eq!(encoded(&stored.resolve(&stored, 0).expect("absolute")), encoded(&stored));
    let relative = base.relativize(&stored).expect("both are absolute");
    let relative = encoded(&relative);
    assert_eq!(encoded(&base.resolve(&read(&relative), 0).expect("it resolves")), encoded(&stored));
    as_cris(revision, base, href, &stored);
}

/// Resolving, then converting, is converting, then resolving, where a CRI reference says the same.
fn as_cris(revision: Revision, base: &Cori<'_>, href: &Cori<'_>, resolved: &Cori<'_>) {
    let Ok(reference) = written(|output| href.to_cri(revision, output)) else { return };
    let normal = encoded(&base.resolve(base, 0).expect("absolute"));
    let normal = read(&normal);
    let has_path = |cori: &Cori<'_>| cori.options().any(|option| matches!(option, CoriOption::Path(_)));
    // An appended path stands behind the empty segment that "/" is in a CRI, and the empty CRI reference keeps a fragment (R7).
    let appends = href.options().next() == Some(CoriOption::PathType(2)) && has_path(href);
    let keeps_fragment = href.options().next().is_none()
        && normal.options().last().is_some_and(|option| matches!(option, CoriOption::Fragment(_)));
    if (!has_path(&normal) && appends) || keeps_fragment {
        return;
    }
    let base = written(|output| base.to_cri(revision, output)).expect("an absolute CoRI has a CRI");
    let (base, reference) = (parsed(revision, &base), parsed(revision, &reference));
    let found = written(|output| base.resolve(&reference).expect("a base with a host").to_cori(output));
    assert_eq!(found, decomposed(&recomposed(resolved)));
}

fuzz_target!(|data: &[u8]| {
    let Some((revision, data)) = revision(data) else { return };
    let Some((relation, data)) = data.split_first() else { return };
    let Some((first, second)) = two(data) else { return };
    if relation & 1 == 0
        && let Ok(stored) = decomposed(first)
    {
        let base = read(&stored);
        absolute(revision, &base);
        if let Some(href) = any(second) {
            resolves(revision, &base, &href, *relation as u32 * 99);
        }
    }
    let (Some(base), Some(href)) = (any(first), any(second)) else { return };
    for cori in [&base, &href].into_iter().filter(|cori| cori.is_absolute()) {
        absolute(revision, cori);
    }
    resolves(revision, &base, &href, *relation as u32 * 99);
});
