/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the measuring must see: a function with half a kilobyte of stack, and one that allocates. */
#include <stdlib.h>

int control_stack(void);
int control_allocation(void);

int control_stack(void)
{
    volatile char bytes[512];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 0;
    }
    return bytes[0];
}

int control_allocation(void)
{
    void *volatile block = malloc(1);
    int done = block != NULL;
    free(block);
    return done;
}
