// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dispatch by path, for a CRI, or for the options of a request without its CRI.

use super::route::cri_coap_path_t;
use crate::coap::path_under;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::cri::text::cri_iter_t;
use crate::ffi::prelude::*;

/// Stores true if the path of a request is a given path or is under it. A server uses this to find the handler of the
/// request.
///
/// "/a/b" is under "/a", and so is "/a/". Both are under "/a/", but "/a" is not. After the prefix "/a/", the rest of
/// "/a/b" is "b", and the rest of "/a/" itself is empty. A path of one empty segment counts as the empty path, and
/// every path is under the empty path. Segments match if their octets are the same, percent-encoded or not: "/a;b" is
/// under "/a%3Bb". Only segments are compared. A path without an authority may be rootless: "urn:a:b" has the one
/// segment "a:b", and is under "/a:b". If the origin matters, compare it first with cri_same_origin().
///
/// For a request that is meant for a proxy, the result has no meaning, and the CRI does not show that the request is
/// meant for a proxy. Call cri_coap_is_for_proxy() or cri_coap_composer_is_for_proxy() first.
///
/// @param[in] prefix the given path, as a full CRI or a reference that discards all segments of the base's path; only
///   its path is read
/// @param[in] cri the request, as a full CRI or a reference that discards all segments of the base's path; only its
///   path is read
/// @param[out] under true if the path is `prefix` or is under it
/// @param[out] rest if `under` is true, an iterator over the segments of `cri` after those of `prefix`, for
///   cri_iter_next(); otherwise not stored. @nullable if it is not wanted
/// @retval CRI_ERR_BASE the path of `prefix` depends on a base
/// @retval CRI_ERR_NOT_FULL the path of `cri` depends on a base
/// @retval CRI_ERR_REVISION `prefix` and `cri` are of different revisions
///
/// Linear in the path of `prefix`. RFC 7252 6.4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_match(
    prefix: *const cri_t,
    cri: *const cri_t,
    under: *mut bool,
    rest: *mut cri_iter_t,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (under, rest, cri, prefix) =
            unsafe { open((slot(under), optional_slot(rest), object(cri), object(prefix)))? };
        let left = cri.path_under(prefix)?;
        store_match(under, rest, left)
    })
}

/// Stores true if the path of a CoAP request is a given path or is under it. The function reads the request's options
/// and needs no CRI. A request meant for a proxy (cri_coap_is_for_proxy()) never matches.
///
/// Uri-Path-Abbrev is read as the Uri-Path options that it stands for. The rules for `under` and `rest` are those of
/// cri_path_match().
///
/// @param[in] prefix @sameas{cri_path_match}
/// @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
/// @param[out] under true if the path is `prefix` or is under it
/// @param[out] rest if `under` is true, an iterator over the segments of the request after those of `prefix`, for
///   cri_coap_path_next(); it borrows `options`. Otherwise not stored. @nullable if it is not wanted
/// @retval CRI_ERR_BASE the path of `prefix` depends on a base
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
pub unsafe extern "C" fn cri_coap_path_match(
    prefix: *const cri_t,
    options: *const u8,
    options_len: usize,
    under: *mut bool,
    rest: *mut cri_coap_path_t,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the options outlive the iterator.
        let (under, rest, options, prefix) =
            unsafe { open((slot(under), optional_slot(rest), input(options, options_len), object(prefix)))? };
        let left = path_under(options, prefix)?;
        store_match(under, rest, left)
    })
}
