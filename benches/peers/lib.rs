// SPDX-License-Identifier: MIT OR Apache-2.0
//! The work of other libraries, for criterion (`operations.rs`). A function splits, normalises or
//! resolves a URI, or reads the items of CBOR. It returns true if the library succeeded.

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
