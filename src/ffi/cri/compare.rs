// SPDX-License-Identifier: MIT OR Apache-2.0
//! Comparing, ordering and hashing.

use super::parse::cri_t;
use crate::cri::Cri;
use crate::error::Error;
use crate::ffi::prelude::*;

/// Stores the result of comparing two views.
unsafe fn verdict<T>(
    a: *const cri_t,
    b: *const cri_t,
    out: *mut T,
    comparison: impl FnOnce(&Cri<'_>, &Cri<'_>) -> Result<T, Error>,
) -> Result<(), Error> {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((slot(out), object(a), object(b))) };
    opened.and_then(|(out, a, b)| comparison(a, b).map(|verdict| out.write(verdict)))
}

/// Compares two CRIs, or two references, component by component.
///
/// Sections that are omitted, null or `[]` are equal if the revision treats them alike. A scheme given by its name is
/// not equal to a scheme given by its id, and a text is not equal to PET: normalise both CRIs with cri_normalize() to
/// ignore these differences. References are not resolved: resolve them first to compare the resources that they refer
/// to. To compare resources of requests, call cri_without_fragment() for both first.
///
/// @param[in] a a CRI or CRI reference
/// @param[in] b another CRI or CRI reference
/// @param[out] equal true if they are equal
/// @retval CRI_ERR_REVISION `a` and `b` are of different revisions
///
/// Linear in the length of the shorter one. href 4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_equal(a: *const cri_t, b: *const cri_t, equal: *mut bool) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { verdict(a, b, equal, |a, b| a.equal(b)) })
}

/// Orders two CRIs or references by the bytes of their canonical encodings. The order is total, and consistent with
/// cri_equal().
///
/// @param[in] a a CRI or CRI reference
/// @param[in] b another CRI or CRI reference
/// @param[out] order -1, 0 or 1 if `a` is before, equal to or after `b`
/// @retval CRI_ERR_REVISION `a` and `b` are of different revisions
///
/// Linear in the length of the common prefix. href 4; RFC 8949 4.2.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_compare(a: *const cri_t, b: *const cri_t, order: *mut i32) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { verdict(a, b, order, |a, b| a.compare(b).map(|order| order as i32)) })
}

/// Hashes a CRI or reference with 32-bit FNV-1a over its canonical encoding. CRIs that are equal have equal hashes, on
/// every platform and in every version.
///
/// @param[in] cri the CRI or CRI reference
/// @return the hash; 0 for NULL
///
/// Linear.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_hash(cri: *const cri_t) -> u32 {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(cri, 0, Cri::stable_hash) }
}
