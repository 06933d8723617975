// SPDX-License-Identifier: MIT OR Apache-2.0
//! From URI text to the options of a request (RFC 7252 section 6.4, R16, R33). The text is read as by from-URI (R12),
//! but every triplet is decoded.

use core::mem::MaybeUninit;

use super::cri_to_options::Writer;
use super::option::{Endpoint, URI_HOST, URI_PATH, URI_QUERY};
use crate::cbor::output::Output;
use crate::cbor::read;
use crate::cbor::write::Sink;
use crate::chars::is_host_text;
use crate::convert::authority::{UriAuthority, UriHost};
use crate::convert::component::{Characters, Component, Rules, put_short};
use crate::convert::path::PathWithoutDots;
use crate::cri::authority::{Authority, Host};
use crate::cri::items::Items;
use crate::cri::lone_segment::is_lone_empty;
use crate::cri::text::Text;
use crate::cri::{Cri, PATH_SET, PLAIN_HOST};
use crate::error::Error;
use crate::revision::Revision;
use crate::scan::URI;
use crate::uri::dot_segments::{Kept, Measured, PathAfter, first_dot_segment, places_before};
use crate::uri::{HostKind, Part, Uri};
use crate::words::{find, same};
use crate::{scheme, utf8};

/// Writes the options of a request for a URI (RFC 7252 section 6.4, R33). Every triplet is decoded. Dot segments are
/// removed first. The other arguments are those of [`Cri::to_coap`].
///
/// If the URI has several faults, the first in this order counts: `UriSyntax` and `UriNotAscii`; `NotFull`;
/// `CoapScheme`; `CoapFragment`; `CoapAuthority`; the errors of [`from_uri`](crate::from_uri()) about the authority,
/// `CoapUserinfo` and `CoapEmptyHost`; then those of the options in their order: `Utf8` if triplets are not UTF-8,
/// `CoapHost` for a host name with characters that Uri-Host does not allow, `CoapLength`, and `CoapOrder` if `after` is
/// more than the number of the first option. `Buffer` if it does not fit. Linear, whatever the text.
///
/// ```
/// use cri::{Output, Revision, coap};
///
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// coap::from_uri(Revision::Href27, "coap://h/a%20b", None, 0, &mut output)?;
/// assert_eq!(output.written()?, b"\x31h\x83a b"); // Uri-Host, Uri-Path
/// # Ok::<(), cri::Error>(())
/// ```
pub fn from_uri(
    revision: Revision,
    uri: impl AsRef<[u8]>,
    destination: Option<&Endpoint<'_>>,
    after: u16,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let uri = uri.as_ref();
    let mut place = MaybeUninit::uninit();
    let uri = Uri::read(&mut place, uri, URI)?;
    let mut writer = UriWriter { options: Writer::new(output, after) };
    writer.uri(revision, uri, destination)?;
    writer.options.finish()
}

/// Writes the options of a request for the resource that a URI reference refers to: those that [`from_uri`] writes
/// for the URI of the CRI that [`Cri::resolve_to`] makes of the base and of the reference as
/// [`from_uri`](crate::from_uri()) converts it (R33). A zone identifier in the base, which may have no URI form, is
/// read as in [`Cri::to_coap`].
///
/// Errors as [`from_uri`]; first `NotFull` if the base has no scheme; before those of options also `NoCri`, and
/// those of the base as [`Cri::to_coap`]. Linear, whatever the text and the base.
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
        return Err(Error::NotFull);
    }
    let mut place = MaybeUninit::uninit();
    let uri = Uri::read(&mut place, uri, URI)?;
    let mut writer = UriWriter { options: Writer::new(output, after) };
    if uri.has(Part::Scheme, Part::Scheme) {
        writer.uri(base.revision, uri, destination)?;
    } else if uri.host_kind() != HostKind::None {
        //= R9
        writer.after_scheme(base.revision, uri, base.coap_port()?, destination)?;
    } else {
        writer.relative(base, uri, destination)?;
    }
    writer.options.finish()
}

/// The longest value whose head is a byte.
const SHORT: usize = 12;

/// Writes the components of a URI as options.
struct UriWriter<'o, 'b> {
    options: Writer<'o, 'b>,
}

impl UriWriter<'_, '_> {
    /// Writes the options of a URI.
    #[inline(always)]
    fn uri(&mut self, revision: Revision, uri: &Uri<'_>, destination: Option<&Endpoint<'_>>) -> Result<(), Error> {
        let (_, name) = uri.range(Part::Scheme).split_last().ok_or(Error::NotFull)?;
        //= href-27 8.1.1 step 2, RFC 7252 6.4 step 3
        let default_port = scheme::coap_port_of_name(name).ok_or(Error::CoapScheme)?;
        self.after_scheme(revision, uri, default_port, destination)
    }

    /// Writes the options of a URI of a scheme with that default port, or of a reference that begins with an authority.
    fn after_scheme(
        &mut self,
        revision: Revision,
        uri: &Uri<'_>,
        default_port: u16,
        destination: Option<&Endpoint<'_>>,
    ) -> Result<(), Error> {
        no_fragment(uri)?;
        if uri.host_kind() == HostKind::None {
            return Err(Error::CoapAuthority);
        }
        let mut authority = UriAuthority::empty();
        authority.read(revision, uri)?;
        //= R16
        if authority.userinfo.is_some() {
            return Err(Error::CoapUserinfo);
        }
        let mut address = |address: &[u8], zone: Option<&[u8]>| {
            self.options.host_address(address, destination, |there| zone.is_none_or(|zone| is_zone(zone, there)));
        };
        match &authority.host {
            //= RFC 7252 6.1
            UriHost::Empty => return Err(Error::CoapEmptyHost),
            UriHost::Name(name) => self.component(URI_HOST, *name),
            UriHost::Ipv4(octets) => address(octets, None),
            UriHost::Ipv6(groups, zone) => address(groups.as_flattened(), *zone),
        }
        self.options.port(authority.port.unwrap_or(default_port), Some(default_port), destination, false);
        // A path after an authority is rooted, or empty.
        self.segments(uri.range(Part::Path).get(1..).map(|path| Component::of(uri, Part::Path, path)), 0);
        self.parameters(uri);
        Ok(())
    }

    /// Writes the options of a reference without an authority.
    // Not inlined: references with an authority need no stack for the kept view, 64 bytes.
    #[inline(never)]
    fn relative(&mut self, base: &Cri<'_>, uri: &Uri<'_>, destination: Option<&Endpoint<'_>>) -> Result<(), Error> {
        no_fragment(uri)?;
        let text = uri.range(Part::Path);
        // The reference without its own segments and parameters: resolving it gives the part of the base that is kept.
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
            self.kept_texts(URI_PATH, kept.path);
            self.kept_texts(URI_PATH, kept.path_tail);
        }
        self.segments(own, kept.path_count);
        if own_query {
            self.parameters(uri);
        } else if !kept.query.is_empty() {
            self.kept_texts(URI_QUERY, read::content(kept.query));
        }
        Ok(())
    }

    /// Writes the authority of the base. A host name is decoded and written in lower case, as that of a URI (R33).
    fn kept_authority(&mut self, kept: &Cri<'_>, destination: Option<&Endpoint<'_>>) -> Result<(), Error> {
        let default_port = kept.coap_port()?;
        // Only revision 27 notes labels that are not plain.
        let is_plain = kept.revision == Revision::Href27 && kept.flags & PLAIN_HOST != 0;
        if !is_plain
            && kept.fragment.is_empty()
            && let Some(Authority { userinfo: None, host: Host::Name(labels), port }) = kept.authority()
            && !{ labels }.all(is_lower_host)
        {
            self.decoded_name(labels);
            self.options.port(port.unwrap_or(default_port), Some(default_port), destination, false);
            return Ok(());
        }
        self.options.authority(kept, destination, Some(default_port), false)
    }

    /// Writes Uri-Host for labels, decoded and in lower case.
    // Not inlined: few names need it, and the caller's frame would be 64 bytes larger.
    #[inline(never)]
    fn decoded_name(&mut self, labels: Items<'_>) {
        let length: usize = labels.map(|label| label.decoded_length() + 1).sum();
        self.options.head(URI_HOST, length - 1);
        for (index, label) in labels.enumerate() {
            if index > 0 {
                self.options.output.byte(b'.');
            }
            //= R33
            if !label.is_utf8() {
                self.options.fail(Error::Utf8);
            }
            for chunk in label.chunks() {
                //= R16
                if !is_host_text(chunk.bytes) || chunk.bytes.contains(&b'.') {
                    self.options.fail(Error::CoapHost);
                }
                self.options.output.put_lowercase(chunk.bytes);
            }
        }
    }

    /// Writes texts of the base as options, decoded (R33).
    fn kept_texts(&mut self, number: u16, texts: &[u8]) {
        let mut rest = self.options.plain_texts(number, texts);
        while let Some(item) = read::item(&mut rest) {
            let text = Text::of_item(item);
            self.options.head(number, text.decoded_length());
            //= R33
            if !text.is_utf8() {
                self.options.fail(Error::Utf8);
            }
            text.chunks().for_each(|chunk| self.options.output.put(chunk.bytes));
            rest = self.options.plain_texts(number, rest);
        }
    }

    /// Writes the segments of a path without its root, as Uri-Path, after so many others. Together they are not a path
    /// if they are one empty segment.
    ///
    /// A path with dot segments is measured, and then written from its end, since what a `..` removes is before it.
    fn segments(&mut self, path: Option<Component<'_>>, others: usize) {
        let Some(path) = path else {
            return;
        };
        if first_dot_segment(path.text, path.encoded) == path.text.len() {
            // An empty text is one segment. Others have more than one, or one that is not empty.
            //= href-27 8.1.1 step 7, RFC 7252 6.4 step 8
            if !is_lone_empty(others + 1, || path.text.is_empty()) {
                self.components(URI_PATH, path, b'/');
            }
            return;
        }
        let kept = Kept::new(path.text);
        let Measured { mut count, size, .. } = kept.measure(option_size);
        //= href-27 8.1.1 step 7, RFC 7252 6.4 step 8
        if is_lone_empty(others + count, || size == 1) {
            return;
        }
        let last = self.options.last;
        let end = self.options.output.position() + size;
        for (at, segment) in places_before(end, kept.take(count), option_size) {
            count -= 1;
            self.options.output.seek(at);
            self.options.last = if count == 0 { last } else { URI_PATH };
            self.component(URI_PATH, Component { text: segment, ..path });
        }
        self.options.output.seek(end);
    }

    fn parameters(&mut self, uri: &Uri<'_>) {
        if let [_, text @ ..] = uri.range(Part::Query) {
            self.components(URI_QUERY, Component::of(uri, Part::Query, text), b'&');
        }
    }

    /// Writes the components between separators, each as an option.
    ///
    /// Short components without triplets become options by replacing every separator with a head. Other ones are
    /// written one by one.
    fn components(&mut self, number: u16, list: Component<'_>, separator: u8) {
        let mut rest = list.text;
        loop {
            let Some(after) = self.short_components(number, Component { text: rest, ..list }, separator) else {
                return;
            };
            let end = find(after, separator);
            self.component(number, Component { text: after.get(..end).unwrap_or(after), ..list });
            let Some(after) = after.get(end + 1..) else {
                return;
            };
            rest = after;
        }
    }

    /// Copies short components as [`put_short`]. Returns the others.
    fn short_components<'u>(&mut self, number: u16, list: Component<'u>, separator: u8) -> Option<&'u [u8]> {
        // An option that is out of order is refused when it is written by itself.
        let Some(delta @ ..13) = number.checked_sub(self.options.last) else {
            return Some(list.text);
        };
        // After an option of the same number the head is the length.
        let copied = put_short(self.options.output, list, separator, SHORT, [(delta << 4) as u8, 0]);
        if copied.count > 0 {
            self.options.last = number;
        }
        copied.rest
    }

    /// Writes a component as an option, decoded, a host name also in lower case. `Utf8` if octets are not UTF-8,
    /// `CoapHost` for a host name with characters that Uri-Host does not allow.
    fn component(&mut self, number: u16, component: Component<'_>) {
        let raw = component.text;
        let triplets = if component.encoded { triplets(raw) } else { 0 };
        let is_host = number == URI_HOST;
        if triplets == 0 && (!is_host || utf8::has_no_upper(raw)) {
            return self.options.option(number, raw);
        }
        self.options.head(number, raw.len() - 2 * triplets);
        for (octets, length, is_octet) in Characters::new(raw, DECODE_ALL) {
            let octets = octets.get(..length).unwrap_or(&[]);
            //= R33
            if is_octet {
                self.options.fail(Error::Utf8);
            }
            //= R16
            if is_host && !is_host_text(octets) {
                self.options.fail(Error::CoapHost);
            }
            //= RFC 7252 6.4 step 5
            if is_host {
                self.options.output.put_lowercase(octets);
            } else {
                self.options.output.put(octets);
            }
        }
    }
}

/// Decodes every triplet: no ASCII character stays percent-encoded (R33).
const DECODE_ALL: Rules = Rules::of(0);

/// The discard value of a reference without an authority.
// Not inlined: the path, 24 bytes, is not on the stack while options are written.
#[inline(never)]
fn discard(uri: &Uri<'_>) -> Result<u8, Error> {
    let mut path = PathWithoutDots::empty();
    path.read(Component::of(uri, Part::Path, uri.range(Part::Path)), PathAfter::Nothing)?;
    Ok(path.discard())
}

/// Stands for a query that is present, whatever is in it.
static ANY_QUERY: [u8; 2] = [0x81, 0x60];

fn no_fragment(uri: &Uri<'_>) -> Result<(), Error> {
    //= href-27 8.1.1 step 3, RFC 7252 6.4 step 4
    if uri.has(Part::Fragment, Part::Fragment) { Err(Error::CoapFragment) } else { Ok(()) }
}

/// True if a zone identifier of a URI is this one, which is UTF-8.
fn is_zone(raw: &[u8], zone: &[u8]) -> bool {
    let mut rest = zone;
    let begins = Characters::new(raw, Rules::ZONE).all(|(octets, length, _)| {
        let (begun, after) = rest.split_at_checked(length).unwrap_or((&[], &[]));
        rest = after;
        octets.get(..length).is_some_and(|octets| same(octets, begun))
    });
    begins && rest.is_empty()
}

/// True if a label is written as it is: plain text without upper-case letters.
fn is_lower_host(label: Text<'_>) -> bool {
    label.plain().is_some_and(utf8::has_no_upper)
}

fn triplets(raw: &[u8]) -> usize {
    raw.iter().filter(|byte| **byte == b'%').count()
}

/// The length of an option that has a segment and follows another of the same number, unless the value is too long.
#[cfg_attr(not(speed), inline(never))]
fn option_size(segment: &[u8]) -> usize {
    let length = segment.len() - 2 * triplets(segment);
    1 + (length > SHORT) as usize + length
}
