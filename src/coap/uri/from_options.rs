// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of the options of a request to the text of its URI (RFC 7252 section 6.5, href-27 section 8.1.2, R17,
//! R34). Host, port, path and query are written as soon as their options are read.

use crate::bytes::chars::{self, IN_HOST, IN_PARAMETER, IN_SEGMENT, Literal};
use crate::bytes::output::Output;
use crate::bytes::scan::Groups;
use crate::bytes::sink::Sink;
use crate::bytes::{ip, utf8};
use crate::coap::endpoint::{Endpoint, request_port};
use crate::coap::message::option::{Options, Proxy, URI_PATH, URI_PORT, URI_QUERY, is_of_request};
use crate::coap::read::request::{Addition, ImpliedHost, Request, RequestHost};
use crate::convert::to_uri::{put_address, put_chars};
use crate::cri::text::is_dot_segment;
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme;
use crate::scheme::SchemeNumber;

/// Writes the URI of the resource that the delta-coded options of a request identify, for a server that is not a proxy.
/// The arguments are those of [`to_cri`](crate::coap::to_cri).
///
/// The result is the URI that [`Cri::to_uri`](crate::Cri::to_uri) writes for the CRI that
/// [`to_cri`](crate::coap::to_cri) makes from the options, except that a request without a path has the path `/` (R34).
/// It is ASCII without a NUL.
///
/// Fails if and only if one of these two functions fails. If several options are at fault, the error of the first one
/// counts. A zone identifier of the destination, which no URI of revision 27 can have, is `Argument`, and comes last.
/// Linear.
///
/// ```
/// use cri::{Output, Revision, SchemeNumber, coap};
///
/// let options = b"\x31h\x83a b"; // Uri-Host, Uri-Path
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// coap::to_uri(Revision::Href27, SchemeNumber::COAPS, options, None, &mut output)?;
/// assert_eq!(output.written_str()?, "coaps://h/a%20b");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn to_uri(
    revision: Revision,
    scheme: SchemeNumber,
    options: &[u8],
    destination: Option<&Endpoint<'_>>,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let port = request_port(revision, scheme)?;
    let name = scheme::short_name(revision, scheme.get()).unwrap_or_default();
    let mut request = UriRequest::new(revision, port, destination);
    // RFC 7252 5.10.2 refusal
    request.put(name.as_bytes(), Some(port), options, output, |_, _, _, _| Err(Error::CoapProxy))
}

/// The destination of a request whose destination is not known.
static NOWHERE: Endpoint<'static> = Endpoint { address: &[], zone: &[], port: 0 };

/// A request whose URI is being written.
pub(crate) struct UriRequest<'a> {
    pub revision: Revision,
    pub request: Request,
    destination: &'a Endpoint<'a>,
    /// True if an empty path and `/` are the same in the scheme of the URI.
    pub has_root: bool,
    /// The number of the previous option.
    pub last: u16,
}

impl<'a> UriRequest<'a> {
    /// Returns the state of a request that arrived over a CoAP scheme with the default port `port`.
    pub(crate) fn new(revision: Revision, port: u16, destination: Option<&'a Endpoint<'a>>) -> Self {
        let request = Request::new(port, destination.map_or(port, |destination| destination.port));
        Self { revision, request, destination: destination.unwrap_or(&NOWHERE), has_root: true, last: 0 }
    }

    /// Writes the URI. `default` is the default port of `scheme`, if it is known. `proxy` is called for each option
    /// that is meant for a proxy, and writes the URI if the option contains all of it.
    #[inline(always)]
    pub(crate) fn put(
        &mut self,
        scheme: &[u8],
        default: Option<u16>,
        options: &[u8],
        output: &mut Output<'_>,
        proxy: impl Fn(&mut Self, Proxy, &[u8], &mut Output<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        scheme.iter().for_each(|byte| output.byte(byte.to_ascii_lowercase()));
        output.put(b"://");
        let needs_root = self.has_root;
        let mut text = UriText { output, revision: self.revision, needs_root, lead: b'?', has_zone: false };
        let mut has_authority = false;
        let mut options = Options::new(options, 0);
        while let Some(option) = options.next() {
            let (number, value) = option?;
            // Uri-Host and Uri-Port have lower numbers than these options, so the authority is known.
            if is_of_request(number) && number > URI_PORT && !has_authority {
                has_authority = true;
                self.authority(default, &mut text)?;
            }
            match Proxy::of_option(number) {
                Some(option) => proxy(self, option, value, text.output)?,
                None => self.option(number, value, &mut text)?,
            }
            text.literal_run(&mut options, number);
            self.last = number;
        }
        if !self.request.is_whole() {
            if !has_authority {
                self.authority(default, &mut text)?;
            }
            self.request.check_host()?;
            text.close_path();
            // The zone identifier is the program's, not the client's (R47).
            if text.has_zone {
                return Err(Error::Argument);
            }
        }
        text.output.check()
    }

    /// Writes the text that an option adds to the URI. The option must not be meant for a proxy.
    #[inline(never)]
    fn option(&mut self, number: u16, value: &[u8], text: &mut UriText<'_, '_>) -> Result<(), Error> {
        match self.request.read(number, value)? {
            Addition::Nothing => Ok(()),
            Addition::Host(value) => text.host(value, self.destination),
            Addition::Segment(segment) => text.segment(segment),
            Addition::Path(path) => path.segments().try_for_each(|segment| text.segment(segment)),
            Addition::Parameter(parameter) => text.parameter(parameter),
        }
    }

    /// Writes the host, unless Uri-Host gave it, and the port.
    fn authority(&mut self, default: Option<u16>, text: &mut UriText<'_, '_>) -> Result<(), Error> {
        // An empty host has no text.
        if self.request.implied_host(self.destination) == Some(ImpliedHost::Destination) {
            text.address(self.destination.address, self.destination.zone_of_ipv6())?;
        }
        if let Some(port) = self.request.explicit_port(default) {
            text.output.byte(b':');
            ip::put_decimal(text.output, port.into());
        }
        Ok(())
    }
}

/// The text of a URI.
struct UriText<'o, 'b> {
    output: &'o mut Output<'b>,
    revision: Revision,
    /// True as long as a path must be written: the scheme has a root, and no segment was written.
    needs_root: bool,
    /// The character that precedes the next parameter.
    lead: u8,
    /// True if a zone identifier was written in revision 27, in which URIs cannot have one.
    has_zone: bool,
}

impl UriText<'_, '_> {
    fn host(&mut self, value: &[u8], destination: &Endpoint<'_>) -> Result<(), Error> {
        match RequestHost::read(value, &mut Groups::default())? {
            RequestHost::Name(name) => self.text(name, IN_HOST),
            RequestHost::Address(address) => self.address(address, destination.zone_of(address)),
        }
    }

    fn address(&mut self, address: &[u8], zone: Option<&[u8]>) -> Result<(), Error> {
        put_address(self.output, address, zone);
        // href-27 zone-id
        self.has_zone = zone.is_some() && !self.revision.has_zone_in_uri();
        zone.map_or(Ok(()), checked)
    }

    fn segment(&mut self, segment: &[u8]) -> Result<(), Error> {
        // C9
        if is_dot_segment(segment) {
            return Err(Error::DotSegment);
        }

        self.output.byte(b'/');
        self.needs_root = false;
        self.text(segment, IN_SEGMENT)
    }

    /// Writes the path `/` if there are no segments, and the scheme has such a path.
    fn close_path(&mut self) {
        // R34, R50, RFC 7252 6.5 step 7
        if core::mem::take(&mut self.needs_root) {
            self.output.byte(b'/');
        }
    }

    fn parameter(&mut self, parameter: &[u8]) -> Result<(), Error> {
        self.close_path();
        self.output.byte(core::mem::replace(&mut self.lead, b'&'));
        self.text(parameter, IN_PARAMETER)
    }

    /// Writes the segments or parameters that follow the option `number` and consist of literal characters. Such
    /// options differ from their text only in the byte before each value.
    #[cfg_attr(not(speed), inline(never))]
    fn literal_run(&mut self, options: &mut Options<'_>, number: u16) {
        let (separator, class) = match number {
            URI_PATH => (b'/', IN_SEGMENT),
            URI_QUERY => (b'&', IN_PARAMETER),
            _ => return,
        };
        let (run, _) = options.short_run(|value| chars::run(value, class) == value.len());
        self.output.put_separated(run, separator, separator);
    }

    fn text(&mut self, text: &[u8], class: u8) -> Result<(), Error> {
        put_chars(self.output, text, Literal::of(class));
        checked(text)
    }
}

fn checked(text: &[u8]) -> Result<(), Error> {
    if utf8::is_valid(text) { Ok(()) } else { Err(Error::Utf8) }
}
