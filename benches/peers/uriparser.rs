// SPDX-License-Identifier: MIT OR Apache-2.0
//! uriparser, through `uriparser.c`.

use std::ffi::c_void;
use std::marker::PhantomData;

mod c {
    use std::ffi::c_void;

    unsafe extern "C" {
        pub fn uriparser_split(text: *const u8, len: usize) -> bool;
        pub fn uriparser_normalize(text: *const u8, len: usize) -> bool;
        pub fn uriparser_resolve(base: *const u8, base_len: usize, reference: *const u8, len: usize) -> bool;
        pub fn uriparser_open(text: *const u8, len: usize) -> *mut c_void;
        pub fn uriparser_write(uri: *const c_void) -> bool;
        pub fn uriparser_equal(a: *const c_void, b: *const c_void) -> bool;
    }
}

// SAFETY of all blocks: The C functions read the text of this length, and objects that uriparser_open() returned.

pub fn split(uri: &str) -> bool {
    unsafe { c::uriparser_split(uri.as_ptr(), uri.len()) }
}

pub fn normalize(uri: &str) -> bool {
    unsafe { c::uriparser_normalize(uri.as_ptr(), uri.len()) }
}

pub fn resolve(base: &str, reference: &str) -> bool {
    unsafe { c::uriparser_resolve(base.as_ptr(), base.len(), reference.as_ptr(), reference.len()) }
}

/// A parsed URI. It is never freed.
pub struct Uri<'a>(*const c_void, PhantomData<&'a str>);

impl<'a> Uri<'a> {
    pub fn parse(uri: &'a str) -> Self {
        let parsed = unsafe { c::uriparser_open(uri.as_ptr(), uri.len()) };
        assert!(!parsed.is_null(), "{uri}");
        Self(parsed, PhantomData)
    }

    pub fn write(&self) -> bool {
        unsafe { c::uriparser_write(self.0) }
    }

    pub fn equal(&self, other: &Self) -> bool {
        unsafe { c::uriparser_equal(self.0, other.0) }
    }
}
