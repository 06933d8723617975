// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dispatch by a table of routes, for CRIs and for the options of a request.

use core::ffi::c_char;

use super::routes::{cri_route_t, cri_routes_t};
use crate::coap::{CoapPath, route_cri_in, route_in};
use crate::cri::text::Text;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::cri::text::{cri_iter_t, cri_text_t, store_text};
use crate::ffi::prelude::*;

/// An iterator over the rest of a request's path, which cri_coap_route() and cri_coap_pattern_match()
/// store. It borrows the request's options.
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

/// Finds the first route whose pattern matches the path of a CRI.
///
/// For a request that is meant for a proxy, the result has no meaning, as in cri_pattern_match().
///
/// @param[in] table the table from cri_routes_check(). For a table of zeros, the result is #CRI_ERR_ARGUMENT
/// @param[in] cri a full CRI or a reference that discards all segments of the base's path; only its path is read
/// @param[out] route the route, which points into the array that the table borrows; NULL if no route matches
/// @param[out] captures,captures_cap @sameas{cri_pattern_match}, for the pattern of the route; `captures_cap` is at
///   least the number of `{}` in any pattern of the table. Not stored if no route matches
/// @param[out] rest @sameas{cri_pattern_match}, for the pattern of the route; @nullable if it is not wanted. Not stored
///   if no route matches
/// @retval CRI_ERR_BUFFER a pattern of the table has more `{}` than `captures_cap`, whichever route would match. The
///   number needed is not stored: cri_pattern_check() counts the `{}`
/// @retval CRI_ERR_NOT_FULL the path depends on a base
///
/// Linear in the path and in the patterns up to the one that matches. For each pattern that is compared with a segment
/// in PET, also linear in this segment. For sorted routes, see cri_routes_check(). RFC 3986 3.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_route(
    table: *const cri_routes_t,
    cri: *const cri_t,
    route: *mut *const cri_route_t,
    captures: *mut cri_text_t,
    captures_cap: usize,
    rest: *mut cri_iter_t,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (captures, rest, route, table, cri) = unsafe {
            open((slots(captures, captures_cap), optional_slot(rest), slot(route), object(table), object(cri)))?
        };
        table.check_outputs(captures, &rest, &route)?;
        let found = route_cri_in(table, cri, |index, segment| store_text(captures, index, segment))?;
        table.store(route, rest, found);
        Ok(())
    })
}

/// Finds the first route whose pattern matches the path of a CoAP request. The function reads the request's options and
/// needs no CRI.
///
/// A request meant for a proxy never matches. Uri-Path-Abbrev is read as in cri_coap_pattern_match().
///
/// @param[in] table @sameas{cri_route}
/// @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
/// @param[out] route @sameas{cri_route}
/// @param[out] captures,captures_cap @sameas{cri_coap_pattern_match}, for the pattern of the route; `captures_cap` is
///   at least the number of `{}` in any pattern of the table. Not stored if no route matches
/// @param[out] rest @sameas{cri_coap_pattern_match}, for the pattern of the route; @nullable if it is not wanted. Not
///   stored if no route matches
/// @retval CRI_ERR_BUFFER a pattern of the table has more `{}` than `captures_cap`, whichever route would match. The
///   number needed is not stored: cri_pattern_check() counts the `{}`
/// @retval CRI_ERR_TRUNCATED the options are malformed
/// @retval CRI_ERR_COAP_OPTION the options are malformed
/// @retval CRI_ERR_COAP_LENGTH as in cri_coap_pattern_match()
/// @retval CRI_ERR_COAP_PATH_ABBREV as in cri_coap_pattern_match()
/// @retval CRI_ERR_UTF8 as in cri_coap_pattern_match()
/// @retval CRI_ERR_DOT_SEGMENT as in cri_coap_pattern_match()
///
/// Linear in the options and in the patterns up to the one that matches. For sorted routes, see cri_routes_check(). RFC
/// 7252 6.5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_route(
    table: *const cri_routes_t,
    options: *const u8,
    options_len: usize,
    route: *mut *const cri_route_t,
    captures: *mut cri_text_t,
    captures_cap: usize,
    rest: *mut cri_coap_path_t,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the options outlive the iterator.
        let (captures, rest, route, table, options) = unsafe {
            open((
                slots(captures, captures_cap),
                optional_slot(rest),
                slot(route),
                object(table),
                input(options, options_len),
            ))?
        };
        table.check_outputs(captures, &rest, &route)?;
        let found = route_in(table, options, |index, segment| store_text(captures, index, Text::of_plain(segment)))?;
        table.store(route, rest, found);
        Ok(())
    })
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
