// SPDX-License-Identifier: MIT OR Apache-2.0
//! The model of reading CoAP options (RFC 7252 sections 3.1, 5.10 and 6.5, href-27 section 8, R17). It adds one option
//! after the other to the abstract form.

use super::coap::{has_one_root, in_host};
use super::from_uri::from_uri;
use super::model::{Abstract, Authority, Host, Leading, Piece, Scheme, Verdict};
use super::model::{judge, scheme_name, scheme_number, scheme_port};
use super::rfc3986;
use cri::{Endpoint, Error, Revision};
use std::net::{Ipv4Addr, Ipv6Addr};

/// The possible errors of an operation. The library must return one of them.
pub type Errors = &'static [Error];

/// The options before the first malformed option, and the error of that option.
pub fn decode(mut data: &[u8]) -> (Vec<(u16, &[u8])>, Option<Error>) {
    let (mut options, mut number) = (Vec::new(), 0);
    while let Some((initial, rest)) = data.split_first() {
        let nibbles = [initial >> 4, initial & 15];
        if nibbles.contains(&15) {
            return (options, Some(Error::CoapOption));
        }
        let (mut at, mut values) = (0, [0; 2]);
        for (nibble, value) in nibbles.into_iter().zip(&mut values) {
            let more = nibble.saturating_sub(12) as usize;
            let Some(bytes) = rest.get(at..at + more) else { return (options, Some(Error::Truncated)) };
            *value = match nibble {
                13 => bytes[0] as usize + 13,
                14 => u16::from_be_bytes([bytes[0], bytes[1]]) as usize + 269,
                nibble => nibble as usize,
            };
            at += more;
        }
        number += values[0];
        if number > 65535 {
            return (options, Some(Error::CoapOption));
        }
        let Some(value) = rest.get(at..at + values[1]) else { return (options, Some(Error::Truncated)) };
        options.push((number as u16, value));
        data = &rest[at + values[1]..];
    }
    (options, None)
}

/// True if an option can contribute to the CRI of a resource.
pub fn is_known(number: u16) -> bool {
    cri::coap::is_of_target(number) || matches!(number, 8 | 20 | 128 | 132 | 136 | 140)
}

fn length(value: &[u8], least: usize, most: usize) -> Result<(), Errors> {
    if (least..=most).contains(&value.len()) { Ok(()) } else { Err(&[Error::CoapLength]) }
}

fn text(value: &[u8]) -> Result<Piece, Errors> {
    length(value, 0, 255)?;
    std::str::from_utf8(value).map_err(|_| &[Error::Utf8][..])?;
    Ok(Piece::Plain(value.to_vec()))
}

fn segment(value: &[u8]) -> Result<Piece, Errors> {
    if [&b"."[..], b".."].contains(&value) { Err(&[Error::DotSegment]) } else { text(value) }
}

fn uint(value: &[u8]) -> u64 {
    value.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The segments that a value of Uri-Path-Abbrev abbreviates, from the registry (R29).
pub fn abbreviated(value: &[u8]) -> Option<Vec<&'static [u8]>> {
    let rows = include_str!("../../iana/path-abbrev.csv").lines().skip(1).map(|row| row.split_once(',').unwrap());
    let (_, path) = { rows }.find(|(known, _)| value.len() <= 4 && uint(value) == known.parse::<u64>().unwrap())?;
    Some(path.split('/').skip(1).map(str::as_bytes).collect())
}

/// The result of reading options to their end: `error`, if there is one.
fn ended(error: Option<Error>) -> Result<(), Errors> {
    match error {
        Some(Error::Truncated) => Err(&[Error::Truncated]),
        Some(_) => Err(&[Error::CoapOption]),
        None => Ok(()),
    }
}

/// A request whose options are being read.
struct Request<'a> {
    revision: Revision,
    destination: Option<Endpoint<'a>>,
    host: Option<Host>,
    port: Option<u16>,
    path: Vec<Piece>,
    /// The path that Uri-Path-Abbrev abbreviates.
    abbreviated: Option<Vec<Piece>>,
    query: Vec<Piece>,
    /// True if any Uri-* option was read.
    uri: bool,
    scheme: Option<Scheme>,
    whole: Option<Abstract>,
    last: u16,
}

/// The CRI of a request with these options. If `error` is not None, a malformed option follows them.
pub fn from_coap(
    revision: Revision,
    received: u64,
    options: &[(u16, &[u8])],
    error: Option<Error>,
    destination: Option<Endpoint<'_>>,
) -> Result<Abstract, Errors> {
    let mut request = Request {
        revision,
        destination,
        host: None,
        port: None,
        path: Vec::new(),
        abbreviated: None,
        query: Vec::new(),
        uri: false,
        scheme: None,
        whole: None,
        last: 0,
    };
    for (number, value) in options {
        request.option(*number, value)?;
        request.last = *number;
    }
    ended(error)?;
    request.finish(received)
}

impl Request<'_> {
    fn option(&mut self, number: u16, value: &[u8]) -> Result<(), Errors> {
        self.uri |= matches!(number, 3 | 7 | 11 | 15);
        let repeated = self.last == number && matches!(number, 3 | 7 | 35 | 39 | 235 | 239);
        if repeated {
            return Err(&[Error::CoapRepeated]);
        }
        match number {
            3 => {
                length(value, 1, 255)?;
                self.host = Some(self.uri_host(value)?);
            }
            7 => {
                length(value, 0, 2)?;
                self.port = Some(uint(value) as u16);
            }
            11 => self.path.push(segment(value)?),
            13 => {
                let path = abbreviated(value).filter(|_| self.path.is_empty() && self.abbreviated.is_none());
                let path = path.ok_or(&[Error::CoapPathAbbrev][..])?;
                self.abbreviated = Some(path.into_iter().map(|segment| Piece::Plain(segment.into())).collect());
            }
            15 => self.query.push(text(value)?),
            35 => {
                let mut whole = self.proxy_uri(value)?;
                // R38: the path `/` counts as no path, whatever the scheme is.
                if self.abbreviated.is_some() && whole.path == Some(vec![Piece::Plain(Vec::new())]) {
                    whole.path = Some(Vec::new());
                }
                self.whole = Some(self.expanded(whole)?);
            }
            39 | 235 | 239 => self.proxy(number, value)?,
            _ => {}
        }
        Ok(())
    }

    /// The host of Uri-Host, or the host of the destination if Uri-Host is missing.
    fn own_host(&self) -> Result<Host, Errors> {
        match (&self.host, self.destination) {
            (Some(host), _) => Ok(host.clone()),
            (None, Some(destination)) if !destination.address.is_empty() => {
                let zone = (destination.address.len() == 16 && !destination.zone.is_empty())
                    .then(|| destination.zone.to_vec());
                Ok(Host::Address(destination.address.to_vec(), zone))
            }
            _ if self.scheme.is_some() => Err(&[Error::CoapProxyHost]),
            _ => Err(&[Error::CoapDestination]),
        }
    }

    fn uri_host(&self, value: &[u8]) -> Result<Host, Errors> {
        let Ok(text) = std::str::from_utf8(value) else { return Err(&[Error::Utf8, Error::CoapHost]) };
        if let Some(literal) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            let address = literal.parse::<Ipv6Addr>().map_err(|_| &[Error::CoapHost][..])?.octets();
            let own = self.destination.filter(|own| own.address == address && !own.zone.is_empty());
            return Ok(Host::Address(address.to_vec(), own.map(|own| own.zone.to_vec())));
        }
        if let Ok(address) = text.parse::<Ipv4Addr>() {
            return Ok(Host::Address(address.octets().to_vec(), None));
        }
        if !in_host(value) {
            return Err(&[Error::CoapHost]);
        }
        Ok(Host::Name(text.split('.').map(|label| Piece::Plain(label.as_bytes().to_vec())).collect()))
    }

    fn proxy_uri(&self, value: &[u8]) -> Result<Abstract, Errors> {
        const SYNTAX: Errors = &[Error::UriSyntax, Error::UriNotAscii, Error::UriHost, Error::CoapOption];
        length(value, 1, 1034)?;
        if value.contains(&b'#') {
            return Err(&[Error::CoapFragment]);
        }
        let Some(uri) = std::str::from_utf8(value).ok().and_then(rfc3986::parse) else { return Err(SYNTAX) };
        if uri.scheme.is_none() {
            return Err(&[Error::CoapOption]);
        }
        from_uri(self.revision, &uri).ok_or(&[Error::NoCri, Error::UriPort, Error::UriHost, Error::Zone])
    }

    /// Adds the path of Uri-Path-Abbrev to a CRI without a path. In the schemes of CoAP and HTTP, a single empty
    /// segment is not a path (R30).
    fn expanded(&mut self, mut whole: Abstract) -> Result<Abstract, Errors> {
        let Some(path) = self.abbreviated.take() else { return Ok(whole) };
        let own = whole.path.as_deref().unwrap_or_default();
        let lone = own == [Piece::Plain(Vec::new())];
        let root = lone && has_one_root(self.revision, whole.scheme.as_ref().expect("full"));
        if !matches!(whole.authority, Leading::Host(_)) {
            return Err(&[Error::CoapProxyHost]);
        }
        if !own.is_empty() && !root {
            return Err(&[Error::CoapPathAbbrev]);
        }
        whole.path = Some(path);
        Ok(whole)
    }

    fn proxy(&mut self, number: u16, value: &[u8]) -> Result<(), Errors> {
        if self.whole.is_some() || self.scheme.is_some() || (number == 235 && self.uri) {
            return Err(&[Error::CoapConflict]);
        }
        match number {
            235 => {
                length(value, 1, 1023)?;
                let cri = match judge(self.revision, value).0 {
                    Verdict::Cri(_, length) if length < value.len() => return Err(&[Error::CoapOption]),
                    Verdict::Cri(cri, _) => cri,
                    Verdict::Truncated => return Err(&[Error::Truncated]),
                    Verdict::Malformed => return Err(&[Error::Cbor, Error::Limit]),
                    Verdict::Unprocessable(_) => return Err(&[]),
                };
                if !cri.is_full() {
                    return Err(&[Error::CoapOption]);
                }
                if cri.fragment.is_some() {
                    return Err(&[Error::CoapFragment]);
                }
                self.whole = Some(self.expanded(cri)?);
            }
            239 => {
                length(value, 0, 3)?;
                self.scheme = Some(Scheme::Number(uint(value)));
            }
            _ => {
                length(value, 1, 255)?;
                let name = value.to_ascii_lowercase();
                let scheme = scheme_number(self.revision, &name).map_or(Scheme::Name(name), Scheme::Number);
                let is_name = matches!(scheme, Scheme::Name(_));
                if matches!(&scheme, Scheme::Name(name) if !scheme_name(name)) {
                    return Err(&[Error::SchemeName]);
                }
                self.scheme = Some(scheme);
                if is_name {
                    self.own_host()?;
                }
            }
        }
        Ok(())
    }

    fn finish(mut self, received: u64) -> Result<Abstract, Errors> {
        if let Some(whole) = self.whole {
            return Ok(whole);
        }
        self.path.extend(self.abbreviated.take().into_iter().flatten());
        let host = self.own_host()?;
        // The port of the destination, if it is not the default port of the scheme over which the request arrived.
        let usual = scheme_port(self.revision, &Scheme::Number(received));
        let own = self.destination.map(|destination| destination.port).filter(|port| Some(*port) != usual);
        let scheme = self.scheme.unwrap_or(Scheme::Number(received));
        let default = scheme_port(self.revision, &scheme);
        let port = self.port.or(own).filter(|port| Some(*port) != default);
        Ok(Abstract {
            scheme: Some(scheme),
            authority: Leading::Host(Authority { userinfo: None, host, port }),
            discard: None,
            path: Some(self.path),
            query: Some(self.query),
            fragment: None,
        })
    }
}

/// The reference that the options of a response give (RFC 7252 section 5.10.7).
pub fn location(options: &[(u16, &[u8])], error: Option<Error>) -> Result<Abstract, Errors> {
    let (mut path, mut query) = (Vec::new(), Vec::new());
    for (number, value) in options {
        match number {
            8 => path.push(segment(value)?),
            20 => query.push(text(value)?),
            128 | 132 | 136 | 140 => return Err(&[Error::CoapOption]),
            _ => {}
        }
    }
    ended(error)?;
    let some = !path.is_empty() || !query.is_empty();
    if path.is_empty() {
        path.push(Piece::Plain(Vec::new()));
    }
    Ok(Abstract {
        scheme: None,
        authority: Leading::NotSet,
        discard: if some { None } else { Some(0) },
        path: some.then_some(path),
        query: (!query.is_empty()).then_some(query),
        fragment: None,
    })
}

/// The path in the options of a request, and true if the request is meant for a proxy.
pub fn path<'a>(options: &[(u16, &'a [u8])], error: Option<Error>) -> Result<(Vec<&'a [u8]>, bool), Errors> {
    let (mut path, mut asks) = (Vec::new(), false);
    for (number, value) in options {
        if *number == 11 {
            segment(value)?;
            path.push(*value);
        }
        if *number == 13 {
            let whole = abbreviated(value).filter(|_| path.is_empty());
            path = whole.ok_or(&[Error::CoapPathAbbrev][..])?;
        }
        asks |= [35, 39, 235, 239].contains(number);
    }
    ended(error)?;
    Ok((path, asks))
}

/// The segments of a path that follow a prefix. A trailing slash of the prefix requires a segment after it, but is
/// otherwise ignored. A single empty segment is not a path.
pub fn under<'a>(path: &[&'a [u8]], prefix: &[&[u8]]) -> Option<Vec<&'a [u8]>> {
    let (own, slash) = match prefix {
        [own @ .., b""] => (own, true),
        own => (own, false),
    };
    if !path.starts_with(own) {
        return None;
    }
    let rest = &path[own.len()..];
    if slash && !own.is_empty() && rest.is_empty() {
        return None;
    }
    Some(if (slash || own.is_empty()) && rest == [b""] { Vec::new() } else { rest.to_vec() })
}
