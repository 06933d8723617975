// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversions from a CRI to the CoAP options of a request.

use core::mem::MaybeUninit;

use super::endpoint::{cri_endpoint_t, endpoint};
use crate::coap::CoapOptions;
use crate::coap::endpoint::Endpoint;
use crate::coap::message::option::Proxy;
use crate::cri::Cri;
use crate::error::Error;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::cri::text::cri_iter_t;
use crate::ffi::cri::view;
use crate::ffi::prelude::*;

/// A capacity of scratch in bytes that is always enough for cri_coap_options_init().
pub const CRI_COAP_SCRATCH: usize = 260;

/// An iterator over the CoAP options of a request. It borrows the CRI's
/// bytes and the scratch.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_coap_options_t {
    _path: cri_iter_t,
    _query: *const u8,
    _query_len: usize,
    _authority: *const u8,
    _authority_len: usize,
    _proxy: *const u8,
    _proxy_len: usize,
    _last: u8,
    _message: u8,
    _proxy_number: u16,
}

mirror! {
    cri_coap_options_t: borrows [path.rest, path.tail, query, authority, proxy] = CoapOptions {
        _proxy = proxy, _proxy_number = proxy_number
    }
}

unsafe fn write(
    cri: *const cri_t,
    dest: *const cri_endpoint_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    write: impl FnOnce(&Cri<'_>, Option<&Endpoint<'_>>, &mut Output<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut held = MaybeUninit::uninit();
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let (buf, len, cri, dest) = unsafe {
        let dest = endpoint(dest, &mut held)?;
        open((buffer(buf, buf_cap), slot(len), object(cri), dest))?
    };
    fill(buf, len, Written::Bytes, |output| write(cri, dest, output))
}

/// Writes the options of a CoAP request for a CRI, delta-coded as in a message.
///
/// Uri-Host is omitted if the host is the address of the destination, and Uri-Port is omitted if the port is the port
/// of the destination. Without a destination, Uri-Host is always present, and the request is assumed to go to the
/// scheme's default port. A zone identifier is never written; if the CRI and the destination both have one, they must
/// agree.
///
/// The options do not contain the scheme: `coap://h/a`, `coaps://h/a` and `coap+tcp://h/a` have the same options,
/// except Uri-Port. The caller chooses the transport by cri_scheme(), and must not send a request for a coaps URI
/// without DTLS.
///
/// The CRI of a link may have a fragment and percent-encoded text (PET), which have no options: call
/// cri_without_fragment() and cri_decode_pet() first.
///
/// @param[in] cri a full CRI, parsed or resolved
/// @param[in] dest the destination of the request, or @nullable
/// @param[in] after number of the last option that is already in the message, @suchas{CRI_COAP_}; 0 if there is none
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length. #CRI_TO_COAP_MAX bytes
///   are enough
/// @param[out] len length in bytes
/// @retval CRI_ERR_NOT_FULL `cri` is a reference
/// @retval CRI_ERR_COAP_SCHEME the scheme is not the id of a CoAP scheme. cri_normalize() replaces a name by its id
/// @retval CRI_ERR_COAP_AUTHORITY there is no authority
/// @retval CRI_ERR_COAP_EMPTY_HOST the host is empty
/// @retval CRI_ERR_COAP_HOST the host name has characters that Uri-Host does not allow, or in revision 13 has a dot
///   in a label
/// @retval CRI_ERR_COAP_USERINFO there is user information
/// @retval CRI_ERR_COAP_FRAGMENT there is a fragment
/// @retval CRI_ERR_COAP_PET there is percent-encoded text
/// @retval CRI_ERR_COAP_LENGTH a value is longer than 255 bytes
/// @retval CRI_ERR_COAP_ORDER `after` is above the number of the first option
///
/// Linear. RFC 7252 3.1, 6.4; href-27 8.1.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_coap(
    cri: *const cri_t,
    dest: *const cri_endpoint_t,
    after: u16,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { write(cri, dest, buf, buf_cap, len, |cri, dest, output| cri.to_coap(dest, after, output)) })
}

/// Writes the Location-Path and Location-Query options of a CoAP response for a CRI reference, delta-coded as in a
/// message: the inverse of cri_from_coap_location().
///
/// Two kinds of references have such options: an absolute path, with or without a query, such as `[true, ["dev",
/// "7"]]`; and the empty reference, for which no option is written. cri_from_coap_location() converts the options to a
/// reference that resolves to the same CRI. A full CRI has no such options, because a response cannot name another
/// server.
///
/// @param[in] cri the CRI reference
/// @param[in] after number of the last option that is already in the message, @suchas{CRI_COAP_}; 0 if there is none
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_COAP_LOCATION a full CRI or a reference with an authority; a path that depends on the path of the
///   request, such as `[1, ["a"]]` or, with only a query, `[0, null, ["q"]]`; or an absolute path without segments (the
///   root is `[true, [""]]`)
/// @retval CRI_ERR_COAP_FRAGMENT there is a fragment
/// @retval CRI_ERR_COAP_PET a segment or a parameter has percent-encoded chunks
/// @retval CRI_ERR_COAP_LENGTH a segment or a parameter is longer than 255 bytes
/// @retval CRI_ERR_COAP_ORDER `after` is above the number of the first option
///
/// Linear. RFC 7252 3.1, 5.10.7.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_coap_location(
    cri: *const cri_t,
    after: u16,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((buffer(buf, buf_cap), slot(len), object(cri))) };
    number(
        opened.and_then(|(buf, len, cri)| fill(buf, len, Written::Bytes, |output| cri.to_coap_location(after, output))),
    )
}

/// Writes the options of a CoAP request to a forward proxy for a CRI, delta-coded as in a message.
///
/// The target is in the options, so they must not be sent in clear for a coaps target: reach the proxy over DTLS.
///
/// @param[in] cri a full CRI of any scheme
/// @param[in] proxy the proxy option: #CRI_COAP_PROXY_URI or #CRI_COAP_PROXY_CRI, alone; or #CRI_COAP_PROXY_SCHEME or
///   #CRI_COAP_PROXY_SCHEME_NUMBER, with Uri-Host, Uri-Path and so on
/// @param[in] dest the proxy, or @nullable; Uri-Port is omitted if the port is both the scheme's default port and the
///   port of the proxy
/// @param[in] after number of the last option that is already in the message, @suchas{CRI_COAP_}; 0 if there is none
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_SCHEME_UNKNOWN Proxy-Uri or Proxy-Scheme needs the name of the scheme, and the registry has no name
///   for its id; or the CRI gives the scheme by name, and Proxy-Scheme-Number needs an id. The name is not looked up
/// @retval CRI_ERR_COAP_SCHEME the Uri-* options need a port, but the CRI gives no port, and the library knows no
///   default port for its scheme
/// @retval CRI_ERR_COAP_EMPTY_PATH the path is one empty segment, the scheme is neither a CoAP nor an HTTP scheme, and
///   `proxy` is #CRI_COAP_PROXY_SCHEME or #CRI_COAP_PROXY_SCHEME_NUMBER; the other two options can carry the path
/// @retval CRI_ERR_COAP_LENGTH the URI has more than 1034 bytes, the CRI has more than 1023 bytes, or another value has
///   more than 255 bytes
/// @retval CRI_ERR_COAP_ORDER `after` is above the number of the first option
/// @errorsof{cri_to_coap,cri_to_uri}: the latter with #CRI_COAP_PROXY_URI
///
/// Linear. RFC 7252 3.1, 5.10.2; href-27 8.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_coap_proxy(
    cri: *const cri_t,
    proxy: u16,
    dest: *const cri_endpoint_t,
    after: u16,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    let Some(proxy) = Proxy::of_option(proxy) else {
        return Error::Argument.number();
    };
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe {
        write(cri, dest, buf, buf_cap, len, |cri, dest, output| cri.to_coap_proxy(proxy, dest, after, output))
    })
}

/// Initialises an iterator over the options of a CoAP request for a CRI, in ascending order of their numbers, for any
/// CoAP stack: the options that cri_to_coap() writes.
///
/// The options do not contain the scheme: see cri_to_coap().
///
/// @param[out] options the iterator
/// @param[in] cri @sameas{cri_to_coap}
/// @param[in] dest @sameas{cri_to_coap}
/// @param[out] scratch,scratch_cap memory for values that are not in the CRI: the host name or the address as text, and
///   the port. #CRI_COAP_SCRATCH bytes are always enough. The iterator borrows this memory
/// @param[out] scratch_len number of bytes used
/// @retval CRI_ERR_BUFFER `scratch_cap` is too small; `scratch_len` is the length needed
/// @errorsof{cri_to_coap}, except #CRI_ERR_COAP_ORDER
///
/// Linear. RFC 7252 6.4; href-27 8.1.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_options_init(
    options: *mut cri_coap_options_t,
    cri: *const cri_t,
    dest: *const cri_endpoint_t,
    scratch: *mut u8,
    scratch_cap: usize,
    scratch_len: *mut usize,
) -> cri_err_t {
    call(|| {
        let mut held = MaybeUninit::uninit();
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the scratch memory outlives the iterator.
        let (buf, len, out, cri, dest) = unsafe {
            let dest = endpoint(dest, &mut held)?;
            open((buffer(scratch, scratch_cap), slot(scratch_len), slot(options), object(cri), dest))?
        };
        // Zeros initialise every byte of the iterator that C receives, including its padding.
        let mut zeros = MaybeUninit::zeroed();
        let prepared = zeros.write(CoapOptions::empty());
        let mut authority = 0;
        let used = fill_to_borrow(buf, len, |output| {
            authority = prepared.prepare(cri, dest, output)?;
            Ok(())
        })?;
        // SAFETY: the first `used` bytes of the scratch were written, and the iterator borrows them from here on.
        let (scratch,) = unsafe { open((input(scratch, used),))? };
        prepared.borrow(scratch, authority);
        out.store_copy(prepared);
        Ok(())
    })
}

/// Advances to the next option, and stores it.
///
/// @param[in,out] options the iterator
/// @param[out] number number of the option, not less than the previous one
/// @param[out] value,value_len its value, borrowed from the CRI's bytes or the scratch, or a constant of the library;
///   never NULL
/// @return false, with nothing stored, at the end
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_options_next(
    options: *mut cri_coap_options_t,
    number: *mut u16,
    value: *mut *const u8,
    value_len: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (number, value, value_len, options) =
            unsafe { open((slot(number), slot(value), slot(value_len), object_mut(options))).ok()? };
        let (option, bytes) = options.next()?;
        number.write(option);
        store_bytes(value, value_len, bytes)
    })
}

/// Stores the value of the Uri-Path-Abbrev option that may replace the Uri-Path options of a request, if the path has
/// an abbreviation.
///
/// Send this option (#CRI_COAP_URI_PATH_ABBREV) only to a server that is known to support the value. Write it before
/// Uri-Query, and omit all Uri-Path options. The value of the option is `value` in as few bytes as possible,
/// big-endian; 0 has no bytes.
///
/// @param[in] cri a full CRI or a reference that discards all segments of the base's path; only its path is read
/// @param[out] value the value
/// @return false, with nothing stored, if the path has no abbreviation
///
/// Linear in the path. draft-ietf-core-uri-path-abbrev 2.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_path_abbrev(cri: *const cri_t, value: *mut u32) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { view::value(cri, value, |cri| cri.coap_path_abbrev()) }
}
