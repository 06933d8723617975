// SPDX-License-Identifier: MIT OR Apache-2.0
//! Diagnostic notation: what is read is a canonical CRI, and what is written of it is read back (R25).
#![no_main]

use libcri_fuzz::{cases::texts, compare};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, edn, tally| texts::noted(revision, edn, tally)));
