/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts the instructions and the stack of a run on an emulated processor. */
#ifndef MEASURE_TARGET_H
#define MEASURE_TARGET_H

#include <stddef.h>
#include <stdint.h>

/* ---- instructions ------------------------------------------------------------------------------ */

#ifdef __riscv
static inline void start_counting(void) {}

static inline uint32_t count(void)
{
    uint32_t count;
    __asm volatile(".option push\n\t.option arch, +zicsr\n\tcsrr %0, minstret\n\t.option pop" : "=r"(count));
    return count;
}

static inline uint64_t instructions_since(uint32_t before) { return count() - before; }
#else
/*
 * SysTick counts down, and wraps after 2^24 ticks. Under qemu with -icount shift=0, an instruction takes a nanosecond.
 * A tick takes SYSTICK_TICK instructions, which depends on the board's clock.
 */
#define SYSTICK_CONTROL (*(volatile uint32_t *)0xe000e010)
#define SYSTICK_RELOAD (*(volatile uint32_t *)0xe000e014)
#define SYSTICK_VALUE (*(volatile uint32_t *)0xe000e018)
#define SYSTICK_MAX UINT32_C(0xffffff)

static inline void start_counting(void)
{
    const uint32_t enabled_processor_clock = 5;
    SYSTICK_RELOAD = SYSTICK_MAX;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = enabled_processor_clock;
}

static inline uint32_t count(void)
{
    SYSTICK_VALUE = 0;
    return SYSTICK_VALUE;
}

static inline uint64_t instructions_since(uint32_t before)
{
    return (uint64_t)((before - SYSTICK_VALUE) & SYSTICK_MAX) * SYSTICK_TICK;
}
#endif

/* ---- stack ------------------------------------------------------------------------------------- */

enum { PAINTED = 4096, PAINT = 0xa5 };

__attribute__((noinline)) static void paint(void)
{
    volatile uint8_t bytes[PAINTED];
    for (size_t i = 0; i < PAINTED; i++)
        bytes[i] = PAINT;
    __asm volatile("" : : "r"(bytes) : "memory");
}

/* Returns the number of bytes below its caller's frame that were used since paint() was called. paint() must have the
 * same caller. The array is not initialised: it contains the paint that paint() left there, and the bytes written over
 * it since. */
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
