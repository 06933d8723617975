// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shared by the targets: the models of tests/model, with which they compare the library, and functions that read
//! inputs.
#![allow(dead_code)]

#[path = "../tests/model/cases/mod.rs"]
pub mod cases;
#[path = "../tests/model/options.rs"]
pub mod options;
#[path = "../tests/model/run.rs"]
pub mod run;
#[path = "../tests/support/mod.rs"]
pub mod support;
#[path = "../tests/model/uris.rs"]
pub mod uris;

pub use cri::Revision;
pub use run::Tally;
use support::lib::from_uri;

/// Compares library and model for an input whose first byte selects the revision. Ends with the first difference.
pub fn compare(data: &[u8], check: impl FnOnce(Revision, &[u8], &mut Tally)) {
    let Some((first, rest)) = data.split_first() else { return };
    let mut tally = Tally::new(5);
    check(if first & 1 == 0 { Revision::Href27 } else { Revision::Href13 }, rest, &mut tally);
    assert!(tally.found == 0, "{}", tally.findings[0]);
}

/// Splits an input in two at the offset that the first byte gives.
pub fn two(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let (first, rest) = data.split_first()?;
    rest.split_at_checked(*first as usize)
}

/// Returns the encoding that an input begins with or, after a byte above 0xf7, the encoding of the CRI of a URI
/// reference.
pub fn cri(revision: Revision, input: &[u8]) -> Option<Vec<u8>> {
    let data = match input {
        [0xf8..=0xff, uri @ ..] => from_uri(revision, std::str::from_utf8(uri).ok()?).ok()?,
        _ => input.to_vec(),
    };
    let length = cri::Cri::parse(revision, &data).ok()?.1;
    Some(data[..length].to_vec())
}

/// Returns the same encoding as `cri`, if it is a full CRI.
pub fn full(revision: Revision, input: &[u8]) -> Option<Vec<u8>> {
    cri(revision, input).filter(|data| cri::Cri::parse(revision, data).is_ok_and(|(cri, _)| cri.is_full()))
}
