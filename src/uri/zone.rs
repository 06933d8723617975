// SPDX-License-Identifier: MIT OR Apache-2.0
//! The zone identifier of an IPv6 address that a person typed into a URI. A valid URI cannot contain it (RFC 9844, RFC
//! 6874).

use super::lenient::bounds;
use crate::bytes::chars::{UNRESERVED, run};
use crate::bytes::ip::parse_ipv6;
use crate::bytes::output::Output;
use crate::bytes::scan::Groups;
use crate::bytes::utf8::checked_str;
use crate::bytes::words::find;
use crate::error::Error;

/// Writes a URI without the zone identifier of its host. Returns the zone identifier, or an empty text if the host has
/// no zone identifier.
///
/// The zone identifier follows a percent sign after the IPv6 address. It has one or more characters, which must be
/// unreserved. If `25` and a further character follow the percent sign, `25` is not part of the zone identifier: `%25`
/// is the escape of the percent sign in RFC 6874. Fails with `UriHost` if the text before the percent sign is not an
/// address or the text after it is not a zone identifier, and with `Buffer` if the result does not fit. The host is
/// found as in [`Uri::split_lenient`], and all other components are copied unchecked. Linear.
///
/// [`Uri::split_lenient`]: super::Uri::split_lenient
///
/// ```
/// use cri::{Output, uri};
///
/// let mut buffer = [0; 64];
/// let mut output = Output::new(&mut buffer);
/// assert_eq!(uri::without_zone("coap://[fe80::1%eth0]/a", &mut output)?, "eth0");
/// assert_eq!(output.written()?, b"coap://[fe80::1]/a");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn without_zone<'u>(text: &'u (impl AsRef<[u8]> + ?Sized), output: &mut Output<'_>) -> Result<&'u str, Error> {
    put_without_zone(text.as_ref(), output).map(checked_str)
}

pub(crate) fn put_without_zone<'u>(text: &'u [u8], output: &mut Output<'_>) -> Result<&'u [u8], Error> {
    let mut zone: &[u8] = &[];
    let mut rest = text;
    // R46: brackets and percent signs outside the host have no meaning here.
    let [_, _, host, after_host, ..] = bounds(text);
    if let Some([b'[', literal @ .., b']']) = text.get(host..after_host)
        && let Some((address, typed)) = literal.split_at_checked(find(literal, b'%'))
        && let [_, typed @ ..] = typed
    {
        zone = match typed {
            // RFC 6874 2
            [b'2', b'5', zone @ ..] if !zone.is_empty() => zone,
            _ => typed,
        };
        if !parse_ipv6(address, &mut Groups::default()) || zone.is_empty() || run(zone, UNRESERVED) < zone.len() {
            return Err(Error::UriHost);
        }
        output.put(text.get(..=host).unwrap_or(&[]));
        output.put(address);
        // The rest begins with the closing bracket.
        rest = text.get(after_host - 1..).unwrap_or(&[]);
    }
    output.put(rest);
    output.check().map(|()| zone)
}
