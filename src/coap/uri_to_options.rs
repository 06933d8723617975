// SPDX-License-Identifier: MIT OR Apache-2.0
//! From URI text to the options of a request, without a CRI in between (RFC 7252 section 6.4, href-27 section 8.1.1,
//! R16). The text is read as by from-URI (R12).

use core::mem::MaybeUninit;

use super::cri_to_options::Writer;
use super::option::{Endpoint, URI_HOST, URI_PATH, URI_QUERY};
use crate::cbor::read;
use crate::cbor::write::{Byte, Output, Sink};
use crate::chars::is_host_text;
use crate::convert::authority::{UriAuthority, UriHost};
use crate::convert::component::{Characters, Component, Rules, put_short};
use crate::convert::path::PathWithoutDots;
use crate::cri::lone_segment::is_lone_empty;
use crate::cri::{Cri, PATH_SET};
use crate::error::Error;
use crate::revision::Revision;
use crate::scan::URI;
use crate::uri::dot_segments::{Kept, Measured, PathAfter, first_dot_segment, places_before};
use crate::uri::{HostKind, Part, Uri};
use crate::words::{find, same};
use crate::{scheme, utf8};

/// Writes the options of a request for a URI: those that [`Cri::to_coap`] writes for the CRI that
/// [`from_uri`](crate::from_uri()) makes of it. Other arguments as there.
///
/// An error exactly where they have one. Of several faults the first counts, in the order: `UriSyntax` and
/// `UriNotAscii`; `NotFull`; `CoapScheme`; `CoapFragment`; `CoapAuthority`; those of the authority; then the options in
/// their order. `Buffer` if it does not fit. Linear, whatever the text.
pub fn uri_to_coap<T: Byte>(
    revision: Revision,
    uri: &[u8],
    destination: Option<&Endpoint<'_>>,
    after: u16,
    output: &mut Output<'_, T>,
) -> Result<(), Error> {
    let mut place = MaybeUninit::uninit();
    let uri = Uri::read(&mut place, uri, URI)?;
    let mut writer = UriWriter { options: Writer::new(output, after) };
    writer.uri(revision, uri, destination)?;
    writer.options.finish()
}

/// Writes the options of a request for the resource that a URI reference refers to: those that [`Cri::to_coap`] writes
/// for the CRI that [`Cri::resolve_to`] makes of the base and of the reference as [`from_uri`](crate::from_uri())
/// converts it.
///
/// Errors as [`uri_to_coap`]; first `NotFull` if the base has no scheme; before those of options also `NoCri`, and
/// those of the base as [`Cri::to_coap`]. Linear, whatever the text and the base.
pub fn uri_reference_to_coap<T: Byte>(
    base: &Cri<'_>,
    uri: &[u8],
    destination: Option<&Endpoint<'_>>,
    after: u16,
    output: &mut Output<'_, T>,
) -> Result<(), Error> {
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
struct UriWriter<'o, 'b, T: Byte> {
    options: Writer<'o, 'b, T>,
}

impl<T: Byte> UriWriter<'_, '_, T> {
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
            UriHost::Name(name) => self.component(URI_HOST, *name, Rules::HOST),
            UriHost::Ipv4(octets) => address(octets, None),
            UriHost::Ipv6(groups, zone) => address(groups.as_flattened(), *zone),
        }
        self.options.port(authority.port.unwrap_or(default_port), Some(default_port), destination, false);
        // A path after an authority is rooted, or empty.
        self.segments(uri.path().get(1..).map(|path| Component::of(uri, Part::Path, path)), 0);
        self.parameters(uri);
        Ok(())
    }

    /// Writes the options of a reference without an authority.
    fn relative(&mut self, base: &Cri<'_>, uri: &Uri<'_>, destination: Option<&Endpoint<'_>>) -> Result<(), Error> {
        no_fragment(uri)?;
        let text = uri.path();
        let mut path = PathWithoutDots::empty();
        path.read(Component::of(uri, Part::Path, text), PathAfter::Nothing)?;
        // The reference without its own segments and parameters: resolving it gives the part of the base that is kept.
        let own_query = uri.has(Part::Query, Part::Query);
        let reference = Cri {
            discard: path.discard(),
            flags: if text.is_empty() { 0 } else { PATH_SET },
            query: if own_query { &ANY_QUERY } else { &[] },
            ..Cri::empty(base.revision)
        };
        let kept = base.resolve(&reference)?;
        self.options.authority(&kept, destination, Some(kept.coap_port()?), false)?;
        let own = match text {
            [] => None,
            [b'/', rest @ ..] | rest => Some(Component::of(uri, Part::Path, rest)),
        };
        if own.is_some() || !kept.path_is_lone() {
            self.options.texts(URI_PATH, kept.path);
            self.options.texts(URI_PATH, kept.path_tail);
        }
        self.segments(own, kept.path_count);
        if own_query {
            self.parameters(uri);
        } else if !kept.query.is_empty() {
            self.options.texts(URI_QUERY, read::content(kept.query));
        }
        Ok(())
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
                self.components(URI_PATH, path, b'/', Rules::SEGMENT);
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
        for (at, segment) in places_before(end, kept, option_size) {
            count -= 1;
            self.options.output.seek(at);
            self.options.last = if count == 0 { last } else { URI_PATH };
            self.component(URI_PATH, Component { text: segment, ..path }, Rules::SEGMENT);
        }
        self.options.output.seek(end);
    }

    fn parameters(&mut self, uri: &Uri<'_>) {
        if let [_, text @ ..] = uri.range(Part::Query) {
            self.components(URI_QUERY, Component::of(uri, Part::Query, text), b'&', Rules::PARAMETER);
        }
    }

    /// Writes the components between separators, each as an option.
    ///
    /// Short components without triplets become options by replacing every separator with a head. Other ones are
    /// written one by one.
    fn components(&mut self, number: u16, list: Component<'_>, separator: u8, rules: Rules) {
        let mut rest = list.text;
        loop {
            let Some(after) = self.short_components(number, Component { text: rest, ..list }, separator) else {
                return;
            };
            let end = find(after, separator);
            self.component(number, Component { text: after.get(..end).unwrap_or(after), ..list }, rules);
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

    /// Writes a component as an option. `CoapPet` where octets would have to stay percent-encoded, `CoapHost` for a
    /// host name with characters that Uri-Host does not allow.
    fn component(&mut self, number: u16, component: Component<'_>, rules: Rules) {
        let raw = component.text;
        let triplets = if component.encoded { triplets(raw) } else { 0 };
        if triplets == 0 && (!rules.fold || utf8::has_no_upper(raw)) {
            return self.options.option(number, raw);
        }
        self.options.head(number, raw.len() - 2 * triplets);
        for (octets, length, pet) in Characters::new(raw, rules) {
            let octets = octets.get(..length).unwrap_or(&[]);
            //= href-27 8.1.1 pet
            if pet {
                self.options.fail(Error::CoapPet);
            }
            //= R16
            if rules.fold && !is_host_text(octets) {
                self.options.fail(Error::CoapHost);
            }
            for octet in octets {
                //= RFC 7252 6.4 step 5
                self.options.output.byte(if rules.fold { octet.to_ascii_lowercase() } else { *octet });
            }
        }
    }
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

fn triplets(raw: &[u8]) -> usize {
    raw.iter().filter(|byte| **byte == b'%').count()
}

/// The length of an option that has a segment and follows another of the same number, unless the value is too long.
#[cfg_attr(not(speed), inline(never))]
fn option_size(segment: &[u8]) -> usize {
    let length = segment.len() - 2 * triplets(segment);
    1 + (length > SHORT) as usize + length
}
