// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. The scheme registries.

use core::ffi::c_char;

use super::call::{number, open, revision};
use super::errors::cri_err_t;
use super::pointer::{input, place};
use crate::error::Error;
use crate::scheme;

/// Looks up the name of a scheme id in a revision's registry.
///
/// id: negative. name, name_len: lower-case ASCII, not NUL-terminated; a constant of the library.
///
/// Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if name and name_len overlap.
///
/// Constant time for the ten short-numbered schemes, else linear in the size of the registry. href 10.1.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_registry_name(
    rev: u8,
    id: i64,
    name: *mut *const c_char,
    name_len: *mut usize,
) -> cri_err_t {
    let run = || {
        let revision = revision(rev)?;
        // SAFETY: C passes places for the pointer and the length.
        let (name, name_len) = unsafe { open((place(name), place(name_len)))? };
        let found =
            scheme::number_of_id(id).and_then(|number| scheme::name(revision, number)).ok_or(Error::SchemeUnknown)?;
        name.write(found.as_ptr().cast());
        name_len.write(found.len());
        Ok(())
    };
    number(run())
}

/// Looks up the id of a scheme name in a revision's registry.
///
/// name, name_len: lower-case ASCII. id: negative.
///
/// Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if id overlaps name.
///
/// Constant time for the ten short-numbered schemes, else logarithmic in the size of the registry. href
/// 10.1.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_registry_id(rev: u8, name: *const c_char, name_len: usize, id: *mut i64) -> cri_err_t {
    let run = || {
        let revision = revision(rev)?;
        // SAFETY: C passes a name and a place for the id.
        let (id, name) = unsafe { open((place(id), input(name, name_len)))? };
        let found = scheme::number(revision, name).ok_or(Error::SchemeUnknown)?;
        id.write(scheme::id_of_number(found));
        Ok(())
    };
    number(run())
}

/// Looks up the default port of a scheme id, for the CoAP and HTTP schemes.
///
/// id: negative.
///
/// Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN if the library knows no default; CRI_ERR_ARGUMENT.
///
/// Constant time. href 2 (C7); R12.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_registry_default_port(rev: u8, id: i64, port: *mut u16) -> cri_err_t {
    let run = || {
        let revision = revision(rev)?;
        // SAFETY: C passes a place for the port.
        let (port,) = unsafe { open((place(port),))? };
        port.write(
            scheme::number_of_id(id)
                .and_then(|number| scheme::default_port(revision, number))
                .ok_or(Error::SchemeUnknown)?,
        );
        Ok(())
    };
    number(run())
}
