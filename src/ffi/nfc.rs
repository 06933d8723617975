// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Unicode normalization form C.

use core::ffi::c_char;

use super::call::number;
use super::errors::cri_err_t;
use super::output::{COutput, Written, from_text, from_view};
use super::parse::cri_t;
use super::pointer::read;
use crate::convert::{from_iri, from_uri};
use crate::cri::Cri;
use crate::error::Error;
use crate::revision::Revision;

/// Returns whether all texts of a CRI are in Unicode normalization form C, and its host name in lower
/// case.
///
/// To check the output of a builder: cri_builder_finish(), cri_parse(), then this.
///
/// False for NULL. Linear. href 2; UAX #15.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_is_nfc(cri: *const cri_t) -> bool {
    // SAFETY: C passes a view.
    unsafe { read(cri, false, Cri::is_nfc) }
}

/// Encodes a CRI or CRI reference as cri_encode(), with all texts in Unicode normalization form C and its
/// host name in lower case: for a CRI that was built, or converted from a URI or an IRI. Idempotent.
///
/// buf, buf_cap, len: as cri_encode().
///
/// Returns what cri_encode() does. Linear. href 2; RFC 3987 5.3.2; UAX #15.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode_nfc(cri: *const cri_t, buf: *mut u8, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.encode_nfc(output)) })
}

/// Converts a URI to a CRI as cri_from_uri(), and refuses a result for which cri_is_nfc() is false: some
/// text in it is not in Unicode normalization form C, or the host name has letters beyond ASCII that are
/// not in lower case. cri_from_uri(), cri_parse() and cri_encode_nfc() normalise it instead, with a
/// second buffer.
///
/// rev, uri, uri_len, buf, buf_cap, len: as cri_from_uri().
///
/// Returns what cri_from_uri() does, and CRI_ERR_NOT_NFC, with buf unspecified up to buf_cap.
/// CRI_ERR_BUFFER takes precedence. Linear. href 2, 6; RFC 3987 3.1; UAX #15.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
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
/// rev, iri, iri_len, buf, buf_cap, len: as cri_from_iri().
///
/// Returns what cri_from_iri() does, and CRI_ERR_NOT_NFC, with buf unspecified up to buf_cap.
/// CRI_ERR_BUFFER takes precedence. Linear. href 2, 6; RFC 3987 3.1, 5.3.2; UAX #15.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
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
