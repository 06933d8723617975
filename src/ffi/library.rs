// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. What the library is, and the names of errors.

use core::ffi::{CStr, c_char};

use super::types::cri_err_t;
use crate::error::{Error, name_of};

/// `CRI_FEATURE_SCHEMES_FULL`.
const SCHEMES_FULL: u32 = 1;
/// `CRI_FEATURE_CORI`.
const CORI: u32 = 2;
/// `CRI_FEATURE_NFC`.
const NFC: u32 = 4;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => c"",
};

/// Returns the version of the library, such as "0.1.0".
///
/// NUL-terminated; a constant of the library. Constant time.
#[unsafe(no_mangle)]
pub extern "C" fn cri_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Returns the features that the library was built with: a sum of CRI_FEATURE_… bits.
///
/// Constant time.
#[unsafe(no_mangle)]
pub extern "C" fn cri_features() -> u32 {
    let schemes_full = if cfg!(feature = "schemes-full") { SCHEMES_FULL } else { 0 };
    let cori = if cfg!(feature = "cori") { CORI } else { 0 };
    let nfc = if cfg!(feature = "nfc") { NFC } else { 0 };
    schemes_full | cori | nfc
}

/// Returns the name of an error number, for logs: "ok", "truncated", "dot_segment" …
///
/// NUL-terminated; a constant of the library; "unknown" for any other number. Constant time.
#[unsafe(no_mangle)]
pub extern "C" fn cri_err_name(err: cri_err_t) -> *const c_char {
    name_of(err).as_ptr()
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
