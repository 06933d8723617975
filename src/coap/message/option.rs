// SPDX-License-Identifier: MIT OR Apache-2.0
//! Option numbers and limits, and the delta coding of options, for both directions of conversion (RFC 7252 sections 3.1
//! and 5.10, href-27 section 8).

use core::iter::FusedIterator;

use crate::bytes::before;
use crate::bytes::output::Output;
use crate::bytes::sink::Sink;
use crate::cri::text::is_dot_segment;
use crate::error::Error;

// The constants of the options, and lists of them, from iana/coap-options.csv (href-27 11.4).
include!(concat!(env!("OUT_DIR"), "/coap_options.rs"));

/// The greatest length of Uri-Host, Uri-Path, Uri-Query, Proxy-Scheme, Location-Path and Location-Query (R16).
pub(crate) const TEXT_MAX: usize = 255;
/// The greatest length of Proxy-Uri.
pub(crate) const PROXY_URI_MAX: usize = 1034;
/// The greatest length of Proxy-Cri (href-27 8.2.1 length).
pub(crate) const PROXY_CRI_MAX: usize = 1023;
/// The greatest length of Proxy-Scheme-Number (href-27 8.2.2 length).
pub(crate) const SCHEME_NUMBER_MAX: usize = 3;

/// The size of scratch that is enough for the options of any request: a Uri-Host and a Uri-Port, with their heads.
pub const SCRATCH_MAX: usize = 2 + TEXT_MAX + 1 + 2;
/// The size of scratch that is enough for the options of any request to a proxy: a Proxy-Uri.
pub const PROXY_SCRATCH_MAX: usize = PROXY_URI_MAX;

/// The option that marks a request as a request to a forward proxy (RFC 7252 section 5.10.2, href-27 section 8.2).
///
/// ```
/// use cri::Error;
/// use cri::coap::Proxy;
///
/// assert_eq!(Proxy::try_from(35), Ok(Proxy::Uri));
/// assert_eq!(Proxy::try_from(11), Err(Error::Argument)); // Uri-Path
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum Proxy {
    /// Proxy-Uri: the whole URI.
    Uri = PROXY_URI,
    /// Proxy-Scheme: the name of the scheme. Uri-* options give the rest of the URI.
    Scheme = PROXY_SCHEME,
    /// Proxy-Cri: the whole CRI.
    Cri = PROXY_CRI,
    /// Proxy-Scheme-Number: the number of the scheme. Uri-* options give the rest of the CRI.
    SchemeNumber = PROXY_SCHEME_NUMBER,
}

impl Proxy {
    /// Returns the proxy option with this number.
    pub(crate) const fn of_option(number: u16) -> Option<Self> {
        match number {
            PROXY_URI => Some(Self::Uri),
            PROXY_SCHEME => Some(Self::Scheme),
            PROXY_CRI => Some(Self::Cri),
            PROXY_SCHEME_NUMBER => Some(Self::SchemeNumber),
            _ => None,
        }
    }
}

impl TryFrom<u16> for Proxy {
    type Error = Error;

    /// Returns the proxy option with this number. Fails with `Argument` if the number is not that of a proxy option.
    fn try_from(number: u16) -> Result<Self, Error> {
        Self::of_option(number).ok_or(Error::Argument)
    }
}

impl From<Proxy> for u16 {
    fn from(proxy: Proxy) -> Self {
        proxy as u16
    }
}

/// True if a request is meant for a proxy: one of the four Proxy-* options is among its delta-coded options (R17).
///
/// Fails with `CoapOption` or `Truncated` if the options are malformed. Linear.
///
/// ```
/// use cri::coap::is_for_proxy;
///
/// assert_eq!(is_for_proxy(b"\xda\x16http://h/a"), Ok(true)); // Proxy-Uri
/// assert_eq!(is_for_proxy(b"\xb1a"), Ok(false)); // Uri-Path
/// ```
pub fn is_for_proxy(options: &[u8]) -> Result<bool, Error> {
    let mut is_for_proxy = false;
    for option in Options::new(options, 0) {
        let (number, _) = option?;
        // RFC 7252 5.10.2
        is_for_proxy |= Proxy::of_option(number).is_some();
    }
    Ok(is_for_proxy)
}

/// Ignores the error `Buffer`. The length is still counted, and the caller reports the error at the end.
pub(crate) fn counted(result: Result<(), Error>) -> Result<(), Error> {
    if result == Err(Error::Buffer) { Ok(()) } else { result }
}

/// The greatest length of an option's value: 269 plus the greatest number in two bytes (RFC 7252 section 3.1).
pub const OPTION_VALUE_MAX: usize = 0xffff + 269;

/// Fails with `CoapLength` if a value is shorter than `least` bytes or longer than `most` bytes.
pub(crate) fn check_length(value: &[u8], least: usize, most: usize) -> Result<(), Error> {
    // RFC 7252 5.4.3
    if value.len() < least || value.len() > most { Err(Error::CoapLength) } else { Ok(()) }
}

/// Writes the head of an option: the difference between its number and the number of the previous option, and the
/// length of its value, which is at most [`OPTION_VALUE_MAX`].
#[cfg_attr(speed, inline(always))]
pub(crate) fn put_head(sink: &mut impl Sink, delta: u16, length: usize) {
    match length {
        // Fast path for nearly all heads. `put_any_head` would write the same bytes.
        0..13 if delta < 13 => sink.byte((delta << 4) as u8 | length as u8),
        13..269 if delta < 13 => {
            sink.byte((delta << 4) as u8 | 13);
            sink.byte((length - 13) as u8);
        }
        _ => put_any_head(sink, delta, length),
    }
}

/// Writes the head of any option.
#[cold]
fn put_any_head(sink: &mut impl Sink, delta: u16, length: usize) {
    let delta = delta as usize;
    sink.byte((nibble(delta) << 4 | nibble(length)) as u8);
    put_extension(sink, delta);
    put_extension(sink, length);
}

/// Returns the four bits that represent a number in the first byte of a head.
fn nibble(value: usize) -> usize {
    match value {
        // cori 4.3 nibbles
        0..13 => value,
        13..269 => 13,
        _ => 14,
    }
}

/// Writes the bytes that extend a number after the first byte of a head.
#[cfg_attr(not(speed), inline(never))]
fn put_extension(sink: &mut impl Sink, value: usize) {
    match value {
        0..13 => {}
        // cori 4.3 nibbles, RFC 7252 3.1
        13..269 => sink.byte((value - 13) as u8),
        _ => sink.put(&((value - 269) as u16).to_be_bytes()),
    }
}

/// Writes an option: its head and its value (RFC 7252 section 3.1). `delta` is the difference between the number of the
/// option and the number of the previous option.
///
/// Fails with `Argument` if the value is longer than [`OPTION_VALUE_MAX`]. If the option does not fit, the output
/// reports `Buffer`.
///
/// ```
/// use cri::{Output, coap};
///
/// let mut buffer = [0; 16];
/// let mut output = Output::new(&mut buffer);
/// coap::put_option(&mut output, 11, b"a")?; // Uri-Path, 11
/// coap::put_option(&mut output, 1, &[60])?; // Content-Format, 12
/// assert_eq!(output.written()?, b"\xb1a\x11\x3c");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn put_option(output: &mut Output<'_>, delta: u16, value: &[u8]) -> Result<(), Error> {
    if value.len() > OPTION_VALUE_MAX {
        return Err(Error::Argument);
    }
    put_head(output, delta, value.len());
    output.put(value);
    Ok(())
}

/// Returns the bytes of an unsigned integer as they are in an option: without leading zeros, so that the number 0 has
/// no bytes (RFC 7252 3.2 shortest).
pub(crate) fn uint_bytes(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    // RFC 7252 3.2 shortest
    while let [0, after @ ..] = rest {
        rest = after;
    }
    rest
}

/// Returns the unsigned integer in a value of up to four bytes (RFC 7252 section 3.2). Leading zeros are ignored.
pub(crate) fn uint(value: &[u8]) -> u32 {
    value.iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// An iterator over delta-coded options, which returns the number and the value of each.
///
/// It returns the error `CoapOption` for an option with a nibble of 15, as in the payload marker (RFC 7252 3.1
/// reserved), or with a number above 65535, and `Truncated` for an option that extends past the end. It ends after an
/// error. Constant time per step.
///
/// ```
/// use cri::coap::Options;
///
/// let options = Options::new(b"\xb1a\x01b\x43u=C", 0);
/// let options = options.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(options, [(11, &b"a"[..]), (11, b"b"), (15, b"u=C")]); // Uri-Path twice, Uri-Query
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Options<'a> {
    pub(crate) rest: &'a [u8],
    /// The number of the previous option.
    pub(crate) number: u16,
}

impl<'a> Options<'a> {
    /// Returns the options in `options`. `after` is the number of the option that precedes them in the message, or 0 if
    /// they are the first.
    ///
    /// ```
    /// use cri::coap::Options;
    ///
    /// // The bytes of a message after Content-Format, option 12
    /// assert_eq!(Options::new(b"\x33u=C", 12).next(), Some(Ok((15, &b"u=C"[..])))); // Uri-Query
    /// ```
    #[must_use]
    pub fn new(options: &'a [u8], after: u16) -> Self {
        Self { rest: options, number: after }
    }

    /// Returns the value of the next option if its number is `wanted`. Otherwise ends the iterator.
    pub(crate) fn next_of(&mut self, wanted: u16) -> Option<&'a [u8]> {
        match self.next()?.ok()? {
            (number, value) if number == wanted => Some(value),
            _ => {
                *self = Options::new(&[], 0);
                None
            }
        }
    }

    /// Returns the next options as long as they have the number of the previous option and their values have up to 12
    /// bytes, are not dot segments, and are accepted by `accepts`. The result is the bytes of this run, in which each
    /// value follows a byte that contains its length, and the number of options. The iterator continues after the run.
    #[inline(always)]
    pub(crate) fn short_run(&mut self, accepts: impl Fn(&[u8]) -> bool) -> (&'a [u8], usize) {
        let mut count = 0;
        let mut rest = self.rest;
        while let Some((length @ 0..13, after)) = rest.split_first()
            && let Some((value, after)) = after.split_at_checked(*length as usize)
            && !is_dot_segment(value)
            && accepts(value)
        {
            (rest, count) = (after, count + 1);
        }
        let run = before(self.rest, rest);
        self.rest = rest;
        (run, count)
    }

    fn option(&mut self, initial: u8, after: &'a [u8]) -> Result<(u16, &'a [u8]), Error> {
        let (delta, length) = (initial >> 4, initial & 15);
        // RFC 7252 3.1 reserved
        if delta == 15 || length == 15 {
            return Err(Error::CoapOption);
        }
        let mut rest = after;
        let delta = extended(&mut rest, delta)?;
        let length = extended(&mut rest, length)?;
        let number = u16::try_from(self.number as usize + delta).map_err(|_| Error::CoapOption)?;
        let (value, rest) = rest.split_at_checked(length).ok_or(Error::Truncated)?;
        *self = Self { rest, number };
        Ok((number, value))
    }
}

/// Returns the number that a nibble and its extension represent. The extension is removed from the start of `rest`.
fn extended(rest: &mut &[u8], nibble: u8) -> Result<usize, Error> {
    let (value, after) = match (nibble, *rest) {
        (0..13, rest) => (nibble as usize, rest),
        (13, [a, rest @ ..]) => (*a as usize + 13, rest),
        // RFC 7252 3.1
        (14, [a, b, rest @ ..]) => (((*a as usize) << 8 | *b as usize) + 269, rest),
        _ => return Err(Error::Truncated),
    };
    *rest = after;
    Ok(value)
}

impl<'a> Iterator for Options<'a> {
    type Item = Result<(u16, &'a [u8]), Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let (initial, after) = self.rest.split_first()?;
        let option = self.option(*initial, after);
        if option.is_err() {
            self.rest = &[];
        }
        Some(option)
    }

    /// Returns the bounds. Each option has at least one byte.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(!self.rest.is_empty()), Some(self.rest.len()))
    }
}

impl FusedIterator for Options<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// (RFC 7252 3.1)
    #[test]
    fn heads_both_ways() {
        let values = [0, 1, 12, 13, 14, 268, 269, 270, 524, 525, 65535];
        for delta in values {
            for length in values {
                let mut buffer = [0; 65600];
                let mut output = Output::new(&mut buffer);
                put_head(&mut output, delta as u16, length);
                let size = output.position();
                let expected = |value| 2 * usize::from(value > 268) + usize::from((13..269).contains(&value));
                assert_eq!(size, 1 + expected(delta) + expected(length));
                let mut options = Options::new(&buffer[..size + length], 0);
                assert_eq!(options.next(), Some(Ok((delta as u16, &buffer[size..size + length]))));
                assert_eq!(options.next(), None);
                for cut in 1..size {
                    let mut options = Options::new(&buffer[..cut], 0);
                    assert_eq!(options.next(), Some(Err(Error::Truncated)));
                    assert_eq!(options.next(), None);
                }
            }
        }
    }

    /// (RFC 7252 3.1 reserved)
    #[test]
    fn malformed_heads() {
        for initial in 0..=255u8 {
            if initial >> 4 == 15 || initial & 15 == 15 {
                assert_eq!(Options::new(&[initial, 0, 0, 0, 0], 0).next(), Some(Err(Error::CoapOption)));
            }
        }
        // The greatest number of an option is 65535. An option with the number 65536 is an error.
        assert_eq!(Options::new(&[0xe0, 0xfe, 0xf2], 0).next(), Some(Ok((65535, &[][..]))));
        assert_eq!(Options::new(&[0xe0, 0xfe, 0xf3], 0).next(), Some(Err(Error::CoapOption)));
        assert_eq!(Options::new(&[0x10], 65535).next(), Some(Err(Error::CoapOption)));
    }
}
