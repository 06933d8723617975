// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading the path, the query and the fragment of a view.

use core::ffi::c_char;

use super::parse::cri_t;
use super::text::{cri_iter_t, cri_text_t};
use super::view::{self, iterate};
use crate::cri::Cri;
use crate::cri::parameter::NamedParameters;
use crate::ffi::prelude::*;

/// Returns true if the path is set. In a full CRI it is always set. In a reference, `[]` is set and null is not.
///
/// @param[in] cri the CRI or CRI reference
/// @return true if it is set
///
/// Constant time. href 5.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_is_set(cri: *const cri_t) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(cri, false, Cri::path_is_set) }
}

/// Initialises an iterator over the segments of the path.
///
/// @param[out] iter the iterator, for cri_iter_next()
/// @param[in] cri the CRI or CRI reference
///
/// Constant time. href 2 (C9).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_iter_init_path(iter: *mut cri_iter_t, cri: *const cri_t) {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { iterate(cri, iter, |cri| cri.path()) }
}

/// Returns true if the query is set. In a full CRI it is always set. In a reference, `[]` is set and null is not.
///
/// @param[in] cri the CRI or CRI reference
/// @return true if it is set
///
/// Constant time. href 5.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_query_is_set(cri: *const cri_t) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(cri, false, Cri::query_is_set) }
}

/// Initialises an iterator over the parameters of the query.
///
/// @param[out] iter the iterator, for cri_iter_next()
/// @param[in] cri the CRI or CRI reference
///
/// Constant time. href 2 (C10).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_iter_init_query(iter: *mut cri_iter_t, cri: *const cri_t) {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { iterate(cri, iter, |cri| cri.query()) }
}

/// Finds the parameters with a name in the query, and writes the value of the first, decoded.
///
/// A parameter is its name alone, or its name, `=` and its value. Percent-encoded octets are decoded before they are
/// compared and written, as in Uri-Query, so a percent-encoded `=` ends a name, too. A name with `=` is therefore the
/// name of no parameter. To find parameters that a reference takes from its base, resolve the reference first.
/// cri_coap_query_find() reads the options of a request.
///
/// @param[in] cri the CRI or CRI reference
/// @param[in] name,name_len the octets of the name, such as "ep"
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length of the value of the first such parameter; 0 if it has no value, and if there is no such
///   parameter. No NUL is appended, since the octets may contain one
/// @param[out] count number of parameters with the name
/// @param[out] has_value true if the first has a value, which may be empty: true for "ep=", false for "ep" alone.
///   @nullable if it is not wanted
/// @retval CRI_OK
///
/// Linear in the query. href 6.1, 7.1.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_query_find(
    cri: *const cri_t,
    name: *const c_char,
    name_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    count: *mut usize,
    has_value: *mut bool,
) -> cri_err_t {
    call(|| {
        let (buf, has_value, name) = (buffer(buf, buf_cap), optional_slot(has_value), input(name, name_len));
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, count, has_value, cri, name) =
            unsafe { open((buf, slot(len), slot(count), has_value, object(cri), name))? };
        let mut found = NamedParameters::default();
        fill(buf, len, Written::Bytes, |output| {
            found = cri.query_find(name, output)?;
            Ok(())
        })?;
        count.write(found.count);
        if let Some(slot) = has_value {
            slot.write(found.has_value);
        }
        Ok(())
    })
}

/// Stores the fragment.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] fragment the fragment
/// @return false, with nothing stored, if there is no fragment
///
/// Constant time. href 2 (C11).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_fragment(cri: *const cri_t, fragment: *mut cri_text_t) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { view::text(cri, fragment, Cri::fragment) }
}
