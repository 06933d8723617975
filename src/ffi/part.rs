// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Components, of CRIs and of URI references.

/// The scheme.
pub const CRI_PART_SCHEME: u8 = 0;
/// The user information; of a URI reference without the at sign.
pub const CRI_PART_USERINFO: u8 = 1;
/// The host; of a URI reference with the brackets of an IP literal.
pub const CRI_PART_HOST: u8 = 2;
/// The port.
pub const CRI_PART_PORT: u8 = 3;
/// The path.
pub const CRI_PART_PATH: u8 = 4;
/// The query; of a URI reference without the question mark.
pub const CRI_PART_QUERY: u8 = 5;
/// The fragment; of a URI reference without the number sign.
pub const CRI_PART_FRAGMENT: u8 = 6;
/// The discard value of a CRI reference.
pub const CRI_PART_DISCARD: u8 = 7;
/// The zone identifier of a host address.
pub const CRI_PART_ZONE: u8 = 8;
/// The authority as a whole.
pub const CRI_PART_AUTHORITY: u8 = 9;
/// All of it: the array of a CRI, or a reference that has no other form.
pub const CRI_PART_WHOLE: u8 = 10;
