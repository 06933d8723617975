// SPDX-License-Identifier: MIT OR Apache-2.0
//! A walk over the items of a CBOR document, with the place of each item.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use crate::cri::place::{CriPlace, item_is_text};
use crate::cri::walk::{CriWalk, LEVELS, Level, LevelKind, NONE};
use crate::ffi::call::mirror::{Mirror, keep_pointers};
use crate::ffi::cri::parse::cri_t;
use crate::ffi::prelude::*;

/// An unsigned integer.
pub const CRI_TYPE_UINT: u8 = 0;
/// A negative integer.
pub const CRI_TYPE_NINT: u8 = 1;
/// A byte string.
pub const CRI_TYPE_BYTES: u8 = 2;
/// A text string.
pub const CRI_TYPE_TEXT: u8 = 3;
/// An array.
pub const CRI_TYPE_ARRAY: u8 = 4;
/// A map.
pub const CRI_TYPE_MAP: u8 = 5;
/// A tag. The next item is the content of the tag.
pub const CRI_TYPE_TAG: u8 = 6;
/// A simple value or a floating-point number.
pub const CRI_TYPE_SIMPLE: u8 = 7;

/// A walk over the items of a CBOR document, initialised by cri_walk_init(). It borrows the bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_walk_t {
    _data: *const u8,
    _data_len: usize,
    _levels: [usize; 68],
    _at: usize,
    _item: usize,
    _error: i32,
    _kinds: [u8; 17],
    _depth: u8,
    _revision: u8,
    _map: u8,
}

/// An item of a document, and its place. It borrows the bytes of the document.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_place_t {
    /// The bytes of the item. For an array, a map or a tag, these are all bytes from its first byte to the end of the
    /// document.
    pub data: *const u8,
    /// Length of `data` in bytes.
    pub data_len: usize,
    /// The content of a string of definite length, which is not checked to be UTF-8; NULL for any other item.
    pub content: *const u8,
    /// Length of `content` in bytes.
    pub content_len: usize,
    /// The key that the item belongs to in the innermost map around it, as CBOR. NULL outside of maps, for a key, and
    /// for the items in a key.
    pub key: *const u8,
    /// Length of `key` in bytes.
    pub key_len: usize,
    /// Offset of the innermost map that the item is in, which identifies the map; 0 outside of maps.
    pub map: usize,
    /// The index, from 0, in the innermost array that the item is in. Outside of arrays, the index in the sequence of
    /// top-level items.
    pub index: usize,
    /// The argument of the item's head: n for an integer n or -1-n, the length of a string, the number of elements of
    /// an array or pairs of a map, or the number of a tag. SIZE_MAX for an argument that does not fit and for
    /// indefinite lengths.
    pub argument: usize,
    /// The major type: CRI_TYPE_….
    pub major_type: u8,
    /// The number of arrays, maps and tags that the item is in.
    pub depth: u8,
}

mirror! {
    cri_walk_t: borrows [data] = CriWalk {
        _data = data, _levels = levels, _at = at, _item = item, _error = error, _kinds = kinds, _depth = depth,
        _revision = revision, _map = map
    }
}

impl cri_place_t {
    fn of(place: &CriPlace<'_>) -> Self {
        let none = Region { start: core::ptr::null(), length: 0 };
        let bytes = |bytes: Option<&[u8]>| bytes.map_or(none, |bytes| Region::bytes(bytes).of_c());
        let (data, content, key) = (bytes(Some(place.data)), bytes(place.content), bytes(place.key));
        Self {
            data: data.start,
            data_len: data.length,
            content: content.start,
            content_len: content.length,
            key: key.start,
            key_len: key.length,
            map: place.map,
            index: place.index,
            argument: place.argument,
            major_type: place.kind as u8,
            depth: place.depth,
        }
    }
}

/// Initialises a walk over the items of a CBOR document, including the items in arrays, maps and tags.
///
/// The items come in the order of the bytes: a key before its value, and an array, a map or a tag before its content.
/// The walk checks that all of `data` is well-formed. It borrows `data`.
///
/// @param[out] walk the walk
/// @param[in] rev revision of the CRIs: #CRI_REV_13 or #CRI_REV_27
/// @param[in] data,data_len CBOR: an item or a sequence of items
/// @retval CRI_OK
///
/// Constant time. RFC 8949 3.1, RFC 8742.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_walk_init(walk: *mut cri_walk_t, rev: u8, data: *const u8, data_len: usize) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the bytes outlive the walk.
        let (walk, data) = unsafe { open((slot(walk), input(data, data_len)))? };
        let walk = walk.uninit().as_mut_ptr();
        // The fields are written one by one, because a walk that is made on the stack would be copied. The value of a
        // level has no meaning: each level is written again before it is read.
        let any = Level { left: usize::MAX, start: 0, mark: 0, key_length: 0 };
        // SAFETY: the pointer is to memory for a walk, and every field is written. Volatile writes keep the compiler
        // from calling memset.
        unsafe {
            for at in 0..LEVELS + 1 {
                (&raw mut (*walk).levels).cast::<Level>().add(at).write_volatile(any);
                (&raw mut (*walk).kinds).cast::<LevelKind>().add(at).write_volatile(LevelKind::Array);
            }
            (&raw mut (*walk).data).write(data);
            (&raw mut (*walk).at).write(0);
            (&raw mut (*walk).item).write(NONE);
            (&raw mut (*walk).error).write(None);
            (&raw mut (*walk).depth).write(0);
            (&raw mut (*walk).revision).write(revision);
            (&raw mut (*walk).map).write(0);
            keep_pointers(walk.cast(), cri_walk_t::SLICES);
        }
        Ok(())
    })
}

/// Advances to the next item, and stores the item and its place.
///
/// Values of one map, such as a link and its relation, have the same `map`.
///
/// @param[in,out] walk the walk
/// @param[out] at the item and its place, which borrows the bytes that the walk borrows
/// @return false, with nothing stored, after the last item, and at an item that is malformed or truncated or nests too
///   deep: call cri_walk_error()
///
/// Linear in the head of the item, and in the chunks of a string of indefinite length. RFC 8949 3.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_walk_next(walk: *mut cri_walk_t, at: *mut cri_place_t) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (at, walk) = unsafe { open((slot(at), object_mut(walk))).ok()? };
        at.write(cri_place_t::of(&walk.next_place()?));
        Some(())
    })
}

/// Parses the item that cri_walk_next() stored last as a CRI or CRI reference, and continues after it.
///
/// In revision 27, the item may be a tag 99, for which cri_walk_next() stores the type #CRI_TYPE_TAG and the argument
/// 99. The function stops at the first error in the item, and the next calls of cri_walk_next() find malformed or
/// missing items after it. If the data has an error for which cri_err_is_unprocessable() is false, the walk will end
/// inside the item.
///
/// @param[in,out] walk the walk
/// @param[out] cri the CRI or CRI reference, which borrows the bytes that the walk borrows
/// @retval CRI_ERR_TRUNCATED the bytes end inside the item
/// @retval CRI_ERR_CBOR the item is not well-formed
/// @retval CRI_ERR_ORDER there is no item, or it was parsed already without an error
/// @unprocessable: the walk continues with the content of the item
///
/// Linear in the item; one call for each item is linear in the document. href 5.1, 5.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_walk_parse(walk: *mut cri_walk_t, cri: *mut cri_t) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (cri, walk) = unsafe { open((slot(cri), object_mut(walk)))? };
        walk.read(&mut MaybeUninit::uninit()).map(|view| cri.store_copy(view))
    })
}

/// Returns the error at which a walk stopped, or #CRI_OK, and stores its offset.
///
/// @param[in] walk the walk
/// @param[out] offset offset in bytes of the item or break at fault; `data_len` if an item is missing at the end; with
///   #CRI_OK, the offset of the item or break that is read next
/// @retval CRI_OK there is no error so far
/// @retval CRI_ERR_TRUNCATED the bytes end inside an item
/// @retval CRI_ERR_CBOR the document is not well-formed
/// @retval CRI_ERR_LIMIT arrays, maps and tags nest more than 16 levels deep
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_walk_error(walk: *const cri_walk_t, offset: *mut usize) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (offset, walk) = unsafe { open((slot(offset), object(walk)))? };
        offset.write(walk.offset());
        walk.error.map_or(Ok(()), Err)
    })
}

/// Returns true if a CBOR item, such as a key or a value of a map, is a given text.
///
/// @param[in] data,data_len the item
/// @param[in] text,text_len the text
/// @return true if the item is this text; false for any other item, for a text of indefinite length, and for invalid
///   arguments
///
/// Linear in the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_item_is(data: *const u8, data_len: usize, text: *const c_char, text_len: usize) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((input(data, data_len), input(text, text_len))) };
    opened.is_ok_and(|(data, text)| item_is_text(data, text))
}
