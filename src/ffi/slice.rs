// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. The one place where pointers become slices and references, and the checks before that.

use core::ffi::c_char;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::region::{Region, apart_from_inputs, apart_from_view};
use super::types::{Mirror, cri_endpoint_t, cri_err_t, cri_t};
use crate::cbor::write::Output;
use crate::coap::option::Endpoint;
use crate::cri::Cri;
use crate::error::Error;
use crate::revision::Revision;

/// The number that C sees for a result.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) fn number(result: Result<(), Error>) -> cri_err_t {
    match result {
        Ok(()) => 0,
        Err(error) => error.number(),
    }
}

/// A revision that came from C.
#[inline(always)]
pub(super) fn revision(number: u8) -> Result<Revision, Error> {
    Revision::from_number(number).ok_or(Error::Argument)
}

#[inline(always)]
fn check<T>(pointer: *const T, length: usize) -> Result<(), Error> {
    if (pointer.is_null() && length > 0) || length > isize::MAX as usize { Err(Error::Argument) } else { Ok(()) }
}

/// The bytes of an input: NULL with length 0 is empty.
///
/// # Safety
///
/// `pointer` is NULL or points to `length` bytes that stay unchanged for `'a`.
#[inline(always)]
pub(super) unsafe fn input<'a, T>(pointer: *const T, length: usize) -> Result<&'a [u8], Error> {
    const { assert!(size_of::<T>() == 1) };
    if pointer.is_null() || length > isize::MAX as usize {
        return no_input(length);
    }
    // SAFETY: the caller vouches for the bytes; pointer and length were checked.
    Ok(unsafe { core::slice::from_raw_parts(pointer.cast(), length) })
}

/// What NULL with that length is, or another pointer with a length above the signed range.
#[cold]
fn no_input<'a>(length: usize) -> Result<&'a [u8], Error> {
    if length == 0 { Ok(&[]) } else { Err(Error::Argument) }
}

/// Whether this library stored an object there. NULL is none, and neither is an object of zeros: every object begins with
/// a pointer, which is never stored as NULL.
///
/// # Safety
///
/// `object` is NULL or points to a `T` that this library stored, or to one of zeros.
#[inline(always)]
unsafe fn is_stored<T: Mirror>(object: *const T) -> bool {
    // SAFETY: the caller vouches for the object; `Mirror` promises that it begins with a pointer.
    !object.is_null() && !unsafe { object.cast::<*const u8>().read() }.is_null()
}

/// An object that an operation reads. `Argument` for NULL and for one of zeros.
///
/// # Safety
///
/// `object` is NULL or points to a `T` that this library stored, for `'a`, or to one of zeros.
#[inline(always)]
pub(super) unsafe fn object<'a, T: Mirror>(object: *const T) -> Result<&'a T::Of<'a>, Error> {
    // SAFETY: the caller vouches for the object; `Mirror` promises the layout.
    unsafe { if is_stored(object) { Ok(&*object.cast()) } else { Err(Error::Argument) } }
}

/// An object that an operation moves on. `Argument` for NULL and for one of zeros.
///
/// # Safety
///
/// As for [`object`], and nothing else refers to it for `'a`.
#[inline(always)]
pub(super) unsafe fn object_mut<'a, T: Mirror>(object: *mut T) -> Result<&'a mut T::Of<'a>, Error> {
    // SAFETY: the caller vouches for the object; `Mirror` promises the layout.
    unsafe { if is_stored(object) { Ok(&mut *object.cast()) } else { Err(Error::Argument) } }
}

/// A view that an operation reads while it stores to a place, and the place. `Argument` for NULL and for what
/// is no view; `Overlap` if the place overlaps the view or what that borrows.
///
/// # Safety
///
/// As for [`object`] and [`place`].
#[inline(always)]
pub(super) unsafe fn view_and_place<'a, T>(
    cri: *const cri_t,
    out: *mut T,
) -> Result<(&'a Cri<'a>, Place<'a, T>), Error> {
    // SAFETY: the caller vouches for both.
    unsafe { Ok((view_beside(cri, Region::of(out))?, Place(out, PhantomData))) }
}

/// A view that an operation reads while it stores to a region, whose start is not NULL.
///
/// # Safety
///
/// As for [`object`].
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) unsafe fn view_beside<'a>(cri: *const cri_t, region: Region) -> Result<&'a Cri<'a>, Error> {
    // SAFETY: the caller vouches for it.
    let cri = unsafe { object(cri)? };
    if region.start == 0 {
        return Err(Error::Argument);
    }
    region.apart_from(cri)?;
    Ok(cri)
}

/// An endpoint that an operation reads, if there is one. `Overlap` if it or what it points to has a byte in
/// common with one of the regions.
///
/// # Safety
///
/// `endpoint` is NULL or points to an endpoint; it and what it points to stay unchanged for `'a`.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) unsafe fn endpoint<'a>(
    endpoint: *const cri_endpoint_t,
    outputs: [Region; 3],
) -> Result<Option<Endpoint<'a>>, Error> {
    if endpoint.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller vouches for it.
    unsafe { some_endpoint(endpoint, outputs) }.map(Some)
}

/// # Safety
///
/// As for [`endpoint`], but never NULL.
#[inline(never)]
pub(super) unsafe fn some_endpoint<'a>(
    endpoint: *const cri_endpoint_t,
    outputs: [Region; 3],
) -> Result<Endpoint<'a>, Error> {
    // SAFETY: the caller vouches for the endpoint and its pointers.
    let (value, address, zone) = unsafe {
        let value = endpoint.read();
        (value, input(value.addr, value.addr_len)?, input(value.zone, value.zone_len)?)
    };
    if address.len() != 4 && address.len() != 16 {
        return Err(Error::Argument);
    }
    let inputs = [Region::of(endpoint), Region::bytes(address), Region::bytes(zone)];
    for output in outputs {
        if inputs.iter().any(|input| input.meets(output)) {
            return Err(Error::Overlap);
        }
    }
    Ok(Endpoint { address, zone, port: value.port })
}

/// A place that an operation stores a value to on success: the memory may be uninitialised, and may
/// be part of an input until that is ruled out, so there is no reference to it.
pub(super) struct Place<'a, T>(*mut T, PhantomData<&'a mut T>);

/// The place that a pointer names.
///
/// # Safety
///
/// `place` is NULL or may be written as a `T` for `'a`.
#[inline(always)]
pub(super) unsafe fn place<'a, T>(place: *mut T) -> Result<Place<'a, T>, Error> {
    if place.is_null() { Err(Error::Argument) } else { Ok(Place(place, PhantomData)) }
}

impl<T> Place<'_, T> {
    /// Where it is.
    #[inline(always)]
    pub(super) fn region(&self) -> Region {
        Region::of(self.0)
    }

    /// Stores a value.
    #[inline(always)]
    pub(super) fn write(self, value: T) {
        // SAFETY: whoever made the place vouched for the memory; nothing in it is dropped.
        unsafe { self.0.write(value) }
    }
}

impl<'a, T: Mirror> Place<'a, T> {
    /// The place as that of the Rust object.
    ///
    /// # Safety
    ///
    /// It is apart from everything that is read or written while the result is in use.
    #[inline(always)]
    pub(super) unsafe fn slot(self) -> &'a mut MaybeUninit<T::Of<'a>> {
        // SAFETY: whoever made the place vouched for the memory; `Mirror` promises the layout.
        unsafe { &mut *self.0.cast() }
    }

    /// Stores an object.
    #[inline(always)]
    pub(super) fn store(self, object: T::Of<'_>) {
        // SAFETY: as in `write`; `Mirror` promises the layout.
        unsafe { self.0.cast::<T::Of<'_>>().write(object) }
    }

    /// Stores a copy of an object of words: where flash decides word by word, as a call of memcpy takes more, and memcpy
    /// itself.
    #[inline(always)]
    pub(super) fn store_copy(self, object: &T::Of<'_>) {
        const { assert!(size_of::<T>().is_multiple_of(size_of::<usize>()) && align_of::<T>() == align_of::<usize>()) };
        if cfg!(target_pointer_width = "64") {
            // SAFETY: as in `write`; `Mirror` promises the layout.
            return unsafe { self.0.cast::<T::Of<'_>>().copy_from_nonoverlapping(object, 1) };
        }
        let (to, from) = (self.0.cast::<MaybeUninit<usize>>(), (&raw const *object).cast::<MaybeUninit<usize>>());
        for at in 0..size_of::<T>() / size_of::<usize>() {
            // SAFETY: as above; both have that many words.
            unsafe { to.add(at).write_volatile(from.add(at).read_volatile()) };
        }
    }
}

/// The buffer of an output: NULL with capacity 0 only counts. It may be uninitialised.
///
/// # Safety
///
/// `pointer` is NULL or points to `capacity` bytes that may be written for `'a`.
#[inline(always)]
pub(super) unsafe fn buffer<'a>(pointer: *mut u8, capacity: usize) -> Result<&'a mut [MaybeUninit<u8>], Error> {
    check(pointer, capacity)?;
    if pointer.is_null() {
        return Ok(&mut []);
    }
    // SAFETY: the caller vouches for the memory; pointer and capacity were checked.
    Ok(unsafe { core::slice::from_raw_parts_mut(pointer.cast(), capacity) })
}

/// Runs a conversion into a caller's buffer and stores the length: also where the buffer is too small.
///
/// # Safety
///
/// As for [`buffer`] and [`place`].
#[inline(always)]
pub(super) unsafe fn convert<const N: usize>(
    pointer: *mut u8,
    capacity: usize,
    length: *mut usize,
    text: bool,
    inputs: [Region; N],
    view: Option<&Cri<'_>>,
    conversion: impl FnOnce(&mut Output<'_, MaybeUninit<u8>>) -> Result<(), Error>,
) -> Result<(), Error> {
    // SAFETY: the caller vouches for it.
    let mut output = unsafe { open(pointer, capacity, length, view)? };
    if N > 0 {
        apart_from_inputs([Region::raw(pointer, capacity), Region::of(length)], &inputs)?;
    }
    let result = conversion(&mut output);
    // SAFETY: as above; the pointer was checked.
    unsafe { close(&mut output, length, text, result) }
}

/// A conversion of a text to a CRI of a revision.
pub(super) type FromText = for<'b> fn(&[u8], Revision, &mut Output<'b, MaybeUninit<u8>>) -> Result<(), Error>;

/// Runs a conversion of a text to a CRI.
///
/// # Safety
///
/// As for [`input`], [`buffer`] and [`place`].
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) unsafe fn from_text(
    rev: u8,
    text: *const c_char,
    text_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    conversion: FromText,
) -> cri_err_t {
    let run = || {
        let revision = revision(rev)?;
        // SAFETY: the caller vouches for it.
        unsafe {
            let text = input(text, text_len)?;
            convert(buf, buf_cap, len, false, [Region::bytes(text)], None, |output| conversion(text, revision, output))
        }
    };
    number(run())
}

/// The buffer of an output, checked to be apart from the place for its length and from a view that is read.
///
/// # Safety
///
/// As for [`buffer`] and [`place`].
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
unsafe fn open<'a>(
    pointer: *mut u8,
    capacity: usize,
    length: *mut usize,
    view: Option<&Cri<'_>>,
) -> Result<Output<'a, MaybeUninit<u8>>, Error> {
    check(pointer, capacity)?;
    if length.is_null() {
        return Err(Error::Argument);
    }
    let (written, counted) = (Region::raw(pointer, capacity), Region::of(length));
    if written.meets(counted) {
        return Err(Error::Overlap);
    }
    if let Some(view) = view {
        apart_from_view([written, counted], view)?;
    }
    // SAFETY: the caller vouches for it, and it is apart from everything else.
    Ok(Output::new(unsafe { buffer(pointer, capacity)? }))
}

/// Ends a text with a NUL, which its length does not count: without room for it the text does not fit (R23). Stores the
/// length of an output, also where the buffer is too small.
///
/// # Safety
///
/// The place for the length was checked.
#[cfg_attr(target_pointer_width = "64", inline(always))]
unsafe fn close(
    output: &mut Output<'_, MaybeUninit<u8>>,
    length: *mut usize,
    text: bool,
    result: Result<(), Error>,
) -> Result<(), Error> {
    let result = if text { result.and_then(|()| output.terminate()) } else { result };
    if result.is_ok() || result == Err(Error::Buffer) {
        // SAFETY: the caller vouches for it.
        unsafe { length.write(output.length()) };
    }
    result
}

/// A pointer and a length that came from C.
#[derive(Clone, Copy)]
pub(super) struct Passed {
    pointer: *const u8,
    length: usize,
}

impl Passed {
    /// Bytes.
    #[inline(always)]
    pub(super) fn bytes<T>(pointer: *const T, length: usize) -> Self {
        const { assert!(size_of::<T>() == 1) };
        Self { pointer: pointer.cast(), length }
    }

    /// A place, or an object.
    #[inline(always)]
    pub(super) fn object<T>(object: *const T) -> Self {
        Self { pointer: object.cast(), length: size_of::<T>() }
    }

    /// Checks what a call passed, outputs first: `Argument` for NULL with a length and for a length above the
    /// signed range; `Overlap` if one of the `outputs` has a byte in common with any other. NULL with length 0
    /// becomes a pointer that a slice may have.
    #[inline(never)]
    pub(super) fn check(passed: &mut [Self], outputs: usize) -> Result<(), Error> {
        for this in &mut *passed {
            if this.pointer.is_null() {
                if this.length > 0 {
                    return Err(Error::Argument);
                }
                this.pointer = core::ptr::dangling();
            }
            if this.length > isize::MAX as usize {
                return Err(Error::Argument);
            }
        }
        let mut rest = &*passed;
        let mut left = outputs;
        while left > 0
            && let [this, others @ ..] = rest
        {
            for other in others {
                // What is empty among the outputs meets nothing.
                if this.length > 0 && this.region().meets(other.region()) {
                    return Err(Error::Overlap);
                }
            }
            left -= 1;
            rest = others;
        }
        Ok(())
    }

    #[inline(always)]
    fn region(&self) -> Region {
        Region { start: self.pointer.addr(), length: self.length }
    }

    /// A place for an object.
    ///
    /// # Safety
    ///
    /// It was checked, and may be written as a `T` for `'a`.
    #[inline(always)]
    pub(super) unsafe fn place<'a, T>(self) -> Place<'a, T> {
        Place(self.pointer.cast_mut().cast(), PhantomData)
    }

    /// The bytes of an input.
    ///
    /// # Safety
    ///
    /// It was checked, and what it points to stays unchanged for `'a`.
    #[inline(always)]
    pub(super) unsafe fn input<'a>(self) -> &'a [u8] {
        // SAFETY: the caller vouches for the bytes; pointer and length were checked.
        unsafe { core::slice::from_raw_parts(self.pointer, self.length) }
    }

    /// Runs a conversion, as [`convert`], into a buffer and a place for the length, from up to two inputs, in this
    /// order. `text` says whether what is written is a text.
    ///
    /// # Safety
    ///
    /// The buffer and the place may be written, and the inputs stay unchanged.
    #[inline(never)]
    pub(super) unsafe fn convert(mut passed: [Self; 4], text: bool, option: u8, conversion: Conversion) -> cri_err_t {
        let mut run = || {
            Self::check(&mut passed, 2)?;
            let [buffer, length, first, second] = passed;
            // SAFETY: the caller vouches for it, and the buffer is apart from everything else.
            let (buffer, inputs) = unsafe {
                let buffer = core::slice::from_raw_parts_mut(buffer.pointer.cast_mut().cast(), buffer.length);
                (buffer, [first.input(), second.input()])
            };
            let mut output = Output::new(buffer);
            let result = conversion(inputs, option, &mut output);
            // SAFETY: the caller vouches for the place, and it was checked.
            unsafe { close(&mut output, length.pointer.cast_mut().cast(), text, result) }
        };
        number(run())
    }
}

/// What converts up to two texts to one, with an option.
pub(super) type Conversion = for<'b> fn([&[u8]; 2], u8, &mut Output<'b, MaybeUninit<u8>>) -> Result<(), Error>;
