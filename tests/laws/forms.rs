// SPDX-License-Identifier: MIT OR Apache-2.0
//! The order and the hash, and where a CRI is in a document.

use crate::support::cbor::encoded;
use crate::support::edn as notation;
use crate::support::lib::{REVISIONS, output, parse, read};
use crate::support::small;
use crate::support::{fnv, hex};
use cri::{Cri, CriFind, CriItems, Error, Revision};
use std::cmp::Ordering;

/// Compares two views with what their canonical encodings say.
fn check_order(a: &Cri<'_>, b: &Cri<'_>, x: &[u8], y: &[u8]) {
    let order = x.cmp(y);
    assert_eq!(a.compare(b), Ok(order), "{} {}", hex(x), hex(y));
    assert_eq!(a.equal(b), Ok(order == Ordering::Equal), "{} {}", hex(x), hex(y));
    let mut abstracts = [read(a), read(b)];
    abstracts.iter_mut().for_each(|cri| cri.fragment = None);
    let revision = a.revision();
    let [x, y] = abstracts.map(|cri| cri.canonical(revision));
    assert_eq!(a.equal_ignoring_fragment(b), Ok(x == y), "{} {}", hex(&encoded(&x)), hex(&encoded(&y)));
}

/// R15: the order is that of the canonical encodings, which makes it total (the slices' is) and
/// consistent with equality and hash: over all pairs of small ones.
/// (RFC 8949 4.2.1)
#[test]
fn order_of_small_ones() {
    for revision in REVISIONS {
        let mut all = small::full(&["", "a"], 1);
        all.extend(small::references(&["", "a"], 1));
        let data: Vec<Vec<u8>> = all.iter().map(|cri| encoded(&cri.canonical(revision))).collect();
        let views: Vec<Cri<'_>> = data.iter().map(|data| parse(revision, data)).collect();
        for (a, x) in views.iter().zip(&data) {
            assert_eq!(a.hash(), fnv(x));
            for (b, y) in views.iter().zip(&data) {
                check_order(a, b, x, y);
            }
        }
    }
}

/// What was found is where it is in the document, with its tag, and written again it is found again.
#[test]
fn what_was_found_is_where_it_is() {
    let data = notation::bytes("[99([-1, [\"h\"], [], []]), [1]]");
    let whole = CriItems::array(Revision::Href27, &data).unwrap();
    let found: Vec<_> = whole.map(|cri| cri.encoding().unwrap()).collect();
    assert_eq!(found, [&data[1..data.len() - 2], &data[data.len() - 2..]]);
    let mut find = CriFind::new(Revision::Href27, &data).unwrap();
    let cri = find.next().unwrap();
    assert_eq!(cri.encoding(), Some(found[0]));
    assert_eq!(cri.without_fragment().encoding(), cri.encoding());
    let with_fragment = notation::bytes("[-1, [\"h\"], [], [], \"f\"]");
    assert_eq!(parse(Revision::Href27, &with_fragment).without_fragment().encoding(), None);
    let tagged = output(|out| cri.encode_tagged(out)).unwrap();
    assert_eq!(hex(&tagged), "d863822081 6168".replace(' ', ""));
    assert_eq!(parse(Revision::Href27, &tagged).equal(&cri), Ok(true));
    for revision in REVISIONS {
        let reference = parse(revision, &[0x81, 1]);
        let expected = if revision == Revision::Href27 { Ok(vec![0xd8, 0x63, 0x81, 1]) } else { Err(Error::Revision) };
        assert_eq!(output(|out| reference.encode_tagged(out)), expected);
    }
}
