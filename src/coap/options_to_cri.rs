// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. From the options of a request to a CRI (RFC 7252 section 6.5, href-27 section 8.1.2, R17).
//!
//! The last option (Proxy-Scheme) may decide the scheme, but the output only ever grows at its front:
//! one byte is reserved for the scheme, the smallest size, and the port is inserted when the scheme is
//! known.

use super::option::*;
use super::request::{CLOSED, LOCATION, NAMED, Request, SCHEME, Target, WHOLE};
use crate::builder::Builder;
use crate::cbor::write::{Byte, Output, Sink, head_size};
use crate::cbor::{ARRAY, NINT, UINT};
use crate::error::Error;
use crate::revision::Revision;

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
    /// Where the authority ends in the output, without a port and with a head of one byte.
    authority_end: usize,
    /// The number of items of the authority without a port.
    authority_items: usize,
    /// The number of the scheme, if it is not given by its name.
    pub(crate) scheme: u32,
    pub(super) request: Request,
    /// The number of the previous option.
    pub(super) last: u16,
    /// The size of the scheme beyond one byte, where it has no number.
    pub(super) name_extra: u16,
}

/// Writes the CRI that the delta-coded options of a request are for, in canonical form (R17).
///
/// Arguments and errors are those of [`Composer::new`] and [`Composer::option`]; `CoapOption` and `Truncated`
/// for malformed options; `Buffer` if it does not fit. Linear.
pub fn from_coap<T: Byte>(
    revision: Revision,
    scheme: u64,
    options: &[u8],
    destination: Option<&Endpoint<'_>>,
    output: &mut Output<'_, T>,
) -> Result<(), Error> {
    composed(revision, scheme, options, destination, output, |composer, number, value| {
        composer.request_option(number, value)
    })
}

/// Writes the CRI of a request as [`from_coap`], for a server that is not a proxy: `CoapProxy` for a request that asks one.
pub fn from_coap_direct<T: Byte>(
    revision: Revision,
    scheme: u64,
    options: &[u8],
    destination: Option<&Endpoint<'_>>,
    output: &mut Output<'_, T>,
) -> Result<(), Error> {
    composed(revision, scheme, options, destination, output, |composer, number, value| {
        composer.direct_option(number, value)
    })
}

/// Writes the CRI of a request, with `option` for each of its options. Not by [`Composer::new`], whose result is moved.
#[inline(always)]
fn composed<T: Byte>(
    revision: Revision,
    scheme: u64,
    options: &[u8],
    destination: Option<&Endpoint<'_>>,
    output: &mut Output<'_, T>,
    option: impl Fn(&mut Composer<'_, T>, u16, &[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    let port = request_port(revision, scheme)?;
    let mut composer = Composer::begin(revision, output.space());
    composer.begin_request(scheme, port, destination);
    let (result, length) = composer.all(options, option);
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
        destination: Option<&Endpoint<'b>>,
        buffer: &'b mut [T],
    ) -> Result<Self, Error> {
        let port = request_port(revision, scheme)?;
        let mut this = Self::begin(revision, buffer);
        this.begin_request(scheme, port, destination);
        Ok(this)
    }

    /// Continues after [`Composer::begin`] for a request; the port is that of [`request_port`].
    pub(crate) fn begin_request(&mut self, scheme: u64, port: u16, destination: Option<&Endpoint<'b>>) {
        self.builder.scheme_later();
        self.scheme = scheme as u32;
        self.request = Request::new(port);
        self.destination.port = port;
        if let Some(destination) = destination {
            self.destination = *destination;
        }
    }

    pub(crate) fn begin(revision: Revision, buffer: &'b mut [T]) -> Self {
        Self {
            builder: Builder::new(revision, 0, buffer),
            destination: Endpoint { address: &[], zone: &[], port: 0 },
            authority_end: 0,
            authority_items: 0,
            scheme: 0,
            request: Request::new(0),
            last: 0,
            name_extra: 0,
        }
    }

    /// Adds the next option.
    ///
    /// `CoapOrder` if its number is less than that of the one before. `CoapLength` for a value that is too long or too short;
    /// `CoapPathAbbrev` for a Uri-Path-Abbrev that is unknown, repeated, or beside a path (R29); `Utf8`; `DotSegment` for a
    /// path segment `.` or `..`; `CoapHost` for a Uri-Host that is not a name, IPv4 address or bracketed IPv6 address;
    /// `CoapRepeated`; `CoapConflict` for Proxy-Cri beside any Uri-* or Proxy-* option, and for Proxy-Scheme beside another
    /// Proxy-* option (Proxy-Uri takes precedence over Uri-* options); `CoapAuthority` if neither an option nor the
    /// destination gives the host; `NotFull`, `CoapFragment`, and errors as in parsing or [`from_uri`](crate::from_uri),
    /// for the values of Proxy-Cri and Proxy-Uri; `SchemeName` for that of Proxy-Scheme; `CoapOption` for trailing bytes
    /// after the CRI of Proxy-Cri, and for a Location-* option that is reserved (RFC 7252 section 5.10.7). Linear in the
    /// value, but for options of proxies, which are linear in all options so far.
    pub fn option(&mut self, number: u16, value: &[u8]) -> Result<(), Error> {
        let is_location = self.request.seen & LOCATION != 0;
        self.take(number, |composer| {
            if is_location { composer.location_option(number, value) } else { composer.request_option(number, value) }
        })
    }

    /// Adds the next option as [`Composer::option`], for a server that is not a proxy: `CoapProxy` for an option that asks one.
    pub fn option_direct(&mut self, number: u16, value: &[u8]) -> Result<(), Error> {
        let is_location = self.request.seen & LOCATION != 0;
        self.take(number, |composer| {
            if is_location { composer.location_option(number, value) } else { composer.direct_option(number, value) }
        })
    }

    /// Adds the next option with `option`: a program links those that it passes.
    fn take(&mut self, number: u16, option: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        self.builder.checked()?;
        //= RFC 7252 3.1 order
        let result = if number < self.last { Err(Error::CoapOrder) } else { option(self) };
        self.last = number;
        self.decide(result)
    }

    /// Completes the CRI and returns its length. `CoapAuthority`; the error of the first option that was
    /// refused; `Buffer` if it does not fit, with the length needed as [`Composer::length`].
    pub fn finish(&mut self) -> Result<usize, Error> {
        self.builder.checked()?;
        let result = if self.request.seen & LOCATION != 0 {
            counted(self.builder.finish().map(|_| ()))
        } else if self.request.seen & WHOLE != 0 {
            Ok(())
        } else {
            self.finish_request()
        };
        self.decide(result)?;
        self.builder.error = Some(Error::Order);
        self.builder.output.written().map(<[T]>::len)
    }

    /// The length of the finished CRI, whether it fits or not.
    pub fn length(&self) -> usize {
        self.builder.length()
    }

    /// Whether an option asked a proxy: Proxy-Uri, Proxy-Scheme, Proxy-Cri or
    /// Proxy-Scheme-Number.
    pub fn asks_proxy(&self) -> bool {
        self.request.seen & (WHOLE | SCHEME) != 0
    }

    /// Adds options, each with `option`, and completes the CRI. Returns its length as [`Composer::length`].
    pub(super) fn all(
        &mut self,
        options: &[u8],
        option: impl Fn(&mut Self, u16, &[u8]) -> Result<(), Error>,
    ) -> (Result<(), Error>, usize) {
        let mut options = Options::new(options, 0);
        let mut result = options.try_for_each(|next| {
            next.and_then(|(number, value)| self.take(number, |composer| option(composer, number, value)))
        });
        if result.is_ok() {
            result = self.finish().map(|_| ());
        }
        (result, self.length())
    }

    fn decide(&mut self, result: Result<(), Error>) -> Result<(), Error> {
        if let Err(error) = result {
            self.builder.error = Some(error);
        }
        result
    }

    fn request_option(&mut self, number: u16, value: &[u8]) -> Result<(), Error> {
        //= RFC 7252 5.10.2
        match Proxy::from_number(number) {
            Some(proxy) => self.proxy_option(proxy, value),
            None => self.uri_option(number, value),
        }
    }

    fn direct_option(&mut self, number: u16, value: &[u8]) -> Result<(), Error> {
        //= RFC 7252 5.10.2 refusal
        if Proxy::from_number(number).is_some() { Err(Error::CoapProxy) } else { self.uri_option(number, value) }
    }

    /// Adds an option that asks no proxy.
    fn uri_option(&mut self, number: u16, value: &[u8]) -> Result<(), Error> {
        let (request, destination, mut target) = self.parts();
        request.option(number, value, destination, &mut target)
    }

    fn parts(&mut self) -> (&mut Request, &Endpoint<'b>, CriTarget<'_, 'b, T>) {
        let Self { builder, destination, authority_end, authority_items, request, .. } = self;
        (request, destination, CriTarget { builder, authority_end, authority_items })
    }

    /// Completes all but scheme and port.
    pub(super) fn close(&mut self) -> Result<(), Error> {
        if self.request.seen & CLOSED == 0 {
            let (request, destination, mut target) = self.parts();
            request.end(destination, &mut target)?;
            self.request.seen |= CLOSED;
            counted(self.builder.finish().map(|_| ()))?;
        }
        Ok(())
    }

    fn finish_request(&mut self) -> Result<(), Error> {
        self.close()?;
        if let Some(port) = self.request.explicit_port(&self.destination) {
            self.put_port(port);
        }
        if self.request.seen & NAMED == 0 {
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
        let end = output.position();
        output.seek(at);
        output.head(major, argument);
        output.seek(end);
    }
}

/// A CRI, of which it notes where the authority ends.
struct CriTarget<'a, 'b, T: Byte> {
    builder: &'a mut Builder<'b, T>,
    authority_end: &'a mut usize,
    authority_items: &'a mut usize,
}

impl<T: Byte> CriTarget<'_, '_, T> {
    fn host_is_written(&mut self) -> Result<(), Error> {
        *self.authority_end = self.builder.output.position();
        *self.authority_items = self.builder.items;
        Ok(())
    }
}

impl<T: Byte> Target for CriTarget<'_, '_, T> {
    fn address(&mut self, address: &[u8], zone: Option<&[u8]>) -> Result<(), Error> {
        self.builder.host_address(address, zone)?;
        self.host_is_written()
    }

    fn name(&mut self, name: &[u8]) -> Result<(), Error> {
        self.builder.host_name_as_written(name)?;
        self.host_is_written()
    }

    fn segment(&mut self, segment: &[u8]) -> Result<(), Error> {
        self.builder.segment_as_written(segment)
    }

    fn parameter(&mut self, parameter: &[u8]) -> Result<(), Error> {
        self.builder.parameter_as_written(parameter)
    }
}
