// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads diagnostic notation. The result is a canonical CRI, and reading the notation of that CRI gives it again (R25).
#![no_main]

use libcri_fuzz::{cases::texts, compare};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, edn, tally| texts::noted(revision, edn, tally)));
