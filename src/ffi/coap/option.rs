// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions that read an option, or write a list of options with a change: merging, inserting, removing.

use crate::coap::{find_uint, insert_option, insert_uint, merge_options, remove_options};
use crate::ffi::prelude::*;

/// Merges two lists of options into one, in the ascending order of numbers that a message needs. Use it to add options
/// such as Accept or Observe to the options of a CRI.
///
/// If both lists have options with the same number, the options from `options` come first.
///
/// @param[in] options,options_len delta-coded as in a message, without the payload marker
/// @param[in] more,more_len the other list, in the same form
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @errorsof{cri_coap_raw_init}
///
/// Linear. RFC 7252 3.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_merge(
    options: *const u8,
    options_len: usize,
    more: *const u8,
    more_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, options, more) =
            unsafe { open((buffer(buf, buf_cap), slot(len), input(options, options_len), input(more, more_len)))? };
        fill(buf, len, Written::Bytes, |output| merge_options(options, more, output))
    })
}

/// Inserts one option into a list of options, in the ascending order of numbers that a message needs. The new option
/// comes after all options with the same number.
///
/// @param[in] options,options_len delta-coded as in a message, without the payload marker
/// @param[in] opt_number number of the new option, @suchas{CRI_COAP_}
/// @param[in] value,value_len its value. An integer has its bytes in network order, without leading zeros; the integer
///   0 has no bytes
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes: at most 5 more than `options_len` and `value_len` together
/// @retval CRI_ERR_ARGUMENT `value_len` is above 65804, the greatest length of an option
/// @errorsof{cri_coap_raw_init}
///
/// Linear. RFC 7252 3.1.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_coap_insert(
    options: *const u8,
    options_len: usize,
    opt_number: u16,
    value: *const u8,
    value_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, options, value) =
            unsafe { open((buffer(buf, buf_cap), slot(len), input(options, options_len), input(value, value_len)))? };
        fill(buf, len, Written::Bytes, |output| insert_option(options, opt_number, value, output))
    })
}

/// Inserts one option whose value is an unsigned integer, such as Hop-Limit, Accept or Content-Format, into a list of
/// options. The function does the same as cri_coap_insert() with the bytes of the integer.
///
/// @param[in] options,options_len delta-coded as in a message, without the payload marker
/// @param[in] opt_number number of the new option, @suchas{CRI_COAP_}
/// @param[in] number its value, which is written in the fewest bytes
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes: at most 9 more than `options_len`
/// @errorsof{cri_coap_raw_init}
///
/// Linear. RFC 7252 3.1, 3.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_insert_uint(
    options: *const u8,
    options_len: usize,
    opt_number: u16,
    number: u32,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, options) = unsafe { open((buffer(buf, buf_cap), slot(len), input(options, options_len)))? };
        fill(buf, len, Written::Bytes, |output| insert_uint(options, opt_number, number, output))
    })
}

/// Finds an option whose value is an unsigned integer, such as Accept, Content-Format, Observe or Hop-Limit, and stores
/// the integer. If the option is repeated, the first one counts.
///
/// @param[in] options,options_len delta-coded as in a message, without the payload marker
/// @param[in] opt_number number of the option, @suchas{CRI_COAP_}
/// @param[out] number the integer; 0 if there is no such option
/// @param[out] present true if there is such an option
/// @retval CRI_ERR_COAP_LENGTH the value is longer than four bytes
/// @errorsof{cri_coap_raw_init}
///
/// Linear. RFC 7252 3.1, 3.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_find_uint(
    options: *const u8,
    options_len: usize,
    opt_number: u16,
    number: *mut u32,
    present: *mut bool,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (number, present, options) = unsafe { open((slot(number), slot(present), input(options, options_len)))? };
        let found = find_uint(options, opt_number)?;
        number.write(found.unwrap_or_default());
        present.write(found.is_some());
        Ok(())
    })
}

/// Writes a list of options without the options that have certain numbers.
///
/// @param[in] options,options_len delta-coded as in a message, without the payload marker
/// @param[in] removed,removed_len the numbers of the options to remove, and the count of these numbers
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes: at most `options_len`
/// @errorsof{cri_coap_raw_init}
///
/// Linear in `options_len` times `removed_len`. RFC 7252 3.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_remove(
    options: *const u8,
    options_len: usize,
    removed: *const u16,
    removed_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        let removed = input_array(removed, removed_len);
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, options, removed) =
            unsafe { open((buffer(buf, buf_cap), slot(len), input(options, options_len), removed))? };
        fill(buf, len, Written::Bytes, |output| remove_options(options, removed, output))
    })
}
