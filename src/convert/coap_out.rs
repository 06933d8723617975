// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. From a CRI to the options of a request (RFC 7252 section 6.4, href-27 section 8.1.1, R16): checked
//! first, then put out, delta-coded.

use super::coap::{Endpoint, TEXT_MAX, URI_HOST, URI_PATH, URI_PORT, URI_QUERY, put_head, uint_bytes};
use crate::cbor::write::{Byte, Output, Sink};
use crate::cbor::{BYTES, SIMPLE, TEXT, UINT, read};
use crate::cri::authority::AuthorityKind;
use crate::cri::{Cri, Scheme};
use crate::error::Error;
use crate::revision::Revision;
use crate::{ip, scheme, utf8};

impl Cri<'_> {
    /// Writes the options of a request for this CRI, delta-coded, as they come after an option of the
    /// number `after`; 0 if they come first.
    ///
    /// Uri-Host is left out if the host is the destination's address, Uri-Port if the port is its port.
    /// Without a destination Uri-Host is always there, and the request is taken to go to the scheme's
    /// default port. A zone identifier is never written; where both have one they must agree.
    ///
    /// `NotFull`, `CoapScheme`, `CoapFragment`, `CoapAuthority`, `CoapUserinfo`, `CoapEmptyHost`,
    /// `CoapHost`, `CoapPet` and `CoapLength` for what has no such form (R16); `Order` if `after` is more
    /// than the number of the first option; `Buffer` if it does not fit. Linear.
    pub fn to_coap<T: Byte>(
        &self,
        destination: Option<&Endpoint<'_>>,
        after: u16,
        output: &mut Output<'_, T>,
    ) -> Result<(), Error> {
        let port = self.coap_port()?;
        if after > URI_HOST || !self.put_short(destination, port, URI_HOST - after, output) {
            let mut last = after;
            Request::new(self, destination, port, false)?.put(output, &mut last)?;
        }
        output.written().map(|_| ())
    }

    /// The default port of its scheme, which must be a CoAP one.
    #[inline(always)]
    pub(super) fn coap_port(&self) -> Result<u16, Error> {
        // The ids of coap and coap+tcp, and of coaps and coaps+tcp, are the same in both revisions.
        match self.scheme {
            [0x20 | 0x26] => return Ok(5683),
            [0x21 | 0x27] => return Ok(5684),
            _ => {}
        }
        match self.scheme() {
            Scheme::NotSet => return Err(Error::NotFull),
            Scheme::Number(number) => scheme::coap_port(self.revision, number),
            Scheme::Name(name) => scheme::coap_port_of_name(name),
        }
        .ok_or(Error::CoapScheme)
    }
}

/// The Uri-* options of a request, checked: putting them out does not fail.
pub(super) struct Request<'a> {
    pub host: HostValue<'a>,
    pub port: Option<u16>,
    /// The texts of the path's two pieces, and of the query.
    pub texts: [&'a [u8]; 3],
}

/// What Uri-Host says.
#[derive(Clone, Copy)]
pub(super) enum HostValue<'a> {
    /// The option is left out.
    Implied,
    /// Labels to be joined.
    Name(&'a [u8]),
    /// An address.
    Address(&'a [u8]),
}

impl<'a> Request<'a> {
    /// What the options are for a scheme of that default port (0 for none), and whether they can be put
    /// out. Where a proxy is asked, the destination is the proxy.
    #[inline(never)]
    pub(super) fn new(
        cri: &Cri<'a>,
        destination: Option<&Endpoint<'_>>,
        default_port: u16,
        proxied: bool,
    ) -> Result<Self, Error> {
        if !cri.fragment.is_empty() {
            return Err(Error::CoapFragment);
        }
        let authority = Parts::of(cri)?;
        let host = match (authority.address, destination) {
            ([], _) => HostValue::Name(authority.labels),
            (address, Some(destination)) if !proxied && destination.has(address, authority.zone) => HostValue::Implied,
            (address, _) => HostValue::Address(address),
        };
        let port = authority.port.unwrap_or(default_port);
        let implied = match destination {
            // A proxy takes a port that is left out for its own, and then for the scheme's default.
            Some(destination) => port == destination.port && (!proxied || port == default_port),
            None => port == default_port,
        };
        // A path of one empty segment is the empty path.
        let lone = cri.path_count() == 1 && read::argument(cri.path) == 0;
        let path = if lone { &[] } else { cri.path };
        let texts = [path, cri.path_tail, read::content(cri.query)];
        for mut texts in texts {
            while let Some(text) = read::token(&mut texts) {
                if text.major != TEXT {
                    return Err(Error::CoapPet);
                }
                if text.content.len() > TEXT_MAX {
                    return Err(Error::CoapLength);
                }
            }
        }
        Ok(Self { host, port: if implied { None } else { Some(port) }, texts })
    }

    /// Puts the options out behind one of the number `last`. `Order`, before anything is put out, if the
    /// first of them has a smaller number.
    #[inline(never)]
    pub(super) fn put<T: Byte>(&self, output: &mut Output<'_, T>, last: &mut u16) -> Result<(), Error> {
        if !matches!(self.host, HostValue::Implied) {
            let mut counter = Output::<T>::new(&mut []);
            self.host.put(&mut counter);
            put_head(output, delta(last, URI_HOST)?, counter.length());
            self.host.put(output);
        }
        if let Some(port) = self.port {
            let bytes = port.to_be_bytes();
            put_option(output, delta(last, URI_PORT)?, uint_bytes(&bytes));
        }
        let mut number = URI_PATH;
        for (place, mut texts) in self.texts.into_iter().enumerate() {
            if place == 2 {
                number = URI_QUERY;
            }
            while let Some(text) = read::token(&mut texts) {
                put_option(output, delta(last, number)?, text.content);
            }
        }
        Ok(())
    }
}

/// An authority, checked.
struct Parts<'a> {
    /// The items of a host name.
    labels: &'a [u8],
    /// The address; empty for a host name.
    address: &'a [u8],
    zone: &'a [u8],
    port: Option<u16>,
}

impl<'a> Parts<'a> {
    /// Takes an authority apart. `CoapHost` if what the labels are joined to would be read back as
    /// something else: as an IPv4 address, an address in brackets, or other labels (R17).
    #[inline(never)]
    fn of(cri: &Cri<'a>) -> Result<Self, Error> {
        if cri.authority_kind() != AuthorityKind::Host {
            return Err(Error::CoapAuthority);
        }
        let content = read::content(cri.authority);
        let mut parts = Self { labels: &[], address: &[], zone: &[], port: None };
        let mut buffer = [0; 15];
        let mut name = Output::new(&mut buffer);
        let mut bad = false;
        let mut rest = content;
        while let Some(token) = read::token(&mut rest) {
            match token.major {
                SIMPLE => return Err(Error::CoapUserinfo),
                BYTES => parts.address = token.content,
                UINT => parts.port = Some(token.argument as u16),
                TEXT if !parts.address.is_empty() => parts.zone = token.content,
                TEXT => {
                    if parts.labels.is_empty() {
                        bad |= token.content.first() == Some(&b'[');
                    } else {
                        name.byte(b'.');
                    }
                    bad |= cri.revision == Revision::R13 && token.content.contains(&b'.');
                    name.put(token.content);
                    parts.labels = content.get(..content.len() - rest.len()).unwrap_or(&[]);
                }
                _ => return Err(Error::CoapPet),
            }
        }
        if parts.address.is_empty() {
            bad |= name.written().is_ok_and(|text| ip::parse_ipv4(text).is_some());
            match name.length() {
                0 => return Err(Error::CoapEmptyHost),
                256.. => return Err(Error::CoapLength),
                _ if bad => return Err(Error::CoapHost),
                _ => {}
            }
        }
        Ok(parts)
    }
}

impl Endpoint<'_> {
    /// Whether that is its address; a zone identifier that only one side has does not count.
    fn has(&self, address: &[u8], zone: &[u8]) -> bool {
        self.address == address && (zone.is_empty() || self.zone.is_empty() || zone == self.zone)
    }
}

/// The difference to the number of the option before, which becomes this one's.
#[inline(always)]
fn delta(last: &mut u16, number: u16) -> Result<u16, Error> {
    let delta = number.checked_sub(*last).ok_or(Error::Order)?;
    *last = number;
    Ok(delta)
}

#[inline(never)]
pub(super) fn put_option(sink: &mut impl Sink, delta: u16, value: &[u8]) {
    put_head(sink, delta, value.len());
    sink.put(value);
}

impl HostValue<'_> {
    /// Puts the value out; an IPv6 address in brackets.
    #[inline(never)]
    pub(super) fn put<T: Byte>(&self, output: &mut Output<'_, T>) {
        match self {
            Self::Implied => {}
            Self::Name(labels) => {
                let mut labels = *labels;
                let mut dot: &[u8] = b"";
                while let Some(label) = read::token(&mut labels) {
                    output.put(core::mem::replace(&mut dot, b"."));
                    output.put(label.content);
                }
            }
            Self::Address(address) => {
                let ipv6 = address.len() == 16;
                if ipv6 {
                    output.byte(b'[');
                }
                ip::put_address(output, address);
                if ipv6 {
                    output.byte(b']');
                }
            }
        }
    }
}

/// Whether these are texts of up to 12 bytes: their heads are the options' but for what is above the
/// length.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn are_short(texts: &[u8]) -> bool {
    let mut at = 0;
    while let Some(initial) = texts.get(at) {
        let length = (*initial as usize).wrapping_sub((TEXT << 5) as usize);
        if length > 12 {
            return false;
        }
        at += 1 + length;
    }
    true
}

impl Cri<'_> {
    /// Puts out the options of the most common form: a host name of short labels, a port of two bytes or
    /// none, and short texts. Says whether it is such, and puts nothing out if not. `delta` is that of
    /// Uri-Host.
    #[inline(always)]
    fn put_short<T: Byte>(
        &self,
        destination: Option<&Endpoint<'_>>,
        default_port: u16,
        delta: u16,
        output: &mut Output<'_, T>,
    ) -> bool {
        let ([0x81..=0x97, content @ ..], [0x81..=0x97, query @ ..] | query @ []) = (self.authority, self.query) else {
            return false;
        };
        let mut length = 0;
        while let Some(initial) = content.get(length) {
            let label = (*initial as usize).wrapping_sub((TEXT << 5) as usize);
            if label >= 24 {
                break;
            }
            length += 1 + label;
        }
        let Some((labels, behind)) = content.split_at_checked(length) else {
            return false;
        };
        let port = match behind {
            [] => default_port,
            [0x19, high, low] => u16::from_be_bytes([*high, *low]),
            _ => return false,
        };
        let [initial, joined @ ..] = labels else {
            return false;
        };
        let odd = match joined {
            [b'0'..=b'9' | b'[', ..] | [] => true,
            _ => joined.len() > TEXT_MAX,
        };
        let dotted = self.revision == Revision::R13 && !utf8::is_ascii_without_dot(joined);
        let (path, tail) = (self.path, self.path_tail);
        // A path of one byte may be the lone empty segment.
        let short = path.len() != 1 && are_short(path) && are_short(tail) && are_short(query);
        if odd || dotted || !short || !self.fragment.is_empty() {
            return false;
        }
        let implied = port == destination.map_or(default_port, |destination| destination.port);
        let port_size = if implied { 0 } else { 1 + (port > 0) as usize + (port > 255) as usize };
        let long = (joined.len() > 12) as usize;
        let size = 1 + long + joined.len() + port_size + path.len() + tail.len() + query.len();
        let Some(place) = output.claim(size) else {
            return true;
        };
        let mut cursor = Cursor(place);
        cursor.byte((delta as u8) << 4 | joined.len().min(13) as u8);
        if long > 0 {
            cursor.byte((joined.len() - 13) as u8);
        }
        cursor.texts(joined, (initial & 31) as usize, 0, b'.');
        let mut last = 0;
        if port_size > 0 {
            cursor.byte(4 << 4 | (port_size - 1) as u8);
            if port_size > 2 {
                cursor.byte((port >> 8) as u8);
            }
            if port_size > 1 {
                cursor.byte(port as u8);
            }
            last = 4;
        }
        cursor.options(path, 8 - last);
        if !path.is_empty() {
            last = 8;
        }
        cursor.options(tail, 0);
        cursor.options(query, 12 - last);
        true
    }
}

/// Where the next byte goes of a place that is as large as what is put there.
struct Cursor<'b, T: Byte>(&'b mut [T]);

impl<T: Byte> Cursor<'_, T> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn byte(&mut self, byte: u8) {
        if let Some((place, rest)) = core::mem::take(&mut self.0).split_first_mut() {
            *place = T::of(byte);
            self.0 = rest;
        }
    }

    /// Puts short texts there as options, of which the first has this delta.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn options(&mut self, texts: &[u8], delta: u8) {
        if let [initial, ..] = texts {
            let place = self.texts(texts, 1 + (initial & 15) as usize, 15, 0);
            if let Some(first) = place.first_mut() {
                *first = T::of(delta << 4 | initial & 15);
            }
        }
    }

    /// Puts texts there, with another byte in the place of each head from `at` on: the head as far as
    /// `mask` goes, and `bits`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn texts(&mut self, texts: &[u8], at: usize, mask: u8, bits: u8) -> &mut [T] {
        let Some((place, rest)) = core::mem::take(&mut self.0).split_at_mut_checked(texts.len()) else {
            return &mut [];
        };
        self.0 = rest;
        copy(place, texts);
        let mut at = at;
        while let (Some(initial), Some(place)) = (texts.get(at), place.get_mut(at)) {
            *place = T::of(initial & mask | bits);
            at += 1 + (initial & 31) as usize;
        }
        place
    }
}

/// Copies bytes. It is a function of its own, so that the compiler knows that both are apart.
#[inline(never)]
fn copy<T: Byte>(place: &mut [T], bytes: &[u8]) {
    for (place, byte) in place.iter_mut().zip(bytes) {
        *place = T::of(*byte);
    }
}
