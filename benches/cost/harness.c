/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Runs every operation on every input that has its forms, and prints a line for each, with tabs between the fields:
 * OPERATION, INPUT, INSTRUCTIONS, LIMIT, RESULT, BYTES. On the host, the instructions are 0: callgrind counts those of
 * counted().
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

cri_err_t counted(const struct operation *operation);
__attribute__((noinline)) cri_err_t counted(const struct operation *operation)
{
    const cri_err_t err = operation->run();
    __asm volatile("" : : : "memory"); /* so that this is no tail call, which callgrind would not take for a call */
    return err;
}

static cri_err_t run_nothing(void) { return CRI_OK; }

#ifdef __arm__
/* SysTick counts down from 2^24 at 25 MHz, the clock of the board. Under qemu with -icount shift=8, an instruction
 * takes 256 ns, or 6.4 ticks. */
#define SYSTICK ((volatile uint32_t *)0xe000e010)
enum { CONTROL, RELOAD, VALUE, SYSTICK_MAX = 0xffffff, ENABLED_PROCESSOR_CLOCK = 5 };

/* Starts again at 0, and returns the ticks since the last start. */
static uint32_t ticks(void)
{
    const uint32_t since = SYSTICK_MAX - SYSTICK[VALUE];
    SYSTICK[RELOAD] = SYSTICK_MAX;
    SYSTICK[CONTROL] = ENABLED_PROCESSOR_CLOCK;
    SYSTICK[VALUE] = 0;
    return since;
}

/* Executes 2000 instructions, which the counter must show. */
static cri_err_t run_control(void)
{
    uint32_t count = 1000;
    __asm volatile(".syntax unified\n1: subs %0, %0, #1\n\tbne 1b" : "+l"(count) : : "cc");
    return count == 0 ? CRI_OK : 1;
}
#else
static uint32_t ticks(void) { return 0; }
#endif

/* Counts the second run, because the first one resolves dynamic symbols. */
static void measure(const struct operation *operation, const struct input *input, size_t bytes)
{
    operation->run();
    ticks();
    const cri_err_t err = counted(operation);
    const unsigned long instructions = (unsigned long)(((uint64_t)ticks() * 10 + 32) / 64);
    printf("%s\t%s\t%lu\t%u\t%d\t%lu\n", operation->name, input->name, instructions, input->limit, (int)err,
           (unsigned long)bytes);
}

/* Operations that do not use the input run only with the first one. */
static void measure_all(const struct input *input)
{
    for (const struct operation *const *at = __start_operations; at < __stop_operations; at++) {
        size_t bytes = 0;
        bool has_all = (*at)->uses != 0 || input == inputs;
        for (int use = 0; use < FORMS; use++) {
            if ((*at)->uses & BIT(use)) {
                has_all = has_all && forms[use].valid;
                bytes += use < SAME ? forms[use].len : 0;
            }
        }
        if (has_all)
            measure(*at, input, bytes);
    }
}

int main(void)
{
    /* This aligned array makes the stack of the operations begin at the same offset in a page every time. */
    volatile char beginning[64] ALIGNED;
    (void)beginning;
    measure(&(struct operation){"nothing", run_nothing, 0}, inputs, 0);
#ifdef __arm__
    measure(&(struct operation){"control", run_control, 0}, inputs, 0);
#endif
    for (const struct input *input = inputs; input->name != NULL; input++) {
        make_forms(input);
        measure_all(input);
    }
    fflush(stdout);
    exit(0);
}
