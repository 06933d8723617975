// SPDX-License-Identifier: MIT OR Apache-2.0
//! Diagnostic notation: the result of reading is a canonical CRI, and its notation is read back (R25).
#![no_main]

use libcri_fuzz::{cases::texts, compare};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, edn, tally| texts::noted(revision, edn, tally)));
