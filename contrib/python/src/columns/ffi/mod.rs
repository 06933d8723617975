// SPDX-License-Identifier: MIT OR Apache-2.0
//! The structures of Arrow's C data and C stream interfaces. This is the only module with `unsafe`.
//!
//! The interface has pointers without sizes. So a producer is trusted for three things, and everything else is checked:
//!
//! - A pointer that is not null points to a structure, a string or a buffer of its type.
//! - An array of pointers is as long as its count.
//! - A buffer is as long as follows from the length of the array, its last offset, or the lengths of view buffers.
#![allow(unsafe_code)]

pub mod export;
pub mod import;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

/// The release callback, which takes the structure's address.
type Release<T> = Option<unsafe extern "C" fn(*mut T)>;

/// A structure of Arrow's C data or C stream interface. Dropping a structure releases it.
pub trait Structure: Sized + Send + 'static {
    /// The name of a capsule with such a structure.
    const CAPSULE: &'static CStr;

    /// Makes a structure that counts as released.
    fn empty() -> Self;

    /// Returns the last two members, which are the release callback and the producer's data.
    fn kept(&mut self) -> (&mut Release<Self>, &mut *mut c_void);

    /// Moves the structure out of a capsule. Raises a ValueError if that has been done before.
    fn take(capsule: &Bound<'_, PyAny>) -> PyResult<Self> {
        let place = capsule.cast::<PyCapsule>()?.pointer_checked(Some(Self::CAPSULE))?.cast::<Self>();
        // SAFETY: a capsule with this name points to a structure of this type, which only the capsule's consumer
        // changes.
        let mut taken = unsafe { place.replace(Self::empty()) };
        if taken.kept().0.is_none() {
            return Err(PyValueError::new_err("the Arrow capsule was consumed before"));
        }
        Ok(taken)
    }

    /// Moves the structure into a capsule.
    fn into_capsule(self, py: Python<'_>) -> PyResult<Bound<'_, PyCapsule>> {
        PyCapsule::new_with_value(py, self, Self::CAPSULE)
    }
}

macro_rules! structures {
    ($($(#[$doc:meta])* $name:ident $capsule:literal { $($member:ident: $type:ty = $empty:expr,)* })*) => {$(
        $(#[$doc])*
        #[repr(C)]
        pub struct $name {
            $($member: $type,)*
            release: Release<Self>,
            private_data: *mut c_void,
        }

        // SAFETY: the interface allows a consumer to use and release a structure on any thread, one thread at a time.
        unsafe impl Send for $name {}
        // SAFETY: methods with a shared reference only read.
        unsafe impl Sync for $name {}

        impl Structure for $name {
            const CAPSULE: &'static CStr = $capsule;

            fn empty() -> Self {
                Self { $($member: $empty,)* release: None, private_data: null_mut() }
            }

            fn kept(&mut self) -> (&mut Release<Self>, &mut *mut c_void) {
                (&mut self.release, &mut self.private_data)
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: the structure has a callback, so it has not been released. Nothing uses it afterwards.
                    unsafe { release(self) }
                }
            }
        }
    )*};
}

structures! {
    /// The type of a column.
    Schema c"arrow_schema" {
        format: *const c_char = null(),
        name: *const c_char = null(),
        metadata: *const c_char = null(),
        flags: i64 = 0,
        n_children: i64 = 0,
        children: *mut *mut Schema = null_mut(),
        dictionary: *mut Schema = null_mut(),
    }

    /// The buffers of a column, or of a chunk of a column.
    Array c"arrow_array" {
        length: i64 = 0,
        null_count: i64 = 0,
        offset: i64 = 0,
        n_buffers: i64 = 0,
        n_children: i64 = 0,
        buffers: *mut *const c_void = null_mut(),
        children: *mut *mut Array = null_mut(),
        dictionary: *mut Array = null_mut(),
    }

    /// The chunks of a column, one after the other.
    Stream c"arrow_array_stream" {
        get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int> = None,
        get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int> = None,
        get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char> = None,
    }
}
