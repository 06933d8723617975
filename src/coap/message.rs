// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options of a message as a list: two lists merged, an option inserted, and the options told from the payload
//! (RFC 7252 sections 3 and 3.1).

use super::option::{OPTION_VALUE_MAX, Options, put_head};
use crate::cbor::write::{Byte, Output, Sink};
use crate::error::Error;

/// An option, with its number and its value, or why it is malformed.
pub(super) type Listed<'a> = Result<(u16, &'a [u8]), Error>;

/// Writes two lists of delta-coded options as one, in ascending order of their numbers; of options of one number those
/// of the first list come first. `CoapOption` and `Truncated` for malformed options; `Buffer` if it does not fit.
/// Linear.
pub fn merge_options<T: Byte>(first: &[u8], second: &[u8], output: &mut Output<'_, T>) -> Result<(), Error> {
    merge(Options::new(first, 0), Options::new(second, 0), output)
}

/// Writes delta-coded options with one more, after the options with the same number. `CoapLength` for a value above
/// [`OPTION_VALUE_MAX`]; other errors as in [`merge_options`]. Linear.
pub fn insert_option<T: Byte>(
    options: &[u8],
    number: u16,
    value: &[u8],
    output: &mut Output<'_, T>,
) -> Result<(), Error> {
    if value.len() > OPTION_VALUE_MAX {
        return Err(Error::CoapLength);
    }
    merge(Options::new(options, 0), core::iter::once(Ok((number, value))), output)
}

/// Writes two lists of options as [`merge_options`]. Both are in ascending order.
pub(super) fn merge<'a, T: Byte>(
    mut first: impl Iterator<Item = Listed<'a>>,
    mut second: impl Iterator<Item = Listed<'a>>,
    output: &mut Output<'_, T>,
) -> Result<(), Error> {
    let (mut a, mut b) = (first.next().transpose()?, second.next().transpose()?);
    let mut last = 0;
    loop {
        let (number, value);
        match (a, b) {
            (Some((before, of_first)), _) if b.is_none_or(|(after, _)| before <= after) => {
                (number, value) = (before, of_first);
                a = first.next().transpose()?;
            }
            (_, Some(of_second)) => {
                (number, value) = of_second;
                b = second.next().transpose()?;
            }
            _ => break,
        }
        put_head(output, number.wrapping_sub(last), value.len());
        output.put(value);
        last = number;
    }
    output.written().map(|_| ())
}

/// Returns the options and the payload of a message, from the bytes after its token. The payload is empty if there is
/// none.
///
/// `CoapOption` for a malformed option; `Truncated` for an option that extends past the end and for a payload marker
/// that nothing follows, which is a format error (RFC 7252 section 3). Linear in the options.
pub fn split_message(after_token: &[u8]) -> Result<(&[u8], &[u8]), Error> {
    let mut left = Options::new(after_token, 0);
    loop {
        let options = after_token.get(..after_token.len() - left.rest.len()).unwrap_or(&[]);
        match left.rest {
            [] => return Ok((options, left.rest)),
            //= RFC 7252 3
            [PAYLOAD_MARKER] => return Err(Error::Truncated),
            [PAYLOAD_MARKER, payload @ ..] => return Ok((options, payload)),
            _ => left.next().transpose()?,
        };
    }
}

/// Follows the options if there is a payload.
const PAYLOAD_MARKER: u8 = 0xff;
