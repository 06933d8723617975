// SPDX-License-Identifier: MIT OR Apache-2.0
//! Laws that hold for all CRIs, over random ones that are the same on every run.

mod coap;
#[cfg(feature = "cori")]
mod cori;
mod derived;
mod edn;
mod forms;
mod pieces;
mod routes;
mod straight;
mod text;
