// SPDX-License-Identifier: MIT OR Apache-2.0
//! The arguments of a call and their check, the first of the three steps of every export.
//!
//! An export describes its arguments as a tuple, outputs first: `(slot(equal), object(a), object(b))`. `open` checks
//! them together, and returns the values that the operation works on: a slice for an input, a reference for an object,
//! a `Slot` for an output. `pointer.rs` has the kinds of arguments.

pub(super) mod mirror;
pub(super) mod output;
pub(super) mod pointer;

use crate::error::Error;
use crate::revision::Revision;

/// An error number: CRI_OK (0) or a negative CRI_ERR_….
pub type cri_err_t = i32;

/// A region of memory, laid out as a slice (`mirror.rs` checks this), so that the slices of an object can be read as
/// regions.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Region {
    pub(crate) start: *const u8,
    pub(crate) length: usize,
}

impl Region {
    pub(crate) fn of<T>(object: *const T) -> Self {
        Self { start: object.cast(), length: size_of::<T>() }
    }

    /// Returns the region of an array. A byte length that does not fit in a `usize` becomes a length above the signed
    /// range.
    pub(crate) fn array<T>(values: *const T, count: usize) -> Self {
        Self { start: values.cast(), length: count.saturating_mul(size_of::<T>()) }
    }

    pub(crate) fn bytes(bytes: &[u8]) -> Self {
        Self { start: bytes.as_ptr(), length: bytes.len() }
    }

    pub(crate) fn slice<T>(values: &[T]) -> Self {
        Self { start: values.as_ptr().cast(), length: size_of_val(values) }
    }

    /// Exposes the pointer, because C may reach these bytes between two calls through the pointer that it passed.
    #[inline(always)]
    pub(crate) fn exposed(self) -> Self {
        self.start.expose_provenance();
        self
    }

    /// Returns the same region with the pointer that C passed: see [`pointer_of_c`].
    pub(crate) fn of_c(self) -> Self {
        Self { start: pointer_of_c(self.start), ..self }
    }

    /// True if two regions have a byte in common. An empty region overlaps nothing.
    #[inline(always)]
    pub(crate) fn overlaps(self, other: Self) -> bool {
        if self.length == 0 || other.length == 0 {
            return false;
        }
        // Both lengths are within the signed range, so one comparison suffices. The last byte of this region lies less
        // than the sum of both lengths, less one, past the start of the other region exactly if they overlap.
        let before = self.length - 1;
        self.start.addr().wrapping_add(before).wrapping_sub(other.start.addr()) < before.wrapping_add(other.length)
    }
}

/// Returns the pointer that C passed. `pointer` has the same address, and comes from a reference that this call made
/// from the pointer of C.
///
/// Between two calls, C may read a buffer that an object writes to, and change bytes that an object borrows (R40). Both
/// invalidate Rust references to these bytes, but the pointer of C remains valid, and the next call makes new
/// references from it. The function compiles to no instruction.
#[inline(always)]
pub(crate) fn pointer_of_c(pointer: *const u8) -> *const u8 {
    // R40
    core::ptr::with_exposed_provenance(pointer.addr())
}

/// The facts about an argument that the check needs, except its region.
#[derive(Clone, Copy)]
pub(crate) struct ArgumentKind {
    /// True if the call writes the argument. It must then not overlap any other argument.
    is_output: bool,
    /// True if the argument is memory for one value, whose size is a constant.
    is_slot: bool,
    /// True if the argument's first slice is a buffer that the call writes to as well.
    has_buffer: bool,
    /// The number of slices that the argument begins with. The slices are the bytes that the argument borrows.
    slices: usize,
}

impl ArgumentKind {
    /// Bytes that the call reads.
    pub(crate) const INPUT: Self = Self { is_output: false, is_slot: false, has_buffer: false, slices: 0 };
    /// Bytes that the call writes.
    pub(crate) const OUTPUT: Self = Self { is_output: true, ..Self::INPUT };
    /// Memory for one value that the call writes.
    pub(crate) const SLOT: Self = Self { is_slot: true, ..Self::OUTPUT };

    /// An object that begins with slices.
    pub(crate) const fn borrows(self, slices: usize) -> Self {
        assert!(slices > 0);
        Self { slices, ..self }
    }

    /// An object whose first slice is a buffer.
    pub(crate) const fn writes_buffer(self) -> Self {
        Self { has_buffer: true, ..self }
    }
}

/// The number of slices of a view. The last slice is the encoding that the view was parsed from, which contains all
/// other slices. The last slice is empty if an operation made the view.
const VIEW: usize = 7;

/// True if the library stored the object, false if C filled the object with zeros. Every object begins with a pointer.
/// The pointer is NULL only in an object of zeros and in an iterator over components of URI text that has reached its
/// end. Neither yields anything.
///
/// # Safety
///
/// `object` points to a pointer.
pub(crate) unsafe fn is_stored(object: *const u8) -> bool {
    // SAFETY: the caller meets the conditions of this function.
    !unsafe { object.cast::<*const u8>().read() }.is_null()
}

/// Checks one argument. Fails with `Argument` for NULL with a length, for a length above the signed range, and for an
/// object of zeros. Replaces NULL with length 0 by a pointer that a slice may have.
///
/// # Safety
///
/// If the kind has slices, the region is NULL, is an object of zeros, or begins with the kind's number of slices.
#[inline(always)]
unsafe fn check_one(region: &mut Region, kind: ArgumentKind) -> Result<(), Error> {
    if region.length > isize::MAX as usize {
        return Err(Error::Argument);
    }
    if region.start.is_null() {
        if region.length > 0 {
            return Err(Error::Argument);
        }
        region.start = core::ptr::dangling();
    // SAFETY: the region is not NULL, so it is an object, whose first slice begins with a pointer.
    } else if kind.slices > 0 && !unsafe { is_stored(region.start) } {
        return Err(Error::Argument);
    }
    Ok(())
}

/// Checks two arguments. Fails with `Overlap` if a region that the call writes for the first argument overlaps the
/// argument `other` or the bytes that it borrows.
///
/// # Safety
///
/// [`check_one`] found no fault in either region.
#[inline(always)]
unsafe fn check_two(
    output: &Region,
    kind: ArgumentKind,
    other: &Region,
    other_kind: ArgumentKind,
) -> Result<(), Error> {
    // SAFETY: the caller meets the conditions of this function. An object with a buffer begins with the buffer's slice.
    let overlap = unsafe {
        (kind.is_output && overlaps(output, kind.is_slot, other, other_kind))
            || (kind.has_buffer && overlaps(&output.start.cast::<Region>().read(), false, other, other_kind))
    };
    if overlap { Err(Error::Overlap) } else { Ok(()) }
}

/// True if a region, which may be a slot, overlaps an argument or the bytes that the argument borrows.
///
/// # Safety
///
/// [`check_one`] found no fault in either region.
#[inline(always)]
unsafe fn overlaps(region: &Region, is_slot: bool, other: &Region, kind: ArgumentKind) -> bool {
    // SAFETY: the object begins with `kind.slices` slices.
    unsafe {
        match kind.slices {
            0 => region.overlaps(*other),
            // This check is inlined: a call would take about the same flash, and twice the instructions.
            1 if is_slot => overlaps_object(*region, *other, 1),
            slices => call_overlaps_object(*region, *other, slices),
        }
    }
}

/// Does the same as [`overlaps_object`]. In size-optimised builds, all exports call one copy of the code.
///
/// # Safety
///
/// The condition is the same as for [`overlaps_object`].
#[cfg_attr(speed, inline(always))]
#[cfg_attr(not(speed), inline(never))]
unsafe fn call_overlaps_object(region: Region, object: Region, slices: usize) -> bool {
    // SAFETY: the caller meets the condition of this function.
    unsafe { overlaps_object(region, object, slices) }
}

/// True if a region overlaps an object or one of the slices that it begins with.
///
/// # Safety
///
/// An object that is not empty begins with `slices` slices.
#[inline(always)]
unsafe fn overlaps_object(region: Region, object: Region, slices: usize) -> bool {
    // An empty region overlaps nothing. If C omits an endpoint, its region is empty.
    if region.length == 0 || object.length == 0 {
        return false;
    }
    if region.overlaps(object) {
        return true;
    }
    // SAFETY: the caller meets the conditions of this function.
    let slice = |at: usize| unsafe { object.start.cast::<Region>().add(at).read() };
    if slices == VIEW && slice(VIEW - 1).length > 0 {
        return region.overlaps(slice(VIEW - 1));
    }
    (0..slices).any(|at| region.overlaps(slice(at)))
}

/// An argument of a call.
///
/// # Safety
///
/// `region` returns the region of the argument. If the kind has slices and the conditions of [`open`] are met, the
/// region is NULL, is all zeros, or begins with that number of slices.
pub(crate) unsafe trait Argument {
    const KIND: ArgumentKind;
    /// The value that the operation works on.
    type Opened;
    fn region(&self) -> Region;
    /// # Safety
    ///
    /// The region was checked, and its memory meets the conditions of [`open`].
    unsafe fn open(self, checked: Region) -> Self::Opened;
}

/// The arguments of a call, outputs first.
pub(crate) trait Arguments {
    /// The values that the operation works on.
    type Opened;
    /// # Safety
    ///
    /// The conditions are the same as for [`open`].
    unsafe fn open(self) -> Result<Self::Opened, Error>;
}

/// Checks each argument against the arguments after it. A macro unrolls the loop, because compilers would not, and a
/// loop takes up to twice the time.
macro_rules! pairs {
    ($this:ident $($other:ident)*) => {
        // An argument without bytes overlaps nothing. Size-optimised builds test this only here.
        if cfg!(speed) || $this.length > 0 {
            $(check_two(&$this, $this::KIND, &$other, $other::KIND)?;)*
        }
        pairs!($($other)*);
    };
    () => {};
}

macro_rules! arguments {
    ($($($name:ident $argument:ident)*;)*) => { $(
        impl<$($name: Argument),*> Arguments for ($($name,)*) {
            type Opened = ($($name::Opened,)*);

            #[inline(always)]
            #[allow(non_snake_case)]
            unsafe fn open(self) -> Result<Self::Opened, Error> {
                const { assert!(outputs_first(&[$($name::KIND),*])) };
                let ($($argument,)*) = self;
                let [$(mut $name),*] = [$($argument.region()),*];
                // SAFETY: every region is the region of an argument of its kind.
                unsafe {
                    $(check_one(&mut $name, $name::KIND)?;)*
                    pairs!($($name)*);
                }
                // SAFETY: every region was checked, and no output overlaps another argument.
                unsafe {
                    $(core::hint::assert_unchecked(!$name.start.is_null());)*
                    Ok(($($argument.open($name),)*))
                }
            }
        }
    )* };
}

arguments! { A a; A a B b; A a B b C c; A a B b C c D d; A a B b C c D d E e; A a B b C c D d E e F f; }

const fn outputs_first(kinds: &[ArgumentKind]) -> bool {
    let mut at = 1;
    while at < kinds.len() {
        if kinds[at].is_output && !kinds[at - 1].is_output {
            return false;
        }
        at += 1;
    }
    true
}

/// Checks the arguments of a call, and returns the values that the operation works on.
///
/// # Safety
///
/// Every pointer is NULL or points to memory of the argument's kind for as long as the result is used. The pointer of
/// an input points to bytes that stay unchanged, the pointer of an object to zeros or to an object that the library
/// stored, and the pointer of a slot or a buffer to memory that may be written.
#[inline(always)]
pub(crate) unsafe fn open<A: Arguments>(arguments: A) -> Result<A::Opened, Error> {
    // SAFETY: the caller meets the conditions of this function.
    unsafe { arguments.open() }
}

/// Returns the number that C receives for a result.
pub(crate) fn number(result: Result<(), Error>) -> cri_err_t {
    match result {
        Ok(()) => 0,
        Err(error) => error.number(),
    }
}

/// Runs the steps of an export, and returns their result as a number for C.
pub(crate) fn call(steps: impl FnOnce() -> Result<(), Error>) -> cri_err_t {
    number(steps())
}

/// Runs the steps of an accessor or an iterator, and returns true if they have a result.
pub(crate) fn found(steps: impl FnOnce() -> Option<()>) -> bool {
    steps().is_some()
}

pub(crate) fn revision(number: u8) -> Result<Revision, Error> {
    Revision::try_from(number)
}

#[cfg(test)]
mod tests {
    use self::pointer::{buffer, input};
    use super::*;

    #[test]
    fn regions_overlap_if_they_have_a_byte_in_common() {
        let region = |start: usize, length| Region { start: core::ptr::without_provenance(start), length };
        // Overlaps are also found at both ends of the address space.
        for base in [4, 0usize.wrapping_sub(8)] {
            for (a, b) in (0..25).map(|at| (at % 5, at / 5)) {
                for (a_len, b_len) in (0..16).map(|at| (at % 4, at / 4)) {
                    let common = (a..a + a_len).any(|byte| (b..b + b_len).contains(&byte));
                    assert_eq!(region(base + a, a_len).overlaps(region(base + b, b_len)), common);
                }
            }
        }
        let half = isize::MAX as usize;
        assert!(region(1, half).overlaps(region(half, half)));
        assert!(!region(1, half).overlaps(region(half + 1, half)));
    }

    #[test]
    fn an_output_must_not_overlap_another_argument() {
        let mut bytes = [0u8; 16];
        let start = bytes.as_mut_ptr();
        let at = |at: usize| start.wrapping_add(at);
        let null = core::ptr::null_mut();
        let opened = |[output, one, other]: [(*mut u8, usize); 3]| {
            let arguments = (buffer(output.0, output.1), input(one.0, one.1), input(other.0, other.1));
            // SAFETY: every pointer is NULL, has a length that `open` refuses, or points into the array.
            unsafe { open(arguments) }.map(|_| ())
        };
        assert_eq!(opened([(at(0), 4), (at(4), 4), (at(6), 4)]), Ok(()));
        assert_eq!(opened([(at(0), 4), (at(3), 4), (at(8), 4)]), Err(Error::Overlap));
        assert_eq!(opened([(at(0), 4), (at(4), 4), (at(0), 1)]), Err(Error::Overlap));
        assert_eq!(opened([(at(0), 4), (at(1), 0), (null, 0)]), Ok(()));
        assert_eq!(opened([(at(0), 4), (at(1), 4), (null, 1)]), Err(Error::Argument));
        assert_eq!(opened([(at(0), 4), (at(1), 4), (at(1), usize::MAX)]), Err(Error::Argument));
    }
}
