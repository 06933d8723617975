// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options of a request that belong to its cache key (RFC 7252 sections 5.4.2, 5.4.6 and 5.6, RFC 7641 section 2).

use super::OptionList;
use super::option::{OBSERVE, Options};
use crate::bytes::output::Output;
use crate::bytes::words::same;
use crate::error::Error;

/// True if options with this number belong to the cache key. A cache that understands an option may decide otherwise.
fn is_in_key(number: u16) -> bool {
    // RFC 7252 5.4.6, RFC 7641 2
    number & 0x1e != 0x1c && number != OBSERVE
}

/// Returns the options of a request that belong to its cache key, without those whose numbers are in `ignored`.
fn key_options<'a>(options: &'a [u8], ignored: &[u16]) -> impl Iterator<Item = Result<(u16, &'a [u8]), Error>> {
    Options::new(options, 0).filter(move |option| match option {
        Ok((number, _)) => is_in_key(*number) && ignored.iter().all(|one| one != number),
        Err(_) => true,
    })
}

/// Writes the options of a request that belong to its cache key, delta-coded. The bytes can be hashed or compared.
///
/// The cache key has all options except Observe, the options that are NoCacheKey by their number, and the options whose
/// numbers are in `ignored`.
///
/// Fails with `CoapOption` or `Truncated` if the options are malformed, and with `Buffer` if the key does not fit.
/// Linear in the number of options times the number of ignored numbers.
///
/// ```
/// use cri::{Output, coap};
///
/// let options = b"\x60\x51a\x61\x3c"; // Observe, Uri-Path, Accept
/// let mut buffer = [0; 16];
/// let mut output = Output::new(&mut buffer);
/// coap::cache_key(options, &[], &mut output)?;
/// assert_eq!(output.written()?, b"\xb1a\x61\x3c");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn cache_key(options: &[u8], ignored: &[u16], output: &mut Output<'_>) -> Result<(), Error> {
    let mut key = OptionList::new(output);
    for option in key_options(options, ignored) {
        let (number, value) = option?;
        key.put(number, value);
    }
    key.finish()
}

/// True if [`cache_key`] writes the same bytes for both requests. Needs no buffer.
///
/// Fails with `CoapOption` or `Truncated` if options of either request are malformed, even if the keys differ before
/// them. The cost is that of [`cache_key`].
///
/// ```
/// use cri::coap;
///
/// // The same Uri-Path, with and without Observe
/// assert_eq!(coap::cache_key_equal(b"\x60\x51a", b"\xb1a", &[]), Ok(true));
/// assert_eq!(coap::cache_key_equal(b"\xb1a", b"\xb1b", &[]), Ok(false));
/// ```
pub fn cache_key_equal(first: &[u8], second: &[u8], ignored: &[u16]) -> Result<bool, Error> {
    let (mut first, mut second) = (key_options(first, ignored), key_options(second, ignored));
    let mut equal = true;
    loop {
        match (first.next().transpose()?, second.next().transpose()?) {
            (None, None) => return Ok(equal),
            (Some((a, x)), Some((b, y))) => equal &= a == b && same(x, y),
            _ => equal = false,
        }
    }
}
