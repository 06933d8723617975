/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define _DEFAULT_SOURCE
#include "memory.h"

#include <sanitizer/asan_interface.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct piece pieces[PIECES];
static uint8_t *pages;

void memory_init(void)
{
    const size_t size = (size_t)PIECES * 2 * PIECE_MAX;
    pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        abort();
    for (size_t i = 0; i < PIECES; i++) {
        pieces[i].end = pages + (2 * i + 1) * PIECE_MAX;
        pieces[i].start = pieces[i].end;
        if (mprotect(pieces[i].end, PIECE_MAX, PROT_NONE) != 0)
            abort();
        ASAN_POISON_MEMORY_REGION(pieces[i].end - PIECE_MAX, PIECE_MAX);
    }
}

uint8_t *memory_place(struct piece *piece, size_t len)
{
    ASAN_POISON_MEMORY_REGION(piece->start, (size_t)(piece->end - piece->start));
    piece->start = piece->end - len;
    piece->len = len;
    ASAN_UNPOISON_MEMORY_REGION(piece->start, len);
    memset(piece->start, 0xa5, len);
    return piece->start;
}

void memory_cut(struct piece *piece, size_t len)
{
    ASAN_POISON_MEMORY_REGION(piece->start + len, piece->len - len);
    piece->len = len;
}

void memory_clear(void)
{
    for (size_t i = 0; i < PIECES; i++) {
        if (pieces[i].start != pieces[i].end)
            memory_place(&pieces[i], 0);
    }
}

void memory_save(void)
{
    for (size_t i = 0; i < PIECES; i++) {
        if (pieces[i].len > 0)
            memcpy(pieces[i].saved, pieces[i].start, pieces[i].len);
    }
}

void memory_restore(void)
{
    for (size_t i = 0; i < PIECES; i++) {
        if (pieces[i].len > 0)
            memcpy(pieces[i].start, pieces[i].saved, pieces[i].len);
    }
}

struct piece *memory_of(const void *address)
{
    const uintptr_t at = (uintptr_t)address - (uintptr_t)pages;
    return at < (uintptr_t)PIECES * 2 * PIECE_MAX ? &pieces[at / (2 * PIECE_MAX)] : NULL;
}

bool overlaps(struct region a, struct region b)
{
    return a.len > 0 && b.len > 0 && (uintptr_t)a.start < (uintptr_t)b.start + b.len &&
           (uintptr_t)b.start < (uintptr_t)a.start + a.len;
}

bool contains(struct region outer, struct region inner)
{
    return (uintptr_t)inner.start >= (uintptr_t)outer.start &&
           (uintptr_t)inner.start + inner.len <= (uintptr_t)outer.start + outer.len;
}
