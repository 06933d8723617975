// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of a URI reference to the options of a request, without a CRI of the reference (R33).

use core::mem::MaybeUninit;

use super::to_options::{UriWriter, no_fragment};
use crate::bytes::output::Output;
use crate::bytes::scan::URI;
use crate::bytes::utf8;
use crate::cbor::read;
use crate::coap::endpoint::Endpoint;
use crate::coap::message::option::{URI_PATH, URI_QUERY};
use crate::coap::write::decoded::Case;
use crate::coap::write::{Peer, Writer};
use crate::convert::component::Component;
use crate::convert::path::PathWithoutDots;
use crate::cri::authority::{Authority, Host};
use crate::cri::text::Text;
use crate::cri::{Cri, PATH_SET, PLAIN_HOST};
use crate::error::Error;
use crate::uri::dot_segments::PathAfter;
use crate::uri::{HostKind, Part, Uri};

/// Writes the options of a request for the resource that a URI reference identifies (R33).
///
/// The reference is converted to a CRI reference, as by [`cri::from_uri`](crate::from_uri()), and resolved, as by
/// [`Cri::resolve_to`]. The options are those that [`coap::from_uri`] writes for the URI of the result. A zone
/// identifier in the base is read as in [`Cri::to_coap`], even if it has no URI form.
///
/// Fails with `Base` if the base has no scheme, and otherwise with the errors of [`coap::from_uri`]. Before the errors
/// of the options, it can also fail with `NoCri`, or with an error of [`Cri::to_coap`] for the base. Linear, whatever
/// the text and the base.
///
/// [`coap::from_uri`]: super::to_options::from_uri
///
/// ```
/// use cri::{CriBuf, Output, coap};
///
/// let base: CriBuf<32> = "coap://h/rooms/1".parse()?;
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// coap::from_uri_reference(&base.cri(), "2?u=C", None, 0, &mut output)?;
/// assert_eq!(output.written()?, b"\x31h\x85rooms\x012\x43u=C"); // Uri-Host, Uri-Path twice, Uri-Query
/// # Ok::<(), cri::Error>(())
/// ```
pub fn from_uri_reference(
    base: &Cri<'_>,
    uri: impl AsRef<[u8]>,
    destination: Option<&Endpoint<'_>>,
    after: u16,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let uri = uri.as_ref();
    if !base.is_full() {
        return Err(Error::Base);
    }
    let mut memory = MaybeUninit::uninit();
    let uri = Uri::read(&mut memory, uri, URI)?;
    let mut writer = UriWriter { options: Writer::new(output, after) };
    if uri.has(Part::Scheme, Part::Scheme) {
        writer.uri(base.revision, uri, destination)?;
    } else if uri.host_kind() != HostKind::None {
        // R9
        writer.after_scheme(base.revision, uri, base.coap_port()?, destination)?;
    } else {
        writer.relative(base, uri, destination)?;
    }
    writer.options.finish()
}

impl UriWriter<'_, '_> {
    /// Writes the options of a reference without an authority.
    #[inline(never)]
    fn relative(&mut self, base: &Cri<'_>, uri: &Uri<'_>, destination: Option<&Endpoint<'_>>) -> Result<(), Error> {
        no_fragment(uri)?;
        let text = uri.range(Part::Path);
        // Resolving the reference without its own segments and parameters gives the part of the base that is kept.
        let own_query = uri.has(Part::Query, Part::Query);
        let mut kept = Cri {
            discard: discard(uri)?,
            flags: if text.is_empty() { 0 } else { PATH_SET },
            query: if own_query { &ANY_QUERY } else { &[] },
            ..Cri::empty(base.revision)
        };
        base.resolve_in_place(&mut kept)?;
        self.kept_authority(&kept, destination)?;
        let own = match text {
            [] => None,
            [b'/', rest @ ..] | rest => Some(Component::of(uri, Part::Path, rest)),
        };
        if own.is_some() || !kept.path_is_lone() {
            self.options.decoded_texts(URI_PATH, kept.path);
            self.options.decoded_texts(URI_PATH, kept.path_tail);
        }
        self.segments(own, kept.path_count);
        if own_query {
            self.parameters(uri);
        } else if !kept.query.is_empty() {
            self.options.decoded_texts(URI_QUERY, read::content(kept.query));
        }
        Ok(())
    }

    /// Writes the authority of the base. Like the host name of a URI, a host name is decoded and written in lower case
    /// (R33).
    fn kept_authority(&mut self, kept: &Cri<'_>, destination: Option<&Endpoint<'_>>) -> Result<(), Error> {
        let default_port = kept.coap_port()?;
        // The flag does not show whether a label contains a dot.
        let is_plain = !kept.revision.has_dots_in_labels() && kept.flags & PLAIN_HOST != 0;
        if !is_plain
            && kept.fragment.is_empty()
            && let Some(Authority { userinfo: None, host: Host::Name(labels), port }) = kept.authority()
            && !{ labels }.all(is_lower_host)
        {
            self.options.decoded_name(labels, Case::Lower);
            self.options.port(port.unwrap_or(default_port), Some(default_port), destination, Peer::Server);
            return Ok(());
        }
        self.options.authority(kept, destination, Some(default_port), Peer::Server)
    }
}

/// Returns the discard value of a reference without an authority.
#[inline(never)]
fn discard(uri: &Uri<'_>) -> Result<u8, Error> {
    let mut path = PathWithoutDots::empty();
    path.read(Component::of(uri, Part::Path, uri.range(Part::Path)), PathAfter::Nothing)?;
    Ok(path.discard())
}

/// A placeholder for the query of a reference. Only its presence matters.
static ANY_QUERY: [u8; 2] = [0x81, 0x60];

/// True if a label is plain text without upper-case letters, which is written as it is.
fn is_lower_host(label: Text<'_>) -> bool {
    label.plain().is_some_and(utf8::has_no_upper)
}
