// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions that read the kind and the scheme of a view. `authority.rs` and `path.rs` read the other sections. No
//! accessor fails: it returns false or 0 for a section that is not set.

use core::ffi::c_char;

use super::view::{bytes, value};
use crate::cri::Cri;
use crate::ffi::prelude::*;
use crate::scheme;

/// The discard value for all segments of the base's path, in cri_discard() and cri_builder_discard().
pub const CRI_DISCARD_ALL: u8 = 255;

/// Returns the revision of a CRI or CRI reference.
///
/// @param[in] cri the CRI or CRI reference
/// @return #CRI_REV_13 or #CRI_REV_27; 0 for NULL
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_revision(cri: *const cri_t) -> u8 {
    // SAFETY: C passes a view.
    unsafe { read(cri, 0, |cri| cri.revision() as u8) }
}

/// Returns true if a view is of a full CRI, which has a scheme.
///
/// @param[in] cri the CRI or CRI reference
/// @return false for a CRI reference and for NULL
///
/// Constant time. href 5.1.4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_is_full(cri: *const cri_t) -> bool {
    // SAFETY: C passes a view.
    unsafe { read(cri, false, Cri::is_full) }
}

/// Returns the number of segments of the base's path that a reference discards.
///
/// @param[in] cri the CRI or CRI reference
/// @return 0 to 127, or #CRI_DISCARD_ALL; #CRI_DISCARD_ALL also if there is a scheme or an authority; 0 for NULL
///
/// Constant time. href 5.1.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_discard(cri: *const cri_t) -> u8 {
    // SAFETY: C passes a view.
    unsafe { read(cri, 0, |cri| cri.discard) }
}

/// Stores the scheme's id, if the CRI gives the scheme by its id. cri_registry_id() finds the id of a name.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] id the scheme id, a negative number; INT64_MIN for any id that does not fit in 64 bits
/// @return false, with nothing stored, if the scheme is not set or is given by its name
///
/// Constant time. href 2 (C1), 5.1; R15.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_scheme(cri: *const cri_t, id: *mut i64) -> bool {
    // SAFETY: C passes a view and a place for the value.
    unsafe { value(cri, id, |cri| cri.scheme_number().map(|number| scheme::id_of_number(number.get()))) }
}

/// Stores the name of the scheme. If the CRI gives the scheme by id, the name comes from the registry of its revision.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] name,name_len lower-case ASCII; borrowed from the CRI's bytes, or a constant of the library
/// @return false, with nothing stored, if the scheme is not set or its id has no name
///
/// Constant time for a name and for the ten short-numbered schemes, else linear in the size of the registry. href 2
/// (C1), 5.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_scheme_text(cri: *const cri_t, name: *mut *const c_char, name_len: *mut usize) -> bool {
    // SAFETY: C passes a view, and places for the pointer and the length.
    unsafe { bytes(cri, name.cast(), name_len, |cri| cri.scheme_name_bytes()) }
}
