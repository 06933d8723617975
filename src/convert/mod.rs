// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Other forms: each comes in by writing canonical CBOR and goes out by reading a view. No
//! converter calls another.

mod aif;
pub mod builder;
pub mod coap;
mod coap_in;
mod coap_options;
mod coap_out;
mod coap_path;
mod coap_proxy_in;
mod coap_proxy_out;
mod coap_short;
mod component;
#[cfg(feature = "cori")]
pub mod cori;
mod edn;
mod from_uri;
#[cfg(feature = "nfc")]
mod nfc;
mod path;
mod to_uri;

pub use aif::{Aif, aif_allows};
pub use coap_in::{Composer, from_coap, from_coap_location};
pub use coap_options::CoapOptions;
pub use coap_path::{CoapPath, PathMatcher, coap_path_under};
pub use from_uri::{from_iri, from_uri};
