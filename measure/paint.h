/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How deep a call's stack gets: what is below the stack pointer is painted before the call, and looked at after it. */
#ifndef MEASURE_PAINT_H
#define MEASURE_PAINT_H

#include <stddef.h>
#include <stdint.h>

enum { PAINTED = 4096, PAINT = 0xa5 };

__attribute__((noinline)) static void paint(void)
{
    volatile uint8_t bytes[PAINTED];
    for (size_t i = 0; i < PAINTED; i++)
        bytes[i] = PAINT;
    __asm volatile("" : : "r"(bytes) : "memory");
}

/* How far below its caller's frame the paint is gone, if paint() had the same caller. The bytes are not set: what is there is what
 * paint() left in the same place, and what has been written over it since. */
__attribute__((noinline)) static size_t unpainted(void)
{
    volatile uint8_t bytes[PAINTED];
    size_t kept = 0;
    __asm volatile("" : : "r"(bytes) : "memory");
    while (kept < PAINTED && bytes[kept] == PAINT)
        kept++;
    return PAINTED - kept;
}

#endif
