// SPDX-License-Identifier: MIT OR Apache-2.0
//! The kinds of arguments, and how a pointer of each becomes a slice or a reference.
//!
//! To describe an argument reads nothing. Its `open` is called by [`open`](super::call::open) alone, once the region
//! was checked: then the pointer is not NULL, no length is above the signed range, and no output overlaps anything
//! else. That is what the blocks below rest on, beside what `open` requires of its caller.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::call::{Argument, ArgumentKind, Arguments, Region, is_stored, open};
use super::mirror::{Mirror, keep_pointers};
use crate::cbor::output::Output;
use crate::error::Error;

/// Bytes that a call reads. NULL with length 0 is empty.
pub(super) struct Input<'a>(Region, PhantomData<&'a [u8]>);

pub(super) fn input<'a, T>(pointer: *const T, length: usize) -> Input<'a> {
    const { assert!(size_of::<T>() == 1) };
    Input(Region { start: pointer.cast(), length }, PhantomData)
}

// SAFETY: it has no slices.
unsafe impl<'a> Argument for Input<'a> {
    const KIND: ArgumentKind = ArgumentKind::INPUT;
    type Opened = &'a [u8];

    fn region(&self) -> Region {
        self.0
    }

    unsafe fn open(self, checked: Region) -> &'a [u8] {
        let Region { start, length } = checked.exposed();
        // SAFETY: not NULL, of a length within the signed range, and unchanged for `'a`.
        unsafe { core::slice::from_raw_parts(start, length) }
    }
}

/// A buffer that a call writes to: it may be uninitialised. NULL with capacity 0 only counts.
pub(super) struct Buffer<'a>(Region, PhantomData<&'a mut [u8]>);

pub(super) fn buffer<'a, T>(pointer: *mut T, capacity: usize) -> Buffer<'a> {
    const { assert!(size_of::<T>() == 1) };
    Buffer(Region { start: pointer.cast(), length: capacity }, PhantomData)
}

// SAFETY: it has no slices.
unsafe impl<'a> Argument for Buffer<'a> {
    const KIND: ArgumentKind = ArgumentKind::OUTPUT;
    type Opened = Output<'a>;

    fn region(&self) -> Region {
        self.0
    }

    unsafe fn open(self, checked: Region) -> Output<'a> {
        let Region { start, length } = checked.exposed();
        // SAFETY: as for an input; it may be written, and nothing else refers to it, as it overlaps no other argument.
        // What is written is read by C alone.
        unsafe { Output::uninitialised(core::slice::from_raw_parts_mut(start.cast_mut().cast(), length)) }
    }
}

/// An object that a call reads.
pub(super) struct Object<'a, T>(*const T, PhantomData<&'a T>);

pub(super) fn object<'a, T: Mirror>(object: *const T) -> Object<'a, T> {
    Object(object, PhantomData)
}

// SAFETY: `Mirror` promises the slices.
unsafe impl<'a, T: Mirror> Argument for Object<'a, T> {
    const KIND: ArgumentKind = ArgumentKind::INPUT.borrows(T::SLICES);
    type Opened = &'a T::Of<'a>;

    fn region(&self) -> Region {
        Region::of(self.0)
    }

    unsafe fn open(self, checked: Region) -> &'a T::Of<'a> {
        // SAFETY: neither NULL nor of zeros, so the library stored it; `Mirror` promises the layout.
        unsafe { &*checked.start.cast() }
    }
}

/// Reads an object, and nothing else: `default` for NULL and for an object of zeros.
pub(super) unsafe fn read<'a, T: Mirror, R>(object: *const T, default: R, read: impl FnOnce(&'a T::Of<'a>) -> R) -> R {
    // SAFETY: an object that is not NULL begins with a pointer; one that is not of zeros was stored by the library, and
    // `Mirror` promises the layout.
    unsafe { if object.is_null() || !is_stored(object.cast()) { default } else { read(&*object.cast()) } }
}

/// Stores an iterator over a part of an object: `of_none` if the object is NULL or of zeros; nothing if they overlap.
pub(super) unsafe fn store_iterator<'a, T: Mirror + 'a, I: Mirror + 'a>(
    from: *const T,
    iterator: *mut I,
    of: impl FnOnce(&'a T::Of<'a>) -> I::Of<'a>,
    of_none: I::Of<'a>,
) {
    // SAFETY: as the function requires.
    match unsafe { open((slot(iterator), object(from))) } {
        Ok((slot, object)) => slot.store(of(object)),
        Err(Error::Overlap) => {}
        // An object of zeros may overlap, too.
        Err(_) if !from.is_null() && Region::of(iterator).overlaps(Region::of(from)) => {}
        Err(_) => {
            // SAFETY: as above.
            if let Ok((slot,)) = unsafe { open((slot(iterator),)) } {
                slot.store(of_none);
            }
        }
    }
}

/// An object that a call changes, such as an iterator or a builder.
pub(super) struct ObjectMut<'a, T>(*mut T, PhantomData<&'a mut T>);

pub(super) fn object_mut<'a, T: Mirror>(object: *mut T) -> ObjectMut<'a, T> {
    ObjectMut(object, PhantomData)
}

// SAFETY: `Mirror` promises the slices.
unsafe impl<'a, T: Mirror> Argument for ObjectMut<'a, T> {
    const KIND: ArgumentKind = {
        let kind = ArgumentKind::OUTPUT.borrows(T::SLICES);
        if T::WRITES { kind.writes_buffer() } else { kind }
    };
    type Opened = &'a mut T::Of<'a>;

    fn region(&self) -> Region {
        Region::of(self.0)
    }

    unsafe fn open(self, checked: Region) -> &'a mut T::Of<'a> {
        let object = checked.start.cast_mut();
        // SAFETY: as for an object that is read; nothing else refers to it, as it overlaps no other argument.
        unsafe {
            // An earlier call may have moved a slice on.
            keep_pointers(object.cast(), T::SLICES);
            &mut *object.cast()
        }
    }
}

/// An object that keeps the first error of its steps.
pub(super) trait Steps: Mirror {
    fn keep(object: &mut Self::Of<'_>, error: Error);
}

/// Opens the arguments of a step of an object, which keeps an error of theirs as well.
///
/// # Safety
///
/// As [`open`]; the object is the first of the arguments.
#[inline(always)]
pub(super) unsafe fn open_step<T: Steps, A: Arguments>(object: *mut T, arguments: A) -> Result<A::Opened, Error> {
    // SAFETY: as the function requires.
    let opened = unsafe { open(arguments) };
    if let Err(error) = opened {
        // SAFETY: likewise.
        unsafe { keep(object, error) };
    }
    opened
}

/// # Safety
///
/// The object is one of C's.
#[cold]
#[inline(never)]
unsafe fn keep<T: Steps>(object: *mut T, error: Error) {
    // SAFETY: as the function requires.
    if let Ok((object,)) = unsafe { open((object_mut(object),)) } {
        T::keep(object, error);
    }
}

/// Memory for a value or an object that the call stores, which may be uninitialised. There is a reference to it only
/// while it is written.
pub(super) struct Slot<'a, T>(*mut T, PhantomData<&'a mut T>);

/// A slot, before it is checked.
pub(super) struct UncheckedSlot<'a, T>(Slot<'a, T>);

pub(super) fn slot<'a, T>(slot: *mut T) -> UncheckedSlot<'a, T> {
    UncheckedSlot(Slot(slot, PhantomData))
}

// SAFETY: it has no slices.
unsafe impl<'a, T> Argument for UncheckedSlot<'a, T> {
    const KIND: ArgumentKind = ArgumentKind::OUTPUT;
    type Opened = Slot<'a, T>;

    fn region(&self) -> Region {
        Region::of(self.0.0)
    }

    unsafe fn open(self, checked: Region) -> Slot<'a, T> {
        Slot(checked.start.cast_mut().cast(), PhantomData)
    }
}

impl<'a, T> Slot<'a, T> {
    pub(super) fn region(&self) -> Region {
        Region::of(self.0)
    }

    pub(super) fn write(self, value: T) {
        // SAFETY: a slot was checked and may be written; nothing in it is dropped.
        unsafe { self.0.write(value) }
    }
}

impl<'a, T: Mirror> Slot<'a, T> {
    /// The slot as memory for the Rust object.
    pub(super) fn uninit(self) -> &'a mut MaybeUninit<T::Of<'a>> {
        // SAFETY: a slot was checked, may be written and overlaps no other argument; `Mirror` promises the layout.
        unsafe { &mut *self.0.cast() }
    }

    pub(super) fn store(self, object: T::Of<'_>) {
        // SAFETY: as for `write`; `Mirror` promises the layout and the slices.
        unsafe {
            self.0.cast::<T::Of<'_>>().write(object);
            keep_pointers(self.0.cast(), T::SLICES);
        }
    }

    /// Stores a copy of an object. Where flash decides, one of more than 64 bytes is copied word by word: compilers
    /// would call memcpy, and the call takes more, and memcpy itself.
    pub(super) fn store_copy(self, object: &T::Of<'_>) {
        const { assert!(size_of::<T>().is_multiple_of(size_of::<usize>()) && align_of::<T>() == align_of::<usize>()) };
        if cfg!(speed) || size_of::<T>() <= 64 {
            // SAFETY: as for `store`.
            unsafe { self.0.cast::<T::Of<'_>>().copy_from_nonoverlapping(object, 1) };
        } else {
            let (to, from) = (self.0.cast::<MaybeUninit<usize>>(), (&raw const *object).cast::<MaybeUninit<usize>>());
            for at in 0..size_of::<T>() / size_of::<usize>() {
                // SAFETY: as for `store`; `at` is below the number of words of both.
                unsafe { to.add(at).write_volatile(from.add(at).read_volatile()) };
            }
        }
        // SAFETY: as for `store`.
        unsafe { keep_pointers(self.0.cast(), T::SLICES) };
    }
}

/// A slot that C may omit, with NULL.
pub(super) struct OptionalSlot<'a, T>(*mut T, PhantomData<&'a mut T>);

pub(super) fn optional_slot<'a, T>(slot: *mut T) -> OptionalSlot<'a, T> {
    OptionalSlot(slot, PhantomData)
}

// SAFETY: it has no slices.
unsafe impl<'a, T> Argument for OptionalSlot<'a, T> {
    const KIND: ArgumentKind = ArgumentKind::OUTPUT;
    type Opened = Option<Slot<'a, T>>;

    fn region(&self) -> Region {
        Region { start: self.0.cast(), length: if self.0.is_null() { 0 } else { size_of::<T>() } }
    }

    unsafe fn open(self, checked: Region) -> Option<Slot<'a, T>> {
        (checked.length > 0).then(|| Slot(checked.start.cast_mut().cast(), PhantomData))
    }
}

/// An array of slots for objects. NULL with capacity 0 is empty.
pub(super) struct Slots<'a, T>(Region, usize, PhantomData<&'a mut [T]>);

pub(super) fn slots<'a, T: Mirror>(pointer: *mut T, capacity: usize) -> Slots<'a, T> {
    Slots(Region::array(pointer, capacity), capacity, PhantomData)
}

// SAFETY: it has no slices.
unsafe impl<'a, T: Mirror> Argument for Slots<'a, T> {
    const KIND: ArgumentKind = ArgumentKind::OUTPUT;
    type Opened = &'a mut [MaybeUninit<T::Of<'a>>];

    fn region(&self) -> Region {
        self.0
    }

    unsafe fn open(self, checked: Region) -> Self::Opened {
        if self.1 == 0 {
            return &mut [];
        }
        // SAFETY: as for a buffer, and not NULL, so that it is as C aligns its objects; `Mirror` promises the layout.
        unsafe { core::slice::from_raw_parts_mut(checked.start.cast_mut().cast(), self.1) }
    }
}

/// An array of structures that C fills and a call reads. NULL with length 0 is empty.
pub(super) struct InputArray<'a, T>(Region, usize, PhantomData<&'a [T]>);

/// Describes an array that a call reads. The memory that its structures point to is not checked.
pub(super) fn input_array<'a, T: Copy>(pointer: *const T, length: usize) -> InputArray<'a, T> {
    InputArray(Region::array(pointer, length), length, PhantomData)
}

// SAFETY: it has no slices.
unsafe impl<'a, T> Argument for InputArray<'a, T> {
    const KIND: ArgumentKind = ArgumentKind::INPUT;
    type Opened = &'a [T];

    fn region(&self) -> Region {
        self.0
    }

    unsafe fn open(self, checked: Region) -> &'a [T] {
        if self.1 == 0 {
            return &[];
        }
        // SAFETY: as for an input, and not NULL, so that it is as C aligns its structures.
        unsafe { core::slice::from_raw_parts(checked.exposed().start.cast(), self.1) }
    }
}
