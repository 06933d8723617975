// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. URI text: split, resolved, normalised, compared.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use super::slice::{Passed, number, object, object_mut};
use super::types::{cri_err_t, cri_uri_iter_t, cri_uri_t};
use crate::error::Error;
use crate::uri::{self, Decoded, Level, Part, Pieces, Uri};

/// Splits a URI reference into its components, without copying: slices of the text, which must outlive
/// them. The grammar is strict.
///
/// uri, uri_len: ASCII. parts: the components. offset: in bytes, on an error only: where the first
/// character stands that cannot be there; for a bad triplet its "%", for a bad IP literal its "[".
///
/// Returns CRI_OK; CRI_ERR_URI_SYNTAX, CRI_ERR_URI_NOT_ASCII, or CRI_ERR_URI_HOST for what is between
/// brackets and no IP literal, with offset stored; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps
/// uri or the other one.
///
/// Linear, whatever the text. RFC 3986 3, A; RFC 6874 2.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_split(
    uri: *const c_char,
    uri_len: usize,
    parts: *mut cri_uri_t,
    offset: *mut usize,
) -> cri_err_t {
    let mut passed = [Passed::object(parts), Passed::object(offset), Passed::bytes(uri, uri_len)];
    let mut run = || {
        Passed::check(&mut passed, 2)?;
        // SAFETY: the caller keeps the contract, and all was checked.
        unsafe {
            let mut held = MaybeUninit::uninit();
            let (uri, read) = Uri::read(&mut held, passed[2].input(), None);
            match read {
                Ok(()) => passed[0].place::<cri_uri_t>().store_copy(uri),
                Err(_) => offset.write(uri.read_to()),
            }
            read
        }
    };
    number(run())
}

/// Stores a slice of a text, if there is any, and its length. Passed are the places for these, which are apart from
/// each other and from the others: the object that the text belongs to, and the text.
///
/// # Safety
///
/// The places may be written, if they are not NULL.
#[inline(never)]
unsafe fn give(mut passed: [Passed; 4], piece: Option<&[u8]>) -> bool {
    let Some(piece) = piece else {
        return false;
    };
    if Passed::check(&mut passed, 2).is_err() {
        return false;
    }
    // SAFETY: the caller vouches for the places, which were checked.
    unsafe {
        passed[0].place::<*const u8>().write(piece.as_ptr());
        passed[1].place::<usize>().write(piece.len());
    }
    true
}

/// The components that an operation reads. None for NULL, and for an object of zeros.
///
/// # Safety
///
/// `uri` is NULL or points to a `cri_uri_t` that this library stored, for `'a`; or to one of zeros.
#[inline(always)]
unsafe fn parts<'a>(uri: *const cri_uri_t) -> Option<&'a Uri<'a>> {
    // SAFETY: the caller vouches for the object.
    unsafe { object(uri) }.ok()
}

/// Tells a component.
///
/// part: CRI_URI_PART_SCHEME, _USERINFO, _HOST (with its brackets), _PORT (digits, of any number), _PATH,
/// _QUERY or _FRAGMENT. chars, chars_len: as it is written, a slice of the text; decode it with
/// cri_uri_decode().
///
/// Returns false, and stores nothing, if it is undefined, which empty is not. A path is always defined, a
/// host if there is an authority.
///
/// Constant time. RFC 3986 3, 5.3.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_part(
    uri: *const cri_uri_t,
    part: u8,
    chars: *mut *const c_char,
    chars_len: *mut usize,
) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe {
        let Some(parts) = parts(uri) else {
            return false;
        };
        let text = Passed::bytes(parts.scanner.text.as_ptr(), parts.scanner.text.len());
        let passed = [Passed::object(chars), Passed::object(chars_len), Passed::object(uri), text];
        give(passed, parts.part(part.into()))
    }
}

/// Tells what the host is: CRI_HOST_NONE, _NAME, _IPV4, _IPV6, _IPV6_ZONE or _FUTURE. Rare spellings of
/// IPv4 addresses are names: "127.1", "0x7f.1", "010.0.0.1".
///
/// Constant time. RFC 3986 3.2.2, 7.4.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_host_kind(uri: *const cri_uri_t) -> u8 {
    // SAFETY: the caller keeps the contract.
    unsafe { parts(uri) }.map_or(0, |uri| uri.host_kind() as u8)
}

/// Begins to go through pieces of a component.
///
/// # Safety
///
/// As for `parts`; `iter` may be written, if it is not NULL.
#[inline(never)]
unsafe fn begin(uri: *const cri_uri_t, iter: *mut cri_uri_iter_t, part: Part) {
    // SAFETY: the caller keeps the contract.
    unsafe {
        let Some(parts) = parts(uri) else {
            return;
        };
        let text = Passed::bytes(parts.scanner.text.as_ptr(), parts.scanner.text.len());
        let mut passed = [Passed::object(iter), Passed::object(uri), text];
        if Passed::check(&mut passed, 1).is_ok() {
            passed[0].place::<cri_uri_iter_t>().store_copy(&Pieces::of(part, parts.part(part as usize)));
        }
    }
}

/// Begins to go through the segments of a path: none of an empty path. The slash that begins a path
/// separates nothing, so that "/a/" has the segments "a" and "".
///
/// Constant time. RFC 3986 3.3.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_path_iter(uri: *const cri_uri_t, iter: *mut cri_uri_iter_t) {
    // SAFETY: the caller keeps the contract.
    unsafe { begin(uri, iter, Part::Path) }
}

/// Begins to go through the parameters of a query, which ampersands separate: none of an undefined query,
/// an empty one of an empty query.
///
/// Constant time. RFC 3986 3.4; href 6.1.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_query_iter(uri: *const cri_uri_t, iter: *mut cri_uri_iter_t) {
    // SAFETY: the caller keeps the contract.
    unsafe { begin(uri, iter, Part::Query) }
}

/// Goes on to the next segment or parameter.
///
/// chars, chars_len: as it is written, a slice of the text; decode it with cri_uri_decode().
///
/// Returns false, and stores nothing, at the end.
///
/// Linear in its length.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_iter_next(
    iter: *mut cri_uri_iter_t,
    chars: *mut *const c_char,
    chars_len: *mut usize,
) -> bool {
    // SAFETY: the caller keeps the contract; what is stored is apart from the iterator and what it borrows.
    unsafe {
        let Ok(pieces) = object_mut(iter) else {
            return false;
        };
        let (Some(text), Some((piece, rest))) = (pieces.rest, pieces.first()) else {
            return false;
        };
        let text = Passed::bytes(text.as_ptr(), text.len());
        let own = Passed::object(iter);
        let given = give([Passed::object(chars), Passed::object(chars_len), own, text], Some(piece));
        if given {
            pieces.rest = rest;
        }
        given
    }
}

/// Decodes a component, segment or parameter: its triplets become the octets they stand for, whatever
/// these are. Decode what was split, and never split what was decoded: it may hold any delimiter.
///
/// chars, chars_len: what to decode; a "%" that begins no triplet stands for itself. buf, buf_cap: the
/// buffer; NULL and 0 to ask for the length. len: the length in bytes. No NUL follows the octets, since one may be among
/// them.
///
/// Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as what is needed;
/// CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps chars, or one the other. After an error buf
/// is unspecified up to buf_cap.
///
/// Linear. RFC 3986 2.4.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_decode(
    chars: *const c_char,
    chars_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    let none = Passed::bytes(chars, 0);
    let passed = [Passed::bytes(buf, buf_cap), Passed::object(len), Passed::bytes(chars, chars_len), none];
    // SAFETY: the caller keeps the contract.
    unsafe { Passed::convert(passed, false, 0, |[text, _], _, output| Decoded::new(text).put(output)) }
}

/// Resolves a URI reference against a base URI, as text.
///
/// base, base_len: a URI, whose fragment is ignored. reference, reference_len: a URI reference. strict: false to take a
/// reference with the base's scheme as one without a scheme. buf, buf_cap: the buffer; NULL and 0 to ask
/// for the length. len: the length in bytes, without the NUL that ends it (R23).
///
/// Undefined and empty components are kept apart. Dot segments may be percent-encoded. A path that would
/// begin with two slashes without an authority gets "/." in front. Nothing else is normalised.
///
/// Returns CRI_OK; CRI_ERR_NOT_FULL if base has no scheme; CRI_ERR_URI_SYNTAX, CRI_ERR_URI_NOT_ASCII or
/// CRI_ERR_URI_HOST as cri_uri_split(), of either text; CRI_ERR_BUFFER if it does not fit, with len
/// stored as what is needed; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps base, reference, or
/// the other one. After an error buf is unspecified up to buf_cap.
///
/// Linear, whatever the texts. RFC 3986 5.2, 5.3.
///
/// # Safety
///
/// The contract in the README.
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
    let inputs = [Passed::bytes(base, base_len), Passed::bytes(reference, reference_len)];
    let passed = [Passed::bytes(buf, buf_cap), Passed::object(len), inputs[0], inputs[1]];
    // SAFETY: the caller keeps the contract.
    unsafe {
        Passed::convert(passed, true, strict as u8, |[base, reference], strict, output| {
            uri::resolve(base, reference, strict != 0, output)
        })
    }
}

/// Normalises a URI reference.
///
/// uri, uri_len: ASCII. level: CRI_URI_SIMPLE, _SYNTAX or _SCHEME. buf, buf_cap: the buffer; NULL and 0 to
/// ask for the length. len: the length in bytes, without the NUL that ends it (R23).
///
/// Dot segments of a relative reference are removed as far as that does not depend on the base. A path that
/// would begin with two slashes without an authority keeps "/." in front. Normalising twice changes nothing.
///
/// Returns CRI_OK; CRI_ERR_URI_SYNTAX, CRI_ERR_URI_NOT_ASCII or CRI_ERR_URI_HOST as cri_uri_split();
/// CRI_ERR_BUFFER if it does not fit, with len stored as what is needed; CRI_ERR_ARGUMENT, also for an
/// unknown level; CRI_ERR_OVERLAP if an output overlaps uri, or one the other. After an error buf is
/// unspecified up to buf_cap.
///
/// Linear, whatever the text. RFC 3986 6.2; RFC 5952; R12.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_normalize(
    uri: *const c_char,
    uri_len: usize,
    level: u8,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    let none = Passed::bytes(uri, 0);
    let passed = [Passed::bytes(buf, buf_cap), Passed::object(len), Passed::bytes(uri, uri_len), none];
    // SAFETY: the caller keeps the contract.
    unsafe {
        Passed::convert(passed, true, level, |[text, _], level, output| {
            uri::normalize(text, Level::from_number(level).ok_or(Error::Argument)?, output)
        })
    }
}

/// Compares two URI references as cri_uri_normalize() would write them, without a buffer.
///
/// a, a_len, b, b_len: ASCII. level: CRI_URI_SIMPLE, _SYNTAX or _SCHEME. equal: true if they are equivalent;
/// false if that level does not tell. References are compared as such; resolve them first to compare what
/// they refer to.
///
/// Returns CRI_OK; CRI_ERR_URI_SYNTAX, CRI_ERR_URI_NOT_ASCII or CRI_ERR_URI_HOST as cri_uri_split(), of
/// either text; CRI_ERR_ARGUMENT, also for an unknown level; CRI_ERR_OVERLAP if equal overlaps a text.
///
/// Linear, whatever the texts. RFC 3986 6.2.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_equal(
    a: *const c_char,
    a_len: usize,
    b: *const c_char,
    b_len: usize,
    level: u8,
    equal: *mut bool,
) -> cri_err_t {
    let mut passed = [Passed::object(equal), Passed::bytes(a, a_len), Passed::bytes(b, b_len)];
    let mut run = || {
        let level = Level::from_number(level).ok_or(Error::Argument)?;
        Passed::check(&mut passed, 1)?;
        // SAFETY: the caller keeps the contract, and all was checked.
        unsafe { equal.write(uri::equal(passed[1].input(), passed[2].input(), level)?) };
        Ok(())
    };
    number(run())
}
