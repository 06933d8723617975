// SPDX-License-Identifier: MIT OR Apache-2.0
//! libcoap, through `libcoap.c`.

use std::ffi::{c_uint, c_void};

mod c {
    use std::ffi::{c_uint, c_void};

    unsafe extern "C" {
        pub fn libcoap_options(text: *const u8, len: usize) -> bool;
        pub fn libcoap_request(message: *const u8, len: usize) -> *mut c_void;
        pub fn libcoap_path_and_query(request: *const c_void) -> bool;
        pub fn libcoap_server(request: *const c_void, count: c_uint) -> *mut c_void;
        pub fn libcoap_find(server: *mut c_void, request: *const c_void) -> bool;
    }
}

// SAFETY of all blocks: The C functions read the bytes of this length, and objects that these functions returned.

pub fn options(uri: &str) -> bool {
    unsafe { c::libcoap_options(uri.as_ptr(), uri.len()) }
}

/// A request that libcoap has received. It is never freed.
pub struct Request(*const c_void);

impl Request {
    /// Returns a GET request with delta-coded options.
    pub fn new(options: &[u8]) -> Self {
        let message = [b"\x40\x01\0\0", options].concat();
        let request = unsafe { c::libcoap_request(message.as_ptr(), message.len()) };
        assert!(!request.is_null(), "{options:x?}");
        Self(request)
    }

    pub fn path_and_query(&self) -> bool {
        unsafe { c::libcoap_path_and_query(self.0) }
    }
}

/// A server with resources. It is never freed.
pub struct Server(*mut c_void);

impl Server {
    /// Returns a server with `count` resources, of which the last one has the path of the request.
    pub fn new(request: &Request, count: c_uint) -> Self {
        Self(unsafe { c::libcoap_server(request.0, count) })
    }

    pub fn find(&self, request: &Request) -> bool {
        unsafe { c::libcoap_find(self.0, request.0) }
    }
}
