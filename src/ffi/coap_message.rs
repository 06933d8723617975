// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options of a message as they are: one by one, two lists in one; and the code of a response.

use super::prelude::*;
use crate::coap::option::{Options, merge_options};
use crate::coap::response_code;
use crate::error::Error;

/// An iterator over delta-coded options, which it borrows, initialised by cri_coap_raw_init().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_coap_raw_t {
    _rest: *const u8,
    _rest_len: usize,
    _number: u16,
}

mirror! {
    cri_coap_raw_t: borrows [rest] = Options { _rest = rest, _number = number }
}

/// Checks the options of a message, and initialises an iterator over them.
///
/// @param[out] raw the iterator, which borrows `options`
/// @param[in] options,options_len delta-coded as in a message, without the payload marker
/// @retval CRI_ERR_COAP_OPTION a malformed option, or the payload marker
/// @retval CRI_ERR_TRUNCATED an option extends past the end
///
/// Linear. RFC 7252 3.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_raw_init(
    raw: *mut cri_coap_raw_t,
    options: *const u8,
    options_len: usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: C passes options, which outlive the iterator, and a place for that.
        let (raw, options) = unsafe { open((slot(raw), input(options, options_len)))? };
        Options::new(options, 0).try_for_each(|option| option.map(|_| ()))?;
        raw.store(Options::new(options, 0));
        Ok(())
    })
}

/// Advances to the next option, and stores it.
///
/// @param[in,out] raw the iterator
/// @param[out] number number of the option, not less than the previous one
/// @param[out] value,value_len its value, borrowed from the options; never NULL
/// @return false, with nothing stored, at the end
///
/// Constant time. RFC 7252 3.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_raw_next(
    raw: *mut cri_coap_raw_t,
    number: *mut u16,
    value: *mut *const u8,
    value_len: *mut usize,
) -> bool {
    found(|| {
        let outputs = (slot(number), slot(value), slot(value_len));
        // SAFETY: C passes an iterator, and places for the number, the pointer and the length.
        let (number, value, value_len, raw) = unsafe { open((outputs.0, outputs.1, outputs.2, object_mut(raw))).ok()? };
        let (option, bytes) = raw.next()?.ok()?;
        number.write(option);
        store_bytes(value, value_len, bytes)
    })
}

/// Writes two lists of options as one, in ascending order of their numbers, as a message needs them: those of a CRI and
/// others, such as Accept or Observe.
///
/// Of options with the same number, those of `options` come first.
///
/// @param[in] options,options_len delta-coded as in a message, without the payload marker
/// @param[in] more,more_len the other list, likewise
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
        // SAFETY: C passes two lists of options, a buffer and a place for the length.
        let (buf, len, options, more) =
            unsafe { open((buffer(buf, buf_cap), slot(len), input(options, options_len), input(more, more_len)))? };
        fill(buf, len, Written::Bytes, |output| merge_options(options, more, output))
    })
}

/// Returns the code of a response to a request that met an error of this library.
///
/// 4.02 (Bad Option) for options that a server must not accept; 5.05 (Proxying Not Supported) for what this server does
/// not proxy; 5.00 (Internal Server Error) for mistakes of the program, such as a malformed pattern, a missing
/// destination or calls out of order, and for what is too much for its buffer or for this library; 4.00 (Bad Request)
/// for anything else.
///
/// @param[in] err an error number, @suchas{CRI_ERR_}, or #CRI_OK
/// @return class and detail, as in a message: 0x80 for 4.00; 0 for #CRI_OK and for numbers that are not errors of this
///   version
///
/// Constant time. RFC 7252 3, 5.4.1, 5.9; R29.
#[unsafe(no_mangle)]
pub extern "C" fn cri_coap_response_code(err: cri_err_t) -> u8 {
    Error::from_number(err).map_or(0, response_code)
}
