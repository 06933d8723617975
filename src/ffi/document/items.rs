// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs in larger CBOR documents.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use crate::bytes::before;
use crate::convert::tagged::{Tagged, reference};
use crate::cri::document::CriItems;
use crate::cri::find::CriFind;
use crate::error::Error;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::cri::view::from_view;
use crate::ffi::prelude::*;

/// An iterator over the items of a CBOR array or sequence that are CRIs, initialised by cri_items_init_array() or
/// cri_items_init_sequence(). It borrows the bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_items_t {
    _rest: *const u8,
    _rest_len: usize,
    _left: usize,
    _error: i32,
    _revision: u8,
    _end: u8,
}

/// An iterator over the CRIs in tag 99 in a CBOR item or sequence, initialised by cri_find_init(). It borrows the
/// bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_find_t {
    _rest: *const u8,
    _rest_len: usize,
    _error: i32,
    _revision: u8,
}

mirror! {
    cri_items_t: borrows [rest] = CriItems { _rest = rest, _left = left, _error = error, _revision = revision }
    cri_find_t: borrows [rest] = CriFind { _rest = rest, _error = error, _revision = revision }
}

/// Initialises an iterator over the items of a CBOR array that are CRIs or CRI references.
///
/// The array may be of definite or indefinite length. Bytes after it are ignored. If the item is not an array,
/// cri_err_is_unprocessable() is true for the error. Call cri_skip() then to find the end of the item, and to check
/// that the item is well-formed.
///
/// @param[out] items the iterator, which borrows `data`
/// @param[in] rev revision of the CRIs: #CRI_REV_13 or #CRI_REV_27
/// @param[in] data,data_len CBOR, which begins with the array
/// @retval CRI_ERR_STRUCTURE the item is not an array
/// @retval CRI_ERR_FEATURE the item is a tag, a float, or a simple value other than false, true and null
/// @retval CRI_ERR_INDEFINITE the item is of indefinite length, but not an array
/// @retval CRI_ERR_TRUNCATED `data` ends inside the head of the array
/// @retval CRI_ERR_CBOR the head is not well-formed
///
/// Constant time. RFC 8949 3.2.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_items_init_array(
    items: *mut cri_items_t,
    rev: u8,
    data: *const u8,
    data_len: usize,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the bytes outlive the iterator.
        let (items, data) = unsafe { open((slot(items), input(data, data_len)))? };
        items.store(CriItems::array(revision, data)?);
        Ok(())
    })
}

/// Initialises an iterator over the items of a CBOR sequence that are CRIs or CRI references.
///
/// @param[out] items the iterator, which borrows `data`
/// @param[in] rev revision of the CRIs: #CRI_REV_13 or #CRI_REV_27
/// @param[in] data,data_len the sequence: items one after another, up to the end
/// @retval CRI_OK
///
/// Constant time. RFC 8742.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_items_init_sequence(
    items: *mut cri_items_t,
    rev: u8,
    data: *const u8,
    data_len: usize,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the bytes outlive the iterator.
        let (items, data) = unsafe { open((slot(items), input(data, data_len)))? };
        items.store(CriItems::sequence(revision, data));
        Ok(())
    })
}

/// Advances to the next item that is a CRI or CRI reference, and stores it.
///
/// All other items are skipped, including unprocessable CRIs. CRIs nested in other items are not found.
///
/// @param[in,out] items the iterator
/// @param[out] cri the CRI or CRI reference, which borrows the bytes that the iterator borrows
/// @return false, with nothing stored, after the last item, and at an item that is malformed or truncated: call
///   cri_items_error()
///
/// Linear in the items that it steps over. href 5.2.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_items_next(items: *mut cri_items_t, cri: *mut cri_t) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (cri, items) = unsafe { open((slot(cri), object_mut(items))).ok()? };
        items.next_cri(|view| cri.store_copy(view))
    })
}

/// Advances to the next item, even if it is not a CRI, and stores its bytes. Stores an error if the item is not a
/// processable CRI. Use this function to log unprocessable items, or for a document in which every item must be a CRI.
///
/// cri_parse_where() locates an error in `data`. The next call continues after the item.
///
/// @param[in,out] items the iterator
/// @param[out] cri the CRI or CRI reference, stored only if `err` is #CRI_OK
/// @param[out] err #CRI_OK, or the reason why the item cannot be processed: an error for which
///   cri_err_is_unprocessable() is true
/// @param[out] data,data_len bytes of the item, which the iterator borrows
/// @return false, with nothing stored, after the last item, and at an item that is malformed or truncated: call
///   cri_items_error()
///
/// Linear in the item. href 5.2.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_items_next_item(
    items: *mut cri_items_t,
    cri: *mut cri_t,
    err: *mut cri_err_t,
    data: *mut *const u8,
    data_len: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (cri, err, data, data_len, items) =
            unsafe { open((slot(cri), slot(err), slot(data), slot(data_len), object_mut(items))).ok()? };
        let start = items.rest();
        let mut held = MaybeUninit::uninit();
        let read = items.step(&mut held)?;
        err.write(number(read.map(|view| cri.store_copy(view))));
        store_bytes(data, data_len, before(start, items.rest()))
    })
}

/// Returns the error at which cri_items_next() or cri_items_next_item() stopped, or #CRI_OK.
///
/// @param[in] items the iterator
/// @retval CRI_OK there is no error so far
/// @retval CRI_ERR_TRUNCATED the bytes end inside an item, or before the end of the array
/// @retval CRI_ERR_CBOR an item is not well-formed
/// @retval CRI_ERR_LIMIT an item that is not a CRI nests more than 16 levels deep. A level is an item of indefinite
///   length, or an array, a map or a tag directly in such an item
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_items_error(items: *const cri_items_t) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(items, Error::Argument.number(), |items| number(items.error.map_or(Ok(()), Err))) }
}

/// Initialises an iterator over the CRIs and CRI references in tag 99 in a CBOR item, at any depth.
///
/// The function searches all of `data`, which may be a sequence of items. It goes from head to head and skips the
/// content of strings, which is never read as CBOR. The depth is unlimited. The function does not check that the items
/// are well-formed as a whole: arrays and maps may lack items, and breaks may be anywhere. If that matters, call
/// cri_skip() first.
///
/// @param[out] find the iterator, which borrows `data`
/// @param[in] rev revision of the CRIs: #CRI_REV_27
/// @param[in] data,data_len CBOR
/// @retval CRI_ERR_REVISION `rev` is #CRI_REV_13, which has no tag for CRIs
///
/// Constant time. href-27 tag 99; RFC 8949 3.4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_find_init(find: *mut cri_find_t, rev: u8, data: *const u8, data_len: usize) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the bytes outlive the iterator.
        let (find, data) = unsafe { open((slot(find), input(data, data_len)))? };
        find.store(CriFind::new(revision, data)?);
        Ok(())
    })
}

/// Advances to the next CRI or CRI reference in tag 99, and stores it.
///
/// The next call continues the search after the CRI. If tag 99 encloses anything except a processable CRI, nothing is
/// stored for this tag, and the search continues inside it.
///
/// @param[in,out] find the iterator
/// @param[out] cri the CRI or CRI reference, which borrows the bytes that the iterator borrows
/// @return false, with nothing stored, at the end, and if the bytes are malformed or truncated: call cri_find_error()
///
/// Linear in the bytes for all calls together, whatever the nesting of tags. href-27 tag 99.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_find_next(find: *mut cri_find_t, cri: *mut cri_t) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (cri, find) = unsafe { open((slot(cri), object_mut(find))).ok()? };
        cri.store_copy(&find.next_cri()?);
        Some(())
    })
}

/// Advances to the next CRI in tag 99 or text in tag 32, which is the tag of URIs, and stores it.
///
/// If `uri` is NULL afterwards, the item is a CRI. Otherwise it is a URI or a URI reference. cri_from_uri() converts it
/// to a CRI, and cri_link_resolve() resolves it. A text that is not a URI reference is an error of this item. The next
/// call continues after the item. A tag 99 or 32 that encloses anything else is ignored, as by cri_find_next().
///
/// @param[in,out] find the iterator
/// @param[out] cri the CRI or CRI reference, which borrows the bytes that the iterator borrows; stored only if `uri` is
///   NULL and `err` is #CRI_OK
/// @param[out] uri,uri_len the text in tag 32, borrowed from the bytes; NULL and 0 for a CRI, and with
///   #CRI_ERR_INDEFINITE
/// @param[out] err #CRI_OK, or the reason why the text is not a URI reference: an error of cri_from_uri(), or
///   #CRI_ERR_INDEFINITE for a text of indefinite length
/// @return false, with nothing stored, at the end, and if the bytes are malformed or truncated: call cri_find_error()
///
/// Linear in the bytes for all calls together, whatever the nesting of tags. href-27 tag 99; RFC 8949 3.4.5.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_find_next_item(
    find: *mut cri_find_t,
    cri: *mut cri_t,
    uri: *mut *const c_char,
    uri_len: *mut usize,
    err: *mut cri_err_t,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (cri, uri, uri_len, err, find) =
            unsafe { open((slot(cri), slot(uri), slot(uri_len), slot(err), object_mut(find))).ok()? };
        let text = match find.next_tagged()? {
            Tagged::Cri(found) => {
                cri.store_copy(&found);
                err.write(0);
                None
            }
            Tagged::Text(text) => {
                err.write(number(reference(text).map(drop)));
                text
            }
        };
        if let Some(text) = text {
            return store_bytes(uri, uri_len, text);
        }
        uri.write(core::ptr::null());
        uri_len.write(0);
        Some(())
    })
}

/// Returns the error at which cri_find_next() or cri_find_next_item() stopped, or #CRI_OK.
///
/// @param[in] find the iterator
/// @retval CRI_OK there is no error so far
/// @retval CRI_ERR_TRUNCATED the bytes end inside a head, a string or a CRI in tag 99
/// @retval CRI_ERR_CBOR a head is malformed
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_find_error(find: *const cri_find_t) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(find, Error::Argument.number(), |find| number(find.error.map_or(Ok(()), Err))) }
}

/// Encodes a CRI or CRI reference in tag 99: the bytes `d8 63`, followed by the output of cri_encode().
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @retval CRI_ERR_REVISION `cri` is of revision 13, which has no tag for CRIs
///
/// Linear. href-27 tag 99.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_encode_tagged(
    cri: *const cri_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { from_view(cri, buf, buf_cap, len, Written::Bytes, |cri, output| cri.encode_tagged(output)) })
}
