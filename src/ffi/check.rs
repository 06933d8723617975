// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks before accepting a CRI: canonical form, features, where an error is, URI ownership.

use core::ffi::c_char;

use super::prelude::*;
use crate::convert;
use crate::cri::Cri;
use crate::error::Error;
use crate::part::Fault;
use crate::revision::Revision;

/// A scheme given by its name. href-27 feature "scheme-name".
pub const CRI_USES_SCHEME_NAME: u32 = 1;
/// null or true in place of an authority. href-27 feature "no-authority".
pub const CRI_USES_NO_AUTHORITY: u32 = 2;
/// User information. href-27 feature "userinfo".
pub const CRI_USES_USERINFO: u32 = 4;
/// Percent-encoded text (PET). href-27 feature "text-or-pet", an extended form.
pub const CRI_USES_PET: u32 = 8;
/// A zone identifier: no feature of the draft, but no URI has one in revision 27.
pub const CRI_USES_ZONE: u32 = 16;

/// A fixed scheme. RFC 8820 2.1.
pub const CRI_OWNERSHIP_SCHEME: u8 = 1;
/// A fixed authority. RFC 8820 2.2.
pub const CRI_OWNERSHIP_AUTHORITY: u8 = 2;
/// A fixed path, or the beginning of one. RFC 8820 2.3.
pub const CRI_OWNERSHIP_PATH: u8 = 4;
/// Fixed query parameters. RFC 8820 2.4.
pub const CRI_OWNERSHIP_QUERY: u8 = 8;
/// A fixed fragment. RFC 8820 2.5.
pub const CRI_OWNERSHIP_FRAGMENT: u8 = 16;

/// Returns whether the bytes that a CRI was parsed from are canonical: what cri_encode() writes.
///
/// With tag 99 before it, the answer is false. A canonical CRI need not be normal: see cri_normalize().
///
/// @param[in] cri the CRI or CRI reference
/// @return true if they are canonical; false otherwise, for a view that an operation made, which has no such bytes, and
///   for NULL
///
/// Linear. href 5.1; R2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_is_canonical(cri: *const cri_t) -> bool {
    // SAFETY: C passes a view.
    unsafe { read(cri, false, Cri::is_canonical) }
}

/// Returns which optional features a CRI uses, so that an application can refuse CRIs that it does not support.
///
/// A Basic CRI, as revision 27 defines it, uses none of #CRI_USES_SCHEME_NAME, #CRI_USES_NO_AUTHORITY,
/// #CRI_USES_USERINFO and #CRI_USES_PET. A Simple CRI does not use #CRI_USES_PET. A reference without an authority
/// section does not use #CRI_USES_NO_AUTHORITY: its authority is the base's. Both revisions give the same answer.
///
/// @param[in] cri the CRI or CRI reference
/// @return @flags{CRI_USES_}; 0 for none, and for NULL
///
/// Linear. href-27 5.1, 7 and 7.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uses(cri: *const cri_t) -> u32 {
    // SAFETY: C passes a view.
    unsafe { read(cri, 0, |cri| cri.features().bits()) }
}

/// Checks an input, and stores where the error is if there is one. Not called by pointer: the bound of the stack could
/// not tell what it calls.
unsafe fn locate(
    rev: u8,
    data: *const u8,
    data_len: usize,
    offset: *mut usize,
    part: *mut u8,
    check: impl FnOnce(Revision, &[u8]) -> Result<(), Fault>,
) -> Result<(), Error> {
    let revision = revision(rev)?;
    // SAFETY: as the function requires.
    let (offset, part, data) = unsafe { open((slot(offset), slot(part), input(data, data_len)))? };
    check(revision, data).map_err(|fault| {
        offset.write(fault.offset);
        part.write(fault.part as u8);
        fault.error
    })
}

/// Parses the CRI or CRI reference at the start of `data`, and stores where the error is: call it after cri_parse() has
/// failed.
///
/// For an error in the data, `offset` and `part` are stored, otherwise not.
///
/// Bytes after the item are ignored, as in cri_parse(): for data that only cri_parse_exact() refuses, the result is
/// #CRI_OK.
///
/// The offset is that of the innermost CBOR item at fault: a text, a number, the head of an array. Where an item is
/// missing at the end of `data`, it is `data_len`. For #CRI_ERR_NOT_VALID it is the offset of the first segment;
/// without segments, of the path; without a path, of the authority. For a name that reads as an IPv4 address, it is the
/// offset of its first label.
///
/// @param[in] rev revision of the encoding: #CRI_REV_13 or #CRI_REV_27
/// @param[in] data,data_len CBOR; bytes after the item are ignored
/// @param[out] offset offset of the item at fault in bytes
/// @param[out] part the part that it is in: CRI_PART_…; #CRI_PART_WHOLE if it is in no section
/// @retval CRI_OK there is no error
/// @errorsof{cri_parse}
///
/// Linear in the length of the item. href 5.1, 5.2; R1, R3, R4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_parse_where(
    rev: u8,
    data: *const u8,
    data_len: usize,
    offset: *mut usize,
    part: *mut u8,
) -> cri_err_t {
    // SAFETY: C passes bytes, and places for the offset and the part.
    number(unsafe { locate(rev, data, data_len, offset, part, Cri::parse_where) })
}

/// Checks whether a URI reference has a CRI, and stores where the error is: call it after cri_from_uri() has failed.
///
/// Returns what cri_from_uri() returns with a buffer that is large enough. If that is an error in the text, `offset`
/// and `part` are stored, otherwise not.
///
/// The offset is that of the first invalid character: of an invalid triplet its "%", of an invalid IP literal its "[".
/// In a URI reference without a CRI it is that of the first digit of the port, of the "%" before the zone identifier,
/// of the ":" in the user information, or of the first character of the path.
///
/// @param[in] rev revision of the CRI: #CRI_REV_13 or #CRI_REV_27
/// @param[in] uri,uri_len ASCII
/// @param[out] offset offset of the character at fault in bytes
/// @param[out] part the part that it is in: #CRI_PART_USERINFO, _HOST, _PORT, _PATH, _QUERY, _FRAGMENT or _ZONE
/// @retval CRI_OK there is no error
/// @errorsof{cri_from_uri}
///
/// Linear, whatever the text. RFC 3986 3, A; href 6; R12.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_uri_where(
    rev: u8,
    uri: *const c_char,
    uri_len: usize,
    offset: *mut usize,
    part: *mut u8,
) -> cri_err_t {
    // SAFETY: C passes a text, and places for the offset and the part.
    number(unsafe { locate(rev, uri.cast(), uri_len, offset, part, |rev, text| convert::from_uri_where(rev, text)) })
}

/// Checks whether an IRI reference has a CRI, and stores where the error is: call it after cri_from_iri() has failed.
///
/// Returns what cri_from_iri() returns with a buffer that is large enough. Offset and part are as with
/// cri_from_uri_where(); in text that is not UTF-8, the offset is that of the first byte that begins no character.
///
/// @param[in] rev revision of the CRI: #CRI_REV_13 or #CRI_REV_27
/// @param[in] iri,iri_len UTF-8
/// @param[out] offset offset of the character at fault in bytes
/// @param[out] part the part that it is in, as with cri_from_uri_where()
/// @retval CRI_OK there is no error
/// @errorsof{cri_from_iri}
///
/// Linear, whatever the text. RFC 3987 2.2; href 6; R12.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_iri_where(
    rev: u8,
    iri: *const c_char,
    iri_len: usize,
    offset: *mut usize,
    part: *mut u8,
) -> cri_err_t {
    // SAFETY: C passes a text, and places for the offset and the part.
    number(unsafe { locate(rev, iri.cast(), iri_len, offset, part, |rev, text| convert::from_iri_where(rev, text)) })
}

/// Returns which sections of RFC 8820 (BCP 190) a specification would violate by mandating a reference, instead of
/// leaving the URI space to its owner.
///
/// This is about a specification for any URI, an "Extension" in RFC 8820. An "Application" may require schemes (2.1)
/// and define the queries of its own resources (2.4): mask those bits.
///
/// A path counts as fixed if it does not start from the base's path, unless it is the root itself or below
/// "/.well-known/". Links relative to a path that the deployment chooses violate nothing.
///
/// @param[in] cri the CRI or CRI reference
/// @return @flags{CRI_OWNERSHIP_}; 0 for none, and for NULL
///
/// Constant time. RFC 8820 2; R21.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_ownership_check(cri: *const cri_t) -> u8 {
    // SAFETY: C passes a view.
    unsafe { read(cri, 0, |cri| cri.ownership().bits()) }
}
