// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading a view's path, query and fragment.

use super::prelude::*;
use super::scheme::{self, iterate};
use crate::cri::Cri;

/// Returns whether the path is set. In a full CRI it always is; in a reference `[]` is set and null is not.
///
/// @param[in] cri the CRI or CRI reference
/// @return true if it is set
///
/// Constant time. href 5.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_is_set(cri: *const cri_t) -> bool {
    // SAFETY: C passes a view.
    unsafe { read(cri, false, Cri::path_is_set) }
}

/// Initialises an iterator over the segments of the path.
///
/// @param[out] iter the iterator, for cri_iter_next()
/// @param[in] cri the CRI or CRI reference
///
/// Constant time. href 2 (C9).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_iter_init_path(iter: *mut cri_iter_t, cri: *const cri_t) {
    // SAFETY: C passes a view and a place for the iterator.
    unsafe { iterate(cri, iter, |cri| cri.path()) }
}

/// Returns whether the query is set. In a full CRI it always is; in a reference `[]` is set and null is not.
///
/// @param[in] cri the CRI or CRI reference
/// @return true if it is set
///
/// Constant time. href 5.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_query_is_set(cri: *const cri_t) -> bool {
    // SAFETY: C passes a view.
    unsafe { read(cri, false, Cri::query_is_set) }
}

/// Initialises an iterator over the parameters of the query.
///
/// @param[out] iter the iterator, for cri_iter_next()
/// @param[in] cri the CRI or CRI reference
///
/// Constant time. href 2 (C10).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_iter_init_query(iter: *mut cri_iter_t, cri: *const cri_t) {
    // SAFETY: C passes a view and a place for the iterator.
    unsafe { iterate(cri, iter, |cri| cri.query()) }
}

/// Stores the fragment.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] fragment the fragment
/// @return false, with nothing stored, if there is none
///
/// Constant time. href 2 (C11).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_fragment(cri: *const cri_t, fragment: *mut cri_text_t) -> bool {
    // SAFETY: C passes a view and a place for the text.
    unsafe { scheme::text(cri, fragment, Cri::fragment) }
}
