/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * What the C tests print at their end when they are linked with what wrap.py makes: for each function its name, how often
 * it was called, and its deepest stack, or how often it allocated. The controls show that the counting counts.
 */
#include "stack.h"

#include <stdio.h>
#include <stdlib.h>

/* In control.c, and wrapped like the others: takes at least 512 bytes of stack, allocates. */
int control_stack(void);
int control_allocation(void);

void measure_exit(int status);

void stack_forget(void)
{
    for (size_t i = 0; i < wrap_count; i++) {
        wrap_figures[i] = 0;
    }
}

uint32_t stack_deepest(void)
{
    uint32_t deepest = 0;
    for (size_t i = 0; i < wrap_count; i++) {
        deepest = wrap_figures[i] > deepest ? wrap_figures[i] : deepest;
    }
    return deepest;
}

/* The tests call it in the place of exit(). */
void measure_exit(int status)
{
    watch_hostile_inputs();
    control_stack();
    control_allocation();
    for (size_t i = 0; i < wrap_count; i++) {
        printf("wrapped\t%s\t%lu\t%lu\n", wrap_names[i], (unsigned long)wrap_calls[i], (unsigned long)wrap_figures[i]);
    }
    fflush(stdout);
    exit(status);
}
