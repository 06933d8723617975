// SPDX-License-Identifier: MIT OR Apache-2.0
//! The attributes of a link, and their values.

use core::ffi::c_char;

use super::{cri_link_attributes_t, cri_link_value_t};
use crate::ffi::prelude::*;
use crate::links::LinkValue;

/// Advances to the next attribute, and stores its name and its value.
///
/// @param[in,out] attributes the iterator
/// @param[out] name,name_len the name, borrowed from the text
/// @param[out] value the value, which is empty for an attribute without a value
/// @return false, with nothing stored, at the end
///
/// Linear in the attribute. RFC 6690 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_attributes_next(
    attributes: *mut cri_link_attributes_t,
    name: *mut *const c_char,
    name_len: *mut usize,
    value: *mut cri_link_value_t,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (name, name_len, value, attributes) =
            unsafe { open((slot(name), slot(name_len), slot(value), object_mut(attributes))).ok()? };
        let (found, next) = attributes.next_attribute()?;
        value.store(next);
        store_bytes(name, name_len, found)
    })
}

/// Returns true if an attribute has a value, which may be empty: true for `a=""`, false for `a`.
///
/// @param[in] value the value
/// @return true if it has a value; false for NULL
///
/// Constant time. RFC 6690 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_value_is_set(value: *const cri_link_value_t) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(value, false, LinkValue::is_set) }
}

/// Stores the characters of a value, without quotes, if the value has no quoted pair such as `\"`.
///
/// @param[in] value the value
/// @param[out] chars,chars_len UTF-8, borrowed from the text
/// @return false, with nothing stored, for a value with quoted pairs: use cri_link_value_decode()
///
/// Linear. RFC 9110 5.6.4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_value_plain(
    value: *const cri_link_value_t,
    chars: *mut *const c_char,
    chars_len: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (chars, chars_len, value) = unsafe { open((slot(chars), slot(chars_len), object(value))).ok()? };
        store_bytes(chars, chars_len, value.plain()?)
    })
}

/// Decodes a value: removes the quotes, and the backslashes of quoted pairs.
///
/// @param[in] value the value
/// @param[out] buf,buf_cap UTF-8; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_OK
///
/// Linear. RFC 9110 5.6.4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_value_decode(
    value: *const cri_link_value_t,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((buffer(buf, buf_cap), slot(len), object(value))) };
    number(opened.and_then(|(buf, len, value)| fill(buf, len, Written::Text, |output| value.decode(output))))
}

/// Returns true if a value, after decoding, consists of exactly the given characters.
///
/// @param[in] value the value
/// @param[in] chars,chars_len UTF-8
/// @return true if they are the same
///
/// Linear.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_value_equal(
    value: *const cri_link_value_t,
    chars: *const c_char,
    chars_len: usize,
) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { open((object(value), input(chars, chars_len))) }.is_ok_and(|(value, chars)| value.equals(chars))
}

/// Returns true if a value, after decoding, is a list that contains a given token. Spaces separate the tokens of a
/// list, as in `rt`, `if`, `rel` and `ct`.
///
/// @param[in] value the value
/// @param[in] token,token_len the token
/// @return true if one of the tokens has the same bytes
///
/// Linear. RFC 6690 2, 4.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_value_has_token(
    value: *const cri_link_value_t,
    token: *const c_char,
    token_len: usize,
) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { open((object(value), input(token, token_len))) }.is_ok_and(|(value, token)| value.has_token(token))
}
