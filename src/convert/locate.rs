// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds the error in a text that has no CRI.
//!
//! This file makes no checks of its own. It reads the text again in the same steps as `from_uri.rs`, and derives the
//! offset of the error from the step that fails.

use core::mem::MaybeUninit;

use super::from_uri::UriComponents;
use crate::bytes::scan::{Grammar, IRI, URI};
use crate::bytes::words::{self, find};
use crate::error::Error;
use crate::part::{Fault, Part};
use crate::revision::Revision;
use crate::uri::{HostKind, Uri};

/// Reads a URI reference as [`from_uri`](super::from_uri) does, without writing its CRI. Fails with the errors of
/// [`from_uri`](super::from_uri) and the offset of the character at fault. Linear.
///
/// The character at fault is the first invalid character for `UriSyntax` and `UriNotAscii`: the `%` of an invalid
/// triplet, and the `[` of an invalid IP literal. For other errors, it is the `%` before a zone identifier, the first
/// digit of a port, the first colon in user information, or the first character of a path that no CRI can have.
///
/// ```
/// use cri::{Error, Part, Revision, from_uri_where};
///
/// let fault = from_uri_where(Revision::Href27, "coap://h:99999/a").err().ok_or(Error::Argument)?;
/// assert_eq!((fault.error, fault.offset, fault.part), (Error::UriPort, 9, Part::Port));
/// # Ok::<(), cri::Error>(())
/// ```
pub fn from_uri_where(revision: Revision, uri: impl AsRef<[u8]>) -> Result<(), Fault> {
    let uri = uri.as_ref();
    locate(revision, uri, URI)
}

/// Reads an IRI reference as [`from_iri`](super::from_iri) does, without writing its CRI. Fails with the errors of
/// [`from_iri`](super::from_iri) and the offset of the character at fault, as [`from_uri_where`] does.
///
/// ```
/// use cri::{Error, Part, Revision, from_iri_where};
///
/// assert_eq!(from_iri_where(Revision::Href27, "coap://h/räume"), Ok(()));
/// let fault = from_iri_where(Revision::Href27, "coap://h/a b").err().ok_or(Error::Argument)?;
/// assert_eq!((fault.error, fault.offset, fault.part), (Error::UriSyntax, 10, Part::Path));
/// # Ok::<(), cri::Error>(())
/// ```
pub fn from_iri_where(revision: Revision, iri: impl AsRef<[u8]>) -> Result<(), Fault> {
    let iri = iri.as_ref();
    locate(revision, iri, IRI)
}

fn locate(revision: Revision, text: &[u8], grammar: Grammar) -> Result<(), Fault> {
    let mut memory = MaybeUninit::uninit();
    let uri = match Uri::read(&mut memory, text, grammar) {
        Ok(uri) => uri,
        Err(refused) => {
            let (error, offset) = (refused.error, refused.offset());
            return Err(Fault { error, offset, part: part_at(refused.begun, text, offset) });
        }
    };
    let mut components = UriComponents::new(revision);
    let fault = |error, offset, part| Err(Fault { error, offset, part });
    match components.take(uri) {
        Ok((path, after)) => {
            components.path.read(path, after).or_else(|error| fault(error, uri.start(Part::Path), Part::Path))
        }
        Err(Error::UriPort) => fault(Error::UriPort, uri.start(Part::Port) + 1, Part::Port),
        // `literal` is the length of the opening bracket and the address. The zone identifier follows them.
        Err(error @ (Error::Zone | Error::UriHost)) if uri.literal > 0 => {
            fault(error, uri.start(Part::Host) + uri.literal as usize, Part::Zone)
        }
        Err(Error::UriHost) => fault(Error::UriHost, uri.start(Part::Host), Part::Host),
        Err(error) => {
            // Two slashes precede the user information.
            let colon = find(uri.part(Part::Userinfo).unwrap_or(&[]), b':');
            fault(error, uri.start(Part::Userinfo) + 2 + colon, Part::Userinfo)
        }
    }
}

/// Returns the component in which reading stopped at an invalid character.
fn part_at(uri: &Uri<'_>, text: &[u8], offset: usize) -> Part {
    const AFTER_HOST: [Part; 4] = [Part::Fragment, Part::Query, Part::Path, Part::Port];
    let is_begun = |part: &Part| uri.has(*part, *part);
    match text.get(uri.start(Part::Userinfo)..) {
        Some([b'/', b'/', ..]) if uri.host_kind() == HostKind::None => part_of_authority(uri, text, offset),
        Some([b'/', b'/', ..]) => AFTER_HOST.into_iter().find(is_begun).unwrap_or(Part::Host),
        _ => AFTER_HOST.into_iter().find(is_begun).unwrap_or(Part::Path),
    }
}

/// Returns the component at fault in an authority whose host was not read. This is the user information if an at sign
/// follows before the next `/`, `?` or `#` and before the end of the text.
fn part_of_authority(uri: &Uri<'_>, text: &[u8], offset: usize) -> Part {
    let mut after = text.get(offset..).unwrap_or(&[]).split(|byte| b"/?#".contains(byte));
    let has = |text: Option<&[u8]>, byte| text.is_some_and(|text| words::has(text, byte));
    if uri.start(Part::Host) == offset {
        // The host is an invalid IP literal.
        Part::Host
    } else if has(after.next(), b'@') {
        Part::Userinfo
    } else if has(text.get(uri.start(Part::Userinfo)..offset), b':') {
        Part::Port
    } else {
        Part::Host
    }
}
