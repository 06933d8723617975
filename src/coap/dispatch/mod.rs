// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dispatch of requests: prefix matching of their options, and patterns of paths.

mod path;
mod pattern;

pub(super) use path::request_path;
pub use path::{CoapPath, path_under};
pub use pattern::{Pattern, route, route_cri};
pub(crate) use pattern::{route_cri_from, route_from};
