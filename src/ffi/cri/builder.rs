// SPDX-License-Identifier: MIT OR Apache-2.0
//! Building a CRI or CRI reference section by section.

use core::ffi::c_char;

use crate::builder::{Builder, NORMALIZE, PERCENT};
use crate::error::Error;
use crate::ffi::prelude::*;

/// A flag: the builder normalises as href 3 allows. It writes ASCII letters of the scheme and the host name in lower
/// case, and omits the scheme's default port.
pub const CRI_BUILD_NORMALIZE: u8 = 1;
/// A flag: the texts passed to the builder are in their URI form. The builder decodes their triplets. It writes octets
/// that must stay percent-encoded as PET.
pub const CRI_BUILD_PERCENT: u8 = 2;

const _: () = assert!(CRI_BUILD_NORMALIZE == NORMALIZE && CRI_BUILD_PERCENT == PERCENT);

/// A builder, initialised by cri_builder_init().
#[repr(C)]
pub struct cri_builder_t {
    _buf: *mut u8,
    _buf_cap: usize,
    _len: usize,
    _array: usize,
    _items: usize,
    _revision: u8,
    _section: [u8; 3],
    _segments: usize,
    _error: i32,
    _default_port: u16,
    _state: [u8; 6],
}

mirror! {
    cri_builder_t: writes [sections.output.buffer] = Builder {
        _buf = sections.output, _items = sections.items, _revision = sections.revision, _error = error, _state = flags
    }
}

impl Steps for cri_builder_t {
    fn keep(builder: &mut Builder<'_>, error: Error) {
        builder.error = builder.error.or(Some(error));
    }
}

unsafe fn step(
    builder: *mut cri_builder_t,
    step: impl FnOnce(&mut Builder<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { open((object_mut(builder),)) }.and_then(|(builder,)| step(builder))
}

unsafe fn text_step(
    builder: *mut cri_builder_t,
    text: *const c_char,
    text_len: usize,
    step: impl FnOnce(&mut Builder<'_>, &[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open_step(builder, (object_mut(builder), input(text, text_len))) };
    opened.and_then(|(builder, text)| step(builder, text))
}

/// Initialises a builder, which writes a CRI or CRI reference to a buffer.
///
/// Call the functions for the sections in this order:
///
/// - For a full CRI, cri_builder_scheme_id() or cri_builder_scheme_name(). For a reference, cri_builder_discard(), or
///   no call if the reference begins with an authority.
/// - For the authority, cri_builder_rootless(); or cri_builder_userinfo(), then cri_builder_host_name() or
///   cri_builder_host_address(), then cri_builder_port().
/// - cri_builder_segment(), cri_builder_parameter() and cri_builder_fragment().
/// - cri_builder_finish().
///
/// Calls other than the last may be omitted, but the first call must be for a scheme, a discard value or an authority.
/// Without any of these calls, the result is the empty reference. After a call that fails, all later calls return the
/// same error.
///
/// @param[out] builder the builder
/// @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
/// @param[in] flags @flags{CRI_BUILD_}
/// @param[out] buf,buf_cap the buffer, which the builder borrows; NULL and 0 to ask for the length
/// @retval CRI_OK
///
/// Constant time. href 3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_init(
    builder: *mut cri_builder_t,
    rev: u8,
    flags: u8,
    buf: *mut u8,
    buf_cap: usize,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        check_flags(flags)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the buffer outlives the builder.
        let (builder, buf) = unsafe { open((slot(builder), buffer(buf, buf_cap)))? };
        builder.store(Builder::on(revision, flags, buf));
        Ok(())
    })
}

pub(super) fn check_flags(flags: u8) -> Result<(), Error> {
    if flags & !(NORMALIZE | PERCENT) == 0 { Ok(()) } else { Err(Error::Argument) }
}

/// Sets the scheme by its id.
///
/// @param[in,out] builder the builder
/// @param[in] id a negative number, such as #CRI_SCHEME_COAP
/// @retval CRI_ERR_ARGUMENT `id` is not negative
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Constant time. href 2 (C1).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_scheme_id(builder: *mut cri_builder_t, id: i64) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { step(builder, |builder| builder.try_scheme_id(id)) })
}

/// Sets the scheme by its name. The builder writes the id of the scheme if the registry has one.
///
/// @param[in,out] builder the builder
/// @param[in] name,name_len ASCII, `[a-z][a-z0-9+.-]*`; upper case only with #CRI_BUILD_NORMALIZE
/// @retval CRI_ERR_SCHEME_NAME the name is not a scheme name
/// @retval CRI_ERR_UPPERCASE the name has upper case, without #CRI_BUILD_NORMALIZE
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Logarithmic in the size of the registry. href 2 (C1).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_scheme_name(
    builder: *mut cri_builder_t,
    name: *const c_char,
    name_len: usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { text_step(builder, name, name_len, |builder, name| builder.try_scheme_name(name)) })
}

/// Starts a reference that discards a number of segments of the base's path.
///
/// @param[in,out] builder the builder
/// @param[in] discard 0 to 127, or #CRI_DISCARD_ALL
/// @retval CRI_ERR_DISCARD `discard` is another number
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Constant time. href 5.1.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_discard(builder: *mut cri_builder_t, discard: u8) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { step(builder, |builder| builder.try_discard(discard)) })
}

/// Sets the authority to true: no authority, and a rootless path. Without this call and without a host, the authority
/// is null: no authority, and a rooted path.
///
/// @param[in,out] builder the builder
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Constant time. href 2 (C2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_rootless(builder: *mut cri_builder_t) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { step(builder, |builder| builder.try_rootless()) })
}

/// Sets the user information, which may be empty. A host must follow.
///
/// @param[in,out] builder the builder
/// @param[in] userinfo,userinfo_len UTF-8; in its URI form with #CRI_BUILD_PERCENT
/// @retval CRI_ERR_UTF8 the text is not UTF-8
/// @retval CRI_ERR_URI_SYNTAX the text is not the URI form of user information
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Linear. href 2 (C3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_userinfo(
    builder: *mut cri_builder_t,
    userinfo: *const c_char,
    userinfo_len: usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { text_step(builder, userinfo, userinfo_len, |builder, text| builder.try_userinfo(text)) })
}

/// Sets the host by its registered name, which is split into labels at its dots. The empty name is the empty host.
///
/// @param[in,out] builder the builder
/// @param[in] name,name_len UTF-8, in lower case unless #CRI_BUILD_NORMALIZE is set; in its URI form with
///   #CRI_BUILD_PERCENT
/// @retval CRI_ERR_ADDRESS the name reads as an IPv4 address
/// @retval CRI_ERR_UPPERCASE the name has upper case, without #CRI_BUILD_NORMALIZE
/// @retval CRI_ERR_UTF8 the text is not UTF-8
/// @retval CRI_ERR_URI_SYNTAX the text is not the URI form of a name
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Linear. href 2 (C5).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_host_name(
    builder: *mut cri_builder_t,
    name: *const c_char,
    name_len: usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { text_step(builder, name, name_len, |builder, name| builder.try_host_name(name)) })
}

/// Sets the host by its address.
///
/// @param[in,out] builder the builder
/// @param[in] address,address_len 4 or 16 bytes in network order
/// @param[in] zone,zone_len a zone identifier, UTF-8; NULL and 0 for an address without a zone identifier
/// @retval CRI_ERR_ADDRESS the address has another length, or in revision 13, 4 bytes and a zone identifier
/// @retval CRI_ERR_UTF8 a zone identifier is not UTF-8
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Linear. href 2 (C4).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_host_address(
    builder: *mut cri_builder_t,
    address: *const u8,
    address_len: usize,
    zone: *const c_char,
    zone_len: usize,
) -> cri_err_t {
    call(|| {
        let text = input(zone, zone_len);
        let arguments = (object_mut(builder), input(address, address_len), text);
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (builder, address, text) = unsafe { open_step(builder, arguments)? };
        builder.try_host_address(address, if zone.is_null() { None } else { Some(text) })
    })
}

/// Sets the port. A host must precede it. With #CRI_BUILD_NORMALIZE the scheme's default port is omitted.
///
/// @param[in,out] builder the builder
/// @param[in] port the port
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Constant time. href 2 (C6, C7).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_port(builder: *mut cri_builder_t, port: u16) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { step(builder, |builder| builder.try_port(port)) })
}

/// Sets the path of a reference to `[]` if no segment follows. A full CRI does not need this call.
///
/// @param[in,out] builder the builder
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Constant time; linear in an authority of 24 or more items. href 5.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_path(builder: *mut cri_builder_t) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { step(builder, |builder| builder.try_path()) })
}

/// Appends a segment to the path.
///
/// @param[in,out] builder the builder
/// @param[in] segment,segment_len UTF-8, not "." or ".."; in its URI form with #CRI_BUILD_PERCENT
/// @retval CRI_ERR_DOT_SEGMENT the segment is "." or ".."
/// @retval CRI_ERR_UTF8 the text is not UTF-8
/// @retval CRI_ERR_URI_SYNTAX the text is not the URI form of a segment
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Linear. href 2 (C9).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_segment(
    builder: *mut cri_builder_t,
    segment: *const c_char,
    segment_len: usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { text_step(builder, segment, segment_len, |builder, text| builder.try_segment(text)) })
}

/// Sets the query of a reference to `[]` if no parameter follows. A full CRI does not need this call.
///
/// @param[in,out] builder the builder
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Constant time; linear in a section of 24 or more items before it. href 5.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_query(builder: *mut cri_builder_t) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { step(builder, |builder| builder.try_query()) })
}

/// Appends a parameter to the query.
///
/// @param[in,out] builder the builder
/// @param[in] parameter,parameter_len UTF-8; in its URI form with #CRI_BUILD_PERCENT
/// @retval CRI_ERR_UTF8 the text is not UTF-8
/// @retval CRI_ERR_URI_SYNTAX the text is not the URI form of a parameter
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Linear. href 2 (C10).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_parameter(
    builder: *mut cri_builder_t,
    parameter: *const c_char,
    parameter_len: usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { text_step(builder, parameter, parameter_len, |builder, text| builder.try_parameter(text)) })
}

/// Sets the fragment.
///
/// @param[in,out] builder the builder
/// @param[in] fragment,fragment_len UTF-8; in its URI form with #CRI_BUILD_PERCENT
/// @retval CRI_ERR_UTF8 the text is not UTF-8
/// @retval CRI_ERR_URI_SYNTAX the text is not the URI form of a fragment
/// @retval CRI_ERR_ORDER the call is out of order
///
/// Linear. href 2 (C11).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_fragment(
    builder: *mut cri_builder_t,
    fragment: *const c_char,
    fragment_len: usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { text_step(builder, fragment, fragment_len, |builder, text| builder.try_fragment(text)) })
}

/// Completes the CRI or CRI reference in the buffer, in canonical form. Returns the builder's first error, if there
/// was one.
///
/// @param[in,out] builder the builder
/// @param[out] len length in bytes
/// @retval CRI_ERR_NOT_VALID the result would be a full CRI that has no URI
/// @retval CRI_ERR_ORDER no host follows the user information, or the function was called before
///
/// Constant time; linear in a section of 24 or more items. href 2, 3.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_builder_finish(builder: *mut cri_builder_t, len: *mut usize) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (len, builder) = unsafe { open((slot(len), object_mut(builder)))? };
        let result = builder.complete();
        store_length(len, builder.position(), result)
    })
}
