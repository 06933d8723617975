// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes are read as by the model: as a CRI, cut anywhere, and as a document (R1 to R4).
#![no_main]

use libcri_fuzz::compare;
use libcri_fuzz::support::{documents, judged};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, data, tally| {
    tally.note(judged::placed(revision, data));
    tally.note(documents::difference(revision, data));
}));
