// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of the options of a request to the text of its URI, for a proxy: the options that are meant for a proxy
//! are read, too (RFC 7252 section 5.10.2, href-27 section 8.2, R17).

use core::mem::MaybeUninit;

use super::from_options::UriRequest;
use crate::bytes::chars::{IN_SEGMENT, Literal};
use crate::bytes::output::Output;
use crate::cbor::TEXT;
use crate::coap::endpoint::{Endpoint, request_port};
use crate::coap::message::option::{Options, PROXY_SCHEME, PROXY_SCHEME_NUMBER, Proxy, counted, uint};
use crate::coap::read::proxy_value::{check_uri_takes_path, read_cri, read_uri};
use crate::coap::read::request::Request;
use crate::convert::authority::{UriAuthority, UriHost};
use crate::convert::from_uri::{SchemeText, UriComponents};
use crate::convert::to_uri::{put_address, put_items};
use crate::cri::authority::AuthorityKind;
use crate::cri::items::Items;
use crate::error::Error;
use crate::revision::Revision;

use crate::bytes::ip;
use crate::scheme::{self, SchemeNumber};
use crate::uri::put_component;

/// Writes the URI of the resource that the delta-coded options of a request identify, for a proxy. The arguments are
/// those of [`to_cri_proxy`](crate::coap::to_cri_proxy).
///
/// The result is the URI that [`Cri::to_uri`](crate::Cri::to_uri) writes for the CRI that
/// [`to_cri_proxy`](crate::coap::to_cri_proxy) makes from the options, with one exception (R34, R50): a URI with a CoAP
/// or HTTP scheme and an authority, but without a path, gets the path `/`, which means the same. The result is ASCII
/// without a NUL.
///
/// Fails if and only if one of these two functions fails. If several options are at fault, the error of the first one
/// counts. `SchemeUnknown`, `Zone`, and `Argument` for a zone identifier of the destination come last. Linear.
///
/// ```
/// use cri::{Output, Revision, SchemeNumber, coap};
///
/// let options = b"\x31h\x81a\xd4\x0fhttp"; // Uri-Host, Uri-Path, Proxy-Scheme
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// coap::to_uri_proxy(Revision::Href27, SchemeNumber::COAP, options, None, &mut output)?;
/// assert_eq!(output.written_str()?, "http://h/a");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn to_uri_proxy(
    revision: Revision,
    scheme: SchemeNumber,
    options: &[u8],
    destination: Option<&Endpoint<'_>>,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let port = request_port(revision, scheme)?;
    let own = scheme::short_name(revision, scheme.get()).unwrap_or_default();
    let (name, default) = scheme_of(revision, options).unwrap_or((own.as_bytes(), Some(port)));
    let mut request = UriRequest::new(revision, port, destination);
    // R50
    request.has_root = scheme::has_one_root_of_name(name);
    request.put(name, default, options, output, |request, proxy, value, output| {
        request.request.read_proxy(proxy, value, request.last == proxy as u16)?;
        match proxy {
            Proxy::Uri => put_proxy_uri(revision, &request.request, value, output),
            Proxy::Cri => put_proxy_cri(revision, &request.request, value, output),
            Proxy::Scheme if !scheme::is_name_of_any_case(value) => Err(Error::SchemeName),
            Proxy::SchemeNumber if name.is_empty() => Err(Error::SchemeUnknown),
            _ => Ok(()),
        }
    })
}

/// Returns the scheme name that Proxy-Scheme or Proxy-Scheme-Number gives, and its default port if that is known. The
/// name is empty if the number is not registered.
///
/// The URI begins with the scheme, but these options come last, because they have the highest numbers. So they are
/// searched before anything is written.
fn scheme_of(revision: Revision, options: &[u8]) -> Option<(&[u8], Option<u16>)> {
    let mut options = Options::new(options, 0).map_while(Result::ok);
    options.find_map(|(number, value)| match number {
        PROXY_SCHEME => Some((value, scheme::default_port_of_name(value))),
        PROXY_SCHEME_NUMBER => {
            let number = uint(value).into();
            let name = scheme::name(revision, number).unwrap_or_default();
            Some((name.as_bytes(), scheme::default_port(revision, number)))
        }
        _ => None,
    })
}

/// Writes the URI in Proxy-Uri, in its normal form.
#[inline(never)]
fn put_proxy_uri(revision: Revision, request: &Request, uri: &[u8], output: &mut Output<'_>) -> Result<(), Error> {
    let mut components = UriComponents::new(revision);
    read_uri(&mut components, uri)?;
    output.seek(0);
    put_front(revision, &components, output)?;
    if let Some(path) = request.abbreviated_path() {
        check_uri_takes_path(&components)?;
        let [first, more] = path.items();
        put_items(output, Items::new(first, more), b'/', b'/', Literal::of(IN_SEGMENT));
    } else if !components.path.has_segments() && has_root(revision, &components) {
        // R34, R50
        output.byte(b'/');
    } else {
        components.path.put_text(output);
    }
    if let Some(query) = components.query {
        output.byte(b'?');
        put_component(output, query.text, false);
    }
    Ok(())
}

/// Writes the URI of the CRI in Proxy-Cri.
#[inline(never)]
fn put_proxy_cri(revision: Revision, request: &Request, value: &[u8], output: &mut Output<'_>) -> Result<(), Error> {
    let mut memory = MaybeUninit::uninit();
    let cri = read_cri(&mut memory, revision, value, request.abbreviated_path())?;
    // R34, R50
    if cri.has_one_root() && cri.path_count == 0 && cri.authority_kind() == AuthorityKind::Host {
        (cri.path, cri.path_count, cri.whole) = (EMPTY_SEGMENT, 1, &[]);
    }
    output.seek(0);
    counted(cri.to_uri(output))
}

/// True if the URI has an authority, and a scheme in which an empty path and `/` are the same. Without a path, such a
/// URI gets the path `/`.
fn has_root(revision: Revision, uri: &UriComponents<'_>) -> bool {
    uri.authority.is_some()
        && matches!(uri.scheme, SchemeText::Number(number) if scheme::has_one_root(revision, number.into()))
}

/// A path of one empty segment, which is `/` in a URI
const EMPTY_SEGMENT: &[u8] = &[TEXT << 5];

/// Writes scheme and authority.
fn put_front(revision: Revision, components: &UriComponents<'_>, output: &mut Output<'_>) -> Result<(), Error> {
    match components.scheme {
        SchemeText::Name(name) => put_component(output, name, true),
        SchemeText::Number(number) => {
            output.put(scheme::name(revision, number.into()).ok_or(Error::SchemeUnknown)?.as_bytes());
        }
        SchemeText::None => return Err(Error::NotFull),
    }
    output.byte(b':');
    if let Some(authority) = &components.authority {
        output.put(b"//");
        put_authority(authority, output);
    }
    Ok(())
}

fn put_authority(authority: &UriAuthority<'_>, output: &mut Output<'_>) {
    if let Some(userinfo) = authority.userinfo {
        put_component(output, userinfo, false);
        output.byte(b'@');
    }
    match &authority.host {
        UriHost::Empty => {}
        UriHost::Name(name) => put_component(output, name.text, true),
        UriHost::Ipv4(address) => put_address(output, address, None),
        UriHost::Ipv6(groups, zone) => {
            put_address(output, groups.as_flattened(), None);
            if let Some(zone) = zone {
                // The zone identifier and a new bracket replace the closing bracket (RFC 6874).
                output.seek(output.position() - 1);
                output.put(b"%25");
                put_component(output, zone, false);
                output.byte(b']');
            }
        }
    }
    if let Some(port) = authority.port {
        output.byte(b':');
        ip::put_decimal(output, port.into());
    }
}
