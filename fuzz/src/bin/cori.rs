// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the functions that parse, resolve, recompose and convert CoRIs with the code of the draft. Converts an
//! absolute CoRI also by way of its URI and of its CRI (cori 2.2, 4.1, 4.2; R18 to R20).
#![no_main]

use libcri_fuzz::support::cori::{Href, decode, is_absolute};
use libcri_fuzz::support::cori_lib::decompose;
use libcri_fuzz::{cases::coris, compare, two};

/// Returns the options and the bytes of the CoRI that an input begins with or, after a byte above 0xf7, of the CoRI of
/// a URI.
fn cori(input: &[u8]) -> Option<(Href, Vec<u8>)> {
    let data = match input {
        [0xf8..=0xff, uri @ ..] => decompose(std::str::from_utf8(uri).ok()?).ok()?,
        _ => input.to_vec(),
    };
    let length = cri::cori::Cori::parse(&data).ok()?.1;
    Some((decode(&data[..length])?, data[..length].to_vec()))
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |_, data, tally| {
    let Some((relation, data)) = data.split_first() else { return };
    let Some((first, second)) = two(data) else { return };
    coris::read(first, tally);
    let (Some((base, first)), Some((href, second))) = (cori(first), cori(second)) else { return };
    if is_absolute(&base) {
        coris::by_other_forms(&base, &first);
        coris::operated((&base, &first), (&href, &second), *relation as u32 * 99, tally);
    }
}));
