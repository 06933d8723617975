// SPDX-License-Identifier: MIT OR Apache-2.0
//! The default ports of schemes (R28), for URI text and for CRIs. `build.rs` makes the tables from `iana/ports.csv`.
//!
//! See RFC 3986 section 6.2.3, and RFC 7252 6.1 port, 6.2, 6.3. One table is searched by name, the other by number. A
//! program links only the tables that it searches, and needs no registry for them.

use super::registry::NO_NUMBER;
use super::{short_of_number, short_port};
use crate::revision::Revision;

include!(concat!(env!("OUT_DIR"), "/ports.rs"));

/// Returns the default port of a scheme number, as [`SchemeNumber::default_port`](super::SchemeNumber::default_port).
#[inline(never)]
pub(crate) fn default_port(revision: Revision, number: u64) -> Option<u16> {
    if let Some(index) = short_of_number(revision, number) {
        return short_port(index);
    }
    let number = u16::try_from(number).ok().filter(|number| *number != NO_NUMBER)?;
    let row = NUMBERED.iter().find(|row| {
        let [in_13, in_27] = row.numbers;
        // R28
        let own = match revision.of_build() {
            Revision::Href13 => in_13,
            Revision::Href27 => in_27,
        };
        number == own
    })?;
    Some(row.port)
}

/// Returns the default port of the scheme `name`, in upper, lower or mixed case, or `None` if it is not known (C7,
/// R28). Linear in the length of the list.
///
/// ```
/// use cri::scheme::default_port_of_name;
///
/// assert_eq!(default_port_of_name("CoAPS"), Some(5684));
/// assert_eq!(default_port_of_name("mailto"), None);
/// ```
#[cfg_attr(not(speed), inline(never))]
pub fn default_port_of_name(name: impl AsRef<[u8]>) -> Option<u16> {
    let name = name.as_ref();
    let mut rest = &PORTS[..];
    while let [length, after @ ..] = rest {
        let (candidate, after) = after.split_at_checked(usize::from(*length))?;
        let (port, after) = after.split_first_chunk()?;
        if candidate.eq_ignore_ascii_case(name) {
            return Some(u16::from_be_bytes(*port));
        }
        rest = after;
    }
    None
}

/// A scheme without a short number: its numbers in revisions 13 and 27, each a scheme number or `NO_NUMBER`, and its
/// default port.
struct Numbered {
    numbers: [u16; 2],
    port: u16,
}
