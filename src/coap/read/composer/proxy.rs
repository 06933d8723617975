// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of the Proxy-* options of a request to a CRI (RFC 7252 section 5.10.2, href-27 section 8.2, R17).

use core::mem::MaybeUninit;

use crate::bytes::output::Output;
use crate::bytes::words::find;
use crate::cbor::ARRAY;
use crate::coap::message::option::{Proxy, counted, uint};
use crate::coap::message::path_abbrev::ShortPath;
use crate::coap::read::proxy_value::{check_uri_takes_path, read_cri, read_uri};
use crate::coap::read::unfinished_cri::{Phase, UnfinishedCri, WritePort};
use crate::convert::component::Component;
use crate::convert::from_uri::UriComponents;
use crate::convert::path::PathWithoutDots;
use crate::error::Error;
use crate::scheme;

/// Adds an option of a request, which may be meant for a proxy.
pub(crate) fn add_proxy(cri: &mut UnfinishedCri<'_>, number: u16, value: &[u8]) -> Result<(), Error> {
    // RFC 7252 5.10.2
    match Proxy::of_option(number) {
        Some(proxy) => add_proxy_option(cri, proxy, value),
        None => cri.option(number, value),
    }
}

/// Adds an option that is meant for a proxy.
// The conversions are tail calls, so that the 56 bytes of stack of this function are free while they run.
fn add_proxy_option(cri: &mut UnfinishedCri<'_>, proxy: Proxy, value: &[u8]) -> Result<(), Error> {
    let repeated = cri.last == proxy as u16;
    cri.last = proxy as u16;
    cri.request.read_proxy(proxy, value, repeated)?;
    let number = match proxy {
        Proxy::SchemeNumber => Some(uint(value)),
        Proxy::Scheme => scheme::number_of_any_case(cri.sections.revision, value),
        Proxy::Uri | Proxy::Cri => None,
    };
    if let Some(number) = number {
        let default = scheme::default_port(cri.sections.revision, number.into());
        cri.scheme = number;
        let is_default = cri.request.explicit_port(default).is_none();
        cri.write_port = if is_default { WritePort::Never } else { WritePort::Always };
        return Ok(());
    }
    cri.phase = Phase::Complete;
    match proxy {
        Proxy::Uri => put_uri(cri, value),
        Proxy::Cri => put_cri(cri, value),
        _ => put_scheme_name(cri, value),
    }
}

/// Writes the CRI of the URI in Proxy-Uri.
#[inline(never)]
fn put_uri(this: &mut UnfinishedCri<'_>, uri: &[u8]) -> Result<(), Error> {
    let mut components = UriComponents::new(this.sections.revision);
    read_uri(&mut components, uri)?;
    let output = &mut this.sections.output;
    output.seek(0);
    let path = this.request.abbreviated_path();
    if path.is_some() {
        check_uri_takes_path(&components)?;
        (components.path, components.query) = (PathWithoutDots::empty(), None);
    }
    components.put(output);
    if let Some(path) = path {
        put_path(path, uri, output);
    }
    Ok(())
}

/// Writes the canonical form of the CRI in Proxy-Cri.
#[inline(never)]
fn put_cri(this: &mut UnfinishedCri<'_>, value: &[u8]) -> Result<(), Error> {
    let mut memory = MaybeUninit::uninit();
    let cri = read_cri(&mut memory, this.sections.revision, value, this.request.abbreviated_path())?;
    let output = &mut this.sections.output;
    output.seek(0);
    counted(cri.encode(output))
}

/// Completes the CRI with a scheme that has a name and no number.
fn put_scheme_name(this: &mut UnfinishedCri<'_>, name: &[u8]) -> Result<(), Error> {
    if !scheme::is_name_of_any_case(name) {
        return Err(Error::SchemeName);
    }
    this.close()?;
    if let Some(port) = this.request.explicit_port(scheme::default_port_of_name(name)) {
        this.put_port(port);
    }
    this.put_scheme_name(name);
    Ok(())
}

/// Writes an abbreviated path and the query of a URI after scheme and authority. The URI must not have a fragment.
#[inline(never)]
fn put_path(path: ShortPath, uri: &[u8], output: &mut Output<'_>) {
    output.byte((ARRAY << 5) + path.count);
    path.items().iter().for_each(|items| output.put(items));
    let query = uri.get(find(uri, b'?') + 1..);
    if let Some(text) = query {
        Component { text, may_have_triplets: true }.put::<true>(output);
    }
    output.byte_at(0, (ARRAY << 5) + 3 + u8::from(query.is_some()));
}
