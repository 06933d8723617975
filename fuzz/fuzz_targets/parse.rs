// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading: any bytes are a CRI, or refused for a reason that can be acted upon; what is written is
//! canonical, equal, and read back.
#![no_main]

#[path = "support.rs"]
mod support;

use cri::{Cri, CriFind, CriItems, Error, Revision};
use libfuzzer_sys::fuzz_target;
use support::{encoded, parsed, revision, written};

/// CRIs in the bytes as in a document: in order, apart from each other, each one read at its place.
fn documents(revision: Revision, data: &[u8]) {
    let in_order = |cris: &mut dyn Iterator<Item = Cri<'_>>| {
        let mut end = data.as_ptr();
        let mut count = 0;
        for cri in cris {
            let encoding = cri.encoding().expect("it was parsed");
            assert!(encoding.as_ptr() >= end, "in order");
            end = encoding.as_ptr_range().end;
            assert!(end <= data.as_ptr_range().end);
            assert_eq!(encoded(&parsed(revision, encoding)), encoded(&cri));
            count += 1;
        }
        count
    };
    for items in [CriItems::array(revision, data), Ok(CriItems::sequence(revision, data))] {
        in_order(&mut items.into_iter().flatten());
    }
    let Ok(mut find) = CriFind::new(revision, data) else { return };
    let found = in_order(&mut find);
    assert!(found == 0 || data.windows(2).any(|two| two[0] >> 5 == 6 && (two[1] == 99 || two[0] > 0xd8)));
    assert!(matches!(find.error(), None | Some(Error::Truncated | Error::Cbor)));
}

fuzz_target!(|data: &[u8]| {
    let Some((revision, data)) = revision(data) else { return };
    documents(revision, data);
    let place = Cri::parse_where(revision, data);
    let (cri, length) = match Cri::parse(revision, data) {
        Ok(found) => found,
        Err(refusal) => {
            let fault = place.expect_err("the error of parsing");
            assert_eq!(fault.error, refusal.error);
            assert_eq!(Cri::parse_exact(revision, data).err(), Some(refusal.error));
            assert!(fault.offset <= data.len());
            let before = Cri::parse(revision, &data[..fault.offset]).map_err(|refusal| refusal.error);
            assert_eq!(before.err(), Some(Error::Truncated), "what comes before the fault is none");
            assert_eq!(refusal.skip.is_some(), refusal.error.is_unprocessable());
            assert!(refusal.skip.is_none_or(|length| 0 < length && length <= data.len()));
            if let Some(length) = refusal.skip {
                assert_eq!(cri::equal_encoded(revision, data, &data[..length]), Ok(true));
            }
            return;
        }
    };
    assert_eq!(place, Ok(()));
    assert!(0 < length && length <= data.len());
    assert_eq!(Cri::parse_exact(revision, data).err(), (length < data.len()).then_some(Error::Extra));
    for cut in [0, length / 2, length - 1] {
        assert_eq!(Cri::parse(revision, &data[..cut]).map_err(|refusal| refusal.error).err(), Some(Error::Truncated));
    }
    let canonical = encoded(&cri);
    assert!(canonical.len() <= length, "nothing gets longer");
    let again = parsed(revision, &canonical);
    assert_eq!(encoded(&again), canonical);
    assert_eq!(cri.equal(&again), Ok(true));
    assert_eq!(cri.hash(), again.hash());
    assert_eq!(cri.is_canonical(), canonical == data[..length]);
    let normal = written(|output| cri.normalize(output)).expect("everything has a normal form");
    let normalized = parsed(revision, &normal);
    assert!(normalized.is_canonical());
    assert_eq!(written(|output| normalized.normalize(output)), Ok(normal));
    assert_eq!(cri.path().count(), cri.path_count());
    assert_eq!(cri.query().count(), cri.query_count());
    assert!(written(|output| cri.to_edn(output)).is_ok_and(|text| String::from_utf8(text).is_ok()));
    let Ok(uri) = written(|output| cri.to_uri(output)) else { return };
    assert!(uri.is_ascii());
    // Zone identifiers (RFC 6874, revision 13) are not in the grammar of RFC 3986.
    let zone = uri.contains(&b'[') && uri.windows(3).any(|three| three == b"%25");
    assert!(zone || std::str::from_utf8(&uri).is_ok_and(|uri| iri_string::types::UriReferenceStr::new(uri).is_ok()));
});
