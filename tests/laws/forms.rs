// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where a CRI is in a document.

use crate::support::edn as notation;
use crate::support::hex;
use crate::support::lib::{REVISIONS, output, parse};
use cri::{CriFind, CriItems, Error, Revision};

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
    assert_eq!(cri.without_query().encoding(), cri.encoding());
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
