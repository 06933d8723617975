// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a call passes, and the check of it: the first of the three steps of every export.
//!
//! An export describes its arguments as a tuple, outputs first: `(slot(equal), object(a), object(b))`. `open`
//! checks all of them in one go and returns what the operation works on: a slice for an input, a reference for an
//! object, a `Slot` for an output. `pointer.rs` has the kinds of arguments.

use crate::error::Error;
use crate::revision::Revision;

/// An error number: CRI_OK (0) or one of the negative CRI_ERR_….
pub type cri_err_t = i32;

/// A region of memory, laid out as a slice is (`mirror.rs` checks it): so the slices of an object can be read as
/// regions.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Region {
    pub(super) start: *const u8,
    pub(super) length: usize,
}

impl Region {
    pub(super) fn of<T>(object: *const T) -> Self {
        Self { start: object.cast(), length: size_of::<T>() }
    }

    /// Returns the region of an array. A length that does not fit in a `usize` becomes one above the signed range.
    pub(super) fn array<T>(values: *const T, count: usize) -> Self {
        Self { start: values.cast(), length: count.saturating_mul(size_of::<T>()) }
    }

    pub(super) fn bytes(bytes: &[u8]) -> Self {
        Self { start: bytes.as_ptr(), length: bytes.len() }
    }

    pub(super) fn slice<T>(values: &[T]) -> Self {
        Self { start: values.as_ptr().cast(), length: size_of_val(values) }
    }

    /// Notes that C may reach these bytes between two calls, by the pointer that it passed.
    #[inline(always)]
    pub(super) fn exposed(self) -> Self {
        self.start.expose_provenance();
        self
    }

    /// The same bytes, by the [`pointer_of_c`].
    pub(super) fn of_c(self) -> Self {
        Self { start: pointer_of_c(self.start), ..self }
    }

    /// Whether two regions have a byte in common. Empty regions overlap nothing.
    #[inline(always)]
    pub(super) fn overlaps(self, other: Self) -> bool {
        if self.length == 0 || other.length == 0 {
            return false;
        }
        // Both lengths are within the signed range: so the last byte of this region is less than both, less one, past
        // the start of the other exactly if they overlap.
        let before = self.length - 1;
        self.start.addr().wrapping_add(before).wrapping_sub(other.start.addr()) < before.wrapping_add(other.length)
    }
}

/// Returns the pointer that C passed, for a pointer of a reference that this call made from it.
///
/// Between two calls C may read a buffer that an object writes to, and change bytes that an object borrows (R40). A
/// Rust reference becomes invalid by that, but the pointer of C remains valid, and the next call makes references from
/// it again. The compiler needs no instruction for this function.
#[inline(always)]
pub(super) fn pointer_of_c(pointer: *const u8) -> *const u8 {
    core::ptr::with_exposed_provenance(pointer.addr())
}

/// What the check has to know of an argument, except where it is.
#[derive(Clone, Copy)]
pub(super) struct ArgumentKind {
    /// Whether the call writes it: then it must be apart from every other argument.
    is_output: bool,
    /// Whether its first slice is a buffer that the call writes to as well.
    has_buffer: bool,
    /// The number of slices that it begins with: the bytes that it borrows.
    slices: usize,
}

impl ArgumentKind {
    /// Bytes that the call reads.
    pub(super) const INPUT: Self = Self { is_output: false, has_buffer: false, slices: 0 };
    /// Bytes that the call writes.
    pub(super) const OUTPUT: Self = Self { is_output: true, ..Self::INPUT };

    /// An object that begins with slices.
    pub(super) const fn borrows(self, slices: usize) -> Self {
        assert!(slices > 0);
        Self { slices, ..self }
    }

    /// An object whose first slice is a buffer.
    pub(super) const fn writes_buffer(self) -> Self {
        Self { has_buffer: true, ..self }
    }
}

/// The number of slices of a view. The last is the encoding that it was parsed from, in which the others are; it is
/// empty if an operation made the view.
const VIEW: usize = 7;

/// Whether the library stored an object there, and C did not fill it with zeros: every object begins with a pointer,
/// which is NULL only in one of zeros and in an iterator over components of URI text that is at its end. Both yield
/// nothing.
///
/// # Safety
///
/// `object` points to a pointer.
pub(super) unsafe fn is_stored(object: *const u8) -> bool {
    // SAFETY: as the function requires.
    !unsafe { object.cast::<*const u8>().read() }.is_null()
}

/// Checks an argument alone: `Argument` for NULL with a length, for a length above the signed range, and for an
/// object of zeros. NULL with length 0 becomes a pointer that a slice may have.
///
/// # Safety
///
/// If the kind has slices, then the region is NULL, or an object of zeros, or begins with that many slices.
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
    // SAFETY: it is not NULL, so it is an object, whose first slice begins with a pointer.
    } else if kind.slices > 0 && !unsafe { is_stored(region.start) } {
        return Err(Error::Argument);
    }
    Ok(())
}

/// Checks two arguments: `Overlap` if what the call writes of one overlaps the other or what that borrows.
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
    // SAFETY: as the function requires; a buffer is the first slice.
    let overlap = unsafe {
        (kind.is_output && overlaps(output, other, other_kind))
            || (kind.has_buffer && overlaps(&output.start.cast::<Region>().read(), other, other_kind))
    };
    if overlap { Err(Error::Overlap) } else { Ok(()) }
}

/// Whether a region overlaps an argument or what that borrows.
///
/// # Safety
///
/// [`check_one`] found no fault in either region.
#[inline(always)]
unsafe fn overlaps(region: &Region, other: &Region, kind: ArgumentKind) -> bool {
    if kind.slices == 0 {
        return region.overlaps(*other);
    }
    // SAFETY: the object begins with that many slices.
    unsafe { overlaps_object(*region, *other, kind.slices) }
}

/// Whether a region overlaps an object, or one of the slices that it begins with.
///
/// # Safety
///
/// An object that is not empty begins with that many slices.
#[cfg_attr(speed, inline(always))]
#[cfg_attr(not(speed), inline(never))]
unsafe fn overlaps_object(region: Region, object: Region, slices: usize) -> bool {
    // Empty regions overlap nothing; an endpoint that is not there is empty.
    if region.length == 0 || object.length == 0 {
        return false;
    }
    if region.overlaps(object) {
        return true;
    }
    // SAFETY: as the function requires.
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
/// The region is that of the argument. If the kind has slices, then it is NULL or of zeros or begins with that many
/// slices, wherever [`open`] may be called.
pub(super) unsafe trait Argument {
    const KIND: ArgumentKind;
    /// What the operation works on.
    type Opened;
    fn region(&self) -> Region;
    /// # Safety
    ///
    /// The region was checked, and its memory is as [`open`] requires.
    unsafe fn open(self, checked: Region) -> Self::Opened;
}

/// The arguments of a call, outputs first.
pub(super) trait Arguments {
    /// What the operation works on.
    type Opened;
    /// # Safety
    ///
    /// What [`open`] requires.
    unsafe fn open(self) -> Result<Self::Opened, Error>;
}

/// Checks each argument with those after it. Not a loop, which compilers leave one: it would take up to twice as long.
macro_rules! pairs {
    ($this:ident $($other:ident)*) => {
        // One without bytes overlaps nothing. Decided once, where flash counts.
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
                // SAFETY: every region is that of an argument of its kind.
                unsafe {
                    $(check_one(&mut $name, $name::KIND)?;)*
                    pairs!($($name)*);
                }
                // SAFETY: every region was checked, and no output overlaps another one.
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

/// Checks the arguments of a call, and returns what the operation works on.
///
/// # Safety
///
/// Every pointer is NULL or points to what its argument says, for as long as the result is used: an input to bytes
/// that stay unchanged, an object to one that the library stored or to zeros, a slot or a buffer to memory that may
/// be written.
#[inline(always)]
pub(super) unsafe fn open<A: Arguments>(arguments: A) -> Result<A::Opened, Error> {
    // SAFETY: as the function requires.
    unsafe { arguments.open() }
}

/// The number that C sees for a result.
pub(super) fn number(result: Result<(), Error>) -> cri_err_t {
    match result {
        Ok(()) => 0,
        Err(error) => error.number(),
    }
}

/// Runs an export: its steps, as a number for C.
pub(super) fn call(steps: impl FnOnce() -> Result<(), Error>) -> cri_err_t {
    number(steps())
}

/// Runs an accessor or an iterator: its steps, as whether there is a result.
pub(super) fn found(steps: impl FnOnce() -> Option<()>) -> bool {
    steps().is_some()
}

pub(super) fn revision(number: u8) -> Result<Revision, Error> {
    Revision::try_from(number)
}

#[cfg(test)]
mod tests {
    use super::super::pointer::{buffer, input};
    use super::*;

    #[test]
    fn regions_overlap_if_they_have_a_byte_in_common() {
        let region = |start: usize, length| Region { start: core::ptr::without_provenance(start), length };
        // Also at both ends of memory.
        for base in [8, 0usize.wrapping_sub(16)] {
            for (a, b) in (0..64).map(|at| (at % 8, at / 8)) {
                for (a_len, b_len) in (0..36).map(|at| (at % 6, at / 6)) {
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
    fn outputs_are_apart_from_all_else() {
        let mut bytes = [0u8; 16];
        let start = bytes.as_mut_ptr();
        let at = |at: usize| start.wrapping_add(at);
        let null = core::ptr::null_mut();
        let opened = |[output, one, other]: [(*mut u8, usize); 3]| {
            let arguments = (buffer(output.0, output.1), input(one.0, one.1), input(other.0, other.1));
            // SAFETY: what is neither NULL nor too long is in the array.
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
