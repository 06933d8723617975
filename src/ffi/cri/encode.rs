// SPDX-License-Identifier: MIT OR Apache-2.0
//! Encoding in canonical form.

use crate::ffi::prelude::*;

/// Encodes a CRI or CRI reference in canonical form: shortest heads, definite lengths, trailing defaults omitted, the
/// empty reference as `80`. The scheme stays in the form that it has in `cri`, an id or a name.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_OK
///
/// Linear. href 5.1, 5.2; R2.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode(cri: *const cri_t, buf: *mut u8, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.encode(output)) })
}
