// SPDX-License-Identifier: MIT OR Apache-2.0
//! Resolves a reference against a base, and another reference against the result, and compares both with the model
//! (href 5.3).
#![no_main]

use libcri_fuzz::{cases::cris, compare, cri, full, two};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, data, tally| {
    let Some((base, rest)) = two(data) else { return };
    let (reference, more) = two(rest).unwrap_or((rest, b"\x80"));
    let [Some(base), Some(reference), Some(more)] =
        [full(revision, base), cri(revision, reference), cri(revision, more)]
    else {
        return;
    };
    cris::resolved(revision, [&base, &reference, &more], tally);
}));
