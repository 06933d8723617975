// SPDX-License-Identifier: MIT OR Apache-2.0
//! Objects of the C interface mirror Rust types: complete types, so that C can put them anywhere. Each stands in the
//! file of its group of the header.

/// A C type and the Rust type whose layout it has.
///
/// # Safety
///
/// Both types have the same size and alignment, and the same fields at the same places. Every value of the C type
/// that this library stored is a valid value of the Rust type. They begin with `SLICES` slices, at least one; the
/// pointer of the first is NULL in no value that can be read.
pub(super) unsafe trait Mirror: Sized {
    /// The Rust type.
    type Of<'a>: 'a;
    /// The number of slices that it begins with: all the bytes that it borrows.
    const SLICES: usize;
    /// The first slice is a buffer that operations on the object write to.
    const WRITES: bool;
}

macro_rules! mirror {
    ($($c:ident: $slices:literal $kind:ident = $rust:ident { $($c_field:ident = $($field:ident).+),* })*) => { $(
        // SAFETY: the layouts are compared below, the slices in `layout.rs`.
        unsafe impl $crate::ffi::mirror::Mirror for $c {
            type Of<'a> = $rust<'a>;
            const SLICES: usize = $slices;
            const WRITES: bool = mirror!(@$kind);
        }
        const _: () = assert!(size_of::<$c>() == size_of::<$rust<'static>>());
        const _: () = assert!(align_of::<$c>() == align_of::<$rust<'static>>());
        $(const _: () =
            assert!(core::mem::offset_of!($c, $c_field) == core::mem::offset_of!($rust<'static>, $($field).+));)*
    )* };
    (@borrowed) => { false };
    (@written) => { true };
}

pub(super) use mirror;

/// A slice is a pointer followed by a length: the language does not promise it, so the compiler checks
/// it. If it were the other way round, reading the length would read a pointer, and not compile.
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
