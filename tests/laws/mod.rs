// SPDX-License-Identifier: MIT OR Apache-2.0
//! Laws that hold for all CRIs, over random ones that are the same on every run.

mod coap;
mod derived;
mod edn;
mod messages;
mod pieces;
mod sizing;
mod straight;
mod text;
