// SPDX-License-Identifier: MIT OR Apache-2.0
//! What each option of a request adds to the CRI or the URI of the resource (RFC 7252 section 6.5, href-27 section
//! 8.1.2, R17).

use super::option::*;
use super::path_abbrev::ShortPath;
use crate::chars::is_host_text;
use crate::error::Error;
use crate::ip;
use crate::scan::Groups;

/// The part of the CRI or the URI that an option adds.
pub(super) enum Part<'a> {
    /// Nothing, or a port, which [`Request::explicit_port`] returns.
    Nothing,
    /// The value of Uri-Host, for [`Host::read`].
    Host(&'a [u8]),
    /// A segment of the path. It may be a dot segment, and may not be UTF-8.
    Segment(&'a [u8]),
    /// The whole path.
    Path(ShortPath),
    /// A parameter of the query. It may not be UTF-8.
    Parameter(&'a [u8]),
}

/// The host that a value of Uri-Host gives.
pub(super) enum Host<'a> {
    /// A name, in the case given.
    Name(&'a [u8]),
    Ipv4([u8; 4]),
    Ipv6(Groups),
}

impl<'a> Host<'a> {
    /// Reads the value of Uri-Host (R17, R24, href-27 8.1.2 step 2, RFC 7252 6.5 step 2).
    pub(super) fn read(value: &'a [u8]) -> Result<Self, Error> {
        if let [b'[', literal @ .., b']'] = value {
            let mut groups = Groups::default();
            if !ip::parse_ipv6(literal, &mut groups) {
                return Err(Error::CoapHost);
            }
            return Ok(Self::Ipv6(groups));
        }
        match ip::parse_ipv4(value) {
            Some(octets) => Ok(Self::Ipv4(octets)),
            None if is_host_text(value) => Ok(Self::Name(value)),
            None => Err(Error::CoapHost),
        }
    }
}

/// The host of a request without Uri-Host.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ImpliedHost {
    /// The address of the destination.
    Destination,
    /// The empty host: neither an option nor a destination gives a host.
    Empty,
}

/// The options that came, as bits of `Request::came`.
mod came {
    pub const URI_HOST: u8 = 1 << 0;
    pub const URI_PORT: u8 = 1 << 1;
    pub const URI_PATH: u8 = 1 << 2;
    pub const URI_QUERY: u8 = 1 << 3;
    pub const URI_PATH_ABBREV: u8 = 1 << 4;
    /// Proxy-Uri or Proxy-Cri, which replaces all Uri-* options.
    pub const WHOLE: u8 = 1 << 5;
    /// Proxy-Scheme or Proxy-Scheme-Number.
    pub const SCHEME: u8 = 1 << 6;

    /// The options with which Proxy-Cri is in conflict.
    pub const URI: u8 = URI_HOST | URI_PORT | URI_PATH | URI_QUERY;
    pub const PROXY: u8 = WHOLE | SCHEME;
}

/// How far the host is known.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum HostState {
    /// Uri-Host did not come so far.
    Open,
    /// Uri-Host came, or the destination's address took its place.
    Known,
    /// Neither Uri-Host nor a destination gives the host, and an empty one is written instead: only Proxy-Uri or
    /// Proxy-Cri can complete such a request.
    Missing,
}

/// The state of a request after the options read so far.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Request {
    /// The default port of the CoAP scheme over which the request arrived.
    default_port: u16,
    /// The value of Uri-Port; until that comes, the port of the destination.
    port: u16,
    /// The value of Uri-Path-Abbrev, if it came.
    abbrev: u16,
    /// The bits of [`came`].
    came: u8,
    host: HostState,
}

impl Request {
    /// A request that arrived at that port, over a CoAP scheme with that default port.
    pub(super) const fn new(default_port: u16, port: u16) -> Self {
        Self { default_port, port, abbrev: 0, came: 0, host: HostState::Open }
    }

    /// Reads an option; options that identify no resource are ignored. `CoapProxy` for an option that is for a proxy:
    /// the reader of a proxy passes none.
    /// (RFC 7252 5.4.3, 6.5 step 6, 6.5 step 8, href-27 8.1.2 step 4, 8.1.2 step 5)
    #[inline(always)]
    pub(super) fn read<'a>(&mut self, number: u16, value: &'a [u8]) -> Result<Part<'a>, Error> {
        match number {
            URI_HOST => {
                self.once(came::URI_HOST)?;
                check_length(value, 1, TEXT_MAX)?;
                self.host = HostState::Known;
                Ok(Part::Host(value))
            }
            URI_PORT => {
                self.once(came::URI_PORT)?;
                check_length(value, 0, 2)?;
                self.port = uint(value) as u16;
                Ok(Part::Nothing)
            }
            //= href-27 8.1.2
            URI_PATH => {
                check_length(value, 0, TEXT_MAX)?;
                self.came |= came::URI_PATH;
                Ok(Part::Segment(value))
            }
            URI_QUERY => {
                check_length(value, 0, TEXT_MAX)?;
                self.came |= came::URI_QUERY;
                Ok(Part::Parameter(value))
            }
            //= R29
            URI_PATH_ABBREV => self.read_abbreviation(value),
            //= RFC 7252 5.10.2 refusal
            _ if Proxy::of_option(number).is_some() => Err(Error::CoapProxy),
            _ => Ok(Part::Nothing),
        }
    }

    /// Notes an option that may come only once (RFC 7252 section 5.4.5).
    fn once(&mut self, option: u8) -> Result<(), Error> {
        //= RFC 7252 5.4.5
        if self.came & option != 0 {
            return Err(Error::CoapRepeated);
        }
        self.came |= option;
        Ok(())
    }

    /// Reads Uri-Path-Abbrev. `CoapPathAbbrev` for an unknown value, for a second one and for one after Uri-Path (R29).
    fn read_abbreviation<'a>(&mut self, value: &[u8]) -> Result<Part<'a>, Error> {
        let path = ShortPath::of_option(value)?;
        //= R29
        if self.came & (came::URI_PATH | came::URI_PATH_ABBREV) != 0 {
            return Err(Error::CoapPathAbbrev);
        }
        self.came |= came::URI_PATH_ABBREV;
        self.abbrev = path.value;
        Ok(Part::Path(path))
    }

    /// The path that Uri-Path-Abbrev stands for, if that option came.
    pub(super) fn abbreviated_path(&self) -> Option<ShortPath> {
        if self.came & came::URI_PATH_ABBREV != 0 { ShortPath::of_number(self.abbrev.into()) } else { None }
    }

    /// The host to be written before the path or at the end, if no option gave it: the destination's address. Without a
    /// destination the host is empty for now, since Proxy-Uri may follow (R17). `None` if a host was returned before.
    pub(super) fn implied_host(&mut self, destination: &Endpoint<'_>) -> Option<ImpliedHost> {
        if self.host != HostState::Open {
            return None;
        }
        //= href-27 8.1.2 step 2
        if destination.address.is_empty() {
            self.host = HostState::Missing;
            return Some(ImpliedHost::Empty);
        }
        self.host = HostState::Known;
        Some(ImpliedHost::Destination)
    }

    /// `CoapAuthority` if there was no host to be written.
    pub(super) fn check_host(&self) -> Result<(), Error> {
        //= R17
        if self.host == HostState::Missing { Err(Error::CoapAuthority) } else { Ok(()) }
    }

    /// The port to write, if the default port of the CRI's scheme, as far as it is known, is `default`: Uri-Port or the
    /// destination's; `None` if the scheme implies it. With Proxy-Scheme, CoAP's default port is written (R27).
    /// (RFC 7252 6.5 step 4, 6.5 step 5, href-27 8.1.2 step 3)
    pub(super) fn explicit_port(&self, default: Option<u16>) -> Option<u16> {
        //= RFC 7252 6.5 step 4
        let given = self.came & came::URI_PORT != 0;
        // The scheme's default port is omitted (C7, R28).
        //= href-27 8.1.2 step 3, RFC 7252 6.5 step 5
        if (given || self.port != self.default_port) && Some(self.port) != default { Some(self.port) } else { None }
    }

    /// The value of Uri-Port, or else the port of the destination.
    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// The port to write if no option gives the scheme.
    pub(super) fn explicit_coap_port(&self) -> Option<u16> {
        self.explicit_port(Some(self.default_port))
    }

    /// Notes an option that is for a proxy.
    /// (RFC 7252 5.10.2 scheme, href-27 8.2.1 precedence, 8.2.2 conflict)
    pub(super) fn read_proxy(&mut self, proxy: Proxy, value: &[u8], repeated: bool) -> Result<(), Error> {
        if repeated {
            return Err(Error::CoapRepeated);
        }
        //= href-27 8.2.1 precedence, href-27 8.2.2 conflict
        if self.came & came::PROXY != 0 || (proxy == Proxy::Cri && self.came & came::URI != 0) {
            return Err(Error::CoapConflict);
        }
        let (kind, least, most) = match proxy {
            Proxy::Uri => (came::WHOLE, 1, PROXY_URI_MAX),
            Proxy::Cri => (came::WHOLE, 1, PROXY_CRI_MAX),
            Proxy::Scheme => (came::SCHEME, 1, TEXT_MAX),
            Proxy::SchemeNumber => (came::SCHEME, 0, SCHEME_NUMBER_MAX),
        };
        self.came |= kind;
        check_length(value, least, most)
    }

    /// True if an option for a proxy came.
    pub(super) fn is_for_proxy(&self) -> bool {
        self.came & came::PROXY != 0
    }

    /// True if Proxy-Uri or Proxy-Cri came, which replaces all other options.
    pub(super) fn is_whole(&self) -> bool {
        self.came & came::WHOLE != 0
    }
}

pub(super) fn check_length(value: &[u8], least: usize, most: usize) -> Result<(), Error> {
    //= RFC 7252 5.4.3
    if value.len() < least || value.len() > most { Err(Error::CoapLength) } else { Ok(()) }
}
