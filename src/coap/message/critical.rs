// SPDX-License-Identifier: MIT OR Apache-2.0
//! The critical options of a request that a server does not know (RFC 7252 section 5.4.1).

use super::option::*;
use crate::error::Error;

/// Returns the error for an option that this server does not know. Returns `None` if it knows the option or may ignore
/// it.
fn refusal(number: u16, known: &[u16]) -> Option<Error> {
    // RFC 7252 5.4.1
    let is_elective = number.is_multiple_of(2);
    if is_elective || known.contains(&number) {
        return None;
    }
    match number {
        // The functions that read these options check them.
        _ if is_of_request(number) => None,
        // RFC 7252 5.10.2 refusal
        _ if Proxy::of_option(number).is_some() => Some(Error::CoapProxy),
        _ => Some(Error::CoapCritical),
    }
}

/// Returns an iterator over the critical options of a request that a server must refuse because it does not know them.
/// It returns the number of each option and the error for it.
///
/// A server knows the options with the numbers in `known`. It also knows Uri-Host, Uri-Port, Uri-Path, Uri-Path-Abbrev
/// and Uri-Query, which the functions that read requests check. The error is `CoapProxy` for the options that are meant
/// for a proxy, and `CoapCritical` for all others; [`response_code`](crate::coap::response_code) gives the code of the
/// response.
///
/// If the options are malformed, the iterator returns `CoapOption` or `Truncated` and ends. Linear in the number of
/// options times the number of known numbers.
///
/// ```
/// use cri::{Error, coap};
///
/// let options = b"\x91x\x21a"; // OSCORE and Uri-Path
/// let mut unknown = coap::unknown_critical(options, &[]);
/// assert_eq!(unknown.next(), Some(Ok((9, Error::CoapCritical))));
/// assert_eq!(coap::unknown_critical(options, &[9]).next(), None);
/// ```
pub fn unknown_critical<'a>(
    options: &'a [u8],
    known: &'a [u16],
) -> impl Iterator<Item = Result<(u16, Error), Error>> + 'a {
    Options::new(options, 0).filter_map(move |option| match option {
        Ok((number, _)) => refusal(number, known).map(|error| Ok((number, error))),
        Err(error) => Some(Err(error)),
    })
}
