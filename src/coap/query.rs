// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parameters of a request: the values of Uri-Query (RFC 7252 sections 5.10.1 and 6.5).

use super::option::{Options, TEXT_MAX, URI_QUERY};
use super::request::check_length;
use crate::cri::parameter::value_of;
use crate::error::Error;
use crate::utf8;

/// The parameters of a request that have a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoapNamedParameters<'a> {
    /// The value of the first, UTF-8: `None` if it has no `=`, and if there is no such parameter.
    pub value: Option<&'a [u8]>,
    /// How many there are.
    pub count: usize,
}

/// Finds the parameters with a name in the delta-coded options of a request: those whose Uri-Query is the name alone,
/// or the name, `=` and a value.
///
/// `CoapLength` and `Utf8` for any Uri-Query that no request may have; `CoapOption` and `Truncated` for malformed
/// options. Linear.
pub fn coap_query_find<'a>(options: &'a [u8], name: &[u8]) -> Result<CoapNamedParameters<'a>, Error> {
    let mut found = CoapNamedParameters::default();
    for option in Options::new(options, 0) {
        let (URI_QUERY, parameter) = option? else { continue };
        check_parameter(parameter)?;
        if let Some(value) = value_of(core::iter::once(parameter), name) {
            if found.count == 0 {
                found.value = value.map(|(value, _)| value);
            }
            found.count += 1;
        }
    }
    Ok(found)
}

/// Checks the value of a Uri-Query (R17).
fn check_parameter(value: &[u8]) -> Result<(), Error> {
    check_length(value, 0, TEXT_MAX)?;
    if utf8::is_valid(value) { Ok(()) } else { Err(Error::Utf8) }
}
