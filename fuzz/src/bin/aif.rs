// SPDX-License-Identifier: MIT OR Apache-2.0
//! Authorization information: its entries and what they allow, as the model has it (RFC 9237 2, href-27 8.3).
#![no_main]

use libcri_fuzz::{compare, options};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, data, tally| options::allows(
    revision, data, tally
)));
