// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options that a proxy forwards, in requests and in responses (RFC 7252 section 5.7, RFC 8768, R50).

use super::OptionList;
use super::option::*;
use super::path_abbrev::ShortPath;
use crate::bytes::output::Output;
use crate::error::Error;

/// Writes the options of a request that a proxy forwards, delta-coded.
///
/// The proxy adds its own options, with [`merge_options`](crate::coap::merge_options) or
/// [`insert_option`](crate::coap::insert_option): the options that [`Cri::to_coap`](crate::Cri::to_coap) writes for
/// the target, and the options that it processes itself. So these options are omitted:
///
/// - the options that identify the resource (R50): Uri-Host, Uri-Port, Uri-Path, Uri-Query, the four Proxy-* options,
///   and a Uri-Path-Abbrev whose value is known. An unknown value is forwarded (R29);
/// - the options whose numbers are in `processed`.
///
/// Hop-Limit is reduced by 1 (RFC 8768 section 3). All other options are forwarded unchanged.
///
/// Fails with `CoapUnsafe` if another option is unsafe to forward, with `CoapHopLimit` if Hop-Limit is not a number
/// from 1 to 255, and with `CoapHopLimitReached` if it is 1. The first of these options counts. Malformed options,
/// `CoapOption` or `Truncated`, take precedence. Fails with `Buffer` if the options do not fit. Linear in the number of
/// options times the number of processed numbers.
///
/// ```
/// use cri::{Error, Output, coap};
///
/// let options = b"\x31h\x61x\x21a\x11\x3c\x41\x10"; // Uri-Host, OSCORE, Uri-Path, Content-Format, Hop-Limit 16
/// let mut buffer = [0; 16];
/// let mut output = Output::new(&mut buffer);
/// coap::forward_request(options, &[], &mut output)?;
/// assert_eq!(output.written()?, b"\x91x\x31\x3c\x41\x0f");
/// // Observe is unsafe to forward.
/// assert_eq!(coap::forward_request(b"\x60", &[], &mut output), Err(Error::CoapUnsafe));
/// # Ok::<(), Error>(())
/// ```
pub fn forward_request(options: &[u8], processed: &[u16], output: &mut Output<'_>) -> Result<(), Error> {
    forward(options, processed, output, |list, number, value| {
        match number {
            // R29
            URI_PATH_ABBREV if ShortPath::of_option(value).is_err() => list.put(number, value),
            // R50
            _ if is_of_target(number) => {}
            // A second Hop-Limit is treated as unknown (RFC 7252 5.4.5).
            HOP_LIMIT if list.last != HOP_LIMIT => list.put(number, &[reduced_hop_limit(value)?]),
            _ => put_safe(list, number, value)?,
        }
        Ok(())
    })
}

/// Writes the options of a response that a proxy forwards, delta-coded. The options whose numbers are in `processed`
/// are omitted: the proxy adds its own, with [`insert_option`](crate::coap::insert_option).
///
/// Fails with `CoapResponse` if another option is unsafe to forward, or if the options are malformed: a proxy answers
/// 5.02 (Bad Gateway). Fails with `Buffer` if the options do not fit. Linear in the number of options times the number
/// of processed numbers.
///
/// ```
/// use cri::{Error, Output, coap};
///
/// let options = b"\x41e\xa1\x3c"; // ETag, Max-Age 60
/// let mut buffer = [0; 16];
/// let mut output = Output::new(&mut buffer);
/// coap::forward_response(options, &[14], &mut output)?;
/// assert_eq!(output.written()?, b"\x41e");
/// assert_eq!(coap::forward_response(options, &[], &mut output), Err(Error::CoapResponse));
/// # Ok::<(), Error>(())
/// ```
pub fn forward_response(options: &[u8], processed: &[u16], output: &mut Output<'_>) -> Result<(), Error> {
    // R50
    forward(options, processed, output, put_safe)
        .map_err(|error| if error == Error::Buffer { error } else { Error::CoapResponse })
}

/// Writes options by a rule, which is called for each option whose number is not in `processed`. The first error of the
/// rule counts, unless options are malformed.
fn forward(
    options: &[u8],
    processed: &[u16],
    output: &mut Output<'_>,
    rule: impl Fn(&mut OptionList<'_, '_>, u16, &[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut list = OptionList::new(output);
    let mut result = Ok(());
    for option in Options::new(options, 0) {
        let (number, value) = option?;
        if !processed.contains(&number) {
            result = result.and(rule(&mut list, number, value));
        }
    }
    result.and(list.finish())
}

/// Writes an option that the proxy does not know. Fails with `CoapUnsafe` if it is unsafe to forward.
fn put_safe(list: &mut OptionList<'_, '_>, number: u16, value: &[u8]) -> Result<(), Error> {
    // RFC 7252 5.7.1
    if number & 2 != 0 {
        return Err(Error::CoapUnsafe);
    }
    list.put(number, value);
    Ok(())
}

/// Returns the Hop-Limit for the next proxy or server.
fn reduced_hop_limit(value: &[u8]) -> Result<u8, Error> {
    // RFC 8768 3
    match value {
        [1] => Err(Error::CoapHopLimitReached),
        [limit @ 2..=u8::MAX] => Ok(limit - 1),
        _ => Err(Error::CoapHopLimit),
    }
}
