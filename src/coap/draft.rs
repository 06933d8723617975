// SPDX-License-Identifier: MIT OR Apache-2.0
//! The CRI of a request while it is written.
//!
//! The scheme comes first in the CRI, but the last option (Proxy-Scheme) may decide it. So one byte is reserved for the
//! scheme, which is its smallest size. Port and scheme are inserted once the scheme is known, which can only enlarge
//! the CRI.

use super::option::{Endpoint, counted};
use super::request::{Host, ImpliedHost, Part, Request};
use crate::builder::Builder;
use crate::cbor::output::Output;
use crate::cbor::write::{Sink, head_size};
use crate::cbor::{ARRAY, NINT, TEXT, UINT};
use crate::error::Error;
use crate::revision::Revision;

/// The offset of the scheme.
const SCHEME: usize = 1;
/// The offset of the authority's head, while the scheme has one byte.
const AUTHORITY: usize = 2;

/// The CRI of a request while it is written. The sections are written in order. The port and then the scheme are
/// inserted last.
#[repr(C)]
pub(crate) struct Draft<'b> {
    pub(crate) builder: Builder<'b>,
    /// The endpoint at which the request arrived.
    pub(crate) destination: Endpoint<'b>,
    /// The offset in the output at which the authority ends, as long as it has no port and a head of one byte.
    authority_end: usize,
    /// The number of items of the authority without a port.
    authority_items: usize,
}

impl<'b> Draft<'b> {
    /// Returns an empty reference, which [`Draft::begin`] makes the beginning of a CRI.
    pub(super) fn new(revision: Revision, output: Output<'b>) -> Self {
        Self {
            builder: Builder::on(revision, 0, output),
            destination: Endpoint { address: &[], zone: &[], port: 0 },
            authority_end: 0,
            authority_items: 0,
        }
    }

    /// Reserves a byte for the scheme and stores the destination. Without a destination, its address is unknown
    /// and its port is `port`.
    pub(super) fn begin(&mut self, port: u16, destination: Option<&Endpoint<'b>>) {
        self.builder.scheme_later();
        self.destination.port = port;
        if let Some(destination) = destination {
            self.destination = *destination;
        }
    }

    /// Adds an option that is not meant for a proxy.
    #[cfg_attr(speed, inline(always))]
    pub(super) fn option(&mut self, request: &mut Request, number: u16, value: &[u8]) -> Result<(), Error> {
        match request.read(number, value)? {
            Part::Nothing => Ok(()),
            Part::Host(value) => self.host(value),
            Part::Segment(segment) => {
                self.implied_host(request)?;
                self.builder.segment_as_written(segment)
            }
            Part::Path(path) => {
                self.implied_host(request)?;
                path.segments().try_for_each(|part| self.builder.segment_as_written(part))
            }
            Part::Parameter(parameter) => {
                self.implied_host(request)?;
                self.builder.parameter_as_written(parameter)
            }
        }
    }

    /// Writes the address of the destination if there is no host so far.
    fn implied_host(&mut self, request: &mut Request) -> Result<(), Error> {
        match request.implied_host(&self.destination) {
            None => Ok(()),
            Some(ImpliedHost::Empty) => self.host_name(&[]),
            Some(ImpliedHost::Destination) => {
                self.host_address(self.destination.address, self.destination.zone_of_ipv6())
            }
        }
    }

    /// Writes the host in a value of Uri-Host.
    fn host(&mut self, value: &[u8]) -> Result<(), Error> {
        match Host::read(value)? {
            Host::Name(name) => self.host_name(name),
            Host::Ipv4(octets) => self.host_address(&octets, None),
            Host::Ipv6(groups) => {
                let address = groups.as_flattened();
                self.host_address(address, self.destination.zone_of(address))
            }
        }
    }

    fn host_name(&mut self, name: &[u8]) -> Result<(), Error> {
        self.builder.host_name_as_written(name)?;
        self.end_authority()
    }

    fn host_address(&mut self, address: &[u8], zone: Option<&[u8]>) -> Result<(), Error> {
        self.builder.try_host_address(address, zone)?;
        self.end_authority()
    }

    /// Stores where the authority ends.
    fn end_authority(&mut self) -> Result<(), Error> {
        self.authority_end = self.builder.output.position();
        self.authority_items = self.builder.items;
        Ok(())
    }

    /// Completes all sections except scheme and port. Fails with `CoapAuthority` if the request has no host.
    pub(super) fn close(&mut self, request: &mut Request) -> Result<(), Error> {
        self.implied_host(request)?;
        request.check_host()?;
        counted(self.builder.complete())
    }

    /// Inserts a port at the end of the authority. Must be called before the scheme is written.
    pub(super) fn put_port(&mut self, port: u16) {
        let (items, port) = (self.authority_items, port as usize);
        // The head may have become longer when the array was completed.
        let end = self.authority_end + head_size(items) - 1;
        self.insert_head(end, head_size(port), UINT, port);
        //= RFC 7252 6.5
        let wider = head_size(items + 1) - head_size(items);
        self.insert_head(AUTHORITY, wider, ARRAY, items + 1);
    }

    /// Writes the number of the scheme.
    pub(super) fn put_scheme_number(&mut self, number: usize) {
        self.insert_head(SCHEME, head_size(number) - 1, NINT, number);
    }

    /// Writes the name of the scheme, in lower case.
    pub(super) fn put_scheme_name(&mut self, name: &[u8]) {
        let size = head_size(name.len());
        self.insert_head(SCHEME, size - 1, TEXT, name.len());
        let output = &mut self.builder.output;
        output.shift(SCHEME + size, name.len());
        for (at, byte) in name.iter().enumerate() {
            output.byte_at(SCHEME + size + at, byte.to_ascii_lowercase());
        }
    }

    /// Writes a head at an offset. If the head is longer than the bytes that are reserved for it, the missing bytes are
    /// inserted first. Their number is `more`.
    fn insert_head(&mut self, at: usize, more: usize, major: u8, argument: usize) {
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
