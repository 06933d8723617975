// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dispatch of requests: prefix matching of their options, patterns of paths, authorization information, and
//! lookups in directories.

mod aif;
mod lookup;
mod path;
mod pattern;
mod prefix;

pub use aif::{Aif, aif_allows, aif_allows_options, aif_methods, aif_methods_options};
pub use lookup::Lookup;
pub use path::{CoapPath, path_under};
pub use pattern::{Pattern, route, route_cri};
#[cfg(feature = "ffi")]
pub(crate) use pattern::{route_cri_from, route_from};
pub use prefix::replace_prefix;
