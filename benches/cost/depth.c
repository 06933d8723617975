/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls every export on a Cortex-M3 with arguments that c-tests/exports chooses, and prints the greatest depth of the
 * stack of each, with the function of the table that makes the call, and the depth of each client: NAME, BYTES. */
#include "exports.h"
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

enum { PAINTED = 4096, PAINT = 0xa5a5a5a5, ROUNDS = 1000, CALLS = 60 };

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

/* Finds the lowest word that is no longer painted. It has no frame either. */
__attribute__((always_inline)) static inline size_t depth(void)
{
    size_t bytes = PAINTED;
    while (bytes > 0 && top[-(ptrdiff_t)(bytes / sizeof *top)] == PAINT)
        bytes -= sizeof *top;
    return bytes;
}

static void measure(struct call *call)
{
    const size_t bytes = depth();
    size_t *most = &deepest[call->function - functions];
    *most = bytes > *most ? bytes : *most;
}

int main(void)
{
    before_call = paint;
    after_call = measure;
    for (unsigned round = 0; round < ROUNDS; round++) {
        begin_with_samples(round);
        call_at_random(CALLS);
    }
    for (size_t i = 0; i < functions_count; i++)
        printf("%s\t%lu\n", functions[i].name, (unsigned long)deepest[i]);
    for (const struct operation *const *client = __start_operations; client < __stop_operations; client++) {
        paint();
        (*client)->run();
        printf("%s\t%lu\n", (*client)->name, (unsigned long)depth());
    }
    fflush(stdout);
    exit(0);
}
