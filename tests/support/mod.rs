// SPDX-License-Identifier: MIT OR Apache-2.0
//! Modules that the tests share: generic CBOR, diagnostic notation, the models, random input.
#![allow(dead_code)]

pub mod aif;
pub mod cbor;
pub mod coap;
pub mod coap_in;
#[cfg(feature = "cori")]
pub mod cori_lib;
pub mod decisions;
pub mod documents;
pub mod edn;
pub mod forward;
pub mod from_uri;
pub mod iri;
pub mod judged;
pub mod lib;
pub mod links;
pub mod links_model;
pub mod model;
pub mod model_ops;
pub mod places;
pub mod prefix;
pub mod random;
pub mod random_coap;
pub mod random_edn;
pub mod report;
pub mod rfc3986;
pub mod routes;
pub mod rows;
pub mod rules;
pub mod small;
pub mod template;
pub mod uri;

/// Lower-case hex of bytes, for messages.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The FNV-1a hash of bytes.
pub fn fnv(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Decodes hex digits. Spaces between them are ignored.
pub fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text.chars().filter(|c| *c != ' ').map(|c| c.to_digit(16).expect(text)).collect();
    assert!(digits.len().is_multiple_of(2), "{text}");
    digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
}
