// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. The options of a request one by one, for any stack's own way of adding them (R16).

use super::coap::{Endpoint, URI_HOST, URI_PATH, URI_PORT, URI_QUERY, uint_bytes};
use super::coap_out::Request;
use crate::cbor::write::{Byte, Output, Sink};
use crate::cri::Cri;
use crate::cri::items::Items;
use crate::error::Error;

impl<'a> Cri<'a> {
    /// The options that [`Cri::to_coap`] writes, one by one.
    ///
    /// `scratch` is for the joined host name or the text of an address, and for the port: 257 bytes are
    /// always enough. Errors as of [`Cri::to_coap`], `Buffer` if `scratch` is too small. Linear.
    pub fn coap_options(
        &self,
        destination: Option<&Endpoint<'_>>,
        scratch: &'a mut [u8],
    ) -> Result<CoapOptions<'a>, Error> {
        let mut output = Output::new(scratch);
        let mut options = CoapOptions::prepare(self, destination, &mut output)?;
        options.borrow(output.into_written()?);
        Ok(options)
    }
}

/// The options of a request, one by one in ascending order: number and value. Path and query values
/// point into the CRI, the others into the scratch.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CoapOptions<'a> {
    /// What is left of the path.
    path: Items<'a>,
    /// What is left of the query's parameters.
    query: Items<'a>,
    /// The values in the scratch, one after the other.
    scratch: &'a [u8],
    /// The value of the option that asks a proxy, if it is not in the scratch.
    pub(crate) proxy: &'a [u8],
    /// How long the value of Uri-Host is; 0 for none.
    host_length: u16,
    /// How long the value of Uri-Port is, and 1; 0 for none.
    port_length: u16,
    /// The number of the option that asks a proxy; 0 for none.
    pub(crate) proxy_number: u16,
}

impl<'a> CoapOptions<'a> {
    /// No options.
    pub(crate) const fn empty() -> Self {
        let none = Items::new(&[], &[]);
        Self { path: none, query: none, scratch: &[], proxy: &[], host_length: 0, port_length: 0, proxy_number: 0 }
    }

    /// The options of a request without a proxy. What goes to the scratch is put out, to be given to
    /// [`CoapOptions::borrow`].
    pub(crate) fn prepare<T: Byte>(
        cri: &Cri<'a>,
        destination: Option<&Endpoint<'_>>,
        scratch: &mut Output<'_, T>,
    ) -> Result<Self, Error> {
        let request = Request::new(cri, destination, cri.coap_port()?, false)?;
        Ok(Self::of_request(&request, scratch))
    }

    pub(super) fn of_request<T: Byte>(request: &Request<'a>, scratch: &mut Output<'_, T>) -> Self {
        request.host.put(scratch);
        let host_length = scratch.length() as u16;
        let mut port_length = 0;
        if let Some(port) = request.port {
            let bytes = port.to_be_bytes();
            let value = uint_bytes(&bytes);
            scratch.put(value);
            port_length = 1 + value.len() as u16;
        }
        let [path, tail, query] = request.texts;
        let (path, query) = (Items::new(path, tail), Items::new(query, &[]));
        Self { path, query, host_length, port_length, ..Self::empty() }
    }

    /// Gives it what was put into the scratch.
    pub(crate) fn borrow(&mut self, scratch: &'a [u8]) {
        self.scratch = scratch;
    }

    fn take(&mut self, length: u16) -> &'a [u8] {
        let (value, rest) = self.scratch.split_at_checked(length as usize).unwrap_or((self.scratch, &[]));
        self.scratch = rest;
        value
    }
}

impl<'a> Iterator for CoapOptions<'a> {
    type Item = (u16, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let host = core::mem::take(&mut self.host_length);
        if host > 0 {
            return Some((URI_HOST, self.take(host)));
        }
        if let Some(port) = core::mem::take(&mut self.port_length).checked_sub(1) {
            return Some((URI_PORT, self.take(port)));
        }
        if let Some(segment) = self.path.next() {
            return Some((URI_PATH, segment.bytes()));
        }
        if let Some(parameter) = self.query.next() {
            return Some((URI_QUERY, parameter.bytes()));
        }
        let number = core::mem::take(&mut self.proxy_number);
        let value = core::mem::take(if self.proxy.is_empty() { &mut self.scratch } else { &mut self.proxy });
        if number == 0 { None } else { Some((number, value)) }
    }
}
