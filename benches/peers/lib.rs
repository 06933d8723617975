// SPDX-License-Identifier: MIT OR Apache-2.0
//! The work of other libraries, and plain code by hand (`by_hand.rs`), for criterion (`operations.rs`). A function
//! returns true if the library succeeded.

pub mod by_hand;

use std::hint::black_box;

use ada_url::Url;
use minicbor::data::Type;
use minicbor::decode::{Decoder, Error};
use percent_encoding::percent_decode_str;

/// Declares the functions of `uriparser.c` and `libcoap.c`, which read a text or a message.
macro_rules! of_c {
    ($($library:ident: $($name:ident),*;)*) => { $($(
        #[cfg($library)]
        pub fn $name(text: &[u8]) -> bool {
            unsafe extern "C" {
                fn $name(text: *const u8, len: usize) -> bool;
            }
            // SAFETY: the function reads the bytes of this length.
            unsafe { $name(text.as_ptr(), text.len()) }
        }
    )*)* };
}

of_c! { uriparser: uriparser_split, uriparser_normalize; libcoap: libcoap_options, libcoap_uri; }

#[cfg(uriparser)]
pub fn uriparser_resolve(base: &str, reference: &str) -> bool {
    unsafe extern "C" {
        fn uriparser_resolve(base: *const u8, base_len: usize, reference: *const u8, len: usize) -> bool;
    }
    // SAFETY: the function reads the texts of these lengths.
    unsafe { uriparser_resolve(base.as_ptr(), base.len(), reference.as_ptr(), reference.len()) }
}

/// Parses by the rules of the URL standard, which normalise, and lists the decoded segments and parameters.
pub fn ada_url_lists(uri: &str) -> bool {
    let Ok(url) = Url::parse(uri, None) else { return false };
    let list = |text: &str, by: char| -> Vec<Vec<u8>> {
        text.split(by).map(|part| percent_decode_str(part).collect()).collect()
    };
    black_box([list(url.pathname(), '/'), list(url.search(), '&')]);
    true
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
