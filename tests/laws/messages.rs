// SPDX-License-Identifier: MIT OR Apache-2.0
//! The helpers for the options of a message, for queries and for zone identifiers, compared with simple models.

use crate::support::cbor::{Value, encoded};
use crate::support::coap::{self, Option_};
use crate::support::hex;
use crate::support::lib::{REVISIONS, from_uri, output, parse};
use crate::support::random::{Random, rounds};
use crate::support::random_coap::options;
use crate::support::uri::decoded;
use cri::coap::{aif_allows, aif_allows_options, query_find};
use cri::coap::{cache_key, cache_key_equal};
use cri::uri::without_zone;
use cri::{Endpoint, Error, Method, Pattern, SchemeNumber};

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

/// A query is split at its ampersands and decoded, and each parameter is split at its first equals sign. This is true
/// for the query of a CRI and for the options of its URI.
#[test]
fn parameters_are_those_of_the_split_query() {
    let mut random = Random::new(63);
    let mut found_count = 0;
    for round in 0..rounds(200_000) {
        let revision = REVISIONS[round % 2];
        let query: String = (0..random.below(9))
            .map(|_| random.pick(&["a", "b", "=", "=", "&", "&", "%3D", "%26", "%C3%A9", "é"]))
            .collect();
        let query = query.replace('é', "%C3%A9");
        // No name contains an equals sign.
        let name = random.pick(&["", "a", "b", "ab", "é", "&", "=", "a=", "a=b"]);
        let parameters = query.split('&').map(decoded).map(|octets| {
            let equals = octets.iter().position(|octet| *octet == b'=');
            (octets[..equals.unwrap_or(octets.len())].to_vec(), equals.map(|at| octets[at + 1..].to_vec()))
        });
        let values: Vec<_> = parameters.filter(|(own, _)| own == name.as_bytes()).map(|(_, value)| value).collect();
        let first = values.first().cloned().flatten();
        let uri = format!("coap://h/?{query}");
        let bytes = from_uri(revision, &uri).unwrap();
        let cri = parse(revision, &bytes);
        let mut buffer = [0; 64];
        let mut out = cri::Output::new(&mut buffer);
        let found = cri.query_find(name.as_bytes(), &mut out).unwrap();
        let of_cri = (found.count, found.has_value, out.written().unwrap().to_vec());
        assert_eq!(of_cri, (values.len(), first.is_some(), first.clone().unwrap_or_default()), "{uri} {name}");
        let options = output(|out| cri::coap::from_uri(revision, uri.as_bytes(), None, 0, out)).unwrap();
        let found = query_find(&options, name.as_bytes()).unwrap();
        assert_eq!((found.count, found.value), (values.len(), first.as_deref()), "{uri} {name}");
        found_count += found.count;
    }
    assert!(found_count > rounds(25_000), "{found_count}");
}

/// All lists of up to `most` of these options.
fn lists(of: &[(u16, &str)], most: usize) -> Vec<Vec<Option_>> {
    let mut lists = vec![vec![]];
    let mut longest = lists.clone();
    for _ in 0..most {
        let longer = |list: &Vec<Option_>| {
            let list = list.clone();
            of.iter().map(move |(number, value)| [&list[..], &[(*number, value.as_bytes().to_vec())]].concat())
        };
        longest = longest.iter().flat_map(longer).collect();
        lists.extend(longest.iter().cloned());
    }
    lists
}

/// Authorization information gives the same answer for the options of a request and for the CRI of the request.
/// (RFC 9237 2; href-27 8.3; R17, R29)
#[test]
fn authorization_is_the_same_by_options_and_by_cri() {
    let here = Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 5683 };
    let paths = lists(&[(11, ""), (11, "a"), (11, ".well-known"), (11, "core"), (11, ".")], 2);
    let paths = [paths, lists(&[(13, ""), (13, "\u{3}")], 1), lists(&[(13, "")], 2)].concat();
    let queries = lists(&[(15, ""), (15, "q")], 2);
    let others = lists(&[(3, "h"), (12, ""), (14, ""), (17, ""), (35, "coap://h"), (39, "coap")], 1);
    let texts = |list: &[Option_]| Value::Array(list.iter().map(|(_, text)| Value::Text(text.clone())).collect());
    let is_path = |path: &&Vec<Option_>| path.iter().all(|option| option.0 == 11 && option.1 != b".");
    let entry = |path: &[Option_], query: &[Option_]| {
        let target = Value::Array(vec![texts(path), texts(query)]);
        encoded(&Value::Array(vec![Value::Array(vec![target, Value::Uint(1)])]))
    };
    let entries: Vec<_> =
        paths.iter().filter(is_path).flat_map(|path| queries.iter().map(|query| entry(path, query))).collect();
    let (mut allowed, mut refused) = (0, 0);
    for (path, query) in paths.iter().flat_map(|path| queries.iter().map(move |query| (path, query))) {
        for other in &others {
            let mut list = [&path[..], query, other].concat();
            list.sort_by_key(|option| option.0);
            let options = coap::encode(&list, 0);
            for revision in REVISIONS {
                let cri = output(|out| cri::coap::to_cri(revision, SchemeNumber::COAP, &options, Some(&here), out));
                for aif in &entries {
                    let wanted = cri.clone().and_then(|cri| aif_allows(aif, &parse(revision, &cri), Method::GET));
                    assert_eq!(
                        aif_allows_options(revision, aif, &options, Method::GET),
                        wanted,
                        "{list:?} {}",
                        hex(aif)
                    );
                    allowed += usize::from(wanted == Ok(true));
                    refused += usize::from(wanted.is_err());
                }
            }
        }
    }
    assert!(allowed > 500 && refused > 500, "{allowed} {refused}");
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
