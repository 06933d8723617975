// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. From text.

use core::ffi::c_char;

use super::call::number;
use super::output::from_text;
use super::types::cri_err_t;
use crate::convert;

/// Converts a URI to a CRI, or a URI reference to a CRI reference, in canonical form. The text is
/// normalised: scheme and host to lower case, triplets of unreserved characters decoded, dot segments
/// removed, the scheme's default port omitted.
///
/// rev: the revision to write. uri, uri_len: ASCII. buf, buf_cap: the buffer; NULL and 0 to ask for the
/// length. len: the length in bytes.
///
/// Returns CRI_OK; CRI_ERR_URI_NOT_ASCII; CRI_ERR_URI_SYNTAX if it is no URI reference; CRI_ERR_URI_PORT
/// for a port with a leading zero or above 65535; CRI_ERR_URI_HOST for an IP literal that is no IPv6
/// address; CRI_ERR_ZONE for a zone identifier in revision 27; CRI_ERR_NO_CRI for other texts without a
/// CRI: a path that would begin an authority, ":" in userinfo in revision 13, a reference with more than
/// 126 leading "../"; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
/// CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps uri, or one the other. After an error buf is
/// unspecified up to buf_cap.
///
/// Linear, whatever the text. href 6; R12 to R14.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_uri(
    rev: u8,
    uri: *const c_char,
    uri_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: C passes a text, a buffer and a place for the length.
    number(unsafe {
        from_text(rev, uri, uri_len, buf, buf_cap, len, |text, revision, output| {
            convert::from_uri(revision, text, output)
        })
    })
}
