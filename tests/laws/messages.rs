// SPDX-License-Identifier: MIT OR Apache-2.0
//! The helpers for the options of a message, for queries and for zone identifiers, compared with simple models.

use crate::support::coap::{self, Option_};
use crate::support::hex;
use crate::support::lib::{REVISIONS, from_uri, output};
use crate::support::random::{Random, rounds};
use crate::support::random_coap::options;
use cri::coap::{cache_key, cache_key_equal, query_find};
use cri::uri::without_zone;
use cri::{Endpoint, Error, Pattern, SchemeNumber};

/// In the figure of RFC 7252 5.4.6, the last five bits of a NoCacheKey option's number are 1, 1, 1, 0 and either bit.
/// (RFC 7252 5.4.6; RFC 7641 2)
fn is_in_cache_key(number: u16, ignored: &[u16]) -> bool {
    let bits = format!("{number:016b}");
    !bits[11..].starts_with("1110") && number != 6 && !ignored.contains(&number)
}

#[test]
fn cache_keys_are_lists_of_the_options_that_are_kept() {
    for number in 0..=u16::MAX {
        let option = coap::encode(&[(number, b"v".to_vec())], 0);
        let wanted = if is_in_cache_key(number, &[]) { option.clone() } else { vec![] };
        assert_eq!(output(|out| cache_key(&option, &[], out)), Ok(wanted), "{number}");
    }
    let mut random = Random::new(62);
    let (mut same, mut other) = (0, 0);
    for _ in 0..rounds(100_000) {
        let list = |random: &mut Random| {
            let number = |random: &mut Random| random.pick(&[4, 6, 11, 11, 15, 23, 28, 60, 284, 300]);
            let mut list: Vec<Option_> =
                (0..random.below(5)).map(|_| (number(random), random.pick(&[&b""[..], b"a"]).to_vec())).collect();
            list.sort_by_key(|option| option.0);
            list
        };
        let (a, b) = (list(&mut random), list(&mut random));
        let ignored = random.pick(&[&[][..], &[4], &[11, 4], &[300, 23, 15], &[6]]);
        let kept = |list: &[Option_]| {
            list.iter().filter(|option| is_in_cache_key(option.0, ignored)).cloned().collect::<Vec<_>>()
        };
        let bytes = [&a, &b].map(|list| coap::encode(list, 0));
        let keys = bytes.each_ref().map(|bytes| output(|out| cache_key(bytes, ignored, out)));
        assert_eq!(keys, [&a, &b].map(|list| Ok(coap::encode(&kept(list), 0))), "{a:?} {b:?} {ignored:?}");
        let equal = kept(&a) == kept(&b);
        assert_eq!(cache_key_equal(&bytes[0], &bytes[1], ignored), Ok(equal), "{a:?} {b:?} {ignored:?}");
        *if equal { &mut same } else { &mut other } += 1;
    }
    assert!(same > rounds(10_000) && other > rounds(10_000), "{same} {other}");
}

/// Every character as the zone identifier of an address, in both spellings. Without its zone identifier, the text is a
/// URI that the library reads.
#[test]
fn zones_consist_of_unreserved_characters() {
    for octet in 0..=255u8 {
        let may = octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
        for (escape, tail) in [("", ""), ("25", ""), ("", "x"), ("25", "x2"), ("", "25")] {
            let zone = [&[octet], tail.as_bytes()].concat();
            let text = [b"coap://[fe80::1%", escape.as_bytes(), &zone, b"]/a"].concat();
            let mut buffer = [0; 64];
            let mut out = cri::Output::new(&mut buffer);
            let found = without_zone(&text, &mut out).map(|zone| zone.as_bytes().to_vec());
            // These octets end the authority or the user information before the bracket is closed.
            if b"/?#@".contains(&octet) {
                assert_eq!((found, out.written()), (Ok(Vec::new()), Ok(&text[..])));
                continue;
            }
            assert_eq!(found, if may { Ok(zone) } else { Err(Error::UriHost) }, "{}", hex(&text));
            if may {
                assert_eq!(out.written(), Ok(&b"coap://[fe80::1]/a"[..]));
            }
        }
    }
    let mut buffer = [0; 64];
    let mut out = cri::Output::new(&mut buffer);
    let zone = without_zone(b"coap://[fe80::1%eth0]/a", &mut out).unwrap();
    let uri = out.written().unwrap();
    let mut address = [0; 16];
    (address[0], address[1], address[15]) = (0xfe, 0x80, 1);
    let dest = Endpoint { address: &address, zone: zone.as_bytes(), port: 5683 };
    for revision in REVISIONS {
        let options = output(|out| cri::coap::from_uri(revision, uri, Some(&dest), 0, out));
        assert_eq!(options, Ok(coap::encode(&[(11, b"a".to_vec())], 0)));
        assert!(from_uri(revision, core::str::from_utf8(uri).unwrap()).is_ok());
    }
}

/// Whatever the options are, no error of a reader is answered with 5.00, which is for mistakes of the program (R47).
#[test]
fn errors_of_options_are_the_clients() {
    use cri::coap as read;
    let mut random = Random::new(67);
    let to = Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 5683 };
    let aif = b"\x81\x82\x81\x81\x61a\x01"; // [[["a"], 1]]
    let routes = || [Pattern::new("/a/{}").unwrap(), Pattern::new("/{*}").unwrap()];
    let mut codes = std::collections::BTreeSet::new();
    for round in 0..rounds(100_000) {
        let revision = REVISIONS[round % 2];
        let bytes = options(&mut random, revision);
        let scheme = SchemeNumber::COAP;
        let errors = [
            output(|out| read::to_cri(revision, scheme, &bytes, Some(&to), out)).err(),
            output(|out| read::to_cri_proxy(revision, scheme, &bytes, Some(&to), out)).err(),
            output(|out| read::to_uri(revision, scheme, &bytes, Some(&to), out)).err(),
            output(|out| read::to_uri_proxy(revision, scheme, &bytes, Some(&to), out)).err(),
            output(|out| read::forward_request(&bytes, &[], out)).err(),
            output(|out| cache_key(&bytes, &[], out)).err(),
            read::route(routes(), &bytes, |_, _| {}).err(),
            read::aif_methods_options(revision, aif, &bytes).err(),
            read::unknown_critical(&bytes, &[]).find_map(Result::err),
            read::find_uint(&bytes, 15).err(),
            query_find(&bytes, "a").err(),
        ];
        for error in errors.into_iter().flatten() {
            let code = read::response_code(error);
            assert!(code >> 5 == 4 || code == 5 << 5 | 5 || code == 5 << 5 | 8, "{error:?} {}", hex(&bytes));
            codes.insert(code);
        }
    }
    assert!(codes.is_superset(&[4 << 5, 4 << 5 | 2, 5 << 5 | 5].into()), "{codes:?}");
}
