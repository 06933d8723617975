// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of URI text to the options of a request (RFC 7252 section 6.4, R16, R33). The text is read as in its
//! conversion to a CRI (R12), but every triplet is decoded.

use core::mem::MaybeUninit;

use crate::bytes::chars::is_host_text;
use crate::bytes::output::Output;
use crate::bytes::scan::URI;
use crate::bytes::utf8;
use crate::bytes::words::{count, find, same};
use crate::coap::endpoint::Endpoint;
use crate::coap::message::option::{URI_HOST, URI_PATH, URI_QUERY};
use crate::coap::write::{Peer, Writer};
use crate::convert::authority::{UriAuthority, UriHost};
use crate::convert::characters::{Character, Characters, Rules};
use crate::convert::component::{Component, copy_short, put_octets};
use crate::cri::lone_segment::is_lone_empty;
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme;
use crate::uri::dot_segments::{KeptSegments, Measured, first_dot_segment, offsets_before};
use crate::uri::{HostKind, Part, Uri};

/// Writes the options of a request for a URI (RFC 7252 section 6.4, R33). Dot segments are removed first. Then every
/// triplet is decoded. The other arguments are those of [`Cri::to_coap`](crate::Cri::to_coap).
///
/// Fails with the first error of this list that applies:
///
/// 1. `UriSyntax` or `UriNotAscii`.
/// 2. `NotFull` if the text is a reference.
/// 3. `CoapScheme` if the scheme is not a CoAP scheme.
/// 4. `CoapFragment` if there is a fragment.
/// 5. `CoapAuthority` if there is no authority.
/// 6. The errors of [`from_uri`](crate::from_uri()) about the authority, `CoapUserinfo` and `CoapEmptyHost`.
/// 7. The errors of the options, in their order: `Utf8` if decoded octets are not UTF-8, `CoapHost` if a host name has
///    characters that Uri-Host does not allow, `CoapLength`, and `CoapOrder` if `after` is greater than the number of
///    the first option.
/// 8. `Buffer` if the options do not fit.
///
/// Linear, whatever the text.
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
    let mut memory = MaybeUninit::uninit();
    let uri = Uri::read(&mut memory, uri, URI)?;
    let mut writer = UriWriter { options: Writer::new(output, after) };
    writer.uri(revision, uri, destination)?;
    writer.options.finish()
}

/// Writes the options of a request to `destination` for a URI whose scheme has this default port, like [`from_uri`].
/// The fragment is ignored. Uri-Host of a name can be omitted, but the name is still checked.
pub(crate) fn put_request(
    revision: Revision,
    uri: &Uri<'_>,
    default_port: u16,
    destination: &Endpoint<'_>,
    omit_host_name: bool,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let start = output.position();
    let mut writer = UriWriter { options: Writer::new(output, 0) };
    writer.authority(revision, uri, default_port, Some(destination))?;
    if omit_host_name {
        writer.options.output.seek(start);
        writer.options.last = 0;
    }
    writer.local_part(uri);
    writer.options.finish()
}

/// The greatest length of a value in an option whose head is one byte.
const SHORT: usize = 12;

/// A writer of the components of a URI as options.
pub(super) struct UriWriter<'o, 'b> {
    pub(super) options: Writer<'o, 'b>,
}

impl UriWriter<'_, '_> {
    /// Writes the options of a URI.
    #[inline(always)]
    pub(super) fn uri(
        &mut self,
        revision: Revision,
        uri: &Uri<'_>,
        destination: Option<&Endpoint<'_>>,
    ) -> Result<(), Error> {
        let (_, name) = uri.range(Part::Scheme).split_last().ok_or(Error::NotFull)?;
        // href-27 8.1.1 step 2, RFC 7252 6.4 step 3
        let default_port = scheme::coap_port_of_name(name).ok_or(Error::CoapScheme)?;
        self.after_scheme(revision, uri, default_port, destination)
    }

    /// Writes the options of a URI whose scheme has this default port, or of a reference that begins with an authority.
    pub(super) fn after_scheme(
        &mut self,
        revision: Revision,
        uri: &Uri<'_>,
        default_port: u16,
        destination: Option<&Endpoint<'_>>,
    ) -> Result<(), Error> {
        no_fragment(uri)?;
        self.authority(revision, uri, default_port, destination)?;
        self.local_part(uri);
        Ok(())
    }

    /// Writes Uri-Host and Uri-Port of a URI unless they are implied.
    #[inline(always)]
    fn authority(
        &mut self,
        revision: Revision,
        uri: &Uri<'_>,
        default_port: u16,
        destination: Option<&Endpoint<'_>>,
    ) -> Result<(), Error> {
        if uri.host_kind() == HostKind::None {
            return Err(Error::CoapAuthority);
        }
        let mut authority = UriAuthority::empty();
        authority.read(revision, uri)?;
        // R16
        if authority.userinfo.is_some() {
            return Err(Error::CoapUserinfo);
        }
        let mut address = |address: &[u8], zone: Option<&[u8]>| {
            self.options.host_address(address, destination, |there| zone.is_none_or(|zone| is_zone(zone, there)));
        };
        match &authority.host {
            // RFC 7252 6.1
            UriHost::Empty => return Err(Error::CoapEmptyHost),
            UriHost::Name(name) => {
                self.component(URI_HOST, *name);
            }
            UriHost::Ipv4(octets) => address(octets, None),
            UriHost::Ipv6(groups, zone) => address(groups.as_flattened(), *zone),
        }
        self.options.port(authority.port.unwrap_or(default_port), Some(default_port), destination, Peer::Server);
        Ok(())
    }

    /// Writes Uri-Path and Uri-Query of a URI with an authority.
    #[inline(always)]
    fn local_part(&mut self, uri: &Uri<'_>) {
        // After an authority, the path is empty or begins with a slash, which is skipped.
        self.segments(uri.range(Part::Path).get(1..).map(|path| Component::of(uri, Part::Path, path)), 0);
        self.parameters(uri);
    }

    /// Writes the segments of a path as Uri-Path options. `path` does not include the slash of the root. It follows
    /// `others` segments that were written before. Nothing is written if all of them together are one empty segment.
    ///
    /// A path with dot segments is measured first, and then written from its end, because `..` removes a segment before
    /// it.
    pub(super) fn segments(&mut self, path: Option<Component<'_>>, others: usize) {
        let Some(path) = path else {
            return;
        };
        if first_dot_segment(path.text, path.may_have_triplets) == path.text.len() {
            // An empty text is one empty segment. Any other text is several segments, or one segment that is not empty.
            // href-27 8.1.1 step 7, RFC 7252 6.4 step 8
            if !is_lone_empty(others + 1, || path.text.is_empty()) {
                self.components(URI_PATH, path, b'/');
            }
            return;
        }
        let kept = KeptSegments::new(path.text);
        let Measured { mut count, size, .. } = kept.measure(option_size);
        // href-27 8.1.1 step 7, RFC 7252 6.4 step 8
        if is_lone_empty(others + count, || size == 1) {
            return;
        }
        let last = self.options.last;
        let end = self.options.output.position() + size;
        for (at, segment) in offsets_before(end, kept.take(count), option_size) {
            count -= 1;
            self.options.output.seek(at);
            self.options.last = if count == 0 { last } else { URI_PATH };
            self.component(URI_PATH, Component { text: segment, ..path });
        }
        self.options.output.seek(end);
    }

    pub(super) fn parameters(&mut self, uri: &Uri<'_>) {
        if let [_, text @ ..] = uri.range(Part::Query) {
            self.components(URI_QUERY, Component::of(uri, Part::Query, text), b'&');
        }
    }

    /// Writes the components between separators, each as an option.
    ///
    /// Short components without triplets are copied together, with the head of an option in place of each separator.
    /// Other components are written one by one.
    fn components(&mut self, number: u16, list: Component<'_>, separator: u8) {
        let mut rest = list.text;
        while let Some(after) = self.short_components(number, Component { text: rest, ..list }, separator)
            && let Some(after) = self.other_components(number, Component { text: after, ..list }, separator)
        {
            rest = after;
        }
    }

    /// Writes the components at the start of `list` one by one, up to and including the first one without triplets:
    /// after a component with triplets, the next one is likely to have triplets, too. Returns the text after them, if
    /// there is any.
    // Not inlined in speed-optimised builds, so that the loop of `copy_short` keeps its registers.
    #[cfg_attr(speed, inline(never))]
    fn other_components<'u>(&mut self, number: u16, list: Component<'u>, separator: u8) -> Option<&'u [u8]> {
        let mut rest = list.text;
        loop {
            let end = find(rest, separator);
            let has_triplets = self.component(number, Component { text: rest.get(..end).unwrap_or(rest), ..list });
            rest = rest.get(end + 1..)?;
            if !has_triplets {
                return Some(rest);
            }
        }
    }

    /// Writes the short components at the start of `list` with [`copy_short`]. Returns the text after them, if there is
    /// any.
    fn short_components<'u>(&mut self, number: u16, list: Component<'u>, separator: u8) -> Option<&'u [u8]> {
        // If the options are out of order, `component` reports the error.
        let Some(delta @ ..13) = number.checked_sub(self.options.last) else {
            return Some(list.text);
        };
        // The options after the first one have the same number as the previous option, so their delta is 0.
        let copied = copy_short(self.options.output, list, separator, SHORT, [(delta << 4) as u8, 0]);
        if copied.count > 0 {
            self.options.last = number;
        }
        copied.rest
    }

    /// Writes a component as an option. Decodes it, and converts a host name to lower case. Records `Utf8` if decoded
    /// octets are not UTF-8, and `CoapHost` if a host name has characters that Uri-Host does not allow. Returns true if
    /// the component has triplets.
    #[cfg_attr(speed, inline(always))]
    fn component(&mut self, number: u16, component: Component<'_>) -> bool {
        let raw = component.text;
        let triplets = if component.may_have_triplets { triplets(raw) } else { 0 };
        let is_host = number == URI_HOST;
        if triplets == 0 && (!is_host || utf8::has_no_upper(raw)) {
            self.options.option(number, raw);
            return false;
        }
        self.options.head(number, raw.len() - 2 * triplets);
        self.value(raw, is_host);
        triplets > 0
    }

    /// Writes the value of an option as [`UriWriter::component`]. Size-optimised builds write each character by itself,
    /// which takes 190 bytes less flash.
    #[cfg_attr(speed, inline(never))]
    fn value(&mut self, raw: &[u8], is_host: bool) {
        let Writer { output, error, .. } = &mut self.options;
        let mut check = |octets: &[u8], needs_pet: bool| {
            // R33
            if needs_pet {
                *error = error.or(Some(Error::Utf8));
            }
            // R16
            if is_host && !is_host_text(octets) {
                *error = error.or(Some(Error::CoapHost));
            }
        };
        // RFC 7252 6.4 step 5
        let rules = Rules { fold: is_host, ..Rules::DECODE_ALL };
        if cfg!(speed) {
            return put_octets(output, raw, rules, |_, first, needs_pet| check(&[first], needs_pet));
        }
        for Character { octets, length, needs_pet } in Characters::new(raw, rules) {
            let octets = octets.get(..length).unwrap_or(&[]);
            check(octets, needs_pet);
            if is_host {
                output.put_lowercase(octets);
            } else {
                output.put(octets);
            }
        }
    }
}

pub(super) fn no_fragment(uri: &Uri<'_>) -> Result<(), Error> {
    // href-27 8.1.1 step 3, RFC 7252 6.4 step 4
    if uri.has(Part::Fragment, Part::Fragment) { Err(Error::CoapFragment) } else { Ok(()) }
}

/// True if a zone identifier in a URI equals `zone`, which is UTF-8.
// Inlined, because programs that make no requests otherwise have a call for their only use.
#[inline(always)]
pub(crate) fn is_zone(raw: &[u8], zone: &[u8]) -> bool {
    let mut rest = zone;
    let begins = Characters::new(raw, Rules::ZONE).all(|Character { octets, length, .. }| {
        let (begun, after) = rest.split_at_checked(length).unwrap_or((&[], &[]));
        rest = after;
        octets.get(..length).is_some_and(|octets| same(octets, begun))
    });
    begins && rest.is_empty()
}

fn triplets(raw: &[u8]) -> usize {
    count(raw, b'%')
}

/// Returns the size of an option that contains a segment and follows an option with the same number. If the value is
/// too long, the size may be wrong, but the option is refused when it is written.
#[cfg_attr(not(speed), inline(never))]
fn option_size(segment: &[u8]) -> usize {
    let length = segment.len() - 2 * triplets(segment);
    1 + usize::from(length > SHORT) + length
}
