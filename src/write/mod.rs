// SPDX-License-Identifier: MIT OR Apache-2.0
//! The CBOR of a CRI while it is written.

pub(crate) mod sections;
