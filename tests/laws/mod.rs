// SPDX-License-Identifier: MIT OR Apache-2.0
//! Laws that hold for all CRIs. They are checked with random CRIs that are the same in every run.

mod access;
mod coap;
mod decisions;
pub mod derived;
mod edn;
mod forward;
mod message;
mod messages;
mod pieces;
mod sizing;
mod straight;
mod text;
