/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * SysTick counts instructions under qemu: with -icount shift=0 an instruction takes a nanosecond, and a tick SYSTICK_TICK of
 * them, which depends on the board's clock. It counts down, and wraps after 2^24 ticks.
 */
#ifndef MEASURE_SYSTICK_H
#define MEASURE_SYSTICK_H

#include <stdint.h>

#define SYSTICK_CONTROL (*(volatile uint32_t *)0xe000e010)
#define SYSTICK_RELOAD (*(volatile uint32_t *)0xe000e014)
#define SYSTICK_VALUE (*(volatile uint32_t *)0xe000e018)
#define SYSTICK_MAX UINT32_C(0xffffff)
#ifndef SYSTICK_TICK
#define SYSTICK_TICK UINT64_C(40)
#endif

static inline void systick_start(void)
{
    const uint32_t enabled_processor_clock = 5;
    SYSTICK_RELOAD = SYSTICK_MAX;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = enabled_processor_clock;
}

static inline uint32_t systick_now(void)
{
    SYSTICK_VALUE = 0;
    return SYSTICK_VALUE;
}

static inline uint32_t systick_ticks(uint32_t since) { return (since - SYSTICK_VALUE) & SYSTICK_MAX; }

#endif
