// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoAP: options of requests and responses, dispatch, authorization.

pub mod aif;
pub mod endpoint;
pub mod forward;
pub mod message;
pub mod option;
pub mod pattern;
pub mod prefix;
pub mod read;
pub mod request;
pub mod route;
pub mod routes;
pub mod uri;
pub mod write;
