// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. CoAP (RFC 7252, href-27 section 8): the options of a request from a CRI and back, requests to forward proxies,
//! dispatch by path, and authorization information.
//!
//! ```
//! use cri::{Output, Pattern, Revision, coap_route, uri_to_coap};
//!
//! // A client: the options of a request.
//! let mut buffer = [0; 64];
//! let mut output = Output::new(&mut buffer);
//! uri_to_coap(Revision::Href27, b"coap://h.example/rooms/2", None, 0, &mut output)?;
//! let options = output.written()?;
//! // A server: which handler they are for.
//! let patterns = ["/lights/{}", "/rooms/{}"];
//! let mut room: &[u8] = b"";
//! let found = coap_route(patterns.map(|text| Pattern::new(text.as_bytes())), options, |_, segment| room = segment)?;
//! assert_eq!(found.map(|(index, _)| index), Some(1));
//! assert_eq!(room, b"2");
//! # Ok::<(), cri::Error>(())
//! ```

mod aif;
mod dispatch;
mod from_location;
mod from_options;
mod from_proxy;
mod from_text;
mod iter;
pub(crate) mod option;
mod path_abbrev;
mod proxy_to_text;
mod request;
mod response;
mod to_location;
mod to_options;
mod to_proxy;
mod to_text;

pub use aif::{Aif, aif_allows};
pub use dispatch::{CoapPath, PathMatcher, Pattern, coap_path_under, coap_route, route};
pub use from_location::from_coap_location;
pub use from_options::{Composer, from_coap, from_coap_direct};
pub use from_text::{uri_reference_to_coap, uri_to_coap};
pub use iter::CoapOptions;
pub use option::*;
pub use proxy_to_text::coap_to_uri;
pub use response::response_code;
pub use to_text::coap_to_uri_direct;
