/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * In the place of the C library's heap. Its instructions are few, and its code is not counted as the peer's: a firmware that has a
 * heap has one already.
 */
#include "board-heap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 16384, HEAD = 8 };

static uint64_t block[ROOM / sizeof(uint64_t)];
static size_t used, live, most;

size_t client_heap(void)
{
    size_t was = most;
    most = 0;
    return was;
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

void *calloc(size_t count, size_t len)
{
    void *made = malloc(count * len);
    return made == NULL ? NULL : memset(made, 0, count * len);
}

void *realloc(void *pointer, size_t len)
{
    void *made = malloc(len);
    if (made != NULL && pointer != NULL) {
        size_t had = (size_t)((uint64_t *)pointer)[-1];
        memcpy(made, pointer, had < len ? had : len);
    }
    free(pointer);
    return made;
}
