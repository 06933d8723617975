// SPDX-License-Identifier: MIT OR Apache-2.0
//! Resolution and its inverse: the view is as its encoding, and a relative reference leads back.
#![no_main]

#[path = "support.rs"]
mod support;

use cri::{Cri, Error};
use libfuzzer_sys::fuzz_target;
use support::{encoded, parsed, revision, two};

fuzz_target!(|data: &[u8]| {
    let Some((revision, data)) = revision(data) else { return };
    let Some((base, reference)) = two(data) else { return };
    let (Ok((base, _)), Ok((reference, _))) = (Cri::parse(revision, base), Cri::parse(revision, reference)) else {
        return;
    };
    let resolved = match base.resolve(&reference) {
        Ok(resolved) => resolved,
        Err(error) => {
            assert!(matches!(error, Error::NotFull | Error::NotValid));
            assert_eq!(error == Error::NotFull, !base.is_full());
            return;
        }
    };
    assert!(resolved.is_full());
    let stored = encoded(&resolved);
    let stored = parsed(revision, &stored);
    assert_eq!(resolved.equal(&stored), Ok(true));
    assert_eq!(resolved.compare(&stored), Ok(std::cmp::Ordering::Equal));
    assert_eq!(resolved.hash(), stored.hash());

    let relative = base.relativize(&stored).expect("both are full");
    let encoding = encoded(&relative);
    assert!(encoding.len() <= encoded(&stored).len());
    assert!(encoding.len() <= encoded(&reference).len(), "no reference is shorter than the one made");
    let back = base.resolve(&parsed(revision, &encoding)).expect("it resolves");
    assert_eq!(back.equal(&stored), Ok(true));
    // Also from the view that is in two pieces.
    let encoding = encoded(&base.relativize(&resolved).expect("both are full"));
    assert_eq!(base.resolve(&parsed(revision, &encoding)).expect("it resolves").equal(&stored), Ok(true));
});
