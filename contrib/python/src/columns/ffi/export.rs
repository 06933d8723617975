// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exports results as structures of the C interface. A structure shares the buffers of the results, and keeps them
//! until it is released.

use super::{Array, Schema, Stream, Structure};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

/// The type of a result.
pub struct Field {
    pub format: &'static CStr,
    pub name: CString,
    pub nullable: bool,
    pub children: Vec<Field>,
    pub dictionary: Option<Box<Field>>,
}

impl Field {
    /// Makes a type without children.
    pub fn of(format: &'static CStr, name: &CStr, nullable: bool) -> Self {
        Self { format, name: name.into(), nullable, children: Vec::new(), dictionary: None }
    }

    /// Exports the type.
    pub fn export(&self) -> Schema {
        let mut parts = Box::new(Parts {
            children: self.children.iter().map(|child| Box::into_raw(Box::new(child.export()))).collect(),
            dictionary: self.dictionary.as_ref().map_or(null_mut(), |values| Box::into_raw(Box::new(values.export()))),
            buffers: Vec::new(),
            kept: self.name.clone(),
        });
        let schema = Schema {
            format: self.format.as_ptr(),
            name: parts.kept.as_ptr(),
            flags: if self.nullable { 2 } else { 0 }, // ARROW_FLAG_NULLABLE
            n_children: count(parts.children.len()),
            children: parts.children.as_mut_ptr(),
            dictionary: parts.dictionary,
            ..Schema::empty()
        };
        owning(schema, parts)
    }
}

/// A buffer of a result, aligned to its items.
pub enum Buffer {
    Bytes(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    I32(Vec<i32>),
    I64(Vec<i64>),
}

impl Buffer {
    fn pointer(&self) -> *const c_void {
        match self {
            Self::Bytes(items) => items.as_ptr().cast(),
            Self::U16(items) => items.as_ptr().cast(),
            Self::U32(items) => items.as_ptr().cast(),
            Self::I32(items) => items.as_ptr().cast(),
            Self::I64(items) => items.as_ptr().cast(),
        }
    }
}

/// The buffers of a result, or of a chunk of a result.
#[derive(Default)]
pub struct Block {
    pub length: usize,
    pub nulls: usize,
    /// The buffers in the order of the format. The validity is absent if there are no nulls.
    pub buffers: Vec<Option<Buffer>>,
    pub children: Vec<Arc<Block>>,
    pub dictionary: Option<Arc<Block>>,
}

impl Block {
    /// Exports the block, sharing its buffers.
    pub fn export(self: &Arc<Self>) -> Array {
        let mut parts = Box::new(Parts {
            children: self.children.iter().map(|child| Box::into_raw(Box::new(child.export()))).collect(),
            dictionary: self.dictionary.as_ref().map_or(null_mut(), |values| Box::into_raw(Box::new(values.export()))),
            buffers: self.buffers.iter().map(|buffer| buffer.as_ref().map_or(null(), Buffer::pointer)).collect(),
            kept: Arc::clone(self),
        });
        let array = Array {
            length: count(self.length),
            null_count: count(self.nulls),
            n_buffers: count(parts.buffers.len()),
            n_children: count(parts.children.len()),
            buffers: parts.buffers.as_mut_ptr(),
            children: parts.children.as_mut_ptr(),
            dictionary: parts.dictionary,
            ..Array::empty()
        };
        owning(array, parts)
    }
}

/// Converts a length in memory, which is at most `isize::MAX`.
fn count(length: usize) -> i64 {
    length as i64
}

/// The memory that an exported structure points to.
struct Parts<T, K> {
    children: Vec<*mut T>,
    dictionary: *mut T,
    buffers: Vec<*const c_void>,
    kept: K,
}

impl<T, K> Drop for Parts<T, K> {
    fn drop(&mut self) {
        let dictionary = (!self.dictionary.is_null()).then_some(self.dictionary);
        for child in self.children.drain(..).chain(dictionary) {
            // SAFETY: the pointer came from a box. If a consumer has moved the structure out of it, the structure in
            // the box is marked as released.
            drop(unsafe { Box::from_raw(child) });
        }
    }
}

/// Makes a structure own the memory that it points to.
fn owning<T: Structure, K>(mut structure: T, kept: Box<K>) -> T {
    let (release, private) = structure.kept();
    *release = Some(released::<T, K>);
    *private = Box::into_raw(kept).cast();
    structure
}

unsafe extern "C" fn released<T: Structure, K>(structure: *mut T) {
    // SAFETY: a consumer passes a structure that has not been released.
    let (release, private) = unsafe { &mut *structure }.kept();
    *release = None;
    // SAFETY: `owning` stored a pointer from a box of this type.
    drop(unsafe { Box::from_raw(private.cast::<K>()) });
    *private = null_mut();
}

/// Blocks, their type, and the index of the next block.
struct Chunks {
    field: Arc<Field>,
    blocks: Arc<[Arc<Block>]>,
    next: usize,
}

impl Stream {
    /// Exports blocks as a stream.
    pub fn of(field: &Arc<Field>, blocks: &Arc<[Arc<Block>]>) -> Self {
        let stream = Self {
            get_schema: Some(get_schema),
            get_next: Some(get_next),
            get_last_error: Some(get_last_error),
            ..Self::empty()
        };
        owning(stream, Box::new(Chunks { field: Arc::clone(field), blocks: Arc::clone(blocks), next: 0 }))
    }
}

unsafe extern "C" fn get_schema(stream: *mut Stream, place: *mut Schema) -> c_int {
    // SAFETY: a consumer passes the stream that `owning` made, and room for a schema.
    unsafe {
        let chunks = &*(*stream).private_data.cast::<Chunks>();
        place.write(chunks.field.export());
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut Stream, place: *mut Array) -> c_int {
    // SAFETY: a consumer passes the stream that `owning` made, and room for an array.
    unsafe {
        let chunks = &mut *(*stream).private_data.cast::<Chunks>();
        place.write(chunks.blocks.get(chunks.next).map_or_else(Array::empty, |block| block.export()));
        chunks.next += 1;
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
    null()
}
