// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hand-entered rows of `tests/vectors`, with a test for each file.

mod coap;
#[cfg(feature = "cori")]
mod cori;
mod cris;
mod documents;
mod texts;
