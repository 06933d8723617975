// SPDX-License-Identifier: MIT OR Apache-2.0
//! Encoding in normal form, and with percent-encoded text decoded.

use super::parse::cri_t;
use super::view::from_view;
use crate::ffi::prelude::*;

/// Encodes a CRI or CRI reference in normal form, so that CRIs which differ only in spelling become equal.
///
/// - The scheme is written by its id if the registry has its name.
/// - ASCII letters of a host name are written in lower case.
/// - Percent-encoded text (PET) is written as plain text if the URI stays the same.
/// - The scheme's default port is omitted, see cri_registry_default_port(). For the CoAP and HTTP schemes, a path of
///   one empty segment is omitted, too. A reference without a scheme keeps its port and its path, because its scheme
///   comes from the base.
/// - The encoding is canonical, like the output of cri_encode().
///
/// Normalising twice changes nothing. If a full CRI has a URI, the result is the CRI that cri_from_uri() writes for
/// that URI, except that cri_from_uri() keeps a path of one empty segment. For Unicode normalization, see
/// cri_encode_nfc().
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_OK
///
/// Linear. href-27 2 (C1, C5, C7, C8).
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_normalize(cri: *const cri_t, buf: *mut u8, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.normalize(output)) })
}

/// Encodes a CRI or CRI reference in canonical form with its percent-encoded text (PET) decoded into plain text, so
/// that cri_to_coap() accepts it.
///
/// CoAP options have no percent-encoding. To send a request for a received link or Proxy-Uri such as
/// `coap://h/rd?ep=urn%3Adev%3A1`, decode its CRI first. A CRI without PET stays the same.
///
/// @note Decoding loses the difference between a delimiter and its percent-encoded form: the CRIs of `/a%3Bb` and
/// `/a;b` become the same. Use the result for a request, but do not compare or store it.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length. The encoding of `cri` is long enough
/// @param[out] len length in bytes
/// @retval CRI_ERR_UTF8 the decoded text is not UTF-8
///
/// Linear. RFC 7252 6.4; href-27 7.2, 8.1.1.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_decode_pet(cri: *const cri_t, buf: *mut u8, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.decode_pet(output)) })
}
