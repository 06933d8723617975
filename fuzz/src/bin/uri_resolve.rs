// SPDX-License-Identifier: MIT OR Apache-2.0
//! Resolves a reference against a base, both as text, and compares them. Each result must equal the result of the
//! model (RFC 3986 5.2, 5.3, 6.2).
#![no_main]

use libcri_fuzz::support::rfc3986::parse;
use libcri_fuzz::{compare, two, uris};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |_, data, tally| {
    let Some((base, text)) = two(data) else { return };
    let (Ok(base), Ok(text)) = (std::str::from_utf8(base), std::str::from_utf8(text)) else { return };
    let mut checker = uris::Checker { bases: &[], before: None };
    checker.text(base, tally);
    checker.text(text, tally);
    if let (Some(base), Some(reference)) = (parse(base).filter(|base| base.scheme.is_some()), parse(text)) {
        tally.note(uris::resolution(&base, &reference));
    }
}));
