// SPDX-License-Identifier: MIT OR Apache-2.0
//! The CRI of a request while it is written.
//!
//! The scheme comes first in the CRI, but the last option (Proxy-Scheme) may decide it. So one byte is reserved for the
//! scheme, which is its smallest size. Port and scheme are inserted once the scheme is known, which can only enlarge
//! the CRI.

use super::request::{Addition, ImpliedHost, Request, RequestHost};
use crate::bytes::output::Output;
use crate::bytes::scan::Groups;
use crate::cbor::write::{Heads, head_size};
use crate::cbor::{ARRAY, NINT, NULL, TEXT, TRUE, UINT};
use crate::coap::endpoint::Endpoint;
use crate::coap::message::path_abbrev::ShortPath;
use crate::cri::canonical::{AUTHORITY, PATH, Presence, QUERY};
use crate::cri::text::is_dot_segment;
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme::SchemeNumber;
use crate::write::sections::Sections;

/// The offset of the scheme.
const SCHEME_AT: usize = 1;
/// The offset of the authority's head, while the scheme has one byte.
const AUTHORITY_AT: usize = 2;

/// The kind of CRI that is written, and its progress.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Phase {
    /// The CRI of a request. Port and scheme are not written yet.
    Request,
    /// The CRI of a request. It is complete.
    Complete,
    /// The reference of a response.
    Response,
}

/// Whether the port of a request is written.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(crate) enum WritePort {
    /// Yes, unless it is the default port of the CoAP scheme over which the request arrived.
    UnlessDefault,
    /// Yes. Proxy-Scheme or Proxy-Scheme-Number was read, and its scheme does not imply the port.
    Always,
    /// No. Proxy-Scheme or Proxy-Scheme-Number was read, and its scheme implies the port.
    Never,
}

/// The CRI of a request, or the reference of a response, while it is written. The sections are written in order. The
/// port and then the scheme are inserted last.
// The fields that begin as zero are kept apart: the compiler would clear more than 16 adjacent bytes by calling memset,
// which takes 122 bytes of a server and 46 instructions more (Cortex-M3).
#[repr(C)]
pub(crate) struct UnfinishedCri<'b> {
    pub(crate) sections: Sections<'b>,
    /// The offset in the output at which the authority ends, as long as it has no port and a head of one byte.
    authority_end: usize,
    /// The number of items of the authority without a port.
    authority_items: usize,
    /// The endpoint at which the request arrived.
    pub(crate) destination: Endpoint<'b>,
    pub(crate) request: Request,
    pub(crate) phase: Phase,
    pub(crate) write_port: WritePort,
    /// The number of the previous option.
    pub(crate) last: u16,
    /// The number of the scheme, if it is not written yet.
    pub(crate) scheme: u32,
}

impl<'b> UnfinishedCri<'b> {
    /// Returns an empty reference, which [`UnfinishedCri::begin`] makes the beginning of a CRI.
    pub(crate) fn new(revision: Revision, output: Output<'b>) -> Self {
        Self {
            sections: Sections::new(revision, output),
            destination: Endpoint { address: &[], zone: &[], port: 0 },
            authority_end: 0,
            authority_items: 0,
            request: Request::new(0, 0),
            phase: Phase::Response,
            write_port: WritePort::UnlessDefault,
            last: 0,
            scheme: 0,
        }
    }

    /// Reserves a byte for the scheme and stores the destination. `scheme` is the CoAP scheme over which the request
    /// arrived. `port` is the default port of the scheme over which
    /// the request arrived. Without a destination, the address is unknown and the port is `port`.
    pub(crate) fn begin(&mut self, scheme: SchemeNumber, port: u16, destination: Option<&Endpoint<'b>>) {
        self.sections.output.byte(NULL);
        self.sections.full = true;
        self.sections.next = AUTHORITY as u8;
        self.destination.port = port;
        if let Some(destination) = destination {
            self.destination = *destination;
        }
        self.request = Request::new(port, self.destination.port);
        self.phase = Phase::Request;
        self.scheme = scheme.get() as u32;
    }

    /// True if the options are those of a response.
    pub(crate) fn is_reference(&self) -> bool {
        self.phase == Phase::Response
    }

    /// Begins a reference that discards all segments of the base's path.
    pub(crate) fn discard_all(&mut self) {
        self.sections.output.byte(TRUE);
        self.sections.next = PATH as u8;
    }

    /// Adds an option that is not meant for a proxy.
    #[cfg_attr(speed, inline(always))]
    pub(crate) fn option(&mut self, number: u16, value: &[u8]) -> Result<(), Error> {
        self.last = number;
        let addition = self.request.read(number, value)?;
        if let Addition::Segment(_) | Addition::Path(_) | Addition::Parameter(_) = addition {
            self.implied_host()?;
        }
        match addition {
            Addition::Nothing => Ok(()),
            Addition::Host(value) => self.host(value),
            Addition::Segment(segment) => self.segment(segment),
            Addition::Path(path) => self.path(path),
            Addition::Parameter(parameter) => self.parameter(parameter),
        }
    }

    /// Writes the address of the destination if there is no host so far.
    fn implied_host(&mut self) -> Result<(), Error> {
        match self.request.implied_host(&self.destination) {
            None => Ok(()),
            Some(ImpliedHost::Empty) => self.host_name(&[]),
            Some(ImpliedHost::Destination) => {
                self.host_address(self.destination.address, self.destination.zone_of_ipv6())
            }
        }
    }

    /// Writes the host in a value of Uri-Host.
    fn host(&mut self, value: &[u8]) -> Result<(), Error> {
        match RequestHost::read(value, &mut Groups::default())? {
            RequestHost::Name(name) => self.host_name(name),
            RequestHost::Address(address) => self.host_address(address, self.destination.zone_of(address)),
        }
    }

    fn host_name(&mut self, name: &[u8]) -> Result<(), Error> {
        self.sections.begin_authority();
        if !name.is_empty() {
            self.sections.put_name(name, false)?;
        }
        self.end_authority();
        Ok(())
    }

    fn host_address(&mut self, address: &[u8], zone: Option<&[u8]>) -> Result<(), Error> {
        if !matches!(address.len(), 4 | 16) {
            return Err(Error::Argument);
        }
        self.sections.begin_authority();
        self.sections.put_address(address, zone)?;
        self.end_authority();
        Ok(())
    }

    /// Stores where the authority ends.
    fn end_authority(&mut self) {
        self.authority_end = self.sections.output.position();
        self.authority_items = self.sections.items;
    }

    /// Adds a segment to the path (RFC 7252 3.2 string).
    pub(crate) fn segment(&mut self, segment: &[u8]) -> Result<(), Error> {
        // C9, RFC 7252 5.10.1 dots
        if is_dot_segment(segment) {
            return Err(Error::DotSegment);
        }

        self.sections.begin_array(PATH);
        self.sections.put_text(segment)
    }

    fn path(&mut self, path: ShortPath) -> Result<(), Error> {
        path.segments().try_for_each(|segment| self.segment(segment))
    }

    /// Adds a parameter to the query.
    pub(crate) fn parameter(&mut self, parameter: &[u8]) -> Result<(), Error> {
        self.sections.begin_array(QUERY);
        self.sections.put_text(parameter)
    }

    /// Completes all sections except scheme and port. Fails with the errors of [`Request::check_host`] if the request
    /// has no host.
    pub(crate) fn close(&mut self) -> Result<(), Error> {
        self.implied_host()?;
        self.request.check_host()?;
        self.complete();
        Ok(())
    }

    /// Writes the rest of the CRI or reference. Fails with the errors of [`UnfinishedCri::close`].
    pub(crate) fn finish(&mut self) -> Result<(), Error> {
        match self.phase {
            Phase::Request => self.finish_request(),
            Phase::Complete => Ok(()),
            Phase::Response => {
                self.complete();
                Ok(())
            }
        }
    }

    /// Writes the rest of the CRI of a request. Port and scheme come last.
    fn finish_request(&mut self) -> Result<(), Error> {
        self.close()?;
        let port = match self.write_port {
            WritePort::UnlessDefault => self.request.explicit_coap_port(),
            WritePort::Always => Some(self.request.port()),
            WritePort::Never => None,
        };
        if let Some(port) = port {
            self.put_port(port);
        }
        self.put_scheme_number(self.scheme as usize);
        Ok(())
    }

    /// Completes the sections.
    fn complete(&mut self) {
        let sections = &mut self.sections;
        sections.close_array();
        let presence = Presence {
            full: sections.full,
            authority: sections.full,
            // If the path is not set, no section was added, and the result is the empty reference.
            discard: 0,
            path: sections.has_begun(PATH),
            query: sections.has_begun(QUERY),
            fragment: false,
        };
        sections.output.byte_at(0, ARRAY << 5 | presence.positions().len() as u8);
    }

    /// Inserts a port at the end of the authority. Must be called before the scheme is written.
    pub(crate) fn put_port(&mut self, port: u16) {
        let (items, port) = (self.authority_items, port as usize);
        // The head may have become longer when the array was completed.
        let end = self.authority_end + head_size(items) - 1;
        self.insert_head(end, head_size(port), UINT, port);
        // RFC 7252 6.5
        let wider = head_size(items + 1) - head_size(items);
        self.insert_head(AUTHORITY_AT, wider, ARRAY, items + 1);
    }

    /// Writes the number of the scheme.
    fn put_scheme_number(&mut self, number: usize) {
        self.insert_head(SCHEME_AT, head_size(number) - 1, NINT, number);
    }

    /// Writes the name of the scheme, in lower case.
    pub(crate) fn put_scheme_name(&mut self, name: &[u8]) {
        let size = head_size(name.len());
        self.insert_head(SCHEME_AT, size - 1, TEXT, name.len());
        let output = &mut self.sections.output;
        output.shift(SCHEME_AT + size, name.len());
        for (at, byte) in name.iter().enumerate() {
            output.byte_at(SCHEME_AT + size + at, byte.to_ascii_lowercase());
        }
    }

    /// Writes a head at an offset. If the head is longer than the bytes that are reserved for it, the missing bytes are
    /// inserted first. Their number is `more`.
    fn insert_head(&mut self, at: usize, more: usize, major: u8, argument: usize) {
        let output = &mut self.sections.output;
        if more > 0 {
            output.shift(at, more);
        }
        let end = output.position();
        output.seek(at);
        output.head(major, argument);
        output.seek(end);
    }
}
