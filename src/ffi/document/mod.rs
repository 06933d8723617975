// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs in larger CBOR documents.

pub mod items;
pub mod walk;
