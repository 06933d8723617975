// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. URIs and IRIs, both ways.

use core::ffi::c_char;

use super::call::number;
use super::errors::cri_err_t;
use super::output::{Written, from_text, from_view};
use super::parse::cri_t;
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
#[must_use]
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
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_uri(cri: *const cri_t, buf: *mut c_char, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { from_view(cri, buf.cast(), buf_cap, len, Written::Text, |cri, output| cri.to_uri(output)) })
}

/// Converts an IRI to a CRI, or an IRI reference to a CRI reference, in canonical form: the result of
/// cri_from_uri() for the URI that the IRI maps to.
///
/// rev: the revision to write. iri, iri_len: UTF-8. buf, buf_cap: the buffer; NULL and 0 to ask for the
/// length. len: the length in bytes.
///
/// Returns what cri_from_uri() does, but CRI_ERR_UTF8 if iri is not UTF-8, and CRI_ERR_URI_SYNTAX for a
/// character that IRIs do not allow; private use characters are allowed in the query only.
///
/// Linear, whatever the text. href 6; RFC 3987 2.2, 3.1; R12 to R14.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_iri(
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
            convert::from_iri(revision, text, output)
        })
    })
}

/// Converts a CRI to an IRI, or a CRI reference to an IRI reference: its URI with the characters beyond
/// ASCII that IRIs allow not percent-encoded. Bidirectional controls stay percent-encoded, and private
/// use characters outside the query.
///
/// buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes of the UTF-8 text,
/// without the NUL that ends it (R23).
///
/// Returns what cri_to_uri() does. Linear. href 6; RFC 3987 3.2, 4.1.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_iri(cri: *const cri_t, buf: *mut c_char, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe { from_view(cri, buf.cast(), buf_cap, len, Written::Text, |cri, output| cri.to_iri(output)) })
}

/// Converts a CRI to a URI as cri_to_uri(), but omits user information, which may hold a password: for
/// logs. If there was any, the result is a different URI.
///
/// buf, buf_cap, len: as cri_to_uri().
///
/// Returns what cri_to_uri() does. Linear. RFC 3986 7.5.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_uri_redacted(
    cri: *const cri_t,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: C passes a view, a buffer and a place for the length.
    number(unsafe {
        from_view(cri, buf.cast(), buf_cap, len, Written::Text, |cri, output| cri.to_uri_redacted(output))
    })
}
