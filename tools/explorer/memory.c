/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The memory of one run: what the linker has left free, then pages from the browser. */
#include "memory.h"

#include <stdint.h>

#define PAGE 65536u

extern unsigned char __heap_base; /* set by wasm-ld */

static uintptr_t next;

void memory_reset(void) { next = (uintptr_t)&__heap_base; }

void *memory_take(size_t len)
{
    size_t end = __builtin_wasm_memory_size(0) * PAGE;
    size_t rounded = (len + 15) & ~(size_t)15;
    if (rounded < len) {
        return NULL;
    }
    if (end - next < rounded) {
        size_t pages = (rounded - (end - next) + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) {
            return NULL;
        }
    }
    next += rounded;
    return (void *)(next - rounded);
}

void *memory_rest(size_t *len)
{
    *len = __builtin_wasm_memory_size(0) * PAGE - next;
    return (void *)next;
}
