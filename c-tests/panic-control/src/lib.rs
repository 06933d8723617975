// SPDX-License-Identifier: MIT OR Apache-2.0
//! A function that can panic, linked with libcri's panic handler.
#![no_std]

pub use cri;

/// Panics for all arguments except three.
#[unsafe(no_mangle)]
pub extern "C" fn panic_control(index: usize) -> u8 {
    [3, 1, 2][index]
}
