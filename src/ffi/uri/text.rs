// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI text: splitting, resolving, normalising, comparing.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use crate::bytes::scan::URI;
use crate::ffi::prelude::*;
use crate::uri::{self, Decoded, Level, PARTS, Part, Pieces, Uri};

/// A result of cri_uri_host_kind(): an IPv6 address with a zone identifier.
pub const CRI_HOST_IPV6_ZONE: u8 = 4;
/// A result of cri_uri_host_kind(): an IP literal of a future version.
pub const CRI_HOST_FUTURE: u8 = 5;

/// A level of normalisation at which nothing changes. RFC 3986 6.2.1.
pub const CRI_URI_SIMPLE: u8 = 0;
/// A level of normalisation that includes case, percent-encoding, dot segments, and IPv6 addresses as in RFC 5952. RFC
/// 3986 6.2.2.
pub const CRI_URI_SYNTAX: u8 = 1;
/// A level of normalisation that includes #CRI_URI_SYNTAX. In addition, ports that are empty or the scheme's default
/// are removed, and an empty path after an authority becomes "/", for the schemes of iana/ports.csv: CoAP, HTTP,
/// WebSocket, ftp and others. RFC 3986 6.2.3.
pub const CRI_URI_SCHEME: u8 = 2;

/// The components of a URI reference, stored by cri_uri_split(). They are slices of the text, which must outlive them
/// and stay unchanged. The structure may be copied by assignment.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_uri_t {
    _text: *const u8,
    _scan: [usize; 4],
    _kind: u8,
    _literal: u8,
    _shape: u16,
    _bounds: [usize; 8],
    _groups: [[u8; 2]; 8],
}

/// An iterator over path segments or query parameters of a URI reference.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_uri_iter_t {
    _rest: *const u8,
    _rest_len: usize,
    _separator: u8,
}

mirror! {
    cri_uri_t: borrows [scanner.text] = Uri {
        _text = scanner, _bounds = bounds, _kind = kind, _literal = literal, _shape = shape, _groups = groups
    }
    cri_uri_iter_t: borrows [rest] = Pieces { _rest = rest, _separator = separator }
}

/// Splits a URI reference into its components, without copying. The components are slices of the text, which must
/// outlive them. A text that is not a URI reference is refused; cri_uri_split_lenient() accepts any text.
///
/// @param[in] uri,uri_len ASCII
/// @param[out] components the components
/// @param[out] offset offset in bytes of the first invalid character, of the "%" of an invalid triplet, or of the "["
///   of an invalid IP literal; stored only with an error
/// @retval CRI_ERR_URI_SYNTAX the text is not a URI reference
/// @retval CRI_ERR_URI_NOT_ASCII the text has a byte outside ASCII
/// @retval CRI_ERR_URI_HOST the text between brackets is not an IP literal
///
/// Linear, for every text. RFC 3986 3, A; RFC 6874 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_split(
    uri: *const c_char,
    uri_len: usize,
    components: *mut cri_uri_t,
    offset: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the text outlives the components.
        let (components, offset, text) = unsafe { open((slot(components), slot(offset), input(uri, uri_len)))? };
        let mut memory = MaybeUninit::uninit();
        match Uri::read(&mut memory, text, URI) {
            Ok(uri) => {
                components.store_copy(uri);
                Ok(())
            }
            Err(refused) => {
                offset.write(refused.offset());
                Err(refused.error)
            }
        }
    })
}

/// Stores a component.
///
/// @param[in] uri the components of a URI reference
/// @param[in] part #CRI_PART_SCHEME, which may have upper-case letters; #CRI_PART_USERINFO; #CRI_PART_HOST, with its
///   brackets; #CRI_PART_PORT, any number of digits; #CRI_PART_PATH; #CRI_PART_QUERY; #CRI_PART_FRAGMENT
/// @param[out] chars,chars_len a slice of the text; decode it with cri_uri_decode()
/// @return false, with nothing stored, if the component is undefined. A component may be empty and defined. The path is
///   always defined; the host is defined if there is an authority
///
/// Constant time. RFC 3986 3, 5.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_part(
    uri: *const cri_uri_t,
    part: u8,
    chars: *mut *const c_char,
    chars_len: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (chars, chars_len, uri) = unsafe { open((slot(chars), slot(chars_len), object(uri))).ok()? };
        let found = uri.part(*PARTS.get(part as usize)?)?;
        store_bytes(chars, chars_len, found)
    })
}

/// Returns the kind of the host. Rare spellings of IPv4 addresses are names: "127.1", "0x7f.1", "010.0.0.1".
///
/// @param[in] uri the components of a URI reference
/// @return #CRI_HOST_NONE, #CRI_HOST_NAME, #CRI_HOST_IPV4, #CRI_HOST_IPV6, #CRI_HOST_IPV6_ZONE or #CRI_HOST_FUTURE
///
/// Constant time. RFC 3986 3.2.2, 7.4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_host_kind(uri: *const cri_uri_t) -> u8 {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(uri, 0, |uri| uri.host_kind() as u8) }
}

unsafe fn iterate(uri: *const cri_uri_t, iter: *mut cri_uri_iter_t, part: Part) {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { store_iterator(uri, iter, |uri| Pieces::of(part, uri.part(part)), Pieces::of(part, None)) }
}

/// Initialises an iterator over the segments of a path. An empty path has no segments. A leading slash is not a
/// separator: "/a/" has the segments "a" and "".
///
/// @param[out] iter the iterator, for cri_uri_iter_next()
/// @param[in] uri the components of a URI reference
///
/// Constant time. RFC 3986 3.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_iter_init_path(iter: *mut cri_uri_iter_t, uri: *const cri_uri_t) {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { iterate(uri, iter, Part::Path) }
}

/// Initialises an iterator over the parameters of a query, which are separated by ampersands. An undefined query has no
/// parameter. An empty query has one empty parameter.
///
/// @param[out] iter the iterator, for cri_uri_iter_next()
/// @param[in] uri the components of a URI reference
///
/// Constant time. RFC 3986 3.4; href 6.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_iter_init_query(iter: *mut cri_uri_iter_t, uri: *const cri_uri_t) {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { iterate(uri, iter, Part::Query) }
}

/// Advances to the next segment or parameter, and stores it.
///
/// @param[in,out] iter the iterator
/// @param[out] chars,chars_len a slice of the text; decode it with cri_uri_decode()
/// @return false, with nothing stored, at the end
///
/// Linear in the length of the segment or parameter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_iter_next(
    iter: *mut cri_uri_iter_t,
    chars: *mut *const c_char,
    chars_len: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (chars, chars_len, texts) = unsafe { open((slot(chars), slot(chars_len), object_mut(iter))).ok()? };
        let text = texts.next_bytes()?;
        store_bytes(chars, chars_len, text)
    })
}

/// Decodes the triplets of a component, segment or parameter. The result may contain any octets, including delimiters,
/// so decode after splitting, never before.
///
/// @param[in] chars,chars_len the text; a "%" that begins no triplet is kept
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes; no NUL is appended, since the octets may contain one
/// @retval CRI_OK
///
/// Linear. RFC 3986 2.4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_decode(
    chars: *const c_char,
    chars_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((buffer(buf, buf_cap), slot(len), input(chars, chars_len))) };
    number(opened.and_then(|(buf, len, text)| fill(buf, len, Written::Bytes, |output| Decoded::new(text).put(output))))
}

/// Resolves a URI reference against a base URI, as text.
///
/// Undefined and empty components are distinguished. Dot segments are removed even if they are percent-encoded. If the
/// result would have no authority and a path that begins with two slashes, "/." is written before the path. Nothing
/// else is normalised.
///
/// @param[in] base,base_len a URI, whose fragment is ignored
/// @param[in] reference,reference_len a URI reference
/// @param[in] strict false to ignore the scheme of a reference if it is the base's
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_ERR_BASE `base` has no scheme
/// @retval CRI_ERR_URI_SYNTAX as in cri_uri_split(), for either text
/// @retval CRI_ERR_URI_NOT_ASCII as in cri_uri_split(), for either text
/// @retval CRI_ERR_URI_HOST as in cri_uri_split(), for either text
///
/// Linear, for every text. RFC 3986 5.2, 5.3.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_uri_resolve(
    base: *const c_char,
    base_len: usize,
    reference: *const c_char,
    reference_len: usize,
    strict: bool,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        let (base, reference) = (input(base, base_len), input(reference, reference_len));
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, base, reference) = unsafe { open((buffer(buf, buf_cap), slot(len), base, reference))? };
        fill(buf, len, Written::Text, |output| uri::resolve(base, reference, strict, output))
    })
}

/// Normalises a URI reference.
///
/// Dot segments of a relative reference are removed if the result does not depend on the base. The prefix "/." is kept
/// if the path would otherwise begin with two slashes and there is no authority. Normalising the result again changes
/// nothing.
///
/// @param[in] uri,uri_len ASCII
/// @param[in] level @choice{CRI_URI_SIMPLE,CRI_URI_SYNTAX,CRI_URI_SCHEME}
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_ERR_URI_SYNTAX as in cri_uri_split()
/// @retval CRI_ERR_URI_NOT_ASCII as in cri_uri_split()
/// @retval CRI_ERR_URI_HOST as in cri_uri_split()
///
/// Linear, for every text. RFC 3986 6.2; RFC 5952.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_normalize(
    uri: *const c_char,
    uri_len: usize,
    level: u8,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, text) = unsafe { open((buffer(buf, buf_cap), slot(len), input(uri, uri_len)))? };
        fill(buf, len, Written::Text, |output| uri::normalize(text, Level::try_from(level)?, output))
    })
}

/// Compares two URI references after normalising both as cri_uri_normalize() does, without a buffer. References are not
/// resolved: resolve them first to compare the resources that they refer to.
///
/// @param[in] a,a_len ASCII
/// @param[in] b,b_len ASCII
/// @param[in] level @choice{CRI_URI_SIMPLE,CRI_URI_SYNTAX,CRI_URI_SCHEME}
/// @param[out] equal true if they are equivalent at that level
/// @retval CRI_ERR_URI_SYNTAX as in cri_uri_split(), for either text
/// @retval CRI_ERR_URI_NOT_ASCII as in cri_uri_split(), for either text
/// @retval CRI_ERR_URI_HOST as in cri_uri_split(), for either text
///
/// Linear, for every text. RFC 3986 6.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_equal(
    a: *const c_char,
    a_len: usize,
    b: *const c_char,
    b_len: usize,
    level: u8,
    equal: *mut bool,
) -> cri_err_t {
    call(|| {
        let level = Level::try_from(level)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (equal, a, b) = unsafe { open((slot(equal), input(a, a_len), input(b, b_len)))? };
        equal.write(uri::equal(a, b, level)?);
        Ok(())
    })
}

/// Stores true if a reference refers to the same document as its base, that is, if it resolves to the base, ignoring
/// fragments.
///
/// The resolved URI and the base are compared character by character: nothing is normalised. To ignore differences in
/// spelling, normalise both texts first, at the same level.
///
/// @param[in] base,base_len the base, a URI
/// @param[in] reference,reference_len a URI reference
/// @param[out] same true if both are the same document
/// @retval CRI_ERR_BASE the base has no scheme
/// @retval CRI_ERR_URI_SYNTAX one of the texts is not a URI reference
/// @retval CRI_ERR_URI_NOT_ASCII one of the texts has a byte outside ASCII
/// @retval CRI_ERR_URI_HOST in one of the texts, the text between the brackets is not an IP literal
///
/// Linear, for every text; needs no buffer. RFC 3986 4.4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_same_document(
    base: *const c_char,
    base_len: usize,
    reference: *const c_char,
    reference_len: usize,
    same: *mut bool,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (same, base, reference) =
            unsafe { open((slot(same), input(base, base_len), input(reference, reference_len)))? };
        same.write(uri::same_document(base, reference)?);
        Ok(())
    })
}
