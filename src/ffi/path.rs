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

/// Returns the number of segments of the path.
///
/// @param[in] cri the CRI or CRI reference
/// @return 0 if the path is empty or not set
///
/// Constant time. href 2 (C8).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_count(cri: *const cri_t) -> usize {
    // SAFETY: C passes a view.
    unsafe { read(cri, 0, Cri::path_count) }
}

/// Stores a segment of the path.
///
/// @param[in] cri the CRI or CRI reference
/// @param[in] index 0 for the first segment
/// @param[out] segment the segment
/// @return false, with nothing stored, if there is no such segment
///
/// Linear in `index`; cri_path_iter() visits all. href 2 (C9).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_get(cri: *const cri_t, index: usize, segment: *mut cri_text_t) -> bool {
    // SAFETY: C passes a view and a place for the text.
    unsafe { scheme::text(cri, segment, |cri| cri.path().nth(index)) }
}

/// Initialises an iterator over the segments of the path.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] iter the iterator, for cri_iter_next()
///
/// Constant time. href 2 (C9).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_iter(cri: *const cri_t, iter: *mut cri_iter_t) {
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

/// Returns the number of parameters of the query.
///
/// @param[in] cri the CRI or CRI reference
/// @return 0 if there is no query
///
/// Constant time. href 2 (C10).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_query_count(cri: *const cri_t) -> usize {
    // SAFETY: C passes a view.
    unsafe { read(cri, 0, Cri::query_count) }
}

/// Stores a parameter of the query.
///
/// @param[in] cri the CRI or CRI reference
/// @param[in] index 0 for the first parameter
/// @param[out] parameter the parameter
/// @return false, with nothing stored, if there is no such parameter
///
/// Linear in `index`; cri_query_iter() visits all. href 2 (C10).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_query_get(cri: *const cri_t, index: usize, parameter: *mut cri_text_t) -> bool {
    // SAFETY: C passes a view and a place for the text.
    unsafe { scheme::text(cri, parameter, |cri| cri.query().nth(index)) }
}

/// Initialises an iterator over the parameters of the query.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] iter the iterator, for cri_iter_next()
///
/// Constant time. href 2 (C10).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_query_iter(cri: *const cri_t, iter: *mut cri_iter_t) {
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
