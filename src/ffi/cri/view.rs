// SPDX-License-Identifier: MIT OR Apache-2.0
//! Helpers of functions that read a view: they store what an accessor returns, or the output of a conversion.

use super::parse::cri_t;
use super::text::{cri_iter_t, cri_text_t};
use crate::cri::Cri;
use crate::cri::items::Items;
use crate::cri::text::Text;
use crate::error::Error;
use crate::ffi::prelude::*;

/// Stores a value of a view.
pub(crate) unsafe fn value<T>(cri: *const cri_t, out: *mut T, value: fn(&Cri<'_>) -> Option<T>) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((slot(out), object(cri))) };
    opened.ok().and_then(|(out, cri)| value(cri).map(|value| out.write(value))).is_some()
}

/// Stores a value of a view, or returns the reason why the view has none.
pub(crate) unsafe fn computed<T>(
    cri: *const cri_t,
    out: *mut T,
    value: fn(&Cri<'_>) -> Result<T, Error>,
) -> Result<(), Error> {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((slot(out), object(cri))) };
    opened.and_then(|(out, cri)| value(cri).map(|value| out.write(value)))
}

/// Stores a text of a view. The accessor is a generic parameter and not a function pointer: with a pointer, the
/// compiler would copy texts including their padding, which is uninitialised.
pub(crate) unsafe fn text<'a>(
    cri: *const cri_t,
    out: *mut cri_text_t,
    text: impl FnOnce(&Cri<'a>) -> Option<Text<'a>>,
) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((slot(out), object(cri))) };
    opened.ok().and_then(|(out, cri)| text(cri).map(|text| out.store(text))).is_some()
}

/// Stores bytes that a view has, as a pointer and a length.
pub(crate) unsafe fn bytes(
    cri: *const cri_t,
    out: *mut *const u8,
    out_len: *mut usize,
    bytes: for<'a> fn(&Cri<'a>) -> Option<&'a [u8]>,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (out, out_len, cri) = unsafe { open((slot(out), slot(out_len), object(cri))).ok()? };
        let found = bytes(cri)?;
        store_bytes(out, out_len, found)
    })
}

/// Initialises an iterator over texts of a view. Without a view, the iterator is empty.
pub(crate) unsafe fn iterate(cri: *const cri_t, iter: *mut cri_iter_t, items: for<'a> fn(&Cri<'a>) -> Items<'a>) {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { store_iterator(cri, iter, items, Items::new(&[], &[])) }
}

/// A conversion of a view.
type FromView = for<'b> fn(&Cri<'_>, &mut Output<'b>) -> Result<(), Error>;

/// Runs a conversion of a view. All conversions share this function, so that flash contains its code only once.
#[cfg_attr(speed, inline(always))]
#[cfg_attr(not(speed), inline(never))]
pub(crate) unsafe fn from_view(
    cri: *const cri_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    written: Written,
    conversion: FromView,
) -> Result<(), Error> {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((buffer(buf, buf_cap), slot(len), object(cri))) };
    opened.and_then(|(buf, len, cri)| fill(buf, len, written, |output| conversion(cri, output)))
}
