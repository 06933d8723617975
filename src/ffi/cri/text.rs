// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions that read a text-or-pet as plain text, in chunks, or decoded, and functions that read lists of texts.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use crate::cri::items::Items;
use crate::cri::text::{Chunks, Text};
use crate::ffi::call::mirror::{Mirror, keep_pointers};
use crate::ffi::prelude::*;

/// A label, path segment, query parameter, user information or fragment: a plain text, or a text with percent-encoded
/// parts (PET). It borrows the same bytes as the view that it comes from.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_text_t {
    _content: *const u8,
    _content_len: usize,
    _pet: bool,
}

/// An iterator over the chunks of a text.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_chunks_t {
    _rest: *const u8,
    _rest_len: usize,
    _pet: bool,
    _done: bool,
}

/// An iterator over labels, path segments or query parameters.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_iter_t {
    _rest: *const u8,
    _rest_len: usize,
    _tail: *const u8,
    _tail_len: usize,
}

mirror! {
    cri_text_t: borrows [content] = Text { _content = content, _pet = pet }
    cri_iter_t: borrows [rest, tail] = Items { _rest = rest, _tail = tail }
    cri_chunks_t: borrows [rest] = Chunks { _rest = rest, _pet = pet, _done = done }
}

/// Stores a text as an element of an array, if the array has this element.
pub(crate) fn store_text<'a>(texts: &mut [MaybeUninit<Text<'a>>], index: usize, text: Text<'a>) {
    if let Some(slot) = texts.get_mut(index) {
        slot.write(text);
        // SAFETY: a text begins with `SLICES` slices.
        unsafe { keep_pointers(slot.as_mut_ptr().cast(), cri_text_t::SLICES) };
    }
}

/// Stores the characters of a text that has no percent-encoded chunks.
///
/// @param[in] text the text
/// @param[out] chars,chars_len UTF-8, borrowed from the CRI's bytes
/// @return false, with nothing stored, for PET: use cri_chunks_init() or cri_text_decode()
///
/// Constant time. href 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_text_plain(
    text: *const cri_text_t,
    chars: *mut *const c_char,
    chars_len: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (chars, chars_len, text) = unsafe { open((slot(chars), slot(chars_len), object(text))).ok()? };
        let plain = text.plain()?;
        store_bytes(chars, chars_len, plain)
    })
}

/// Initialises an iterator over the chunks of a text. An empty plain text has no chunk, any other plain text has one
/// chunk, and PET has one or more chunks.
///
/// @param[out] chunks the iterator
/// @param[in] text the text
///
/// Constant time. href 7.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_chunks_init(chunks: *mut cri_chunks_t, text: *const cri_text_t) {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { store_iterator(text, chunks, |text| text.chunks(), Chunks::empty()) }
}

/// Advances to the next chunk of a text, and stores it.
///
/// @param[in,out] chunks the iterator
/// @param[out] bytes,bytes_len UTF-8 characters, or octets; borrowed from the CRI's bytes
/// @param[out] percent_encoded true if the chunk consists of octets, which are percent-encoded in a URI
/// @return false, with nothing stored, at the end
///
/// Constant time. href 7.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_chunks_next(
    chunks: *mut cri_chunks_t,
    bytes: *mut *const u8,
    bytes_len: *mut usize,
    percent_encoded: *mut bool,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (bytes, bytes_len, percent_encoded, chunks) =
            unsafe { open((slot(bytes), slot(bytes_len), slot(percent_encoded), object_mut(chunks))).ok()? };
        let chunk = chunks.next()?;
        store_bytes(bytes, bytes_len, chunk.bytes);
        percent_encoded.write(chunk.percent_encoded);
        Some(())
    })
}

/// Decodes a text: characters become UTF-8, and octets are copied. The result is not always UTF-8, and does not show
/// which delimiters were percent-encoded.
///
/// @param[in] text the text
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes; no NUL is appended, since the octets may contain one
/// @retval CRI_OK
///
/// Linear. href 7.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_text_decode(
    text: *const cri_text_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((buffer(buf, buf_cap), slot(len), object(text))) };
    number(opened.and_then(|(buf, len, text)| {
        fill(buf, len, Written::Bytes, |output| {
            text.chunks().for_each(|chunk| output.put(chunk.bytes));
            output.check()
        })
    }))
}

/// Returns true if a text is plain and consists of exactly the given characters.
///
/// @param[in] text the text
/// @param[in] chars,chars_len UTF-8
/// @return true if they are the same; false for PET
///
/// Linear in `chars_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_text_equal(text: *const cri_text_t, chars: *const c_char, chars_len: usize) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { open((object(text), input(chars, chars_len))) }.is_ok_and(|(text, chars)| text.plain() == Some(chars))
}

/// Advances to the next label, segment or parameter, and stores it.
///
/// @param[in,out] iter the iterator
/// @param[out] text the text
/// @return false, with nothing stored, at the end
///
/// Constant time; for PET linear in the number of its chunks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_iter_next(iter: *mut cri_iter_t, text: *mut cri_text_t) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (text, iter) = unsafe { open((slot(text), object_mut(iter))).ok()? };
        text.store(iter.next()?);
        Some(())
    })
}
