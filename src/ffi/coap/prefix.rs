// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options of a message with another prefix of the path.

use crate::coap;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::prelude::*;

/// Writes the options of a message with another prefix of the path, as cri_replace_prefix() does for CRIs. A reverse
/// proxy replaces the prefix of the Uri-Path options of a request, and of the Location-Path options of the response.
///
/// Only paths are compared: the scheme and the authority of `prefix` are ignored. Other options are copied, with these
/// exceptions:
///
/// - Uri-Path-Abbrev of a request is replaced by the Uri-Path options that it stands for.
/// - If `replacement` is a full CRI, the Uri-Host and Uri-Port of a request are replaced by Uri-Host for the host of
///   `replacement`, if that is a name. Send the request to the address and the port of `replacement`. If `replacement`
///   is a path, Uri-Host and Uri-Port are kept.
///
/// A response without Location-Path and Location-Query is copied.
///
/// @param[in] options,options_len all options of the message, delta-coded as in a message, without the payload marker
/// @param[in] number @choice{CRI_COAP_URI_PATH,CRI_COAP_LOCATION_PATH}: the options whose prefix is replaced
/// @param[in] prefix @sameas{cri_replace_prefix}; only its path is read
/// @param[in] replacement the prefix of the result, as in cri_replace_prefix(); for Location-Path only its path is read
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_PREFIX the path is not under `prefix`: a proxy answers 4.04, or 5.02 if the response of the server
///   causes the error
/// @retval CRI_ERR_BASE `prefix` or `replacement` is no prefix, as in cri_replace_prefix()
/// @retval CRI_ERR_REVISION `prefix` and `replacement` are of different revisions
/// @retval CRI_ERR_COAP_PROXY the request is meant for a forward proxy
/// @retval CRI_ERR_TRUNCATED the options are malformed
/// @retval CRI_ERR_COAP_OPTION the options are malformed
/// @retval CRI_ERR_COAP_LENGTH a segment is longer than 255 bytes
/// @retval CRI_ERR_COAP_PATH_ABBREV as in cri_coap_pattern_match()
/// @retval CRI_ERR_UTF8 a segment is not UTF-8
/// @retval CRI_ERR_DOT_SEGMENT a segment is "." or ".."
/// @retval CRI_ERR_SCHEME_UNKNOWN the default port of the scheme of `replacement` is not known
/// @retval CRI_ERR_COAP_SCHEME the scheme of `replacement` is not the id of a CoAP scheme
/// @retval CRI_ERR_COAP_AUTHORITY `replacement` is a full CRI without authority
/// @retval CRI_ERR_COAP_EMPTY_HOST the host of `replacement` is empty
/// @retval CRI_ERR_COAP_HOST Uri-Host does not allow the host name of `replacement`
/// @retval CRI_ERR_COAP_USERINFO `replacement` has user information
/// @retval CRI_ERR_COAP_PET `replacement` has percent-encoded text
///
/// Linear. RFC 7252 5.7.3, 5.10.1, 5.10.7.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_coap_replace_prefix(
    options: *const u8,
    options_len: usize,
    number: u16,
    prefix: *const cri_t,
    replacement: *const cri_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, options, prefix, replacement) = unsafe {
            open((buffer(buf, buf_cap), slot(len), input(options, options_len), object(prefix), object(replacement)))?
        };
        fill(buf, len, Written::Bytes, |output| coap::replace_prefix(options, number, prefix, replacement, output))
    })
}
