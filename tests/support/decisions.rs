// SPDX-License-Identifier: MIT OR Apache-2.0
//! The law that every way to decide about a request decides the same, for one request. A server decides by the options,
//! by their cache key, by the CRI of the options, by the CRI of a composer, by the text of the URI, by the CRI of this
//! text, and by the options of this text. A proxy and the server, or the next proxy, to which it forwards must agree.

use super::hex;
use super::lib::{encode, from_uri, output, parse, to_uri};
use super::random::Random;
use super::rules::{Decision, Rules, composed, origin, split};
use cri::coap::{self as lib, Proxy, is_for_proxy, unknown_critical};
use cri::{Cri, Endpoint, Error, Host, Revision, SchemeNumber};

/// The cache key of these options, and the options with another option if their cache key is the same.
fn of_the_same_key(random: &mut Random, bytes: &[u8]) -> Vec<Vec<u8>> {
    let Ok(key) = output(|out| lib::cache_key(bytes, &[], out)) else { return vec![] };
    assert_eq!(lib::cache_key_equal(bytes, &key, &[]), Ok(true), "{}", hex(bytes));
    let (number, value) = (random.pick(&[3, 4, 6, 7, 11, 13, 15, 28, 35, 39, 60]), random.pick(&["", "a"]));
    let more = output(|out| lib::insert_option(bytes, number, value.as_bytes(), out)).unwrap();
    let is_same = lib::cache_key_equal(bytes, &more, &[]) == Ok(true);
    [key].into_iter().chain(is_same.then_some(more)).collect()
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

/// A server decides the same by every way. Returns the CRI of the request, its URI and the decision, or the error of
/// the request.
pub fn server(
    random: &mut Random,
    revision: Revision,
    scheme: SchemeNumber,
    to: Option<&Endpoint<'_>>,
    bytes: &[u8],
) -> Result<(Vec<u8>, String, Decision), Error> {
    let rules = Rules::new(random, bytes);
    let name = format!("{revision:?} {scheme:?} {} {to:?} {rules:?}", hex(bytes));
    let read = |bytes: &[u8]| output(|out| lib::to_cri(revision, scheme, bytes, to, out));
    let (cri, decision) = (read(bytes), rules.by_options(revision, bytes));
    assert_eq!(composed(revision, scheme, bytes, to), cri, "{name}");
    assert_eq!(is_accepted(revision, bytes), decision.is_ok(), "{name} {decision:?}");
    for same in of_the_same_key(random, bytes) {
        assert_eq!((read(&same), rules.by_options(revision, &same)), (cri.clone(), decision.clone()), "{name}");
    }
    let cri = cri?;
    let (view, decision) = (parse(revision, &cri), decision.expect(&name));
    assert_eq!(rules.by_cri(&view), decision, "{name}");
    // The path of a resolved CRI is in two pieces.
    let resolved = view.resolve(&parse(revision, b"\x82\x00\x81\x61b")).unwrap();
    assert_eq!(rules.by_cri(&resolved), rules.by_cri(&parse(revision, &encode(&resolved))), "{name}");
    let text = |bytes: &[u8]| {
        let uri = output(|out| lib::to_uri(revision, scheme, bytes, to, out)).expect(&name);
        String::from_utf8(uri).unwrap()
    };
    let uri = text(bytes);
    assert_eq!(rules.by_text(&uri), decision, "{name} {uri}");
    decides_by_cri_of(&uri, &view, &rules, &decision);
    let options = output(|out| lib::from_uri(revision, uri.as_bytes(), to, 0, out)).expect(&name);
    assert_eq!(rules.by_options(revision, &options).as_ref(), Ok(&decision), "{name} {uri}");
    let again = text(&options);
    assert_eq!((origin(&again), split(&again)), (origin(&uri), split(&uri)), "{name}");
    Ok((cri, uri, decision))
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
    // If an octet of a host is always encoded in a URI, it is text in the CRI of the URI, and not PET (R13, R15).
    let of_uri = to_uri(target).and_then(|uri| from_uri(revision, &uri));
    let is_same = |cri: &Cri<'_>| received.same_origin(cri) == Ok(true);
    assert!(has_zone || is_same(target) || of_uri.is_ok_and(|cri| is_same(&parse(revision, &cri))), "{name}");
}

/// A proxy and the server, or the next proxy, decide the same about a request. Returns how many servers and proxies the
/// request was forwarded to, or nothing if it has no target or cannot be forwarded.
pub fn proxy(
    random: &mut Random,
    revision: Revision,
    to: Option<&Endpoint<'_>>,
    next: Option<&Endpoint<'_>>,
    bytes: &[u8],
) -> Option<[usize; 2]> {
    let target = output(|out| lib::to_cri_proxy(revision, SchemeNumber::COAP, bytes, to, out)).ok()?;
    let forwarded = output(|out| lib::forward_request(bytes, &[], out)).ok()?;
    let view = parse(revision, &target);
    let mut rules = Rules::new(random, bytes);
    if let Ok(own) = output(|out| view.to_coap(None, 0, out)) {
        rules = Rules::new(random, &own);
    }
    let decision = rules.by_cri(&view);
    let name = format!("{revision:?} {} {} {next:?} {rules:?}", hex(bytes), to_uri(&view).unwrap_or_default());
    let to_server = output(|out| view.to_coap(next, 0, out)).map(|own| (own, None));
    let proxies = [Proxy::Uri, Proxy::Scheme, Proxy::Cri, Proxy::SchemeNumber]
        .map(|proxy| output(|out| view.to_coap_proxy(proxy, next, 0, out)).map(|own| (own, Some(proxy))));
    let mut counts = [0; 2];
    for (own, proxy) in proxies.into_iter().chain([to_server]).flatten() {
        let sent = output(|out| lib::merge_options(&own, &forwarded, out)).unwrap();
        assert_eq!(is_for_proxy(&sent), Ok(proxy.is_some()), "{name}");
        counts[usize::from(proxy.is_some())] += 1;
        arrives(&view, &sent, next, &rules, &decision);
        // The server does not refuse an option that the client did not send.
        let unknown =
            |bytes: &[u8]| unknown_critical(bytes, &[35, 39, 235, 239]).collect::<Result<Vec<_>, _>>().unwrap();
        assert!(unknown(&sent).iter().all(|option| unknown(bytes).contains(option)), "{name}");
    }
    Some(counts)
}
