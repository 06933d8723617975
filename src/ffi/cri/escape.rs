// SPDX-License-Identifier: MIT OR Apache-2.0
//! Any octets as text that is safe to read in a log.

use core::ffi::c_char;

use crate::edn;
use crate::ffi::prelude::*;

/// Writes octets, such as a path segment or a payload, in a form that is safe to read in a log.
///
/// Characters that could mislead a terminal or a reader are written as a backslash, `u` and four hexadecimal digits. A
/// character above U+FFFF is written as a surrogate pair, which is two such escapes. These characters are escaped:
///
/// - control characters, including DEL
/// - characters of the Unicode general category Cf, such as the bidirectional controls and U+FEFF
/// - characters with the Unicode property Default_Ignorable_Code_Point
/// - U+2028 and U+2029
///
/// A backslash is doubled. An octet that is not UTF-8 is written as a backslash, `x` and two hexadecimal digits.
/// All other characters are unchanged.
///
/// @param[in] octets,octets_len any octets
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length; 6 times `octets_len` plus 1 suffices
/// @param[out] len length in bytes of the UTF-8 text, without the final NUL
/// @retval CRI_OK
///
/// Linear. RFC 3987 4.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_escape(
    octets: *const u8,
    octets_len: usize,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((buffer(buf, buf_cap), slot(len), input(octets, octets_len))) };
    number(opened.and_then(|(buf, len, octets)| fill(buf, len, Written::Text, |output| edn::escape(octets, output))))
}
