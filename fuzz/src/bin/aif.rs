// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares authorization information with the model: its entries, and the methods that they allow (RFC 9237 2, href-27
//! 8.3).
#![no_main]

use libcri_fuzz::{compare, options};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, data, tally| options::allows(
    revision, data, tally
)));
