// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares what the library makes of URI text with the model: components, normal forms, the CRI, the URI of that CRI,
//! and the resolved URI (RFC 3986, href 6).
#![no_main]

use libcri_fuzz::compare;
use libcri_fuzz::uris::{Base, Checker, bases};
use std::sync::LazyLock;

static BASES: LazyLock<Vec<Base>> = LazyLock::new(bases);

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |_, text, tally| {
    let Ok(text) = std::str::from_utf8(text) else { return };
    Checker { bases: &BASES, before: None }.text(text, tally);
}));
