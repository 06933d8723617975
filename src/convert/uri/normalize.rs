// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Normalising a URI reference (RFC 3986 section 6.2).

use core::mem::MaybeUninit;

use super::form::{Level, Normal};
use super::removal::Form;
use super::split::{Part, Uri};
use crate::cbor::write::{Byte, Output, Sink};
use crate::error::Error;
use crate::ip;
use crate::scan::{Groups, Scanner};

/// Writes the normal form of a URI reference at a level.
///
/// Dot segments of a relative reference are removed where that does not depend on the base: what is left
/// of them stands in front (as in R12). A path that would then begin with two slashes without an authority
/// keeps `/.` in front. Normalising twice changes nothing. Errors: as [`Uri::split`]; `Buffer` if it does not
/// fit. Linear, whatever the text.
pub fn normalize<T: Byte>(text: &[u8], level: Level, output: &mut Output<'_, T>) -> Result<(), Error> {
    let mut place = MaybeUninit::uninit();
    let (uri, read) = Uri::read(&mut place, text, None);
    read?;
    if level == Level::Simple {
        output.put(text);
    } else {
        put(uri, level, output);
    }
    output.written().map(|_| ())
}

#[inline(always)]
fn put<'b, T: Byte>(uri: &Uri<'_>, level: Level, output: &mut Output<'b, T>) {
    // Components are put out with the delimiters that show that they are defined (section 5.3).
    put_normal(output, uri.range(Part::Scheme, Part::Scheme), true);
    put_as_is(output, uri.range(Part::Userinfo, Part::Userinfo));
    let mut groups = [[0; 2]; 8];
    match address(uri, &mut groups) {
        Some(behind) => {
            output.byte(b'[');
            ip::put_address(output, groups.as_flattened());
            put_as_is(output, behind);
        }
        None => put_normal(output, uri.range(Part::Host, Part::Host), true),
    }
    output.put(uri.port_at(level));
    let form = Form { size: |segment| Normal::new(segment, false).count(), put: put_as_is };
    uri.path_at(level).put(output, &form);
    put_as_is(output, uri.range(Part::Query, Part::Fragment));
}

/// Puts out in normal form, but in the case it is in.
fn put_as_is<T: Byte>(output: &mut Output<'_, T>, text: &[u8]) {
    put_normal(output, text, false);
}

#[inline(never)]
fn put_normal<T: Byte>(output: &mut Output<'_, T>, text: &[u8], fold: bool) {
    Normal::new(text, fold).for_each(|character| output.byte(character));
}

/// Reads the IPv6 address of the host, if it is one, and tells what is behind it: a bracket, or `%25`, a zone
/// identifier and that.
#[inline(never)]
pub(super) fn address<'u>(uri: &Uri<'u>, groups: &mut Groups) -> Option<&'u [u8]> {
    let host = uri.range(Part::Host, Part::Host);
    let mut scanner = Scanner::new(host);
    if !scanner.accept(b'[') {
        return None;
    }
    scanner.ipv6(groups)?.expand(groups);
    host.get(scanner.at..)
}
