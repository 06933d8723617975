// SPDX-License-Identifier: MIT OR Apache-2.0
//! Helpers for conversions into a caller's buffer, and for functions that store results.

use core::ffi::c_char;

use super::mirror::Mirror;
use super::pointer::{Slot, buffer, input, slot};
use super::{Region, open, revision};
use crate::bytes::output::Output;
use crate::error::Error;
use crate::revision::Revision;

/// The kind of output that a conversion writes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// CBOR, options or octets, without a terminator.
    Bytes,
    /// A text that ends in NUL. Its length does not count the NUL, but the buffer must have room for the NUL (R23).
    Text,
}

/// Runs a conversion. Stores the length of its output, even if the buffer is too small.
#[cfg_attr(speed, inline(always))]
pub(crate) fn fill(
    mut output: Output<'_>,
    length: Slot<'_, usize>,
    written: Written,
    conversion: impl FnOnce(&mut Output<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut result = conversion(&mut output);
    if written == Written::Text {
        result = output.terminate(result);
    }
    store_length(length, output.position(), result)
}

/// Runs a conversion of bytes like [`fill`], and returns the number of bytes in the buffer. A result may borrow these
/// bytes after the call, but not during it, because `buf` is then the only reference to them.
pub(crate) fn fill_to_borrow(
    buf: Output<'_>,
    length: Slot<'_, usize>,
    conversion: impl FnOnce(&mut Output<'_>) -> Result<(), Error>,
) -> Result<usize, Error> {
    let mut used = 0;
    fill(buf, length, Written::Bytes, |output| {
        conversion(output)?;
        used = output.position();
        output.check()
    })?;
    Ok(used)
}

/// Stores the length of an output, or the length needed if the output did not fit.
pub(crate) fn store_length(slot: Slot<'_, usize>, length: usize, result: Result<(), Error>) -> Result<(), Error> {
    if matches!(result, Ok(()) | Err(Error::Buffer)) {
        slot.write(length);
    }
    result
}

/// Stores whether there is a match. If there is a match and C passed memory for the rest of the path, stores the rest.
pub(crate) fn store_match<T: Mirror>(
    matches: Slot<'_, bool>,
    rest: Option<Slot<'_, T>>,
    left: Option<T::Of<'_>>,
) -> Result<(), Error> {
    matches.write(left.is_some());
    if let (Some(rest), Some(left)) = (rest, left) {
        rest.store(left);
    }
    Ok(())
}

/// Stores bytes, as a pointer and a length.
pub(crate) fn store_bytes<T>(start: Slot<'_, *const T>, length: Slot<'_, usize>, bytes: &[u8]) -> Option<()> {
    const { assert!(size_of::<T>() == 1) };
    start.write(Region::bytes(bytes).of_c().start.cast());
    length.write(bytes.len());
    Some(())
}

/// A conversion of a text to a CRI of a revision.
pub(crate) type FromText = for<'b> fn(&[u8], Revision, &mut Output<'b>) -> Result<(), Error>;

#[cfg_attr(speed, inline(always))]
pub(crate) unsafe fn from_text(
    rev: u8,
    text: *const c_char,
    text_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    conversion: FromText,
) -> Result<(), Error> {
    let revision = revision(rev)?;
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let (buf, len, text) = unsafe { open((buffer(buf, buf_cap), slot(len), input(text, text_len)))? };
    fill(buf, len, Written::Bytes, |output| conversion(text, revision, output))
}
