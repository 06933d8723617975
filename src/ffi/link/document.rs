// SPDX-License-Identifier: MIT OR Apache-2.0
//! The links of a document in link format.

use core::ffi::c_char;

use crate::ffi::prelude::*;
use crate::links::{Link, Links};

/// A link, stored by cri_links_next() or cri_link_init_parts(). It borrows the text.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_link_t {
    _target: *const c_char,
    _target_len: usize,
    _attributes: *const c_char,
    _attributes_len: usize,
}

/// An iterator over the links of a document, initialised by cri_links_init(). It borrows the text.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_links_t {
    _rest: *const c_char,
    _rest_len: usize,
    _offset: usize,
    _searched: usize,
    _context: u8,
    _state: u8,
    _is_last: bool,
}

mirror! {
    cri_link_t: borrows [target, attributes] = Link { _target = target, _attributes = attributes }
    cri_links_t: borrows [rest] = Links {
        _rest = rest, _offset = offset, _searched = searched, _context = context, _state = state,
        _is_last = is_last
    }
}

/// Initialises an iterator over the links of a document.
///
/// A document may arrive in windows, such as the blocks of a block-wise transfer. When cri_links_next() returns false
/// in a window, cri_links_left() is the number of bytes at the end of the window that belong to an incomplete link.
/// Move these bytes to the start of the buffer, append the next block, and call cri_links_more(). The iterator then
/// stores the same links and the same offsets of errors as an iterator over the whole document.
///
/// @param[out] links the iterator, which borrows `text`
/// @param[in] text,text_len UTF-8, the document or its first window
/// @param[in] is_last true if the document ends with `text`
/// @retval CRI_OK
///
/// Constant time. RFC 6690 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_links_init(
    links: *mut cri_links_t,
    text: *const c_char,
    text_len: usize,
    is_last: bool,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs; the text outlives the iterator.
    let opened = unsafe { open((slot(links), input(text, text_len))) };
    number(opened.map(|(links, text)| links.store(Links::window(text, is_last))))
}

/// Continues an iterator with the next window of its document.
///
/// @param[in,out] links the iterator, which from here on borrows `text` instead of its former text
/// @param[in] text,text_len the window: the last cri_links_left() bytes of the previous window, followed by the next
///   bytes of the document
/// @param[in] is_last true if the document ends with `text`
/// @retval CRI_OK
///
/// Constant time. RFC 7959 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_links_more(
    links: *mut cri_links_t,
    text: *const c_char,
    text_len: usize,
    is_last: bool,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs; the text outlives the iterator.
    let opened = unsafe { open((object_mut(links), input(text, text_len))) };
    number(opened.map(|(links, text)| *links = links.continue_with(text, is_last)))
}

/// Advances to the next link, and stores it. Text that is not a link is skipped, up to and including the next comma
/// outside of quotes and of the angle brackets of a target. cri_links_next_item() stores the offset of this text.
///
/// @param[in,out] links the iterator
/// @param[out] link the link, which borrows the text
/// @return false, with nothing stored, if the window has no other link that is complete
///
/// Linear in the bytes consumed or, if there is no further link, in the rest of the window. All calls for a document
/// together are linear in the document, however small the windows are. RFC 6690 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_links_next(links: *mut cri_links_t, link: *mut cri_link_t) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (link, links) = unsafe { open((slot(link), object_mut(links))).ok()? };
        link.store(links.find_map(Result::ok)?);
        Some(())
    })
}

/// Advances to the next link or malformed link. Stores the link, or the error and its offset.
///
/// The errors are #CRI_ERR_SYNTAX for a character that is not allowed there; #CRI_ERR_UTF8 for invalid UTF-8 in
/// a quoted string; #CRI_ERR_TRUNCATED for a document that ends in a link, in a character or after a comma; and the
/// errors of cri_from_iri() for a target that is not an IRI reference. The next call continues after the next comma
/// outside of quotes; if the error is in a target, the comma must also be outside of the angle brackets. A `<` after
/// the error is not the start of a target.
///
/// @param[in,out] links the iterator
/// @param[out] link the link, which borrows the text; stored only if `err` is #CRI_OK
/// @param[out] err #CRI_OK, or the error of the malformed link
/// @param[out] offset offset in the document of the first invalid character, or the length of the document; 0 if `err`
///   is #CRI_OK
/// @return false, with nothing stored, if the window has no other link that is complete
///
/// Linear in the bytes consumed or, if there is no further link, in the rest of the window. All calls for a document
/// together are linear in the document, however small the windows are. RFC 6690 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_links_next_item(
    links: *mut cri_links_t,
    link: *mut cri_link_t,
    err: *mut cri_err_t,
    offset: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (link, err, offset, links) =
            unsafe { open((slot(link), slot(err), slot(offset), object_mut(links))).ok()? };
        let mut fault = (0, 0);
        match links.next()? {
            Ok(next) => link.store(next),
            Err(found) => fault = (found.error.number(), found.offset),
        }
        err.write(fault.0);
        offset.write(fault.1);
        Some(())
    })
}

/// Returns the number of bytes at the end of the window that were not read. The next window must begin with these
/// bytes.
///
/// If these bytes fill the buffer, the link is too long for the buffer: cri_links_drop() skips the link.
///
/// @param[in] links the iterator
/// @return the number of bytes; 0 for NULL
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_links_left(links: *const cri_links_t) -> usize {
    // The bytes of the slice are not read: the slice may be from an earlier call, and C may have freed its bytes since.
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { links.as_ref() }.map_or(0, |links| links._rest_len)
}

/// Skips the link at the end of the window, which is not complete. Call it after cri_links_next() has returned false.
/// The iterator skips the rest of the link in the following windows, up to the next comma outside of quotes and of the
/// angle brackets of a target, and cri_links_left() is 0. Does nothing after the last window.
///
/// @param[in,out] links the iterator
///
/// Linear in the bytes that it skips.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_links_drop(links: *mut cri_links_t) {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    if let Ok((links,)) = unsafe { open((object_mut(links),)) } {
        links.drop_rest();
    }
}
