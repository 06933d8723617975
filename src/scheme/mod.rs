// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI schemes: their numbers and names in the registry of either revision, their default ports, and the grammar of a
//! name.
//!
//! See draft-ietf-core-href-13 sections 2 (C1), 5.1 and 10.1 and Appendix A, and RFC 3986 section 3.1. A *scheme
//! number* n has the scheme id `-1 - n` in both revisions: the entry `-1025` of revision 13's registry has the number
//! 1024 (href-27 scheme-id).

mod number;
mod ports;
mod registry;
mod table;

use crate::bytes::utf8::has_no_upper;
use crate::revision::Revision;

pub use number::SchemeNumber;
pub(crate) use ports::default_port;
pub use ports::default_port_of_name;
pub use table::{Row, Table};

/// The names of the ten *short-numbered* schemes, in the order of their numbers in revision 13, which are 0 to 9. Each
/// name is padded with spaces to the same length. These names are searched first, because constrained applications
/// rarely use other schemes.
const SHORT_NAMES: &str = concat!(
    "coap     ",
    "coaps    ",
    "http     ",
    "https    ",
    "urn      ",
    "did      ",
    "coap+tcp ",
    "coaps+tcp",
    "coap+ws  ",
    "coaps+ws ",
);
const SHORT_NAME: usize = 9;

/// The length of each name in `SHORT_NAMES`, without the padding.
static SHORT_LENGTHS: [u8; 10] = {
    let mut lengths = [0; 10];
    let mut at = 0;
    while at < SHORT_NAMES.len() {
        lengths[at / SHORT_NAME] += (SHORT_NAMES.as_bytes()[at] != b' ') as u8;
        at += 1;
    }
    lengths
};

/// Returns the index in `SHORT_NAMES` of the scheme with a number.
fn short_of_number(revision: Revision, number: u64) -> Option<u8> {
    let index = match (revision.of_build(), number) {
        (Revision::Href13, 0..=9) | (Revision::Href27, 0..=7) => number,
        (Revision::Href27, 24..=25) => number - 16,
        _ => return None,
    };
    u8::try_from(index).ok()
}

/// Returns the number of the scheme at an index in `SHORT_NAMES`.
fn number_of_short(revision: Revision, index: u8) -> u64 {
    let number = u64::from(index);
    match revision.of_build() {
        Revision::Href27 if number > 7 => number + 16,
        _ => number,
    }
}

/// The case of a name that is searched for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Lower,
    Any,
}

/// Returns the index in `SHORT_NAMES` of a name.
fn short_of_name(name: &[u8], case: Case) -> Option<u8> {
    let (names, _) = SHORT_NAMES.as_bytes().as_chunks::<SHORT_NAME>();
    let fold = |byte: &u8| if case == Case::Any { byte.to_ascii_lowercase() } else { *byte };
    let same = |(candidate, length): (&[u8; SHORT_NAME], &u8)| {
        *length as usize == name.len() && name.iter().zip(candidate).all(|(byte, other)| fold(byte) == *other)
    };
    names.iter().zip(&SHORT_LENGTHS).position(same).map(|index| index as u8)
}

/// True if a scheme number and a name belong to the same short-numbered scheme. Constant time. The function does not
/// use the registry.
pub(crate) fn is_short(revision: Revision, number: u64, name: &[u8]) -> bool {
    let index = short_of_number(revision, number);
    index.is_some() && index == short_of_name(name, Case::Lower)
}

/// Returns the scheme number of a scheme id, or `None` if the id is not negative.
pub(crate) fn number_of_id(id: i64) -> Option<u64> {
    u64::try_from(-1 - id).ok()
}

/// Returns the scheme id of a scheme number, or `i64::MIN` if the scheme id does not fit into 64 bits.
#[cfg(feature = "ffi")]
pub(crate) fn id_of_number(number: u64) -> i64 {
    // href-27 scheme-id
    i64::try_from(number).map_or(i64::MIN, |number| -1 - number)
}

/// Returns the name of a scheme number, as [`SchemeNumber::name`].
pub(crate) fn name(revision: Revision, number: u64) -> Option<&'static str> {
    short_name(revision, number).or_else(|| registry::name(revision, number))
}

/// Returns the name of a short-numbered scheme.
pub(crate) fn short_name(revision: Revision, number: u64) -> Option<&'static str> {
    let index = usize::from(short_of_number(revision, number)?);
    let (start, length) = (index * SHORT_NAME, usize::from(*SHORT_LENGTHS.get(index)?));
    SHORT_NAMES.get(start..start + length)
}

/// Returns the scheme number of the scheme `name`, as [`SchemeNumber::from_name`].
pub(crate) fn number(revision: Revision, name: &[u8]) -> Option<u64> {
    match short_of_name(name, Case::Lower) {
        Some(index) => Some(number_of_short(revision, index)),
        None if has_no_upper(name) => registry::number(revision, name).map(u64::from),
        None => None,
    }
}

/// Returns the scheme number of the scheme `name` in upper, lower or mixed case, as [`number`].
pub(crate) fn number_of_any_case(revision: Revision, name: &[u8]) -> Option<u32> {
    match short_of_name(name, Case::Any) {
        Some(index) => Some(number_of_short(revision, index) as u32),
        None => registry::number(revision, name).map(u32::from),
    }
}

/// True if `name` is a scheme name in upper, lower or mixed case (RFC 3986 section 3.1). Linear.
pub(crate) fn is_name_of_any_case(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().enumerate().all(|(at, byte)| may_be_in_name(byte.to_ascii_lowercase(), at))
}

/// True if a lower-case scheme name may have `byte` at the index `at`: `[a-z][a-z0-9+.-]*` (RFC 3986 section 3.1).
pub(crate) fn may_be_in_name(byte: u8, at: usize) -> bool {
    match byte {
        b'a'..=b'z' => true,
        // C1, RFC 3986 3.1
        b'0'..=b'9' | b'+' | b'.' | b'-' => at > 0,
        _ => false,
    }
}

/// Returns the default port of the scheme at an index in `SHORT_NAMES`, as in `iana/ports.csv` (C7, R12, R28). The port
/// is computed, so programs that use only CoAP link no table of ports.
fn short_port(index: u8) -> Option<u16> {
    let secure = u16::from(index & 1);
    match index & !1 {
        // RFC 7252 6.1 port, RFC 7252 6.2
        0 | 6 => Some(5683 + secure),
        2 | 8 => Some(if secure > 0 { 443 } else { 80 }),
        _ => None,
    }
}

/// True if an empty path and `/` are the same in the scheme with the number `number`. This is the case in the schemes
/// of CoAP and HTTP (R30).
pub(crate) fn has_one_root(revision: Revision, number: u64) -> bool {
    short_of_number(revision, number).is_some_and(has_one_root_short)
}

/// True if an empty path and `/` are the same in the scheme `name`, in upper, lower or mixed case (R30).
pub(crate) fn has_one_root_of_name(name: &[u8]) -> bool {
    short_of_name(name, Case::Any).is_some_and(has_one_root_short)
}

/// True for all schemes in `SHORT_NAMES` except urn and did.
fn has_one_root_short(index: u8) -> bool {
    !matches!(index, 4 | 5)
}

/// Returns the default port of a CoAP scheme by its number, or `None` for any other scheme.
///
/// The CoAP schemes are coap and coaps, and their variants over TCP and over WebSockets (R16, href-27 8.1, RFC 8323).
/// Constant time.
pub(crate) fn coap_port(revision: Revision, number: u64) -> Option<u16> {
    coap_port_of_short(short_of_number(revision, number)?)
}

/// Returns the default port of the CoAP scheme `name`, in upper, lower or mixed case, or `None` for any other scheme.
pub(crate) fn coap_port_of_name(name: &[u8]) -> Option<u16> {
    coap_port_of_short(short_of_name(name, Case::Any)?)
}

/// Returns the default port of each scheme in `SHORT_NAMES`, except http, https, urn and did.
fn coap_port_of_short(index: u8) -> Option<u16> {
    match index {
        2..6 => None,
        index => short_port(index),
    }
}

/// Returns true if `name` is a scheme name in the form of CRIs: `[a-z][a-z0-9+.-]*`.
///
/// This is the grammar of RFC 3986 section 3.1, in lower case (draft-ietf-core-href-13 section 2, C1; R1). Linear in
/// the length. (RFC 3986 3.1)
///
/// ```
/// use cri::scheme::is_valid_name;
///
/// assert!(is_valid_name("coap+tcp") && !is_valid_name("CoAP"));
/// ```
pub fn is_valid_name(name: impl AsRef<[u8]>) -> bool {
    is_name(name.as_ref())
}

/// True if `name` is a scheme name, as [`is_valid_name`].
pub(crate) fn is_name(name: &[u8]) -> bool {
    // C1
    !name.is_empty() && name.iter().enumerate().all(|(at, byte)| may_be_in_name(*byte, at))
}

/// Returns every scheme of a revision's registry, as scheme number and name, by ascending number.
///
/// With `--cfg cri_short_schemes`, only the ten short-numbered schemes are returned. The function is meant for
/// listings: each step is linear in the size of the registry. See draft-ietf-core-href-13 Appendix A.
///
/// ```
/// use cri::{Revision, SchemeNumber, scheme};
///
/// assert_eq!(scheme::all(Revision::Href27).next(), Some((SchemeNumber::COAP, "coap")));
/// ```
pub fn all(revision: Revision) -> impl Iterator<Item = (SchemeNumber, &'static str)> {
    let mut from = 0;
    core::iter::from_fn(move || {
        let short = (0..10).map(|index| number_of_short(revision, index)).find(|&number| number >= from);
        let number = short.into_iter().chain(registry::next(revision, from)).min()?;
        from = number + 1;
        Some((SchemeNumber(number), name(revision, number)?))
    })
}
