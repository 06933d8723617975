// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Resolving a URI reference against a base URI, as text (RFC 3986 section 5.2).

use super::removal::{PathKind, Removal};
use super::split::Uri;
use crate::cbor::write::{Byte, Output, Sink};
use crate::error::Error;

/// Writes the URI that a reference refers to. The base's fragment is no part of the base (section 5.1).
///
/// Not `strict`, a reference with the base's scheme is taken as one without (section 5.2.2). Dot segments
/// may be percent-encoded, since that makes no difference to what a URI identifies (section 2.3, R12). A
/// path that would then begin with two slashes without an authority gets `/.` in front.
///
/// Errors: as [`Uri::split`] of either text; `NotFull` if the base has no scheme; `Buffer` if it does not fit.
/// Linear, whatever the texts.
pub fn resolve<T: Byte>(base: &[u8], reference: &[u8], strict: bool, output: &mut Output<'_, T>) -> Result<(), Error> {
    let (mut base_uri, mut uri) = (Uri::new(base), Uri::new(reference));
    base_uri.split_in_place()?;
    uri.split_in_place()?;
    let Some(scheme) = base_uri.scheme() else {
        return Err(Error::NotFull);
    };
    let own = uri.scheme().filter(|own| strict || !own.eq_ignore_ascii_case(scheme));
    output.put(own.unwrap_or(scheme));
    output.byte(b':');
    let keeps_authority = own.is_none() && uri.host().is_none();
    let authority = if keeps_authority { &base_uri } else { &uri };
    if let Some(host) = authority.host() {
        output.put(b"//");
        put_part(output, b"", authority.userinfo(), b"@");
        output.put(host);
        put_part(output, b":", authority.port(), b"");
    }
    let mut query = uri.query();
    if keeps_authority && uri.path().is_empty() {
        output.put(base_uri.path());
        query = query.or(base_uri.query());
    } else if keeps_authority && let Some((directory, path)) = plainly_merged(&base_uri, &uri) {
        output.put(directory);
        output.byte(b'/');
        output.put(path);
    } else {
        let kind = if authority.host().is_some() { PathKind::WithAuthority } else { PathKind::Rootless };
        let path = if keeps_authority {
            merged(&base_uri, uri.path(), kind)
        } else {
            Removal::of_path(uri.path(), kind, <[u8]>::len)
        };
        path.put(output, <[u8]>::len, |output, segment| output.put(segment));
    }
    put_part(output, b"?", query, b"");
    put_part(output, b"#", uri.fragment(), b"");
    output.written().map(|_| ())
}

/// Puts a component out, if it is defined, with what tells it from an undefined one (section 5.3).
fn put_part<T: Byte>(output: &mut Output<'_, T>, before: &[u8], part: Option<&[u8]>, behind: &[u8]) {
    if let Some(part) = part {
        output.put(before);
        output.put(part);
        output.put(behind);
    }
}

/// A path that is not empty behind the base's, up to its last slash (section 5.2.3).
fn merged<'u>(base: &Uri<'u>, path: &'u [u8], kind: PathKind) -> Removal<'u> {
    if path.first() == Some(&b'/') {
        return Removal::of_path(path, kind, <[u8]>::len);
    }
    let (rooted, segments) = match base.path() {
        [b'/', segments @ ..] => (true, segments),
        segments => (segments.is_empty() && base.host().is_some(), segments),
    };
    let last = segments.iter().rposition(|byte| *byte == b'/');
    let before = last.and_then(|slash| segments.get(..slash));
    Removal::new(before, path, rooted, kind, <[u8]>::len)
}

/// Where there are no dot segments but those that the reference begins with, most of all: the base's path up to
/// a slash, and what stands behind it. None for what [`merged`] must look at segment by segment.
fn plainly_merged<'u>(base: &Uri<'u>, uri: &Uri<'u>) -> Option<(&'u [u8], &'u [u8])> {
    let mut directory = parent(base.path());
    let mut path = uri.path();
    if base.host().is_none() || !base.plain || !has_no_dot(directory) || path.first() == Some(&b'/') {
        return None;
    }
    loop {
        path = match path {
            [b'.', b'/', rest @ ..] => rest,
            [b'.', b'.', b'/', rest @ ..] => {
                directory = parent(directory);
                rest
            }
            _ => break,
        };
    }
    if uri.plain && has_no_dot(path) { Some((directory, path)) } else { None }
}

/// A path without its last segment and the slash before it.
fn parent(path: &[u8]) -> &[u8] {
    path.iter().rposition(|byte| *byte == b'/').and_then(|slash| path.get(..slash)).unwrap_or(&[])
}

/// Without an end to the loop before its time, so that compilers can look at many characters at once.
fn has_no_dot(path: &[u8]) -> bool {
    path.iter().fold(true, |none, byte| none & (*byte != b'.'))
}
