// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the readers of CRIs and documents with the model. The CRI is also read when it is cut at any byte (R1 to
//! R4).
#![no_main]

use libcri_fuzz::compare;
use libcri_fuzz::support::{documents, judged};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, data, tally| {
    tally.note(judged::placed(revision, data));
    tally.note(documents::difference(revision, data));
}));
