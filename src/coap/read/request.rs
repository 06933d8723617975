// SPDX-License-Identifier: MIT OR Apache-2.0
//! The addition of each option of a request to the CRI or URI of its resource (RFC 7252 section 6.5, href-27 section
//! 8.1.2, R17).

use crate::bytes::chars::is_host_text;
use crate::bytes::ip;
use crate::bytes::scan::Groups;
use crate::coap::endpoint::Endpoint;
use crate::coap::message::option::*;
use crate::coap::message::path_abbrev::ShortPath;
use crate::error::Error;

/// The addition of an option to the CRI or the URI.
pub(crate) enum Addition<'a> {
    /// The option adds nothing, or it adds a port, which [`Request::explicit_port`] returns later.
    Nothing,
    /// The value of Uri-Host, for [`RequestHost::read`].
    Host(&'a [u8]),
    /// A segment of the path. It is not checked: it may be a dot segment, or not be UTF-8.
    Segment(&'a [u8]),
    /// The whole path, from Uri-Path-Abbrev.
    Path(ShortPath),
    /// A parameter of the query. It is not checked: it may not be UTF-8.
    Parameter(&'a [u8]),
}

/// The host in a value of Uri-Host.
pub(crate) enum RequestHost<'a> {
    /// A name, in the case in which it was written.
    Name(&'a [u8]),
    /// An address of 4 or 16 bytes.
    Address(&'a [u8]),
}

impl<'a> RequestHost<'a> {
    /// Reads the value of Uri-Host (R17, href-27 8.1.2 step 2, RFC 7252 6.5 step 2). `memory` is for an address.
    pub(crate) fn read(value: &'a [u8], memory: &'a mut Groups) -> Result<Self, Error> {
        if let [b'[', literal @ .., b']'] = value {
            return if ip::parse_ipv6(literal, memory) {
                Ok(Self::Address(memory.as_flattened()))
            } else {
                Err(Error::CoapHost)
            };
        }
        match ip::parse_ipv4(value) {
            Some(octets) => {
                let (ipv4, _) = memory.as_flattened_mut().split_at_mut(octets.len());
                ipv4.copy_from_slice(&octets);
                Ok(Self::Address(ipv4))
            }
            None if is_host_text(value) => Ok(Self::Name(value)),
            None => Err(Error::CoapHost),
        }
    }
}

/// The host of a request without Uri-Host.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ImpliedHost {
    /// The address of the destination.
    Destination,
    /// The empty host, because neither an option nor a destination gives a host.
    Empty,
}

/// The options that were read so far, as bits of `Request::came`.
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

    /// The options that conflict with Proxy-Cri.
    pub const URI: u8 = URI_HOST | URI_PORT | URI_PATH | URI_QUERY;
    pub const PROXY: u8 = WHOLE | SCHEME;
}

/// The state of the host.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum HostState {
    /// Uri-Host was not read yet.
    Open,
    /// Uri-Host was read, or the address of the destination was used instead.
    Known,
    /// Neither Uri-Host nor a destination gives the host, so an empty host was written. Only Proxy-Uri or Proxy-Cri can
    /// complete such a request.
    Missing,
}

/// The state of a request after the options that were read so far.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Request {
    /// The default port of the CoAP scheme over which the request arrived.
    default_port: u16,
    /// The value of Uri-Port or, until that option is read, the port of the destination.
    port: u16,
    /// The value of Uri-Path-Abbrev, if that option was read.
    abbrev: u16,
    /// The bits of [`came`] for the options that were read.
    came: u8,
    host: HostState,
}

impl Request {
    /// Returns the state of a request that arrived at `port`, over a CoAP scheme with the default port `default_port`.
    pub(crate) const fn new(default_port: u16, port: u16) -> Self {
        Self { default_port, port, abbrev: 0, came: 0, host: HostState::Open }
    }

    /// Reads an option and returns what it adds. Options that do not identify the resource are ignored. Fails
    /// with `CoapProxy` for an option that is meant for a proxy. The functions for proxies do not pass such options.
    /// (RFC 7252 5.4.3, 6.5 step 6, 6.5 step 8, href-27 8.1.2 step 4, 8.1.2 step 5)
    #[inline(always)]
    pub(crate) fn read<'a>(&mut self, number: u16, value: &'a [u8]) -> Result<Addition<'a>, Error> {
        match number {
            URI_HOST => {
                self.once(came::URI_HOST)?;
                check_length(value, 1, TEXT_MAX)?;
                self.host = HostState::Known;
                Ok(Addition::Host(value))
            }
            URI_PORT => {
                self.once(came::URI_PORT)?;
                check_length(value, 0, 2)?;
                self.port = uint(value) as u16;
                Ok(Addition::Nothing)
            }
            // href-27 8.1.2
            URI_PATH => {
                check_length(value, 0, TEXT_MAX)?;
                self.came |= came::URI_PATH;
                Ok(Addition::Segment(value))
            }
            URI_QUERY => {
                check_length(value, 0, TEXT_MAX)?;
                self.came |= came::URI_QUERY;
                Ok(Addition::Parameter(value))
            }
            // R29
            URI_PATH_ABBREV => self.read_abbreviation(value),
            // RFC 7252 5.10.2 refusal
            _ if Proxy::of_option(number).is_some() => Err(Error::CoapProxy),
            _ => Ok(Addition::Nothing),
        }
    }

    /// Records an option that must not be repeated. Fails with `CoapRepeated` if it is repeated (RFC 7252 section
    /// 5.4.5).
    fn once(&mut self, option: u8) -> Result<(), Error> {
        // RFC 7252 5.4.5
        if self.came & option != 0 {
            return Err(Error::CoapRepeated);
        }
        self.came |= option;
        Ok(())
    }

    /// Reads Uri-Path-Abbrev. Fails with `CoapPathAbbrev` if the value is unknown, or if the option is repeated or
    /// follows Uri-Path (R29).
    fn read_abbreviation<'a>(&mut self, value: &[u8]) -> Result<Addition<'a>, Error> {
        let path = ShortPath::of_option(value)?;
        // R29
        if self.came & (came::URI_PATH | came::URI_PATH_ABBREV) != 0 {
            return Err(Error::CoapPathAbbrev);
        }
        self.came |= came::URI_PATH_ABBREV;
        self.abbrev = path.value;
        Ok(Addition::Path(path))
    }

    /// Returns the path that Uri-Path-Abbrev represents, if that option was read.
    pub(crate) fn abbreviated_path(&self) -> Option<ShortPath> {
        if self.came & came::URI_PATH_ABBREV != 0 { ShortPath::of_number(self.abbrev.into()) } else { None }
    }

    /// Returns the host that must be written before the path or at the end, because no option gave it: the
    /// destination's address. Without a destination, an empty host is written for now, because Proxy-Uri may follow
    /// (R17). Returns `None` if Uri-Host gave the host, or if this function returned it before.
    pub(crate) fn implied_host(&mut self, destination: &Endpoint<'_>) -> Option<ImpliedHost> {
        if self.host != HostState::Open {
            return None;
        }
        // href-27 8.1.2 step 2
        if destination.address.is_empty() {
            self.host = HostState::Missing;
            return Some(ImpliedHost::Empty);
        }
        self.host = HostState::Known;
        Some(ImpliedHost::Destination)
    }

    /// Fails with `CoapDestination` if neither an option nor the destination gave a host, or with `CoapProxyHost` if
    /// the request is meant for a proxy, which needs Uri-Host in that case (R47).
    pub(crate) fn check_host(&self) -> Result<(), Error> {
        // R17
        match self.host {
            HostState::Missing if self.is_for_proxy() => Err(Error::CoapProxyHost),
            HostState::Missing => Err(Error::CoapDestination),
            _ => Ok(()),
        }
    }

    /// Returns the port to write: the value of Uri-Port or the destination's port. Returns `None` if the scheme implies
    /// it. `default` is the default port of the CRI's scheme, if that is known. With Proxy-Scheme, even CoAP's default
    /// port is written if Uri-Port gives it (R27).
    /// (RFC 7252 6.5 step 4, 6.5 step 5, href-27 8.1.2 step 3)
    pub(crate) fn explicit_port(&self, default: Option<u16>) -> Option<u16> {
        // RFC 7252 6.5 step 4
        let given = self.came & came::URI_PORT != 0;
        // The scheme's default port is omitted (C7, R28).
        // href-27 8.1.2 step 3, RFC 7252 6.5 step 5
        if (given || self.port != self.default_port) && Some(self.port) != default { Some(self.port) } else { None }
    }

    /// Returns the value of Uri-Port or, without that option, the port of the destination.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Returns the port to write if no option gives the scheme.
    pub(crate) fn explicit_coap_port(&self) -> Option<u16> {
        self.explicit_port(Some(self.default_port))
    }

    /// Records an option that is meant for a proxy, and checks the length of its value. Fails with `CoapRepeated`,
    /// `CoapConflict` or `CoapLength`.
    /// (RFC 7252 5.10.2 scheme, href-27 8.2.1 precedence, 8.2.2 conflict)
    pub(crate) fn read_proxy(&mut self, proxy: Proxy, value: &[u8], repeated: bool) -> Result<(), Error> {
        if repeated {
            return Err(Error::CoapRepeated);
        }
        // href-27 8.2.1 precedence, href-27 8.2.2 conflict
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

    /// True if an option was read that is meant for a proxy.
    pub(crate) fn is_for_proxy(&self) -> bool {
        self.came & came::PROXY != 0
    }

    /// True if Proxy-Uri or Proxy-Cri was read. Either replaces all other options.
    pub(crate) fn is_whole(&self) -> bool {
        self.came & came::WHOLE != 0
    }
}
