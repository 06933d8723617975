/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * In the place of the C library's heap. Its instructions are few, and its code is not counted as the peer's: a firmware that has a
 * heap has one already.
 */
#include "clients.h"

#include <stdint.h>
#include <stdlib.h>

enum { ROOM = 16384, HEAD = 8 };

static uint64_t block[ROOM / sizeof(uint64_t)];
static size_t used, live, most;

size_t client_heap(void)
{
    size_t was = most;
    most = 0;
    return was;
}

/* Newlib's is in a kilobyte of other state. */
int *__errno(void);
int *__errno(void)
{
    static int number;
    return &number;
}

void *malloc(size_t len)
{
    size_t room = HEAD + (len + 7) / 8 * 8;
    if (room > ROOM - used) {
        return NULL;
    }
    uint64_t *at = block + used / sizeof *block;
    at[0] = len;
    used += room;
    live += len + sizeof(uint32_t);
    most = live > most ? live : most;
    return at + 1;
}

void free(void *pointer)
{
    if (pointer != NULL) {
        live -= (size_t)((uint64_t *)pointer)[-1] + sizeof(uint32_t);
        used = live == 0 ? 0 : used;
    }
}

/* The C library's memory functions are counted where the peer calls them: here are none. */
#define WITHOUT_LIBRARY __attribute__((optimize("no-tree-loop-distribute-patterns")))

WITHOUT_LIBRARY void *calloc(size_t count, size_t len)
{
    uint8_t *made = malloc(count * len);
    for (size_t i = 0; made != NULL && i < count * len; i++) {
        made[i] = 0;
    }
    return made;
}

WITHOUT_LIBRARY void *realloc(void *pointer, size_t len)
{
    uint8_t *made = malloc(len);
    const size_t had = pointer == NULL ? 0 : (size_t)((uint64_t *)pointer)[-1];
    for (size_t i = 0; made != NULL && i < had && i < len; i++) {
        made[i] = ((uint8_t *)pointer)[i];
    }
    free(pointer);
    return made;
}
