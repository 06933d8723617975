// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs a proxy whose clients are hostile. Whatever options a client sends, the request of the proxy uses the requested
//! transport, goes to the host and the path that the proxy checked, and has the other options that a proxy forwards
//! (RFC 7252 5.7 and 5.10.2, RFC 8768, href-27 8).
#![no_main]

use cri::coap::{Proxy, forward_request, is_for_proxy, is_of_target, merge_options};
use cri::{Cri, Endpoint, Method, Revision, SchemeNumber};
use libcri_fuzz::ALLOWED;
use libcri_fuzz::support::cbor::{Value, encoded};
use libcri_fuzz::support::forward as forwarded;
use libcri_fuzz::support::model::{Abstract, Host, Leading, Piece, Scheme, scheme_port, scheme_text};
use libcri_fuzz::support::{coap_in, from_uri, lib, lib::output, rfc3986};

/// The address that the name of a host is looked up as.
const LOOKED_UP: [u8; 4] = [198, 51, 100, 7];
/// The next proxy, which is reached by coaps.
const NEXT: Endpoint<'_> = Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 5684 };
/// The options that can name the target to the next proxy.
const KINDS: [Proxy; 4] = [Proxy::Uri, Proxy::Cri, Proxy::Scheme, Proxy::SchemeNumber];

/// The requests that the proxy allows.
#[derive(Clone, Copy)]
enum Rule {
    /// All to an origin.
    Origin,
    /// Requests to an origin, for a path and the paths below it.
    Prefix,
    /// Requests to an origin that authorization information allows.
    Aif,
    /// All requests except those to an origin for a path and the paths below it.
    Deny,
}

/// A request on its way: the scheme of its transport, its destination, and its options.
struct Onward {
    scheme: SchemeNumber,
    address: Vec<u8>,
    zone: Vec<u8>,
    port: u16,
    options: Vec<u8>,
}

/// Returns the request that the proxy makes for the options of a client, if it is allowed. With `by`, the request goes
/// to another proxy, and otherwise to the host of the target.
fn forward(revision: Revision, options: &[u8], rule: Rule, allowed: &str, by: Option<Proxy>) -> Option<Onward> {
    is_for_proxy(options).ok().filter(|is_meant| *is_meant)?;
    let target = output(|out| cri::coap::to_cri_proxy(revision, SchemeNumber::COAP, options, None, out)).ok()?;
    let target = output(|out| lib::parse(revision, &target).decode_pet(out)).ok()?;
    let target = output(|out| lib::parse(revision, &target).normalize(out)).ok()?;
    let target = lib::parse(revision, &target);
    // There is no host to check if the target has no authority.
    target.authority()?;
    let own = lib::from_uri(revision, allowed).expect("a URI");
    if !is_allowed(&target, &lib::parse(revision, &own), rule)? {
        return None;
    }
    let scheme = target.effective_scheme().ok()?;
    let looked_up = || Some(Endpoint { address: &LOOKED_UP, zone: &[], port: target.effective_port().ok()? });
    let to = match by {
        Some(_) => NEXT,
        None => Endpoint::of_host(&target).ok().or_else(looked_up)?,
    };
    let own = match by {
        Some(kind) => output(|out| target.to_coap_proxy(kind, Some(&to), 0, out)).ok()?,
        None => output(|out| target.to_coap(Some(&to), 0, out)).ok()?,
    };
    let forwarded = output(|out| forward_request(options, &[], out)).ok()?;
    let onward = output(|out| merge_options(&own, &forwarded, out)).ok()?;
    let scheme = if by.is_some() { SchemeNumber::COAPS } else { scheme };
    Some(Onward { scheme, address: to.address.to_vec(), zone: to.zone.to_vec(), port: to.port, options: onward })
}

fn is_allowed(target: &Cri<'_>, own: &Cri<'_>, rule: Rule) -> Option<bool> {
    // The number of GET is 1.
    let aif = encoded(&Value::Array(vec![Value::Array(vec![local_part(own), Value::Uint(1)])]));
    let is_here = target.same_origin(own).ok()?;
    let is_under = || target.path_under(own).map(|rest| rest.is_some()).ok();
    Some(match rule {
        Rule::Origin => is_here,
        Rule::Prefix => is_here && is_under()?,
        Rule::Aif => is_here && cri::coap::aif_allows(&aif, target, Method::GET).ok()?,
        Rule::Deny => !(is_here && is_under()?),
    })
}

/// The path and the query of a CRI, as in authorization information.
fn local_part(cri: &Cri<'_>) -> Value {
    let list = |texts: cri::Items<'_>| Value::Array(texts.map(|text| lib::piece(text).value()).collect());
    Value::Array([vec![list(cri.path())], cri.query_is_set().then(|| list(cri.query())).into_iter().collect()].concat())
}

/// The target of a request, by the models: octets, whether or not they were percent-encoded.
#[derive(PartialEq, Debug)]
struct Seen {
    scheme: Vec<u8>,
    host: Vec<u8>,
    port: Option<u16>,
    path: Vec<Vec<u8>>,
    query: Vec<Vec<u8>>,
}

impl Seen {
    fn of(revision: Revision, cri: &Abstract) -> Option<Self> {
        let octets = |piece: &Piece| piece.parts().into_iter().flat_map(|(part, _)| part).collect::<Vec<_>>();
        let list = |pieces: &Option<Vec<Piece>>| pieces.iter().flatten().map(octets).collect::<Vec<_>>();
        let Leading::Host(authority) = &cri.authority else { return None };
        let scheme = cri.scheme.as_ref()?;
        let path = list(&cri.path);
        Some(Self {
            scheme: match scheme {
                Scheme::Number(number) => {
                    scheme_text(revision, *number).map_or(number.to_string(), String::from).into()
                }
                Scheme::Name(name) => name.clone(),
            },
            host: match &authority.host {
                Host::Name(labels) => labels.iter().map(octets).collect::<Vec<_>>().join(&b'.').to_ascii_lowercase(),
                Host::Address(address, zone) => [b"[", &address[..], zone.as_deref().unwrap_or_default()].concat(),
            },
            port: authority.port.or(scheme_port(revision, scheme)),
            // One empty segment is not a path.
            path: if path == [b""] { Vec::new() } else { path },
            query: list(&cri.query),
        })
    }

    /// The target of a request that has arrived with these options.
    fn arrived(revision: Revision, scheme: SchemeNumber, options: &[u8], at: Option<Endpoint<'_>>) -> Option<Self> {
        let (options, error) = coap_in::decode(options);
        Self::of(revision, &coap_in::from_coap(revision, scheme.get(), &options, error, at).ok()?)
    }

    fn origin(&self) -> (&[u8], &[u8], Option<u16>) {
        (&self.scheme, &self.host, self.port)
    }

    fn is_under(&self, prefix: &Self) -> bool {
        let [own, prefix] = [self, prefix].map(|seen| seen.path.iter().map(Vec::as_slice).collect::<Vec<_>>());
        coap_in::under(&own, &prefix).is_some()
    }
}

/// The options that do not name the target.
fn others(options: &[u8]) -> Vec<(u16, Vec<u8>)> {
    let (options, _) = coap_in::decode(options);
    let others = options.into_iter().filter(|(number, _)| !is_of_target(*number));
    others.map(|(number, value)| (number, value.to_vec())).collect()
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let [choice, options @ ..] = data else { return };
    let revision = if choice & 1 == 0 { Revision::Href27 } else { Revision::Href13 };
    let rule = [Rule::Origin, Rule::Prefix, Rule::Aif, Rule::Deny][(choice >> 1 & 3) as usize];
    let allowed = ALLOWED[(choice >> 3 & 7) as usize];
    let by = [None, Some(KINDS[options.len() & 3])][(choice >> 6 & 1) as usize];
    let Some(onward) = forward(revision, options, rule, allowed, by) else { return };

    let own = rfc3986::parse(allowed).and_then(|uri| from_uri::from_uri(revision, &uri)).expect("a URI");
    let own = Seen::of(revision, &own).expect("with a host");
    let asked = Seen::arrived(revision, SchemeNumber::COAP, options, None).expect("a request that has a target");
    let at = Endpoint { address: &onward.address, zone: &onward.zone, port: onward.port };
    let seen = Seen::arrived(revision, onward.scheme, &onward.options, Some(at)).expect("the proxy's own options");
    assert_eq!(seen, asked, "another target than was asked for");
    match rule {
        Rule::Origin => assert_eq!(seen.origin(), own.origin()),
        Rule::Prefix => assert!(seen.origin() == own.origin() && seen.is_under(&own), "{seen:?}"),
        Rule::Aif => assert_eq!(seen, own),
        Rule::Deny => assert!(seen.origin() != own.origin() || !seen.is_under(&own), "{seen:?}"),
    }
    assert_eq!(Ok(others(&onward.options)), forwarded::request(options, &[]));
});
