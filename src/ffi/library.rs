// SPDX-License-Identifier: MIT OR Apache-2.0
//! Version and features of the library.

use core::ffi::{CStr, c_char};

/// A bit of cri_features(): both scheme registries are complete. Otherwise each has only the ten short-numbered
/// schemes.
pub const CRI_FEATURE_SCHEMES_FULL: u32 = 1;
/// A bit of cri_features(): the library has the functions of cri_cori.h.
pub const CRI_FEATURE_CORI: u32 = 2;
/// A bit of cri_features(): the library has the functions of cri_nfc.h.
pub const CRI_FEATURE_NFC: u32 = 4;
/// A bit of cri_features(): the library supports #CRI_REV_13.
pub const CRI_FEATURE_HREF_13: u32 = 8;
/// A bit of cri_features(): the library supports #CRI_REV_27.
pub const CRI_FEATURE_HREF_27: u32 = 16;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => c"",
};

/// Returns the version of the library, such as "1.2.3": the #CRI_VERSION of the header that it was built with.
///
/// @return a constant string of the library, which ends in NUL
///
/// Constant time.
#[unsafe(no_mangle)]
pub extern "C" fn cri_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Returns the features that the library was built with.
///
/// @return a sum of `CRI_FEATURE_…` bits
///
/// Constant time.
#[unsafe(no_mangle)]
pub extern "C" fn cri_features() -> u32 {
    let schemes_full = if cfg!(cri_short_schemes) { 0 } else { CRI_FEATURE_SCHEMES_FULL };
    let cori = if cfg!(feature = "cori") { CRI_FEATURE_CORI } else { 0 };
    let nfc = if cfg!(feature = "nfc") { CRI_FEATURE_NFC } else { 0 };
    let revision_13 = if cfg!(cri_revision = "27") { 0 } else { CRI_FEATURE_HREF_13 };
    let revision_27 = if cfg!(cri_revision = "13") { 0 } else { CRI_FEATURE_HREF_27 };
    schemes_full | cori | nfc | revision_13 | revision_27
}
