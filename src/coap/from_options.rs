// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. From the options of a request to a CRI (RFC 7252 section 6.5, href-27 section 8.1.2, R17).
//!
//! The last option (Proxy-Scheme) may decide the scheme, but the output only ever grows at its front:
//! one byte is reserved for the scheme, the smallest size, and the port is inserted when the scheme is
//! known.

use super::option::*;
use crate::builder::Builder;
use crate::cbor::write::{Byte, Output, Sink, head_size};
use crate::cbor::{ARRAY, NINT, UINT};
use crate::chars::is_host_text;
use crate::error::Error;
use crate::revision::Revision;
use crate::{ip, scheme};

/// Uri-Host came, or the destination's address in its place.
const HOST: u16 = 1;
/// Uri-Port came.
const PORT: u16 = 2;
/// Any of the Uri-* options came, or Location-*.
pub(super) const ANY: u16 = 4;
/// Proxy-Uri or Proxy-Cri came: the CRI is complete.
pub(super) const WHOLE: u16 = 8;
/// Proxy-Scheme or Proxy-Scheme-Number came.
pub(super) const SCHEME: u16 = 16;
/// The CRI is complete but for its scheme and port.
const CLOSED: u16 = 32;
/// The scheme has a name and no number, and is written.
pub(super) const NAMED: u16 = 64;
/// The options are those of a response.
pub(super) const LOCATION: u16 = 128;
/// Neither Uri-Host nor a destination gives the host, and an empty one is written instead: only an option with a whole
/// URI or CRI can complete this.
const NO_HOST: u16 = 256;
/// Uri-Path came.
pub(super) const PATH: u16 = 512;
/// Uri-Path-Abbrev came.
pub(super) const ABBREV: u16 = 1024;

/// The offset of the authority's head while the scheme has one byte.
const AUTHORITY: usize = 2;

/// Makes a CRI of options that are passed one by one, in ascending order, from any stack.
///
/// Options that do not identify the resource are ignored (RFC 7252 5.4.1). After an option was refused, every later call
/// fails with the same error.
#[repr(C)]
pub struct Composer<'b, T: Byte = u8> {
    pub(crate) builder: Builder<'b, T>,
    pub(crate) destination: Endpoint<'b>,
    /// The length of the authority without a port and with a head of one byte.
    authority_end: usize,
    /// The number of items of the authority without a port.
    authority_items: usize,
    /// The number of the scheme; of one given by its name, its default port, or 0.
    pub(crate) scheme: u32,
    /// The default port of the CoAP variant that the request came in by.
    default_port: u16,
    /// The value of Uri-Port.
    port: u16,
    /// The number of the previous option.
    pub(super) last: u16,
    /// The size of the scheme beyond one byte, where it has no number.
    pub(super) name_extra: u16,
    /// `HOST` and so on.
    pub(crate) seen: u16,
    /// The value of Uri-Path-Abbrev.
    pub(super) abbrev: u16,
}

/// Writes the CRI that the delta-coded options of a request are for, in canonical form (R17).
///
/// Arguments and errors are those of [`Composer::new`] and [`Composer::option`]; `CoapOption` and `Truncated`
/// for malformed options; `Buffer` if it does not fit. Linear.
pub fn from_coap<T: Byte>(
    revision: Revision,
    scheme: u64,
    options: &[u8],
    destination: Option<Endpoint<'_>>,
    output: &mut Output<'_, T>,
) -> Result<(), Error> {
    let port = request_port(revision, scheme)?;
    let mut composer = Composer::begin(revision, output.space());
    composer.begin_request(scheme, port, destination);
    let (result, length) = composer.all(options);
    output.seek(length);
    result
}

impl<'b, T: Byte> Composer<'b, T> {
    /// Initialises it for a request's options (R17; href-27 8.1.2 step 1, RFC 7252 6.5 step 1).
    /// `scheme` is the scheme number of the CoAP variant that
    /// the request was received by, `destination` the endpoint that received it: the defaults of Uri-Host
    /// and Uri-Port.
    ///
    /// `CoapScheme` if the scheme is not a CoAP scheme.
    pub fn new(
        revision: Revision,
        scheme: u64,
        destination: Option<Endpoint<'b>>,
        buffer: &'b mut [T],
    ) -> Result<Self, Error> {
        let port = request_port(revision, scheme)?;
        let mut this = Self::begin(revision, buffer);
        this.begin_request(scheme, port, destination);
        Ok(this)
    }

    /// Continues after [`Composer::begin`] for a request; the port is that of [`request_port`].
    pub(crate) fn begin_request(&mut self, scheme: u64, port: u16, destination: Option<Endpoint<'b>>) {
        self.builder.scheme_later();
        self.scheme = scheme as u32;
        self.default_port = port;
        self.destination.port = port;
        if let Some(destination) = destination {
            self.destination = destination;
        }
    }

    pub(crate) fn begin(revision: Revision, buffer: &'b mut [T]) -> Self {
        Self {
            builder: Builder::new(revision, 0, buffer),
            destination: Endpoint { address: &[], zone: &[], port: 0 },
            authority_end: 0,
            authority_items: 0,
            scheme: 0,
            default_port: 0,
            port: 0,
            last: 0,
            name_extra: 0,
            seen: 0,
            abbrev: 0,
        }
    }

    /// Adds the next option.
    ///
    /// `CoapOrder` if its number is less than that of the one before. `CoapLength` for a value that is too long or too short;
    /// `CoapPathAbbrev` for a Uri-Path-Abbrev that is unknown, repeated, or beside a path (R29); `Utf8`; `DotSegment` for a
    /// path segment `.` or `..`; `CoapHost` for a Uri-Host that is not a name, IPv4 address or bracketed IPv6 address;
    /// `CoapRepeated`; `CoapConflict` for Proxy-Cri beside any Uri-* or Proxy-* option, and for Proxy-Scheme beside another
    /// Proxy-* option (Proxy-Uri takes precedence over Uri-* options); `CoapAuthority` if neither an option nor the
    /// destination gives the host; `NotFull`, `CoapFragment`, and errors as of parsing or of [`from_uri`](crate::from_uri),
    /// for the values of Proxy-Cri and Proxy-Uri; `SchemeName` for that of Proxy-Scheme; `CoapOption` for trailing bytes
    /// after the CRI of Proxy-Cri, and for a Location-* option that is reserved (RFC 7252 section 5.10.7). Linear in the
    /// value, but for options of proxies, which are linear in all options so far.
    pub fn option(&mut self, number: u16, value: &[u8]) -> Result<(), Error> {
        if let Some(error) = Error::of_number(self.builder.error) {
            return Err(error);
        }
        //= RFC 7252 3.1 order
        let result = if number < self.last {
            Err(Error::CoapOrder)
        } else if self.seen & LOCATION != 0 {
            self.location_option(number, value)
        } else {
            self.request_option(number, value)
        };
        self.last = number;
        self.decide(result)
    }

    /// Completes the CRI and returns its length. `CoapAuthority`; the error of the first option that was
    /// refused; `Buffer` if it does not fit, with the length needed as [`Composer::length`].
    pub fn finish(&mut self) -> Result<usize, Error> {
        if let Some(error) = Error::of_number(self.builder.error) {
            return Err(error);
        }
        let result = if self.seen & LOCATION != 0 {
            counted(self.builder.finish().map(|_| ()))
        } else if self.seen & WHOLE != 0 {
            Ok(())
        } else {
            self.finish_request()
        };
        self.decide(result)?;
        self.builder.error = Error::Order.number();
        self.builder.output.written().map(<[T]>::len)
    }

    /// The length of the finished CRI, whether it fits or not.
    pub fn length(&self) -> usize {
        self.builder.length()
    }

    /// Whether an option asked a proxy: Proxy-Uri, Proxy-Scheme, Proxy-Cri or
    /// Proxy-Scheme-Number.
    pub fn asks_proxy(&self) -> bool {
        self.seen & (WHOLE | SCHEME) != 0
    }

    pub(super) fn all(&mut self, options: &[u8]) -> (Result<(), Error>, usize) {
        let mut options = Options::new(options, 0);
        let mut result = options.try_for_each(|option| option.and_then(|(number, value)| self.option(number, value)));
        if result.is_ok() {
            result = self.finish().map(|_| ());
        }
        (result, self.length())
    }

    fn decide(&mut self, result: Result<(), Error>) -> Result<(), Error> {
        if let Err(error) = result {
            self.builder.error = error.number();
        }
        result
    }

    /// Notes an option of a kind that may appear only once (RFC 7252 section 5.4.5).
    fn once(&mut self, kind: u16) -> Result<(), Error> {
        //= RFC 7252 5.4.5
        if self.seen & kind != 0 {
            return Err(Error::CoapRepeated);
        }
        self.seen |= kind;
        Ok(())
    }

    /// (RFC 7252 5.4.3, 6.5 step 6, 6.5 step 8, href-27 8.1.2 step 4, 8.1.2 step 5)
    fn request_option(&mut self, number: u16, value: &[u8]) -> Result<(), Error> {
        match number {
            URI_HOST => {
                self.once(HOST)?;
                self.seen |= ANY;
                check_length(value, 1, TEXT_MAX)?;
                self.host(value)
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
                self.authority()?;
                //= href-27 8.1.2
                if number == URI_PATH {
                    self.seen |= PATH;
                    return self.builder.segment(value);
                }
                self.builder.parameter(value)
            }
            //= R29
            URI_PATH_ABBREV => self.path_abbrev(value),
            PROXY_URI => {
                self.once(WHOLE)?;
                check_length(value, 1, PROXY_URI_MAX)?;
                self.proxy_uri(value)
            }
            //= RFC 7252 5.10.2
            PROXY_CRI | PROXY_SCHEME | PROXY_SCHEME_NUMBER => self.proxy_option(number, value),
            _ => Ok(()),
        }
    }

    /// Writes the host that Uri-Host names, in the case given (R17, R24, href-27 8.1.2 step 2, RFC 7252 6.5
    /// step 2).
    fn host(&mut self, value: &[u8]) -> Result<(), Error> {
        if let [b'[', literal @ .., b']'] = value {
            let address = ip::parse_ipv6(literal).ok_or(Error::CoapHost)?;
            let address = address.as_flattened();
            // The zone of the destination applies to the same address.
            let same = self.destination.address == address;
            let zone = if same { self.destination.zone_of_ipv6() } else { None };
            self.builder.host_address(address, zone)?;
        } else if let Some(address) = ip::parse_ipv4(value) {
            self.builder.host_address(&address, None)?;
        } else if is_host_text(value) {
            self.builder.host_name_as_written(value)?;
        } else {
            return Err(Error::CoapHost);
        }
        self.host_is_written();
        Ok(())
    }

    fn host_is_written(&mut self) {
        self.seen |= HOST;
        self.authority_end = self.builder.output.length();
        self.authority_items = self.builder.items;
    }

    /// Writes the destination's address if there was no Uri-Host. Without a destination the host stays open,
    /// since Proxy-Uri may follow (R17).
    pub(super) fn authority(&mut self) -> Result<(), Error> {
        if self.seen & (HOST | NO_HOST) == 0 {
            //= href-27 8.1.2 step 2
            if self.destination.address.is_empty() {
                self.seen |= NO_HOST;
                return self.builder.host_name_as_written(&[]);
            }
            self.builder.host_address(self.destination.address, self.destination.zone_of_ipv6())?;
            self.host_is_written();
        }
        Ok(())
    }

    /// Completes all but scheme and port.
    pub(super) fn close(&mut self) -> Result<(), Error> {
        if self.seen & CLOSED == 0 {
            self.authority()?;
            //= R17
            if self.seen & NO_HOST != 0 {
                return Err(Error::CoapAuthority);
            }
            self.seen |= CLOSED;
            counted(self.builder.finish().map(|_| ()))?;
        }
        Ok(())
    }

    /// The port is Uri-Port or the destination's, and left off if it is the default of the scheme that the CRI gets: beside
    /// Proxy-Scheme, CoAP's is kept (R27).
    /// (RFC 7252 6.5 step 4, 6.5 step 5, href-27 8.1.2 step 3)
    fn finish_request(&mut self) -> Result<(), Error> {
        self.close()?;
        //= RFC 7252 6.5 step 4
        let port = if self.seen & PORT != 0 {
            Some(self.port)
        } else if self.destination.port == self.default_port {
            None
        } else {
            Some(self.destination.port)
        };
        let named = self.seen & NAMED != 0;
        let default = if named {
            u16::try_from(self.scheme).ok().filter(|port| *port > 0)
        } else {
            scheme::default_port(self.builder.revision, self.scheme.into())
        };
        // The scheme's default port is left off (C7, R28).
        //= href-27 8.1.2 step 3, RFC 7252 6.5 step 5
        if let Some(port) = port
            && Some(port) != default
        {
            self.put_port(port);
        }
        if !named {
            let size = head_size(self.scheme as usize);
            self.put_head(1, size - 1, NINT, self.scheme as usize);
        }
        Ok(())
    }

    /// Inserts a port at the end of the authority.
    fn put_port(&mut self, port: u16) {
        let extra = self.name_extra as usize;
        let (items, port) = (self.authority_items, port as usize);
        // The head was widened when the array was complete.
        let end = self.authority_end + head_size(items) - 1;
        self.put_head(end + extra, head_size(port), UINT, port);
        //= RFC 7252 6.5
        let wider = head_size(items + 1) - head_size(items);
        self.put_head(AUTHORITY + extra, wider, ARRAY, items + 1);
    }

    /// Writes a head at an offset, making room for the bytes that it needs beyond those reserved.
    pub(super) fn put_head(&mut self, at: usize, more: usize, major: u8, argument: usize) {
        let output = &mut self.builder.output;
        if more > 0 {
            output.shift(at, more);
        }
        let end = output.length();
        output.seek(at);
        output.head(major, argument);
        output.seek(end);
    }
}

pub(super) fn check_length(value: &[u8], least: usize, most: usize) -> Result<(), Error> {
    //= RFC 7252 5.4.3
    if value.len() < least || value.len() > most { Err(Error::CoapLength) } else { Ok(()) }
}
