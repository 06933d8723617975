// SPDX-License-Identifier: MIT OR Apache-2.0
//! The shortest reference from a base to a target equals the model's (R10, href 5 inverse), and both compare equally.
#![no_main]

use libcri_fuzz::{cases::cris, compare, full, two};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, data, tally| {
    let Some((base, target)) = two(data) else { return };
    let [Some(base), Some(target)] = [base, target].map(|data| full(revision, data)) else { return };
    cris::relativized(revision, &base, &target, tally);
}));
