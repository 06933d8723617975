// SPDX-License-Identifier: MIT OR Apache-2.0
//! Diagnostic notation: what is read is a canonical CRI, and what is written of it is read back (R25).
#![no_main]

use cri::from_edn;
use libcri_fuzz::compare;
use libcri_fuzz::support::lib::{encode, output as written, parse};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, edn, _| {
    let read = |edn: &[u8]| {
        written(|output| {
            from_edn(revision, edn, output).map_err(|refused| {
                assert!(refused.offset <= edn.len());
                refused.error
            })
        })
    };
    let Ok(cbor) = read(edn) else { return };
    let cri = parse(revision, &cbor);
    assert_eq!(encode(&cri), cbor, "what is read is canonical");
    let plain = written(|output| cri.to_edn(output)).expect("a view has a notation");
    let literal = written(|output| cri.to_edn_literal(output)).expect("a view has a notation");
    assert!(literal == plain || literal.starts_with(b"cri'"));
    for notation in [plain, literal] {
        assert!(std::str::from_utf8(&notation).is_ok());
        assert_eq!(read(&notation), Ok(cbor.clone()));
        // Blank space around it changes nothing; without its end it is none.
        assert_eq!(read(&[b"/a/ ", &notation[..], b"# b\n"].concat()), Ok(cbor.clone()));
        assert!(read(&notation[..notation.len() - 1]).is_err());
    }
    // A literal says what from-IRI says.
    if let Ok(iri) = written(|output| cri.to_iri(output))
        && !iri.contains(&b'\'')
    {
        let iri_cri = written(|output| cri::from_iri(revision, &iri, output));
        assert_eq!(read(&[b"cri'", &iri[..], b"'"].concat()), iri_cri);
    }
}));
