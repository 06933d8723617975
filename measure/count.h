/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How often malloc() and its like were called. */
#ifndef MEASURE_COUNT_H
#define MEASURE_COUNT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* As count.so, which is preloaded, has it. */
static inline size_t allocations_so_far(void)
{
    static size_t (*counted)(void);
    if (counted == NULL) {
        void *found = dlsym(RTLD_DEFAULT, "measure_allocations");
        if (found == NULL) {
            fprintf(stderr, "FAILED: count.so is not preloaded\n");
            exit(1);
        }
        *(void **)(&counted) = found;
    }
    return counted();
}

#endif
