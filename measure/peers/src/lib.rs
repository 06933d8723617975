// SPDX-License-Identifier: MIT OR Apache-2.0
//! What script/measure compares with, in Rust: split, normalise, resolve. Each function returns whether the crate did what was asked
//! of it.

use std::hint::black_box;
use std::slice;

use ada_url::Url;
use fluent_uri::{Uri, UriRef};

/// # Safety
///
/// ASCII text of that length.
unsafe fn text<'a>(chars: *const u8, len: usize) -> &'a str {
    // SAFETY: as the caller ensures.
    black_box(unsafe { str::from_utf8_unchecked(slice::from_raw_parts(chars, len)) })
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
