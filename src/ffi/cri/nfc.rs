// SPDX-License-Identifier: MIT OR Apache-2.0
//! Unicode normalization form C.

use super::parse::cri_t;
use super::view::from_view;
use crate::cri::Cri;
use crate::ffi::prelude::*;

/// Returns true if all texts of a CRI are in Unicode normalization form C and its host name is in lower case. Use it to
/// check the result of a conversion or of a builder.
///
/// @param[in] cri the CRI or CRI reference
/// @return true if both conditions are met; false for NULL
///
/// Linear. href 2; UAX #15.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_is_nfc(cri: *const cri_t) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(cri, false, Cri::is_nfc) }
}

/// Encodes a CRI or CRI reference as cri_encode() does, with all texts in Unicode normalization form C and its host
/// name in lower case. Use it for a CRI that was built, or converted from a URI or an IRI. Encoding the result again
/// changes nothing.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_OK
///
/// Linear. href 2; RFC 3987 5.3.2; UAX #15.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode_nfc(cri: *const cri_t, buf: *mut u8, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.encode_nfc(output)) })
}
