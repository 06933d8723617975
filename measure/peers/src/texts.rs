// SPDX-License-Identifier: MIT OR Apache-2.0
//! What peers do with any text: split, normalise, resolve. Each function returns whether the crate did what was asked of it.

use std::fmt::Write;
use std::hint::black_box;
use std::slice;

use ada_url::Url;
use fluent_uri::{Uri, UriRef};
use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriStr};

/// A buffer that a text is written to without an allocation, as in firmware.
struct Fixed<'a> {
    bytes: &'a mut [u8],
    len: usize,
}

impl Write for Fixed<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(std::fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

fn written(text: impl std::fmt::Display, bytes: &mut [u8]) -> bool {
    let mut fixed = Fixed { bytes, len: 0 };
    write!(fixed, "{text}").is_ok() && black_box(fixed.len) <= fixed.bytes.len()
}

/// # Safety
///
/// ASCII text of that length.
unsafe fn text<'a>(chars: *const u8, len: usize) -> &'a str {
    // SAFETY: as the caller ensures.
    black_box(unsafe { str::from_utf8_unchecked(slice::from_raw_parts(chars, len)) })
}

/// # Safety
///
/// A buffer of that capacity, of initialised memory.
unsafe fn buffer<'a>(buf: *mut u8, cap: usize) -> &'a mut [u8] {
    // SAFETY: as the caller ensures.
    unsafe { slice::from_raw_parts_mut(buf, cap) }
}

/// # Safety
///
/// As `text`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fluent_text_split(chars: *const u8, len: usize) -> bool {
    // SAFETY: as the caller ensures.
    black_box(UriRef::parse(unsafe { text(chars, len) })).is_ok()
}

/// # Safety
///
/// As `text`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fluent_text_normalize(chars: *const u8, len: usize) -> bool {
    // SAFETY: as the caller ensures.
    UriRef::parse(unsafe { text(chars, len) }).map(|uri| black_box(uri.normalize())).is_ok()
}

/// # Safety
///
/// As `text`, for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fluent_text_resolve(base: *const u8, base_len: usize, chars: *const u8, len: usize) -> bool {
    // SAFETY: as the caller ensures.
    let (base, reference) = unsafe { (text(base, base_len), text(chars, len)) };
    let Ok(base) = Uri::parse(base) else { return false };
    UriRef::parse(reference).is_ok_and(|uri| black_box(uri.resolve_against(&base)).is_ok())
}

/// # Safety
///
/// As `text`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iri_text_split(chars: *const u8, len: usize) -> bool {
    // SAFETY: as the caller ensures.
    black_box(UriReferenceStr::new(unsafe { text(chars, len) })).is_ok()
}

/// It normalises no references.
///
/// # Safety
///
/// As `text` and `buffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iri_text_normalize(chars: *const u8, len: usize, buf: *mut u8, cap: usize) -> bool {
    // SAFETY: as the caller ensures.
    let (text, buffer) = unsafe { (text(chars, len), buffer(buf, cap)) };
    UriStr::new(text).is_ok_and(|uri| written(uri.normalize(), buffer))
}

/// # Safety
///
/// As `text` and `buffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iri_text_resolve(
    base: *const u8,
    base_len: usize,
    chars: *const u8,
    len: usize,
    buf: *mut u8,
    cap: usize,
) -> bool {
    // SAFETY: as the caller ensures.
    let (base, reference, buffer) = unsafe { (text(base, base_len), text(chars, len), buffer(buf, cap)) };
    let Ok(base) = UriAbsoluteStr::new(base) else { return false };
    UriReferenceStr::new(reference).is_ok_and(|uri| written(uri.resolve_against(base), buffer))
}

/// Splits and normalises at once, by the rules of the URL standard.
///
/// # Safety
///
/// As `text`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ada_text_parse(chars: *const u8, len: usize) -> bool {
    // SAFETY: as the caller ensures.
    black_box(Url::parse(unsafe { text(chars, len) }, None)).is_ok()
}

/// # Safety
///
/// As `text`, for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ada_text_resolve(base: *const u8, base_len: usize, chars: *const u8, len: usize) -> bool {
    // SAFETY: as the caller ensures.
    let (base, reference) = unsafe { (text(base, base_len), text(chars, len)) };
    black_box(Url::parse(reference, Some(base))).is_ok()
}
