// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks before accepting a CRI: canonical form, features, the location of an error, URI ownership.

use core::ffi::c_char;

use super::parse::cri_t;
use crate::convert;
use crate::cri::Cri;
use crate::error::Error;
use crate::ffi::prelude::*;
use crate::part::Fault;
use crate::revision::Revision;

/// The CRI gives its scheme by name: the feature "scheme-name" of href-27.
pub const CRI_USES_SCHEME_NAME: u32 = 1;
/// The CRI has null or true instead of an authority: the feature "no-authority" of href-27.
pub const CRI_USES_NO_AUTHORITY: u32 = 2;
/// The CRI has user information: the feature "userinfo" of href-27.
pub const CRI_USES_USERINFO: u32 = 4;
/// The CRI has percent-encoded text (PET): the feature "text-or-pet" of href-27, an extended form.
pub const CRI_USES_PET: u32 = 8;
/// The CRI has a zone identifier. Zone identifiers are not an optional feature of the draft, but in revision 27 a CRI
/// with a zone identifier has no URI.
pub const CRI_USES_ZONE: u32 = 16;

/// The reference fixes the scheme. RFC 8820 2.1.
pub const CRI_OWNERSHIP_SCHEME: u8 = 1;
/// The reference fixes the authority. RFC 8820 2.2.
pub const CRI_OWNERSHIP_AUTHORITY: u8 = 2;
/// The reference fixes the path or the beginning of the path. RFC 8820 2.3.
pub const CRI_OWNERSHIP_PATH: u8 = 4;
/// The reference fixes query parameters. RFC 8820 2.4.
pub const CRI_OWNERSHIP_QUERY: u8 = 8;
/// The reference fixes the fragment. RFC 8820 2.5.
pub const CRI_OWNERSHIP_FRAGMENT: u8 = 16;

/// Returns true if the bytes that a CRI was parsed from are canonical, that is, equal to the output of cri_encode().
///
/// Bytes that begin with tag 99 are not canonical. A canonical CRI is not always in normal form: see cri_normalize().
///
/// @param[in] cri the CRI or CRI reference
/// @return true if the bytes are canonical; false otherwise, for NULL, and for a view that an operation made, because
///   it has no such bytes
///
/// Linear. href 5.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_is_canonical(cri: *const cri_t) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(cri, false, Cri::is_canonical) }
}

/// Returns the optional features that a CRI uses, so that an application can refuse CRIs that it does not support.
///
/// A Basic CRI, as revision 27 defines it, has none of the bits #CRI_USES_SCHEME_NAME, #CRI_USES_NO_AUTHORITY,
/// #CRI_USES_USERINFO and #CRI_USES_PET. A Simple CRI does not have the bit #CRI_USES_PET. A reference without an
/// authority section does not have the bit #CRI_USES_NO_AUTHORITY, because it takes its authority from the base. The
/// result does not depend on the revision.
///
/// @param[in] cri the CRI or CRI reference
/// @return @flags{CRI_USES_}; 0 if the CRI uses no optional feature, and for NULL
///
/// Linear. href-27 5.1, 7 and 7.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uses(cri: *const cri_t) -> u32 {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(cri, 0, |cri| cri.features().bits()) }
}

/// Checks an input, and stores the location of an error. `check` is a generic parameter and not a function pointer,
/// because the analysis of stack use cannot follow a call through a pointer.
unsafe fn locate(
    rev: u8,
    data: *const u8,
    data_len: usize,
    offset: *mut usize,
    part: *mut u8,
    check: impl FnOnce(Revision, &[u8]) -> Result<(), Fault>,
) -> Result<(), Error> {
    let revision = revision(rev)?;
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let (offset, part, data) = unsafe { open((slot(offset), slot(part), input(data, data_len)))? };
    check(revision, data).map_err(|fault| {
        offset.write(fault.offset);
        part.write(fault.part as u8);
        fault.error
    })
}

/// Parses the CRI or CRI reference at the start of `data`, and locates the error if it has one. Call this
/// function after cri_parse() has failed.
///
/// `offset` and `part` are stored only for an error in the data.
///
/// Bytes after the item are ignored, as in cri_parse(). For data that cri_parse() accepts and only cri_parse_exact()
/// refuses, the result is therefore #CRI_OK.
///
/// `offset` is the offset of the innermost CBOR item at fault: a text, a number, the head of an array. If an item is
/// missing at the end of `data`, `offset` is `data_len`. For #CRI_ERR_NOT_VALID, `offset` is the offset of the first
/// segment, of the path if it has no segment, or of the authority if there is no path. For a name that reads as an IPv4
/// address, `offset` is the offset of the first label.
///
/// @param[in] rev revision of the encoding: #CRI_REV_13 or #CRI_REV_27
/// @param[in] data,data_len CBOR; bytes after the item are ignored
/// @param[out] offset offset in bytes of the item at fault
/// @param[out] part the component that the item is in, one of the `CRI_PART_…`; #CRI_PART_WHOLE if it is in no
///   component
/// @retval CRI_OK there is no error
/// @errorsof{cri_parse}
///
/// Linear in the length of the item. href 5.1, 5.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_parse_where(
    rev: u8,
    data: *const u8,
    data_len: usize,
    offset: *mut usize,
    part: *mut u8,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { locate(rev, data, data_len, offset, part, Cri::parse_where) })
}

/// Checks whether a URI reference has a CRI, and locates the error if it has no CRI. Call this function
/// after cri_from_uri() has failed.
///
/// Returns the error that cri_from_uri() returns for a buffer that is large enough. `offset` and `part` are stored only
/// for an error in the text.
///
/// `offset` is the offset of the first invalid character: of the "%" for an invalid triplet, and of the "[" for an
/// invalid IP literal. If a valid URI reference has no CRI, `offset` is the offset of the first digit of the port, of
/// the "%" before the zone identifier, of the ":" in the user information, or of the first character of the path.
///
/// @param[in] rev revision of the CRI: #CRI_REV_13 or #CRI_REV_27
/// @param[in] uri,uri_len ASCII
/// @param[out] offset offset in bytes of the character at fault
/// @param[out] part the component that the character is in: #CRI_PART_USERINFO, #CRI_PART_HOST, #CRI_PART_PORT,
///   #CRI_PART_PATH, #CRI_PART_QUERY, #CRI_PART_FRAGMENT or #CRI_PART_ZONE
/// @retval CRI_OK there is no error
/// @errorsof{cri_from_uri}
///
/// Linear, for every text. RFC 3986 3, A; href 6.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_uri_where(
    rev: u8,
    uri: *const c_char,
    uri_len: usize,
    offset: *mut usize,
    part: *mut u8,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { locate(rev, uri.cast(), uri_len, offset, part, |rev, text| convert::from_uri_where(rev, text)) })
}

/// Checks whether an IRI reference has a CRI, and locates the error if it has no CRI. Call this function
/// after cri_from_iri() has failed.
///
/// Returns the error that cri_from_iri() returns for a buffer that is large enough. `offset` and `part` are as in
/// cri_from_uri_where(). In text that is not UTF-8, `offset` is the offset of the first byte that begins no character.
///
/// @param[in] rev revision of the CRI: #CRI_REV_13 or #CRI_REV_27
/// @param[in] iri,iri_len UTF-8
/// @param[out] offset offset in bytes of the character at fault
/// @param[out] part the component that the character is in, as in cri_from_uri_where()
/// @retval CRI_OK there is no error
/// @errorsof{cri_from_iri}
///
/// Linear, for every text. RFC 3987 2.2; href 6.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_from_iri_where(
    rev: u8,
    iri: *const c_char,
    iri_len: usize,
    offset: *mut usize,
    part: *mut u8,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { locate(rev, iri.cast(), iri_len, offset, part, |rev, text| convert::from_iri_where(rev, text)) })
}

/// Returns the sections of RFC 8820 (BCP 190) that a specification would violate if it mandated a reference, instead of
/// leaving the URI space to its owner.
///
/// The result applies to an "Extension", which is the term of RFC 8820 for a specification that can be used with any
/// URI. An "Application" may require schemes (2.1) and define the queries of its own resources (2.4), so mask these two
/// bits for an Application.
///
/// A path counts as fixed if it does not start from the base's path, unless it is the root itself or below
/// "/.well-known/". Links relative to a path that the deployment chooses violate nothing.
///
/// @param[in] cri the CRI or CRI reference
/// @return @flags{CRI_OWNERSHIP_}; 0 if it would violate no section, and for NULL
///
/// Constant time. RFC 8820 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_ownership_check(cri: *const cri_t) -> u8 {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(cri, 0, |cri| cri.ownership().bits()) }
}
