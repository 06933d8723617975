// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoAP (RFC 7252, href-27 section 8): conversion of CRIs to the options of requests and back, requests to forward
//! proxies, dispatch by path, and authorization information.
//!
//! ```
//! use cri::{Output, Pattern, Revision, coap};
//!
//! // A client: writes the options of a request.
//! let mut buffer = [0; 64];
//! let mut output = Output::new(&mut buffer);
//! coap::from_uri(Revision::Href27, b"coap://h.example/rooms/2", None, 0, &mut output)?;
//! let options = output.written()?;
//! // A server: finds the handler of a request by its options.
//! let routes = [Pattern::new(b"/lights/{}")?, Pattern::new(b"/rooms/{}")?];
//! let mut room: &[u8] = b"";
//! let found = coap::route(routes, options, |_, segment| room = segment)?;
//! assert_eq!(found.map(|(index, _)| index), Some(1));
//! assert_eq!(room, b"2");
//! # Ok::<(), cri::Error>(())
//! ```

mod aif;
mod cache_key;
mod composer;
mod cri_to_options;
mod cri_to_options_iter;
mod cri_to_options_location;
mod cri_to_options_proxy;
mod critical;
mod dispatch;
mod message;
mod method;
pub(crate) mod option;
mod options_to_cri;
mod options_to_cri_location;
mod options_to_cri_proxy;
mod options_to_uri;
mod options_to_uri_proxy;
mod path_abbrev;
mod proxy_value;
mod query;
mod request;
mod response;
mod socket;
mod unfinished_cri;
mod uri_to_options;

pub use aif::{Aif, aif_allows, aif_allows_options};
pub use cache_key::{cache_key, cache_key_equal};
pub use composer::Composer;
pub use cri_to_options_iter::CoapOptions;
pub(crate) use cri_to_options_proxy::prepare_proxy;
pub use critical::unknown_critical;
pub use dispatch::{CoapPath, Pattern, path_under, route, route_cri};
pub(crate) use dispatch::{route_cri_from, route_from};
pub use message::{insert_option, merge_options, split_message};
pub use method::{Method, Methods};
pub use option::*;
pub use options_to_cri::{location_to_cri, to_cri, to_cri_proxy};
pub use options_to_uri::to_uri;
pub use options_to_uri_proxy::to_uri_proxy;
pub use query::{CoapNamedParameters, query_find};
pub use response::response_code;
pub use socket::SocketEndpoint;
pub use uri_to_options::{from_uri, from_uri_reference};
