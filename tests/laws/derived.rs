// SPDX-License-Identifier: MIT OR Apache-2.0
//! Values derived from views, and the place of a view in a document.

use crate::support::coap::bytes_of;
use crate::support::edn as notation;
use crate::support::hex;
use crate::support::lib::{REVISIONS, encode, output, parse, to_uri};
use crate::support::routes::of_cri;
use cri::coap::{Proxy, SCRATCH_MAX};
use cri::{Cri, CriFind, CriItems, Endpoint, Error, Revision};

/// The CRI that `reference` resolves to.
pub fn written(base: &Cri<'_>, reference: &Cri<'_>) -> Result<Vec<u8>, Error> {
    output(|output| base.resolve_to(reference, output))
}

fn text(options: impl Iterator<Item = impl std::fmt::Debug>) -> Vec<u8> {
    format!("{:?}", options.collect::<Vec<_>>()).into_bytes()
}

/// All outputs that can be written from one view.
pub fn forms(cri: &Cri<'_>) -> Vec<Result<Vec<u8>, Error>> {
    let mut forms = vec![
        output(|output| cri.encode(output)),
        output(|output| cri.to_uri(output)),
        output(|output| cri.to_iri(output)),
        output(|output| cri.to_edn(output)),
        output(|output| cri.to_edn_literal(output)),
        output(|output| cri.encode_tagged(output)),
        output(|output| cri.normalize(output)),
        output(|output| cri.host_text(output)),
        output(|output| cri.to_coap_location(0, output)),
        Ok(cri.features().bits().to_be_bytes().to_vec()),
        Ok(cri.stable_hash().to_be_bytes().to_vec()),
        Ok(vec![cri.ownership().bits()]),
        cri.effective_port().map(|port| port.to_be_bytes().to_vec()),
        of_cri("/{}/{*}", cri).map(|found| format!("{found:?}").into_bytes()),
    ];
    for dest in [None, Some(&Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 61616 })] {
        forms.push(bytes_of(cri, dest, 0));
        forms.push(cri.coap_options(dest, &mut [0; SCRATCH_MAX]).map(text));
        for proxy in [Proxy::Uri, Proxy::Scheme, Proxy::Cri, Proxy::SchemeNumber] {
            forms.push(output(|output| cri.to_coap_proxy(proxy, dest, 0, output)));
            let mut scratch = [0; 4096];
            let options = cri.coap_options_proxy(proxy, dest, &mut scratch);
            forms.push(options.map(text));
        }
    }
    #[cfg(feature = "cori")]
    forms.push(output(|output| cri.to_cori(output)));
    #[cfg(feature = "nfc")]
    forms.extend([output(|output| cri.encode_nfc(output)), Ok(vec![u8::from(cri.is_nfc())])]);
    forms
}

/// All outputs that can be written from two views.
pub fn pairs(a: &Cri<'_>, b: &Cri<'_>) -> Vec<Result<Vec<u8>, Error>> {
    let bytes = |cri: Cri<'_>| encode(&cri);
    let count = |rest: Option<usize>| format!("{rest:?}").into_bytes();
    let options = bytes_of(a, None, 0);
    vec![
        a.equal(b).map(|equal| vec![u8::from(equal)]),
        a.without_fragment().equal(&b.without_fragment()).map(|equal| vec![u8::from(equal)]),
        a.compare(b).map(|order| vec![order as u8]),
        a.same_origin(b).map(|same| vec![u8::from(same)]),
        a.resolve(b).map(bytes),
        a.relativize(b).map(bytes),
        written(a, b),
        a.path_under(b).map(|rest| count(rest.map(Iterator::count))),
        options.and_then(|options| cri::coap::path_under(&options, b).map(|rest| count(rest.map(Iterator::count)))),
    ]
}

/// Any user information of up to 300 bytes, the empty host, and a head that is longer than necessary.
#[test]
fn user_information_of_any_length_is_left_out() {
    for revision in REVISIONS {
        for length in 0..300 {
            let mut data = b"\x82\x20\x98\x02\xf4".to_vec();
            data.extend([0x79, (length >> 8) as u8, length as u8]);
            data.extend(vec![b'u'; length]);
            // R5: the host has no label, or one empty label whose head has any length.
            for label in [&[][..], b"\x60", b"\x78\x00"] {
                data[3] = 2 + u8::from(!label.is_empty());
                let data = [&data, label].concat();
                let mut scratch = [0; 4];
                let bare = parse(revision, &data).without_userinfo(&mut scratch).unwrap();
                assert_eq!((encode(&bare), to_uri(&bare).as_deref()), (b"\x82\x20\x80".to_vec(), Ok("coap://")));
            }
        }
        // [-1, [false, "u:p", "h", 80]]: the scratch receives host and port.
        let cri = parse(revision, b"\x82\x20\x84\xf4\x63u:p\x61h\x18\x50");
        assert_eq!(cri.without_userinfo(&mut [0; 4]).err(), Some(Error::Buffer));
        assert!(cri.without_userinfo(&mut [0; 5]).is_ok());
    }
}

/// A CRI found in a document has the expected offset and tag. After it is written again, it is found again.
#[test]
fn cris_are_found_at_their_offsets() {
    let data = notation::bytes("[99([-1, [\"h\"], [], []]), [1]]");
    let whole = CriItems::array(Revision::Href27, &data).unwrap();
    let found: Vec<_> = whole.map(|cri| cri.unwrap().encoding().unwrap()).collect();
    assert_eq!(found, [&data[1..data.len() - 2], &data[data.len() - 2..]]);
    let mut find = CriFind::new(Revision::Href27, &data).unwrap();
    let cri = find.next().unwrap().unwrap();
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
