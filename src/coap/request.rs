// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. What each option of a request adds to the CRI or the URI that the request is for (RFC 7252 section 6.5, href-27 section
//! 8.1.2, R17).

use super::option::*;
use crate::chars::is_host_text;
use crate::error::Error;
use crate::scan::Groups;
use crate::{ip, words};

// The bits of `Request::seen`.

/// Uri-Host came, or the destination's address in its place.
pub(super) const HOST: u16 = 1;
/// Uri-Port came.
const PORT: u16 = 1 << 1;
/// Any of the Uri-* options came, or Location-*.
pub(super) const ANY: u16 = 1 << 2;
/// Proxy-Uri or Proxy-Cri came: it is all of the CRI.
pub(super) const WHOLE: u16 = 1 << 3;
/// Proxy-Scheme or Proxy-Scheme-Number came.
pub(super) const SCHEME: u16 = 1 << 4;
/// The CRI is complete but for its scheme and port.
pub(super) const CLOSED: u16 = 1 << 5;
/// The scheme has a name and no number, and is written.
pub(super) const NAMED: u16 = 1 << 6;
/// The options are those of a response.
pub(super) const LOCATION: u16 = 1 << 7;
/// Neither Uri-Host nor a destination gives the host, and an empty one is written instead: only an option with a whole
/// URI or CRI can complete this.
pub(super) const NO_HOST: u16 = 1 << 8;
/// Uri-Path came.
pub(super) const PATH: u16 = 1 << 9;
/// Uri-Path-Abbrev came.
pub(super) const ABBREV: u16 = 1 << 10;
/// The port is not the default one of the scheme.
const EXPLICIT: u16 = 1 << 11;

/// What host, path and query are written to.
pub(super) trait Target {
    /// The host by its address, with a zone identifier if there is one.
    fn address(&mut self, address: &[u8], zone: Option<&[u8]>) -> Result<(), Error>;

    /// The host by its name, in the case given; empty for the empty host.
    fn name(&mut self, name: &[u8]) -> Result<(), Error>;

    /// A segment of the path: `DotSegment`, `Utf8`.
    fn segment(&mut self, segment: &[u8]) -> Result<(), Error>;

    /// A parameter of the query: `Utf8`.
    fn parameter(&mut self, parameter: &[u8]) -> Result<(), Error>;
}

/// What the options of a request said so far.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Request {
    /// The default port of the CoAP variant that the request came in by.
    default_port: u16,
    /// The value of Uri-Port; after [`Request::decide_port`] the port of the CRI.
    port: u16,
    /// [`HOST`] and the other bits.
    pub(super) seen: u16,
    /// The value of Uri-Path-Abbrev.
    pub(super) abbrev: u16,
}

impl Request {
    /// A request that came in by a CoAP variant with that default port.
    pub(super) const fn new(default_port: u16) -> Self {
        Self { default_port, port: 0, seen: 0, abbrev: 0 }
    }

    /// Notes an option of a kind that may appear only once (RFC 7252 section 5.4.5).
    pub(super) fn once(&mut self, kind: u16) -> Result<(), Error> {
        //= RFC 7252 5.4.5
        if self.seen & kind != 0 {
            return Err(Error::CoapRepeated);
        }
        self.seen |= kind;
        Ok(())
    }

    /// Takes an option that asks no proxy; what identifies no resource is ignored.
    /// (RFC 7252 5.4.3, 6.5 step 6, 6.5 step 8, href-27 8.1.2 step 4, 8.1.2 step 5)
    pub(super) fn option(
        &mut self,
        number: u16,
        value: &[u8],
        destination: &Endpoint<'_>,
        target: &mut impl Target,
    ) -> Result<(), Error> {
        match number {
            URI_HOST => {
                self.once(HOST)?;
                self.seen |= ANY;
                check_length(value, 1, TEXT_MAX)?;
                put_host(value, destination, target)
            }
            URI_PORT => {
                self.once(PORT)?;
                self.seen |= ANY;
                check_length(value, 0, 2)?;
                self.port = uint(value) as u16;
                Ok(())
            }
            URI_PATH | URI_QUERY => {
                self.seen |= ANY;
                check_length(value, 0, TEXT_MAX)?;
                self.authority(destination, target)?;
                //= href-27 8.1.2
                if number == URI_PATH {
                    self.seen |= PATH;
                    return target.segment(value);
                }
                target.parameter(value)
            }
            //= R29
            URI_PATH_ABBREV => self.path_abbrev(value, destination, target),
            _ => Ok(()),
        }
    }

    /// Writes the destination's address if there was no Uri-Host. Without a destination the host stays open,
    /// since Proxy-Uri may follow (R17).
    pub(super) fn authority(&mut self, destination: &Endpoint<'_>, target: &mut impl Target) -> Result<(), Error> {
        if self.seen & (HOST | NO_HOST) == 0 {
            //= href-27 8.1.2 step 2
            if destination.address.is_empty() {
                self.seen |= NO_HOST;
                return target.name(&[]);
            }
            self.seen |= HOST;
            target.address(destination.address, destination.zone_of_ipv6())?;
        }
        Ok(())
    }

    /// Completes the authority: `CoapAuthority` without a host.
    pub(super) fn end(&mut self, destination: &Endpoint<'_>, target: &mut impl Target) -> Result<(), Error> {
        self.authority(destination, target)?;
        //= R17
        if self.seen & NO_HOST != 0 { Err(Error::CoapAuthority) } else { Ok(()) }
    }

    /// The port, unless it is left off: Uri-Port or the destination's, if it is not the default of the scheme that the CRI
    /// gets. Beside Proxy-Scheme, CoAP's is kept (R27).
    /// (RFC 7252 6.5 step 4, 6.5 step 5, href-27 8.1.2 step 3)
    pub(super) fn port_beside(&self, default: Option<u16>, destination: &Endpoint<'_>) -> Option<u16> {
        //= RFC 7252 6.5 step 4
        let given = self.seen & PORT != 0;
        let port = if given { self.port } else { destination.port };
        // The scheme's default port is left off (C7, R28).
        //= href-27 8.1.2 step 3, RFC 7252 6.5 step 5
        if (given || port != self.default_port) && Some(port) != default { Some(port) } else { None }
    }

    /// Keeps the port for a scheme that an option gives, whose default port is `default` if that is known.
    pub(super) fn decide_port(&mut self, default: Option<u16>, destination: &Endpoint<'_>) {
        if let Some(port) = self.port_beside(default, destination) {
            self.port = port;
            self.seen |= EXPLICIT;
        }
    }

    /// The port of the CRI, unless it is left off.
    pub(super) fn explicit_port(&self, destination: &Endpoint<'_>) -> Option<u16> {
        if self.seen & SCHEME == 0 {
            return self.port_beside(Some(self.default_port), destination);
        }
        if self.seen & EXPLICIT != 0 { Some(self.port) } else { None }
    }

    /// Notes an option that asks a proxy; `repeated` if the one before has the same number.
    /// (RFC 7252 5.10.2 scheme, href-27 8.2.1 precedence, 8.2.2 conflict)
    pub(super) fn proxy(&mut self, number: u16, value: &[u8], repeated: bool) -> Result<(), Error> {
        if number == PROXY_URI {
            self.once(WHOLE)?;
            return check_length(value, 1, PROXY_URI_MAX);
        }
        if repeated {
            return Err(Error::CoapRepeated);
        }
        //= href-27 8.2.1 precedence, href-27 8.2.2 conflict
        if self.seen & (WHOLE | SCHEME) != 0 || (number == PROXY_CRI && self.seen & ANY != 0) {
            return Err(Error::CoapConflict);
        }
        let (kind, least, most) = match number {
            PROXY_CRI => (WHOLE, 1, PROXY_CRI_MAX),
            PROXY_SCHEME => (SCHEME, 1, TEXT_MAX),
            _ => (SCHEME, 0, SCHEME_NUMBER_MAX),
        };
        self.seen |= kind;
        check_length(value, least, most)
    }
}

/// Writes the host that Uri-Host names, in the case given (R17, R24, href-27 8.1.2 step 2, RFC 7252 6.5
/// step 2).
fn put_host(value: &[u8], destination: &Endpoint<'_>, target: &mut impl Target) -> Result<(), Error> {
    let (mut groups, mut zone) = (Groups::default(), None);
    let octets = ip::parse_ipv4(value);
    let address: &[u8] = match (value, &octets) {
        ([b'[', literal @ .., b']'], _) => {
            if !ip::parse_ipv6(literal, &mut groups) {
                return Err(Error::CoapHost);
            }
            let address = groups.as_flattened();
            // The zone of the destination applies to the same address.
            if words::same(destination.address, address) {
                zone = destination.zone_of_ipv6();
            }
            address
        }
        (_, Some(octets)) => octets,
        (name, None) if is_host_text(name) => return target.name(name),
        _ => return Err(Error::CoapHost),
    };
    target.address(address, zone)
}

pub(super) fn check_length(value: &[u8], least: usize, most: usize) -> Result<(), Error> {
    //= RFC 7252 5.4.3
    if value.len() < least || value.len() > most { Err(Error::CoapLength) } else { Ok(()) }
}
