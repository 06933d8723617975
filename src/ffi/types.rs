// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. The objects of the C interface: complete types, so that C can put them anywhere, with the
//! layout of the Rust types they stand for.
#![allow(non_camel_case_types)]

use core::ffi::c_char;
use core::mem::{MaybeUninit, align_of, offset_of, size_of};

use crate::coap::{Aif, CoapOptions, CoapPath, Composer, PathMatcher};
use crate::convert::builder::Builder;
#[cfg(feature = "cori")]
use crate::cori::Cori;
use crate::cri::Cri;
use crate::cri::items::Items;
use crate::cri::text::{Chunks, Text};
use crate::uri::{Pieces, Uri};

/// An error number: `CRI_OK` (0) or one of the negative `CRI_ERR_…`.
pub type cri_err_t = i32;

/// A CRI or CRI reference: a view of the caller's bytes, which must outlive it and stay unchanged.
///
/// Made by cri_parse(), cri_resolve() and cri_relativize(); may be copied by assignment. Its fields are
/// private.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_t {
    _scheme: *const u8,
    _scheme_len: usize,
    _authority: *const u8,
    _authority_len: usize,
    _path: *const u8,
    _path_len: usize,
    _path_tail: *const u8,
    _path_tail_len: usize,
    _query: *const u8,
    _query_len: usize,
    _fragment: *const u8,
    _fragment_len: usize,
    _whole: *const u8,
    _whole_len: usize,
    _path_count: usize,
    _revision: u8,
    _discard: u8,
    _flags: u8,
}

/// A label, path segment, query parameter, userinfo or fragment: a text, or a text with
/// percent-encoded parts (PET). Borrows like the view it comes from. Its fields are private.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_text_t {
    _content: *const u8,
    _content_len: usize,
    _pet: bool,
}

/// An iterator over labels, path segments or query parameters. Its fields are private.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_iter_t {
    _rest: *const u8,
    _rest_len: usize,
    _tail: *const u8,
    _tail_len: usize,
}

/// An iterator over the parts of a text. Its fields are private.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_chunks_t {
    _rest: *const u8,
    _rest_len: usize,
    _pet: bool,
    _done: bool,
}

/// A builder, initialised by cri_builder_init(). Its fields are private.
#[repr(C)]
pub struct cri_builder_t {
    _buf: *mut u8,
    _buf_cap: usize,
    _len: usize,
    _array: usize,
    _items: usize,
    _segments: usize,
    _error: i32,
    _default_port: u16,
    _revision: u8,
    _state: [u8; 9],
}

/// A URI reference split into its components by cri_uri_split(): slices of its text, which must outlive it
/// and stay unchanged. May be copied by assignment. Its fields are private.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_uri_t {
    _text: *const u8,
    _scan: [usize; 4],
    _kind: u8,
    _literal: u8,
    _shape: u16,
    _bounds: [usize; 8],
    _groups: [[u8; 2]; 8],
}

/// An iterator over path segments or query parameters of a URI reference. Its fields are private.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_uri_iter_t {
    _rest: *const u8,
    _rest_len: usize,
    _separator: u8,
}

/// A CoRI: a view of the caller's bytes, which must outlive it and stay unchanged.
///
/// Made by cri_cori_parse(), cri_cori_resolve() and cri_cori_relativize(); may be copied by assignment. Its
/// fields are private.
#[cfg(feature = "cori")]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_cori_t {
    _head: *const u8,
    _head_len: usize,
    _tail: *const u8,
    _tail_len: usize,
    _own: [u8; 18],
}

/// Where a CoAP request goes to, or where it came in: what Uri-Host and Uri-Port are when they are left
/// out.
///
/// addr, addr_len: the IP address, 4 or 16 bytes in network order. zone, zone_len: the zone identifier of
/// an IPv6 address; NULL and 0 for none. port: the port.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub struct cri_endpoint_t {
    pub addr: *const u8,
    pub addr_len: usize,
    pub zone: *const c_char,
    pub zone_len: usize,
    pub port: u16,
}

/// The CoAP options of a request, made by cri_coap_options(). Borrows from the view's bytes and from the
/// scratch. Its fields are private.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_coap_options_t {
    _path: cri_iter_t,
    _query: *const u8,
    _query_len: usize,
    _authority: *const u8,
    _authority_len: usize,
    _proxy: *const u8,
    _proxy_len: usize,
    _last: u16,
    _proxy_number: u16,
}

/// A composer, which makes a CRI of CoAP options, initialised by cri_composer_init(). Its fields are
/// private.
#[repr(C)]
pub struct cri_composer_t {
    _builder: cri_builder_t,
    _destination: cri_endpoint_t,
    _authority_end: usize,
    _authority_items: usize,
    _scheme: u32,
    _state: [u8; 11],
}

/// The rest of a request's path, made by cri_coap_path_match(). Borrows from the request's options. Its fields are
/// private.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_coap_path_t {
    _rest: *const u8,
    _rest_len: usize,
    _number: u16,
}

/// A matcher, which compares the path of a request's options with a given one, initialised by
/// cri_path_matcher_init(). Borrows what the given view does. Its fields are private.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_path_matcher_t {
    _prefix: cri_iter_t,
    _counts: [usize; 3],
    _last: u16,
    _revision: u8,
    _state: [u8; 4],
}

/// The entries of authorization information, made by cri_aif_entries(). Borrows from its bytes. Its
/// fields are private.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_aif_t {
    _rest: *const u8,
    _rest_len: usize,
    _left: usize,
    _revision: u8,
}

/// A C type and the Rust type whose layout it has.
///
/// # Safety
///
/// Both types have the same size and alignment, and the same fields at the same places. Every value
/// of the C type that this library stored is a valid value of the Rust type. They begin with a pointer, which is NULL
/// in no value that can be read.
pub(super) unsafe trait Mirror: Sized {
    /// The Rust type.
    type Of<'a>: 'a;
}

macro_rules! mirror {
    ($($c:ident = $rust:ident { $($c_field:ident = $field:ident),* })*) => { $(
        // SAFETY: the layouts are compared below.
        unsafe impl Mirror for $c { type Of<'a> = $rust<'a>; }
        const _: () = assert!(size_of::<$c>() == size_of::<$rust<'static>>());
        const _: () = assert!(align_of::<$c>() == align_of::<$rust<'static>>());
        $(const _: () = assert!(offset_of!($c, $c_field) == offset_of!($rust<'static>, $field));)*
    )* };
}

#[cfg(feature = "cori")]
mirror! {
    cri_cori_t = Cori { _head = head, _tail = tail, _own = relation }
}

type CBuilder<'a> = Builder<'a, MaybeUninit<u8>>;
type CComposer<'a> = Composer<'a, MaybeUninit<u8>>;

mirror! {
    cri_t = Cri {
        _scheme = scheme, _authority = authority, _path = path, _path_tail = path_tail, _query = query,
        _fragment = fragment, _whole = whole, _path_count = path_count,
        _revision = revision, _discard = discard, _flags = flags
    }
    cri_text_t = Text { _content = content, _pet = pet }
    cri_iter_t = Items { _rest = rest, _tail = tail }
    cri_chunks_t = Chunks { _rest = rest, _pet = pet, _done = done }
    cri_uri_t = Uri { _text = scanner, _bounds = bounds, _kind = kind, _literal = literal, _shape = shape, _groups = groups }
    cri_uri_iter_t = Pieces { _rest = rest, _separator = separator }
    cri_builder_t = CBuilder { _buf = output, _array = array, _error = error, _revision = revision, _state = flags }
    cri_coap_options_t = CoapOptions { _proxy = proxy, _proxy_number = proxy_number }
    cri_composer_t = CComposer { _builder = builder, _destination = destination, _scheme = scheme }
    cri_coap_path_t = CoapPath { _rest = options }
    cri_path_matcher_t = PathMatcher { _prefix = prefix, _revision = revision }
    cri_aif_t = Aif { _rest = rest, _left = left, _revision = revision }
}

/// A slice is a pointer followed by a length: the language does not promise it, so the compiler checks
/// it. If it were the other way round, reading the length would read a pointer, and not compile.
const _: () = {
    #[repr(C)]
    union Probe {
        slice: &'static [u8],
        parts: Parts,
    }
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Parts {
        pointer: *const u8,
        length: usize,
    }
    let probe = Probe { slice: b"abc" };
    // SAFETY: both fields are two words, and all bytes of the slice are initialised.
    assert!(unsafe { probe.parts }.length == 3);
    assert!(size_of::<&[u8]>() == size_of::<Parts>());
};
