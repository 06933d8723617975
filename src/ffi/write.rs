// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Encoding and normalising.

use super::call::number;
use super::errors::cri_err_t;
use super::output::{Written, from_view};
use super::parse::cri_t;

/// Encodes a CRI or CRI reference in canonical form: shortest heads, definite lengths, trailing defaults omitted, the
/// empty reference as `80`. The scheme is written as `cri` has it, by its id or by its name.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_OK
///
/// Linear. href 5.1, 5.2; R2.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode(cri: *const cri_t, buf: *mut u8, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.encode(output)) })
}

/// Writes the normal form of a CRI or CRI reference: CRIs that differ only in spelling become equal.
///
/// The scheme is written as its id if the registry has its name; ASCII letters of a host name in lower case; percent-encoded
/// text (PET) as text where that has the same URI. For the CoAP and HTTP schemes the default port and a path of one empty
/// segment are omitted; a reference without scheme keeps both, since the base decides the scheme. The encoding is canonical, as
/// cri_encode() writes it.
///
/// Normalising twice changes nothing. For a full CRI that has a URI, the result is that of cri_from_uri() for the URI, but for the
/// path of one empty segment, which cri_from_uri() keeps. Unicode normalization is another operation: cri_encode_nfc().
///
/// @param[in]  cri      the CRI or CRI reference
/// @param[out] buf      the buffer; NULL with `buf_cap` 0 to ask for the length
/// @param[in]  buf_cap  capacity of `buf` in bytes
/// @param[out] len      length in bytes
/// @retval CRI_OK
/// @retval CRI_ERR_BUFFER  `buf_cap` is too small; `len` is the length needed
///
/// Linear. href-27 2 (C1, C5, C7, C8); R13, R24.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_normalize(cri: *const cri_t, buf: *mut u8, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.normalize(output)) })
}
