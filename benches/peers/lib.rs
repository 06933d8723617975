// SPDX-License-Identifier: MIT OR Apache-2.0
//! The work of other libraries, for criterion (`operations.rs`) and for the programs in C of benches/cost. A function
//! splits, normalises or resolves a URI, or reads the items of CBOR. It returns true if the library succeeded.

mod ada;
#[cfg(libcoap)]
pub mod libcoap;
#[cfg(uriparser)]
pub mod uriparser;

use std::hint::black_box;

use ada_url::Url;
use fluent_uri::{Uri, UriRef};
use minicbor::data::Type;
use minicbor::decode::{Decoder, Error};

pub fn fluent_split(uri: &str) -> bool {
    black_box(UriRef::parse(uri)).is_ok()
}

pub fn fluent_normalize(uri: &str) -> bool {
    UriRef::parse(uri).map(|uri| black_box(uri.normalize())).is_ok()
}

pub fn fluent_resolve(base: &str, uri: &str) -> bool {
    let Ok(base) = Uri::parse(base) else { return false };
    UriRef::parse(uri).is_ok_and(|uri| black_box(uri.resolve_against(&base)).is_ok())
}

/// This crate splits and normalises in one step, by the rules of the URL standard.
pub fn ada_url_parse(uri: &str) -> bool {
    black_box(Url::parse(uri, None)).is_ok()
}

/// Also writes the lists of a CRI as CBOR.
pub fn ada_url_to_cbor(uri: &str) -> bool {
    Url::parse(uri, None).is_ok_and(|url| !black_box(ada::to_cbor(&url)).is_empty())
}

pub fn ada_url_resolve(base: &str, uri: &str) -> bool {
    black_box(Url::parse(uri, Some(base))).is_ok()
}

/// Reads each item, and checks that text is UTF-8.
pub fn minicbor_read(bytes: &[u8]) -> bool {
    let read = || -> Result<(), Error> {
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
    };
    read().is_ok()
}

/// The functions for C (`peers.h`), each of which calls the function of the same name.
mod for_c {
    use std::hint::black_box;
    use std::slice;

    /// # Safety
    ///
    /// `bytes` must point to `len` bytes.
    unsafe fn bytes<'a>(bytes: *const u8, len: usize) -> &'a [u8] {
        // SAFETY: The caller ensures it.
        black_box(unsafe { slice::from_raw_parts(bytes, len) })
    }

    macro_rules! functions {
        ($($name:ident($($text:ident $len:ident),+);)*) => {$(
            /// # Safety
            ///
            /// Each pointer must point to ASCII text of the length after it.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name($($text: *const u8, $len: usize),+) -> bool {
                // SAFETY: The caller ensures it.
                super::$name($(unsafe { str::from_utf8_unchecked(bytes($text, $len)) }),+)
            }
        )*};
    }

    functions! {
        fluent_split(uri len);
        fluent_normalize(uri len);
        fluent_resolve(base base_len, uri len);
        ada_url_parse(uri len);
        ada_url_to_cbor(uri len);
        ada_url_resolve(base base_len, uri len);
    }

    /// # Safety
    ///
    /// `data` must point to `len` bytes.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn minicbor_read(data: *const u8, len: usize) -> bool {
        // SAFETY: The caller ensures it.
        super::minicbor_read(unsafe { bytes(data, len) })
    }
}
