// SPDX-License-Identifier: MIT OR Apache-2.0
//! The model of the conversion from a URI to a CRI (href section 6, R12, R13).

use super::model::{Abstract, Authority, Host, Leading, Piece, Scheme, scheme_number, unreserved};
use super::model_ops::{IN_FRAGMENT, IN_HOST, IN_PARAMETER, IN_SEGMENT, in_userinfo};
use super::rfc3986::{Authority as Parts, HostForm, Reference};
use super::uri::triplets;
use cri::Revision;
use std::net::{Ipv4Addr, Ipv6Addr};

/// The CRI of a URI reference, or None if the reference has no CRI.
pub fn from_uri(revision: Revision, uri: &Reference<'_>) -> Option<Abstract> {
    let scheme = uri.scheme.map(|name| {
        let name = name.to_ascii_lowercase().into_bytes();
        scheme_number(revision, &name).map_or(Scheme::Name(name), Scheme::Number)
    });
    let authority = match &uri.authority {
        Some(authority) => Some(authority_of(revision, authority, uri.default_port())?),
        None => None,
    };
    let path = uri.normal_path();
    if authority.is_none() && path.starts_with("//") {
        return None;
    }
    let mut segments: Vec<&str> = path.strip_prefix('/').unwrap_or(&path).split('/').collect();
    if path.is_empty() {
        segments.clear();
    }
    let (mut leading, mut discard) = (Leading::NotSet, None);
    if let Some(authority) = authority {
        leading = Leading::Host(authority);
    } else if scheme.is_some() {
        leading = if path.is_empty() || path.starts_with('/') { Leading::Rooted } else { Leading::Rootless };
    } else if path.is_empty() {
        discard = Some(0);
    } else if !path.starts_with('/') {
        let dots = segments.iter().take_while(|segment| [".", ".."].contains(segment)).count();
        let ups = segments[..dots].iter().filter(|segment| **segment == "..").count();
        segments.drain(..dots);
        discard = Some(u8::try_from(ups + 1).ok().filter(|discard| *discard <= 127)?);
    }
    let full = scheme.is_some();
    let pieces = |text: Option<&str>, separator: char, literal: &str| -> Option<Vec<Piece>> {
        Some(text?.split(separator).map(|text| piece(text, literal)).collect())
    };
    let segment = |text: &&str| piece(text, IN_SEGMENT);
    Some(Abstract {
        path: (full || !path.is_empty()).then(|| segments.iter().map(segment).collect()),
        query: pieces(uri.query, '&', IN_PARAMETER).or(full.then(Vec::new)),
        fragment: uri.fragment.map(|text| piece(text, IN_FRAGMENT)),
        scheme,
        authority: leading,
        discard,
    })
}

fn authority_of(revision: Revision, authority: &Parts<'_>, default: Option<&str>) -> Option<Authority> {
    if revision == Revision::Href13 && authority.userinfo.is_some_and(|userinfo| userinfo.contains(':')) {
        return None;
    }
    let port = match authority.port {
        None | Some("") => None,
        Some(port) if port.len() > 1 && port.starts_with('0') => return None,
        Some(port) => Some(port.parse::<u16>().ok()?).filter(|_| default != Some(port)),
    };
    let userinfo = authority.userinfo.map(|text| piece(text, in_userinfo(revision)));
    Some(Authority { userinfo, host: host_of(revision, authority.host, authority.form)?, port })
}

fn host_of(revision: Revision, host: &str, form: HostForm) -> Option<Host> {
    let ipv6 = |text: &str| text.parse::<Ipv6Addr>().expect("it was checked").octets().to_vec();
    match form {
        HostForm::Future => None,
        HostForm::Ipv6 => Some(Host::Address(ipv6(&host[1..host.len() - 1]), None)),
        HostForm::Zone if revision == Revision::Href27 => None,
        HostForm::Zone => {
            let (address, zone) = host[1..host.len() - 1].split_once("%25").expect("it has a zone");
            let Piece::Plain(zone) = piece(zone, "") else { return None };
            Some(Host::Address(ipv6(address), Some(zone)))
        }
        HostForm::Name | HostForm::Ipv4 => {
            let name = triplets(host).to_ascii_lowercase();
            if let Ok(address) = name.parse::<Ipv4Addr>() {
                return Some(Host::Address(address.octets().to_vec(), None));
            }
            let labels = if name.is_empty() { Vec::new() } else { name.split('.').collect() };
            Some(Host::Name(labels.iter().map(|label| piece(label, IN_HOST)).collect()))
        }
    }
}

/// The text-or-pet of a component. Unreserved characters and the characters in `literal` are not percent-encoded (R13).
pub fn piece(text: &str, literal: &str) -> Piece {
    let mut octets: Vec<(u8, bool)> = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let (octet, encoded);
        (octet, encoded, rest) = match rest {
            [b'%', high, low, rest @ ..] => {
                let digit = |digit: u8| (digit as char).to_digit(16).expect("it was checked") as u8;
                (digit(*high) << 4 | digit(*low), true, rest)
            }
            _ => (*first, false, others),
        };
        octets
            .push((octet, encoded && (!octet.is_ascii() || literal.as_bytes().contains(&octet)) && !unreserved(octet)));
    }
    // Octets that are valid UTF-8 become characters.
    for start in 0..octets.len() {
        if !octets[start].1 {
            continue;
        }
        for length in 2..=4 {
            let Some(bytes) = octets.get(start..start + length) else { continue };
            let bytes: Vec<u8> = bytes.iter().filter(|octet| octet.1).map(|octet| octet.0).collect();
            let one = std::str::from_utf8(&bytes).is_ok_and(|text| text.chars().count() == 1);
            if one && bytes.len() == length {
                octets[start..start + length].iter_mut().for_each(|octet| octet.1 = false);
            }
        }
    }
    Piece::of(octets)
}
