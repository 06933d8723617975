// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions for error numbers. `error.rs` lists the numbers, and script/header writes the C constants from this list.

use core::ffi::c_char;

use crate::error::{is_unprocessable, name_of, text_of};
use crate::ffi::call::cri_err_t;

/// Returns the name of an error number for logs, such as "ok", "truncated" or "dot_segment".
///
/// @param[in] err an error number, @suchas{CRI_ERR_}, or #CRI_OK
/// @return a constant string of the library, which ends in NUL; "unknown" for a number that is not an error of this
///   version
///
/// Linear in the length of the list of names.
#[unsafe(no_mangle)]
pub extern "C" fn cri_err_name(err: cri_err_t) -> *const c_char {
    name_of(err).as_ptr()
}

/// Returns the meaning of an error number in English, without a full stop, such as "the output buffer is too small".
///
/// @param[in] err an error number, @suchas{CRI_ERR_}, or #CRI_OK
/// @return a constant string of the library, which ends in NUL; "unknown error" for a number that is not an error of
///   this version
///
/// Linear in the length of the list of texts, which are linked only if this function is called.
#[unsafe(no_mangle)]
pub extern "C" fn cri_err_text(err: cri_err_t) -> *const c_char {
    text_of(err).as_ptr()
}

/// Returns true if an error means that an item is well-formed CBOR but not a processable CRI or CoRI. cri_parse() and
/// cri_cori_parse() store the number of bytes to skip only with these errors.
///
/// @param[in] err an error number, @suchas{CRI_ERR_}, or #CRI_OK
/// @return true for these errors
///
/// Constant time. href 5.2.1.
#[unsafe(no_mangle)]
pub extern "C" fn cri_err_is_unprocessable(err: cri_err_t) -> bool {
    is_unprocessable(err)
}
