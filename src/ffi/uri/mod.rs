// SPDX-License-Identifier: MIT OR Apache-2.0
//! URIs and IRIs: conversions from and to CRIs, and URI text.

pub mod convert;
pub mod prose;
pub mod text;
pub mod with_table;
