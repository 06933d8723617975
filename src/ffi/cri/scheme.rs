// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions that read the kind and the scheme of a view. `authority.rs` and `path.rs` read the other sections. No
//! accessor fails: it returns false or 0 for a section that is not set.

use core::ffi::c_char;

use super::parse::cri_t;
use super::view::{bytes, computed, value};
use crate::cri::Cri;
use crate::ffi::prelude::*;
use crate::scheme;

/// The discard value for all segments of the base's path, in cri_discard() and cri_builder_discard().
pub const CRI_DISCARD_ALL: u8 = 255;

/// The scheme id of coap.
pub const CRI_SCHEME_COAP: i64 = -1;
/// The scheme id of coaps.
pub const CRI_SCHEME_COAPS: i64 = -2;
/// The scheme id of http.
pub const CRI_SCHEME_HTTP: i64 = -3;
/// The scheme id of https.
pub const CRI_SCHEME_HTTPS: i64 = -4;
/// The scheme id of urn.
pub const CRI_SCHEME_URN: i64 = -5;
/// The scheme id of did.
pub const CRI_SCHEME_DID: i64 = -6;
/// The scheme id of coap+tcp.
pub const CRI_SCHEME_COAP_TCP: i64 = -7;
/// The scheme id of coaps+tcp.
pub const CRI_SCHEME_COAPS_TCP: i64 = -8;
/// The scheme id of coap+ws in revision 13.
pub const CRI_SCHEME_COAP_WS_R13: i64 = -9;
/// The scheme id of coap+ws in revision 27.
pub const CRI_SCHEME_COAP_WS_R27: i64 = -25;
/// The scheme id of coaps+ws in revision 13.
pub const CRI_SCHEME_COAPS_WS_R13: i64 = -10;
/// The scheme id of coaps+ws in revision 27.
pub const CRI_SCHEME_COAPS_WS_R27: i64 = -26;

/// Returns the revision of a CRI or CRI reference.
///
/// @param[in] cri the CRI or CRI reference
/// @return #CRI_REV_13 or #CRI_REV_27; 0 for NULL
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_revision(cri: *const cri_t) -> u8 {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
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
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
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
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(cri, 0, |cri| cri.discard) }
}

/// Stores the scheme's id, if the CRI gives the scheme by its id. cri_registry_id() finds the id of a name.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] id the scheme id, a negative number; INT64_MIN for any id that does not fit in 64 bits
/// @return false, with nothing stored, if the scheme is not set or is given by its name
///
/// Constant time. href 2 (C1), 5.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_scheme(cri: *const cri_t, id: *mut i64) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
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
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { bytes(cri, name.cast(), name_len, |cri| cri.scheme_name_bytes()) }
}

/// Stores the id of the scheme of a CRI. This is the id in the CRI, or the id that the registry of its revision assigns
/// to the name in the CRI.
///
/// `["coap", …]` and `[-1, …]` have the same effective scheme. cri_to_coap() refuses the former, and
/// cri_normalize() converts it to the latter.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] id the scheme id, a negative number, as in cri_scheme()
/// @retval CRI_ERR_NOT_FULL `cri` is a reference, which has no scheme
/// @retval CRI_ERR_SCHEME_UNKNOWN the registry has no id for the name
///
/// Constant time for an id and for the ten short-numbered schemes, else logarithmic in the size of the registry. href 2
/// (C1).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_effective_scheme(cri: *const cri_t, id: *mut i64) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { computed(cri, id, |cri| cri.effective_scheme().map(|number| scheme::id_of_number(number.get()))) })
}
