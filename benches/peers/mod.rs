// SPDX-License-Identifier: MIT OR Apache-2.0
//! The work of other libraries, and of plain C by hand.

use std::hint::black_box;

use ada_url::Url;
use minicbor::data::Type;
use minicbor::decode::{Decoder, Error};
use percent_encoding::percent_decode_str;

/// Declares functions of C. They return the length that they write, or 0 if they fail.
macro_rules! of_c {
    ($($(#[$attribute:meta])? $name:ident($($input:ident),*);)*) => { $(
        $(#[$attribute])?
        pub fn $name($($input: &[u8],)* to: &mut [u8]) -> usize {
            unsafe extern "C" {
                fn $name($($input: *const u8, _: usize,)* to: *mut u8, cap: usize) -> usize;
            }
            // SAFETY: the function reads the bytes of these lengths, and writes up to this capacity.
            unsafe { $name($($input.as_ptr(), $input.len(),)* to.as_mut_ptr(), to.len()) }
        }
    )* };
}

of_c! {
    by_hand_parse(cri);
    by_hand_to_coap(cri);
    by_hand_from_uri(uri);
    #[cfg(libcoap)] libcoap_options(uri);
    #[cfg(uriparser)] uriparser_normalize(uri);
    #[cfg(uriparser)] uriparser_resolve(base, reference);
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

/// Reads each item, and checks that text is UTF-8.
pub fn minicbor_read(bytes: &[u8]) -> Result<(), Error> {
    let mut items = Decoder::new(bytes);
    while items.position() < bytes.len() {
        match items.datatype()? {
            Type::Array => drop(black_box(items.array()?)),
            Type::String => drop(black_box(items.str()?)),
            Type::Bytes => drop(black_box(items.bytes()?)),
            Type::Bool | Type::Null => items.skip()?,
            _ => drop(black_box(items.int()?)),
        }
    }
    Ok(())
}
