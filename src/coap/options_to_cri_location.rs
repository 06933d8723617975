// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. From the Location-* options of a response to a CRI reference (RFC 7252 section 5.10.7).

use super::option::{LOCATION_PATH, LOCATION_QUERY, TEXT_MAX};
use super::options_to_cri::Composer;
use super::request::{ANY, LOCATION, check_length};
use crate::cbor::write::{Byte, Output};
use crate::cri::DISCARD_ALL;
use crate::error::Error;
use crate::revision::Revision;

/// Writes the reference that the delta-coded Location-* options of a response mean, in canonical form.
///
/// The reference is that of [`Composer::location`], the errors those of [`Composer::option`] for Location-* options;
/// `CoapOption` and `Truncated` for malformed options; `Buffer` if it does not fit. Linear.
pub fn from_coap_location<T: Byte>(
    revision: Revision,
    options: &[u8],
    output: &mut Output<'_, T>,
) -> Result<(), Error> {
    let mut composer = Composer::location(revision, output.space());
    let (result, length) = composer.all(options, Composer::location_option);
    output.seek(length);
    result
}

impl<'b, T: Byte> Composer<'b, T> {
    /// Initialises it for a response's Location-Path and Location-Query options.
    ///
    /// They make a reference that discards the path of the request; that of a query alone is the root
    /// (RFC 7252 5.10.7 root). Without any of them it is the empty reference: the request's own CRI.
    pub fn location(revision: Revision, buffer: &'b mut [T]) -> Self {
        let mut this = Self::begin(revision, buffer);
        this.request.seen = LOCATION;
        this
    }

    pub(super) fn location_option(&mut self, number: u16, value: &[u8]) -> Result<(), Error> {
        let path = number == LOCATION_PATH;
        // (RFC 7252 5.10.7 reserved)
        if matches!(number, 128 | 132 | 136 | 140) {
            return Err(Error::CoapOption);
        }
        if !path && number != LOCATION_QUERY {
            return Ok(());
        }
        check_length(value, 0, TEXT_MAX)?;
        if self.request.seen & ANY == 0 {
            self.request.seen |= ANY;
            self.builder.discard(DISCARD_ALL)?;
            if !path {
                self.builder.segment_as_written(&[])?;
            }
        }
        if path { self.builder.segment_as_written(value) } else { self.builder.parameter_as_written(value) }
    }
}
