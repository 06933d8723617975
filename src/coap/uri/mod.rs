// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI text to the options of a request, and back, without a CRI.

pub(super) mod from_options;
pub(super) mod from_options_proxy;
pub(super) mod reference_to_options;
pub(crate) mod request;
pub(super) mod to_options;
