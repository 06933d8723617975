// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Unicode normalization form C.

use super::slice::view;
use super::types::{cri_err_t, cri_t};
use super::write::write;
use crate::cri::Cri;

/// Tells whether all texts of a CRI are in Unicode normalization form C, and its host name in lower case.
///
/// Returns false also for NULL. Linear. href 2; UAX #15.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_is_nfc(cri: *const cri_t) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe { view(cri) }.is_ok_and(Cri::is_nfc)
}

/// Encodes a CRI or CRI reference as cri_encode(), with all texts in Unicode normalization form C and its host
/// name in lower case: for what was built, or converted from a URI or an IRI. Doing it twice changes nothing.
///
/// buf, buf_cap, len: as cri_encode().
///
/// Returns what cri_encode() does. Linear. href 2; RFC 3987 5.3.2; UAX #15.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode_nfc(cri: *const cri_t, buf: *mut u8, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: the caller keeps the contract.
    unsafe { write(cri, buf, buf_cap, len, false, |cri, output| cri.encode_nfc(output)) }
}
