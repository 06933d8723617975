// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Error numbers. Their list is in `error.rs`, from which script/header makes the constants of C.

use core::ffi::c_char;

use crate::error::{Error, name_of, text_of};

/// An error number: CRI_OK (0) or one of the negative CRI_ERR_….
pub type cri_err_t = i32;

/// Returns the name of an error number, for logs: "ok", "truncated", "dot_segment" …
///
/// NUL-terminated; a constant of the library; "unknown" for any other number. Constant time.
#[unsafe(no_mangle)]
pub extern "C" fn cri_err_name(err: cri_err_t) -> *const c_char {
    name_of(err).as_ptr()
}

/// Returns a sentence that says what an error number means, for people: "the output buffer is too small".
///
/// NUL-terminated, in English, without a full stop; a constant of the library; "unknown error" for any other number.
/// Constant time.
#[unsafe(no_mangle)]
pub extern "C" fn cri_err_text(err: cri_err_t) -> *const c_char {
    text_of(err).as_ptr()
}

/// Returns whether an error means that an item is well-formed CBOR but no processable CRI or CoRI. If so,
/// and only then, cri_parse() and cri_cori_parse() stored the number of bytes to skip as consumed (href
/// 5.2.1).
///
/// Constant time.
#[unsafe(no_mangle)]
pub extern "C" fn cri_err_is_unprocessable(err: cri_err_t) -> bool {
    Error::of_number(err).is_some_and(Error::is_unprocessable)
}
