// SPDX-License-Identifier: MIT OR Apache-2.0
//! A function that needs memcpy, a 64-bit division and the panic handler.
#![no_std]

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// The sum of the squares of the first 64 bytes, modulo a number that is not known at compile time.
///
/// # Safety
///
/// `data` must be valid for `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn other_checksum(data: *const u8, len: usize) -> u64 {
    // SAFETY: The caller promises that `data` points to `len` bytes.
    let data = unsafe { core::slice::from_raw_parts(data, len) };
    let mut copy = [0; 64];
    copy[..len].copy_from_slice(data);
    let sum: u64 = copy.iter().map(|&byte| u64::from(byte) * u64::from(byte)).sum();
    sum % (u64::MAX - len as u64)
}
