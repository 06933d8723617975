// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists of the options of a message: merges two lists, inserts, finds and removes options, and separates the options
//! from the payload (RFC 7252 sections 3 and 3.1).

pub(super) mod cache_key;
pub(super) mod critical;
pub(super) mod forward;
pub(super) mod method;
pub(crate) mod option;
pub(super) mod path_abbrev;
pub(super) mod query;
pub(super) mod response;

use crate::bytes::output::Output;
use crate::error::Error;
use option::{OPTION_VALUE_MAX, Options, check_length, put_head, uint, uint_bytes};

/// A writer of options in ascending order of their numbers.
pub(crate) struct OptionList<'l, 'b> {
    output: &'l mut Output<'b>,
    /// The number of the previous option.
    last: u16,
}

impl<'l, 'b> OptionList<'l, 'b> {
    pub(crate) fn new(output: &'l mut Output<'b>) -> Self {
        Self { output, last: 0 }
    }

    /// Writes an option. Its number must not be less than the previous one, and its value must not be too long.
    pub(crate) fn put(&mut self, number: u16, value: &[u8]) {
        put_head(self.output, number.wrapping_sub(self.last), value.len());
        self.output.put(value);
        self.last = number;
    }

    /// Fails with `Buffer` if not all options fit.
    pub(crate) fn finish(self) -> Result<(), Error> {
        self.output.check()
    }
}

/// Writes two lists of delta-coded options as one list, in ascending order of their numbers. Among options with the
/// same number, those of the first list come first.
///
/// Fails with `CoapOption` or `Truncated` if the options are malformed, and with `Buffer` if the result does not fit.
/// Linear.
///
/// ```
/// use cri::{Output, coap};
///
/// let mut buffer = [0; 16];
/// let mut output = Output::new(&mut buffer);
/// // The first list has Observe and Accept, the second list Uri-Path.
/// coap::merge_options(b"\x60\xb1\x3c", b"\xb1a", &mut output)?;
/// assert_eq!(output.written()?, b"\x60\x51a\x61\x3c");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn merge_options(first: &[u8], second: &[u8], output: &mut Output<'_>) -> Result<(), Error> {
    let (mut first, mut second) = (Options::new(first, 0), Options::new(second, 0));
    let (mut a, mut b) = (first.next().transpose()?, second.next().transpose()?);
    let mut merged = OptionList::new(output);
    while a.is_some() || b.is_some() {
        let from_first = b.is_none_or(|(b, _)| a.is_some_and(|(a, _)| a <= b));
        let (list, next) = if from_first { (&mut first, &mut a) } else { (&mut second, &mut b) };
        if let Some((number, value)) = *next {
            merged.put(number, value);
        }
        *next = list.next().transpose()?;
    }
    merged.finish()
}

/// Writes delta-coded options and one more option, which follows the options with the same number.
///
/// Fails with `Argument` if the value is longer than [`OPTION_VALUE_MAX`]. Other errors are those of
/// [`merge_options`]. Linear.
///
/// ```
/// use cri::{Output, coap};
///
/// let mut buffer = [0; 16];
/// let mut output = Output::new(&mut buffer);
/// coap::insert_option(b"\xb1a\x43u=C", 12, &[60], &mut output)?;
/// assert_eq!(output.written()?, b"\xb1a\x11\x3c\x33u=C"); // Uri-Path, Content-Format, Uri-Query
/// # Ok::<(), cri::Error>(())
/// ```
pub fn insert_option(options: &[u8], number: u16, value: &[u8], output: &mut Output<'_>) -> Result<(), Error> {
    if value.len() > OPTION_VALUE_MAX {
        return Err(Error::Argument);
    }
    let mut list = OptionList::new(output);
    let mut left = true;
    for option in Options::new(options, 0) {
        let (own, own_value) = option?;
        if left && own > number {
            list.put(number, value);
            left = false;
        }
        list.put(own, own_value);
    }
    if left {
        list.put(number, value);
    }
    list.finish()
}

/// Writes delta-coded options and one more option as [`insert_option`] does. The value of the new option is an unsigned
/// integer, in the fewest bytes (RFC 7252 section 3.2).
///
/// ```
/// use cri::{Output, coap};
///
/// let mut buffer = [0; 16];
/// let mut output = Output::new(&mut buffer);
/// coap::insert_uint(b"\xb1a", 16, 15, &mut output)?; // Uri-Path, Hop-Limit
/// assert_eq!(output.written()?, b"\xb1a\x51\x0f");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn insert_uint(options: &[u8], number: u16, value: u32, output: &mut Output<'_>) -> Result<(), Error> {
    insert_option(options, number, uint_bytes(&value.to_be_bytes()), output)
}

/// Returns the unsigned integer in the value of the first option with a number, or `None` if there is no such option.
/// Leading zeros are ignored (RFC 7252 section 3.2).
///
/// Fails with `CoapLength` if the value has more than four bytes, and with `CoapOption` or `Truncated` if the options
/// are malformed. Linear.
///
/// ```
/// use cri::coap;
///
/// let options = b"\xb1a\x11\x3c\x40"; // Uri-Path, Content-Format 60, Hop-Limit 0
/// assert_eq!(coap::find_uint(options, 12), Ok(Some(60)));
/// assert_eq!(coap::find_uint(options, 16), Ok(Some(0)));
/// assert_eq!(coap::find_uint(options, 17), Ok(None)); // Accept
/// ```
pub fn find_uint(options: &[u8], number: u16) -> Result<Option<u32>, Error> {
    let mut found = None;
    for option in Options::new(options, 0) {
        let (own, value) = option?;
        // A second option is treated as unknown (RFC 7252 5.4.5).
        if own == number && found.is_none() {
            found = Some(value);
        }
    }
    let Some(value) = found else { return Ok(None) };
    check_length(value, 0, size_of::<u32>())?;
    Ok(Some(uint(value)))
}

/// Writes delta-coded options, except all options with the given numbers.
///
/// Fails with `CoapOption` or `Truncated` if the options are malformed, and with `Buffer` if the result does not fit.
/// Linear in the number of options times the number of removed numbers.
///
/// ```
/// use cri::{Output, coap};
///
/// let mut buffer = [0; 16];
/// let mut output = Output::new(&mut buffer);
/// coap::remove_options(b"\xb1a\x11\x3c\x33u=C", &[12], &mut output)?;
/// assert_eq!(output.written()?, b"\xb1a\x43u=C"); // Uri-Path, Uri-Query
/// # Ok::<(), cri::Error>(())
/// ```
pub fn remove_options(options: &[u8], numbers: &[u16], output: &mut Output<'_>) -> Result<(), Error> {
    let mut list = OptionList::new(output);
    for option in Options::new(options, 0) {
        let (number, value) = option?;
        if !numbers.contains(&number) {
            list.put(number, value);
        }
    }
    list.finish()
}

/// Returns the options and the payload of a message. `after_token` has the bytes of the message after the token. A
/// message without a payload has an empty one.
///
/// Fails with `CoapOption` if an option is malformed, and with `Truncated` if an option extends past the end. A payload
/// marker at the end is a format error (RFC 7252 section 3) and also gives `Truncated`. Linear in the options.
///
/// ```
/// use cri::coap;
///
/// assert_eq!(coap::split_message(b"\xb1a\xff22.5 C"), Ok((&b"\xb1a"[..], &b"22.5 C"[..])));
/// ```
pub fn split_message(after_token: &[u8]) -> Result<(&[u8], &[u8]), Error> {
    let mut left = Options::new(after_token, 0);
    loop {
        let options = after_token.get(..after_token.len() - left.rest.len()).unwrap_or(&[]);
        match left.rest {
            [] => return Ok((options, left.rest)),
            // RFC 7252 3
            [PAYLOAD_MARKER] => return Err(Error::Truncated),
            [PAYLOAD_MARKER, payload @ ..] => return Ok((options, payload)),
            _ => {
                left.next().transpose()?;
            }
        }
    }
}

/// The byte between the options and the payload.
const PAYLOAD_MARKER: u8 = 0xff;
