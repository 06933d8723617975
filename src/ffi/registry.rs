// SPDX-License-Identifier: MIT OR Apache-2.0
//! The scheme registries.

use core::ffi::c_char;

use crate::error::Error;
use crate::ffi::prelude::*;
use crate::scheme;

/// Stores the name of the scheme that the registry of a revision lists for a scheme id.
///
/// @param[in] rev revision whose registry is read: #CRI_REV_13 or #CRI_REV_27
/// @param[in] id the scheme id, a negative number @suchas{CRI_SCHEME_}
/// @param[out] name,name_len the name, in lower case; a constant of the library, without a NUL
/// @retval CRI_ERR_SCHEME_UNKNOWN the registry has no such id
///
/// Constant time for the ten short-numbered schemes, else linear in the size of the registry. href 10.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_registry_name(
    rev: u8,
    id: i64,
    name: *mut *const c_char,
    name_len: *mut usize,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (name, name_len) = unsafe { open((slot(name), slot(name_len)))? };
        let found =
            scheme::number_of_id(id).and_then(|number| scheme::name(revision, number)).ok_or(Error::SchemeUnknown)?;
        store_bytes(name, name_len, found.as_bytes());
        Ok(())
    })
}

/// Stores the scheme id that the registry of a revision lists for the name of a scheme.
///
/// @param[in] rev revision whose registry is read: #CRI_REV_13 or #CRI_REV_27
/// @param[in] name,name_len the name, in lower case
/// @param[out] id the scheme id, a negative number
/// @retval CRI_ERR_SCHEME_UNKNOWN the registry has no such name
///
/// Constant time for the ten short-numbered schemes, else logarithmic in the size of the registry. href 10.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_registry_id(rev: u8, name: *const c_char, name_len: usize, id: *mut i64) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (id, name) = unsafe { open((slot(id), input(name, name_len)))? };
        let found = scheme::number(revision, name).ok_or(Error::SchemeUnknown)?;
        id.write(scheme::id_of_number(found));
        Ok(())
    })
}

/// Stores the default port of a scheme. The library knows the ports of the schemes in iana/ports.csv: CoAP, HTTP,
/// WebSocket, ftp and others.
///
/// @param[in] rev revision whose registry is read: #CRI_REV_13 or #CRI_REV_27
/// @param[in] id the scheme id, a negative number @suchas{CRI_SCHEME_}
/// @param[out] port the port
/// @retval CRI_ERR_SCHEME_UNKNOWN the scheme has no default port, or the library does not know it
///
/// Constant time. href 2 (C7).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_registry_default_port(rev: u8, id: i64, port: *mut u16) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (port,) = unsafe { open((slot(port),))? };
        port.write(
            scheme::number_of_id(id)
                .and_then(|number| scheme::default_port(revision, number))
                .ok_or(Error::SchemeUnknown)?,
        );
        Ok(())
    })
}
