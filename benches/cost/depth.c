/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls every export on a Cortex-M3 with arguments that c-tests/exports chooses, and prints the greatest depth of the
 * stack of each, with the function of the table that makes the call: EXPORT, BYTES. */
#include "drivers.h"

#include <stdio.h>
#include <stdlib.h>

enum { PAINTED = 4096, PAINT = 0xa5a5a5a5, ROUNDS = 400, CALLS = 60 };

/* The stack pointer of the function that makes the calls, and the greatest depth below it. */
static volatile uint32_t *top;
static size_t deepest[MOST_FUNCTIONS];

/* Paints the stack below the caller's frame. It has no frame itself: it needs no more registers than it may change. */
__attribute__((noinline)) static void paint(void)
{
    top = __builtin_dwarf_cfa();
    for (size_t i = 1; i <= PAINTED / sizeof *top; i++)
        top[-(ptrdiff_t)i] = PAINT;
}

/* Finds the lowest word that is no longer painted. */
static void measure(struct call *call)
{
    size_t depth = PAINTED;
    while (depth > 0 && top[-(ptrdiff_t)(depth / sizeof *top)] == PAINT)
        depth -= sizeof *top;
    size_t *most = &deepest[call->function - functions];
    *most = depth > *most ? depth : *most;
}

int main(void)
{
    begin_driver();
    before_call = paint;
    after_call = measure;
    for (unsigned round = 0; round < ROUNDS; round++) {
        begin_with_samples(round);
        call_at_random(CALLS);
    }
    for (size_t i = 0; i < functions_count; i++)
        printf("%s\t%lu\n", functions[i].name, (unsigned long)deepest[i]);
    fflush(stdout);
    exit(0);
}
