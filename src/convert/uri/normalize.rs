// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Normalising a URI reference (RFC 3986 section 6.2).

use super::form::{Level, Normal};
use super::removal::Removal;
use super::split::{Uri, split_zone};
use crate::cbor::write::{Byte, Output, Sink};
use crate::error::Error;
use crate::ip;

/// Writes the normal form of a URI reference at a level.
///
/// Dot segments of a relative reference are removed where that does not depend on the base: what is left
/// of them stands in front (as in R12). A path that would then begin with two slashes without an authority
/// keeps `/.` in front. Normalising twice changes nothing. Errors: as [`Uri::split`]; `Buffer` if it does not
/// fit. Linear, whatever the text.
pub fn normalize<T: Byte>(text: &[u8], level: Level, output: &mut Output<'_, T>) -> Result<(), Error> {
    let mut uri = Uri::new(text);
    uri.split_in_place()?;
    if level == Level::Simple {
        output.put(text);
    } else {
        put(&uri, level, output);
    }
    output.written().map(|_| ())
}

fn put<T: Byte>(uri: &Uri<'_>, level: Level, output: &mut Output<'_, T>) {
    if let Some(scheme) = uri.scheme() {
        put_normal(output, scheme, true);
        output.byte(b':');
    }
    if let Some(host) = uri.host() {
        output.put(b"//");
        if let Some(userinfo) = uri.userinfo() {
            put_normal(output, userinfo, false);
            output.byte(b'@');
        }
        match address(uri) {
            Some((address, zone)) => {
                output.byte(b'[');
                ip::put_address(output, &address);
                put_normal(output, zone, false);
                output.byte(b']');
            }
            None => put_normal(output, host, true),
        }
        if let Some(port) = uri.port_at(level) {
            output.byte(b':');
            output.put(port);
        }
    }
    let size = |segment: &[u8]| Normal::new(segment, false).count();
    Removal::of_path(uri.path_at(level), uri.path_kind(), size)
        .put(output, size, |output, segment| put_normal(output, segment, false));
    if let Some(query) = uri.query() {
        output.byte(b'?');
        put_normal(output, query, false);
    }
    if let Some(fragment) = uri.fragment() {
        output.byte(b'#');
        put_normal(output, fragment, false);
    }
}

fn put_normal<T: Byte>(output: &mut Output<'_, T>, component: &[u8], fold: bool) {
    Normal::new(component, fold).for_each(|character| output.byte(character));
}

/// The IPv6 address of the host, with what is behind it: nothing, or `%25` and a zone identifier.
pub(super) fn address<'u>(uri: &Uri<'u>) -> Option<([u8; 16], &'u [u8])> {
    match uri.host() {
        Some([b'[', literal @ .., b']']) => {
            let (address, zone) = split_zone(literal)?;
            Some((ip::parse_ipv6(address)?, zone))
        }
        _ => None,
    }
}
