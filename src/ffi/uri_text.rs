// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. URI text: split, resolved, normalised, compared.

use core::ffi::c_char;

use super::slice::{Region, convert, input, number, object, place};
use super::types::{cri_err_t, cri_uri_iter_t, cri_uri_t};
use crate::convert::uri::{self, Decoded, Level, Pieces, Uri};
use crate::error::Error;

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
    let run = || {
        // SAFETY: the caller keeps the contract.
        let (text, out, at) = unsafe { (input(uri, uri_len)?, place(parts)?, place(offset)?) };
        out.region().apart([Region::bytes(text), at.region()])?;
        at.region().apart([Region::bytes(text)])?;
        let mut uri = Uri::new(text);
        match uri.read_uri() {
            Ok(()) => {
                out.store(uri);
                Ok(())
            }
            Err((error, offset)) => {
                at.write(offset);
                Err(error)
            }
        }
    };
    number(run())
}

/// Stores a slice of a text, if there is any, and both places can be stored to and are apart from each other
/// and from the regions.
///
/// # Safety
///
/// As for `place`.
#[inline(always)]
unsafe fn give<'a, const N: usize>(
    regions: [Region; N],
    chars: *mut *const c_char,
    chars_len: *mut usize,
    read: impl FnOnce() -> Option<&'a [u8]>,
) -> bool {
    // SAFETY: the caller keeps the contract.
    if let (Ok(pointer), Ok(length)) = unsafe { (place(chars), place(chars_len)) }
        && pointer.region().apart([length.region()]).is_ok()
        && pointer.region().apart(regions).is_ok()
        && length.region().apart(regions).is_ok()
        && let Some(text) = read()
    {
        pointer.write(text.as_ptr().cast());
        length.write(text.len());
        return true;
    }
    false
}

/// The components that an operation reads. None for NULL, and for an object of zeros.
///
/// # Safety
///
/// `uri` is NULL or points to a `cri_uri_t` that this library stored, for `'a`; or to one of zeros.
#[inline(always)]
unsafe fn parts<'a>(uri: *const cri_uri_t) -> Option<&'a Uri<'a>> {
    // SAFETY: the caller vouches for the object, and a pointer can be read of any.
    if uri.is_null() || unsafe { (&raw const (*uri)._text).read() }.is_null() {
        return None;
    }
    // SAFETY: as above; an object with a text was stored by this library.
    unsafe { object(uri) }
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
        give([Region::of(uri), Region::bytes(parts.text)], chars, chars_len, || parts.part(part.into()))
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
/// As for `parts` and `place`.
#[inline(always)]
unsafe fn begin<'a>(uri: *const cri_uri_t, iter: *mut cri_uri_iter_t, pieces: impl FnOnce(&'a Uri<'a>) -> Pieces<'a>) {
    // SAFETY: the caller keeps the contract.
    if let (Some(parts), Ok(place)) = unsafe { (parts(uri), place(iter)) }
        && place.region().apart([Region::of(uri), Region::bytes(parts.text)]).is_ok()
    {
        place.store(pieces(parts));
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
    unsafe { begin(uri, iter, Uri::segments) }
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
    unsafe { begin(uri, iter, Uri::parameters) }
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
    // SAFETY: the caller keeps the contract; the copy is stored back when its piece was stored.
    unsafe {
        let (Some(mut pieces), Ok(moved)) = (object(iter).copied(), place(iter)) else {
            return false;
        };
        let regions = [moved.region(), Region::bytes(pieces.rest.unwrap_or(&[]))];
        let given = give(regions, chars, chars_len, || pieces.next());
        if given {
            moved.store(pieces);
        }
        given
    }
}

/// Decodes a component, segment or parameter: its triplets become the octets they stand for, whatever
/// these are. Decode what was split, and never split what was decoded: it may hold any delimiter.
///
/// chars, chars_len: what to decode; a "%" that begins no triplet stands for itself. buf, buf_cap: the
/// buffer; NULL and 0 to ask for the length. len: the length in bytes, without the NUL that follows if
/// there is room.
///
/// Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as what is needed and buf unspecified
/// up to buf_cap; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps chars, or one the other.
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
    let run = || {
        // SAFETY: the caller keeps the contract.
        unsafe {
            let text = input(chars, chars_len)?;
            convert(buf, buf_cap, len, true, [Region::bytes(text)], None, |output| Decoded::new(text).put(output))
        }
    };
    number(run())
}

/// Resolves a URI reference against a base URI, as text.
///
/// base, base_len: a URI, whose fragment is ignored. reference, reference_len: a URI reference. strict: false to take a
/// reference with the base's scheme as one without a scheme. buf, buf_cap: the buffer; NULL and 0 to ask
/// for the length. len: the length in bytes, without the NUL that follows if there is room.
///
/// Undefined and empty components are kept apart. Dot segments may be percent-encoded. A path that would
/// begin with two slashes without an authority gets "/." in front. Nothing else is normalised.
///
/// Returns CRI_OK; CRI_ERR_NOT_FULL if base has no scheme; CRI_ERR_URI_SYNTAX, CRI_ERR_URI_NOT_ASCII or
/// CRI_ERR_URI_HOST as cri_uri_split(), of either text; CRI_ERR_BUFFER if it does not fit, with len stored
/// as what is needed and buf unspecified up to buf_cap; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output
/// overlaps base, reference, or the other one.
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
    let run = || {
        // SAFETY: the caller keeps the contract.
        unsafe {
            let (base, reference) = (input(base, base_len)?, input(reference, reference_len)?);
            let inputs = [Region::bytes(base), Region::bytes(reference)];
            convert(buf.cast(), buf_cap, len, true, inputs, None, |output| {
                uri::resolve(base, reference, strict, output)
            })
        }
    };
    number(run())
}

/// Normalises a URI reference.
///
/// uri, uri_len: ASCII. level: CRI_URI_SIMPLE, _SYNTAX or _SCHEME. buf, buf_cap: the buffer; NULL and 0 to
/// ask for the length. len: the length in bytes, without the NUL that follows if there is room.
///
/// Dot segments of a relative reference are removed as far as that does not depend on the base. A path that
/// would begin with two slashes without an authority keeps "/." in front. Normalising twice changes nothing.
///
/// Returns CRI_OK; CRI_ERR_URI_SYNTAX, CRI_ERR_URI_NOT_ASCII or CRI_ERR_URI_HOST as cri_uri_split();
/// CRI_ERR_BUFFER if it does not fit, with len stored as what is needed and buf unspecified up to buf_cap;
/// CRI_ERR_ARGUMENT, also for an unknown level; CRI_ERR_OVERLAP if an output overlaps uri, or one the other.
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
    let run = || {
        let level = Level::from_number(level).ok_or(Error::Argument)?;
        // SAFETY: the caller keeps the contract.
        unsafe {
            let text = input(uri, uri_len)?;
            convert(buf.cast(), buf_cap, len, true, [Region::bytes(text)], None, |output| {
                uri::normalize(text, level, output)
            })
        }
    };
    number(run())
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
    let run = || {
        let level = Level::from_number(level).ok_or(Error::Argument)?;
        // SAFETY: the caller keeps the contract.
        let (a, b, out) = unsafe { (input(a, a_len)?, input(b, b_len)?, place(equal)?) };
        out.region().apart([Region::bytes(a), Region::bytes(b)])?;
        out.write(uri::equal(a, b, level)?);
        Ok(())
    };
    number(run())
}
