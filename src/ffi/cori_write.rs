// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Conversions from and to CoRI.

use core::ffi::c_char;

use super::call::{number, open, revision};
use super::cori::cri_cori_t;
use super::errors::cri_err_t;
use super::output::{COutput, Written, fill, from_text, from_view};
use super::parse::cri_t;
use super::pointer::{buffer, object, place};
use crate::cori::{Cori, SILENT, TO_PROXY, decompose};
use crate::error::Error;
use crate::revision::Revision;

/// Add Proxy-Scheme.
pub const CRI_CORI_TO_PROXY: u8 = 1;
/// Ignore a fragment, and accept any scheme, as the draft's code does.
pub const CRI_CORI_SILENT: u8 = 2;

/// A conversion of a view, with a parameter of its own.
type FromCori = for<'b> fn(&Cori<'_>, u8, &mut COutput<'b>) -> Result<(), Error>;

/// Runs a conversion of a view. One function for all of them, so that the steps are in flash once.
///
/// # Safety
///
/// As of [`open`].
unsafe fn write(
    cori: *const cri_cori_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    written: Written,
    parameter: u8,
    conversion: FromCori,
) -> Result<(), Error> {
    // SAFETY: as the function requires.
    let opened = unsafe { open((buffer(buf, buf_cap), place(len), object(cori))) };
    opened.and_then(|(buf, len, cori)| fill(buf, len, written, |output| conversion(cori, parameter, output)))
}

/// Writes a CoRI as CBOR with the shortest heads, normalized if it is absolute.
///
/// buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes.
///
/// Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
/// CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cori, the bytes that it borrows, or the other
/// one. After an error buf is unspecified up to buf_cap.
///
/// Linear. cori 3.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_encode(
    cori: *const cri_cori_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { write(cori, buf, buf_cap, len, Written::Bytes, 0, |cori, _, output| cori.encode(output)) })
}

/// Recomposes the URI of an absolute CoRI: always with its port, and with at least "/" as its path.
///
/// buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes of the ASCII
/// text, without the NUL that ends it (R23).
///
/// Returns CRI_OK; CRI_ERR_CORI_NOT_ABSOLUTE; CRI_ERR_BUFFER if it does not fit, with len stored as the
/// length needed; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cori, the bytes that it
/// borrows, or the other one. After an error buf is unspecified up to buf_cap.
///
/// Linear. cori 4.2; R19; IPv6 addresses as RFC 5952.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_recompose(
    cori: *const cri_cori_t,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { write(cori, buf.cast(), buf_cap, len, Written::Text, 0, |cori, _, output| cori.recompose(output)) })
}

/// Decomposes a URI into a CoRI: absolute, normalized, and such that cri_cori_recompose() writes an
/// equivalent URI. The text is normalised as by cri_from_uri(), and the scheme's default port added.
///
/// uri, uri_len: ASCII. buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in
/// bytes.
///
/// Returns CRI_OK; CRI_ERR_URI_NOT_ASCII, CRI_ERR_URI_SYNTAX, CRI_ERR_URI_PORT, CRI_ERR_URI_HOST,
/// CRI_ERR_ZONE as cri_from_uri() in revision 27; CRI_ERR_CORI_NOT_ABSOLUTE for a relative reference;
/// CRI_ERR_NO_CORI for URIs without a CoRI: no authority, user information, no port where the library
/// knows no default for the scheme, percent-encoded octets that are not UTF-8 or that recomposing would
/// not encode again; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
/// CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps uri, or one the other. After an error buf is
/// unspecified up to buf_cap.
///
/// Linear, whatever the text. cori 2.2; R12.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_decompose(
    uri: *const c_char,
    uri_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: C passes a text, a buffer and a place for the length.
    number(unsafe {
        from_text(Revision::Href27 as u8, uri, uri_len, buf, buf_cap, len, |text, _, output| decompose(text, output))
    })
}

/// Writes the options of a CoAP request for an absolute CoRI, delta-coded from number 0: Uri-Host,
/// Uri-Port, Uri-Path, Uri-Query, and Proxy-Scheme if requested. Defaults are not omitted.
///
/// flags: a sum of CRI_CORI_TO_PROXY to add Proxy-Scheme, and CRI_CORI_SILENT to ignore a fragment and
/// accept any scheme, as the draft's code does. buf, buf_cap: the buffer; NULL and 0 to ask for the
/// length. len: the length in bytes.
///
/// Returns CRI_OK; CRI_ERR_CORI_NOT_ABSOLUTE; CRI_ERR_COAP_SCHEME, CRI_ERR_COAP_FRAGMENT without
/// CRI_CORI_SILENT; CRI_ERR_COAP_LENGTH for a value of more than 65804 bytes; CRI_ERR_BUFFER if it does
/// not fit, with len stored as the length needed; CRI_ERR_ARGUMENT, also for an unknown flag;
/// CRI_ERR_OVERLAP if buf or len overlaps cori, the bytes that it borrows, or the other one. After an
/// error buf is unspecified up to buf_cap.
///
/// Linear. cori 4.3; R20.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_to_coap(
    cori: *const cri_cori_t,
    flags: u8,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    if flags & !(TO_PROXY | SILENT) != 0 {
        return Error::Argument.number();
    }
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe {
        write(cori, buf, buf_cap, len, Written::Bytes, flags, |cori, flags, output| cori.to_coap(flags, output))
    })
}

/// Converts an absolute CoRI to the CRI of the URI that it recomposes to, or a relative one to the CRI
/// reference that resolves in the same way; in canonical form. The host name becomes lower case, the
/// scheme's default port is omitted.
///
/// The empty CoRI becomes the empty reference, which keeps the fragment of a base, unlike the empty CoRI
/// (R7). Appending (path type 2) to a base whose path is "/" keeps its empty segment in a CRI.
///
/// rev: the revision to write. buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the
/// length in bytes.
///
/// Returns CRI_OK; CRI_ERR_NO_CRI for a reference that begins with a port, or with the path type
/// append-relation; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
/// CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cori, the bytes that it borrows, or the other
/// one. After an error buf is unspecified up to buf_cap.
///
/// Linear, except for the search of a scheme's number. cori 2; href 5.1; R2.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_to_cri(
    cori: *const cri_cori_t,
    rev: u8,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe {
        write(cori, buf, buf_cap, len, Written::Bytes, rev, |cori, rev, output| cori.to_cri(revision(rev)?, output))
    })
}

/// Converts a full CRI to the absolute CoRI that recomposes to the same URI, or a CRI reference to a
/// relative CoRI that resolves in the same way. The scheme's default port is added, a lone empty segment
/// after an authority or a root omitted.
///
/// buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes.
///
/// Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN if the registry has no name for the scheme's number;
/// CRI_ERR_NO_CORI for CRIs without a CoRI: no authority, user information, a zone identifier,
/// percent-encoded text, a dot in a label, a discard value of 126 or 127, no port where the library knows
/// no default for the scheme or the scheme is the base's; CRI_ERR_BUFFER if it does not fit, with len
/// stored as the length needed; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes
/// that it borrows, or the other one. After an error buf is unspecified up to buf_cap.
///
/// Linear, except for the search of a scheme's name. cori 2; href 5.2.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_from_cri(
    cri: *const cri_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.to_cori(output)) })
}
