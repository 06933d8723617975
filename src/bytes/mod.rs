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
