// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C interface, called as C does: buffers, objects and lengths anywhere in one block of memory,
//! overlapping or not, of lengths that no buffer has. Whatever overlaps is refused, nothing outside the buffer is touched.
#![no_main]
#![allow(non_camel_case_types)]

use std::ffi::c_char;

use arbitrary::Unstructured;
use libfuzzer_sys::{arbitrary, fuzz_target};

#[repr(C)]
#[derive(Clone, Copy)]
struct cri_t([usize; 16]);

#[repr(C)]
struct cri_text_t([usize; 3]);

#[repr(C)]
struct cri_coap_path_t([usize; 3]);

const _: () = assert!(size_of::<cri_t>() == size_of::<cri::Cri<'_>>());
const _: () = assert!(size_of::<cri_text_t>() == size_of::<cri::cri::text::Text<'_>>());
const _: () = assert!(size_of::<cri_coap_path_t>() == size_of::<cri::CoapPath<'_>>());

unsafe extern "C" {
    fn cri_parse(rev: u8, data: *const u8, data_len: usize, cri: *mut cri_t, consumed: *mut usize) -> i32;
    fn cri_skip(data: *const u8, data_len: usize, consumed: *mut usize) -> i32;
    fn cri_resolve(base: *const cri_t, reference: *const cri_t, resolved: *mut cri_t) -> i32;
    fn cri_relativize(base: *const cri_t, target: *const cri_t, reference: *mut cri_t) -> i32;
    fn cri_equal(a: *const cri_t, b: *const cri_t, equal: *mut bool) -> i32;
    fn cri_encode(cri: *const cri_t, buf: *mut u8, buf_cap: usize, len: *mut usize) -> i32;
    fn cri_to_uri(cri: *const cri_t, buf: *mut c_char, buf_cap: usize, len: *mut usize) -> i32;
    fn cri_to_edn(cri: *const cri_t, buf: *mut c_char, buf_cap: usize, len: *mut usize) -> i32;
    fn cri_from_uri(rev: u8, uri: *const c_char, uri_len: usize, buf: *mut u8, buf_cap: usize, len: *mut usize) -> i32;
    fn cri_from_iri(rev: u8, iri: *const c_char, iri_len: usize, buf: *mut u8, buf_cap: usize, len: *mut usize) -> i32;
    fn cri_to_iri(cri: *const cri_t, buf: *mut c_char, buf_cap: usize, len: *mut usize) -> i32;
    fn cri_host_text(cri: *const cri_t, buf: *mut c_char, buf_cap: usize, len: *mut usize) -> i32;
    fn cri_to_coap(
        cri: *const cri_t,
        dest: *const u8,
        after: u16,
        buf: *mut u8,
        buf_cap: usize,
        len: *mut usize,
    ) -> i32;
    fn cri_from_coap(
        rev: u8,
        scheme: i64,
        options: *const u8,
        options_len: usize,
        dest: *const u8,
        buf: *mut u8,
        buf_cap: usize,
        len: *mut usize,
    ) -> i32;
    fn cri_uri_normalize(
        uri: *const c_char,
        uri_len: usize,
        level: u8,
        buf: *mut c_char,
        buf_cap: usize,
        len: *mut usize,
    ) -> i32;
    fn cri_uri_resolve(
        base: *const c_char,
        base_len: usize,
        reference: *const c_char,
        reference_len: usize,
        strict: bool,
        buf: *mut c_char,
        buf_cap: usize,
        len: *mut usize,
    ) -> i32;
    fn cri_cori_decompose(uri: *const c_char, uri_len: usize, buf: *mut u8, buf_cap: usize, len: *mut usize) -> i32;
    fn cri_hash(cri: *const cri_t) -> u32;
    fn cri_coap_route(
        routes: *const cri_route_t,
        routes_len: usize,
        options: *const u8,
        options_len: usize,
        captures: *mut cri_text_t,
        captures_cap: usize,
        rest: *mut cri_coap_path_t,
        route: *mut *const cri_route_t,
    ) -> i32;
}

#[repr(C)]
struct cri_route_t {
    pattern: *const c_char,
    pattern_len: usize,
    id: u32,
}

const ARGUMENT: i32 = -1;
const OVERLAP: i32 = -5;
const BUFFER: i32 = -2;
/// How large the block is, and the pattern that fills it.
const SIZE: usize = 768;
const PATTERN: usize = 48;

/// A range of the block.
struct Range {
    start: usize,
    len: usize,
}

impl Range {
    fn any(u: &mut Unstructured<'_>) -> arbitrary::Result<Self> {
        let start = u.int_in_range(0..=SIZE - 1)?;
        Ok(Self { start, len: u.int_in_range(0..=(SIZE - start).min(200))? })
    }

    /// A place for an object of a size.
    fn object(u: &mut Unstructured<'_>, size: usize) -> arbitrary::Result<Self> {
        Ok(Self { start: u.int_in_range(0..=(SIZE - size) / 8)? * 8, len: size })
    }

    /// Whether they have a byte in common.
    fn meets(&self, other: &Self) -> bool {
        let (start, end) = (self.start.max(other.start), (self.start + self.len).min(other.start + other.len));
        start < end
    }
}

/// A block of exactly its size, so that the sanitizer sees what goes past it.
struct Block(Vec<usize>);

impl Block {
    fn at<T>(&mut self, range: &Range) -> *mut T {
        self.0.as_mut_ptr().cast::<u8>().wrapping_add(range.start).cast()
    }

    fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|word| word.to_ne_bytes()).collect()
    }

    /// Only what is within one of the ranges may have changed.
    fn check(&self, before: &[u8], written: &[&Range]) {
        for (at, (old, new)) in before.iter().zip(self.bytes()).enumerate() {
            let allowed = written.iter().any(|range| range.start <= at && at < range.start + range.len);
            assert!(*old == new || allowed, "byte {at} changed");
        }
    }
}

fn run(u: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    // One pattern all over, so that what is in it is found wherever a range starts.
    let pattern: Vec<usize> = u
        .bytes(PATTERN)?
        .chunks_exact(8)
        .filter_map(|word| Some(usize::from_ne_bytes(word.try_into().ok()?)))
        .collect();
    let mut block = Block(pattern.iter().copied().cycle().take(SIZE / 8).collect());
    let rev = *u.choose(&[13, 27])?;
    // Two views of bytes outside of the block, or of bytes in it.
    let outside: Vec<u8> = u.bytes(40)?.to_vec();
    let mut views = [cri_t([0; 16]); 2];
    let mut borrowed = Vec::new();
    for view in &mut views {
        let inside = Range::any(u)?;
        let (data, len) = if u.ratio(1, 2)? {
            (outside.as_ptr(), outside.len())
        } else {
            (block.at::<u8>(&inside).cast_const(), inside.len)
        };
        let mut consumed = 0;
        // SAFETY: the bytes are there, and the outputs are variables.
        if unsafe { cri_parse(rev, data, len, view, &mut consumed) } != 0 {
            return Ok(());
        }
        if !std::ptr::eq(data, outside.as_ptr()) {
            borrowed.push(Range { start: inside.start, len: consumed });
        }
    }
    let [a, b] = views;
    let (buffer, len) = (Range::any(u)?, Range::object(u, size_of::<usize>())?);
    let object = Range::object(u, size_of::<cri_t>())?;
    let before = block.bytes();
    let (buf, cap, len_at) = (block.at::<u8>(&buffer), buffer.len, block.at::<usize>(&len));
    let overlaps = |range: &Range| borrowed.iter().any(|other| range.meets(other));
    // SAFETY: every pointer is into the block, with as many bytes as the length says, aligned where the
    // type wants it; the views were stored by the library, and what they borrow is there.
    unsafe {
        match u.int_in_range(0..=18)? {
            operation @ (0..=2 | 9..=11) => {
                let result = match operation {
                    0 => cri_encode(&a, buf, cap, len_at),
                    1 => cri_to_uri(&a, buf.cast(), cap, len_at),
                    2 => cri_to_edn(&a, buf.cast(), cap, len_at),
                    9 => cri_to_iri(&a, buf.cast(), cap, len_at),
                    10 => cri_host_text(&a, buf.cast(), cap, len_at),
                    _ => cri_to_coap(&a, std::ptr::null(), 0, buf, cap, len_at),
                };
                // A view's whole encoding counts as borrowed.
                let expected = buffer.meets(&len)
                    || a_meets(&borrowed, &a, &outside, &buffer)
                    || a_meets(&borrowed, &a, &outside, &len);
                assert_eq!(result == OVERLAP, expected);
                match result {
                    0 => block.check(&before, &[&buffer, &len]),
                    BUFFER => {
                        // A text needs room for its NUL (R23).
                        let nul = matches!(operation, 1 | 2 | 9 | 10) as usize;
                        assert!(len_at.read() + nul > cap);
                        block.check(&before, &[&buffer, &len]);
                    }
                    OVERLAP => block.check(&before, &[]),
                    // What is in the buffer is unspecified after an error.
                    _ => block.check(&before, &[&buffer]),
                }
            }
            operation @ (3 | 12..=16) => {
                let (text, other) = (Range::any(u)?, Range::any(u)?);
                let (chars, chars_len) = (block.at::<c_char>(&text).cast_const(), text.len);
                let mut expected = buffer.meets(&len) || buffer.meets(&text) || len.meets(&text);
                let result = match operation {
                    3 => cri_from_uri(rev, chars, chars_len, buf, cap, len_at),
                    12 => cri_from_iri(rev, chars, chars_len, buf, cap, len_at),
                    13 => cri_from_coap(rev, -1, chars.cast(), chars_len, std::ptr::null(), buf, cap, len_at),
                    14 => cri_uri_normalize(chars, chars_len, 1, buf.cast(), cap, len_at),
                    15 => cri_cori_decompose(chars, chars_len, buf, cap, len_at),
                    _ => {
                        expected |= buffer.meets(&other) || len.meets(&other);
                        let reference = block.at::<c_char>(&other).cast_const();
                        cri_uri_resolve(chars, chars_len, reference, other.len, true, buf.cast(), cap, len_at)
                    }
                };
                assert_eq!(result == OVERLAP, expected);
                if result == 0 || result == BUFFER {
                    block.check(&before, &[&buffer, &len]);
                } else if result == OVERLAP {
                    block.check(&before, &[]);
                } else {
                    block.check(&before, &[&buffer]);
                }
            }
            operation @ 4..=5 => {
                let out = block.at::<cri_t>(&object);
                let result = if operation == 4 { cri_resolve(&a, &b, out) } else { cri_relativize(&a, &b, out) };
                assert_eq!(result == OVERLAP, overlaps(&object));
                if result == 0 {
                    block.check(&before, &[&object]);
                    cri_hash(out);
                } else {
                    block.check(&before, &[]);
                }
            }
            17 => {
                // What no buffer can be: a length above half of all memory, or NULL with a length.
                let huge = usize::MAX / 2 + 1 + u.int_in_range(0..=usize::MAX / 2)?;
                let text = block.at::<c_char>(&len).cast_const();
                let null = std::ptr::null_mut::<u8>();
                for result in [
                    cri_encode(&a, buf, huge, len_at),
                    cri_encode(&a, null, cap.max(1), len_at),
                    cri_encode(&a, buf, cap, std::ptr::null_mut()),
                    cri_encode(std::ptr::null(), buf, cap, len_at),
                    cri_from_uri(rev, text, huge, buf, cap, len_at),
                    cri_from_uri(rev, std::ptr::null(), cap.max(1), buf, cap, len_at),
                    cri_from_uri(rev + 1, std::ptr::null(), 0, buf, cap, len_at),
                    cri_uri_resolve(text, huge, text, 0, true, buf.cast(), cap, len_at),
                    cri_skip(text.cast(), huge, len_at),
                    cri_parse(rev, text.cast(), huge, block.at(&object), len_at),
                    cri_resolve(&a, std::ptr::null(), block.at(&object)),
                    cri_resolve(&a, &b, std::ptr::null_mut()),
                ] {
                    // Where two things are wrong, either may be told.
                    assert!(matches!(result, ARGUMENT | OVERLAP));
                }
                block.check(&before, &[]);
            }
            18 => {
                let (options, pattern) = (Range::any(u)?, Range::any(u)?);
                let room = u.int_in_range(0..=3)?;
                let captures = Range::object(u, room * size_of::<cri_text_t>())?;
                let (rest, route) =
                    (Range::object(u, size_of::<cri_coap_path_t>())?, Range::object(u, size_of::<usize>())?);
                let any = cri_route_t { pattern: c"/{*}".as_ptr(), pattern_len: 4, id: 1 };
                let inside = cri_route_t { pattern: block.at::<c_char>(&pattern), pattern_len: pattern.len, id: 2 };
                let routes = if u.ratio(1, 2)? { vec![inside] } else { vec![any] };
                let result = cri_coap_route(
                    routes.as_ptr(),
                    1,
                    block.at::<u8>(&options).cast_const(),
                    options.len,
                    block.at(&captures),
                    room,
                    block.at(&rest),
                    block.at(&route),
                );
                let outputs = [&captures, &rest, &route];
                let mut expected = captures.meets(&rest) || captures.meets(&route) || rest.meets(&route);
                expected |= outputs.iter().any(|output| output.meets(&options));
                expected |= routes[0].id == 2 && outputs.iter().any(|output| output.meets(&pattern));
                assert_eq!(result == OVERLAP, expected);
                block.check(&before, if result == 0 { &outputs } else { &[] });
            }
            6 => {
                let data = Range::any(u)?;
                let result = cri_parse(rev, block.at::<u8>(&data).cast_const(), data.len, block.at(&object), len_at);
                assert_eq!(result == OVERLAP, object.meets(&len) || object.meets(&data) || len.meets(&data));
                block.check(&before, &[&object, &len]);
            }
            7 => {
                let data = Range::any(u)?;
                let result = cri_skip(block.at::<u8>(&data).cast_const(), data.len, len_at);
                assert_eq!(result == OVERLAP, len.meets(&data));
                block.check(&before, &[&len]);
            }
            _ => {
                let flag = Range { start: u.int_in_range(0..=SIZE - 1)?, len: 1 };
                let result = cri_equal(&a, &b, block.at(&flag));
                assert_eq!(result == OVERLAP, overlaps(&flag));
                assert!(result == 0 || result == OVERLAP);
                if result == 0 {
                    block.check(&before, &[&flag]);
                } else {
                    block.check(&before, &[]);
                }
            }
        }
    }
    Ok(())
}

/// Whether the first view borrows bytes of the block that a range meets.
fn a_meets(borrowed: &[Range], a: &cri_t, outside: &[u8], range: &Range) -> bool {
    // What the whole encoding is a slice of: the seventh pair of words.
    let whole = a.0[12] as *const u8;
    let inside = !std::ptr::eq(whole, outside.as_ptr());
    inside && borrowed.first().is_some_and(|first| range.meets(first))
}

fuzz_target!(|data: &[u8]| {
    let _ = run(&mut Unstructured::new(data));
});
