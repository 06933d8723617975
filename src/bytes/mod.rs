// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes and characters: what every format is read from and written to.

pub(crate) mod bits;
pub(crate) mod chars;
pub(crate) mod ip;
pub(crate) mod output;
pub(crate) mod scan;
pub(crate) mod sink;
pub(crate) mod utf8;
pub(crate) mod words;

/// Returns the bytes of `data` before its tail `rest`.
pub(crate) fn before<'a>(data: &'a [u8], rest: &[u8]) -> &'a [u8] {
    // This form needs no bounds check, because the difference is never greater than the length of `data`.
    data.get(..data.len().saturating_sub(rest.len())).unwrap_or(data)
}
