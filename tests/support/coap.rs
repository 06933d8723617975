// SPDX-License-Identifier: MIT OR Apache-2.0
//! An independent model of CoAP options (RFC 7252 sections 3.1, 6.4 and 6.5, href-27 section 8.1, R16 and R17) over the
//! abstract form. Also the library's operations, with results that own their data.

use super::cbor::Value;
use super::edn;
use super::lib::output;
use super::model::{Abstract, Host, Leading, Piece, Scheme, scheme_number, scheme_port, unreserved};
use cri::coap::Options;
use cri::{Composer, Cri, Endpoint, Error, Revision, SchemeNumber};
use std::net::{Ipv4Addr, Ipv6Addr};

pub type Option_ = (u16, Vec<u8>);

/// The delta-coded options that a text means: `[number, value, …]`, or their bytes in hex after `0x`.
pub fn options(text: &str) -> Vec<u8> {
    if text.starts_with("0x") {
        return edn::bytes(text);
    }
    let Value::Array(items) = edn::parse(text) else { panic!("{text}") };
    let pair = |pair: &[Value]| match pair {
        [Value::Uint(number), Value::Bytes(value)] => (*number as u16, value.clone()),
        other => panic!("{text}: {other:?}"),
    };
    encode(&items.chunks(2).map(pair).collect::<Vec<_>>(), 0)
}

/// Encodes options that follow an option with the number `after`.
pub fn encode(options: &[Option_], after: u16) -> Vec<u8> {
    let mut out = Vec::new();
    let mut last = after;
    for (number, value) in options {
        let split = |value: usize| match value {
            0..=12 => (value as u8, vec![]),
            13..=268 => (13, vec![(value - 13) as u8]),
            _ => (14, ((value - 269) as u16).to_be_bytes().to_vec()),
        };
        let ((delta, more_delta), (length, more_length)) = (split((number - last) as usize), split(value.len()));
        out.push(delta << 4 | length);
        out.extend([more_delta, more_length, value.clone()].concat());
        last = *number;
    }
    out
}

/// True if a scheme, such as those of CoAP and HTTP, does not distinguish an empty path from a single empty segment
/// (R30).
pub fn has_one_root(revision: Revision, scheme: &Scheme) -> bool {
    ["coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws", "http", "https"].into_iter().any(|name| {
        let number = scheme_number(revision, name.as_bytes()).map(Scheme::Number);
        number.as_ref() == Some(scheme) || *scheme == Scheme::Name(name.into())
    })
}

/// The default port of a CoAP scheme with a number. A scheme given by name has no default port (href-27 8.1.1 step 2).
pub fn coap_port(revision: Revision, scheme: &Scheme) -> Option<u16> {
    let numbers = ["coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"]
        .map(|name| scheme_number(revision, name.as_bytes()).map(Scheme::Number));
    if numbers.contains(&Some(scheme.clone())) { scheme_port(revision, scheme) } else { None }
}

/// R17: true if these characters may be in the name that Uri-Host contains.
pub fn in_host(text: &[u8]) -> bool {
    text.iter().all(|byte| *byte > 0x7f || unreserved(*byte) || b"!$&'()*+,;=".contains(byte))
}

/// Adds an option with this number for each piece, or adds the error if a piece cannot be in an option.
fn put(pieces: Option<&[Piece]>, number: u16, options: &mut Vec<Option_>, errors: &mut Vec<Error>) {
    for piece in pieces.unwrap_or(&[]) {
        match piece {
            Piece::Plain(text) if text.len() > 255 => errors.push(Error::CoapLength),
            Piece::Plain(text) => options.push((number, text.clone())),
            Piece::Pet(_) => errors.push(Error::CoapPet),
        }
    }
}

/// The number in as few bytes as possible.
pub fn uint(number: u16) -> Vec<u8> {
    number.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect()
}

/// An address in the form that it has in URIs and in Uri-Host.
pub fn address_text(address: &[u8]) -> String {
    match <[u8; 4]>::try_from(address) {
        Ok(ipv4) => Ipv4Addr::from(ipv4).to_string(),
        Err(_) => format!("[{}]", Ipv6Addr::from(<[u8; 16]>::try_from(address).expect("4 or 16 bytes"))),
    }
}

/// The options of a request for a CRI, or every error that applies to it.
pub fn to_coap(revision: Revision, cri: &Abstract, dest: Option<&Endpoint<'_>>) -> Result<Vec<Option_>, Vec<Error>> {
    let mut errors = Vec::new();
    let mut options = Vec::new();
    let Some(scheme) = &cri.scheme else { return Err(vec![Error::NotFull]) };
    let default = coap_port(revision, scheme);
    if default.is_none() {
        errors.push(Error::CoapScheme);
    }
    if cri.fragment.is_some() {
        errors.push(Error::CoapFragment);
    }
    match &cri.authority {
        Leading::Host(authority) => {
            if authority.userinfo.is_some() {
                errors.push(Error::CoapUserinfo);
            }
            match &authority.host {
                Host::Name(labels) => {
                    let dotted = |label: &Piece| label.parts().iter().any(|(part, _)| part.contains(&b'.'));
                    if labels.iter().any(|label| matches!(label, Piece::Pet(_))) {
                        errors.push(Error::CoapPet);
                    } else {
                        let text = |label: &Piece| label.parts().into_iter().flat_map(|(part, _)| part).collect();
                        let name = labels.iter().map(text).collect::<Vec<Vec<u8>>>().join(&b'.');
                        if labels.iter().any(dotted) || !in_host(&name) {
                            errors.push(Error::CoapHost);
                        }
                        match name.len() {
                            0 => errors.push(Error::CoapEmptyHost),
                            1..=255 => {}
                            _ => errors.push(Error::CoapLength),
                        }
                        options.push((3, name));
                    }
                }
                Host::Address(address, _) if dest.is_some_and(|dest| dest.address == address) => {}
                Host::Address(address, _) => {
                    options.push((3, address_text(address).into_bytes()));
                }
            }
            let default = default.unwrap_or(0);
            let port = authority.port.unwrap_or(default);
            if port != dest.map_or(default, |dest| dest.port) {
                options.push((7, uint(port)));
            }
        }
        _ => errors.push(Error::CoapAuthority),
    }
    let lone = |path: &&[Piece]| path.len() == 1 && path[0].is_empty();
    put(cri.path.as_deref().filter(|path| !lone(path)), 11, &mut options, &mut errors);
    put(cri.query.as_deref(), 15, &mut options, &mut errors);
    if errors.is_empty() { Ok(options) } else { Err(errors) }
}

/// The Location-* options of a reference (RFC 7252 section 5.10.7), or every error that applies to it.
pub fn location_options(cri: &Abstract) -> Result<Vec<Option_>, Vec<Error>> {
    let mut errors = Vec::new();
    let path = cri.path.as_deref();
    let query = cri.query.as_deref();
    let local = cri.scheme.is_none() && cri.authority == Leading::NotSet;
    let sayable = match cri.discard {
        None => path.is_some_and(|path| !path.is_empty()),
        Some(0) => path.is_none() && query.is_none(),
        Some(_) => false,
    };
    if !local || !sayable {
        errors.push(Error::CoapLocation);
    }
    errors.extend(cri.fragment.as_ref().map(|_| Error::CoapFragment));
    let mut options = Vec::new();
    put(path, 8, &mut options, &mut errors);
    put(query, 20, &mut options, &mut errors);
    if errors.is_empty() { Ok(options) } else { Err(errors) }
}

/// The CRI that is read back from the options of a CRI. It differs from the CRI only by the equivalences of R16 and
/// R17.
pub fn come_back(revision: Revision, cri: &Abstract) -> Abstract {
    let mut cri = cri.clone();
    let scheme = cri.scheme.clone().expect("a full CRI");
    let port = scheme_port(revision, &scheme);
    if let Leading::Host(authority) = &mut cri.authority {
        if authority.port == port {
            authority.port = None;
        }
        if let Host::Address(_, zone) = &mut authority.host {
            *zone = None;
        }
    }
    if let Some(path) = &mut cri.path
        && path.len() == 1
        && path[0].is_empty()
    {
        path.clear();
    }
    cri
}

pub fn bytes_of(cri: &Cri<'_>, dest: Option<&Endpoint<'_>>, after: u16) -> Result<Vec<u8>, Error> {
    output(|out| cri.to_coap(dest, after, out))
}

pub fn from_bytes(
    revision: Revision,
    scheme: impl Into<SchemeNumber>,
    options: &[u8],
    dest: Option<Endpoint<'_>>,
) -> Result<Vec<u8>, Error> {
    let scheme = scheme.into();
    output(|out| cri::coap::to_cri_proxy(revision, scheme, options, dest.as_ref(), out))
}

/// The URI with the path `/` if it has an authority and no path, like the URI of a request (R34).
pub fn rooted(uri: Vec<u8>) -> Vec<u8> {
    let text = String::from_utf8(uri).unwrap();
    let Some((scheme, rest)) = text.split_once(':') else { return text.into() };
    let Some(rest) = rest.strip_prefix("//") else { return text.into() };
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let root = if rest.starts_with('/') { "" } else { "/" };
    format!("{scheme}://{authority}{root}{rest}").into()
}

/// The options that an iterator returns, delta-coded.
pub fn iterated(
    result: Result<impl Iterator<Item = (u16, impl AsRef<[u8]>)>, Error>,
    after: u16,
) -> Result<Vec<u8>, Error> {
    let options: Vec<_> = result?.map(|(number, value)| (number, value.as_ref().to_vec())).collect();
    assert!(options.is_sorted_by_key(|option| option.0));
    Ok(encode(&options, after))
}

/// Passes options to a composer one at a time.
pub fn fed(
    revision: Revision,
    scheme: impl Into<SchemeNumber>,
    options: &[u8],
    dest: Option<Endpoint<'_>>,
) -> Result<Vec<u8>, Error> {
    let mut buffer = [0xa5; 4096];
    let mut composer = Composer::new(revision, scheme.into(), dest.as_ref(), &mut buffer)?;
    for option in Options::new(options, 0) {
        let (number, value) = option?;
        if let Some(error) = composer.option_proxy(number, value).error() {
            // The first error is kept.
            assert_eq!(composer.option(2048, b"").error(), Some(error));
            assert_eq!(composer.finish(), Err(error));
            return Err(error);
        }
    }
    let made = composer.finish().map(<[u8]>::to_vec);
    let again = made.as_ref().map_or_else(|error| *error, |_| Error::Order);
    assert_eq!(composer.option(2048, b"").finish(), Err(again));
    made
}
