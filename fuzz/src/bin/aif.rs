// SPDX-License-Identifier: MIT OR Apache-2.0
//! Authorization information: the entries and the methods that they allow are the same as in the model (RFC 9237 2,
//! href-27 8.3).
#![no_main]

use libcri_fuzz::{compare, options};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, data, tally| options::allows(
    revision, data, tally
)));
