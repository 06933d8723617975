// SPDX-License-Identifier: MIT OR Apache-2.0
//! The panic handler of the static library (`--cfg cri_panic_handler`). Nothing in the library panics. The tests check
//! this with `--cfg cri_panic_check`, which makes a reachable panic a link error.

#[cfg(all(cri_panic_handler, not(cri_panic_check)))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

#[cfg(cri_panic_check)]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // cbindgen:ignore
    unsafe extern "C" {
        fn cri_panic_is_reachable() -> !;
    }
    // SAFETY: the function is defined nowhere, so a program that could reach this call does not link.
    unsafe { cri_panic_is_reachable() }
}
