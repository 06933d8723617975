// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random requests, each with the URI that it is about. The grammar, the encodings of options and CRIs, and the text of
//! the URI are written from RFC 7252 sections 3.1, 5.10 and 6.5, and use no other code of the tests.

use crate::support::random::Random;
use cri::Endpoint;
use std::net::{Ipv4Addr, Ipv6Addr};

const SCHEMES: [(u8, &str, u16); 4] =
    [(0, "coap", 5683), (1, "coaps", 5684), (6, "coap+tcp", 5683), (7, "coaps+tcp", 5684)];
const NAMES: &str = "h|h|h|h|h|h|h|h|h|H|H|h.|a.b|x-y.z~|!$&'()*+,;=|é.b|.|..|256.1.1.1|1.2.3|01.2.3.4|0x7f.1";
const ADDRESSES: &str = "192.0.2.1|192.0.2.1|192.0.2.2|[::1]|[2001:DB8::a]|[fe80:0:0:0:0:0:0:1]|[::ffff:192.0.2.1]";
const TEXTS: &str =
    "a|a|a|a|b|b|A|a/b|a&b|%61|%|=|a=b|a=|=b|a;b|;|?|#|:@|é|e\u{301}|\u{0}|\u{7f}|...|{}|.well-known|core| ";

/// A host name, or an address as text.
#[derive(Clone)]
enum Host {
    Name(String),
    Address(Vec<u8>),
}

/// A resource as the generator means it.
#[derive(Clone)]
struct Resource {
    scheme: usize,
    host: Option<Host>,
    port: Option<u16>,
    path: Vec<String>,
    query: Vec<String>,
}

/// The options of a request, and the URI that they mean, or None if they are malformed or have no host.
pub struct Message {
    pub bytes: Vec<u8>,
    pub uri: Option<String>,
}

/// Delta-codes options, which are in ascending order.
fn coded(list: &[(u16, Vec<u8>)]) -> Vec<u8> {
    let (mut bytes, mut last) = (vec![], 0);
    for (number, value) in list {
        let parts = [usize::from(number - last), value.len()].map(|value| match value {
            0..=12 => (value as u8, vec![]),
            13..=268 => (13, vec![(value - 13) as u8]),
            _ => (14, (value as u16 - 269).to_be_bytes().to_vec()),
        });
        bytes.push(parts[0].0 << 4 | parts[1].0);
        bytes.extend(parts.into_iter().flat_map(|part| part.1).chain(value.clone()));
        last = *number;
    }
    bytes
}

/// The fewest bytes of a number.
fn uint(number: u16) -> Vec<u8> {
    number.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect()
}

/// Percent-encodes all characters except those of RFC 3986 section 2.3 and the others given.
fn escaped(text: &str, others: &str) -> String {
    let kept = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || others.as_bytes().contains(&byte);
    text.bytes().map(|byte| if kept(byte) { char::from(byte).into() } else { format!("%{byte:02X}") }).collect()
}

fn head(major: u8, argument: usize) -> Vec<u8> {
    match argument {
        0..=23 => vec![major << 5 | argument as u8],
        24..=255 => vec![major << 5 | 24, argument as u8],
        _ => [vec![major << 5 | 25], (argument as u16).to_be_bytes().to_vec()].concat(),
    }
}

fn string(major: u8, bytes: &[u8]) -> Vec<u8> {
    [head(major, bytes.len()), bytes.to_vec()].concat()
}

fn array(items: Vec<Vec<u8>>) -> Vec<u8> {
    [head(4, items.len()), items.concat()].concat()
}

impl Resource {
    fn uri(&self) -> String {
        let host = match self.host.as_ref().expect("a host") {
            Host::Name(name) => escaped(name, "!$&'()*+,;="),
            Host::Address(octets) => match <[u8; 16]>::try_from(&octets[..]) {
                Ok(octets) => format!("[{}]", Ipv6Addr::from(octets)),
                Err(_) => Ipv4Addr::from(<[u8; 4]>::try_from(&octets[..]).expect("an address")).to_string(),
            },
        };
        let (_, scheme, default) = SCHEMES[self.scheme];
        let port = self.port.filter(|port| *port != default).map_or(String::new(), |port| format!(":{port}"));
        let path: String = self.path.iter().map(|text| format!("/{}", escaped(text, "!$&'()*+,;=:@"))).collect();
        let query: Vec<_> = self.query.iter().map(|text| escaped(text, "!$'()*+,;=:@/?")).collect();
        let path = if self.path.is_empty() { "/" } else { &path };
        let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
        format!("{scheme}://{host}{port}{path}{query}")
    }

    fn cri(&self) -> Vec<u8> {
        let host = match self.host.as_ref().expect("a host") {
            Host::Name(name) => name.split('.').map(|label| string(3, label.as_bytes())).collect(),
            Host::Address(octets) => vec![string(2, octets)],
        };
        let (number, _, default) = SCHEMES[self.scheme];
        let port = self.port.filter(|port| *port != default).map(|port| head(0, port.into()));
        let texts = |list: &[String]| array(list.iter().map(|text| string(3, text.as_bytes())).collect());
        let authority = array(host.into_iter().chain(port).collect());
        array(vec![head(1, number.into()), authority, texts(&self.path), texts(&self.query)])
    }
}

fn host(random: &mut Random, list: &mut Vec<(u16, Vec<u8>)>) -> Host {
    if random.one_in(2) {
        let name = random.word(NAMES);
        list.push((3, name.into()));
        return Host::Name(name.into());
    }
    let text = random.word(ADDRESSES);
    list.push((3, text.into()));
    match text.trim_matches(['[', ']']).parse().expect("an address") {
        std::net::IpAddr::V4(address) => Host::Address(address.octets().into()),
        std::net::IpAddr::V6(address) => Host::Address(address.octets().into()),
    }
}

fn texts(random: &mut Random, most: usize) -> Vec<String> {
    let text = |random: &mut Random| match random.below(20) {
        0 => "x".repeat(random.pick(&[12, 13, 14, 23, 24, 128, 254, 255])),
        1..=3 => String::new(),
        _ => random.word(TEXTS).into(),
    };
    (0..random.below(most + 1)).map(|_| text(random)).collect()
}

/// A request to a server or, with `for_proxy`, to a proxy, over a scheme with this number. Some requests are refused.
pub fn message(random: &mut Random, scheme: u8, to: Option<&Endpoint<'_>>, for_proxy: bool) -> Message {
    let mut list = vec![];
    let scheme = SCHEMES.iter().position(|row| row.0 == scheme).expect("a scheme");
    let of_endpoint = to.filter(|to| !to.address.is_empty()).map(|to| Host::Address(to.address.into()));
    let host = if random.one_in(2) { Some(host(random, &mut list)) } else { of_endpoint };
    let mut port = to.map(|to| to.port).or(Some(SCHEMES[scheme].2));
    if random.one_in(3) {
        port = Some(random.pick(&[5683, 5683, 5684, 80, 5939, 0, 255, 65535]));
        list.push((7, port.map(uint).expect("a port")));
    }
    let (mut path, query) = (texts(random, 3), texts(random, 2));
    if path.is_empty() && random.one_in(4) {
        let (value, segments) = random.pick(&[(0, "core"), (1, "rd"), (301, "est/crts")]);
        list.push((13, uint(value)));
        path = [".well-known"].into_iter().chain(segments.split('/')).map(String::from).collect();
    } else {
        list.extend(path.iter().map(|text| (11, text.clone().into())));
    }
    // The path / has no segment in CoAP.
    path = if path == [""] { vec![] } else { path };
    list.extend(query.iter().map(|text| (15, text.clone().into())));
    let mut resource = Resource { scheme, host, port, path, query };
    if for_proxy {
        proxy(random, &mut resource, &mut list);
    }
    // Options that do not identify the resource.
    for _ in 0..random.below(4) {
        let number = random.pick(&[1, 4, 5, 5, 6, 9, 12, 14, 16, 17, 23, 27, 28, 60, 258, 292, 65001, 65002]);
        list.push((number, random.word("|x|\u{1}|\u{10}|0123456789abcdef").into()));
    }
    // Errors: an option too many, and options that end early.
    let has_another = random.one_in(12);
    if has_another {
        list.push((random.pick(&[3, 7, 11, 13, 15, 35, 39, 235, 239]), random.word("||.|..|x|\u{2}").into()));
    }
    list.sort_by_key(|option| option.0);
    let mut bytes = coded(&list);
    let ends_early = random.one_in(20);
    if ends_early {
        bytes.truncate(random.below(bytes.len() + 1));
    }
    let is_known = resource.host.is_some() && !has_another && !ends_early;
    Message { bytes, uri: is_known.then(|| resource.uri()) }
}

/// Adds the options that tell a proxy which resource is meant.
fn proxy(random: &mut Random, resource: &mut Resource, list: &mut Vec<(u16, Vec<u8>)>) {
    let own = SCHEMES[resource.scheme].2;
    let scheme = random.below(SCHEMES.len());
    let (number, name, default) = SCHEMES[scheme];
    let has_port = list.iter().any(|option| option.0 == 7);
    match random.below(4) {
        0 => list.push((39, if random.one_in(2) { name.into() } else { name.to_uppercase().into() })),
        1 => list.push((239, uint(number.into()))),
        // The other options do not matter next to the whole URI or CRI.
        whole if resource.host.is_some() => {
            resource.scheme = scheme;
            if whole == 2 {
                if let Some(Host::Name(name)) = &mut resource.host {
                    name.make_ascii_lowercase();
                }
                list.push((35, resource.uri().into()));
            } else {
                *list = vec![(235, resource.cri())];
            }
            return;
        }
        _ => return,
    }
    resource.scheme = scheme;
    // Without Uri-Port, the port is that of the request, or the default port of the target's scheme.
    resource.port = resource.port.filter(|port| has_port || *port != own).or(Some(default));
}
