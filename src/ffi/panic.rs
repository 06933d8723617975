// SPDX-License-Identifier: MIT OR Apache-2.0
//! The panic handler of the static library (`--cfg cri_panic_handler`). Nothing in the library panics:
//! `--cfg cri_panic_check` makes a reachable panic a link error, which is how that is tested.

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
    // SAFETY: no program defines it, so none that would call it links.
    unsafe { cri_panic_is_reachable() }
}
