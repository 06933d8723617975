// SPDX-License-Identifier: MIT OR Apache-2.0
//! The panic handler of the static library. Nothing in it panics; the `panic-check` feature makes
//! a reachable panic a link error, which is how that is tested.

#[cfg(all(feature = "panic-handler", not(feature = "panic-check")))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

#[cfg(feature = "panic-check")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // cbindgen:ignore
    unsafe extern "C" {
        fn cri_panic_is_reachable() -> !;
    }
    // SAFETY: no program defines it, so none that would call it links.
    unsafe { cri_panic_is_reachable() }
}
