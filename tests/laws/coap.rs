// SPDX-License-Identifier: MIT OR Apache-2.0
//! Laws of CoAP options: values of the greatest length, the order of options, zone identifiers, and how patterns match
//! requests, routes and paths.

use crate::support::cbor;
use crate::support::coap::{self, bytes_of, from_bytes, iterated};
use crate::support::edn as notation;
use crate::support::lib::{REVISIONS, from_uri, output, parse};
use crate::support::model::{Abstract, Authority, Host, Leading, Piece, Scheme};
use crate::support::routes::of_cri;
use cri::coap::{OPTION_VALUE_MAX, Options, Proxy, put_option, route, route_cri};
use cri::{Composer, Endpoint, Error, Pattern, Revision, SchemeNumber};

/// The scratch buffer receives the value of Uri-Host, here two bytes, and not the name of the scheme.
#[test]
fn proxy_scheme_needs_no_more_scratch() {
    let bytes = notation::bytes(r#"[-1, ["h"]]"#);
    let cri = parse(Revision::Href27, &bytes);
    let wanted = output(|out| cri.to_coap_proxy(Proxy::Scheme, None, 0, out));
    assert_eq!(iterated(cri.coap_options_proxy(Proxy::Scheme, None, &mut [0; 2]), 0), wanted);
}

/// The paths of the registry have an abbreviation in every encoding, and no other path has one (R29).
#[test]
fn only_paths_of_the_registry_are_abbreviated() {
    let of = |revision, cri: &str| parse(revision, &notation::bytes(cri)).coap_path_abbrev();
    for revision in REVISIONS {
        let rows = include_str!("../../iana/path-abbrev.csv").lines().skip(1).map(|row| row.split_once(',').unwrap());
        for (value, path) in rows {
            let value = value.parse().ok();
            let segments: Vec<_> = path.split('/').skip(1).map(|segment| format!("{segment:?}")).collect();
            let segments = segments.join(", ");
            for cri in ["[-1, [\"h\"], [PATH]]", "[true, [PATH]]", "[\"x\", null, [PATH], [\"q\"], \"f\"]"] {
                assert_eq!(of(revision, &cri.replace("PATH", &segments)), value, "{path}");
            }
            assert_eq!(of(revision, &format!("[-1, [\"h\"], [{segments}, \"\"]]")), None, "{path}/");
            assert_eq!(of(revision, &format!("[0, [{segments}]]")), None, "{path} after that of a base");
            let uri = from_uri(revision, &format!("coap://h{path}")).unwrap();
            let mut base = parse(revision, &uri);
            let name = notation::bytes(&format!("[1, [{:?}]]", path.rsplit('/').next().unwrap()));
            base = base.resolve(&parse(revision, &name)).unwrap();
            assert_eq!(base.coap_path_abbrev(), value, "{path} in two pieces");
        }
    }
}

/// Arrays of options whose heads take five bytes, and proxy options of the maximum length and above it. The random
/// cases of tests/model cover the other lengths.
#[test]
fn options_have_any_length_up_to_the_maximum() {
    let text = |length: usize| Piece::Plain(vec![b'x'; length]);
    let cri = |scheme, port, path, query| Abstract {
        scheme: Some(scheme),
        authority: Leading::Host(Authority { userinfo: None, host: Host::Name(vec![text(1)]), port }),
        discard: None,
        path: Some(path),
        query: Some(query),
        fragment: None,
    };
    let converts = |revision, proxy, cri: Abstract| {
        let data = cbor::encoded(&cri.canonical(revision));
        let view = parse(revision, &data);
        let options = match proxy {
            None => bytes_of(&view, None, 0),
            Some(proxy) => output(|out| view.to_coap_proxy(proxy, None, 0, out)),
        };
        assert_eq!(from_bytes(revision, 0, &options?, None), Ok(data));
        Ok(())
    };
    for revision in REVISIONS {
        let lists = cri(Scheme::Number(0), None, vec![text(3); 300], vec![text(3); 70000]);
        assert_eq!(converts(revision, None, lists), Ok(()));
        // The limits subtract the bytes around the segment in `coap://x/…` and in `[-1, ["x"], ["…"]]`.
        for (proxy, most) in [(Proxy::Uri, 1034 - 9), (Proxy::Cri, 1023 - 9), (Proxy::Scheme, 255)] {
            let long = |length| match proxy {
                Proxy::Scheme => cri(Scheme::Name(vec![b'x'; length]), Some(80), vec![], vec![]),
                _ => cri(Scheme::Number(0), None, vec![text(length)], vec![]),
            };
            let found = [most, most + 1].map(|length| converts(revision, Some(proxy), long(length)));
            assert_eq!(found, [Ok(()), Err(Error::CoapLength)], "{proxy:?}");
        }
    }
}

/// (RFC 7252 3.1)
#[test]
fn an_option_is_written_up_to_the_maximum_of_its_encoding() {
    let value = vec![b'x'; OPTION_VALUE_MAX + 2];
    let written = |length: usize| {
        output(|out| {
            put_option(out, 11, &value[..length])?;
            out.written().map(|_| ())
        })
    };
    let option = written(OPTION_VALUE_MAX).unwrap();
    assert_eq!(Options::new(&option, 0).collect::<Vec<_>>(), [Ok((11, &value[..OPTION_VALUE_MAX]))]);
    assert_eq!([1, 2].map(|more| written(OPTION_VALUE_MAX + more)), [Err(Error::Argument), Err(Error::Argument)]);
}

/// (RFC 7252 3.1 order; href-27 8.1.1 step 4, 8.1.2 step 2; R26)
#[test]
fn options_are_in_order_and_zones_agree() {
    let mut buffer = [0; 64];
    let mut composer = Composer::new(Revision::Href27, SchemeNumber::COAP, None, &mut buffer).unwrap();
    assert_eq!(composer.option(11, b"a").finish(), Err(Error::CoapDestination));
    let mut composer = Composer::new(Revision::Href27, SchemeNumber::COAP, None, &mut buffer).unwrap();
    composer.option(3, b"h").option(11, b"a").option(11, b"b").option(7, b"a");
    assert_eq!([composer.finish().map(|_| ()), composer.finish().map(|_| ())], [Err(Error::CoapOrder); 2]);
    for number in 0..11 {
        let mut composer = Composer::new(Revision::Href27, SchemeNumber::COAP, None, &mut buffer).unwrap();
        composer.option(3, b"h").option(11, b"a").option(number, b"");
        assert_eq!(composer.error(), Some(Error::CoapOrder), "{number}");
    }
    // An option with a smaller number cannot follow an option of the message.
    let host_and_path = notation::bytes("[-1, [\"h\"], [\"a\"]]");
    for revision in REVISIONS {
        let after = |number| bytes_of(&parse(revision, &host_and_path), None, number);
        assert_eq!(after(3), Ok(vec![0x01, b'h', 0x81, b'a']));
        assert_eq!(after(4), Err(Error::CoapOrder));
        // A difference of option numbers must not be taken modulo 65536, where it would have a short head.
        let here = Endpoint { address: &[192, 0, 2, 1], zone: b"", port: 5683 };
        let path = notation::bytes("[-1, [h'c0000201'], [\"a\"]]");
        assert_eq!(bytes_of(&parse(revision, &path), Some(&here), 65535), Err(Error::CoapOrder));
        let of_text = output(|out| cri::coap::from_uri(revision, b"coap://192.0.2.1/a", Some(&here), 65535, out));
        assert_eq!(of_text, Err(Error::CoapOrder));
    }
    // The zone identifier belongs to the address over which the request arrived, and to no other address.
    let mut address = [0; 16];
    (address[0], address[1], address[15]) = (0xfe, 0x80, 1);
    let zoned = Endpoint { address: &address, zone: b"eth0", port: 5683 };
    for revision in REVISIONS {
        let with_zone = notation::bytes("[-1, [h'fe800000000000000000000000000001', \"eth0\"]]");
        assert_eq!(from_bytes(revision, 0, &[], Some(zoned)), Ok(with_zone.clone()));
        let host = coap::encode(&[(3, b"[fe80::1]".to_vec())], 0);
        assert_eq!(from_bytes(revision, 0, &host, Some(zoned)), Ok(with_zone.clone()));
        let other = coap::encode(&[(3, b"[fe80::2]".to_vec())], 0);
        let without = notation::bytes("[-1, [h'fe800000000000000000000000000002']]");
        assert_eq!(from_bytes(revision, 0, &other, Some(zoned)), Ok(without));
        let cri = parse(revision, &with_zone);
        assert_eq!(bytes_of(&cri, Some(&zoned), 0), Ok(vec![]));
        assert_eq!(bytes_of(&cri, Some(&Endpoint { zone: b"eth1", ..zoned }), 0), Ok(host.clone()));
        assert_eq!(bytes_of(&cri, Some(&Endpoint { zone: b"", ..zoned }), 0), Ok(vec![]));
        let without = notation::bytes("[-1, [h'fe800000000000000000000000000001']]");
        assert_eq!(bytes_of(&parse(revision, &without), Some(&zoned), 0), Ok(vec![]));
    }
    // The same is true for text. A prefix or an extension of this zone identifier names another zone.
    let host = Ok(coap::encode(&[(3, b"[fe80::1]".to_vec())], 0));
    for (zone, expected) in [("eth0", Ok(vec![])), ("%65th0", Ok(vec![])), ("eth", host.clone()), ("eth01", host)] {
        let uri = format!("coap://[fe80::1%25{zone}]");
        let found = output(|out| cri::coap::from_uri(Revision::Href13, uri.as_bytes(), Some(&zoned), 0, out));
        assert_eq!(found, expected, "{zone}");
    }
    // If only the port of the endpoint is known, this port is the default value of Uri-Port in both directions.
    let somewhere = Endpoint { address: &[], zone: &[], port: 61616 };
    for revision in REVISIONS {
        let with_port = notation::bytes("[-1, [\"h\", 61616]]");
        let host = coap::encode(&[(3, b"h".to_vec())], 0);
        assert_eq!(bytes_of(&parse(revision, &with_port), Some(&somewhere), 0), Ok(host.clone()));
        assert_eq!(from_bytes(revision, 0, &host, Some(somewhere)), Ok(with_port));
        assert_eq!(from_bytes(revision, 0, &[], Some(somewhere)), Err(Error::CoapDestination));
    }
}

/// Heads that are longer than necessary do not change a path (R1).
#[test]
fn long_heads_do_not_change_a_path() {
    for revision in REVISIONS {
        let prefix = notation::bytes("[true, [\"a\"]]");
        let prefix = parse(revision, &prefix);
        for path in ["0x82f5 82 780161 6162", "0x82f5 82 7a0000000161 780162"] {
            let path = notation::bytes(path);
            let mut rest = parse(revision, &path).path_under(&prefix).unwrap().expect("under it");
            assert_eq!(rest.next().and_then(|text| text.as_str()), Some("b"));
            assert!(rest.next().is_none());
        }
    }
}

#[test]
fn a_reference_matches_no_pattern() {
    for revision in REVISIONS {
        for reference in ["[]", "[1, [\"a\"]]", "[0, [\"a\"]]", "[0, null, [\"q\"]]"] {
            let bytes = notation::bytes(reference);
            assert_eq!(of_cri("/{*}", &parse(revision, &bytes)), Err(Error::NotFull), "{reference}");
            assert_eq!(of_cri("/{*}a", &parse(revision, &bytes)), Err(Error::Pattern), "{reference}");
        }
    }
}

/// A path is compared by its segments, whatever precedes the path in the CRI.
#[test]
fn a_path_without_a_root_matches() {
    for revision in REVISIONS {
        for uri in ["urn:led", "mailto:led", "x:/led", "coap://h/led", "https://h/led"] {
            let bytes = from_uri(revision, uri).unwrap();
            let cri = parse(revision, &bytes);
            assert_eq!(of_cri("/led", &cri), Ok(Some((vec![], vec![]))), "{uri}");
            let prefix = notation::bytes("[true, [\"led\"]]");
            assert!(cri.path_under(&parse(revision, &prefix)).unwrap().is_some(), "{uri}");
        }
    }
}

/// The first route that matches is chosen.
#[test]
fn the_first_matching_route_is_chosen() {
    let options = coap::encode(&[(11, b"a".to_vec()), (11, b"b".to_vec())], 0);
    let bytes = notation::bytes("[-1, [\"h\"], [\"a\", \"b\"]]");
    let index = |routes: &[&str]| {
        let patterns = || routes.iter().map(|text| Pattern::new(text.as_bytes()).expect("a pattern"));
        let found = route(patterns(), &options, |_, _| {}).map(|found| found.map(|(index, _)| index));
        let of_cri = route_cri(patterns(), &parse(Revision::Href27, &bytes), |_, _| {});
        assert_eq!(of_cri.map(|found| found.map(|(index, _)| index)), found, "{routes:?}");
        found
    };
    assert_eq!(index(&[]), Ok(None));
    assert_eq!(index(&["/a", "/b", "/"]), Ok(None));
    assert_eq!(index(&["/a", "/a/b", "/a/{}", "/{*}"]), Ok(Some(1)));
    assert_eq!(index(&["/a", "/a/{}", "/a/b", "/{*}"]), Ok(Some(1)));
    assert_eq!(index(&["/{*}", "/a/b"]), Ok(Some(0)));
}
