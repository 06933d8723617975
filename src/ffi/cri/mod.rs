// SPDX-License-Identifier: MIT OR Apache-2.0
//! Views of CRIs: parsing, reading, resolving, comparing, encoding, building.

pub mod authority;
pub mod builder;
pub mod check;
pub mod compare;
pub mod edit;
pub mod edn;
pub mod encode;
pub mod escape;
pub mod host;
#[cfg(feature = "nfc")]
pub mod nfc;
pub mod normalize;
pub mod parse;
pub mod path;
pub mod resolve;
pub mod resume;
pub mod scheme;
pub mod text;
pub(super) mod view;
pub mod without;
