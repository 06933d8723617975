// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversions from and to CoRI.

use core::ffi::c_char;

use super::cri_cori_t;
use crate::cori::{CoapFlags, Cori, decompose};
use crate::error::Error;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::cri::view::from_view;
use crate::ffi::prelude::*;
use crate::revision::Revision;

/// A flag: cri_cori_to_coap() adds Proxy-Scheme.
pub const CRI_CORI_TO_PROXY: u8 = 1;
/// A flag: cri_cori_to_coap() ignores a fragment and accepts any scheme, as the draft's code does.
pub const CRI_CORI_SILENT: u8 = 2;

/// Runs a conversion of a view.
unsafe fn from_cori(
    cori: *const cri_cori_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    written: Written,
    conversion: impl FnOnce(&Cori<'_>, &mut Output<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((buffer(buf, buf_cap), slot(len), object(cori))) };
    opened.and_then(|(buf, len, cori)| fill(buf, len, written, |output| conversion(cori, output)))
}

/// Encodes a CoRI with the shortest heads, normalised if it is absolute.
///
/// @param[in] cori a CoRI
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_OK
///
/// Linear. cori 3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_encode(
    cori: *const cri_cori_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { from_cori(cori, buf, buf_cap, len, Written::Bytes, |cori, output| cori.encode(output)) })
}

/// Recomposes the URI of an absolute CoRI. The URI always has a port, and at least "/" as its path.
///
/// For CoAP and HTTP schemes, a URI without a path is equivalent to a URI with the path "/". For other schemes they may
/// identify two resources, but a CoRI cannot distinguish them.
///
/// @param[in] cori an absolute CoRI
/// @param[out] buf,buf_cap ASCII; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_ERR_CORI_NOT_ABSOLUTE `cori` is relative
///
/// Linear. cori 4.2; IPv6 addresses as in RFC 5952.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_recompose(
    cori: *const cri_cori_t,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { from_cori(cori, buf.cast(), buf_cap, len, Written::Text, |cori, output| cori.recompose(output)) })
}

/// Decomposes a URI into a CoRI that is absolute and normalised. The text is normalised as cri_from_uri() does, and the
/// scheme's default port is added. cri_cori_recompose() converts the result to the normalised URI, with a port and with
/// at least "/" as its path.
///
/// @param[in] uri,uri_len ASCII
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_CORI_NOT_ABSOLUTE `uri` is a relative reference
/// @retval CRI_ERR_NO_CORI no CoRI corresponds to the URI, because it has user information, or no authority, or no port
///   and a scheme whose default port the library does not know, or percent-encoded octets that are not UTF-8 or that
///   cri_cori_recompose() would not percent-encode again
/// @errorsof{cri_from_uri} in revision 27
///
/// Linear, for every text. cori 2.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_decompose(
    uri: *const c_char,
    uri_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe {
        from_text(Revision::Href27 as u8, uri, uri_len, buf, buf_cap, len, |text, _, output| decompose(text, output))
    })
}

/// Writes the options of a CoAP request for an absolute CoRI, delta-coded from number 0: Uri-Host, Uri-Port, Uri-Path,
/// Uri-Query, and Proxy-Scheme if `flags` requests it. Default values are not omitted.
///
/// @param[in] cori an absolute CoRI
/// @param[in] flags @flags{CRI_CORI_TO_PROXY,CRI_CORI_SILENT}
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_CORI_NOT_ABSOLUTE `cori` is relative
/// @retval CRI_ERR_COAP_SCHEME without #CRI_CORI_SILENT: the scheme is not a CoAP scheme
/// @retval CRI_ERR_COAP_FRAGMENT without #CRI_CORI_SILENT: there is a fragment
/// @retval CRI_ERR_COAP_LENGTH a value is longer than 65804 bytes
///
/// Linear. cori 4.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_to_coap(
    cori: *const cri_cori_t,
    flags: u8,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        let flags = CoapFlags::try_from(flags)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        unsafe { from_cori(cori, buf, buf_cap, len, Written::Bytes, |cori, output| cori.to_coap(flags, output)) }
    })
}

/// Converts an absolute CoRI to the CRI of the URI that it recomposes to, or a relative CoRI to the CRI reference that
/// resolves in the same way. The result is in canonical form. The host name becomes lower case, and the scheme's
/// default port is omitted.
///
/// The empty CoRI becomes the empty reference. Unlike the empty CoRI, that reference keeps the fragment of a base.
/// If a reference appends segments (path type 2) to a base with the path "/", the CRI that results keeps the empty
/// segment of the base, and the CoRI does not. If the path of the result is empty, the URI of the CRI has no path, but
/// the URI of the CoRI has the path "/", which is another resource unless the scheme is a CoAP or an HTTP scheme.
///
/// @param[in] cori a CoRI
/// @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_NO_CRI the CoRI begins with a port, or with the path type append-relation
///
/// Linear, except for the look-up of a scheme's number. cori 2; href 5.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_to_cri(
    cori: *const cri_cori_t,
    rev: u8,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe {
        from_cori(cori, buf, buf_cap, len, Written::Bytes, |cori, output| cori.to_cri(revision(rev)?, output))
    })
}

/// Converts a full CRI to the absolute CoRI of its URI, or a CRI reference to a relative CoRI that resolves in the same
/// way. The scheme's default port is added. A lone empty segment after an authority or a root is omitted, so the path
/// "/" and the empty path become the same, even for schemes in which they differ.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_SCHEME_UNKNOWN the registry has no name for the scheme's id
/// @retval CRI_ERR_NO_CORI no CoRI corresponds to the CRI, because it has user information, a zone identifier,
///   percent-encoded text, a dot in a label, a discard value of 126 or 127, or no authority; or because it has no port
///   and its default port is not known, since the library does not know the default of the scheme or the scheme comes
///   from the base
///
/// Linear, except for the look-up of a scheme's name. cori 2; href 5.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_from_cri(
    cri: *const cri_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.to_cori(output)) })
}
