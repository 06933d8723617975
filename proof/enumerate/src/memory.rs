// SPDX-License-Identifier: MIT OR Apache-2.0
//! An allocator for the models, which allocate small pieces for every case: each thread keeps what was freed, by size.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;

pub struct Memory;

/// Pieces of 16, 32 up to 1024 bytes.
const CLASSES: usize = 7;

thread_local! {
    static FREE: [Cell<*mut u8>; CLASSES] = const { [const { Cell::new(null_mut()) }; CLASSES] };
}

/// The class of a size, and the layout of its pieces.
fn class(layout: Layout) -> Option<(usize, Layout)> {
    if layout.size() > 16 << (CLASSES - 1) || layout.align() > 16 {
        return None;
    }
    let size = layout.size().max(16).next_power_of_two();
    let whole = Layout::from_size_align(size, 16).ok()?;
    Some((size.trailing_zeros() as usize - 4, whole))
}

// SAFETY: a piece comes from the system with the layout of its class, and goes back into the list of that class only.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some((class, whole)) = class(layout) else {
            // SAFETY: as of the caller.
            return unsafe { System.alloc(layout) };
        };
        let free = FREE.try_with(|free| {
            let first = free[class].get();
            if !first.is_null() {
                // SAFETY: a free piece begins with the pointer to the next one.
                free[class].set(unsafe { *first.cast::<*mut u8>() });
            }
            first
        });
        match free {
            Ok(piece) if !piece.is_null() => piece,
            // SAFETY: the size is not 0.
            _ => unsafe { System.alloc(whole) },
        }
    }

    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        let Some((class, whole)) = class(layout) else {
            // SAFETY: as of the caller.
            return unsafe { System.dealloc(piece, layout) };
        };
        let kept = FREE.try_with(|free| {
            // SAFETY: a piece has room for a pointer, and nobody uses it any more.
            unsafe { *piece.cast::<*mut u8>() = free[class].get() };
            free[class].set(piece);
        });
        if kept.is_err() {
            // SAFETY: it was allocated with this layout.
            unsafe { System.dealloc(piece, whole) };
        }
    }
}
