// SPDX-License-Identifier: MIT OR Apache-2.0
//! The subset of CBOR (RFC 8949) that CRIs need: reading, skipping and writing items.

pub(crate) mod read;
pub(crate) mod skip;
pub(crate) mod token;
pub(crate) mod write;

// The initial bytes of simple values.
pub(crate) const FALSE: u8 = 0xf4;
pub(crate) const TRUE: u8 = 0xf5;
pub(crate) const NULL: u8 = 0xf6;

/// The byte that ends an item of indefinite length.
pub(crate) const BREAK: u8 = 0xff;

// The major types. SIMPLE also includes floating-point numbers.
pub(crate) const UINT: u8 = 0;
pub(crate) const NINT: u8 = 1;
pub(crate) const BYTES: u8 = 2;
pub(crate) const TEXT: u8 = 3;
pub(crate) const ARRAY: u8 = 4;
pub(crate) const MAP: u8 = 5;
pub(crate) const TAG: u8 = 6;
pub(crate) const SIMPLE: u8 = 7;
