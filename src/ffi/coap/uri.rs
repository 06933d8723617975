// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversions between URI text and the CoAP options of a request.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use super::endpoint::{cri_endpoint_t, endpoint};
use super::read::ArrivedRequest;
use crate::coap;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::prelude::*;

/// Writes the options of a CoAP request for a URI, delta-coded as in a message (RFC 7252 6.4).
///
/// Every percent-encoded octet is decoded, even if it is a delimiter: `/a%2Cb` becomes a Uri-Path "a,b". Dot segments
/// are removed before octets are decoded, and the host is written in lower case. If the URI has several errors, the
/// function returns the first error in this order: syntax of the URI, scheme, fragment, authority, then the options in
/// their order.
///
/// The options do not contain the scheme: `coap://h/a`, `coaps://h/a` and `coap+tcp://h/a` have the same options,
/// except Uri-Port. The caller chooses the transport by the scheme of the text, from cri_uri_split() and
/// cri_uri_part(), and must not send a request for a coaps URI without DTLS.
///
/// @param[in] rev revision whose rules apply to zone identifiers and user information: #CRI_REV_13 or #CRI_REV_27
/// @param[in] uri,uri_len ASCII
/// @param[in] dest the destination of the request, or @nullable: as in cri_to_coap()
/// @param[in] after number of the last option that is already in the message, @suchas{CRI_COAP_}; 0 if there is none
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length. #CRI_URI_TO_COAP_MAX bytes
///   are enough
/// @param[out] len length in bytes
/// @retval CRI_ERR_URI_NOT_ASCII as in cri_from_uri()
/// @retval CRI_ERR_URI_SYNTAX as in cri_from_uri()
/// @retval CRI_ERR_URI_PORT as in cri_from_uri()
/// @retval CRI_ERR_URI_HOST as in cri_from_uri()
/// @retval CRI_ERR_ZONE as in cri_from_uri()
/// @retval CRI_ERR_NO_CRI as in cri_from_uri()
/// @retval CRI_ERR_NOT_FULL `uri` is a reference
/// @retval CRI_ERR_COAP_SCHEME the scheme is not a CoAP scheme
/// @retval CRI_ERR_COAP_AUTHORITY there is no authority
/// @retval CRI_ERR_COAP_EMPTY_HOST the host is empty
/// @retval CRI_ERR_COAP_HOST the host name has characters that Uri-Host does not allow
/// @retval CRI_ERR_COAP_USERINFO there is user information
/// @retval CRI_ERR_COAP_FRAGMENT there is a fragment
/// @retval CRI_ERR_UTF8 percent-encoded octets are not UTF-8
/// @retval CRI_ERR_COAP_LENGTH a value is longer than 255 bytes
/// @retval CRI_ERR_COAP_ORDER `after` is above the number of the first option
///
/// Linear, for every text. RFC 7252 3.1, 6.4.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_uri_to_coap(
    rev: u8,
    uri: *const c_char,
    uri_len: usize,
    dest: *const cri_endpoint_t,
    after: u16,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        let mut held = MaybeUninit::uninit();
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, uri, dest) = unsafe {
            let dest = endpoint(dest, &mut held)?;
            open((buffer(buf, buf_cap), slot(len), input(uri, uri_len), dest))?
        };
        fill(buf, len, Written::Bytes, |output| coap::from_uri(revision, uri, dest, after, output))
    })
}

/// Writes the options of a CoAP request for the resource that a URI reference refers to, delta-coded as in a message.
/// The options are the same as cri_uri_to_coap() writes for the URI that results from resolving the reference against
/// `base`.
///
/// Percent-encoded text of the base is therefore decoded, too. A zone identifier of the base, which has no URI form in
/// revision 27, is read as in cri_to_coap(). If there are several errors, including those of the base, the order given
/// for cri_uri_to_coap() decides which one is returned. The options do not contain the scheme, which the reference may
/// change: see cri_uri_to_coap().
///
/// @param[in] base a full CRI, parsed or resolved; the rules of its revision apply
/// @param[in] uri,uri_len ASCII
/// @param[in] dest @sameas{cri_uri_to_coap}
/// @param[in] after number of the last option that is already in the message, @suchas{CRI_COAP_}; 0 if there is none
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_BASE `base` is a reference
/// @retval CRI_ERR_NOT_VALID the result is not a valid URI
/// @errorsof{cri_uri_to_coap,cri_to_coap}: the former for `uri`, the latter for `base`
///
/// Linear, for every text. RFC 7252 3.1, 6.4; href 5.3.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_uri_reference_to_coap(
    base: *const cri_t,
    uri: *const c_char,
    uri_len: usize,
    dest: *const cri_endpoint_t,
    after: u16,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        let mut held = MaybeUninit::uninit();
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, base, uri, dest) = unsafe {
            let dest = endpoint(dest, &mut held)?;
            open((buffer(buf, buf_cap), slot(len), object(base), input(uri, uri_len), dest))?
        };
        fill(buf, len, Written::Bytes, |output| coap::from_uri_reference(base, uri, dest, after, output))
    })
}

/// Converts the options of a CoAP request, delta-coded as in a message, to the URI of the requested resource, for a
/// server that is not a proxy.
///
/// The result is the same as that of cri_from_coap(), cri_parse() and cri_to_uri() called one after the other, except
/// that the path is `/` if the request has no Uri-Path (RFC 7252 6.5). The function fails exactly if one of these calls
/// would fail, with the error of the first option that has an error. A proxy calls cri_coap_to_uri_proxy() instead.
///
/// The URI contains the values of the query, which may be secret. For a log that other people read, use
/// cri_from_coap_view() and CRI_LOG_URI().
///
/// @param[in] rev revision whose rules apply to scheme numbers and zone identifiers: #CRI_REV_13 or #CRI_REV_27
/// @param[in] scheme @sameas{cri_from_coap}
/// @param[in] options,options_len all options of the request, without the payload marker; options that do not identify
///   the resource are ignored
/// @param[in] dest @sameas{cri_from_coap}, or @nullable
/// @param[out] buf,buf_cap ASCII; NULL and 0 to ask for the length. #CRI_COAP_TO_URI_MAX bytes
///   are enough
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_ERR_ARGUMENT in revision 27, `dest` gives a link-local host and has a zone identifier, which no URI can
///   have, among other reasons: pass `dest` without zone
/// @errorsof{cri_from_coap}
///
/// Linear. RFC 7252 6.5; href-27 8.1.2.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_coap_to_uri(
    rev: u8,
    scheme: i64,
    options: *const u8,
    options_len: usize,
    dest: *const cri_endpoint_t,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    let request = ArrivedRequest { rev, scheme, options: input(options, options_len), dest };
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { request.convert(buffer(buf, buf_cap), len, Written::Text, coap::to_uri) }
}

/// Converts the options of a CoAP request to the URI of the requested resource like cri_coap_to_uri(), for a proxy.
///
/// The result is the same as that of cri_from_coap_proxy(), cri_parse() and cri_to_uri() called one after the other,
/// except that a URI with a CoAP or HTTP scheme and an authority, but without a path, gets the path `/`, which means
/// the same. For other schemes, an empty path stays empty.
///
/// Proxy-Uri, Proxy-Cri, Proxy-Scheme and Proxy-Scheme-Number are read as in cri_from_coap_proxy(). This function
/// therefore links the readers of URIs and CRIs and the registry, which cri_coap_to_uri() does not need.
///
/// @param[in] rev @sameas{cri_coap_to_uri}
/// @param[in] scheme @sameas{cri_from_coap}
/// @param[in] options,options_len @sameas{cri_coap_to_uri}
/// @param[in] dest @sameas{cri_from_coap}, or @nullable
/// @param[out] buf,buf_cap ASCII; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_ERR_SCHEME_UNKNOWN the registry has no name for the scheme's id in Proxy-Scheme-Number or Proxy-Cri
/// @retval CRI_ERR_ARGUMENT as in cri_coap_to_uri()
/// @retval CRI_ERR_ZONE the CRI in Proxy-Cri has a zone identifier, as in cri_to_uri()
/// @retval CRI_ERR_NO_URI as in cri_to_uri()
/// @errorsof{cri_from_coap_proxy}
///
/// Linear. RFC 7252 6.5, 5.10.2; href-27 8.1.2, 8.2.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_coap_to_uri_proxy(
    rev: u8,
    scheme: i64,
    options: *const u8,
    options_len: usize,
    dest: *const cri_endpoint_t,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    let request = ArrivedRequest { rev, scheme, options: input(options, options_len), dest };
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { request.convert(buffer(buf, buf_cap), len, Written::Text, coap::to_uri_proxy) }
}
