// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C interface, called as C does: buffers, objects and lengths anywhere in one block of memory,
//! overlapping or not. Whatever overlaps is refused, nothing outside the buffer is touched.
#![no_main]
#![allow(non_camel_case_types)]

use std::ffi::c_char;

use arbitrary::Unstructured;
use libfuzzer_sys::{arbitrary, fuzz_target};

/// Links the library in.
use cri as _;

#[repr(C)]
#[derive(Clone, Copy)]
struct cri_t([usize; 17]);

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
    fn cri_hash(cri: *const cri_t) -> u32;
}

const OVERLAP: i32 = -5;
const BUFFER: i32 = -2;
const SIZE: usize = 768;

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

    fn meets(&self, other: &Self) -> bool {
        self.start < other.start + other.len && other.start < self.start + self.len
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
    let mut block = Block(vec![0; SIZE / 8]);
    for word in &mut block.0 {
        *word = u.arbitrary()?;
    }
    let rev = *u.choose(&[13, 27])?;
    // Two views of bytes outside of the block, or of bytes in it.
    let outside: Vec<u8> = u.bytes(40)?.to_vec();
    let mut views = [cri_t([0; 17]); 2];
    let mut borrowed = Vec::new();
    for view in &mut views {
        let inside = Range::any(u)?;
        let (data, len) = if u.ratio(1, 2)? { (outside.as_ptr(), outside.len()) } else { (block.at::<u8>(&inside).cast_const(), inside.len) };
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
    let overlaps = |range: &Range| borrowed.iter().any(|other| other.meets(range));
    // SAFETY: every pointer is into the block, with as many bytes as the length says, aligned where the
    // type wants it; the views were stored by the library, and what they borrow is there.
    unsafe {
        match u.int_in_range(0..=8)? {
            operation @ 0..=2 => {
                let result = match operation {
                    0 => cri_encode(&a, buf, cap, len_at),
                    1 => cri_to_uri(&a, buf.cast(), cap, len_at),
                    _ => cri_to_edn(&a, buf.cast(), cap, len_at),
                };
                // A view's whole encoding counts as borrowed.
                let expected = buffer.meets(&len) || a_meets(&borrowed, &a, &outside, &buffer) || a_meets(&borrowed, &a, &outside, &len);
                assert_eq!(result == OVERLAP, expected);
                match result {
                    0 => block.check(&before, &[&buffer, &len]),
                    BUFFER => {
                        assert!(len_at.read() > cap);
                        block.check(&before, &[&buffer, &len]);
                    }
                    _ => block.check(&before, &[]),
                }
            }
            3 => {
                let text = Range::any(u)?;
                let result = cri_from_uri(rev, block.at::<c_char>(&text).cast_const(), text.len, buf, cap, len_at);
                assert_eq!(result == OVERLAP, buffer.meets(&len) || buffer.meets(&text) || len.meets(&text));
                if result == 0 || result == BUFFER {
                    block.check(&before, &[&buffer, &len]);
                } else {
                    block.check(&before, &[]);
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
    inside && borrowed.first().is_some_and(|first| first.meets(range))
}

fuzz_target!(|data: &[u8]| {
    let _ = run(&mut Unstructured::new(data));
});
