// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion from a URI to a CoRI, which the draft calls decomposition (cori 2.2 decompose).

use super::options::{put_head, put_number, put_string};
use super::{FRAGMENT, HOST_IP, HOST_NAME, PATH, PORT, QUERY, SCHEME};
use crate::bytes::output::Output;
use crate::bytes::scan::URI;
use crate::cbor::{ARRAY, BYTES, UINT};
use crate::convert::authority::UriHost;
use crate::convert::characters::{Rules, has_pet};
use crate::convert::component::{component_size, put_component};
use crate::convert::from_uri::{SchemeText, UriComponents};
use crate::error::Error;
use crate::revision::Revision;
use crate::uri::dot_segments::offsets_before;

/// Writes the normalized CoRI of a URI. Recomposing the CoRI gives the normal form of the URI, with a port, and with
/// `/` if the path is empty. The text is normalised as for a CRI (R12).
///
/// Fails with `UriNotAscii`, `UriSyntax`, `UriPort`, `UriHost` or `Zone` for the same reasons as
/// [`from_uri`](crate::from_uri), with `CoriNotAbsolute` for a relative reference, and with `Buffer` if the CoRI does
/// not fit. Linear.
///
/// Fails with `NoCori` if options cannot express the URI, which is the case if
/// - it has no authority, or has user information,
/// - it has no port, and the default port of its scheme is not known, or
/// - it has percent-encoded octets that are not UTF-8, or that recomposing would not percent-encode again.
///
/// ```
/// use cri::Output;
/// use cri::cori::decompose;
///
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// decompose("coap://h/a", &mut output)?;
/// // [1, "coap", 2, "h", 4, 5683, 6, "a"]
/// assert_eq!(output.written()?, b"\x88\x01\x64coap\x02\x61h\x04\x19\x16\x33\x06\x61a");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn decompose(uri: impl AsRef<[u8]>, output: &mut Output<'_>) -> Result<(), Error> {
    let uri = uri.as_ref();
    let mut components = UriComponents::new(Revision::Href27);
    match components.read(uri, URI) {
        Err(Error::NoCri) => return Err(Error::NoCori),
        read => read?,
    }
    put_components(&components, uri, output)
}

fn put_components(components: &UriComponents<'_>, uri: &[u8], output: &mut Output<'_>) -> Result<(), Error> {
    if matches!(components.scheme, SchemeText::None) {
        return Err(Error::CoriNotAbsolute);
    }
    let authority =
        components.authority.as_ref().filter(|authority| authority.userinfo.is_none()).ok_or(Error::NoCori)?;
    let port = authority.port.or(components.scheme.default_port(Revision::Href27)).ok_or(Error::NoCori)?;
    let host: &[u8] = if let UriHost::Name(name) = &authority.host { name.text } else { &[] };
    let query = components.query.map(|query| query.text);
    let encoded = has_pet(host, Rules::HOST)
        || query.is_some_and(|query| has_pet(query, Rules::PARAMETER))
        || components.fragment.is_some_and(|fragment| has_pet(fragment, Rules::FRAGMENT));
    if encoded {
        return Err(Error::NoCori);
    }
    let path = PathOptions::of(components)?;
    let parameters = query.map_or(0, |query| 1 + query.iter().filter(|byte| ampersand(byte)).count());
    // Scheme, host and port are always present.
    put_head(output, ARRAY, 2 * (3 + path.count + parameters + usize::from(components.fragment.is_some())));

    let scheme = uri.split(|byte| *byte == b':').next().unwrap_or(&[]);
    put_encoded(output, SCHEME, scheme, Rules::HOST);
    match &authority.host {
        UriHost::Ipv4(address) => put_string(output, HOST_IP, BYTES, address),
        UriHost::Ipv6(address, _) => put_string(output, HOST_IP, BYTES, address.as_flattened()),
        _ => put_encoded(output, HOST_NAME, host, Rules::HOST),
    }
    put_number(output, PORT, UINT, port as usize);
    if path.count > 0 {
        put_path(output, components, path.size);
    }
    if let Some(query) = query {
        for parameter in query.split(ampersand) {
            put_encoded(output, QUERY, parameter, Rules::PARAMETER);
        }
    }
    if let Some(fragment) = components.fragment {
        put_encoded(output, FRAGMENT, fragment, Rules::FRAGMENT);
    }
    output.check()
}

/// The path options of a CoRI.
struct PathOptions {
    count: usize,
    /// The sum of the lengths of the encoded options.
    size: usize,
}

impl PathOptions {
    /// Returns the options of a path. A lone empty segment is omitted.
    fn of(components: &UriComponents<'_>) -> Result<Self, Error> {
        let mut options = Self { count: 0, size: 0 };
        if components.path.is_root() {
            return Ok(options);
        }
        for segment in components.path.kept() {
            if has_pet(segment, Rules::SEGMENT) {
                return Err(Error::NoCori);
            }
            options.count += 1;
            options.size += option_size(segment);
        }
        Ok(options)
    }
}

/// Writes the path segments from the last to the first, because a `..` removes segments before it.
fn put_path(output: &mut Output<'_>, components: &UriComponents<'_>, size: usize) {
    let end = output.position() + size;
    for (at, segment) in offsets_before(end, components.path.kept(), option_size) {
        output.seek(at);
        put_encoded(output, PATH, segment, Rules::SEGMENT);
    }
    output.seek(end);
}

fn option_size(segment: &[u8]) -> usize {
    1 + component_size(segment, Rules::SEGMENT)
}

fn ampersand(byte: &u8) -> bool {
    *byte == b'&'
}

fn put_encoded(output: &mut Output<'_>, number: u8, raw: &[u8], rules: Rules) {
    output.byte(number);
    put_component(output, raw, rules);
}
