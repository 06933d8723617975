// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every decision by two ways. A server decides about a request by its options, by its cache key, by the CRI of its
//! options, by the CRI of a composer, by the text of its URI, by the CRI of this text, and by the options of this text.
//! All ways must decide the same. So must a proxy and the server, or the next proxy, to which the proxy forwards.

use crate::support::hex;
use crate::support::lib::{REVISIONS, encode, from_uri, output, parse, to_uri};
use crate::support::random::{Random, rounds};
use crate::support::random_coap::{destination, request};
use crate::support::rules::{Rules, composed, origin, split};
use cri::coap::{self as lib, Proxy, is_for_proxy, unknown_critical};
use cri::{Endpoint, Error, Host, SchemeNumber};

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
    let mut random = Random::new(70);
    let mut counts = [0; 6];
    let mut others: [Vec<(Vec<u8>, String)>; 2] = [vec![], vec![]];
    for round in 0..rounds(100_000) {
        let revision = REVISIONS[round % 2];
        let for_proxy = random.one_in(8);
        let (bytes, to) = (request(&mut random, revision, for_proxy), destination(&mut random));
        let scheme = SchemeNumber::new(random.pick(&[0, 0, 0, 1, 6]));
        let rules = Rules::new(&mut random, &bytes);
        let name = format!("{revision:?} {scheme:?} {} {to:?} {rules:?}", hex(&bytes));
        let read = |bytes: &[u8]| output(|out| lib::to_cri(revision, scheme, bytes, to.as_ref(), out));
        let (cri, decision) = (read(&bytes), rules.by_options(revision, &bytes));
        assert_eq!(composed(revision, scheme, &bytes, to.as_ref()), cri, "{name}");
        let refused: Result<Vec<_>, _> = unknown_critical(&bytes, &[]).collect();
        let is_refused = refused.map(|list| list.iter().any(|(_, error)| *error == Error::CoapProxy));
        assert_eq!(is_refused, is_for_proxy(&bytes), "{name}");
        // The host and the port do not matter for a decision by options.
        let here = Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 5683 };
        let without_host = output(|out| lib::remove_options(&bytes, &[3, 7], out));
        let local =
            without_host.and_then(|bytes| output(|out| lib::to_cri(revision, scheme, &bytes, Some(&here), out)));
        assert_eq!(local.is_ok(), decision.is_ok(), "{name} {local:?} {decision:?}");
        for same in of_the_same_key(&mut random, &bytes) {
            assert_eq!((read(&same), rules.by_options(revision, &same)), (cri.clone(), decision.clone()), "{name}");
        }
        let Ok(cri) = cri else { continue };
        let (view, decision) = (parse(revision, &cri), decision.expect(&name));
        assert_eq!(rules.by_cri(&view), decision, "{name}");
        // The path of a resolved CRI is in two pieces.
        let resolved = view.resolve(&parse(revision, b"\x82\x00\x81\x61b")).unwrap();
        assert_eq!(rules.by_cri(&resolved), rules.by_cri(&parse(revision, &encode(&resolved))), "{name}");
        let uri = output(|out| lib::to_uri(revision, scheme, &bytes, to.as_ref(), out)).expect(&name);
        let uri = String::from_utf8(uri).unwrap();
        assert_eq!(rules.by_text(&uri), decision, "{name} {uri}");
        let of_text = from_uri(revision, &uri).expect(&name);
        assert_eq!(rules.by_cri(&parse(revision, &of_text)), decision, "{name} {uri}");
        let options = output(|out| lib::from_uri(revision, uri.as_bytes(), to.as_ref(), 0, out)).expect(&name);
        assert_eq!(rules.by_options(revision, &options).as_ref(), Ok(&decision), "{name} {uri}");
        let again = output(|out| lib::to_uri(revision, scheme, &options, to.as_ref(), out)).expect(&name);
        let again = String::from_utf8(again).unwrap();
        assert_eq!((origin(&again), split(&again)), (origin(&uri), split(&uri)), "{name}");
        let others = &mut others[round % 2];
        for (other, other_uri) in &*others {
            let same = origin(&uri) == origin(other_uri);
            assert_eq!(view.same_origin(&parse(revision, other)), Ok(same), "{uri} {other_uri}");
            counts[5] += usize::from(same);
        }
        others.truncate(7);
        others.insert(0, (cri.clone(), uri));
        let (route, rest, methods, (found, _)) = &decision;
        for (count, is) in counts.iter_mut().zip([true, route.is_some(), rest.is_some(), *methods > 0, *found > 0]) {
            *count += usize::from(is);
        }
    }
    println!(
        "{counts:?} with a CRI, a route, a rest, allowed methods, a parameter, and the origin of a message before"
    );
    assert!(counts.iter().all(|count| *count > rounds(2_000)), "{counts:?}");
}

#[test]
fn a_proxy_and_the_next_server_decide_the_same() {
    let mut random = Random::new(71);
    let mut counts = [0; 2];
    for round in 0..rounds(100_000) {
        let revision = REVISIONS[round % 2];
        let (bytes, to) = (request(&mut random, revision, true), destination(&mut random));
        let next = destination(&mut random);
        let read =
            |bytes: &[u8]| output(|out| lib::to_cri_proxy(revision, SchemeNumber::COAP, bytes, to.as_ref(), out));
        let (Ok(target), Ok(forwarded)) = (read(&bytes), output(|out| lib::forward_request(&bytes, &[], out))) else {
            continue;
        };
        let view = parse(revision, &target);
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
            let received = if proxy.is_some() {
                assert_eq!(rules.by_options(revision, &sent), Err(Error::CoapProxy), "{name}");
                output(|out| lib::to_cri_proxy(revision, SchemeNumber::COAP, &sent, next.as_ref(), out)).expect(&name)
            } else {
                assert_eq!(rules.by_options(revision, &sent), Ok(decision.clone()), "{name}");
                let scheme = view.effective_scheme().unwrap();
                output(|out| lib::to_cri(revision, scheme, &sent, next.as_ref(), out)).expect(&name)
            };
            let received = parse(revision, &received);
            assert_eq!(rules.by_cri(&received), decision, "{name}");
            // A zone identifier is not sent.
            let host = view.authority().map(|authority| authority.host);
            let has_zone = matches!(host, Some(Host::Address(address)) if address.zone().is_some());
            assert!(has_zone || received.same_origin(&view) == Ok(true), "{name}");
            // The server does not refuse an option that the client did not send.
            let unknown =
                |bytes: &[u8]| unknown_critical(bytes, &[35, 39, 235, 239]).collect::<Result<Vec<_>, _>>().unwrap();
            assert!(unknown(&sent).iter().all(|option| unknown(&bytes).contains(option)), "{name}");
        }
    }
    println!("{counts:?} requests were forwarded to a server and to another proxy");
    assert!(counts.iter().all(|count| *count > rounds(10_000)), "{counts:?}");
}
