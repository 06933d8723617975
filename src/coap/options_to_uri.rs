// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. From the options of a request to the text of its URI, without a CRI in between (RFC 7252 section 6.5, href-27 section
//! 8.1.2, R17): host, port, path and query are written as the options come.

use super::option::{Endpoint, Options, Proxy, URI_PATH, URI_PATH_ABBREV, URI_QUERY, request_port};
use super::request::{Request, Target, WHOLE};
use crate::cbor::write::{Byte, Output, Sink};
use crate::chars::{IN_HOST, IN_PARAMETER, IN_SEGMENT, Literal};
use crate::convert::to_uri::{put_address, put_chars};
use crate::cri::text::is_dot_segment;
use crate::error::Error;
use crate::revision::Revision;
use crate::{ip, scheme, utf8};

/// Writes the URI that a request is for, to a server that is not a proxy: what [`Cri::to_uri`](crate::Cri::to_uri) writes for the
/// CRI that [`from_coap_direct`](super::from_coap_direct) makes of it. Arguments as there.
///
/// Errors exactly where they have one; of several faults the first option's counts, then `Zone`. ASCII without a NUL. Linear.
pub fn coap_to_uri_direct<T: Byte>(
    revision: Revision,
    scheme: u64,
    options: &[u8],
    destination: Option<&Endpoint<'_>>,
    output: &mut Output<'_, T>,
) -> Result<(), Error> {
    let port = request_port(revision, scheme)?;
    let name = scheme::short_name(revision, scheme).unwrap_or_default();
    let mut request = UriRequest::new(revision, port, destination);
    //= RFC 7252 5.10.2 refusal
    request.put(name.as_bytes(), Some(port), options, output, |_, _, _, _| Err(Error::CoapProxy))
}

/// A request whose URI is written.
pub(super) struct UriRequest<'a> {
    pub revision: Revision,
    pub request: Request,
    destination: Endpoint<'a>,
    /// The number of the previous option.
    pub last: u16,
}

impl<'a> UriRequest<'a> {
    /// A request that came in by a CoAP variant with that default port.
    pub(super) fn new(revision: Revision, port: u16, destination: Option<&Endpoint<'a>>) -> Self {
        let destination = *destination.unwrap_or(&Endpoint { address: &[], zone: &[], port });
        Self { revision, request: Request::new(port), destination, last: 0 }
    }

    /// Writes the URI with a scheme and its default port, if that is known. `proxy` takes an option that asks a proxy, and writes
    /// the URI if that is whole.
    #[inline(always)]
    pub(super) fn put<T: Byte>(
        &mut self,
        scheme: &[u8],
        default: Option<u16>,
        options: &[u8],
        output: &mut Output<'_, T>,
        proxy: impl Fn(&mut Self, Proxy, &[u8], &mut Output<'_, T>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        scheme.iter().for_each(|byte| output.byte(byte.to_ascii_lowercase()));
        output.put(b"://");
        let mut text = UriText { output, revision: self.revision, lead: b'?', has_zone: false };
        let mut has_authority = false;
        for option in Options::new(options, 0) {
            let (number, value) = option?;
            // Host and port precede these; the options come in the order of the URI.
            if matches!(number, URI_PATH | URI_PATH_ABBREV | URI_QUERY) && !has_authority {
                has_authority = true;
                self.authority(default, &mut text)?;
            }
            match Proxy::from_number(number) {
                Some(option) => proxy(self, option, value, text.output)?,
                None => self.request.option(number, value, &self.destination, &mut text)?,
            }
            self.last = number;
        }
        if self.request.seen & WHOLE == 0 {
            if !has_authority {
                self.authority(default, &mut text)?;
            }
            self.request.end(&self.destination, &mut text)?;
            if text.has_zone {
                return Err(Error::Zone);
            }
        }
        text.output.written().map(|_| ())
    }

    fn authority<T: Byte>(&mut self, default: Option<u16>, text: &mut UriText<'_, '_, T>) -> Result<(), Error> {
        self.request.authority(&self.destination, text)?;
        if let Some(port) = self.request.port_beside(default, &self.destination) {
            text.output.byte(b':');
            ip::put_decimal(text.output, port.into());
        }
        Ok(())
    }
}

/// The text of a URI.
struct UriText<'o, 'b, T: Byte> {
    output: &'o mut Output<'b, T>,
    revision: Revision,
    /// What precedes the next parameter.
    lead: u8,
    /// Whether a zone identifier was written that no URI has.
    has_zone: bool,
}

impl<T: Byte> UriText<'_, '_, T> {
    fn text(&mut self, text: &[u8], class: u8) -> Result<(), Error> {
        put_chars(self.output, text, Literal::of(class));
        checked(text)
    }
}

fn checked(text: &[u8]) -> Result<(), Error> {
    if utf8::is_valid(text) { Ok(()) } else { Err(Error::Utf8) }
}

impl<T: Byte> Target for UriText<'_, '_, T> {
    fn address(&mut self, address: &[u8], zone: Option<&[u8]>) -> Result<(), Error> {
        put_address(self.output, address, zone);
        //= href-27 zone-id
        self.has_zone = zone.is_some() && self.revision == Revision::Href27;
        checked(zone.unwrap_or_default())
    }

    fn name(&mut self, name: &[u8]) -> Result<(), Error> {
        self.text(name, IN_HOST)
    }

    fn segment(&mut self, segment: &[u8]) -> Result<(), Error> {
        //= C9
        if is_dot_segment(segment) {
            return Err(Error::DotSegment);
        }
        self.output.byte(b'/');
        self.text(segment, IN_SEGMENT)
    }

    fn parameter(&mut self, parameter: &[u8]) -> Result<(), Error> {
        self.output.byte(core::mem::replace(&mut self.lead, b'&'));
        self.text(parameter, IN_PARAMETER)
    }
}
