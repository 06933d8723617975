// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. CoAP (RFC 7252, href-27 section 8): the options of a request from a CRI and back, requests to forward proxies,
//! dispatch by path, and authorization information.

mod aif;
mod dispatch;
mod from_location;
mod from_options;
mod from_proxy;
mod iter;
pub(crate) mod option;
mod path_abbrev;
mod response;
mod to_location;
mod to_options;
mod to_proxy;

pub use aif::{Aif, aif_allows};
pub use dispatch::{CoapPath, PathMatcher, Pattern, coap_path_under, coap_route, route};
pub use from_location::from_coap_location;
pub use from_options::{Composer, from_coap};
pub use iter::CoapOptions;
pub use option::*;
pub use response::response_code;
