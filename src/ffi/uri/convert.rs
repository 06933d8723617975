// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversions between CRIs and URIs or IRIs.

use core::ffi::c_char;

use crate::convert;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::cri::view::from_view;
use crate::ffi::prelude::*;

/// Converts a URI to a CRI, or a URI reference to a CRI reference, in canonical form.
///
/// The text is normalised: scheme and host are converted to lower case, percent-encoded unreserved characters are
/// decoded, dot segments are removed, and the scheme's default port is omitted.
///
/// @note The result is a reference if the text has no scheme: check it by cri_is_full(). cri_from_uri_where() locates
/// an error.
///
/// @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
/// @param[in] uri,uri_len ASCII
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length. #CRI_FROM_URI_MAX bytes
///   are enough
/// @param[out] len length in bytes
/// @retval CRI_ERR_URI_NOT_ASCII the text has a byte outside ASCII
/// @retval CRI_ERR_URI_SYNTAX the text is not a URI reference
/// @retval CRI_ERR_URI_PORT the port has a leading zero or is above 65535
/// @retval CRI_ERR_URI_HOST an IP literal is not an IPv6 address
/// @retval CRI_ERR_ZONE in revision 27, there is a zone identifier
/// @retval CRI_ERR_NO_CRI no CRI corresponds to the text, because its path begins with two slashes that would be read
///   as the start of an authority, because it has a ":" in its user information in revision 13, or because it begins
///   with more than 126 "../"
///
/// Linear, for every text. href 6.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_uri(
    rev: u8,
    uri: *const c_char,
    uri_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe {
        from_text(rev, uri, uri_len, buf, buf_cap, len, |text, revision, output| {
            convert::from_uri(revision, text, output)
        })
    })
}

/// Converts a CRI to a URI, or a CRI reference to a URI reference.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] buf,buf_cap ASCII; NULL and 0 to ask for the length. #CRI_TO_URI_MAX bytes
///   are enough
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_ERR_SCHEME_UNKNOWN the registry has no name for the scheme's id
/// @retval CRI_ERR_ZONE in revision 27, there is a zone identifier; in revision 13, it is empty
/// @retval CRI_ERR_NO_URI no URI reference corresponds to the reference, such as `[0, ["a"]]`; or, in revision 13, a
///   label of the host name has a dot
///
/// Linear. href 6.1; IPv6 addresses as in RFC 5952.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_uri(cri: *const cri_t, buf: *mut c_char, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { from_view(cri, buf.cast(), buf_cap, len, Written::Text, |cri, output| cri.to_uri(output)) })
}

/// Converts an IRI to a CRI, or an IRI reference to a CRI reference, in canonical form: the result of cri_from_uri()
/// for the URI that the IRI maps to.
///
/// @note The result is a reference if the text has no scheme: check it by cri_is_full(). cri_from_iri_where() locates
/// an error.
///
/// @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
/// @param[in] iri,iri_len UTF-8
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length. #CRI_FROM_URI_MAX bytes
///   are enough
/// @param[out] len length in bytes
/// @retval CRI_ERR_UTF8 the text is not UTF-8
/// @retval CRI_ERR_URI_SYNTAX the text is not an IRI reference; private use characters are allowed in the query only
/// @retval CRI_ERR_URI_PORT as in cri_from_uri()
/// @retval CRI_ERR_URI_HOST as in cri_from_uri()
/// @retval CRI_ERR_ZONE as in cri_from_uri()
/// @retval CRI_ERR_NO_CRI as in cri_from_uri()
///
/// Linear, for every text. href 6; RFC 3987 2.2, 3.1.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_iri(
    rev: u8,
    iri: *const c_char,
    iri_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe {
        from_text(rev, iri, iri_len, buf, buf_cap, len, |text, revision, output| {
            convert::from_iri(revision, text, output)
        })
    })
}

/// Converts a CRI to an IRI, or a CRI reference to an IRI reference. The result is its URI, in which characters beyond
/// ASCII that IRIs allow are not percent-encoded.
///
/// Characters that cri_escape() would escape stay percent-encoded, except the joiners U+200C and U+200D, which emoji
/// and words of several languages need. Private use characters outside the query stay percent-encoded, too.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] buf,buf_cap UTF-8; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_ERR_SCHEME_UNKNOWN as in cri_to_uri()
/// @retval CRI_ERR_ZONE as in cri_to_uri()
/// @retval CRI_ERR_NO_URI as in cri_to_uri()
///
/// Linear. href 6; RFC 3987 3.2, 4.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_iri(cri: *const cri_t, buf: *mut c_char, buf_cap: usize, len: *mut usize) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { from_view(cri, buf.cast(), buf_cap, len, Written::Text, |cri, output| cri.to_iri(output)) })
}
