// SPDX-License-Identifier: MIT OR Apache-2.0
//! The components of CRIs and of URI references.

use core::ffi::c_char;

use crate::part::name_of;

/// The scheme.
pub const CRI_PART_SCHEME: u8 = 0;
/// The user information. In a URI reference, it excludes the at sign.
pub const CRI_PART_USERINFO: u8 = 1;
/// The host. In a URI reference, it includes the brackets of an IP literal.
pub const CRI_PART_HOST: u8 = 2;
/// The port.
pub const CRI_PART_PORT: u8 = 3;
/// The path.
pub const CRI_PART_PATH: u8 = 4;
/// The query. In a URI reference, it excludes the question mark.
pub const CRI_PART_QUERY: u8 = 5;
/// The fragment. In a URI reference, it excludes the number sign.
pub const CRI_PART_FRAGMENT: u8 = 6;
/// The discard value of a CRI reference.
pub const CRI_PART_DISCARD: u8 = 7;
/// The zone identifier of a host address.
pub const CRI_PART_ZONE: u8 = 8;
/// The authority as a whole.
pub const CRI_PART_AUTHORITY: u8 = 9;
/// The item is in no single component, like the array that a CRI consists of.
pub const CRI_PART_WHOLE: u8 = 10;

/// Returns the name of a component in English, such as "scheme", "host" or "whole".
///
/// @param[in] part @choice{CRI_PART_}
/// @return a constant string of the library, which ends in NUL; "unknown" for another number
///
/// Constant time. The names are linked only if this function is called.
#[unsafe(no_mangle)]
pub extern "C" fn cri_part_name(part: u8) -> *const c_char {
    name_of(part).as_ptr()
}
