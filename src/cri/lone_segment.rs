// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rule for a lone empty segment: CoAP treats a path of one empty segment as the empty path. A request has no
//! Uri-Path option for either path, so dispatch, authorisation and CoRI treat both as the same path (href SP1, RFC 7252
//! section 6.4, R30).

/// True if a path of `segments` segments is one empty segment.
#[inline(always)]
pub(crate) fn is_lone_empty(segments: usize, first_is_empty: impl FnOnce() -> bool) -> bool {
    // href SP1, href-27 8.1.1 step 7, RFC 7252 6.4 step 8, RFC 7252 B
    segments == 1 && first_is_empty()
}

/// True if a path is one empty segment, like [`is_lone_empty`], for a path whose number of segments is not known.
/// `has_more` tests whether there is a second segment.
#[inline(always)]
pub(crate) fn is_lone_empty_walked(first_is_empty: bool, has_more: impl FnOnce() -> bool) -> bool {
    first_is_empty && !has_more()
}
