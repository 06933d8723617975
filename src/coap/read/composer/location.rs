// SPDX-License-Identifier: MIT OR Apache-2.0
//! The segments and parameters that Location-* options of a response add to a CRI reference (RFC 7252 5.10.7).

use crate::coap::message::option::{LOCATION_PATH, LOCATION_QUERY, TEXT_MAX, check_length};
use crate::coap::read::unfinished_cri::UnfinishedCri;
use crate::cri::canonical::PATH;
use crate::error::Error;

/// Adds an option to the reference.
pub(crate) fn add_location(reference: &mut UnfinishedCri<'_>, number: u16, value: &[u8]) -> Result<(), Error> {
    reference.last = number;
    let path = number == LOCATION_PATH;
    // (RFC 7252 5.10.7 reserved)
    if matches!(number, 128 | 132 | 136 | 140) {
        return Err(Error::CoapOption);
    }
    if !path && number != LOCATION_QUERY {
        return Ok(());
    }
    check_length(value, 0, TEXT_MAX)?;
    if !reference.sections.has_begun(PATH) {
        reference.discard_all();
        if !path {
            reference.segment(&[])?;
        }
    }
    if path { reference.segment(value) } else { reference.parameter(value) }
}
