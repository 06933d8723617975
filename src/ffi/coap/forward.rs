// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options that a proxy forwards.

use crate::coap::{forward_request, forward_response};
use crate::ffi::prelude::*;

/// Writes the options of a request that a proxy forwards. The proxy puts them among the options of its own request,
/// which cri_to_coap() writes for the target, with cri_coap_merge().
///
/// - The options that identify the resource are omitted, because cri_to_coap() writes new ones: Uri-Host, Uri-Port,
///   Uri-Path, Uri-Query, Proxy-Uri, Proxy-Scheme, Proxy-Cri, Proxy-Scheme-Number, and a Uri-Path-Abbrev whose value
///   the library knows.
/// - The options with the numbers in `processed` are omitted, too. List the options that the proxy processes itself,
///   such as Observe (6), Block2 (23) and Block1 (27), and options that it does not let pass. It inserts its own
///   options with cri_coap_insert(), cri_coap_insert_uint() or cri_coap_merge().
/// - Hop-Limit is reduced by 1. A request without Hop-Limit gets none; the proxy may insert it, with the value 16.
/// - All other options are forwarded unchanged, known or unknown, if their numbers mark them as safe to forward:
///   If-Match and OSCORE, for example. Any other option is unsafe to forward, and an error: the proxy answers 4.02 (Bad
///   Option).
///
/// cri_coap_response_code() returns the code of the answer for each error. A proxy that decides about options
/// differently uses cri_coap_raw_next(), or cri_coap_remove() first.
///
/// @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
/// @param[in] processed,processed_len the numbers of the options to omit, and the count of these numbers; NULL and 0 if
///   there are no further options
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes: at most `options_len`
/// @retval CRI_ERR_COAP_UNSAFE an option that is unsafe to forward is unknown: bit 1 of its number is set, and it is
///   not listed
/// @retval CRI_ERR_COAP_HOP_LIMIT Hop-Limit is not a number from 1 to 255: the answer is 4.00 (Bad Request)
/// @retval CRI_ERR_COAP_HOP_LIMIT_REACHED Hop-Limit is 1: the answer is 5.08 (Hop Limit Reached)
/// @errorsof{cri_coap_raw_init}, which take precedence
///
/// Linear in `options_len` times `processed_len`. RFC 7252 5.7.1; RFC 8768 3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_forward_request(
    options: *const u8,
    options_len: usize,
    processed: *const u16,
    processed_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        let processed = input_array(processed, processed_len);
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, options, processed) =
            unsafe { open((buffer(buf, buf_cap), slot(len), input(options, options_len), processed))? };
        fill(buf, len, Written::Bytes, |output| forward_request(options, processed, output))
    })
}

/// Writes the options of a response that a proxy forwards to its client.
///
/// The options with the numbers in `processed` are omitted. List the options that the proxy processes itself, such as
/// Observe (6), Max-Age (14), Block2 (23) and Block1 (27). It inserts its own: a proxy that does not cache inserts the
/// Max-Age that it received, which cri_coap_find_uint() finds. All other options are forwarded unchanged if their
/// numbers mark them as safe to forward.
///
/// @param[in] options,options_len all options of the response, delta-coded as in a message, without the payload marker
/// @param[in] processed,processed_len the numbers of the options to omit, and the count of these numbers; NULL and 0 if
///   there are no such options
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes: at most `options_len`
/// @retval CRI_ERR_COAP_RESPONSE an option that is unsafe to forward is unknown, or an option is malformed: the proxy
///   answers 5.02 (Bad Gateway)
///
/// Linear in `options_len` times `processed_len`. RFC 7252 5.7.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_forward_response(
    options: *const u8,
    options_len: usize,
    processed: *const u16,
    processed_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        let processed = input_array(processed, processed_len);
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, options, processed) =
            unsafe { open((buffer(buf, buf_cap), slot(len), input(options, options_len), processed))? };
        fill(buf, len, Written::Bytes, |output| forward_response(options, processed, output))
    })
}
