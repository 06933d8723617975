// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the shortest reference from a base to a target with the reference of the model (R10, href 5 inverse). Base
//! and target must also compare as in the model.
#![no_main]

use libcri_fuzz::{cases::cris, compare, full, two};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, data, tally| {
    let Some((base, target)) = two(data) else { return };
    let [Some(base), Some(target)] = [base, target].map(|data| full(revision, data)) else { return };
    cris::relativized(revision, &base, &target, tally);
}));
