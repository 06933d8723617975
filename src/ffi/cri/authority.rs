// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading a view's authority: host, user information, port.

use core::ffi::c_char;

use super::parse::cri_t;
use super::text::{cri_iter_t, cri_text_t};
use super::view::{bytes, computed, iterate, text, value};
use crate::cri::Cri;
use crate::cri::authority::{Address, AuthorityKind, Host};
use crate::cri::items::Items;
use crate::ffi::prelude::*;

/// The authority is not set, in a reference that begins with a discard value.
pub const CRI_AUTHORITY_NOT_SET: u8 = 0;
/// The authority is null: there is no authority, and the path is rooted.
pub const CRI_AUTHORITY_ROOTED: u8 = 1;
/// The authority is true: there is no authority, and the path is rootless.
pub const CRI_AUTHORITY_ROOTLESS: u8 = 2;
/// The authority has a host.
pub const CRI_AUTHORITY_HOST: u8 = 3;

/// The CRI has no host.
pub const CRI_HOST_NONE: u8 = 0;
/// The host is a registered name.
pub const CRI_HOST_NAME: u8 = 1;
/// The host is an IPv4 address.
pub const CRI_HOST_IPV4: u8 = 2;
/// The host is an IPv6 address.
pub const CRI_HOST_IPV6: u8 = 3;

fn host<'a>(cri: &Cri<'a>) -> Option<Host<'a>> {
    cri.authority().map(|authority| authority.host)
}

fn labels<'a>(cri: &Cri<'a>) -> Items<'a> {
    match host(cri) {
        Some(Host::Name(labels)) => labels,
        _ => Items::new(&[], &[]),
    }
}

/// Returns the kind of the authority.
///
/// @param[in] cri the CRI or CRI reference
/// @return #CRI_AUTHORITY_NOT_SET, #CRI_AUTHORITY_ROOTED, #CRI_AUTHORITY_ROOTLESS or #CRI_AUTHORITY_HOST
///
/// Constant time. href 2 (C2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_authority_kind(cri: *const cri_t) -> u8 {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(cri, AuthorityKind::NotSet, Cri::authority_kind) as u8 }
}

/// Returns the kind of the host.
///
/// @param[in] cri the CRI or CRI reference
/// @return #CRI_HOST_NONE, #CRI_HOST_NAME, #CRI_HOST_IPV4 or #CRI_HOST_IPV6
///
/// Linear in the number of labels. href 2 (C4, C5).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_host_kind(cri: *const cri_t) -> u8 {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    match unsafe { read(cri, None, host) } {
        None => CRI_HOST_NONE,
        Some(Host::Name(_)) => CRI_HOST_NAME,
        Some(Host::Address(Address { octets: address, .. })) if address.len() == 4 => CRI_HOST_IPV4,
        Some(Host::Address(..)) => CRI_HOST_IPV6,
    }
}

/// Stores the address of a host.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] address,address_len 4 or 16 bytes in network order, borrowed from the CRI's bytes
/// @return false, with nothing stored, if the host is not an address
///
/// Linear in the number of labels. href 2 (C4).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_host_address(cri: *const cri_t, address: *mut *const u8, address_len: *mut usize) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe {
        bytes(cri, address, address_len, |cri| match host(cri)? {
            // Callers copy the address to an array of 16 bytes, so its length is checked again, in case the bytes
            // changed (R22).
            Host::Address(Address { octets: bytes, .. }) if matches!(bytes.len(), 4 | 16) => Some(bytes),
            _ => None,
        })
    }
}

/// Stores the zone identifier of a host's address.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] zone,zone_len UTF-8, borrowed from the CRI's bytes
/// @return false, with nothing stored, if there is no zone identifier
///
/// Linear in the number of labels. href 2 (C4).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_zone(cri: *const cri_t, zone: *mut *const c_char, zone_len: *mut usize) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe {
        bytes(cri, zone.cast(), zone_len, |cri| match host(cri)? {
            Host::Address(Address { zone: text, .. }) => text,
            Host::Name(_) => None,
        })
    }
}

/// Stores the user information, which may be empty.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] userinfo the text
/// @return false, with nothing stored, if there is no user information
///
/// Linear in the number of labels. href 2 (C3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_userinfo(cri: *const cri_t, userinfo: *mut cri_text_t) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { text(cri, userinfo, |cri| cri.authority()?.userinfo) }
}

/// Stores the port that the CRI gives. If it gives no port, cri_effective_port() stores the scheme's default.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] port the port
/// @return false, with nothing stored, if the CRI gives no port
///
/// Linear in the number of labels. href 2 (C6).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_port(cri: *const cri_t, port: *mut u16) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { value(cri, port, |cri| cri.authority()?.port) }
}

/// Stores the port of a CRI. This is the port in the CRI, or the default port of its scheme if the CRI gives no port.
///
/// The library knows the default ports of the schemes in iana/ports.csv (CoAP, HTTP, WebSocket, ftp and others),
/// whether the scheme is given by its id or by its name.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] port the port
/// @retval CRI_ERR_SCHEME_UNKNOWN the CRI gives no port, and the library knows no default port for its scheme
///
/// Linear in the number of labels. href 2 (C6, C7).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_effective_port(cri: *const cri_t, port: *mut u16) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { computed(cri, port, |cri| cri.effective_port()) })
}

/// Initialises an iterator over the labels of the host's name.
///
/// @param[out] iter the iterator, for cri_iter_next()
/// @param[in] cri the CRI or CRI reference
///
/// Linear in the number of labels. href 2 (C5).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_iter_init_labels(iter: *mut cri_iter_t, cri: *const cri_t) {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { iterate(cri, iter, labels) }
}
