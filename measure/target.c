/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Measures the operations on a Cortex-M3 under qemu. Each is repeated, so that ticks of SysTick give instructions.
 *
 * Prints ROW and INSTRUCTIONS with a tab between them. If it is linked with what wrap.py makes, prints instead ROW and the
 * deepest stack of the functions of libcri that the operation calls.
 */
#include "ops.h"
#include "stack.h"
#include "systick.h"

#include <stdio.h>
#include <stdlib.h>

enum { REPETITIONS = 400 };

#ifndef MEASURE_STACK
static double instructions_of(const struct op *op)
{
    uint32_t since = systick_now();
    for (int i = 0; i < REPETITIONS; i++) {
        op->run();
    }
    return (double)(systick_ticks(since) * SYSTICK_TICK) / REPETITIONS;
}
#endif

int main(void)
{
    systick_start();
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
