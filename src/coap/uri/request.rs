// SPDX-License-Identifier: MIT OR Apache-2.0
//! A request from the text of a URI, without a CRI: [`draft_from_uri`] writes what
//! [`draft`](crate::coap::request::draft) writes for the CRI of the URI.

use core::mem::MaybeUninit;

use super::to_options::{is_zone, put_request};
use crate::bytes::output::Output;
use crate::bytes::scan::URI;
use crate::coap::endpoint::Endpoint;
use crate::coap::request::{Draft, Request, RequestSettings, port_of, zone_of};
use crate::convert::authority::UriHost;
use crate::convert::characters::{Character, Characters, Rules};
use crate::convert::from_uri::{SchemeText, UriComponents};
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme::{SchemeNumber, Table};
use crate::uri::Uri;

/// Makes a request from the text of a URI: the request that [`request`](crate::coap::request()) makes from the CRI of
/// the URI.
///
/// Fails with the errors of [`from_uri`](crate::from_uri()), with `NotFull` if the text is a reference, and with the
/// errors of [`request`](crate::coap::request()). Linear.
///
/// ```
/// use cri::Revision;
/// use cri::coap::{RequestSettings, request_from_uri};
///
/// let mut buffer = [0; 64];
/// let settings = RequestSettings { omit_host_name: true, ..Default::default() };
/// let get = request_from_uri(Revision::Href27, "coap://h.example:61616/a%2Fb", &settings, &mut buffer)?;
/// assert_eq!(get.options, b"\xb3a/b"); // Uri-Path
/// assert_eq!((get.host, get.endpoint.port), (Some("h.example"), 61616));
/// # Ok::<(), cri::Error>(())
/// ```
pub fn request_from_uri<'a>(
    revision: Revision,
    uri: impl AsRef<[u8]>,
    settings: &RequestSettings<'a>,
    buffer: &'a mut [u8],
) -> Result<Request<'a>, Error> {
    let mut output = Output::new(buffer);
    let draft = draft_from_uri(revision, uri.as_ref(), settings, |scheme| settings.lists(scheme), &mut output)?;
    draft.read(output.into_written()?, settings.zone).map(Request::of)
}

/// Writes the target, the name to look up with a NUL, and the options. `lists` says if the program sends requests over
/// a scheme. Fails with the errors of [`request_from_uri`].
pub(crate) fn draft_from_uri(
    revision: Revision,
    uri: &[u8],
    settings: &RequestSettings<'_>,
    lists: impl FnOnce(SchemeNumber) -> bool,
    output: &mut Output<'_>,
) -> Result<Draft, Error> {
    let table = Table::new(revision, settings.table)?;
    let mut memory = MaybeUninit::uninit();
    let uri = Uri::read(&mut memory, uri, URI)?;
    let mut target = UriComponents::new(revision);
    let (path, after) = target.take(uri)?;
    target.path.read(path, after)?;
    target.fragment = None;
    let number = match target.scheme {
        SchemeText::None => return Err(Error::NotFull),
        SchemeText::Number(number) => Some(number),
        SchemeText::Name(name) => table.number_of(name),
    };
    // href-27 8.1.1 step 2, RFC 7252 6.4 step 3
    let number = number.ok_or(Error::CoapScheme)?;
    let scheme = SchemeNumber::from(u64::from(number));
    let default_port = table.coap_port(scheme).ok_or(Error::CoapScheme)?;
    target.scheme = SchemeText::Number(number);
    let port = target.authority.as_ref().and_then(|authority| authority.port);
    if let Some(authority) = &mut target.authority {
        // C7, R28
        authority.port = port.filter(|port| *port != default_port);
    }
    let port = port_of(lists(scheme), port, default_port)?;
    let authority = target.authority.as_ref().ok_or(Error::CoapAuthority)?;
    let mut endpoint = Endpoint { address: &[], zone: &[], port };
    let mut zone = None;
    match &authority.host {
        UriHost::Ipv4(octets) => endpoint.address = octets,
        UriHost::Ipv6(groups, of_uri) => {
            endpoint.address = groups.as_flattened();
            zone = of_uri.map(|zone| is_zone(zone, settings.zone));
        }
        UriHost::Name(_) | UriHost::Empty => {}
    }
    endpoint.zone = zone_of(endpoint.address, zone, settings.zone)?;
    target.put_with::<false>(output);
    let end = output.position();
    if let UriHost::Name(name) = &authority.host {
        for Character { octets, length, .. } in Characters::new(name.text, Rules::DECODE_ALL) {
            output.put_lowercase(octets.get(..length).unwrap_or(&[]));
        }
        output.byte(0);
    }
    let name = output.position() - end;
    put_request(revision, uri, default_port, &endpoint, settings.omit_host_name, output)?;
    Ok(Draft { revision, scheme, port, has_zone: !endpoint.zone.is_empty(), target: end, name })
}
