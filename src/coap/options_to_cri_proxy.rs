// SPDX-License-Identifier: MIT OR Apache-2.0
//! From the options that a request to a forward proxy has to a CRI (RFC 7252 section 5.10.2, href-27 section 8.2, R17).

use super::draft::Draft;
use super::option::{Proxy, counted, uint};
use super::path_abbrev::ShortPath;
use super::proxy_value::{check_uri_has_room, read_cri, read_uri};
use super::request::Request;
use crate::cbor::ARRAY;
use crate::cbor::output::Output;
use crate::cbor::write::Sink;
use crate::convert::from_uri::UriComponents;
use crate::convert::path::PathWithoutDots;
use crate::error::Error;
use crate::scheme;

/// What an option for a proxy leaves to be done.
pub(super) enum Rest {
    /// Nothing: the CRI is complete.
    Nothing,
    /// The CRI gets the scheme of this number and, if this is true, a port.
    Scheme(u32, bool),
}

/// Adds an option that is for a proxy. `repeated` is true if the option before has the same number.
pub(super) fn proxy_option(
    draft: &mut Draft<'_>,
    request: &mut Request,
    proxy: Proxy,
    value: &[u8],
    repeated: bool,
) -> Result<Rest, Error> {
    request.read_proxy(proxy, value, repeated)?;
    match proxy {
        Proxy::Uri => proxy_uri(draft, request, value),
        Proxy::Cri => proxy_cri(draft, request, value),
        Proxy::SchemeNumber => Ok(scheme_number(draft, request, uint(value))),
        Proxy::Scheme => proxy_scheme(draft, request, value),
    }
}

fn proxy_uri(draft: &mut Draft<'_>, request: &Request, uri: &[u8]) -> Result<Rest, Error> {
    let revision = draft.builder.revision;
    let mut parts = read_uri(revision, uri)?;
    let output = &mut draft.builder.output;
    output.seek(0);
    if let Some(path) = request.abbreviated_path() {
        check_uri_has_room(&parts)?;
        put_with_path(&mut parts, path, output);
    } else {
        parts.put(output);
    }
    Ok(Rest::Nothing)
}

/// Writes the CRI of a URI without a path, which gets one.
fn put_with_path(parts: &mut UriComponents<'_>, path: ShortPath, output: &mut Output<'_>) {
    let query = parts.query.take();
    parts.path = PathWithoutDots::empty();
    parts.put(output);
    output.byte((ARRAY << 5) + path.count);
    path.items().iter().for_each(|items| output.put(items));
    if let Some(query) = query {
        query.put(output);
    }
    output.byte_at(0, (ARRAY << 5) + 3 + query.is_some() as u8);
}

fn proxy_cri(draft: &mut Draft<'_>, request: &Request, value: &[u8]) -> Result<Rest, Error> {
    let cri = read_cri(draft.builder.revision, value, request.abbreviated_path())?;
    let output = &mut draft.builder.output;
    output.seek(0);
    counted(cri.encode(output))?;
    Ok(Rest::Nothing)
}

/// Adds a scheme by its name. A name without a number is written at once, and so is the port.
fn proxy_scheme(draft: &mut Draft<'_>, request: &mut Request, name: &[u8]) -> Result<Rest, Error> {
    if let Some(number) = scheme::number_of_any_case(draft.builder.revision, name) {
        return Ok(scheme_number(draft, request, number as u32));
    }
    if !scheme::is_name_of_any_case(name) {
        return Err(Error::SchemeName);
    }
    draft.close(request)?;
    if let Some(port) = request.explicit_port(scheme::default_port_of_name(name)) {
        draft.put_port(port);
    }
    draft.put_scheme_name(name);
    Ok(Rest::Nothing)
}

fn scheme_number(draft: &Draft<'_>, request: &Request, number: u32) -> Rest {
    let default = scheme::default_port(draft.builder.revision, number.into());
    Rest::Scheme(number, request.explicit_port(default).is_some())
}
