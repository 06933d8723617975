// SPDX-License-Identifier: MIT OR Apache-2.0
//! Authorization information (AIF) with CRIs.

use crate::coap::{Aif, Method, Methods, aif_methods, aif_methods_options};
use crate::ffi::call::pointer::Slot;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::prelude::*;

/// An iterator over the entries of authorization information, initialised by cri_aif_init(). It borrows the bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_aif_t {
    _rest: *const u8,
    _rest_len: usize,
    _left: usize,
    _revision: u8,
}

mirror! {
    cri_aif_t: borrows [rest] = Aif { _rest = rest, _left = left, _revision = revision }
}

/// Stores whether `method` is one of the methods that are allowed on a resource, and all of these.
fn store(allowed: Slot<'_, bool>, permissions: Option<Slot<'_, u64>>, method: Method, methods: Methods) {
    allowed.write(methods.contains(method));
    if let Some(permissions) = permissions {
        permissions.write(methods.bits());
    }
}

/// Stores whether authorization information allows a request, and the methods that are allowed on the resource.
///
/// If the request is not allowed, the answer is 4.05 (Method Not Allowed) if `permissions` is not 0, because the
/// resource is covered with other methods. Otherwise it is 4.03 (Forbidden).
///
/// The permissions of several entries for the same resource add up. A resource without an entry allows nothing. Path
/// and query must be equal to those of the entry; a path of one empty segment counts as the empty path. Permissions for
/// resources that the subject itself created are only in `permissions`, because the server knows who created a
/// resource. The function reads all entries, so malformed information allows nothing. The entries apply only to
/// resources of this server: call cri_coap_is_for_proxy() first, and refuse a request that is meant for a proxy.
///
/// @param[in] cri the requested resource, a full CRI or a reference that discards all segments of the base's path; only
///   its path and query are read
/// @param[in] aif,aif_len CBOR as in cri_aif_init(), of the revision of `cri`
/// @param[in] method code of the request: 1 GET, 2 POST, 3 PUT, 4 DELETE, 5 FETCH, 6 PATCH, 7 iPATCH
/// @param[out] allowed true if the request is allowed
/// @param[out] permissions the set of methods that are allowed on the resource, in the bits of cri_aif_next(); 0 if the
///   resource is not covered. @nullable if it is not wanted
/// @retval CRI_ERR_ARGUMENT `method` is outside 1 to 32, among other reasons
/// @retval CRI_ERR_NOT_FULL the path of `cri` depends on a base
/// @errorsof{cri_aif_init}
///
/// Linear. RFC 9200 5.10.2; RFC 9237 2, 3; href-27 8.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_aif_allows(
    cri: *const cri_t,
    aif: *const u8,
    aif_len: usize,
    method: u8,
    allowed: *mut bool,
    permissions: *mut u64,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (allowed, permissions, aif, cri) =
            unsafe { open((slot(allowed), optional_slot(permissions), input(aif, aif_len), object(cri)))? };
        let method = Method::try_from(method)?;
        store(allowed, permissions, method, aif_methods(aif, cri)?);
        Ok(())
    })
}

/// Stores whether authorization information allows a CoAP request. The function reads the request's options and needs
/// no CRI. The result is the same as the result of cri_aif_allows() for the CRI that cri_from_coap() writes.
///
/// Uri-Path, Uri-Query and Uri-Path-Abbrev are compared; Uri-Host and Uri-Port are not read.
///
/// @param[in] rev revision of the texts in `aif`: #CRI_REV_13 or #CRI_REV_27
/// @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
/// @param[in] aif,aif_len CBOR as in cri_aif_init()
/// @param[in] method as in cri_aif_allows()
/// @param[out] allowed true if the request is allowed
/// @param[out] permissions @sameas{cri_aif_allows}; @nullable if it is not wanted
/// @retval CRI_ERR_ARGUMENT `method` is outside 1 to 32, among other reasons
/// @retval CRI_ERR_COAP_PROXY the request is meant for a proxy, see cri_coap_is_for_proxy(), but the entries are about
///   resources of this server
/// @retval CRI_ERR_COAP_OPTION the options are malformed
/// @retval CRI_ERR_COAP_LENGTH a Uri-Path or Uri-Query is longer than 255 bytes
/// @retval CRI_ERR_COAP_PATH_ABBREV a Uri-Path-Abbrev of unknown value, a second one, or one together with Uri-Path: a
///   server answers 4.02
/// @errorsof{cri_aif_init}
///
/// Linear. RFC 9237 2, 3; href-27 8.3.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_coap_aif_allows(
    rev: u8,
    options: *const u8,
    options_len: usize,
    aif: *const u8,
    aif_len: usize,
    method: u8,
    allowed: *mut bool,
    permissions: *mut u64,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (allowed, permissions, options, aif) = unsafe {
            open((slot(allowed), optional_slot(permissions), input(options, options_len), input(aif, aif_len)))?
        };
        let method = Method::try_from(method)?;
        store(allowed, permissions, method, aif_methods_options(revision, aif, options)?);
        Ok(())
    })
}

/// Checks authorization information, and initialises an iterator over its entries. The information is of type
/// `application/aif+cbor` with `Toid=CRI-local-part`: an array of `[[path, ?query], REST-method-set]`.
///
/// @param[out] aif the iterator, which borrows `data`
/// @param[in] rev revision of the texts in the information: #CRI_REV_13 or #CRI_REV_27
/// @param[in] data,data_len CBOR; bytes after the array are ignored
/// @retval CRI_ERR_STRUCTURE the item is not an array, or an entry is invalid
/// @retval CRI_ERR_CBOR the item is not well-formed
/// @retval CRI_ERR_TRUNCATED `data` ends inside the array
/// @errorsof{cri_parse} for which cri_err_is_unprocessable() is true
///
/// Linear. RFC 9237 2, 3; href-27 8.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_aif_init(aif: *mut cri_aif_t, rev: u8, data: *const u8, data_len: usize) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the bytes outlive the iterator.
        let (aif, data) = unsafe { open((slot(aif), input(data, data_len)))? };
        aif.store(Aif::parse(revision, data)?);
        Ok(())
    })
}

/// Advances to the next entry of authorization information, and stores it.
///
/// @param[in,out] aif the iterator
/// @param[out] target the resource, as a reference that discards all segments of the base's path and has the path and
///   query of the resource; it borrows the bytes that the iterator borrows
/// @param[out] permissions the set of methods. Bit 0 is GET, 1 POST, 2 PUT, 3 DELETE, 4 FETCH, 5 PATCH, 6 iPATCH. Bits
///   32 to 38 are the same methods for resources that the subject itself created there (RFC 9237 2.3)
/// @return false, with nothing stored, at the end
///
/// Linear in the entry. RFC 9237 2, 3; href-27 8.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_aif_next(aif: *mut cri_aif_t, target: *mut cri_t, permissions: *mut u64) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (target, permissions, entries) = unsafe { open((slot(target), slot(permissions), object_mut(aif))).ok()? };
        let (resource, methods) = &entries.next()?.ok()?;
        target.store_copy(resource);
        permissions.write(methods.bits());
        Some(())
    })
}
