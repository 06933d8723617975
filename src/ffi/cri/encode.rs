// SPDX-License-Identifier: MIT OR Apache-2.0
//! Encoding in canonical form.

use super::parse::cri_t;
use super::view::from_view;
use crate::ffi::prelude::*;

/// Encodes a CRI or CRI reference in canonical form: shortest heads, definite lengths, trailing defaults omitted, the
/// empty reference as `80`. The scheme stays in the form that it has in `cri`, an id or a name.
///
/// The buffer must not overlap the bytes that `cri` borrows, even if the CRI is to be encoded in place. The view from
/// cri_encode_view() borrows only the buffer, so it outlives the bytes of a base and of a reference.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_OK
///
/// Linear. href 5.1, 5.2.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode(cri: *const cri_t, buf: *mut u8, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.encode(output)) })
}

/// Stores the bytes that a CRI or CRI reference was parsed from, including tag 99 if there is one.
///
/// In a larger document, the bytes show where the CRI begins and where the next item begins.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] data,data_len its bytes, which `cri` borrows; not necessarily the canonical encoding
/// @return false, with nothing stored, for a view that an operation made, such as the result of cri_resolve() for a
///   relative reference
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encoding(cri: *const cri_t, data: *mut *const u8, data_len: *mut usize) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (data, data_len, cri) = unsafe { open((slot(data), slot(data_len), object(cri))).ok()? };
        let encoding = cri.encoding()?;
        store_bytes(data, data_len, encoding)
    })
}
