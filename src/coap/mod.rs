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

mod dispatch;
pub(crate) mod endpoint;
pub(crate) mod message;
mod read;
pub(crate) mod request;
pub(crate) mod uri;
mod write;

pub use dispatch::{
    Aif, CoapPath, Lookup, Pattern, aif_allows, aif_allows_options, aif_methods, aif_methods_options, path_under,
    replace_prefix, route, route_cri,
};
#[cfg(feature = "ffi")]
pub(crate) use dispatch::{Table, is_sorted, route_cri_in, route_in, sort};
pub use endpoint::{Endpoint, SocketEndpoint};
pub use message::cache_key::{cache_key, cache_key_equal};
pub use message::critical::unknown_critical;
pub use message::forward::{forward_request, forward_response};
pub use message::method::{Method, Methods};
pub use message::option::*;
pub use message::query::{CoapNamedParameters, query_find};
pub use message::response::response_code;
pub use message::{find_uint, insert_option, insert_uint, merge_options, remove_options, split_message};
pub use read::composer::Composer;
pub use read::{location_to_cri, to_cri, to_cri_proxy};
pub use request::{Request, RequestSettings, request};
pub use uri::from_options::to_uri;
pub use uri::from_options_proxy::to_uri_proxy;
pub use uri::reference_to_options::from_uri_reference;
pub use uri::request::request_from_uri;
pub use uri::to_options::from_uri;
pub use write::iter::CoapOptions;
