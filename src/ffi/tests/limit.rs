// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lengths at the greatest length, `SIZE_MAX / 2`. Only a 32-bit program can have memory of this length.

use super::std::prelude::rust_2024::*;
use super::std::sync::{Mutex, MutexGuard};
use core::ffi::{c_int, c_long, c_void};
use core::mem::MaybeUninit;
use core::ptr::null_mut;

use super::all::*;
use crate::error::Error;

const LIMIT: usize = usize::MAX / 2;

unsafe extern "C" {
    fn mmap(address: *mut c_void, length: usize, access: c_int, flags: c_int, file: c_int, at: c_long) -> *mut c_void;
    fn munmap(address: *mut c_void, length: usize) -> c_int;
}

/// The addresses of a 32-bit program have room for one such memory.
static ROOM: Mutex<()> = Mutex::new(());

/// Memory of `LIMIT + 1` bytes. Linux keeps only the pages that are written.
struct Memory(*mut u8, #[expect(dead_code, reason = "held until the memory is dropped")] MutexGuard<'static, ()>);

impl Memory {
    /// Returns memory that begins with these bytes, followed by zeros.
    fn new(start: &[u8]) -> Self {
        let room = ROOM.lock().expect("no other test has failed");
        let (read_write, private_anonymous_unreserved) = (3, 0x4022);
        // SAFETY: the call returns new memory or -1, and the memory is longer than `start`.
        unsafe {
            let memory: *mut u8 = mmap(null_mut(), LIMIT + 1, read_write, private_anonymous_unreserved, -1, 0).cast();
            assert_ne!(memory.addr(), usize::MAX, "no memory of {LIMIT} bytes");
            memory.copy_from_nonoverlapping(start.as_ptr(), start.len());
            Self(memory, room)
        }
    }

    /// Returns the address of a byte.
    fn at(&self, offset: usize) -> *mut u8 {
        self.0.wrapping_add(offset)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: nothing borrows the memory any more.
        unsafe { munmap(self.0.cast(), LIMIT + 1) };
    }
}

#[test]
fn a_text_of_the_greatest_length_is_read() {
    // A path of one segment, whose characters are NUL.
    let memory = Memory::new(b"\x82\x01\x81\x7a\x7f\xff\xff\xf7");
    let (data, mut cri, mut len) = (memory.0, MaybeUninit::uninit(), 0);
    // SAFETY: the memory has the length that is passed, and a length that is too great is refused.
    unsafe {
        assert_eq!(cri_skip(data, LIMIT, &raw mut len), 0);
        assert_eq!(len, LIMIT);
        assert_eq!(cri_skip(data, LIMIT - 1, &raw mut len), Error::Truncated as i32);
        assert_eq!(cri_parse_exact(CRI_REV_27, data, LIMIT + 1, cri.as_mut_ptr()), Error::Argument as i32);
        assert_eq!(cri_parse_exact(CRI_REV_27, data, LIMIT, cri.as_mut_ptr()), 0);
        assert_eq!(cri_encode(cri.as_ptr(), null_mut(), 0, &raw mut len), Error::Buffer as i32);
        assert_eq!(len, LIMIT);
        // Each NUL becomes a triplet. The length of all triplets is too great for a number of 32 bits.
        assert_eq!(cri_to_uri(cri.as_ptr(), null_mut(), 0, &raw mut len), Error::Buffer as i32);
        assert_eq!(len, usize::MAX);
    }
}

#[test]
fn a_buffer_of_the_greatest_length_overlaps_its_bytes_only() {
    let memory = Memory::new(b"");
    let mut len = 0;
    let write = |cap, text: *const u8, len: *mut usize| {
        // SAFETY: the memory has the lengths that are passed, and a length that is too great is refused.
        unsafe { cri_from_uri(CRI_REV_27, text.cast(), 1, memory.0, cap, len) }
    };
    // SAFETY: the memory has these bytes.
    unsafe {
        memory.at(LIMIT - 1).write(b'a');
        memory.at(LIMIT).write(b'b');
    }
    assert_eq!(write(LIMIT, memory.at(LIMIT - 1), &raw mut len), Error::Overlap as i32);
    assert_eq!(write(LIMIT - 1, memory.at(LIMIT - 1), &raw mut len), 0);
    assert_eq!(write(LIMIT + 1, b"a".as_ptr(), &raw mut len), Error::Argument as i32);
    assert_eq!(write(LIMIT, memory.at(LIMIT), &raw mut len), 0);
    assert_eq!(super::seen(memory.0, len), b"\x82\x01\x81\x61b");
}
