// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options of a request as an iterator, for CoAP stacks to which options are added one by one (R16).

use core::iter::FusedIterator;

use super::{Peer, Writer};
use crate::bytes::output::Output;
use crate::cbor::read;
use crate::coap::endpoint::Endpoint;
use crate::coap::message::option::{LOCATION_PATH, LOCATION_QUERY, URI_PATH, URI_QUERY};
use crate::cri::Cri;
use crate::cri::items::Items;
use crate::error::Error;

impl<'a> Cri<'a> {
    /// Returns an iterator over the options that [`Cri::to_coap`] writes.
    ///
    /// `scratch` receives the host name or the address as text, and the port: 260 bytes are always enough. Fails with
    /// the errors of [`Cri::to_coap`], and with `Buffer` if `scratch` is too small. Linear.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/a".parse()?;
    /// let (cri, mut scratch) = (cri.cri(), [0; 260]);
    /// let options: Vec<_> = cri.coap_options(None, &mut scratch)?.collect();
    /// assert_eq!(options, [(3, &b"h"[..]), (11, b"a")]); // Uri-Host, Uri-Path
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn coap_options(
        &self,
        destination: Option<&Endpoint<'_>>,
        scratch: &'a mut [u8],
    ) -> Result<CoapOptions<'a>, Error> {
        let mut output = Output::new(scratch);
        let mut options = CoapOptions::empty();
        let authority = options.prepare(self, destination, &mut output)?;
        options.borrow(output.into_written()?, authority);
        Ok(options)
    }
}

/// An iterator over the options of a request, or over the Location-* options of a response, in ascending order of their
/// numbers. It returns the number and the value of each option. The values of path and query borrow from the CRI, and
/// other values from the scratch or from constants.
///
/// ```
/// use cri::{CriBuf, Endpoint};
///
/// let cri: CriBuf<32> = "coap://192.0.2.1/a?u=C".parse()?;
/// let (cri, mut scratch) = (cri.cri(), [0; 260]);
/// let server = Endpoint::of_host(&cri)?;
/// let options: Vec<_> = cri.coap_options(Some(&server), &mut scratch)?.collect();
/// assert_eq!(options, [(11, &b"a"[..]), (15, b"u=C")]); // Uri-Path, Uri-Query
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CoapOptions<'a> {
    /// The rest of the path.
    pub(crate) path: Items<'a>,
    /// The rest of the query's parameters.
    pub(crate) query: &'a [u8],
    /// The rest of Uri-Host and Uri-Port, delta-coded.
    pub(crate) authority: &'a [u8],
    /// The value of the option that is meant for a proxy.
    pub(crate) proxy: &'a [u8],
    /// The number of the previous option of `authority`.
    last: u8,
    message: Message,
    /// The number of the option that is meant for a proxy, or 0 if there is no such option.
    pub(crate) proxy_number: u16,
}

/// The options that path and query become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Message {
    /// Uri-Path and Uri-Query.
    Request,
    /// Location-Path and Location-Query.
    Response,
}

impl<'a> CoapOptions<'a> {
    pub(crate) const fn empty() -> Self {
        let path = Items::new(&[], &[]);
        Self { path, query: &[], authority: &[], proxy: &[], last: 0, message: Message::Request, proxy_number: 0 }
    }

    /// Returns the Location-* options of a response with this path and query.
    pub(crate) const fn of_location(path: Items<'a>, query: &'a [u8]) -> Self {
        Self { path, query, message: Message::Response, ..Self::empty() }
    }

    /// Prepares the options of a request that is not meant for a proxy. Writes the scratch, and returns the length of
    /// Uri-Host and Uri-Port in it. Pass both to [`CoapOptions::borrow`].
    pub(crate) fn prepare(
        &mut self,
        cri: &Cri<'a>,
        destination: Option<&Endpoint<'_>>,
        scratch: &mut Output<'_>,
    ) -> Result<usize, Error> {
        self.prepare_request(cri, destination, Some(cri.coap_port()?), Peer::Server, scratch)
    }

    /// Prepares and checks the Uri-* options, as [`CoapOptions::prepare`] does. The arguments are those of
    /// [`Writer::authority`].
    pub(crate) fn prepare_request(
        &mut self,
        cri: &Cri<'a>,
        destination: Option<&Endpoint<'_>>,
        default_port: Option<u16>,
        peer: Peer,
        scratch: &mut Output<'_>,
    ) -> Result<usize, Error> {
        let mut writer = Writer::new(scratch, 0);
        writer.authority(cri, destination, default_port, peer)?;
        writer.checked()?;
        let authority = writer.output.position();
        // The values of the other options are in the CRI, so they are only checked.
        let mut counter = Output::new(&mut []);
        let mut checker = Writer::new(&mut counter, 0);
        checker.local_part(cri);
        checker.checked()?;
        if !cri.path_is_lone() {
            self.path = cri.path();
        }
        self.query = read::content(cri.query);
        Ok(authority)
    }

    /// Borrows the scratch after it was written. Its first `authority` bytes are Uri-Host and Uri-Port.
    pub(crate) fn borrow(&mut self, scratch: &'a [u8], authority: usize) {
        let (authority, after) = scratch.split_at_checked(authority).unwrap_or((&[], scratch));
        self.authority = authority;
        if self.proxy.is_empty() {
            self.proxy = after;
        }
    }

    /// Returns the next of the options Uri-Host and Uri-Port. Their heads have one or two bytes.
    fn next_of_authority(&mut self) -> Option<(u16, &'a [u8])> {
        let (initial, mut rest) = self.authority.split_first()?;
        let mut length = initial & 15;
        if length == 13
            && let Some((more, after)) = rest.split_first()
        {
            (length, rest) = (more.saturating_add(13), after);
        }
        let (value, rest) = rest.split_at_checked(length as usize)?;
        self.authority = rest;
        // The sum can overflow if the scratch changed (R22).
        self.last = self.last.wrapping_add(initial >> 4);
        Some((self.last.into(), value))
    }
}

impl<'a> Iterator for CoapOptions<'a> {
    type Item = (u16, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if !self.authority.is_empty() {
            let option = self.next_of_authority();
            if option.is_none() {
                // The scratch changed, so the options end (R22).
                *self = Self::empty();
            }
            return option;
        }
        let in_response = self.message == Message::Response;
        if let Some(segment) = self.path.next_item() {
            return Some((if in_response { LOCATION_PATH } else { URI_PATH }, read::content(segment)));
        }
        if let Some(parameter) = read::item(&mut self.query) {
            return Some((if in_response { LOCATION_QUERY } else { URI_QUERY }, read::content(parameter)));
        }
        let number = core::mem::take(&mut self.proxy_number);
        if number == 0 { None } else { Some((number, self.proxy)) }
    }
}

impl FusedIterator for CoapOptions<'_> {}
