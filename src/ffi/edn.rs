// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. CBOR diagnostic notation.

use core::ffi::c_char;

use super::call::number;
use super::errors::cri_err_t;
use super::output::{Written, from_view};
use super::parse::cri_t;

/// Writes the canonical form of a CRI or CRI reference in CBOR diagnostic notation, for people: [-1,
/// ["example", "com"]]. Byte strings are in lower-case hexadecimal.
///
/// buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes of the UTF-8
/// text, without the NUL that ends it (R23).
///
/// Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
/// CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes that it borrows, or the other
/// one. After an error buf is unspecified up to buf_cap.
///
/// Linear. RFC 8949 8; RFC 8610 G.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_edn(cri: *const cri_t, buf: *mut c_char, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { from_view(cri, buf.cast(), buf_cap, len, Written::Text, |cri, output| cri.to_edn(output)) })
}
