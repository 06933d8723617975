// SPDX-License-Identifier: MIT OR Apache-2.0
//! L1. CBOR (RFC 8949), as much of it as CRIs need: heads and skipping in, heads and strings out.

pub(crate) mod read;
pub(crate) mod skip;
pub(crate) mod write;

/// Initial byte of the simple value false.
pub(crate) const FALSE: u8 = 0xf4;
/// Initial byte of the simple value true.
pub(crate) const TRUE: u8 = 0xf5;
/// Initial byte of the simple value null.
pub(crate) const NULL: u8 = 0xf6;

/// Major type of unsigned integers.
pub(crate) const UINT: u8 = 0;
/// Major type of negative integers.
pub(crate) const NINT: u8 = 1;
/// Major type of byte strings.
pub(crate) const BYTES: u8 = 2;
/// Major type of text strings.
pub(crate) const TEXT: u8 = 3;
/// Major type of arrays.
pub(crate) const ARRAY: u8 = 4;
/// Major type of maps.
pub(crate) const MAP: u8 = 5;
/// Major type of tags.
pub(crate) const TAG: u8 = 6;
/// Major type of simple values and floating-point numbers.
pub(crate) const SIMPLE: u8 = 7;
