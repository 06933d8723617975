// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Writing views out: as CBOR, as a URI, in diagnostic notation.

use core::ffi::c_char;

use super::call::number;
use super::output::{Written, from_view};
use super::types::{cri_err_t, cri_t};

/// Encodes a CRI or CRI reference in canonical form: shortest heads, definite lengths, trailing defaults
/// omitted, the empty reference as 80. The scheme is written as cri has it, by its id or by its name.
///
/// buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes.
///
/// Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
/// CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes that it borrows, or the other
/// one. After an error buf is unspecified up to buf_cap.
///
/// Linear. href 5.1, 5.2; R2.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode(cri: *const cri_t, buf: *mut u8, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.encode(output)) })
}

/// Converts a CRI to a URI, or a CRI reference to a URI reference.
///
/// buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes of the ASCII
/// text, without the NUL that ends it (R23).
///
/// Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN if the registry has no name for the scheme's number;
/// CRI_ERR_ZONE for a zone identifier in revision 27, or an empty one; CRI_ERR_NO_URI for a reference
/// that no URI reference corresponds to, such as [0, ["a"]], and in revision 13 for a dot in a host name
/// label; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed; CRI_ERR_ARGUMENT;
/// CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes that it borrows, or the other one. After an
/// error buf is unspecified up to buf_cap.
///
/// Linear. href 6.1; R11, R13; IPv6 addresses as RFC 5952.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_uri(cri: *const cri_t, buf: *mut c_char, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { from_view(cri, buf.cast(), buf_cap, len, Written::Text, |cri, output| cri.to_uri(output)) })
}

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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_edn(cri: *const cri_t, buf: *mut c_char, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { from_view(cri, buf.cast(), buf_cap, len, Written::Text, |cri, output| cri.to_edn(output)) })
}
