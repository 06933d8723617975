// SPDX-License-Identifier: MIT OR Apache-2.0
//! A request from a link: everything that a client needs to send it (R51).
//!
//! [`draft`] writes the target, the name to look up and the options, one after the other. [`Draft::read`] then borrows
//! them. The options are made from the link and not from the target that was written, so the length needed is known
//! even if the output does not fit.

use core::mem::MaybeUninit;

use crate::bytes::output::Output;
use crate::bytes::utf8::checked_str;
use crate::bytes::words::same;
use crate::cbor::read;
use crate::coap::endpoint::Endpoint;
use crate::coap::message::option::{URI_PATH, URI_QUERY};
use crate::coap::write::decoded::Case;
use crate::coap::write::{Peer, Writer};
use crate::cri::Cri;
use crate::cri::authority::{Authority, Host};
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme::{Row, SchemeNumber, Table};

/// The choices of a program that sends requests. The default is a program that sends over coap only, and that has no
/// zone identifier.
#[derive(Clone, Copy, Debug, Default)]
pub struct RequestSettings<'s> {
    /// The schemes over which the program sends requests; empty for coap only.
    pub schemes: &'s [SchemeNumber],
    /// Further schemes, such as CoAP schemes that the library does not know: see [`Row::coap`].
    pub table: &'s [Row<'s>],
    /// The zone identifier of the program's interface, or no bytes.
    pub zone: &'s [u8],
    /// True if a request to a host name has no Uri-Host.
    pub omit_host_name: bool,
}

/// A request for the resource that a link leads to.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The CRI of the resource, without fragment and with percent-encoded text (PET) decoded: the base of the links in
    /// the response.
    pub target: Cri<'a>,
    /// The scheme, which is in the list of the program.
    pub scheme: SchemeNumber,
    /// The endpoint to which the request is sent. If the host is a name, the endpoint has no address.
    pub endpoint: Endpoint<'a>,
    /// The name to look up, if the host is a name.
    pub host: Option<&'a str>,
    /// The options of the request, delta-coded. Uri-Host is present only for a name, and Uri-Port never, because the
    /// request is sent to that port.
    pub options: &'a [u8],
}

/// Makes a request from a link: resolves it, checks that the program may send a request to the target, and writes what
/// it sends (R51). Without a base, `reference` must be a full CRI. The result borrows the buffer and the zone
/// identifier of the settings, but neither `base` nor `reference`.
///
/// A link-local address without a zone identifier gets the one of the settings. Fails with the errors of
/// [`Cri::resolve`], and then with
///
/// - `CoapScheme` if the scheme is not the number of a CoAP scheme, and `CoapTransport` if the program does not list it
/// - `CoapPort` if the port is 0, and `CoapZone` for a zone identifier that is not the one of the settings
/// - `Utf8` if decoded text is not UTF-8
/// - `CoapAuthority`, `CoapUserinfo`, `CoapEmptyHost`, `CoapHost` and `CoapLength` as [`Cri::to_coap`]
/// - `Argument` if the name of a row is not a scheme name, and `Buffer` if the buffer is too small
///
/// Linear.
///
/// ```
/// use cri::coap::{RequestSettings, request};
/// use cri::{CriBuf, Error, SchemeNumber};
///
/// let base: CriBuf<32> = "coap://[2001:db8::1]/rooms/1".parse()?;
/// let link: CriBuf<32> = "2?u=C#now".parse()?;
/// let mut buffer = [0; 64];
/// let get = request(Some(&base.cri()), &link.cri(), &RequestSettings::default(), &mut buffer)?;
/// assert_eq!(get.options, b"\xb5rooms\x012\x43u=C"); // Uri-Path twice, Uri-Query
/// assert_eq!((get.endpoint.address.len(), get.endpoint.port, get.host), (16, 5683, None));
/// assert_eq!(get.target.to_string(), "coap://[2001:db8::1]/rooms/2?u=C");
///
/// // A program without DTLS never sends a request for a coaps URI.
/// let secure: CriBuf<32> = "coaps://h.example/a".parse()?;
/// let refused = request(None, &secure.cri(), &RequestSettings::default(), &mut buffer);
/// assert_eq!(refused.err(), Some(Error::CoapTransport));
/// let settings = RequestSettings { schemes: &[SchemeNumber::COAP, SchemeNumber::COAPS], ..Default::default() };
/// assert_eq!(request(None, &secure.cri(), &settings, &mut buffer)?.host, Some("h.example"));
/// # Ok::<(), Error>(())
/// ```
pub fn request<'a>(
    base: Option<&Cri<'_>>,
    reference: &Cri<'_>,
    settings: &RequestSettings<'a>,
    buffer: &'a mut [u8],
) -> Result<Request<'a>, Error> {
    let mut output = Output::new(buffer);
    let draft = draft(base, reference, settings, |scheme| settings.lists(scheme), &mut output)?;
    draft.read(output.into_written()?, settings.zone).map(Request::of)
}

impl<'a> Request<'a> {
    /// Returns a request with its host name, which is UTF-8.
    pub(super) fn of((request, host): (Self, Option<&'a [u8]>)) -> Self {
        Self { host: host.map(checked_str), ..request }
    }
}

impl RequestSettings<'_> {
    pub(super) fn lists(&self, scheme: SchemeNumber) -> bool {
        if self.schemes.is_empty() { scheme == SchemeNumber::COAP } else { self.schemes.contains(&scheme) }
    }
}

/// The facts about a request that was written.
pub(crate) struct Draft {
    pub(super) revision: Revision,
    pub(super) scheme: SchemeNumber,
    pub(super) port: u16,
    pub(super) has_zone: bool,
    /// The length of the target.
    pub(super) target: usize,
    /// The length of the name and the NUL after it, or 0 if the host is an address.
    pub(super) name: usize,
}

/// Returns the port to which a request is sent. `port` is the port of the target, if it has one. Fails with
/// `CoapTransport` if the program does not send requests over the scheme, and with `CoapPort` for port 0 (R51).
pub(super) fn port_of(is_listed: bool, port: Option<u16>, default_port: u16) -> Result<u16, Error> {
    // R51
    if !is_listed {
        return Err(Error::CoapTransport);
    }
    match port.unwrap_or(default_port) {
        0 => Err(Error::CoapPort),
        port => Ok(port),
    }
}

/// Writes the target, the name to look up with a NUL, and the options. `allows` says if the program sends requests over
/// a scheme. Fails with the errors of [`request`].
pub(crate) fn draft(
    base: Option<&Cri<'_>>,
    reference: &Cri<'_>,
    settings: &RequestSettings<'_>,
    lists: impl FnOnce(SchemeNumber) -> bool,
    output: &mut Output<'_>,
) -> Result<Draft, Error> {
    let mut cri = *reference;
    match base {
        Some(base) => base.resolve_in_place(&mut cri)?,
        None if cri.is_full() => {}
        None => return Err(Error::NotFull),
    }
    cri = cri.without_fragment();
    let table = Table::new(cri.revision, settings.table)?;
    // href-27 8.1.1 step 2, RFC 7252 6.4 step 3
    let scheme = cri.scheme_number().ok_or(Error::CoapScheme)?;
    let default_port = table.coap_port(scheme).ok_or(Error::CoapScheme)?;
    let authority = cri.authority();
    let port = port_of(lists(scheme), authority.and_then(|authority| authority.port), default_port)?;
    let authority = authority.ok_or(Error::CoapAuthority)?;
    let mut endpoint = Endpoint { address: &[], zone: &[], port };
    if let Host::Address(address) = authority.host {
        endpoint.address = address.octets;
        // Revision 13 has empty zone identifiers, which name no zone.
        let zone = address.zone.filter(|zone| !zone.is_empty());
        endpoint.zone = zone_of(address.octets, zone.map(|zone| same(zone, settings.zone)), settings.zone)?;
    }
    match cri.decode_pet(output) {
        // The length needed is counted to the end.
        Ok(()) | Err(Error::Buffer) => {}
        Err(error) => return Err(error),
    }
    let target = output.position();
    put_name(&authority, output);
    let name = output.position() - target;
    put_options(&cri, &authority, &endpoint, settings.omit_host_name, output)?;
    Ok(Draft { revision: cri.revision, scheme, port, has_zone: !endpoint.zone.is_empty(), target, name })
}

/// Returns the zone identifier of the program's interface, `own`, if the address has it or needs it. `is_own` says if
/// the zone identifier of the address, if it has one, is the same. Fails with `CoapZone` if it is another one (R51).
pub(super) fn zone_of<'s>(address: &[u8], is_own: Option<bool>, own: &'s [u8]) -> Result<&'s [u8], Error> {
    match (is_own, address) {
        (Some(false), _) => Err(Error::CoapZone),
        // Link-local addresses, and multicast addresses of interface and link scope (RFC 4291 2.5.6, 2.7)
        (Some(true), _) | (None, [0xfe, 0x80..=0xbf, ..]) => Ok(own),
        (None, [0xff, scope, ..]) if matches!(scope & 15, 1 | 2) => Ok(own),
        (None, _) => Ok(&[]),
    }
}

/// Writes a host name as text, with a NUL after it. Writes nothing for an address.
fn put_name(authority: &Authority<'_>, output: &mut Output<'_>) {
    let Host::Name(labels) = authority.host else {
        return;
    };
    for (index, label) in labels.enumerate() {
        if index > 0 {
            output.byte(b'.');
        }
        label.chunks().for_each(|chunk| output.put(chunk.bytes));
    }
    output.byte(0);
}

/// Writes the options of a CRI, with PET decoded.
fn put_options(
    cri: &Cri<'_>,
    authority: &Authority<'_>,
    endpoint: &Endpoint<'_>,
    omit_host_name: bool,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let start = output.position();
    let mut writer = Writer::new(output, 0);
    match authority {
        Authority { userinfo: None, host: Host::Name(labels), .. }
            if { *labels }.any(|label| label.plain().is_none()) =>
        {
            writer.decoded_name(*labels, Case::Kept);
        }
        _ => writer.authority(cri, Some(endpoint), Some(endpoint.port), Peer::Server)?,
    }
    writer.checked()?;
    // The endpoint implies an address.
    if omit_host_name {
        writer.last = 0;
        writer.output.seek(start);
    }
    if !cri.path_is_lone() {
        writer.decoded_texts(URI_PATH, cri.path);
        writer.decoded_texts(URI_PATH, cri.path_tail);
    }
    if !cri.query.is_empty() {
        writer.decoded_texts(URI_QUERY, read::content(cri.query));
    }
    writer.finish()
}

impl Draft {
    /// Returns the request that was written to `written`, without its host name, and the host name if there is one.
    /// `zone` is the zone identifier of the settings.
    #[inline(always)]
    pub(crate) fn read<'a>(&self, written: &'a [u8], zone: &'a [u8]) -> Result<(Request<'a>, Option<&'a [u8]>), Error> {
        let (target, rest) = written.split_at_checked(self.target).unwrap_or_default();
        let (name, options) = rest.split_at_checked(self.name).unwrap_or_default();
        let mut memory = MaybeUninit::uninit();
        let target = Cri::read_exact(&mut memory, self.revision, target)?;
        let mut endpoint = Endpoint { address: &[], zone: if self.has_zone { zone } else { &[] }, port: self.port };
        let mut host = None;
        match target.authority().ok_or(Error::CoapAuthority)?.host {
            Host::Address(address) => endpoint.address = address.octets,
            Host::Name(_) => host = name.split_last().map(|(_, name)| name),
        }
        Ok((Request { target: *target, scheme: self.scheme, endpoint, host: None, options }, host))
    }
}
