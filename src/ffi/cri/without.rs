// SPDX-License-Identifier: MIT OR Apache-2.0
//! Views without a section: the fragment, the query, the user information.

use super::parse::cri_t;
use crate::ffi::prelude::*;

/// Makes a view of the same CRI or reference without its fragment, which is never part of a request.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] out the view, an object other than `cri`, which borrows the bytes that `cri` borrows; a copy of `cri` if
///   it has no fragment
/// @retval CRI_OK
///
/// Constant time. RFC 7252 6.4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_without_fragment(cri: *const cri_t, out: *mut cri_t) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { open((slot(out), object(cri))) }.map(|(out, cri)| out.store(cri.without_fragment())))
}

/// Makes a view of the same CRI or reference without its query, because the values of a query do not belong in a log;
/// see cri_log_uri().
///
/// A reference that has only a query becomes the empty reference, which refers to its base. An empty query in a
/// reference is kept, because it replaces the query of the base.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] out the view, an object other than `cri`, which borrows the bytes that `cri` borrows; a copy of `cri` if
///   it has no parameters
/// @retval CRI_OK
///
/// Constant time. RFC 3986 3.4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_without_query(cri: *const cri_t, out: *mut cri_t) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { open((slot(out), object(cri))) }.map(|(out, cri)| out.store(cri.without_query())))
}

/// Makes a view of the same CRI or reference without its user information, which may contain a password.
///
/// All functions treat the result as a CRI without user information, so cri_to_uri() writes a URI that is fit for logs.
/// If `cri` has user information, the result is not equal to `cri`.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] scratch,scratch_cap memory to which the host and the port are copied if there is user information; NULL
///   and 0 if there is no user information. The length of the CRI that the authority was parsed from is always enough
/// @param[out] scratch_len number of bytes used
/// @param[out] out the view, which borrows the scratch and the bytes that `cri` borrows
/// @retval CRI_ERR_BUFFER `scratch_cap` is too small; `scratch_len` is the length needed
///
/// Linear in the authority. href 2 (C3); RFC 3986 7.5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_without_userinfo(
    cri: *const cri_t,
    scratch: *mut u8,
    scratch_cap: usize,
    scratch_len: *mut usize,
    out: *mut cri_t,
) -> cri_err_t {
    call(|| {
        let start = scratch.cast_const();
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the scratch memory outlives the result.
        let (scratch, scratch_len, out, cri) =
            unsafe { open((buffer(scratch, scratch_cap), slot(scratch_len), slot(out), object(cri)))? };
        let used = fill_to_borrow(scratch, scratch_len, |output| {
            cri.put_bare_authority(output);
            Ok(())
        })?;
        // SAFETY: the first `used` bytes of the scratch were written, and the result borrows them from here on.
        let (authority,) = unsafe { open((input(start, used),))? };
        out.store(cri.with_authority_item(authority));
        Ok(())
    })
}
