// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options of a message with another prefix of the path, for reverse proxies (RFC 7252 section 5.7.3, R52).

use super::path::{check_segment, next_segment, request_path};
use crate::bytes::output::Output;
use crate::coap::endpoint::Endpoint;
use crate::coap::message::option::{
    LOCATION_PATH, LOCATION_QUERY, Options, URI_HOST, URI_PATH, URI_PATH_ABBREV, URI_PORT, put_head,
};
use crate::coap::write::{Peer, Writer};
use crate::cri::Cri;
use crate::cri::authority::Host;
use crate::cri::lone_segment::{is_lone_empty, is_lone_empty_walked};
use crate::cri::text::Text;
use crate::error::Error;
use crate::ops::under::rest_under;

/// Writes the options of a message with another prefix of the path: of the Uri-Path options of a request if `number` is
/// 11, or of the Location-Path options of a response if `number` is 8.
///
/// The path must be the path of `prefix` or under it, as [`Cri::path_under`] decides; the scheme and the authority of
/// `prefix` are ignored. The new path consists of the segments of `replacement` and the segments after those of
/// `prefix`, as in [`Cri::replace_prefix`]. Other options are copied, with these exceptions:
///
/// - Uri-Path-Abbrev is replaced by the Uri-Path options that it represents.
/// - If `replacement` is a full CRI, Uri-Host and Uri-Port of a request are replaced by Uri-Host for the host of
///   `replacement`, if that is a name. Other options about the authority are not needed, because the request goes to
///   the address and port of `replacement`.
///
/// A response without Location-* options is copied.
///
/// Fails with `Argument` for another `number`, with `Base` if `prefix` or `replacement` is not a prefix, with
/// `Revision` if they are of different revisions, with `Prefix` if the path is not under `prefix`, and with `CoapProxy`
/// if a request is meant for a proxy. Fails with the errors of [`coap::path_under`](super::path_under) about the
/// options, of [`Cri::to_coap`] about `replacement`, and with `Buffer` if the result does not fit. Linear.
///
/// ```
/// use cri::{CriBuf, Output, coap};
///
/// let (public, backend): (CriBuf<32>, CriBuf<32>) = ("/dev/7".parse()?, "coap://192.0.2.7".parse()?);
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// // Uri-Host, Uri-Path three times, Accept
/// let options = b"\x32gw\x83dev\x017\x04temp\x61\x3c";
/// coap::replace_prefix(options, 11, &public.cri(), &backend.cri(), &mut output)?;
/// assert_eq!(output.written()?, b"\xb4temp\x61\x3c");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn replace_prefix<'a>(
    options: &'a [u8],
    number: u16,
    prefix: &Cri<'a>,
    replacement: &Cri<'a>,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    if !matches!(number, URI_PATH | LOCATION_PATH) {
        return Err(Error::Argument);
    }
    if !prefix.is_prefix() || !replacement.is_prefix() {
        return Err(Error::Base);
    }
    if prefix.revision != replacement.revision {
        return Err(Error::Revision);
    }
    if number == URI_PATH {
        let path = request_path(options)?.ok_or(Error::CoapProxy)?;
        replace(options, number, [prefix, replacement], Some(path), next_segment, output)
    } else {
        replace(options, number, [prefix, replacement], location_path(options)?, next_location, output)
    }
}

/// Writes the options with another prefix, or copies them if there is no path. `next` returns the next segment of the
/// path.
fn replace<'o, P: Copy>(
    options: &'o [u8],
    number: u16,
    [prefix, replacement]: [&Cri<'o>; 2],
    path: Option<P>,
    next: impl Fn(&mut P) -> Option<Text<'o>> + Copy,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let Some(path) = path else {
        output.put(options);
        return output.check();
    };
    let rest = rest_under(path, prefix, next).ok_or(Error::Prefix)?;
    let replaces_host = number == URI_PATH && replacement.is_full();
    let is_replaced = |option| match option {
        URI_HOST | URI_PORT => replaces_host,
        URI_PATH_ABBREV => number == URI_PATH,
        _ => option == number,
    };
    let mut writer = Writer::new(output, 0);
    let mut left = Options::new(options, 0);
    let mut option = left.next().transpose()?;
    // Copies the options up to a number, except those that are replaced.
    let mut copy_up_to = |last: u16, writer: &mut Writer<'_, '_>| {
        while let Some((own, value)) = option
            && own <= last
        {
            if !is_replaced(own) {
                copy(writer, own, value);
            }
            option = left.next().transpose()?;
        }
        Ok::<(), Error>(())
    };
    if replaces_host {
        copy_up_to(URI_HOST, &mut writer)?;
        put_host(&mut writer, replacement)?;
    }
    copy_up_to(number, &mut writer)?;
    let own = replacement.path().take(replacement.segments_before(usize::from(next(&mut { rest }).is_some())));
    put_path(&mut writer, number, (own, rest), |(own, rest)| own.next().or_else(|| next(rest)));
    copy_up_to(u16::MAX, &mut writer)?;
    writer.finish()
}

/// Writes an option of another message, whatever the length of its value.
fn copy(writer: &mut Writer<'_, '_>, number: u16, value: &[u8]) {
    put_head(writer.output, number.wrapping_sub(writer.last), value.len());
    writer.output.put(value);
    writer.last = number;
}

/// Writes the segments of a path. `next` returns the next segment.
fn put_path<'t, P: Clone>(
    writer: &mut Writer<'_, '_>,
    number: u16,
    mut path: P,
    next: impl Fn(&mut P) -> Option<Text<'t>>,
) {
    let mut after = path.clone();
    let starts_empty = next(&mut after).is_some_and(|first| first.is_empty());
    let is_lone = is_lone_empty_walked(starts_empty, || next(&mut after).is_some());
    // A request for the root has no Uri-Path (RFC 7252 6.4 step 8).
    while let Some(segment) = next(&mut path).filter(|_| !is_lone || number != URI_PATH) {
        // href-27 8.1.1 pet
        match segment.plain() {
            Some(plain) => writer.option(number, plain),
            None => writer.fail(Error::CoapPet),
        }
    }
    // The location of the root has a segment (RFC 7252 5.10.7 root).
    if number == LOCATION_PATH && writer.last < LOCATION_PATH {
        writer.option(LOCATION_PATH, &[]);
    }
}

/// Writes Uri-Host for a host that is a name. A request that is sent to the host and the port of `cri` needs no other
/// option about them.
fn put_host(writer: &mut Writer<'_, '_>, cri: &Cri<'_>) -> Result<(), Error> {
    let address: &[u8] = match cri.authority().map(|authority| authority.host) {
        Some(Host::Address(address)) => address.octets,
        _ => &[],
    };
    let default_port = cri.coap_port()?;
    let destination = Endpoint { address, zone: &[], port: cri.effective_port()? };
    writer.authority(&cri.without_fragment(), Some(&destination), Some(default_port), Peer::Server)
}

/// Returns the options that begin with the Location-Path options of a response, without a lone empty segment. Returns
/// `None` if there is neither a Location-Path nor a Location-Query. Checks the segments as those of a request.
fn location_path(options: &[u8]) -> Result<Option<Options<'_>>, Error> {
    let mut left = Options::new(options, 0);
    let (mut path, mut found, mut count, mut has_text) = (left, false, 0usize, false);
    while let Some(option) = left.next() {
        let (number, value) = option?;
        match number {
            ..LOCATION_PATH => path = left,
            LOCATION_PATH => {
                check_segment(value)?;
                (found, count, has_text) = (true, count.saturating_add(1), has_text || !value.is_empty());
            }
            _ => found |= number == LOCATION_QUERY,
        }
    }
    if is_lone_empty(count, || !has_text) {
        next_location(&mut path);
    }
    Ok(if found { Some(path) } else { None })
}

fn next_location<'a>(path: &mut Options<'a>) -> Option<Text<'a>> {
    path.next_of(LOCATION_PATH).map(Text::of_plain)
}
