// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Text-or-pet: plain, in parts, decoded.

use core::ffi::c_char;

use super::region::{Region, outputs_apart};
use super::slice::{convert, input, number, object, object_mut, place};
use super::types::{cri_chunks_t, cri_err_t, cri_text_t};
use crate::cbor::write::Sink;
use crate::cri::text::Chunks;

/// Tells the characters of a text that has no percent-encoded parts.
///
/// chars, chars_len: UTF-8, not NUL-terminated, borrowed from the CRI's bytes.
///
/// Returns false, and stores nothing, for PET: use cri_text_chunks() or cri_text_decode().
///
/// Constant time. href 2.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_text_plain(
    text: *const cri_text_t,
    chars: *mut *const c_char,
    chars_len: *mut usize,
) -> bool {
    // SAFETY: the caller keeps the contract.
    if let (Ok(text), Ok(pointer), Ok(length)) = unsafe { (object(text), place(chars), place(chars_len)) }
        && let regions = [pointer.region(), length.region(), Region::of(text), Region::bytes(text.bytes())]
        && outputs_apart(2, &regions).is_ok()
        && let Some(plain) = text.plain()
    {
        pointer.write(plain.as_ptr().cast());
        length.write(plain.len());
        return true;
    }
    false
}

/// Begins to go through the parts of a text: one for a plain text that is not empty, several for PET.
///
/// Constant time. href 7.1.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_text_chunks(text: *const cri_text_t, chunks: *mut cri_chunks_t) {
    // SAFETY: the caller keeps the contract.
    if let (text, Ok(place)) = unsafe { (object(text), place(chunks)) } {
        match text {
            Ok(text) if outputs_apart(1, &[place.region(), Region::of(text), Region::bytes(text.bytes())]).is_err() => {
            }
            Ok(text) => place.store(text.chunks()),
            Err(_) => place.store(Chunks::empty()),
        }
    }
}

/// Goes on to the next part of a text.
///
/// bytes, bytes_len: UTF-8 characters, or octets; borrowed from the CRI's bytes. percent_encoded: true
/// for octets, which stand percent-encoded in a URI.
///
/// Returns false, and stores nothing, at the end.
///
/// Constant time. href 7.1.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_chunks_next(
    chunks: *mut cri_chunks_t,
    bytes: *mut *const u8,
    bytes_len: *mut usize,
    percent_encoded: *mut bool,
) -> bool {
    // SAFETY: the caller keeps the contract; what is stored is apart from the iterator and what it borrows.
    unsafe {
        let places = (place(bytes), place(bytes_len), place(percent_encoded));
        if let (Ok(parts), (Ok(pointer), Ok(length), Ok(encoded))) = (object_mut(chunks), places)
            && let outputs = [pointer.region(), length.region(), encoded.region()]
            && let (own, rest) = (Region::of(chunks), Region::bytes(parts.rest))
            && outputs_apart(3, &[outputs[0], outputs[1], outputs[2], own, rest]).is_ok()
            && let Some(chunk) = parts.next()
        {
            pointer.write(chunk.bytes.as_ptr());
            length.write(chunk.bytes.len());
            encoded.write(chunk.percent_encoded);
            return true;
        }
        false
    }
}

/// Decodes a text: its characters as UTF-8 and its octets as they are, which may make it no UTF-8 and
/// does lose which delimiters were percent-encoded.
///
/// buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes. No NUL follows the octets, since
/// one may be among them.
///
/// Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as what is needed;
/// CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps text, or one the other.
///
/// Linear. href 7.1.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_text_decode(
    text: *const cri_text_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    let run = || {
        // SAFETY: the caller keeps the contract.
        unsafe {
            let source = object(text)?;
            let inputs = [Region::of(source), Region::bytes(source.bytes())];
            convert(buf, buf_cap, len, false, inputs, None, |output| {
                source.chunks().for_each(|chunk| output.put(chunk.bytes));
                output.written().map(|_| ())
            })
        }
    };
    number(run())
}

/// Tells whether a text is plain and has exactly these characters: to dispatch by path segment.
///
/// chars, chars_len: UTF-8. False for PET.
///
/// Linear in chars_len.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_text_equal(text: *const cri_text_t, chars: *const c_char, chars_len: usize) -> bool {
    // SAFETY: the caller keeps the contract.
    match unsafe { (object(text).ok().and_then(|text| text.plain()), input(chars, chars_len)) } {
        (Some(plain), Ok(chars)) => plain == chars,
        _ => false,
    }
}
