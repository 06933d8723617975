// SPDX-License-Identifier: MIT OR Apache-2.0
//! Results as vectors and strings of heapless (feature `heapless`).

use cri::adapter::heapless::{from_iri_vec, from_uri_vec, string, vec};
use cri::{Cri, Error, Revision};

const URI: &[u8] = b"coap://example/a";
/// `[-1, ["example"], ["a"]]`
const FULL: &[u8] = b"\x83\x20\x81\x67example\x81\x61a";

fn parsed(bytes: &[u8]) -> Cri<'_> {
    Cri::parse(Revision::Href27, bytes).unwrap().0
}

#[test]
fn texts_become_encodings() {
    assert_eq!(from_uri_vec::<32>(Revision::Href27, URI).unwrap(), FULL);
    assert_eq!(from_iri_vec::<32>(Revision::Href27, URI).unwrap(), FULL);
    // The first capacity is exactly the size needed, and the second is a byte less.
    assert_eq!(from_uri_vec::<14>(Revision::Href27, URI).unwrap(), FULL);
    assert_eq!(from_uri_vec::<13>(Revision::Href27, URI), Err(Error::Buffer));
    assert_eq!(from_uri_vec::<0>(Revision::Href27, URI), Err(Error::Buffer));
    assert_eq!(from_uri_vec::<32>(Revision::Href27, b"%"), Err(Error::UriSyntax));
    assert_eq!(from_iri_vec::<32>(Revision::Href27, b"\xff"), Err(Error::Utf8));
}

#[test]
fn cris_become_texts() {
    let cri = parsed(FULL);
    assert_eq!(cri.to_heapless_uri::<32>().unwrap(), "coap://example/a");
    // No NUL is written, so 16 bytes are enough.
    assert_eq!(cri.to_heapless_uri::<16>().unwrap(), "coap://example/a");
    assert_eq!(cri.to_heapless_uri::<15>(), Err(Error::Buffer));
    assert_eq!(parsed(b"\x82\x00\x81\x61a").to_heapless_uri::<32>(), Err(Error::NoUri));
    let umlaut = parsed(b"\x83\x20\x81\x67example\x81\x62\xc3\xa4");
    assert_eq!(umlaut.to_heapless_uri::<32>().unwrap(), "coap://example/%C3%A4");
    assert_eq!(umlaut.to_heapless_iri::<32>().unwrap(), "coap://example/ä");
}

#[test]
fn views_are_encoded() {
    let base = parsed(FULL);
    let resolved = base.resolve(&parsed(b"\x82\x01\x81\x61c")).unwrap();
    assert_eq!(resolved.encode_vec::<14>().unwrap(), b"\x83\x20\x81\x67example\x81\x61c");
    assert_eq!(resolved.encode_vec::<13>(), Err(Error::Buffer));
}

#[test]
fn results_of_any_writer_are_collected() {
    let options = vec::<16>(|output| parsed(FULL).to_coap(None, 0, output)).unwrap();
    assert_eq!(options, b"\x37example\x81a");
    assert_eq!(string::<2>(|_| Ok(())).unwrap(), "");
    // The encoding of a CRI is not UTF-8 text.
    assert_eq!(string::<16>(|output| parsed(b"\x82\x20\x81\x61a").encode(output)), Err(Error::Utf8));
}
