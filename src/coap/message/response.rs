// SPDX-License-Identifier: MIT OR Apache-2.0
//! The code of a response to a request that met an error (RFC 7252 section 5.9).

use crate::error::{Error, response_code_of};

/// Returns the code of the response to a request that met an error. As in a message, the upper three bits are the class
/// and the lower five bits the detail.
///
/// ```
/// use cri::{Error, coap};
///
/// assert_eq!(coap::response_code(Error::CoapCritical), 0b100_00010); // 4.02 Bad Option
/// ```
// R47, RFC 7252 5.4.1, R29, RFC 7252 5.10.2
#[must_use]
pub fn response_code(error: Error) -> u8 {
    response_code_of(error.number())
}
