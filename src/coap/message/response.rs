// SPDX-License-Identifier: MIT OR Apache-2.0
//! The code of a response to a request that met an error (RFC 7252 section 5.9).

use crate::error::Error;

const BAD_REQUEST: u8 = 4 << 5;
const BAD_OPTION: u8 = 4 << 5 | 2;
const INTERNAL_SERVER_ERROR: u8 = 5 << 5;
const PROXYING_NOT_SUPPORTED: u8 = 5 << 5 | 5;

/// Returns the code of the response to a request that met an error. As in a message, the upper three bits are the class
/// and the lower five bits the detail.
///
/// ```
/// use cri::{Error, coap};
///
/// assert_eq!(coap::response_code(Error::CoapCritical), 0b100_00010); // 4.02 Bad Option
/// ```
pub fn response_code(error: Error) -> u8 {
    match error {
        //= RFC 7252 5.4.1, R29
        Error::CoapOption
        | Error::CoapRepeated
        | Error::CoapConflict
        | Error::CoapLength
        | Error::CoapPathAbbrev
        | Error::CoapCritical
        | Error::CoapHost => BAD_OPTION,
        //= RFC 7252 5.10.2
        Error::CoapProxy | Error::CoapScheme | Error::SchemeUnknown => PROXYING_NOT_SUPPORTED,
        // These are mistakes of the server's own program, and requests that exceed a limit of the server.
        Error::Argument
        | Error::Buffer
        | Error::Overlap
        | Error::Limit
        | Error::Revision
        | Error::Order
        | Error::NotFull
        | Error::Pattern
        | Error::Uppercase
        | Error::CoapAuthority
        | Error::CoapLocation
        | Error::CoapOrder => INTERNAL_SERVER_ERROR,
        _ => BAD_REQUEST,
    }
}
