// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI text: what converts converts back to the same text from then on, and resolves as URIs do.
#![no_main]

#[path = "support.rs"]
mod support;

use cri::Error;
use iri_string::types::{UriReferenceStr, UriStr};
use libfuzzer_sys::fuzz_target;
use support::{encoded, parsed, revision, written};

const BASE: &str = "coap://h/a/b/c?q";

fuzz_target!(|data: &[u8]| {
    let Some((revision, text)) = revision(data) else { return };
    let grammatical = std::str::from_utf8(text).is_ok_and(|text| UriReferenceStr::new(text).is_ok());
    let place = cri::from_uri_where(revision, text);
    assert!(place.is_ok() || place.is_err_and(|fault| fault.offset <= text.len()));
    let found = written(|output| cri::from_uri(revision, text, output));
    assert_eq!(place.map_err(|fault| fault.error).err(), found.as_ref().err().copied());
    let cbor = match found {
        Ok(cbor) => cbor,
        Err(error) => {
            assert!(!(grammatical && matches!(error, Error::UriSyntax | Error::UriNotAscii)), "{error}");
            return;
        }
    };
    // Revision 13 reads zone identifiers (RFC 6874), which the grammar of RFC 3986 does not have.
    assert!(grammatical || text.contains(&b'['));
    let cri = parsed(revision, &cbor);
    assert_eq!(encoded(&cri), cbor, "what is written is canonical");
    let normalised = written(|output| cri.to_uri(output)).expect("what comes from a URI has one");
    let again = written(|output| cri::from_uri(revision, &normalised, output)).expect("and it converts");
    assert_eq!(again, cbor);

    let base = written(|output| cri::from_uri(revision, BASE.as_bytes(), output)).expect("a URI with a CRI");
    let resolved = parsed(revision, &base).resolve(&cri).expect("a base with an authority takes any reference");
    let resolved = written(|output| resolved.to_uri(output)).expect("a full CRI has a URI");
    if grammatical {
        let reference = UriReferenceStr::new(std::str::from_utf8(text).expect("ASCII")).expect("grammatical");
        let base = UriStr::new(BASE).expect("a URI");
        let expected = reference.resolve_against(base.to_absolute()).and_normalize().to_string();
        // Its own form may be one that normalises further for a CRI: the default port, an IPv6 address.
        let expected = written(|output| cri::from_uri(revision, expected.as_bytes(), output));
        let found = written(|output| cri::from_uri(revision, &resolved, output));
        if let Ok(expected) = expected {
            assert_eq!(found, Ok(expected));
        }
    }
});
