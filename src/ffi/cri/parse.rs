// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading CBOR.

use core::mem::MaybeUninit;

use crate::cbor::skip::skip;
use crate::cri::{Cri, Refusal};
use crate::ffi::prelude::*;

/// The revision of draft-ietf-core-href-13.
pub const CRI_REV_13: u8 = 13;
/// The revision of draft-ietf-core-href-27.
pub const CRI_REV_27: u8 = 27;

/// A view of a CRI or CRI reference. It borrows the caller's bytes, which must outlive it.
///
/// cri_parse() and all functions with an output of this type store a view. Its sections are the elements of the CBOR
/// array: the scheme or the discard value, the authority, the path, the query and the fragment. The segments of the
/// path are in at most two pieces of memory: the segments that a base gives, and the segments that a reference gives.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_t {
    _scheme: *const u8,
    _scheme_len: usize,
    _authority: *const u8,
    _authority_len: usize,
    _path: *const u8,
    _path_len: usize,
    _path_tail: *const u8,
    _path_tail_len: usize,
    _query: *const u8,
    _query_len: usize,
    _fragment: *const u8,
    _fragment_len: usize,
    _whole: *const u8,
    _whole_len: usize,
    _path_count: usize,
    _revision: u8,
    _discard: u8,
    _flags: u8,
}

mirror! {
    cri_t: borrows [scheme, authority, path, path_tail, query, fragment, whole] = Cri {
        _scheme = scheme, _authority = authority, _path = path, _path_tail = path_tail, _query = query,
        _fragment = fragment, _whole = whole, _path_count = path_count,
        _revision = revision, _discard = discard, _flags = flags
    }
}

/// Parses and checks the CRI or CRI reference at the start of `data`, and stores a view of it, which borrows `data`.
///
/// @param[in] rev revision of the encoding: #CRI_REV_13 or #CRI_REV_27
/// @param[in] data,data_len CBOR; bytes after the item are ignored
/// @param[out] cri the view
/// @param[out] consumed length of the item in bytes
/// @retval CRI_ERR_TRUNCATED `data` ends inside the item
/// @retval CRI_ERR_CBOR the item is not well-formed
/// @retval CRI_ERR_LIMIT the item nests more than 16 levels deep. A level is an item of indefinite length, or an array,
///   a map or a tag directly in such an item
/// @unprocessable: the item is well-formed CBOR, but not a processable CRI. `consumed` is then the number of bytes to
///   skip, and `cri` is not stored
///
/// Linear in the length of the item. href 5.1, 5.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_parse(
    rev: u8,
    data: *const u8,
    data_len: usize,
    cri: *mut cri_t,
    consumed: *mut usize,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the bytes outlive the view.
        let (view, consumed, data) = unsafe { open((slot(cri), slot(consumed), input(data, data_len)))? };
        match Cri::read(&mut MaybeUninit::uninit(), revision, data) {
            Ok(cri) => {
                consumed.write(cri.whole.len());
                view.store_copy(cri);
                Ok(())
            }
            Err(error) => {
                let refusal = Refusal::of(data, error);
                if let Some(skip) = refusal.skip {
                    consumed.write(skip);
                }
                Err(refusal.error)
            }
        }
    })
}

/// Parses data that must be exactly one CRI or CRI reference, such as the content of a file or the value of an option.
///
/// @param[in] rev revision of the encoding: #CRI_REV_13 or #CRI_REV_27
/// @param[in] data,data_len CBOR, which the view borrows
/// @param[out] cri the view
/// @retval CRI_ERR_EXTRA bytes follow the item. cri_parse() stores the length of the item
/// @errorsof{cri_parse}
///
/// Linear in the length of the item. href 5.1, 5.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_parse_exact(rev: u8, data: *const u8, data_len: usize, cri: *mut cri_t) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the bytes outlive the view.
        let (view, data) = unsafe { open((slot(cri), input(data, data_len)))? };
        Cri::read_exact(&mut MaybeUninit::uninit(), revision, data).map(|cri| view.store_copy(cri))
    })
}

/// Finds the end of the CBOR item at the start of `data`, whatever its type.
///
/// @param[in] data,data_len CBOR
/// @param[out] consumed length of the item in bytes
/// @retval CRI_ERR_TRUNCATED `data` ends inside the item
/// @retval CRI_ERR_CBOR the item is not well-formed
/// @retval CRI_ERR_LIMIT the item nests more than 16 levels deep. A level is an item of indefinite length, or an array,
///   a map or a tag directly in such an item
///
/// Linear in the length of the item. href 5.2.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_skip(data: *const u8, data_len: usize, consumed: *mut usize) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((slot(consumed), input(data, data_len))) };
    number(opened.and_then(|(consumed, data)| skip(data).map(|length| consumed.write(length))))
}
