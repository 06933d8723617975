// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's CoRI operations on bytes. Their results own their data, and they run with buffers of every size.

use super::hex;
use super::lib::every_capacity;
use cri::cori::{self, CoapFlags, Cori, Relation};
use cri::{Cri, Error, Revision};

pub fn parse(data: &[u8]) -> Cori<'_> {
    match Cori::parse(data) {
        Ok((cori, length)) => {
            assert_eq!(length, data.len(), "{}", hex(data));
            cori
        }
        Err(refusal) => panic!("{}: {refusal:?}", hex(data)),
    }
}

pub fn encode(cori: &Cori<'_>) -> Vec<u8> {
    every_capacity(&|out| cori.encode(out)).expect("encode does not fail")
}

/// The encoding of a view that an operation returned. Checks that the view and its encoding have the same kind.
fn encode_made(cori: &Cori<'_>) -> Vec<u8> {
    let encoding = encode(cori);
    assert_eq!(cori.kind(), parse(&encoding).kind());
    encoding
}

pub fn resolve(base: &[u8], href: &[u8], relation: u32) -> Result<Vec<u8>, Error> {
    parse(base).resolve(&parse(href), Relation(relation)).map(|resolved| encode_made(&resolved))
}

pub fn relative(target: &[u8], base: &[u8]) -> Result<Vec<u8>, Error> {
    parse(base).relativize(&parse(target)).map(|reference| encode_made(&reference))
}

pub fn recompose(cori: &[u8]) -> Result<String, Error> {
    every_capacity(&|out| parse(cori).recompose(out)).map(|text| String::from_utf8(text).expect("ASCII"))
}

pub fn decompose(uri: &str) -> Result<Vec<u8>, Error> {
    every_capacity(&|out| cori::decompose(uri.as_bytes(), out))
}

pub fn to_coap(cori: &[u8], flags: CoapFlags) -> Result<Vec<u8>, Error> {
    every_capacity(&|out| parse(cori).to_coap(flags, out))
}

pub fn to_cri(revision: Revision, cori: &[u8]) -> Result<Vec<u8>, Error> {
    every_capacity(&|out| parse(cori).to_cri(revision, out))
}

pub fn from_cri(revision: Revision, cri: &[u8]) -> Result<Vec<u8>, Error> {
    let (cri, length) = Cri::parse(revision, cri).unwrap_or_else(|refusal| panic!("{}: {refusal:?}", hex(cri)));
    assert!(length > 0);
    every_capacity(&|out| cri.to_cori(out))
}
