// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every decision by two ways (tests/support/decisions.rs), for random requests to servers and to proxies. Options that
//! do not identify a resource change no decision, and CRIs with the same port have the same origin.

use crate::laws::message::message;
use crate::support::decisions::{proxy, server};
use crate::support::hex;
use crate::support::lib::{REVISIONS, output, parse};
use crate::support::random::{Random, rounds};
use crate::support::random_coap::{destination, options};
use crate::support::rules::{Rules, composed, origin};
use cri::coap as lib;
use cri::{Cri, Endpoint, Revision, SchemeNumber};

/// The options of a request to a server or, with `for_proxy`, to a proxy, and the URI that they mean. Half of the
/// requests have any options, of which the URI is not known.
fn request(
    random: &mut Random,
    revision: Revision,
    scheme: SchemeNumber,
    to: Option<&Endpoint<'_>>,
    for_proxy: bool,
) -> (Vec<u8>, Option<String>) {
    if random.one_in(2) {
        return (options(random, revision), None);
    }
    let message = message(random, scheme.get() as u8, to, for_proxy);
    (message.bytes, message.uri)
}

#[test]
fn a_server_decides_the_same_by_every_way() {
    servers(70, rounds(100_000));
}

#[test]
fn a_proxy_and_the_next_server_decide_the_same() {
    proxies(71, rounds(100_000));
}

mod whole {
    use super::{proxies, rounds, servers};
    use crate::support::random::seed;

    #[test]
    #[ignore = "takes up to an hour"]
    fn decisions() {
        servers(seed(), rounds(10_000_000));
        proxies(seed(), rounds(10_000_000));
    }
}

/// True if a CRI has the same origin as the CRI of an earlier request, which must be true for their URIs, too.
fn is_of_origin(view: &Cri<'_>, uri: &str, (other, other_uri): &(Vec<u8>, String)) -> bool {
    let same = origin(uri) == origin(other_uri);
    assert_eq!(view.same_origin(&parse(view.revision(), other)), Ok(same), "{uri} {other_uri}");
    same
}

fn servers(seed: u64, all: usize) {
    let mut random = Random::new(seed);
    let mut counts = [0; 7];
    let mut others: [Vec<(Vec<u8>, String)>; 2] = [vec![], vec![]];
    for round in 0..all {
        let revision = REVISIONS[round % 2];
        let for_proxy = random.one_in(8);
        let (scheme, to) = (SchemeNumber::new(random.pick(&[0, 0, 0, 0, 1, 6, 7])), destination(&mut random));
        let (bytes, meant) = request(&mut random, revision, scheme, to.as_ref(), for_proxy);
        let decided = server(&mut random, revision, scheme, to.as_ref(), &bytes);
        let Ok((cri, uri, (route, rest, methods, (found, _)))) = decided else {
            assert!(for_proxy || meant.is_none(), "{revision:?} {} {decided:?}", hex(&bytes));
            continue;
        };
        counts[5] += usize::from(meant.is_some());
        assert_eq!(uri, meant.unwrap_or(uri.clone()), "{revision:?} {scheme:?} {} {to:?}", hex(&bytes));
        let (view, others) = (parse(revision, &cri), &mut others[round % 2]);
        counts[6] += others.iter().filter(|other| is_of_origin(&view, &uri, other)).count();
        others.truncate(7);
        others.insert(0, (cri, uri));
        let is = [true, route.is_some(), rest.is_some(), methods > 0, found > 0];
        counts.iter_mut().zip(is).for_each(|(count, is)| *count += usize::from(is));
    }
    println!("{counts:?}: a CRI, a route, a rest, methods, a parameter, a known URI, the origin of an earlier one");
    assert!(counts.iter().all(|count| *count > all / 100), "{counts:?}");
}

fn proxies(seed: u64, all: usize) {
    let mut random = Random::new(seed);
    let mut counts = [0; 3];
    for round in 0..all {
        let revision = REVISIONS[round % 2];
        let (to, next) = (destination(&mut random), destination(&mut random));
        let (bytes, meant) = request(&mut random, revision, SchemeNumber::COAP, to.as_ref(), true);
        let Some([servers, proxies]) = proxy(&mut random, revision, to.as_ref(), next.as_ref(), &bytes) else {
            continue;
        };
        let known = usize::from(meant.is_some());
        counts.iter_mut().zip([servers, proxies, known]).for_each(|(count, more)| *count += more);
        if let Some(meant) = meant {
            let uri = output(|out| lib::to_uri_proxy(revision, SchemeNumber::COAP, &bytes, to.as_ref(), out)).unwrap();
            assert_eq!(String::from_utf8(uri).unwrap(), meant, "{}", hex(&bytes));
        }
    }
    println!("{counts:?} requests were forwarded to a server and to another proxy, and had a known URI");
    assert!(counts.iter().all(|count| *count > all / 10), "{counts:?}");
}

/// A `/` in a host may be PET in Proxy-Cri, and is text in the CRI of Proxy-Uri, because a URI always encodes it (R13).
#[test]
fn a_host_with_percent_encoded_text_arrives() {
    let request = output(|out| lib::insert_option(&[], 235, b"\x82\x20\x81\x82\x61a\x41/", out)).unwrap();
    for revision in REVISIONS {
        assert_eq!(proxy(&mut Random::new(73), revision, None, None, &request), Some([0, 2]));
    }
}

/// Options of all numbers that do not identify a resource, between and after those that do.
#[test]
fn other_options_change_no_decision() {
    let mut random = Random::new(72);
    // Uri-Host, Uri-Path twice, Uri-Query; Location-Path, Location-Query
    let (request, response) = (b"\x31h\x81a\x01b\x43a=b", b"\x81a\xc1b");
    let revision = Revision::Href27;
    let read = |bytes: &[u8]| output(|out| lib::to_cri(revision, SchemeNumber::COAP, bytes, None, out));
    let text = |bytes: &[u8]| output(|out| lib::to_uri(revision, SchemeNumber::COAP, bytes, None, out));
    let location = |bytes: &[u8]| output(|out| lib::location_to_cri(revision, bytes, out));
    let with = |bytes: &[u8], number: u16| output(|out| lib::insert_option(bytes, number, b"a", out)).unwrap();
    let root = parse(revision, b"\x82\xf5\x80");
    let (cri, uri, reference) = (read(request), text(request), location(response));
    let numbers: Vec<u16> = (0..=u16::MAX).filter(|number| !lib::is_of_target(*number)).collect();
    for some in numbers.chunks(100) {
        let rules = Rules::new(&mut random, request);
        let decision = rules.by_options(revision, request);
        for number in some {
            let more = with(request, *number);
            assert_eq!(rules.by_options(revision, &more), decision, "{number} {rules:?}");
            let rest = lib::path_under(&more, &root).unwrap().map(Iterator::count);
            assert_eq!(rest, Some(2), "{number}");
            assert_eq!((read(&more), text(&more)), (cri.clone(), uri.clone()), "{number}");
            assert_eq!(composed(revision, SchemeNumber::COAP, &more, None), cri, "{number}");
            if ![8, 20, 128, 132, 136, 140].contains(number) {
                assert_eq!(location(&with(response, *number)), reference, "{number}");
            }
        }
    }
}

/// Origins of all ports, each compared with itself, with ports that differ in one bit, and with the default port.
#[test]
fn origins_have_the_same_port() {
    let encoded = |port: u16| [&b"\x82\x20\x82\x61h\x19"[..], &port.to_be_bytes()].concat();
    let default = parse(Revision::Href27, b"\x82\x20\x81\x61h");
    for port in 0..=u16::MAX {
        let own = encoded(port);
        let own = parse(Revision::Href27, &own);
        assert_eq!([own.same_origin(&own), own.same_origin(&default)], [Ok(true), Ok(port == 5683)], "{port}");
        for bit in 0..u16::BITS {
            let other = encoded(port ^ 1 << bit);
            assert_eq!(own.same_origin(&parse(Revision::Href27, &other)), Ok(false), "{port} {bit}");
        }
    }
}
