// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs that own their bytes: reading, maps, conversions, and CRIs that are made of them.

use crate::values::{FULL, REFERENCE, hash, uri};
use cri::{Cri, CriBuf, Error, Part, Revision};
use std::collections::HashSet;

#[test]
fn owned_cris_are_made_from_views_uris_and_bytes() {
    let base = CriBuf::<16>::from_uri(Revision::Href27, "coap://example/a").unwrap();
    assert_eq!((base.as_bytes(), base.as_ref()), (FULL, FULL));
    assert_eq!(CriBuf::<16>::try_from(FULL), Ok(base.clone()));
    assert_eq!(CriBuf::<16>::try_from("coap://example/a"), Ok(base.clone()));
    // The bytes of `[1, ["c"]]` as an array.
    let array = b"\x82\x01\x81\x61c";
    assert_eq!(Cri::try_from(array), Cri::try_from(REFERENCE));
    assert_eq!(CriBuf::<16>::try_from(array), CriBuf::try_from(REFERENCE));
    let resolved = base.cri().resolve(&Cri::try_from(REFERENCE).unwrap()).unwrap();
    let owned = CriBuf::<16>::try_from(resolved).unwrap();
    assert_eq!(owned.as_bytes(), b"\x83\x20\x81\x67example\x81\x61c");
    assert!(base < owned);
    assert_ne!(hash(&base), hash(&owned));
    assert_eq!(format!("{owned} {owned:?}"), format!("{resolved} {resolved:?}"));
    let refused = |text: &str| text.parse::<CriBuf<16>>().map_err(|fault| (fault.error, fault.offset, fault.part));
    assert_eq!(refused("coap://example/a/b/cd"), Err((Error::Buffer, 21, Part::Whole)));
    assert_eq!(refused("coap://%"), Err((Error::UriSyntax, 7, Part::Host)));
    assert_eq!(refused("coap:/..//a"), Err((Error::NoCri, 5, Part::Path)));
    let iri = CriBuf::<16>::from_iri(Revision::Href27, "coap://é:99999").unwrap_err();
    assert_eq!((iri.error, iri.offset), (Error::UriPort, 10));
    assert_eq!(uri("COAP://EXAMPLE"), uri("coap://example"));
    let [newer, older] = [Revision::Href27, Revision::Href13].map(|revision| CriBuf::<16>::from_uri(revision, "a"));
    assert_eq!(newer.as_ref().unwrap().as_bytes(), older.as_ref().unwrap().as_bytes());
    assert_ne!(newer, older);
}

/// The sections of an owned CRI are the sections that parsing its encoding finds.
#[test]
fn owned_cris_read_like_views() {
    let all = "coap+new://u@h.example:1/a//%FF?b&c#d";
    for text in [all, "coap://[::1]", "mailto:a@b", "file:/a?b", "coap://h#f", "//h:1?a", "", "../a#", "/", "?a", "#a"]
    {
        for revision in [Revision::Href13, Revision::Href27] {
            let owned = CriBuf::<64>::from_uri(revision, text).unwrap();
            let parsed = Cri::parse_exact(revision, owned.as_bytes()).unwrap();
            let view = owned.cri();
            assert_eq!((view, view.encoding(), view.is_canonical()), (parsed, Some(owned.as_bytes()), true), "{text}");
            assert_eq!(format!("{view:?} {:?}", view.authority()), format!("{parsed:?} {:?}", parsed.authority()));
            assert_eq!((owned.revision(), owned.scheme(), owned.port()), (revision, parsed.scheme(), parsed.port()));
            assert_eq!((owned.discard(), owned.path_is_set()), (parsed.discard(), parsed.path_is_set()));
            assert!(owned.path().eq(parsed.path()) && owned.query().eq(parsed.query()), "{text}");
            assert_eq!((owned.path_count(), owned.query_count()), (parsed.path().len(), parsed.query().len()));
            assert_eq!((owned.fragment(), owned.query_is_set()), (parsed.fragment(), parsed.query_is_set()));
            assert!(owned == text);
            assert_eq!([owned == parsed, parsed == owned], [true; 2]);
            assert_ne!(owned, "coap://h/a");
        }
    }
    let (base, link) = (uri(all), uri("../e"));
    assert_eq!(base.resolve(&link).unwrap(), base.resolve(link.cri()).unwrap());
    assert_eq!(base.join("../e").unwrap(), "coap+new://u@h.example:1/a/e");
    assert_eq!((base.same_origin(&base), base.relativize(base.cri()).unwrap().is_full()), (Ok(true), false));
    assert_eq!(link.join("a").map_err(|fault| (fault.error, fault.offset)), Err((Error::Base, 1)));
    // A CRI without a URI is equal to no text, not even to its notation.
    let without_uri = CriBuf::<16>::try_from(b"\x82\x39\xff\xff\x81\x61h").unwrap();
    assert_ne!(without_uri, *without_uri.to_string());
}

#[test]
fn maps_are_searched_by_encoding() {
    let (a, b) = (uri("coap://h/a"), uri("coap://h/b"));
    let hashed: HashSet<_> = [a.clone(), b.clone()].into();
    assert_eq!(hashed.get(b.as_bytes()), Some(&b));
    assert_eq!(std::collections::BTreeSet::from([a.clone(), b]).get(a.as_bytes()), Some(&a));
}

#[test]
fn refused_bytes_have_a_place() {
    let fault = |data: &[u8]| Cri::try_from(data).map_err(|fault| (fault.error, fault.offset, fault.part)).err();
    assert_eq!(fault(b"\x82\x01\x82\x61a\x62.."), Some((Error::DotSegment, 5, Part::Path)));
    assert_eq!(fault(b"\x82\x01\x81\x61a\x00"), Some((Error::Extra, 5, Part::Whole)));
    assert_eq!(CriBuf::<4>::try_from(REFERENCE).unwrap_err().error, Error::Buffer);
}

#[test]
fn components_are_replaced() {
    type Made = Result<CriBuf<64>, Error>;
    let port = |text: &str, port: Option<u16>| -> Made { uri(text).with_port(port) };
    for (old, new, number) in [
        ("coap://u@h/a?b#c", "coap://u@h:1/a?b#c", 1),
        ("coap://%FF.example:65535", "coap://%FF.example:1000", 1000),
        ("//[2001:db8::1]:7/a", "//[2001:db8::1]:65535/a", 65535),
    ] {
        assert_eq!(port(old, Some(number)).unwrap(), new);
        assert_eq!(port(new, None).unwrap().port(), None);
        assert_eq!(port(new, None).unwrap().with_port(number).unwrap(), new);
    }
    assert_eq!([port("file:/a", Some(1)), port("a", None)], [Err(Error::NoHost), Err(Error::NoHost)]);
    for (old, path, new) in [
        ("coap://h/a?b#c", "/d/e%2F%20/", "coap://h/d/e%2F%20/?b#c"),
        ("coap://h/a", "d", "coap://h/d"),
        ("coap://h/a", "/", "coap://h/"),
        ("mailto:a", "b@c", "mailto:b@c"),
        ("../a?b", "c", "c?b"),
        ("../a?b", "/c/", "/c/?b"),
        ("../a?b", "", "?b"),
        ("?b", "c", "c?b"),
    ] {
        assert_eq!(uri(old).with_path(path).unwrap(), new);
    }
    let path = |text: &str, path: &str| -> Made { uri(text).with_path(path) };
    assert_eq!(path("coap://h", "/a/../b"), Err(Error::DotSegment));
    assert_eq!([path("coap://h", "/a b"), path("a", "b?c")], [Err(Error::UriSyntax), Err(Error::UriSyntax)]);
    assert_eq!([path("file:/a", "//b"), path("urn:a", "")], [Err(Error::NotValid), Err(Error::NotValid)]);
    for (old, query, new) in [("coap://h/a?b#c", "d&e=%26", "coap://h/a?d&e=%26#c"), ("a", "", "a?"), ("", "b", "?b")] {
        assert_eq!(uri(old).with_query(query).unwrap(), new);
    }
    assert_eq!(
        [uri("a").with_query("b#c"), uri("a").with_fragment("b#c")],
        [Err(Error::UriSyntax), Err(Error::UriSyntax)]
    );
    assert_eq!(uri("coap://h?a#b").with_fragment("c").unwrap(), "coap://h?a#c");
    assert_eq!(CriBuf::<16>::try_from(b"\x82\x64coap\x81\x61H").unwrap().normalize().unwrap(), "coap://h");
    assert_eq!(CriBuf::<7>::try_from("coap://h").unwrap().with_path("/abc"), Err(Error::Buffer));
}

#[cfg(feature = "alloc")]
#[test]
fn cris_on_the_heap_may_be_long() {
    let long = format!("coap://example/{}", "abc/".repeat(100));
    let owned: cri::CriVec = long.parse().unwrap();
    assert_eq!(owned.to_string(), long);
    assert!(cri::CriVec::from_uri(Revision::Href27, "coap://%").is_err_and(|fault| fault.offset == 7));
    // The options are read again when the buffer has grown.
    let segment = "s".repeat(100);
    let options = [(3, "h"), (11, segment.as_str())];
    let owned = cri::CriVec::from_coap_options(Revision::Href27, cri::SchemeNumber::COAP, None, options);
    assert_eq!(owned.ok(), format!("coap://h/{segment}").parse().ok());
}

#[cfg(feature = "alloc")]
#[test]
fn cris_on_the_heap_are_vectors() {
    // The vector is kept if it is canonical, and takes no more memory than the CRI.
    let data = FULL.to_vec();
    let address = data.as_ptr();
    let owned = cri::CriVec::try_from(data).unwrap();
    assert_eq!((owned.as_bytes().as_ptr(), &owned), (address, &Cri::try_from(FULL).unwrap().to_owned_cri()));
    for owned in [owned, uri("coap://example/a").cri().into(), "coap://example/a".parse().unwrap()] {
        let bytes = owned.into_vec();
        assert_eq!((bytes.capacity(), bytes), (FULL.len(), FULL.to_vec()));
    }
    let (base, link) = (uri("coap://example/b"), uri("a"));
    let bytes = Vec::from(cri::CriVec::from(base.resolve(&link).unwrap()));
    assert_eq!((bytes.capacity(), bytes), (FULL.len(), FULL.to_vec()));
    let long = cri::CriVec::try_from(b"\x83\x20\x81\x61h\x80".to_vec()).unwrap();
    assert_eq!(Vec::from(long), b"\x82\x20\x81\x61h");
    assert_eq!(cri::CriVec::try_from(b"\x82\x01".to_vec()).unwrap_err().offset, 2);
}
