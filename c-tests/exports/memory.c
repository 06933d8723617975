/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define _DEFAULT_SOURCE
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#if HOSTED
#include <sys/mman.h>
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

/* AddressSanitizer finds accesses right before a piece. Otherwise, the bytes there must stay unchanged. */
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#define CLOSE(start, len) ASAN_POISON_MEMORY_REGION(start, len)
#define OPEN(start, len) ASAN_UNPOISON_MEMORY_REGION(start, len)
enum { GAP = 0 };
#else
#define CLOSE(start, len) (void)(start), (void)(len)
#define OPEN(start, len) (void)(start), (void)(len)
enum { GAP = 32 };
#endif

struct piece pieces[PIECES];
static uint8_t saved[PIECES * PIECE_MAX / (HOSTED ? 1 : 4)];

#if HOSTED

enum { ROOM = 2 * PIECE_MAX, SIZE = PIECES * ROOM };
static uint8_t *pages;

static void find_room(void)
{
    pages = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        abort();
}

#else

/* The gap after a piece must stay unchanged. */
enum { ROOM = PIECE_MAX + GAP };
static _Alignas(16) uint8_t pages[PIECES * ROOM];

static void find_room(void) { memset(pages, FILL_BYTE, sizeof pages); }

#endif

void memory_init(void)
{
    if (pieces[0].end != NULL)
        return;
    find_room();
    for (size_t i = 0; i < PIECES; i++) {
        pieces[i].end = pages + i * ROOM + PIECE_MAX;
        pieces[i].start = pieces[i].end;
#if HOSTED
        if (mprotect(pieces[i].end, PIECE_MAX, PROT_NONE) != 0)
            abort();
#endif
        CLOSE(pieces[i].end - PIECE_MAX, PIECE_MAX);
    }
}

/* Returns the number of bytes before a piece that can be checked. */
static size_t gap(const struct piece *piece)
{
    const size_t room = PIECE_MAX - (size_t)(piece->end - piece->start);
    return room < GAP ? room : GAP;
}

uint8_t *memory_place(struct piece *piece, size_t len)
{
    CLOSE(piece->start, (size_t)(piece->end - piece->start));
    piece->start = piece->end - len;
    piece->len = len;
    OPEN(piece->start, len);
    memset(piece->start, FILL_BYTE, len);
    memset(piece->start - gap(piece), FILL_BYTE, gap(piece));
    return piece->start;
}

bool memory_overrun(const struct piece *piece)
{
    bool changed = !is_fill(piece->start - gap(piece), gap(piece));
#if !HOSTED
    for (size_t i = 0; i < GAP; i++)
        changed |= piece->end[i] != FILL_BYTE;
#endif
    return changed;
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
    uint8_t *at = saved;
    for (size_t i = 0; i < PIECES; i++) {
        if (pieces[i].len > (size_t)(saved + sizeof saved - at))
            abort();
        pieces[i].saved = at;
        if (pieces[i].len > 0)
            memcpy(at, pieces[i].start, pieces[i].len);
        at += pieces[i].len;
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
    return at < (uintptr_t)PIECES * ROOM ? &pieces[at / ROOM] : NULL;
}

bool is_fill(const void *start, size_t len)
{
    const uint8_t *bytes = start;
    /* Each byte equals the next one. */
    return len == 0 || (bytes[0] == FILL_BYTE && memcmp(bytes, bytes + 1, len - 1) == 0);
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
