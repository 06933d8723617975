// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks, expands and lists the names of a URI template. The expansion, the offset of a fault and the names must be
//! those of the model (RFC 6570). The second byte of the input selects the variables.
#![no_main]

use libcri_fuzz::support::random::Random;
use libcri_fuzz::support::template::{difference, random_variables};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let [_, seed, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let variables = random_variables(&mut Random::new((*seed).into()));
    assert_eq!(difference(text, &variables), None);
});
