// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rule of a lone empty segment: CoAP treats a path of one empty segment as the empty path. Neither is sent with a
//! Uri-Path option, so dispatch, authorisation and CoRI take both as the same path (href SP1, RFC 7252 section 6.4,
//! R30).

/// True if a path of `segments` segments is one empty segment.
#[inline(always)]
pub(crate) fn is_lone_empty(segments: usize, first_is_empty: impl FnOnce() -> bool) -> bool {
    //= href SP1, href-27 8.1.1 step 7, RFC 7252 6.4 step 8, RFC 7252 B
    segments == 1 && first_is_empty()
}

/// True if a path whose segments are not counted is one empty segment, as [`is_lone_empty`]. `has_more` looks for a
/// second segment.
#[inline(always)]
pub(crate) fn is_lone_empty_walked(first_is_empty: bool, has_more: impl FnOnce() -> bool) -> bool {
    first_is_empty && !has_more()
}
