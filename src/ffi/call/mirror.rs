// SPDX-License-Identifier: MIT OR Apache-2.0
//! The types of C objects, which mirror Rust types. C can allocate an object anywhere, because its type is complete.
//! Each type is defined in the file of the group of functions that use it.

use super::{Region, pointer_of_c};
use crate::bytes::output::Byte;

/// A C type that has the layout of a Rust type.
///
/// # Safety
///
/// Both types have the same size and alignment, and the same fields at the same offsets. Every value of the C type that
/// this library stored is a valid value of the Rust type. Both begin with `SLICES` slices, at least one. The pointer of
/// the first slice is not NULL in any value that can be read.
pub(crate) unsafe trait Mirror: Sized {
    /// The Rust type.
    type Of<'a>: 'a;
    /// The number of slices that the type begins with. The slices contain all bytes that an object borrows.
    const SLICES: usize;
    /// True if the first slice is a buffer that operations on the object write to.
    const WRITES: bool;
}

/// Replaces the pointers of an object's slices with the pointers that C passed: see [`pointer_of_c`].
///
/// # Safety
///
/// `slices` points to `count` slices.
#[inline(always)]
pub(crate) unsafe fn keep_pointers(slices: *mut Region, count: usize) {
    for at in 0..count {
        // SAFETY: the caller meets the conditions of this function. The length of a slice whose pointer is NULL may be
        // uninitialised.
        unsafe {
            let start = &raw mut (*slices.add(at)).start;
            start.write(pointer_of_c(start.read()));
        }
    }
}

/// A field that is a slice, which is a pointer followed by a length in bytes.
pub(crate) trait Slice {}

impl Slice for Region {}
impl Slice for &[u8] {}
impl Slice for Option<&[u8]> {}
impl Slice for &mut [Byte] {}

/// Does not compile if a field is not a slice.
pub(crate) const fn check_slice<T, F: Slice>(_: fn(&T) -> &F) {}

/// Implements [`Mirror`] for C types. `cri_x_t: borrows [a, b.d] = X { _a = a, _n = n }` means that `X` begins with the
/// slices `a` and `b.d`, and that the field `_a` of `cri_x_t` is the field `a` of `X`. With `writes` instead of
/// `borrows`, the only slice is a buffer.
macro_rules! mirror {
    ($($c:ident: $kind:ident [$($($slice:ident).+),+] = $rust:ident {
        $($c_field:ident = $($field:ident).+),*
    })*) => { $(
        // SAFETY: the assertions below check layouts and slices.
        unsafe impl $crate::ffi::call::mirror::Mirror for $c {
            type Of<'a> = $rust<'a>;
            const SLICES: usize = [$(stringify!($($slice).+)),+].len();
            const WRITES: bool = mirror!(@$kind);
        }
        const _: () = assert!(size_of::<$c>() == size_of::<$rust<'static>>());
        const _: () = assert!(align_of::<$c>() == align_of::<$rust<'static>>());
        $(const _: () = assert!(
            core::mem::offset_of!($c, $c_field) == core::mem::offset_of!($rust<'static>, $($field).+)
        );)*
        $(const _: () = $crate::ffi::call::mirror::check_slice::<$rust<'static>, _>(|object| &object.$($slice).+);)+
        const _: () = {
            let offsets = [$(core::mem::offset_of!($rust<'static>, $($slice).+)),+];
            let mut at = 0;
            while at < offsets.len() {
                assert!(offsets[at] == at * size_of::<&[u8]>());
                at += 1;
            }
        };
    )* };
    (@borrows) => { false };
    (@writes) => { true };
}

pub(crate) use mirror;

/// Checks that a slice is a pointer followed by a length, which Rust does not guarantee. If the order were reversed,
/// reading the length would read a pointer, and the constant would not compile.
const _: () = {
    #[repr(C)]
    union Probe {
        slice: &'static [u8],
        parts: Parts,
    }
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Parts {
        pointer: *const u8,
        length: usize,
    }
    let probe = Probe { slice: b"abc" };
    // SAFETY: both fields are two words, and all bytes of the slice are initialised.
    assert!(unsafe { probe.parts }.length == 3);
    assert!(size_of::<&[u8]>() == size_of::<Parts>());
};
