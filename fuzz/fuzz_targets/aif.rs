// SPDX-License-Identifier: MIT OR Apache-2.0
//! AIF: entries add up to what is allowed, and malformed information allows nothing (RFC 9237 2, href-27 8.3).
#![no_main]

#[path = "support.rs"]
mod support;

use cri::{Aif, Cri, Error, aif_allows};
use libfuzzer_sys::fuzz_target;
use support::{encoded, parsed, revision, texts, two};

/// Path and query as one decides by: one empty segment is no path.
fn local_part(cri: &Cri<'_>) -> (Vec<Vec<(Vec<u8>, bool)>>, Vec<Vec<(Vec<u8>, bool)>>) {
    let texts = |items: &mut dyn Iterator<Item = cri::cri::text::Text<'_>>| {
        items.map(|text| text.chunks().map(|chunk| (chunk.bytes.to_vec(), chunk.percent_encoded)).collect()).collect()
    };
    let mut path: Vec<Vec<_>> = texts(&mut cri.path());
    if path.len() == 1 && path[0].iter().all(|chunk| chunk.0.is_empty()) {
        path.clear();
    }
    (path, texts(&mut cri.query()))
}

fuzz_target!(|data: &[u8]| {
    let Some((revision, data)) = revision(data) else { return };
    let Some((data, request)) = two(data) else { return };
    let [request] = texts(revision, [request]);
    let Ok((request, _)) = Cri::parse(revision, &request) else { return };
    let entries: Result<Vec<_>, Error> = Aif::new(revision, data).and_then(Iterator::collect);
    let allowed = |method| aif_allows(data, &request, method);
    assert_eq!(allowed(0), Err(Error::Argument));
    assert_eq!(allowed(33), Err(Error::Argument));
    if request.discard() != cri::DISCARD_ALL {
        assert_eq!(allowed(1), Err(Error::NotFull));
        return;
    }
    let entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            assert_eq!(allowed(1), Err(error));
            return;
        }
    };
    let mut sum = 0;
    for (target, methods) in entries {
        assert_eq!((target.discard(), target.is_full()), (cri::DISCARD_ALL, false));
        let stored = encoded(&target);
        assert_eq!(parsed(revision, &stored).equal(&target), Ok(true));
        if local_part(&target) == local_part(&request) {
            sum |= methods;
        }
    }
    for method in 1..=32 {
        assert_eq!(allowed(method), Ok(sum >> (method - 1) & 1 != 0));
    }
});
