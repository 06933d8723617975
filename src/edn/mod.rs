// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion between CRIs and CBOR diagnostic notation, in both directions (R25; RFC 8949 section 8 and the EDN
//! draft).

mod from_edn;
mod literal;
mod to_edn;

pub use from_edn::from_edn;
pub use to_edn::escape;
