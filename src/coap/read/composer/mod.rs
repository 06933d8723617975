// SPDX-License-Identifier: MIT OR Apache-2.0
//! The composer, which makes a CRI from the options of a request (RFC 7252 section 6.5, href-27 section 8.1.2, R17), or
//! a CRI reference from the options of a response (RFC 7252 section 5.10.7).

pub(super) mod location;
pub(super) mod proxy;

use super::unfinished_cri::UnfinishedCri;
use crate::bytes::output::Output;
use crate::coap::endpoint::{Endpoint, request_port};
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme::SchemeNumber;
use location::add_location;
use proxy::add_proxy;

/// Makes a CRI from options that are passed one by one, in ascending order of their numbers, by any CoAP stack.
///
/// Options that do not identify the resource are ignored (RFC 7252 5.4.1). After an error, every later call fails with
/// the same error.
///
/// ```
/// use cri::{Composer, Cri, Revision, SchemeNumber};
///
/// let mut buffer = [0; 64];
/// let mut composer = Composer::new(Revision::Href27, SchemeNumber::COAP, None, &mut buffer)?;
/// let encoding = composer.option(3, b"h.example").option(11, b"temp").finish()?; // Uri-Host, Uri-Path
/// assert_eq!(Cri::try_from(encoding)?.to_string(), "coap://h.example/temp");
/// # Ok::<(), cri::Error>(())
/// ```
#[repr(C)]
pub struct Composer<'b> {
    pub(crate) cri: UnfinishedCri<'b>,
    /// The first error.
    pub(crate) error: Option<Error>,
}

impl<'b> Composer<'b> {
    /// Returns a composer for the options of a request (R17; href-27 8.1.2 step 1, RFC 7252 6.5 step 1). `scheme` is
    /// the number of the CoAP scheme over which the request arrived. `destination` is the endpoint that received it,
    /// and gives the defaults of Uri-Host and Uri-Port.
    ///
    /// Fails with `Argument` if the scheme is not a CoAP scheme.
    ///
    /// ```
    /// use cri::{Composer, Cri, Endpoint, Revision, SchemeNumber};
    ///
    /// // The server received the request at this address and port.
    /// let own = Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 5683 };
    /// let mut buffer = [0; 64];
    /// let mut composer = Composer::new(Revision::Href27, SchemeNumber::COAP, Some(&own), &mut buffer)?;
    /// let encoding = composer.option(11, b"temp").finish()?; // Uri-Path
    /// assert_eq!(Cri::try_from(encoding)?.to_string(), "coap://192.0.2.1/temp");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn new(
        revision: Revision,
        scheme: SchemeNumber,
        destination: Option<&Endpoint<'b>>,
        buffer: &'b mut [u8],
    ) -> Result<Self, Error> {
        Self::on(revision, scheme, destination, Output::new(buffer))
    }

    /// Returns a composer like [`Composer::new`]. It writes to an output instead of a buffer.
    pub(crate) fn on(
        revision: Revision,
        scheme: SchemeNumber,
        destination: Option<&Endpoint<'b>>,
        output: Output<'b>,
    ) -> Result<Self, Error> {
        let port = request_port(revision, scheme)?;
        let mut this = Self::begin(revision, output);
        this.begin_request(scheme, port, destination);
        Ok(this)
    }

    /// Returns a composer for the Location-Path and Location-Query options of a response.
    ///
    /// The result is a reference that discards the path of the request. If there is only a query, its path is the root
    /// (RFC 7252 5.10.7 root). Without any of these options, the result is the empty reference, which means the CRI of
    /// the request.
    ///
    /// ```
    /// use cri::{Composer, Cri, Revision};
    ///
    /// let mut buffer = [0; 64];
    /// let mut composer = Composer::location(Revision::Href27, &mut buffer);
    /// let encoding = composer.option(8, b"rooms").option(8, b"2").finish()?; // Location-Path, twice
    /// assert_eq!(Cri::try_from(encoding)?.to_string(), "/rooms/2");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn location(revision: Revision, buffer: &'b mut [u8]) -> Self {
        Self::begin(revision, Output::new(buffer))
    }

    /// Returns a composer of a reference. [`Composer::begin_request`] turns it into the composer of a CRI in place,
    /// because moving it would cost instructions.
    pub(crate) fn begin(revision: Revision, output: Output<'b>) -> Self {
        Self { cri: UnfinishedCri::new(revision, output), error: None }
    }

    /// Continues after [`Composer::begin`] for a request. `port` must be the result of [`request_port`].
    pub(crate) fn begin_request(&mut self, scheme: SchemeNumber, port: u16, destination: Option<&Endpoint<'b>>) {
        self.cri.begin(scheme, port, destination);
    }

    /// Adds the next option, for a server that is not a proxy. [`Composer::error`] and [`Composer::finish`] return the
    /// first error:
    ///
    /// - `CoapOrder` if the number of the option is less than the number of the previous option.
    /// - `CoapProxy` if the option is meant for a proxy.
    /// - `CoapLength` if the value is too long or too short.
    /// - `CoapRepeated` if Uri-Host or Uri-Port is repeated.
    /// - `CoapHost` if a Uri-Host is not a name, an IPv4 address or a bracketed IPv6 address.
    /// - `CoapPathAbbrev` if a Uri-Path-Abbrev is unknown, repeated, or together with a path (R29).
    /// - `Utf8` if a text is not UTF-8, and `DotSegment` if a segment of the path is `.` or `..`.
    /// - `CoapOption` if a Location-* option is reserved (RFC 7252 section 5.10.7).
    ///
    /// Linear in the value.
    ///
    /// ```
    /// use cri::{Composer, Error, Revision, SchemeNumber};
    ///
    /// let mut buffer = [0; 64];
    /// let mut composer = Composer::new(Revision::Href27, SchemeNumber::COAP, None, &mut buffer)?;
    /// composer.option(11, b"temp").option(3, b"h"); // Uri-Path, then Uri-Host
    /// assert_eq!(composer.error(), Some(Error::CoapOrder));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn option(&mut self, number: u16, value: &[u8]) -> &mut Self {
        let _ = self.try_option(number, value);
        self
    }

    pub(crate) fn try_option(&mut self, number: u16, value: &[u8]) -> Result<(), Error> {
        self.take(
            number,
            |cri| {
                if cri.is_reference() { add_location(cri, number, value) } else { cri.option(number, value) }
            },
        )
    }

    /// Adds the next option, for a proxy: as [`Composer::option`], but the options that are meant for a proxy are read,
    /// too. These options have additional errors:
    ///
    /// - `CoapRepeated` if one of them is repeated.
    /// - `CoapConflict` if two of them are together, or if Proxy-Cri is together with a Uri-* option. Proxy-Uri takes
    ///   precedence over Uri-* options.
    /// - `CoapOption` if Proxy-Uri or Proxy-Cri contains a reference, or if bytes follow the CRI in Proxy-Cri.
    /// - `CoapFragment` if Proxy-Uri or Proxy-Cri has a fragment, and the errors of [`from_uri`](crate::from_uri) or of
    ///   parsing a CRI.
    /// - `SchemeName` if Proxy-Scheme does not contain a scheme name.
    /// - `CoapProxyHost` if Proxy-Scheme completes the CRI and there is no host, or if Uri-Path-Abbrev is together with
    ///   a URI or CRI that has no authority.
    ///
    /// Linear in all options so far.
    ///
    /// ```
    /// use cri::{Composer, Cri, Revision, SchemeNumber};
    ///
    /// let mut buffer = [0; 64];
    /// let mut composer = Composer::new(Revision::Href27, SchemeNumber::COAP, None, &mut buffer)?;
    /// let encoding = composer.option_proxy(35, b"http://h/a").finish()?; // Proxy-Uri
    /// assert_eq!(Cri::try_from(encoding)?.to_string(), "http://h/a");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn option_proxy(&mut self, number: u16, value: &[u8]) -> &mut Self {
        let _ = self.try_option_proxy(number, value);
        self
    }

    pub(crate) fn try_option_proxy(&mut self, number: u16, value: &[u8]) -> Result<(), Error> {
        self.take(number, |cri| {
            if cri.is_reference() { add_location(cri, number, value) } else { add_proxy(cri, number, value) }
        })
    }

    /// Adds the option with a number through `add`. Because the reader is an argument, a program links only the readers
    /// that it uses.
    fn take(
        &mut self,
        number: u16,
        add: impl FnOnce(&mut UnfinishedCri<'b>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.checked()?;
        // RFC 7252 3.1 order
        let result = if number < self.cri.last { Err(Error::CoapOrder) } else { add(&mut self.cri) };
        self.keep(result)
    }

    /// Completes the CRI and returns its encoding.
    ///
    /// Fails with the first error of the options, with `CoapDestination` if neither an option nor the destination gives
    /// the host, and with `Buffer` if the CRI does not fit. [`Composer::position`] then returns the length needed.
    ///
    /// ```
    /// use cri::{Composer, Error, Revision, SchemeNumber};
    ///
    /// let mut buffer = [0; 64];
    /// let mut composer = Composer::new(Revision::Href27, SchemeNumber::COAP, None, &mut buffer)?;
    /// // Neither Uri-Host nor an endpoint gives the host.
    /// assert_eq!(composer.option(11, b"temp").finish(), Err(Error::CoapDestination));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn finish(&mut self) -> Result<&[u8], Error> {
        self.complete()?;
        self.cri.sections.output.written()
    }

    /// Completes the CRI. Fails with the errors of [`Composer::finish`].
    pub(crate) fn complete(&mut self) -> Result<(), Error> {
        self.checked()?;
        let result = self.cri.finish();
        self.keep(result)?;
        self.error = Some(Error::Order);
        self.cri.sections.output.check()
    }

    /// Returns the first error, if there was one.
    fn checked(&self) -> Result<(), Error> {
        self.error.map_or(Ok(()), Err)
    }

    /// Keeps an error, for all later calls.
    fn keep(&mut self, result: Result<(), Error>) -> Result<(), Error> {
        if let Err(error) = result {
            self.error = Some(error);
        }
        result
    }

    /// Returns the first error so far. After an error, there is no need to pass more options.
    ///
    /// ```
    /// use cri::{Composer, Error, Revision, SchemeNumber};
    ///
    /// let mut buffer = [0; 64];
    /// let mut composer = Composer::new(Revision::Href27, SchemeNumber::COAP, None, &mut buffer)?;
    /// assert_eq!(composer.option(11, b"..").error(), Some(Error::DotSegment)); // Uri-Path
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn error(&self) -> Option<Error> {
        self.error
    }

    /// Returns the length of the finished CRI, even if it does not fit into the buffer.
    ///
    /// ```
    /// use cri::{Composer, Error, Revision, SchemeNumber};
    ///
    /// let mut composer = Composer::new(Revision::Href27, SchemeNumber::COAP, None, &mut [])?;
    /// assert_eq!(composer.option(3, b"h").finish(), Err(Error::Buffer));
    /// assert_eq!(composer.position(), 5); // [-1, ["h"]]
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> usize {
        self.cri.sections.output.position()
    }

    /// True if an option was meant for a proxy: Proxy-Uri, Proxy-Scheme, Proxy-Cri or Proxy-Scheme-Number.
    ///
    /// ```
    /// use cri::{Composer, Revision, SchemeNumber};
    ///
    /// let mut buffer = [0; 64];
    /// let mut composer = Composer::new(Revision::Href27, SchemeNumber::COAP, None, &mut buffer)?;
    /// assert!(composer.option_proxy(35, b"http://h/a").is_for_proxy()); // Proxy-Uri
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn is_for_proxy(&self) -> bool {
        self.cri.request.is_for_proxy()
    }
}
