// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversions from CoAP options to a CRI.

use core::mem::MaybeUninit;

use super::endpoint::{cri_endpoint_t, endpoint};
use crate::coap::endpoint::{Endpoint, request_port};
use crate::coap::message::option::is_for_proxy;
use crate::coap::{self, Composer};
use crate::error::Error;
use crate::ffi::call::mirror::keep_pointers;
use crate::ffi::call::pointer::{Buffer, Input};
use crate::ffi::prelude::*;
use crate::revision::Revision;
use crate::scheme::SchemeNumber;

/// A composer, initialised by cri_coap_composer_init(). It makes a CRI from CoAP options that are added one by one.
#[repr(C)]
pub struct cri_coap_composer_t {
    _buf: *mut u8,
    _buf_cap: usize,
    _len: usize,
    _array: usize,
    _items: usize,
    _revision: u8,
    _section: [u8; 3],
    _authority_end: usize,
    _authority_items: usize,
    _destination: cri_endpoint_t,
    _request: [u8; 8],
    _state: [u8; 4],
    _scheme: u32,
    _error: i32,
}

mirror! {
    cri_coap_composer_t: writes [cri.sections.output.buffer] = Composer {
        _buf = cri.sections.output, _items = cri.sections.items, _revision = cri.sections.revision,
        _destination = cri.destination, _error = error
    }
}

impl Steps for cri_coap_composer_t {
    fn keep(composer: &mut Composer<'_>, error: Error) {
        let kept = &mut composer.error;
        *kept = kept.or(Some(error));
    }
}

/// The options of a request, the scheme over which it arrived, and the endpoint at which it arrived.
pub(crate) struct ArrivedRequest<'a> {
    pub rev: u8,
    pub scheme: i64,
    pub options: Input<'a>,
    pub dest: *const cri_endpoint_t,
}

impl ArrivedRequest<'_> {
    /// Converts the options of the request to a CRI.
    #[cfg_attr(speed, inline(always))]
    pub(crate) unsafe fn convert(
        self,
        buf: Buffer<'_>,
        len: *mut usize,
        written: Written,
        conversion: impl for<'b> Fn(
            Revision,
            SchemeNumber,
            &[u8],
            Option<&Endpoint<'_>>,
            &mut Output<'b>,
        ) -> Result<(), Error>,
    ) -> cri_err_t {
        call(|| {
            let revision = revision(self.rev)?;
            let scheme = SchemeNumber::from_id(self.scheme).ok_or(Error::Argument)?;
            let mut held = MaybeUninit::uninit();
            // SAFETY: the caller keeps the contract in ffi/mod.rs.
            let (buf, len, options, dest) = unsafe {
                let dest = endpoint(self.dest, &mut held)?;
                open((buf, slot(len), self.options, dest))?
            };
            fill(buf, len, written, |output| conversion(revision, scheme, options, dest, output))
        })
    }
}

/// Converts the options of a CoAP request, delta-coded as in a message, to the CRI of the requested resource, in
/// canonical form, for a server that is not a proxy.
///
/// A request that is meant for a proxy is refused: answer it with 5.05 (Proxying Not Supported). A proxy calls
/// cri_from_coap_proxy() instead.
///
/// The case of a host name is kept. cri_to_coap() writes the same options again for the CRI, with three exceptions: it
/// omits a default port and a lone empty segment, and it writes Uri-Path-Abbrev as the Uri-Path options that it stands
/// for.
///
/// @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
/// @param[in] scheme id of the CoAP scheme over which the request arrived, @suchas{CRI_SCHEME_}
/// @param[in] options,options_len all options of the request, without the payload marker; options that do not identify
///   the resource are ignored
/// @param[in] dest the endpoint at which the request arrived, which gives the defaults of Uri-Host and Uri-Port;
///   @nullable if it is not known
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length. #CRI_FROM_COAP_MAX bytes
///   are enough
/// @param[out] len length in bytes
/// @retval CRI_ERR_COAP_PROXY there is a Proxy-Uri, Proxy-Cri, Proxy-Scheme or Proxy-Scheme-Number
/// @retval CRI_ERR_ARGUMENT `scheme` is not the id of a CoAP scheme
/// @retval CRI_ERR_TRUNCATED the options are malformed
/// @retval CRI_ERR_COAP_OPTION the options are malformed
/// @retval CRI_ERR_COAP_LENGTH a value is longer or shorter than its option allows
/// @retval CRI_ERR_COAP_HOST a Uri-Host is not an IPv4 address, an IPv6 address in brackets, or a name of
///   unreserved characters, sub-delims and characters beyond ASCII
/// @retval CRI_ERR_COAP_DESTINATION there is neither a Uri-Host nor a destination
/// @retval CRI_ERR_COAP_REPEATED an option that may occur only once is repeated
/// @retval CRI_ERR_COAP_PATH_ABBREV a Uri-Path-Abbrev of unknown value, a second one, or one together with Uri-Path: a
///   server answers 4.02
/// @retval CRI_ERR_UTF8 a value is not UTF-8
/// @retval CRI_ERR_DOT_SEGMENT a Uri-Path is "." or ".."
///
/// Linear. RFC 7252 6.5, 5.10.2; href-27 8.1.2.
/// @viewable
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_from_coap(
    rev: u8,
    scheme: i64,
    options: *const u8,
    options_len: usize,
    dest: *const cri_endpoint_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    let request = ArrivedRequest { rev, scheme, options: input(options, options_len), dest };
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { request.convert(buffer(buf, buf_cap), len, Written::Bytes, coap::to_cri) }
}

/// Converts the options of a CoAP request to the CRI of the requested resource like cri_from_coap(), for a proxy:
/// options that are meant for a proxy are read, too.
///
/// Proxy-Scheme and Proxy-Scheme-Number replace the scheme. Proxy-Uri takes precedence over Uri-* options, which are
/// checked nevertheless, and needs no destination. The function links the readers of URIs and CRIs, which
/// cri_from_coap() does not need.
///
/// @note The CRI does not show whether the request was meant for a proxy: call cri_coap_is_for_proxy(). For a request
/// that is meant for a proxy, pass NULL as `dest`: then a request that names no host is refused, and does not lead back
/// to the proxy.
///
/// @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
/// @param[in] scheme @sameas{cri_from_coap}
/// @param[in] options,options_len @sameas{cri_from_coap}
/// @param[in] dest @sameas{cri_from_coap}, or @nullable
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_ARGUMENT `scheme` is not the id of a CoAP scheme
/// @retval CRI_ERR_TRUNCATED the options are malformed
/// @retval CRI_ERR_COAP_OPTION the options are malformed, a Proxy-Uri or Proxy-Cri is a reference, or bytes follow the
///   CRI of Proxy-Cri
/// @retval CRI_ERR_COAP_LENGTH a value is longer or shorter than its option allows
/// @retval CRI_ERR_COAP_HOST as in cri_from_coap()
/// @retval CRI_ERR_COAP_DESTINATION there is neither a Uri-Host nor a destination
/// @retval CRI_ERR_COAP_PROXY_HOST a Proxy-Scheme or Proxy-Scheme-Number comes without a Uri-Host and without a
///   destination, or a Uri-Path-Abbrev with a Proxy-Uri or Proxy-Cri that has no authority
/// @retval CRI_ERR_COAP_REPEATED an option that may occur only once is repeated
/// @retval CRI_ERR_COAP_PATH_ABBREV a Uri-Path-Abbrev of unknown value, a second one, or one together with Uri-Path or
///   with a Proxy-Uri or Proxy-Cri that has a path. A proxy forwards an unknown value
/// @retval CRI_ERR_COAP_CONFLICT Proxy-Cri together with Uri-* or Proxy-*, or Proxy-Scheme with another Proxy-*
/// @retval CRI_ERR_UTF8 a value is not UTF-8
/// @retval CRI_ERR_DOT_SEGMENT a Uri-Path is "." or ".."
/// @retval CRI_ERR_SCHEME_NAME a Proxy-Scheme is not a scheme name
/// @retval CRI_ERR_COAP_FRAGMENT a Proxy-Uri or Proxy-Cri has a fragment
/// @errorsof{cri_from_uri,cri_parse}: the former for Proxy-Uri, the latter for Proxy-Cri
///
/// Linear. RFC 7252 6.5, 5.10.2; href-27 8.1.2, 8.2.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_coap_proxy(
    rev: u8,
    scheme: i64,
    options: *const u8,
    options_len: usize,
    dest: *const cri_endpoint_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    let request = ArrivedRequest { rev, scheme, options: input(options, options_len), dest };
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { request.convert(buffer(buf, buf_cap), len, Written::Bytes, coap::to_cri_proxy) }
}

/// Stores true if a CoAP request is meant for a forward proxy, that is, if it has a Proxy-Uri, Proxy-Scheme, Proxy-Cri
/// or Proxy-Scheme-Number option. The path of the request then belongs to another server.
///
/// @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
/// @param[out] for_proxy true if the request is meant for a forward proxy
/// @retval CRI_ERR_TRUNCATED the options are malformed
/// @retval CRI_ERR_COAP_OPTION the options are malformed
///
/// Linear. RFC 7252 5.10.2; href-27 8.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_is_for_proxy(
    options: *const u8,
    options_len: usize,
    for_proxy: *mut bool,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((slot(for_proxy), input(options, options_len))) };
    number(opened.and_then(|(for_proxy, options)| is_for_proxy(options).map(|answer| for_proxy.write(answer))))
}

/// Converts the Location-Path and Location-Query options of a CoAP response to a CRI reference, in canonical form.
/// Resolve the reference against the CRI of the request.
///
/// The result is `[true, path, query]`. If there is only a query, the path is the root, `[""]`. If there is neither,
/// the result is the empty reference.
///
/// @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
/// @param[in] options,options_len all options of the response, delta-coded as in a message, without the payload
///   marker
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_TRUNCATED the options are malformed
/// @retval CRI_ERR_COAP_OPTION the options are malformed, or there is a reserved Location-* option (128, 132, 136,
///   140), which makes the response unusable
/// @retval CRI_ERR_COAP_LENGTH a value is longer than 255 bytes
/// @retval CRI_ERR_UTF8 a value is not UTF-8
/// @retval CRI_ERR_DOT_SEGMENT a Location-Path is "." or ".."
///
/// Linear. RFC 7252 5.10.7.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_coap_location(
    rev: u8,
    options: *const u8,
    options_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, options) = unsafe { open((buffer(buf, buf_cap), slot(len), input(options, options_len)))? };
        fill(buf, len, Written::Bytes, |output| coap::location_to_cri(revision, options, output))
    })
}

/// Initialises a composer, which makes a CRI from the options of a CoAP request. A CoAP stack of any kind can pass it
/// the options one by one.
///
/// Call cri_coap_composer_option() for each option in ascending order, then cri_coap_composer_finish(). After a call
/// that fails, all later calls return the same error.
///
/// @param[out] composer the composer
/// @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
/// @param[in] scheme @sameas{cri_from_coap}
/// @param[in] dest @sameas{cri_from_coap}; the composer borrows the address and the zone identifier, but not the
///   endpoint itself
/// @param[out] buf,buf_cap the buffer, which the composer borrows; NULL and 0 to ask for the length
/// @retval CRI_ERR_ARGUMENT `scheme` is not the id of a CoAP scheme
///
/// Constant time. RFC 7252 6.5; href-27 8.1.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_composer_init(
    composer: *mut cri_coap_composer_t,
    rev: u8,
    scheme: i64,
    dest: *const cri_endpoint_t,
    buf: *mut u8,
    buf_cap: usize,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        let scheme = SchemeNumber::from_id(scheme).ok_or(Error::Argument)?;
        let mut held = MaybeUninit::uninit();
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the buffer, address and zone outlive the composer.
        let (composer, buf, dest) = unsafe {
            let dest = endpoint(dest, &mut held)?;
            open((slot(composer), buffer(buf, buf_cap), dest))?
        };
        let port = request_port(revision, scheme)?;
        let composer = composer.uninit().write(Composer::begin(revision, buf));
        composer.begin_request(scheme, port, dest);
        // SAFETY: an endpoint begins with two slices.
        unsafe { keep_pointers((&raw mut composer.cri.destination).cast(), 2) };
        Ok(())
    })
}

/// Initialises a composer that makes a CRI reference from the Location-Path and Location-Query options of a CoAP
/// response. Use it like a composer of cri_coap_composer_init().
///
/// @param[out] composer the composer
/// @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
/// @param[out] buf,buf_cap the buffer, which the composer borrows; NULL and 0 to ask for the length
/// @retval CRI_OK
///
/// Constant time. RFC 7252 5.10.7.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_composer_init_location(
    composer: *mut cri_coap_composer_t,
    rev: u8,
    buf: *mut u8,
    buf_cap: usize,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the buffer outlives the composer.
        let (composer, buf) = unsafe { open((slot(composer), buffer(buf, buf_cap)))? };
        composer.store(Composer::begin(revision, buf));
        Ok(())
    })
}

/// Adds the next option, for a server that is not a proxy. An option that is meant for a proxy is refused: answer the
/// request with 5.05 (Proxying Not Supported).
///
/// @param[in,out] composer the composer
/// @param[in] opt_number number of the option, @suchas{CRI_COAP_}
/// @param[in] value,value_len its value, which is not borrowed
/// @retval CRI_ERR_COAP_PROXY the option is Proxy-Uri, Proxy-Cri, Proxy-Scheme or Proxy-Scheme-Number
/// @retval CRI_ERR_COAP_ORDER the number is less than that of the previous option
/// @errorsof{cri_from_coap,cri_from_coap_location} about options
///
/// Linear in `value_len`. RFC 7252 5.10.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_composer_option(
    composer: *mut cri_coap_composer_t,
    opt_number: u16,
    value: *const u8,
    value_len: usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open_step(composer, (object_mut(composer), input(value, value_len))) };
    number(opened.and_then(|(composer, value)| composer.try_option(opt_number, value)))
}

/// Adds the next option like cri_coap_composer_option(), for a proxy: the options that are meant for a proxy are read
/// as in cri_from_coap_proxy(). The function links the readers of URIs and CRIs, which cri_coap_composer_option() does
/// not need.
///
/// @param[in,out] composer the composer
/// @param[in] opt_number number of the option, @suchas{CRI_COAP_}
/// @param[in] value,value_len its value, which is not borrowed
/// @retval CRI_ERR_COAP_ORDER the number is less than that of the previous option
/// @errorsof{cri_from_coap_proxy,cri_from_coap_location} about options
///
/// Linear in `value_len`; for proxy options, linear in all options so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_composer_option_proxy(
    composer: *mut cri_coap_composer_t,
    opt_number: u16,
    value: *const u8,
    value_len: usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open_step(composer, (object_mut(composer), input(value, value_len))) };
    number(opened.and_then(|(composer, value)| composer.try_option_proxy(opt_number, value)))
}

/// Returns true if one of the options that were added so far shows that the request is meant for a forward proxy.
/// cri_coap_is_for_proxy() is the same for all options of a request at once.
///
/// @param[in] composer the composer
/// @return true if the request is meant for a forward proxy; false for NULL
///
/// Constant time. RFC 7252 5.10.2; href-27 8.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_composer_is_for_proxy(composer: *const cri_coap_composer_t) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(composer, false, Composer::is_for_proxy) }
}

/// Completes the CRI or the CRI reference in the buffer, in canonical form.
///
/// @param[in,out] composer the composer
/// @param[out] len length in bytes
/// @retval CRI_ERR_COAP_DESTINATION there is neither a Uri-Host nor a destination
/// @retval CRI_ERR_ORDER the function was called before
///
/// Linear.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_composer_finish(composer: *mut cri_coap_composer_t, len: *mut usize) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (len, composer) = unsafe { open((slot(len), object_mut(composer)))? };
        // The composer also borrows the address and the zone identifier of the endpoint.
        let Endpoint { address, zone, .. } = composer.cri.destination;
        if [address, zone].iter().any(|bytes| len.region().overlaps(Region::bytes(bytes))) {
            return Err(Error::Overlap);
        }
        let result = composer.complete();
        store_length(len, composer.position(), result)
    })
}
