/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Measures the operations on a Cortex-M3 under qemu, where SysTick counts instructions: with -icount shift=0 an instruction
 * takes a nanosecond, and a tick 40, so that an operation is repeated until ticks tell instructions.
 *
 * Prints ROW and INSTRUCTIONS with a tab between them. If it is linked with what wrap.py makes, prints instead ROW and the
 * deepest stack of the functions of libcri that the operation calls.
 */
#include "ops.h"
#include "stack.h"

#include <stdio.h>
#include <stdlib.h>

#define SYSTICK_CONTROL (*(volatile uint32_t *)0xe000e010)
#define SYSTICK_RELOAD (*(volatile uint32_t *)0xe000e014)
#define SYSTICK_VALUE (*(volatile uint32_t *)0xe000e018)
#define SYSTICK_MAX UINT32_C(0xffffff)
enum { ENABLED_PROCESSOR_CLOCK = 5, TICK = 40, REPETITIONS = 400 };

#ifndef MEASURE_STACK
static double instructions_of(const struct op *op)
{
    SYSTICK_VALUE = 0;
    uint32_t start = SYSTICK_VALUE;
    for (int i = 0; i < REPETITIONS; i++) {
        op->run();
    }
    uint32_t ticks = (start - SYSTICK_VALUE) & SYSTICK_MAX;
    return (double)ticks * TICK / REPETITIONS;
}
#endif

int main(void)
{
    SYSTICK_RELOAD = SYSTICK_MAX;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = ENABLED_PROCESSOR_CLOCK;
    if (!prepare_operations()) {
        printf("FAILED: no operations\n");
        exit(1);
    }
    for (size_t i = 0; i < cri_operation_count; i++) {
        const struct op *op = &cri_operations[i];
        if (!op->run()) {
            printf("FAILED: %s does not do what it should\n", op->row);
            exit(1);
        }
#ifdef MEASURE_STACK
        stack_forget();
        op->run();
        printf("%s\t%lu\n", op->row, (unsigned long)stack_deepest());
#else
        static double nothing;
        double instructions = instructions_of(op);
        if (i == 0) {
            nothing = instructions;
        }
        long tenths = (long)(10 * (instructions - nothing) + 0.5);
        printf("%s\t%ld.%ld\n", op->row, tenths / 10, tenths % 10);
#endif
    }
    fflush(stdout);
    exit(0);
}
