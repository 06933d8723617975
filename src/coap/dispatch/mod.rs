// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dispatch of requests: prefix matching of their options, patterns of paths, authorization information, and
//! lookups in directories.

mod aif;
mod lookup;
mod path;
mod pattern;
mod prefix;
#[cfg(feature = "ffi")]
mod table;

pub use aif::{Aif, aif_allows, aif_allows_options, aif_methods, aif_methods_options};
pub use lookup::Lookup;
pub use path::{CoapPath, path_under};
pub use pattern::{Pattern, route, route_cri};
pub use prefix::replace_prefix;
#[cfg(feature = "ffi")]
pub(crate) use table::{Table, is_sorted, route_cri_in, route_in, sort};
