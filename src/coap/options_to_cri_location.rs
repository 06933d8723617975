// SPDX-License-Identifier: MIT OR Apache-2.0
//! The part that each Location-* option of a response adds to a CRI reference (RFC 7252 section 5.10.7).

use super::option::{LOCATION_PATH, LOCATION_QUERY, TEXT_MAX};
use super::request::check_length;
use crate::builder::Builder;
use crate::cri::DISCARD_ALL;
use crate::error::Error;

/// Adds an option to the reference.
pub(super) fn location_option(builder: &mut Builder<'_>, number: u16, value: &[u8]) -> Result<(), Error> {
    let path = number == LOCATION_PATH;
    // (RFC 7252 5.10.7 reserved)
    if matches!(number, 128 | 132 | 136 | 140) {
        return Err(Error::CoapOption);
    }
    if !path && number != LOCATION_QUERY {
        return Ok(());
    }
    check_length(value, 0, TEXT_MAX)?;
    if builder.is_empty() {
        builder.try_discard(DISCARD_ALL)?;
        if !path {
            builder.segment_as_written(&[])?;
        }
    }
    if path { builder.segment_as_written(value) } else { builder.parameter_as_written(value) }
}
