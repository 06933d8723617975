// SPDX-License-Identifier: MIT OR Apache-2.0
//! IRI text: converts as by way of a URI, is a reference for iri-string if it is one here, and comes back (href 6 iri,
//! RFC 3987 3.1, 3.2).
#![no_main]

#[path = "support.rs"]
mod support;

use iri_string::types::IriReferenceStr;
use libfuzzer_sys::fuzz_target;
use support::{encoded, parsed, revision, written};

/// Every octet beyond ASCII as a triplet.
fn mapped(iri: &[u8]) -> Vec<u8> {
    let mut uri = Vec::new();
    for octet in iri {
        if octet.is_ascii() {
            uri.push(*octet);
        } else {
            uri.extend(format!("%{octet:02X}").bytes());
        }
    }
    uri
}

fuzz_target!(|data: &[u8]| {
    let Some((revision, iri)) = revision(data) else { return };
    let direct = written(|output| cri::from_iri(revision, iri, output));
    let place = cri::from_iri_where(revision, iri).map_err(|fault| fault.error);
    assert_eq!(place.err(), direct.as_ref().err().copied());
    let text = std::str::from_utf8(iri);
    let valid = text.is_ok_and(|text| IriReferenceStr::new(text).is_ok());
    if !valid {
        // Revision 13 reads zone identifiers (RFC 6874), which the grammar of RFC 3987 does not have.
        assert!(direct.is_err() || iri.contains(&b'['));
    }
    if valid {
        assert_eq!(direct, written(|output| cri::from_uri(revision, &mapped(iri), output)));
    }
    let Ok(cbor) = direct else { return };
    let cri = parsed(revision, &cbor);
    assert_eq!(encoded(&cri), cbor, "what is written is canonical");
    let back = written(|output| cri.to_iri(output)).expect("what comes from an IRI has one");
    let back = String::from_utf8(back).expect("UTF-8");
    assert!(back.contains('[') || IriReferenceStr::new(&back).is_ok());
    assert_eq!(written(|output| cri::from_iri(revision, back.as_bytes(), output)), Ok(cbor.clone()));
    let uri = written(|output| cri.to_uri(output)).expect("and a URI");
    assert_eq!(written(|output| cri::from_uri(revision, &uri, output)), Ok(cbor.clone()));
    // What is left out is what is before an at sign.
    let mut scratch = vec![0; cbor.len()];
    let bare = cri.without_userinfo(&mut scratch).expect("has room");
    let redacted = written(|output| bare.to_uri(output)).expect("as the URI");
    let userinfo = cri.authority().is_some_and(|authority| authority.userinfo.is_some());
    assert_eq!(userinfo, redacted != uri);
});
