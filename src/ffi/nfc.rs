// SPDX-License-Identifier: MIT OR Apache-2.0
//! Unicode normalization form C.

use core::ffi::c_char;

use super::prelude::*;
use crate::convert::{from_iri, from_uri};
use crate::cri::Cri;
use crate::error::Error;
use crate::revision::Revision;

/// Returns whether all texts of a CRI are in Unicode normalization form C and its host name is in lower case. Use it to
/// check what a builder wrote.
///
/// @param[in] cri the CRI or CRI reference
/// @return true if they are; false for NULL
///
/// Linear. href 2; UAX #15.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_is_nfc(cri: *const cri_t) -> bool {
    // SAFETY: C passes a view.
    unsafe { read(cri, false, Cri::is_nfc) }
}

/// Encodes a CRI or CRI reference as cri_encode(), with all texts in Unicode normalization form C and its host name
/// in lower case: for a CRI that was built, or converted from a URI or an IRI. Idempotent.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_OK
///
/// Linear. href 2; RFC 3987 5.3.2; UAX #15.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode_nfc(cri: *const cri_t, buf: *mut u8, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.encode_nfc(output)) })
}

/// Converts a URI to a CRI as cri_from_uri(), and refuses a result for which cri_is_nfc() is false. The result is what
/// is checked: a buffer that is too small for it is reported first. To normalise it instead, call cri_from_uri(),
/// cri_parse() and cri_encode_nfc(), with a second buffer.
///
/// @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
/// @param[in] uri,uri_len ASCII
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_NOT_NFC a text that is not in normalization form C, or letters beyond ASCII in the host name that
///   are not in lower case
/// @errorsof{cri_from_uri}
///
/// Linear. href 2, 6; RFC 3987 3.1; UAX #15.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_uri_nfc(
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
            from_uri(revision, text, output)?;
            check(revision, output)
        })
    })
}

/// Converts an IRI to a CRI as cri_from_iri(), and refuses the results that cri_from_uri_nfc() refuses.
///
/// @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
/// @param[in] iri,iri_len UTF-8
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_NOT_NFC as cri_from_uri_nfc()
/// @errorsof{cri_from_iri}
///
/// Linear. href 2, 6; RFC 3987 3.1, 5.3.2; UAX #15.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_iri_nfc(
    rev: u8,
    iri: *const c_char,
    iri_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: C passes a text, a buffer and a place for the length.
    number(unsafe {
        from_text(rev, iri, iri_len, buf, buf_cap, len, |text, revision, output| {
            from_iri(revision, text, output)?;
            check(revision, output)
        })
    })
}

/// Checks the CRI that was written.
fn check(revision: Revision, output: &COutput<'_>) -> Result<(), Error> {
    let written = output.written()?;
    // SAFETY: all that counts as written was initialised.
    let written = unsafe { core::slice::from_raw_parts(written.as_ptr().cast(), written.len()) };
    let (cri, _) = Cri::parse(revision, written).map_err(|refusal| refusal.error)?;
    if cri.is_nfc() { Ok(()) } else { Err(Error::NotNfc) }
}
