// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dispatch by patterns of paths, for CRIs and for the options of a request.

use core::ffi::c_char;

use super::route::cri_coap_path_t;
use crate::coap::Pattern;
use crate::cri::text::Text;
use crate::error::Error;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::cri::text::{cri_iter_t, cri_text_t, store_text};
use crate::ffi::prelude::*;

/// Parses a pattern. Fails with `Buffer` if the pattern captures more than `room` segments, and with `Pattern` if it is
/// malformed.
fn pattern(text: &[u8], room: usize) -> Result<Pattern<'_>, Error> {
    let pattern = Pattern::new(text)?;
    if pattern.capture_count() > room { Err(Error::Buffer) } else { Ok(pattern) }
}

/// Checks the syntax of a pattern, and counts the segments that it captures.
///
/// @param[in] pattern,pattern_len the pattern, such as "/dev/{}/led"
/// @param[out] captures number of segments that `{}` captures
/// @param[out] offset with #CRI_ERR_PATTERN, the offset of the first invalid character, or of a segment "." or ".."
/// @retval CRI_ERR_PATTERN the pattern is malformed
///
/// Linear. RFC 3986 3.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_pattern_check(
    pattern: *const c_char,
    pattern_len: usize,
    captures: *mut usize,
    offset: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (captures, offset, text) = unsafe { open((slot(captures), slot(offset), input(pattern, pattern_len)))? };
        match Pattern::new_where(text) {
            Ok(pattern) => captures.write(pattern.capture_count()),
            Err(at) => {
                offset.write(at);
                return Err(Error::Pattern);
            }
        }
        Ok(())
    })
}

/// Matches a pattern against the path of a CRI.
///
/// Only segments are compared. A path without an authority may be rootless, so "/led" matches `urn:led` and
/// `mailto:led`. If the origin matters, compare it first with cri_same_origin(). For a request that is meant for a
/// proxy, the result has no meaning, and the CRI does not show that the request is meant for a proxy. Call
/// cri_coap_is_for_proxy() or cri_coap_composer_is_for_proxy() first.
///
/// @param[in] pattern,pattern_len the pattern, such as "/dev/{}/led"
/// @param[in] cri a full CRI or a reference that discards all segments of the base's path; only its path is read
/// @param[out] matches true if the pattern matches
/// @param[out] captures,captures_cap the segments that `{}` captures, in order, which borrow the bytes that `cri`
///   borrows; not stored if the pattern does not match. NULL and 0 if the pattern has no `{}`
/// @param[out] rest the segments that `{*}` captures, empty if the pattern has no `{*}`. Read it with cri_iter_next().
///   Not stored if the pattern does not match. @nullable if it is not wanted
/// @retval CRI_ERR_PATTERN the pattern is malformed, whether or not the path would match
/// @retval CRI_ERR_BUFFER the pattern has more `{}` than `captures_cap`, whether or not the path would match. The
///   number needed is not stored: cri_pattern_check() counts the `{}`
/// @retval CRI_ERR_NOT_FULL the path depends on a base
///
/// Linear. RFC 3986 3.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_pattern_match(
    pattern: *const c_char,
    pattern_len: usize,
    cri: *const cri_t,
    matches: *mut bool,
    captures: *mut cri_text_t,
    captures_cap: usize,
    rest: *mut cri_iter_t,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (captures, rest, matches, text, cri) = unsafe {
            open((
                slots(captures, captures_cap),
                optional_slot(rest),
                slot(matches),
                input(pattern, pattern_len),
                object(cri),
            ))?
        };
        let pattern = self::pattern(text, captures.len())?;
        let left = pattern.match_cri(cri, |index, segment| store_text(captures, index, segment))?;
        store_match(matches, rest, left)
    })
}

/// Matches a pattern against the path of a CoAP request. The function reads the request's options and needs no CRI.
///
/// A request meant for a proxy (cri_coap_is_for_proxy()) never matches. Uri-Path-Abbrev is read as the Uri-Path options
/// that it stands for.
///
/// @param[in] pattern,pattern_len the pattern, such as "/dev/{}/led"
/// @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
/// @param[out] matches true if the pattern matches
/// @param[out] captures,captures_cap the segments that `{}` captures, in order, which borrow `options` or are constants
///   of the library; cri_text_plain() stores the characters of each. Not stored if the pattern does not match. NULL and
///   0 if the pattern has no `{}`
/// @param[out] rest the segments that `{*}` captures, empty if the pattern has no `{*}`. Read it with
///   cri_coap_path_next(); it borrows `options`. Not stored if the pattern does not match. @nullable if it is not
///   wanted
/// @retval CRI_ERR_PATTERN the pattern is malformed, whether or not the path would match
/// @retval CRI_ERR_BUFFER the pattern has more `{}` than `captures_cap`, whether or not the path would match. The
///   number needed is not stored: cri_pattern_check() counts the `{}`
/// @retval CRI_ERR_TRUNCATED the options are malformed
/// @retval CRI_ERR_COAP_OPTION the options are malformed
/// @retval CRI_ERR_COAP_LENGTH a Uri-Path is longer than 255 bytes
/// @retval CRI_ERR_COAP_PATH_ABBREV a Uri-Path-Abbrev of unknown value, a second one, or one together with Uri-Path: a
///   server answers 4.02
/// @retval CRI_ERR_UTF8 a Uri-Path is not UTF-8
/// @retval CRI_ERR_DOT_SEGMENT a Uri-Path is "." or ".."
///
/// Linear. RFC 7252 6.5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_pattern_match(
    pattern: *const c_char,
    pattern_len: usize,
    options: *const u8,
    options_len: usize,
    matches: *mut bool,
    captures: *mut cri_text_t,
    captures_cap: usize,
    rest: *mut cri_coap_path_t,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the options outlive the iterator.
        let (captures, rest, matches, text, options) = unsafe {
            open((
                slots(captures, captures_cap),
                optional_slot(rest),
                slot(matches),
                input(pattern, pattern_len),
                input(options, options_len),
            ))?
        };
        let pattern = self::pattern(text, captures.len())?;
        let left =
            pattern.match_coap(options, |index, segment| store_text(captures, index, Text::of_plain(segment)))?;
        store_match(matches, rest, left)
    })
}
