// SPDX-License-Identifier: MIT OR Apache-2.0
//! L1. The default ports of well-known schemes, from `registry/ports.csv` by way of `build.rs`: for normalising and
//! comparing URI text by its scheme (RFC 3986 section 6.2.3; RFC 7252 6.1 port, 6.2, 6.3).
//!
//! CRIs omit the default ports of the CoAP and HTTP schemes alone (R12, R24): [`default_port`](super::default_port).

include!(concat!(env!("OUT_DIR"), "/ports.rs"));

/// The default port of the scheme `name`, in upper, lower or mixed case; `None` if none is known. Linear in the table.
pub(crate) fn default_port_of_any_case(name: &[u8]) -> Option<u16> {
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
