// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the conversions from and to IRI text with the model, and checks with fluent-uri and iri-string that the
//! result is an IRI (href 6 iri, RFC 3987 3.1, 3.2).
#![no_main]

use libcri_fuzz::{cases::texts, compare};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, iri, tally| {
    let place = cri::from_iri_where(revision, iri);
    assert!(place.is_ok() || place.is_err_and(|fault| fault.offset <= iri.len()));
    match std::str::from_utf8(iri) {
        Ok(iri) => texts::shown(revision, iri, tally),
        Err(_) => assert!(place.is_err()),
    }
}));
