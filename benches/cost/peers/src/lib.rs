// SPDX-License-Identifier: MIT OR Apache-2.0
//! C functions for the crates with which script/measure compares libcri. A function splits, normalises or resolves a
//! URI, or reads the items of CBOR. It returns true if the crate succeeded.

mod ada;

use std::hint::black_box;
use std::slice;

use ada_url::Url;
use fluent_uri::{Uri, UriRef};
use minicbor::data::Type;
use minicbor::decode::{Decoder, Error};

/// # Safety
///
/// `chars` must point to ASCII text of `len` bytes.
unsafe fn text<'a>(chars: *const u8, len: usize) -> &'a str {
    // SAFETY: The caller ensures that each pointer and length are as `text` requires.
    black_box(unsafe { str::from_utf8_unchecked(slice::from_raw_parts(chars, len)) })
}

/// Defines C functions that take one text, or a base and a reference.
macro_rules! functions {
    ($($name:ident($first:ident $(, $second:ident)?) $body:block)*) => {$(
        /// # Safety
        ///
        /// Each pointer and length must be as for `text`.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            chars: *const u8, len: usize $(, $second: *const u8, second_len: usize)?
        ) -> bool {
            // SAFETY: The caller ensures that each pointer and length are as `text` requires.
            let ($first, $($second)?) = unsafe { (text(chars, len), $(text($second, second_len))?) };
            $body
        }
    )*};
}

functions! {
    fluent_text_split(uri) { black_box(UriRef::parse(uri)).is_ok() }
    fluent_text_normalize(uri) { UriRef::parse(uri).map(|uri| black_box(uri.normalize())).is_ok() }
    fluent_text_resolve(base, uri) {
        let Ok(base) = Uri::parse(base) else { return false };
        UriRef::parse(uri).is_ok_and(|uri| black_box(uri.resolve_against(&base)).is_ok())
    }
    // This crate splits and normalises in one step, by the rules of the URL standard.
    ada_text_parse(uri) { black_box(Url::parse(uri, None)).is_ok() }
    ada_text_to_cbor(uri) { Url::parse(uri, None).is_ok_and(|url| !black_box(ada::to_cbor(&url)).is_empty()) }
    ada_text_resolve(base, uri) { black_box(Url::parse(uri, Some(base))).is_ok() }
}

/// Reads each item, and checks that text is UTF-8.
fn read_items(bytes: &[u8]) -> Result<(), Error> {
    let mut items = Decoder::new(bytes);
    while items.position() < bytes.len() {
        match items.datatype()? {
            Type::Array => drop(black_box(items.array()?)),
            Type::Tag => drop(black_box(items.tag()?)),
            Type::String => drop(black_box(items.str()?)),
            Type::Bytes => drop(black_box(items.bytes()?)),
            Type::Bool | Type::Null => items.skip()?,
            _ => drop(black_box(items.int()?)),
        }
    }
    Ok(())
}

/// # Safety
///
/// `bytes` must point to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn minicbor_read_items(bytes: *const u8, len: usize) -> bool {
    // SAFETY: The caller ensures that each pointer and length are as `text` requires.
    read_items(black_box(unsafe { slice::from_raw_parts(bytes, len) })).is_ok()
}
