// SPDX-License-Identifier: MIT OR Apache-2.0
//! A request from a link: all that a client needs to send it.

use core::ffi::c_char;

use super::endpoint::cri_endpoint_t;
use crate::coap::RequestSettings;
use crate::coap::request::{Draft, draft};
use crate::coap::uri::request::draft_from_uri;
use crate::error::Error;
use crate::ffi::call::mirror::{Mirror, keep_pointers};
use crate::ffi::call::pointer::Slot;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::prelude::*;
use crate::ffi::uri::with_table::{cri_scheme_row_t, names};
use crate::scheme::{SchemeNumber, id_of_number};

/// The request has no Uri-Host if the host is a name.
pub const CRI_REQUEST_OMIT_HOST_NAME: u8 = 1;

/// The choices of a program that sends requests. All zeros, or NULL, are a program that sends over coap only, and has
/// no zone identifier.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_request_settings_t {
    /// The scheme ids over which the program sends requests, such as #CRI_SCHEME_COAPS; NULL and 0 for
    /// #CRI_SCHEME_COAP only.
    pub schemes: *const i64,
    /// Length of `schemes`.
    pub schemes_len: usize,
    /// A table of further schemes, for CoAP schemes that the library does not know: see cri_registry.h. NULL and 0 for
    /// none. `schemes` must list these schemes, too.
    pub table: *const cri_scheme_row_t,
    /// Length of `table`.
    pub table_len: usize,
    /// The zone identifier of the program's interface; NULL and 0 if it has none.
    pub zone: *const c_char,
    /// Length of `zone` in bytes.
    pub zone_len: usize,
    /// A sum of `CRI_REQUEST_…` bits, or 0.
    pub flags: u8,
}

/// A request for the resource that a link leads to. It borrows the buffer, and the zone identifier of the settings.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_request_t {
    /// The CRI of the resource, without fragment and with percent-encoded text (PET) decoded: the base of the links in
    /// the response.
    pub target: cri_t,
    /// The scheme id, which is one of the settings' schemes. It has 32 bits, so that the structure needs no greater
    /// alignment than a pointer; a scheme whose id does not fit counts as not listed.
    pub scheme: i32,
    /// The endpoint to which the request is sent. If the host is a name, `addr` is NULL, `addr_len` is 0, and the
    /// address of `host` is to be stored here.
    pub endpoint: cri_endpoint_t,
    /// The name to look up, with a NUL; NULL if the host is an address.
    pub host: *const c_char,
    /// Length of `host` in bytes, without the NUL.
    pub host_len: usize,
    /// The options of the request, delta-coded.
    pub options: *const u8,
    /// Length of `options` in bytes.
    pub options_len: usize,
}

const ZEROS: cri_request_settings_t = cri_request_settings_t {
    schemes: core::ptr::null(),
    schemes_len: 0,
    table: core::ptr::null(),
    table_len: 0,
    zone: core::ptr::null(),
    zone_len: 0,
    flags: 0,
};

/// The outputs of a call.
#[derive(Clone, Copy)]
struct Outputs {
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    request: *mut cri_request_t,
}

/// The settings, opened.
struct Settings<'a> {
    schemes: &'a [i64],
    others: RequestSettings<'a>,
}

impl Settings<'_> {
    fn lists(&self, scheme: SchemeNumber) -> bool {
        let id = id_of_number(scheme.get());
        let is_listed = if self.schemes.is_empty() { scheme == SchemeNumber::COAP } else { self.schemes.contains(&id) };
        is_listed && i32::try_from(id).is_ok()
    }
}

/// Opens the settings and all memory that they point to. No output may overlap them.
unsafe fn settings<'a>(settings: *const cri_request_settings_t, outputs: Outputs) -> Result<Settings<'a>, Error> {
    let Outputs { buf, buf_cap, len, request } = outputs;
    let count = usize::from(!settings.is_null());
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let (.., given) = unsafe { open((buffer(buf, buf_cap), slot(len), slot(request), input_array(settings, count)))? };
    let given = given.first().unwrap_or(&ZEROS);
    let (schemes, rows) = (input_array(given.schemes, given.schemes_len), input_array(given.table, given.table_len));
    // SAFETY: the same contract holds for the memory that the settings point to.
    let (output, slot_of_len, slot_of_request, schemes, rows, zone) = unsafe {
        let zone = input(given.zone, given.zone_len);
        open((buffer(buf, buf_cap), slot(len), slot(request), schemes, rows, zone))?
    };
    let regions = [Region::slice(output.buffer), slot_of_len.region(), slot_of_request.region()];
    if given.flags > CRI_REQUEST_OMIT_HOST_NAME {
        return Err(Error::Argument);
    }
    // SAFETY: the same contract holds for the names that the rows point to.
    let table = unsafe { names(rows, &regions)? };
    let omit_host_name = given.flags & CRI_REQUEST_OMIT_HOST_NAME != 0;
    Ok(Settings { schemes, others: RequestSettings { schemes: &[], table, zone, omit_host_name } })
}

/// Writes a request to the buffer through `draft`, and stores it.
unsafe fn write(
    outputs: Outputs,
    settings: &Settings<'_>,
    draft: impl FnOnce(&mut Output<'_>) -> Result<Draft, Error>,
) -> Result<(), Error> {
    let Outputs { buf, buf_cap, len, request } = outputs;
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let (output, len, out) = unsafe { open((buffer(buf, buf_cap), slot(len), slot(request)))? };
    let mut drafted = None;
    let used = fill_to_borrow(output, len, |output| {
        drafted = Some(draft(output)?);
        Ok(())
    })?;
    // SAFETY: the first `used` bytes of the buffer were written, and the request borrows them from here on.
    let (written,) = unsafe { open((input(buf.cast_const(), used),))? };
    store(out, &drafted.ok_or(Error::Argument)?, written, settings.others.zone)?;
    // SAFETY: the request was just stored, and it begins with a view.
    unsafe { keep_pointers(request.cast(), <cri_t as Mirror>::SLICES) };
    Ok(())
}

/// Stores the request that was written to `written`.
// Not inlined, so that its objects are not on the stack while the request is written.
#[inline(never)]
fn store(out: Slot<'_, cri_request_t>, drafted: &Draft, written: &[u8], zone: &[u8]) -> Result<(), Error> {
    let (made, host) = drafted.read(written, zone)?;
    let (addr, addr_len) = of_c(made.endpoint.address);
    let (zone, zone_len) = of_c(made.endpoint.zone);
    let (options, options_len) = of_c(made.options);
    let (host, host_len) = of_c(host.unwrap_or_default());
    out.write(cri_request_t {
        // SAFETY: `Mirror` guarantees the layout.
        target: unsafe { core::mem::transmute_copy(&made.target) },
        scheme: id_of_number(made.scheme.get()) as i32,
        endpoint: cri_endpoint_t { addr, addr_len, zone: zone.cast(), zone_len, port: made.endpoint.port },
        host: host.cast(),
        host_len,
        options,
        options_len,
    });
    Ok(())
}

/// Returns the pointer that C passed, and the length; NULL for no bytes.
fn of_c(bytes: &[u8]) -> (*const u8, usize) {
    if bytes.is_empty() {
        return (core::ptr::null(), 0);
    }
    let region = Region::bytes(bytes).of_c();
    (region.start, region.length)
}

/// Makes a request from a link: resolves it, checks that the program may send a request to the target, and stores what
/// it sends.
///
/// The options are those that cri_to_coap() writes for the target and the endpoint. Uri-Port is never among them,
/// because the request goes to that port, and Uri-Host only for a name. A link-local address without a zone identifier
/// gets the zone identifier of the settings.
///
/// Nothing of the request is in the memory of `base` and `reference`, which may change after the call.
///
/// @param[in] base a full CRI; or @nullable, and `reference` must be a full CRI
/// @param[in] reference the link: a CRI reference or a full CRI
/// @param[in] settings the choices of the program, or @nullable
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len number of bytes used
/// @param[out] request the request
/// @retval CRI_ERR_BASE `base` is a reference
/// @retval CRI_ERR_NOT_FULL `base` is NULL, and `reference` is not a full CRI
/// @retval CRI_ERR_REVISION the operands are of different revisions
/// @retval CRI_ERR_NOT_VALID the target would be a CRI that has no URI
/// @retval CRI_ERR_PIECES as in cri_resolve(); the target of a request can always be a base
/// @retval CRI_ERR_COAP_SCHEME the scheme is not the id of a CoAP scheme
/// @retval CRI_ERR_COAP_TRANSPORT the settings do not list the scheme
/// @retval CRI_ERR_COAP_PORT the port is 0
/// @retval CRI_ERR_COAP_ZONE the target has a zone identifier that is not the one of the settings
/// @retval CRI_ERR_COAP_AUTHORITY there is no authority
/// @retval CRI_ERR_COAP_EMPTY_HOST the host is empty
/// @retval CRI_ERR_COAP_HOST the host name has characters that Uri-Host does not allow, or in revision 13 has a dot
///   in a label
/// @retval CRI_ERR_COAP_USERINFO there is user information
/// @retval CRI_ERR_COAP_LENGTH a value is longer than 255 bytes
/// @retval CRI_ERR_UTF8 decoded text is not UTF-8
///
/// Linear. RFC 7252 6.4; href-27 8.1.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_request(
    base: *const cri_t,
    reference: *const cri_t,
    settings: *const cri_request_settings_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    request: *mut cri_request_t,
) -> cri_err_t {
    let outputs = Outputs { buf, buf_cap, len, request };
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        unsafe {
            // Without a base, the reference is checked twice.
            let some = if base.is_null() { reference } else { base };
            let (.., some, reference) =
                open((buffer(buf, buf_cap), slot(len), slot(request), object(some), object(reference)))?;
            let settings = self::settings(settings, outputs)?;
            let base = if base.is_null() { None } else { Some(some) };
            write(outputs, &settings, |output| {
                draft(base, reference, &settings.others, |scheme| settings.lists(scheme), output)
            })
        }
    })
}

/// Makes a request from the text of a URI, as cri_request() does from a CRI.
///
/// If the URI is relative to a base, call cri_from_uri_view(), and then cri_request().
///
/// @param[in] rev revision of the target: #CRI_REV_13 or #CRI_REV_27
/// @param[in] uri,uri_len the URI, ASCII
/// @param[in] settings the choices of the program, or @nullable. The schemes of its table are recognised
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len number of bytes used
/// @param[out] request the request
/// @retval CRI_ERR_NOT_FULL the text is a reference
/// @errorsof{cri_from_uri,cri_request}
///
/// Linear. RFC 7252 6.4; href 6, 8.1.1.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_request_from_uri(
    rev: u8,
    uri: *const c_char,
    uri_len: usize,
    settings: *const cri_request_settings_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    request: *mut cri_request_t,
) -> cri_err_t {
    let outputs = Outputs { buf, buf_cap, len, request };
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        unsafe {
            let (.., uri) = open((buffer(buf, buf_cap), slot(len), slot(request), input(uri, uri_len)))?;
            let settings = self::settings(settings, outputs)?;
            write(outputs, &settings, |output| {
                draft_from_uri(revision, uri, &settings.others, |scheme| settings.lists(scheme), output)
            })
        }
    })
}
