// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. The objects of the C interface: complete types, so that C can put them anywhere, with the layout
//! of the Rust types that they mirror.
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

/// The destination of a CoAP request, or the endpoint at which it arrived: the defaults of Uri-Host and
/// Uri-Port.
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

/// A composer, which makes a CRI from CoAP options, initialised by cri_composer_init(). Its fields are
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

/// A matcher, which compares the path in a request's options with a given path, initialised by
/// cri_path_matcher_init(). Borrows the bytes that the given view borrows. Its fields are private.
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
/// Both types have the same size and alignment, and the same fields at the same places. Every value of the C type
/// that this library stored is a valid value of the Rust type. They begin with `SLICES` slices, at least one; the
/// pointer of the first is NULL in no value that can be read.
pub(super) unsafe trait Mirror: Sized {
    /// The Rust type.
    type Of<'a>: 'a;
    /// The number of slices that it begins with: all the bytes that it borrows.
    const SLICES: u8;
    /// The first slice is a buffer that operations on the object write to.
    const WRITES: bool;
}

macro_rules! mirror {
    ($($c:ident: $slices:literal $kind:ident = $rust:ident { $($c_field:ident = $field:ident),* })*) => { $(
        // SAFETY: the layouts are compared below, the slices by the tests of this file.
        unsafe impl Mirror for $c {
            type Of<'a> = $rust<'a>;
            const SLICES: u8 = $slices;
            const WRITES: bool = mirror!(@$kind);
        }
        const _: () = assert!(size_of::<$c>() == size_of::<$rust<'static>>());
        const _: () = assert!(align_of::<$c>() == align_of::<$rust<'static>>());
        $(const _: () = assert!(offset_of!($c, $c_field) == offset_of!($rust<'static>, $field));)*
    )* };
    (@borrowed) => { false };
    (@written) => { true };
}

#[cfg(feature = "cori")]
mirror! {
    cri_cori_t: 2 borrowed = Cori { _head = head, _tail = tail, _own = relation }
}

type CBuilder<'a> = Builder<'a, MaybeUninit<u8>>;
type CComposer<'a> = Composer<'a, MaybeUninit<u8>>;

mirror! {
    cri_t: 7 borrowed = Cri {
        _scheme = scheme, _authority = authority, _path = path, _path_tail = path_tail, _query = query,
        _fragment = fragment, _whole = whole, _path_count = path_count,
        _revision = revision, _discard = discard, _flags = flags
    }
    cri_text_t: 1 borrowed = Text { _content = content, _pet = pet }
    cri_iter_t: 2 borrowed = Items { _rest = rest, _tail = tail }
    cri_chunks_t: 1 borrowed = Chunks { _rest = rest, _pet = pet, _done = done }
    cri_uri_t: 1 borrowed = Uri { _text = scanner, _bounds = bounds, _kind = kind, _literal = literal, _shape = shape, _groups = groups }
    cri_uri_iter_t: 1 borrowed = Pieces { _rest = rest, _separator = separator }
    cri_builder_t: 1 written = CBuilder { _buf = output, _array = array, _error = error, _revision = revision, _state = flags }
    cri_coap_options_t: 5 borrowed = CoapOptions { _proxy = proxy, _proxy_number = proxy_number }
    cri_composer_t: 1 written = CComposer { _builder = builder, _destination = destination, _scheme = scheme }
    cri_coap_path_t: 1 borrowed = CoapPath { _rest = options }
    cri_path_matcher_t: 2 borrowed = PathMatcher { _prefix = prefix, _revision = revision }
    cri_aif_t: 1 borrowed = Aif { _rest = rest, _left = left, _revision = revision }
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

#[cfg(test)]
mod tests {
    use super::super::call::Region;
    use super::*;
    use crate::cbor::write::Output;
    use crate::coap::coap_path_under;
    use crate::revision::Revision;

    /// `[-1, ["example"], ["a", "bc"], ["q"], "f"]`
    const FULL: &[u8] = b"\x85\x20\x81\x67example\x82\x61a\x62bc\x81\x61q\x61f";

    /// Checks that an object begins with the slices that it borrows.
    fn begins<T: Mirror, const N: usize>(object: &T::Of<'_>, borrowed: [&[u8]; N]) {
        assert_eq!(T::SLICES as usize, N);
        let first = (&raw const *object).cast::<Region>();
        for (at, slice) in borrowed.iter().enumerate() {
            // SAFETY: `Mirror` promises so many slices, and Miri would see it if there were less.
            let region = unsafe { first.add(at).read() };
            assert_eq!((region.start, region.length), (slice.as_ptr(), slice.len()));
        }
    }

    #[test]
    fn objects_begin_with_what_they_borrow() {
        let cri = Cri::parse(Revision::Href27, FULL).unwrap().0;
        let sections = [cri.scheme, cri.authority, cri.path, cri.path_tail, cri.query, cri.fragment, cri.whole];
        begins::<cri_t, 7>(&cri, sections);
        let path = cri.path();
        begins::<cri_iter_t, 2>(&path, [path.rest, path.tail]);
        let text = cri.fragment().unwrap();
        let plain = text.plain().unwrap();
        begins::<cri_text_t, 1>(&text, [plain]);
        begins::<cri_chunks_t, 1>(&text.chunks(), [plain]);
        let uri = Uri::split(b"a:b/c").unwrap();
        begins::<cri_uri_t, 1>(&uri, [b"a:b/c"].map(|_| uri.scanner.text));
        let pieces = Pieces::of_path(b"b/c");
        begins::<cri_uri_iter_t, 1>(&pieces, [pieces.rest.unwrap()]);
        let matcher = PathMatcher::new(&cri).unwrap();
        begins::<cri_path_matcher_t, 2>(&matcher, [matcher.prefix.rest, matcher.prefix.tail]);
        let aif = Aif::new(Revision::Href27, b"\x81\x82\x81\x80\x01").unwrap();
        begins::<cri_aif_t, 1>(&aif, [aif.rest]);
        #[cfg(feature = "cori")]
        {
            let cori = Cori::parse(b"\x82\x05\x00").unwrap().0;
            begins::<cri_cori_t, 2>(&cori, [cori.head, cori.tail]);
        }
    }

    #[test]
    fn builders_begin_with_their_buffer() {
        let mut buffer = [MaybeUninit::uninit(); 9];
        let start = buffer.as_ptr().cast::<u8>();
        let builder = Builder::new(Revision::Href27, 0, &mut buffer);
        begins_with_buffer::<cri_builder_t>(&builder, start, 9);
        let composer = Composer::location(Revision::Href27, &mut buffer);
        begins_with_buffer::<cri_composer_t>(&composer, start, 9);
    }

    fn begins_with_buffer<T: Mirror>(object: &T::Of<'_>, start: *const u8, length: usize) {
        assert!(T::WRITES && T::SLICES == 1);
        // SAFETY: `Mirror` promises a slice.
        let region = unsafe { (&raw const *object).cast::<Region>().read() };
        assert_eq!((region.start, region.length), (start, length));
    }

    #[test]
    fn options_begin_with_what_they_borrow() {
        let cri = Cri::parse(Revision::Href27, FULL).unwrap().0.without_fragment();
        let mut scratch = [0; 16];
        let mut output = Output::new(&mut scratch);
        let mut options = CoapOptions::empty();
        options.prepare(&cri, None, &mut output).unwrap();
        let scratch = output.written().unwrap();
        assert!(!scratch.is_empty());
        options.borrow(scratch);
        let (path, query) = (cri.path(), cri.query());
        begins::<cri_coap_options_t, 5>(
            &options,
            [path.rest, path.tail, query.rest, scratch, &scratch[scratch.len()..]],
        );
        let root = Cri::parse(Revision::Href27, b"\x82\xf5\x80").unwrap().0;
        let bytes = b"\xb1a\x01b";
        let rest = coap_path_under(bytes, &root).unwrap().unwrap();
        begins::<cri_coap_path_t, 1>(&rest, [bytes]);
    }
}
