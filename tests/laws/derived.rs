// SPDX-License-Identifier: MIT OR Apache-2.0
//! Values derived from views, and the place of a view in a document. A view whose user information was removed behaves
//! like the encoding of a CRI without user information.

use crate::support::cbor::encoded;
use crate::support::coap::bytes_of;
use crate::support::edn as notation;
use crate::support::hex;
use crate::support::lib::{REVISIONS, edn, encode, output, parse, piece, read, to_uri};
use crate::support::model::{Abstract, Host, Leading, Piece};
use crate::support::random::{self, Random, rounds};
use crate::support::routes::of_cri;
use cri::coap::{Proxy, SCRATCH_MAX};
use cri::{Cri, CriFind, CriItems, Endpoint, Error, Revision};

/// The CRI that `reference` resolves to.
pub fn written(base: &Cri<'_>, reference: &Cri<'_>) -> Result<Vec<u8>, Error> {
    output(|output| base.resolve_to(reference, output))
}

/// The same CRI without user information.
fn bare(cri: &Abstract) -> Abstract {
    let mut bare = cri.clone();
    if let Leading::Host(authority) = &mut bare.authority {
        authority.userinfo = None;
    }
    bare
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

/// R15 and all writers: a view without user information equals the view parsed from an encoding without user
/// information.
#[test]
fn views_without_user_information_equal_their_encoding() {
    let mut random = Random::new(62);
    let mut hidden = 0;
    for round in 0..rounds(15_000) {
        let revision = REVISIONS[round % 2];
        let mut crafted = |full| {
            let mut cri = random::cri(&mut random, revision, full);
            if let Leading::Host(authority) = &mut cri.authority
                && random.one_in(2)
            {
                authority.userinfo.get_or_insert_with(|| Piece::Plain(b"user:secret".to_vec()));
            }
            let plain = bare(&cri);
            [random::encoding(&mut random, revision, &cri), encoded(&plain.canonical(revision))]
        };
        let data = [crafted(true), crafted(true), crafted(false)];
        let views = data.each_ref().map(|[data, _]| parse(revision, data));
        let mut scratch = data.each_ref().map(|[data, _]| vec![0; data.len()]); // always enough
        let mut scratch = scratch.iter_mut();
        let bares = views.map(|view| view.without_userinfo(scratch.next().unwrap()).unwrap());
        let plain = data.each_ref().map(|[_, plain]| parse(revision, plain));
        for ((bare, plain), [data, _]) in bares.iter().zip(&plain).zip(&data) {
            let name = || format!("{revision:?} {}: {} {}", hex(data), edn(bare), edn(plain));
            let found = read(bare);
            assert_eq!(hex(&encode(bare)), hex(&encode(plain)), "{}", name());
            assert_eq!(found.authority, read(plain).authority, "{}", name());
            assert_eq!(forms(bare), forms(plain), "{}", name());
            assert_eq!(encode(&bare.without_userinfo(&mut []).unwrap()), encode(plain), "{}", name());
            assert_eq!(pairs(bare, plain), pairs(plain, plain), "{}", name());
            assert_eq!(pairs(plain, bare), pairs(plain, plain), "{}", name());
        }
        let has_userinfo = |view: &&Cri<'_>| view.authority().is_some_and(|authority| authority.userinfo.is_some());
        hidden += views.iter().filter(has_userinfo).count();
        lost_after_resolving(revision, &views, &plain);
    }
    println!("{hidden} with user information");
    assert!(hidden > rounds(6000));
}

/// Removing user information has the same effect on views that operations return.
fn lost_after_resolving(revision: Revision, views: &[Cri<'_>; 3], plain: &[Cri<'_>; 3]) {
    let [base, target, reference] = views;
    let made = [base.resolve(reference), base.relativize(target)];
    let expected = [plain[0].resolve(&plain[2]), plain[0].relativize(&plain[1])];
    // A reference from a base with other user information has an authority. Without user information it may not need
    // one.
    let userinfo = |cri: &Cri<'_>| cri.authority().and_then(|authority| authority.userinfo).map(piece);
    let same = userinfo(base) == userinfo(target);
    for (at, (made, expected)) in made.iter().zip(&expected).enumerate() {
        let (Ok(made), Ok(expected)) = (made, expected) else { continue };
        let mut scratch = [0; 512];
        let bare = made.without_userinfo(&mut scratch).unwrap();
        if at == 0 || same {
            assert_eq!(hex(&encode(&bare)), hex(&encode(expected)), "{revision:?} {at}");
        }
        let stored = encode(&bare);
        assert_eq!(forms(&bare), forms(&parse(revision, &stored)), "{revision:?} {}", hex(&stored));
    }
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

/// RFC 6454 4, 5: a CRI has the same origin as every encoding of it. User information, query and fragment make no
/// difference, and the path makes a difference only if there is no authority.
#[test]
fn origins_are_those_of_every_encoding() {
    let mut random = Random::new(67);
    for round in 0..rounds(50_000) {
        let revision = REVISIONS[round % 2];
        let mut one = random::cri(&mut random, revision, true);
        if let Leading::Host(authority) = &mut one.authority
            && random.one_in(3)
        {
            authority.host = Host::Name(vec![Piece::Plain(Vec::new()); random.below(4)]);
        }
        let other = random::cri(&mut random, revision, true);
        let has_host = matches!(one.authority, Leading::Host(_));
        let path = if has_host { other.path } else { one.path.clone() };
        let moved = Abstract { path, query: other.query, fragment: other.fragment, ..bare(&one) };
        let data = [random::encoding(&mut random, revision, &one), random::encoding(&mut random, revision, &moved)];
        let [a, b] = data.each_ref().map(|data| parse(revision, data));
        for (x, y) in [(&a, &a), (&a, &b), (&b, &a)] {
            assert_eq!(x.same_origin(y), Ok(true), "{} {}", hex(&data[0]), hex(&data[1]));
        }
    }
}
