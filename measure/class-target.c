/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Measures every operation on every class of input on a Cortex-M3 under qemu, as target.c does. Prints a line for each: CLASS,
 * OPERATION, libcri, RESULT, BYTES and INSTRUCTIONS, with tabs between them.
 */
#include "classes.h"
#include "systick.h"

#include <stdio.h>
#include <stdlib.h>

/* To the instruction, since a tick is 40. */
enum { REPETITIONS = 80 };

int main(void)
{
    systick_start();
    for (const struct input_class *input = input_classes; input < input_classes + input_class_count; input++) {
        if (!prepare_class(input)) {
            printf("FAILED: %s: the benchmark's base or reference\n", input->name);
            exit(1);
        }
        for (const struct class_operation *op = class_operations; op < class_operations + class_operation_count; op++) {
            cri_err_t err = op->run();
            uint32_t since = systick_now();
            for (int i = 0; i < REPETITIONS; i++) {
                op->run();
            }
            unsigned long instructions = (systick_ticks(since) * SYSTICK_TICK + REPETITIONS / 2) / REPETITIONS;
            printf("%s\t%s\tlibcri\t%s\t%lu\t%lu\n", input->name, op->name, cri_err_name(err),
                   (unsigned long)op->bytes(), instructions);
        }
    }
    fflush(stdout);
    exit(0);
}
