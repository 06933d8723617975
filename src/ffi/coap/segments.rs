// SPDX-License-Identifier: MIT OR Apache-2.0
//! The segments of a request's path that a route, a pattern or a prefix leaves over.

use core::ffi::c_char;

use crate::coap::CoapPath;
use crate::ffi::prelude::*;

/// An iterator over the rest of a request's path, which cri_coap_route(), cri_coap_pattern_match() and
/// cri_coap_path_match() store. It borrows the request's options.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_coap_path_t {
    _rest: *const u8,
    _rest_len: usize,
    _number: u16,
}

mirror! {
    cri_coap_path_t: borrows [options.rest] = CoapPath { _rest = options }
}

/// Advances to the next segment of the rest of a path, and stores it.
///
/// @param[in,out] segments the iterator
/// @param[out] segment,segment_len UTF-8, borrowed from the options, or a constant of the library; never NULL
/// @return false, with nothing stored, at the end
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_path_next(
    segments: *mut cri_coap_path_t,
    segment: *mut *const c_char,
    segment_len: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (segment, segment_len, segments) =
            unsafe { open((slot(segment), slot(segment_len), object_mut(segments))).ok()? };
        let value = segments.next()?;
        store_bytes(segment, segment_len, value)
    })
}
