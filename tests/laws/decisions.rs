// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every decision by two ways. A server decides about a request by its options, by its cache key, by the CRI of its
//! options, by the CRI of a composer, by the text of its URI, by the CRI of this text, and by the options of this text.
//! All ways must decide the same. So must a proxy and the server, or the next proxy, to which the proxy forwards.

use crate::laws::message::message;
use crate::support::hex;
use crate::support::lib::{REVISIONS, encode, from_uri, output, parse, to_uri};
use crate::support::random::{Random, rounds};
use crate::support::random_coap::{destination, options};
use crate::support::rules::{Decision, Rules, composed, origin, split};
use cri::coap::{self as lib, Proxy, is_for_proxy, unknown_critical};
use cri::{Cri, Endpoint, Error, Host, Revision, SchemeNumber};

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
    let uri = message.uri();
    (message.bytes, uri)
}

/// The cache key of these options, and the options with another option if their cache key is the same.
fn of_the_same_key(random: &mut Random, bytes: &[u8]) -> Vec<Vec<u8>> {
    let Ok(key) = output(|out| lib::cache_key(bytes, &[], out)) else { return vec![] };
    assert_eq!(lib::cache_key_equal(bytes, &key, &[]), Ok(true), "{}", hex(bytes));
    let (number, value) = (random.pick(&[3, 4, 6, 7, 11, 13, 15, 28, 35, 39, 60]), random.pick(&["", "a"]));
    let more = output(|out| lib::insert_option(bytes, number, value.as_bytes(), out)).unwrap();
    let is_same = lib::cache_key_equal(bytes, &more, &[]) == Ok(true);
    [key].into_iter().chain(is_same.then_some(more)).collect()
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

/// True if a server accepts a request whose host and port do not matter, as for a decision by options.
fn is_accepted(revision: Revision, bytes: &[u8]) -> bool {
    let refused: Result<Vec<_>, _> = unknown_critical(bytes, &[]).collect();
    let is_refused = refused.map(|list| list.iter().any(|(_, error)| *error == Error::CoapProxy));
    assert_eq!(is_refused, is_for_proxy(bytes), "{}", hex(bytes));
    let here = Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 5683 };
    let Ok(local) = output(|out| lib::remove_options(bytes, &[3, 7], out)) else { return false };
    output(|out| lib::to_cri(revision, SchemeNumber::COAP, &local, Some(&here), out)).is_ok()
}

/// The CRI of a URI leads to the same decision as the view, and both have the same origin.
fn decides_by_cri_of(uri: &str, view: &Cri<'_>, rules: &Rules, decision: &Decision) {
    let cri = from_uri(view.revision(), uri).expect(uri);
    let of_text = parse(view.revision(), &cri);
    assert_eq!(rules.by_cri(&of_text), *decision, "{uri} {rules:?}");
    for (one, other) in [(view, view), (view, &of_text), (&of_text, view)] {
        assert_eq!(one.same_origin(other), Ok(true), "{uri}");
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
        let rules = Rules::new(&mut random, &bytes);
        let name = format!("{revision:?} {scheme:?} {} {to:?} {rules:?}", hex(&bytes));
        let read = |bytes: &[u8]| output(|out| lib::to_cri(revision, scheme, bytes, to.as_ref(), out));
        let (cri, decision) = (read(&bytes), rules.by_options(revision, &bytes));
        assert_eq!(composed(revision, scheme, &bytes, to.as_ref()), cri, "{name}");
        assert_eq!(is_accepted(revision, &bytes), decision.is_ok(), "{name} {decision:?}");
        for same in of_the_same_key(&mut random, &bytes) {
            assert_eq!((read(&same), rules.by_options(revision, &same)), (cri.clone(), decision.clone()), "{name}");
        }
        let Ok(cri) = cri else {
            assert!(for_proxy || meant.is_none(), "{name} {cri:?}");
            continue;
        };
        let (view, decision) = (parse(revision, &cri), decision.expect(&name));
        assert_eq!(rules.by_cri(&view), decision, "{name}");
        // The path of a resolved CRI is in two pieces.
        let resolved = view.resolve(&parse(revision, b"\x82\x00\x81\x61b")).unwrap();
        assert_eq!(rules.by_cri(&resolved), rules.by_cri(&parse(revision, &encode(&resolved))), "{name}");
        let text = |bytes: &[u8]| {
            let uri = output(|out| lib::to_uri(revision, scheme, bytes, to.as_ref(), out)).expect(&name);
            String::from_utf8(uri).unwrap()
        };
        let uri = text(&bytes);
        counts[5] += usize::from(meant.is_some());
        assert_eq!(uri, meant.unwrap_or(uri.clone()), "{name}");
        assert_eq!(rules.by_text(&uri), decision, "{name} {uri}");
        decides_by_cri_of(&uri, &view, &rules, &decision);
        let options = output(|out| lib::from_uri(revision, uri.as_bytes(), to.as_ref(), 0, out)).expect(&name);
        assert_eq!(rules.by_options(revision, &options).as_ref(), Ok(&decision), "{name} {uri}");
        let again = text(&options);
        assert_eq!((origin(&again), split(&again)), (origin(&uri), split(&uri)), "{name}");
        let others = &mut others[round % 2];
        counts[6] += others.iter().filter(|other| is_of_origin(&view, &uri, other)).count();
        others.truncate(7);
        others.insert(0, (cri.clone(), uri));
        let (route, rest, methods, (found, _)) = &decision;
        let is = [true, route.is_some(), rest.is_some(), *methods > 0, *found > 0];
        counts.iter_mut().zip(is).for_each(|(count, is)| *count += usize::from(is));
    }
    println!("{counts:?}: a CRI, a route, a rest, methods, a parameter, a known URI, the origin of an earlier one");
    assert!(counts.iter().all(|count| *count > all / 100), "{counts:?}");
}

/// The next server or proxy decides about the forwarded options as about the target.
fn arrives(target: &Cri<'_>, sent: &[u8], to: Option<&Endpoint<'_>>, rules: &Rules, decision: &Decision) {
    let (revision, name) = (target.revision(), format!("{} {to:?} {rules:?}", hex(sent)));
    let received = if is_for_proxy(sent) == Ok(true) {
        assert_eq!(rules.by_options(revision, sent), Err(Error::CoapProxy), "{name}");
        output(|out| lib::to_cri_proxy(revision, SchemeNumber::COAP, sent, to, out)).expect(&name)
    } else {
        assert_eq!(rules.by_options(revision, sent).as_ref(), Ok(decision), "{name}");
        let scheme = target.effective_scheme().unwrap();
        output(|out| lib::to_cri(revision, scheme, sent, to, out)).expect(&name)
    };
    let received = parse(revision, &received);
    assert_eq!(rules.by_cri(&received), *decision, "{name}");
    // A zone identifier is not sent.
    let host = target.authority().map(|authority| authority.host);
    let has_zone = matches!(host, Some(Host::Address(address)) if address.zone().is_some());
    assert!(has_zone || received.same_origin(target) == Ok(true), "{name}");
}

fn proxies(seed: u64, all: usize) {
    let mut random = Random::new(seed);
    let mut counts = [0; 3];
    for round in 0..all {
        let revision = REVISIONS[round % 2];
        let (to, next) = (destination(&mut random), destination(&mut random));
        let (bytes, meant) = request(&mut random, revision, SchemeNumber::COAP, to.as_ref(), true);
        let read =
            |bytes: &[u8]| output(|out| lib::to_cri_proxy(revision, SchemeNumber::COAP, bytes, to.as_ref(), out));
        let (Ok(target), Ok(forwarded)) = (read(&bytes), output(|out| lib::forward_request(&bytes, &[], out))) else {
            continue;
        };
        let view = parse(revision, &target);
        if let Some(meant) = meant {
            counts[2] += 1;
            let uri = output(|out| lib::to_uri_proxy(revision, SchemeNumber::COAP, &bytes, to.as_ref(), out)).unwrap();
            assert_eq!(String::from_utf8(uri).unwrap(), meant, "{}", hex(&bytes));
        }
        let mut rules = Rules::new(&mut random, &bytes);
        if let Ok(own) = output(|out| view.to_coap(None, 0, out)) {
            rules = Rules::new(&mut random, &own);
        }
        let decision = rules.by_cri(&view);
        let name = format!("{revision:?} {} {} {next:?} {rules:?}", hex(&bytes), to_uri(&view).unwrap_or_default());
        let to_server = output(|out| view.to_coap(next.as_ref(), 0, out)).map(|own| (own, None));
        let proxies = [Proxy::Uri, Proxy::Scheme, Proxy::Cri, Proxy::SchemeNumber]
            .map(|proxy| output(|out| view.to_coap_proxy(proxy, next.as_ref(), 0, out)).map(|own| (own, Some(proxy))));
        for (own, proxy) in proxies.into_iter().chain([to_server]).flatten() {
            let sent = output(|out| lib::merge_options(&own, &forwarded, out)).unwrap();
            assert_eq!(is_for_proxy(&sent), Ok(proxy.is_some()), "{name}");
            counts[usize::from(proxy.is_some())] += 1;
            arrives(&view, &sent, next.as_ref(), &rules, &decision);
            // The server does not refuse an option that the client did not send.
            let unknown =
                |bytes: &[u8]| unknown_critical(bytes, &[35, 39, 235, 239]).collect::<Result<Vec<_>, _>>().unwrap();
            assert!(unknown(&sent).iter().all(|option| unknown(&bytes).contains(option)), "{name}");
        }
    }
    println!("{counts:?} requests were forwarded to a server and to another proxy, and had a known URI");
    assert!(counts.iter().all(|count| *count > all / 10), "{counts:?}");
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
