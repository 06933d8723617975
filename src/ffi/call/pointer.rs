// SPDX-License-Identifier: MIT OR Apache-2.0
//! The kinds of arguments, and how a pointer of each kind becomes a slice or a reference.
//!
//! Describing an argument reads nothing. Only [`open`](super::open) calls an argument's own `open`, after it has
//! checked the region: the pointer is not NULL, no length is above the signed range, and no output overlaps anything
//! else. The unsafe blocks below rely on this, in addition to the conditions of `open`.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::mirror::{Mirror, keep_pointers};
use super::{Argument, ArgumentKind, Arguments, Region, is_stored, open};
use crate::bytes::output::Output;
use crate::error::Error;

/// Bytes that a call reads. NULL with length 0 is an empty input.
pub(crate) struct Input<'a>(Region, PhantomData<&'a [u8]>);

pub(crate) fn input<'a, T>(pointer: *const T, length: usize) -> Input<'a> {
    const { assert!(size_of::<T>() == 1) };
    Input(Region { start: pointer.cast(), length }, PhantomData)
}

// SAFETY: an input has no slices.
unsafe impl<'a> Argument for Input<'a> {
    const KIND: ArgumentKind = ArgumentKind::INPUT;
    type Opened = &'a [u8];

    fn region(&self) -> Region {
        self.0
    }

    unsafe fn open(self, checked: Region) -> &'a [u8] {
        let Region { start, length } = checked.exposed();
        // SAFETY: the pointer is not NULL, the length is within the signed range, and the bytes are unchanged for `'a`.
        unsafe { core::slice::from_raw_parts(start, length) }
    }
}

/// A buffer that a call writes to. It may be uninitialised. With NULL and capacity 0, the call only computes the
/// length.
pub(crate) struct Buffer<'a>(Region, PhantomData<&'a mut [u8]>);

pub(crate) fn buffer<'a, T>(pointer: *mut T, capacity: usize) -> Buffer<'a> {
    const { assert!(size_of::<T>() == 1) };
    Buffer(Region { start: pointer.cast(), length: capacity }, PhantomData)
}

// SAFETY: a buffer has no slices.
unsafe impl<'a> Argument for Buffer<'a> {
    const KIND: ArgumentKind = ArgumentKind::OUTPUT;
    type Opened = Output<'a>;

    fn region(&self) -> Region {
        self.0
    }

    unsafe fn open(self, checked: Region) -> Output<'a> {
        let Region { start, length } = checked.exposed();
        // SAFETY: the pointer is not NULL, the length is within the signed range, and the bytes may be written. Nothing
        // else refers to the bytes, because they overlap no other argument. Only C reads the bytes that are written.
        unsafe { Output::uninitialised(core::slice::from_raw_parts_mut(start.cast_mut().cast(), length)) }
    }
}

/// An object that a call reads.
pub(crate) struct Object<'a, T>(*const T, PhantomData<&'a T>);

pub(crate) fn object<'a, T: Mirror>(object: *const T) -> Object<'a, T> {
    Object(object, PhantomData)
}

// SAFETY: `Mirror` guarantees that the object begins with these slices.
unsafe impl<'a, T: Mirror> Argument for Object<'a, T> {
    const KIND: ArgumentKind = ArgumentKind::INPUT.borrows(T::SLICES);
    type Opened = &'a T::Of<'a>;

    fn region(&self) -> Region {
        Region::of(self.0)
    }

    unsafe fn open(self, checked: Region) -> &'a T::Of<'a> {
        // SAFETY: the pointer is not NULL and does not point to zeros, so the library stored the object. `Mirror`
        // guarantees the layout.
        unsafe { &*checked.start.cast() }
    }
}

/// Calls `read` with an object, for a call without other arguments. Returns `default` if the object is NULL or all
/// zeros.
pub(crate) unsafe fn read<'a, T: Mirror, R>(object: *const T, default: R, read: impl FnOnce(&'a T::Of<'a>) -> R) -> R {
    // SAFETY: an object that is not NULL begins with a pointer. If the object is not all zeros, the library stored it,
    // and `Mirror` guarantees the layout.
    unsafe { if object.is_null() || !is_stored(object.cast()) { default } else { read(&*object.cast()) } }
}

/// Stores an iterator over texts of an object. Stores the iterator `of_none` if the object is NULL or all zeros.
/// Stores nothing if the object and the iterator overlap.
pub(crate) unsafe fn store_iterator<'a, T: Mirror + 'a, I: Mirror + 'a>(
    from: *const T,
    iterator: *mut I,
    of: impl FnOnce(&'a T::Of<'a>) -> I::Of<'a>,
    of_none: I::Of<'a>,
) {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    match unsafe { open((slot(iterator), object(from))) } {
        Ok((slot, object)) => slot.store(of(object)),
        Err(Error::Overlap) => {}
        // An object of zeros can overlap the iterator, too: `open` reports only its first error.
        Err(_) if !from.is_null() && Region::of(iterator).overlaps(Region::of(from)) => {}
        Err(_) => {
            // SAFETY: the caller keeps the contract in ffi/mod.rs.
            if let Ok((slot,)) = unsafe { open((slot(iterator),)) } {
                slot.store(of_none);
            }
        }
    }
}

/// An object that a call changes, such as an iterator or a builder.
pub(crate) struct ObjectMut<'a, T>(*mut T, PhantomData<&'a mut T>);

pub(crate) fn object_mut<'a, T: Mirror>(object: *mut T) -> ObjectMut<'a, T> {
    ObjectMut(object, PhantomData)
}

// SAFETY: `Mirror` guarantees that the object begins with these slices.
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
        // SAFETY: the object is neither NULL nor all zeros, so the library stored it. `Mirror` guarantees the layout.
        // Nothing else refers to the object, because it overlaps no other argument.
        unsafe {
            // An earlier call may have advanced a slice of the object, so its pointer is not the pointer that C passed.
            keep_pointers(object.cast(), T::SLICES);
            &mut *object.cast()
        }
    }
}

/// An object that keeps the first error of its steps.
pub(crate) trait Steps: Mirror {
    fn keep(object: &mut Self::Of<'_>, error: Error);
}

/// Opens the arguments of one step of an object. If the arguments have an error, the object keeps this error.
///
/// # Safety
///
/// The conditions are the same as for [`open`]. The object is the first of the arguments.
#[inline(always)]
pub(crate) unsafe fn open_step<T: Steps, A: Arguments>(object: *mut T, arguments: A) -> Result<A::Opened, Error> {
    // SAFETY: the caller meets the conditions of this function.
    let opened = unsafe { open(arguments) };
    if let Err(error) = opened {
        // SAFETY: the caller meets the conditions of this function.
        unsafe { keep(object, error) };
    }
    opened
}

/// # Safety
///
/// `object` is an object of C that meets the conditions of [`open`].
#[cold]
#[inline(never)]
unsafe fn keep<T: Steps>(object: *mut T, error: Error) {
    // SAFETY: the caller meets the conditions of this function.
    if let Ok((object,)) = unsafe { open((object_mut(object),)) } {
        T::keep(object, error);
    }
}

/// Memory for a value or an object that the call stores. The memory may be uninitialised, so a reference to it exists
/// only while it is written.
pub(crate) struct Slot<'a, T>(*mut T, PhantomData<&'a mut T>);

/// A slot, before it is checked.
pub(crate) struct UncheckedSlot<'a, T>(Slot<'a, T>);

pub(crate) fn slot<'a, T>(slot: *mut T) -> UncheckedSlot<'a, T> {
    UncheckedSlot(Slot(slot, PhantomData))
}

// SAFETY: a slot has no slices.
unsafe impl<'a, T> Argument for UncheckedSlot<'a, T> {
    const KIND: ArgumentKind = ArgumentKind::SLOT;
    type Opened = Slot<'a, T>;

    fn region(&self) -> Region {
        Region::of(self.0.0)
    }

    unsafe fn open(self, checked: Region) -> Slot<'a, T> {
        Slot(checked.start.cast_mut().cast(), PhantomData)
    }
}

impl<'a, T> Slot<'a, T> {
    pub(crate) fn region(&self) -> Region {
        Region::of(self.0)
    }

    pub(crate) fn write(self, value: T) {
        // SAFETY: a slot was checked and may be written. `write` does not drop the old value.
        unsafe { self.0.write(value) }
    }
}

impl<'a, T: Mirror> Slot<'a, T> {
    /// Returns the slot as memory for the Rust object.
    pub(crate) fn uninit(self) -> &'a mut MaybeUninit<T::Of<'a>> {
        // SAFETY: a slot was checked, may be written and overlaps no other argument; `Mirror` guarantees the layout.
        unsafe { &mut *self.0.cast() }
    }

    pub(crate) fn store(self, object: T::Of<'_>) {
        // SAFETY: a slot was checked and may be written. `Mirror` guarantees the layout and the slices.
        unsafe {
            self.0.cast::<T::Of<'_>>().write(object);
            keep_pointers(self.0.cast(), T::SLICES);
        }
    }

    /// Stores a copy of an object. Size-optimised builds copy an object of more than 64 bytes word by word. Compilers
    /// would call memcpy otherwise, and both the call and memcpy itself take more flash than the loop.
    pub(crate) fn store_copy(self, object: &T::Of<'_>) {
        const { assert!(size_of::<T>().is_multiple_of(size_of::<usize>()) && align_of::<T>() == align_of::<usize>()) };
        if cfg!(speed) || size_of::<T>() <= 64 {
            // SAFETY: a slot was checked and may be written. `Mirror` guarantees the layout.
            unsafe { self.0.cast::<T::Of<'_>>().copy_from_nonoverlapping(object, 1) };
        } else {
            let (to, from) = (self.0.cast::<MaybeUninit<usize>>(), (&raw const *object).cast::<MaybeUninit<usize>>());
            for at in 0..size_of::<T>() / size_of::<usize>() {
                // SAFETY: a slot was checked and may be written. `at` is below the number of words of the object.
                unsafe { to.add(at).write_volatile(from.add(at).read_volatile()) };
            }
        }
        // SAFETY: the object was just stored, and `Mirror` guarantees the slices.
        unsafe { keep_pointers(self.0.cast(), T::SLICES) };
    }
}

/// A slot that may be NULL.
pub(crate) struct OptionalSlot<'a, T>(*mut T, PhantomData<&'a mut T>);

pub(crate) fn optional_slot<'a, T>(slot: *mut T) -> OptionalSlot<'a, T> {
    OptionalSlot(slot, PhantomData)
}

// SAFETY: an optional slot has no slices.
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

/// An array that a call fills. It may be uninitialised. NULL with capacity 0 is an empty array.
pub(crate) struct OutputArray<'a, T> {
    region: Region,
    count: usize,
    values: PhantomData<&'a mut [T]>,
}

pub(crate) fn output_array<'a, T>(pointer: *mut T, capacity: usize) -> OutputArray<'a, T> {
    OutputArray { region: Region::array(pointer, capacity), count: capacity, values: PhantomData }
}

/// Describes an array of memory for objects. `Mirror` guarantees the layout.
pub(crate) fn slots<'a, T: Mirror>(pointer: *mut T, capacity: usize) -> OutputArray<'a, T::Of<'a>> {
    output_array(pointer.cast(), capacity)
}

// SAFETY: memory that is only written has no slices.
unsafe impl<'a, T> Argument for OutputArray<'a, T> {
    const KIND: ArgumentKind = ArgumentKind::OUTPUT;
    type Opened = &'a mut [MaybeUninit<T>];

    fn region(&self) -> Region {
        self.region
    }

    unsafe fn open(self, checked: Region) -> Self::Opened {
        if self.count == 0 {
            return &mut [];
        }
        // SAFETY: the array is not empty, so the pointer is not NULL, and C aligned it for its type. The length is
        // within the signed range, and nothing else refers to the array.
        unsafe { core::slice::from_raw_parts_mut(checked.start.cast_mut().cast(), self.count) }
    }
}

/// An array of structures that C fills and a call reads. NULL with length 0 is an empty array.
pub(crate) struct InputArray<'a, T> {
    region: Region,
    count: usize,
    values: PhantomData<&'a [T]>,
}

/// Describes an array of structures that a call reads. The memory that the structures point to is not checked.
pub(crate) fn input_array<'a, T: Copy>(pointer: *const T, length: usize) -> InputArray<'a, T> {
    InputArray { region: Region::array(pointer, length), count: length, values: PhantomData }
}

// SAFETY: an array of structures has no slices.
unsafe impl<'a, T> Argument for InputArray<'a, T> {
    const KIND: ArgumentKind = ArgumentKind::INPUT;
    type Opened = &'a [T];

    fn region(&self) -> Region {
        self.region
    }

    unsafe fn open(self, checked: Region) -> &'a [T] {
        if self.count == 0 {
            return &[];
        }
        // SAFETY: the array is not empty, so the pointer is not NULL, and C aligned it for its type. The length is
        // within the signed range, and the structures are unchanged for `'a`.
        unsafe { core::slice::from_raw_parts(checked.exposed().start.cast(), self.count) }
    }
}
