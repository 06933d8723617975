/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Runs every operation on every input and prints a line for each: INPUT, OPERATION, RESULT, BYTES, FIGURE, STACK, with
 * tabs between them. On a Cortex-M3, the figure is the number of instructions, and the stack the number of bytes below
 * the caller's frame. On the host, under callgrind, the figure is the number of the dump that has the instructions.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

/* The inputs that classes.py has packed. */
extern const uint8_t packed_inputs[], packed_inputs_end[];
extern const struct operation *const __start_operations[], *const __stop_operations[];

#ifdef __x86_64__
#include <valgrind/callgrind.h>

/* These runs are not counted: the first runs resolve dynamic symbols and fill caches. */
enum { RUNS_BEFORE = 2 };

static void start_measuring(void) {}

static void measure(const struct operation *operation, const char *input, size_t bytes)
{
    static unsigned number;
    char name[32];
    snprintf(name, sizeof name, "operation %u", number);
    for (int i = 0; i < RUNS_BEFORE; i++)
        operation->run();
    CALLGRIND_ZERO_STATS;
    const cri_err_t err = operation->run();
    CALLGRIND_DUMP_STATS_AT(name);
    printf("%s\t%s\t%d\t%zu\t%u\t0\n", input, operation->name, (int)err, bytes, number++);
}
#else
/* These runs make the figure exact to one instruction, although a tick of SysTick takes 40. */
enum { REPETITIONS = 80 };

/* SysTick counts down, and wraps after 2^24 ticks. Under qemu with -icount shift=0, an instruction takes a nanosecond.
 * A tick takes 40 instructions, because the clock of the board has 25 MHz. */
enum { SYSTICK_TICK = 40 };
#define SYSTICK ((volatile uint32_t *)0xe000e010)
enum { CONTROL, RELOAD, VALUE };
#define SYSTICK_MAX UINT32_C(0xffffff)

static void start_measuring(void)
{
    const uint32_t enabled_processor_clock = 5;
    SYSTICK[RELOAD] = SYSTICK_MAX;
    SYSTICK[VALUE] = 0;
    SYSTICK[CONTROL] = enabled_processor_clock;
}

static uint32_t count(void)
{
    SYSTICK[VALUE] = 0;
    return SYSTICK[VALUE];
}

static uint64_t instructions_since(uint32_t before)
{
    return (uint64_t)((before - SYSTICK[VALUE]) & SYSTICK_MAX) * SYSTICK_TICK;
}

enum { PAINTED = 4096, PAINT = 0xa5 };

__attribute__((noinline)) static void paint(void)
{
    volatile uint8_t bytes[PAINTED];
    for (size_t i = 0; i < PAINTED; i++)
        bytes[i] = PAINT;
    __asm volatile("" : : "r"(bytes) : "memory");
}

/* Returns the number of bytes below its caller's frame that were used since paint() was called by the same caller. The
 * array is not initialised: it contains the paint, and the bytes written over it since. */
__attribute__((noinline)) static size_t unpainted(void)
{
    volatile uint8_t bytes[PAINTED];
    size_t kept = 0;
    __asm volatile("" : : "r"(bytes) : "memory");
    while (kept < PAINTED && bytes[kept] == PAINT)
        kept++;
    return PAINTED - kept;
}

static void measure(const struct operation *operation, const char *input, size_t bytes)
{
    const cri_err_t err = operation->run();
    const uint32_t since = count();
    for (int i = 0; i < REPETITIONS; i++)
        operation->run();
    const unsigned long instructions = (unsigned long)((instructions_since(since) + REPETITIONS / 2) / REPETITIONS);
    paint();
    operation->run();
    const unsigned long stack = unpainted();
    printf("%s\t%s\t%d\t%lu\t%lu\t%lu\n", input, operation->name, (int)err, (unsigned long)bytes, instructions, stack);
}
#endif

/* Runs the operations on an input that has their forms. Operations that do not use the input run only with the first
 * one. */
static void measure_all(const char *input, bool is_first)
{
    for (const struct operation *const *at = __start_operations; at < __stop_operations; at++) {
        size_t bytes = 0;
        bool has_all = (*at)->uses != 0 || is_first;
        for (int use = 0; use < FORMS; use++) {
            if ((*at)->uses & BIT(use)) {
                has_all = has_all && valid[use];
                bytes += use < SAME ? forms[use].len : 0;
            }
        }
        if (has_all)
            measure(*at, input, bytes);
    }
}

static size_t number_at(const uint8_t *at) { return at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16; }

static cri_err_t run_nothing(void) { return CRI_OK; }

int main(void)
{
    /* This aligned array makes the stack of the operations begin at the same offset in a page every time. */
    volatile char beginning[64] ALIGNED;
    const struct operation nothing = {"nothing", run_nothing, 0};
    (void)beginning;
    start_measuring();
    for (const uint8_t *at = packed_inputs; at < packed_inputs_end;) {
        const char *name = (const char *)at + 7;
        const uint8_t *bytes = at + 7 + number_at(at + 1);
        const size_t len = number_at(at + 4);
        make_inputs(at[0] == 1, bytes, len);
        if (at == packed_inputs)
            measure(&nothing, name, 0);
        measure_all(name, at == packed_inputs);
        at = bytes + len;
    }
    fflush(stdout);
    exit(0);
}
