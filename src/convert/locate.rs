// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finding the place of the error in a text that has no CRI.
//!
//! Nothing is checked here: the text is read again by the steps of `from_uri.rs`, and the step that fails gives the place.

use core::mem::MaybeUninit;

use super::from_uri::UriComponents;
use crate::error::Error;
use crate::part::{Fault, Part};
use crate::revision::Revision;
use crate::uri::{HostKind, ReadUri, Uri};
use crate::words;
use crate::words::find;

/// Reads a URI reference as [`from_uri`](super::from_uri), without writing its CRI, and finds the character at fault.
/// Linear.
///
/// For `UriSyntax` and `UriNotAscii` it is the first invalid character, for an invalid triplet its `%`, for an invalid
/// IP literal its `[`; for a zone identifier the `%` before it, for a port its first digit, for user information its
/// colon; for a path that no CRI has, its first character.
pub fn from_uri_where(revision: Revision, uri: &[u8]) -> Result<(), Fault> {
    locate(revision, uri, Uri::read_ascii)
}

/// Reads an IRI reference as [`from_iri`](super::from_iri), and finds the character at fault as [`from_uri_where`].
pub fn from_iri_where(revision: Revision, iri: &[u8]) -> Result<(), Fault> {
    locate(revision, iri, Uri::read_iri)
}

fn locate<'u>(revision: Revision, text: &'u [u8], reader: impl ReadUri<'u>) -> Result<(), Fault> {
    let mut components = UriComponents::new(revision);
    let split = components.split(text, reader);
    let error = match split.and_then(|()| components.analyse_path()) {
        Ok(()) => return Ok(()),
        Err(error) => error,
    };
    let mut place = MaybeUninit::uninit();
    let (uri, read) = reader(&mut place, text);
    let start = |part: Part| uri.bounds.get(part as usize).copied().unwrap_or(0);
    let (offset, part) = if read.is_err() {
        (uri.read_to(), part_at_end(uri, text))
    } else if split.is_ok() {
        (start(Part::Path), Part::Path)
    } else {
        match error {
            Error::UriPort => (start(Part::Port) + 1, Part::Port),
            // The zone follows the address, of which `literal` is the length.
            Error::Zone | Error::UriHost if uri.literal > 0 => (start(Part::Host) + uri.literal as usize, Part::Zone),
            Error::UriHost => (start(Part::Host), Part::Host),
            _ => {
                // Two slashes precede it.
                let colon = find(uri.userinfo().unwrap_or(&[]), b':');
                (start(Part::Userinfo) + 2 + colon, Part::Userinfo)
            }
        }
    };
    Err(Fault { error, offset, part })
}

/// The component in which reading ended at an invalid character.
fn part_at_end(uri: &Uri<'_>, text: &[u8]) -> Part {
    const AFTER_HOST: [Part; 4] = [Part::Fragment, Part::Query, Part::Path, Part::Port];
    let [_, authority, ..] = uri.bounds;
    let is_begun = |part: &Part| !uri.range(*part as usize, *part as usize + 1).is_empty();
    match text.get(authority..) {
        Some([b'/', b'/', ..]) if uri.host_kind() == HostKind::None => part_of_authority(uri, text),
        Some([b'/', b'/', ..]) => AFTER_HOST.into_iter().find(is_begun).unwrap_or(Part::Host),
        _ => AFTER_HOST.into_iter().find(is_begun).unwrap_or(Part::Path),
    }
}

/// The component at fault in an authority whose host was not read: user information if an at sign follows before `/`, `?`,
/// `#` or the end.
fn part_of_authority(uri: &Uri<'_>, text: &[u8]) -> Part {
    let [_, authority, host, ..] = uri.bounds;
    let at = uri.read_to();
    let mut after = text.get(at..).unwrap_or(&[]).split(|byte| b"/?#".contains(byte));
    let has = |text: Option<&[u8]>, byte| text.is_some_and(|text| words::has(text, byte));
    if host == at {
        // An invalid IP literal.
        Part::Host
    } else if has(after.next(), b'@') {
        Part::Userinfo
    } else if has(text.get(authority..at), b':') {
        Part::Port
    } else {
        Part::Host
    }
}
