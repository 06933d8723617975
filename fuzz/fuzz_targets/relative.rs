// SPDX-License-Identifier: MIT OR Apache-2.0
//! Making relative: the reference resolves to the target, and no other that does is shorter (R10, href 5 inverse).
#![no_main]

#[path = "support.rs"]
mod support;

use cri::{Cri, Error};
use libfuzzer_sys::fuzz_target;
use support::{encoded, parsed, revision, texts, two};

fuzz_target!(|data: &[u8]| {
    let Some((revision, data)) = revision(data) else { return };
    let Some((first, rest)) = two(data) else { return };
    let Some((second, third)) = two(rest) else { return };
    // As CBOR, or as the CRIs of URIs, which are more often full ones with something in common.
    let [first, second, third] = texts(revision, [first, second, third]);
    let [Ok((base, _)), Ok((target, _))] = [&first, &second].map(|data| Cri::parse(revision, data)) else { return };
    let relative = match base.relativize(&target) {
        Ok(relative) => relative,
        Err(error) => {
            assert_eq!(error, Error::NotFull);
            assert!(!base.is_full() || !target.is_full());
            return;
        }
    };
    assert!(base.is_full() && target.is_full());
    let encoding = encoded(&relative);
    assert!(encoding.len() <= encoded(&target).len());
    let back = base.resolve(&parsed(revision, &encoding)).expect("it resolves");
    assert_eq!(back.equal(&target), Ok(true));
    assert_eq!(back.hash(), target.hash());
    match base.resolve(&relative) {
        Ok(back) => assert_eq!(back.equal(&target), Ok(true)),
        Err(error) => assert_eq!(error, Error::Limit),
    }
    assert_eq!(encoded(&base.relativize(&base).expect("full")), [0x80], "nothing says the base itself");
    if let Ok((other, _)) = Cri::parse(revision, &third)
        && base.resolve(&other).is_ok_and(|resolved| resolved.equal(&target) == Ok(true))
    {
        assert!(encoding.len() <= encoded(&other).len(), "no other is shorter");
    }
});
