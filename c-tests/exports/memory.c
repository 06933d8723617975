/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The memory that is lent to the library, and the blocks and objects of a script in it. */
#define _DEFAULT_SOURCE
#include "exports.h"

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

/* The memory of a piece is between gaps. With an operating system, a page that cannot be accessed is the second gap. */
enum { ROOM = HOSTED ? 3 * PIECE_MAX : PIECE_MAX + GAP, END = HOSTED ? 2 * PIECE_MAX : PIECE_MAX + GAP };
enum { SIZE = PIECES * ROOM + GAP };

struct piece pieces[PIECES];
#if HOSTED
static uint8_t *pages;
#else
static _Alignas(16) uint8_t pages[SIZE];
#endif
static uint8_t saved[PIECES * PIECE_MAX / (HOSTED ? 1 : 4)];
/* For the first piece of each use: the number of pieces that were used. */
static unsigned next[PIECES];

uint8_t *memory_place(struct piece *piece, size_t len)
{
    CLOSE(piece->start, piece->len);
    piece->start = piece->end - len;
    piece->len = len;
    OPEN(piece->start, len);
    memset(piece->start - GAP, FILL_BYTE, GAP + len);
    return piece->start;
}

bool memory_overrun(const struct piece *piece)
{
    return !is_fill(piece->start - GAP, GAP) || !is_fill(piece->end, HOSTED ? 0 : GAP);
}

void memory_clear(void)
{
    if (KEPT_AT + types_count * KEPT > PIECES)
        abort();
    if (pieces[0].end == NULL) {
#if HOSTED
        pages = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED)
            abort();
#endif
        memset(pages, FILL_BYTE, SIZE);
        CLOSE(pages, SIZE);
    }
    for (size_t i = 0; i < PIECES; i++) {
#if HOSTED
        if (pieces[i].end == NULL && mprotect(pages + i * ROOM + END, PIECE_MAX, PROT_NONE) != 0)
            abort();
#endif
        pieces[i].end = pages + i * ROOM + END;
        memory_place(&pieces[i], 0);
    }
    memset(next, 0, sizeof next);
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
    /* The end of a piece belongs to it. */
    const uintptr_t at = (uintptr_t)address - (uintptr_t)pages - 1;
    return at < (uintptr_t)PIECES * ROOM ? &pieces[at / ROOM] : NULL;
}

bool is_fill(const void *start, size_t len)
{
    const uint8_t *bytes = start;
    /* Each byte equals the next one. */
    return len == 0 || (bytes[0] == FILL_BYTE && memcmp(bytes, bytes + 1, len - 1) == 0);
}

/* ---- the world of a script ---- */

void keep(int type, const uint8_t *object)
{
    const size_t first = KEPT_AT + (size_t)type * KEPT;
    struct piece *piece = &pieces[first + next[first]++ % KEPT];
    memcpy(memory_place(piece, types[type].size), object, types[type].size);
}

struct piece *used(size_t first, size_t count, size_t choice)
{
    struct piece *found[BLOCKS + MADE];
    size_t found_count = 0;
    for (struct piece *piece = &pieces[first]; piece < &pieces[first + count]; piece++) {
        if (piece->len > 0)
            found[found_count++] = piece;
    }
    return found_count > 0 ? found[choice % found_count] : NULL;
}

/* Drops the objects that borrow from a piece of memory. */
static void forget(const struct piece *piece)
{
    for (unsigned i = 0; i < types_count * KEPT; i++) {
        struct piece *object = &pieces[KEPT_AT + i];
        for (size_t slice = 0; object->len > 0 && slice < types[i / KEPT].slices_count; slice++) {
            const struct region region = slice_of((int)(i / KEPT), object->start, slice);
            if (region.len > 0 && memory_of(region.start) == piece)
                memory_place(object, 0);
        }
    }
}

struct piece *fresh(struct call *call, size_t first, size_t count)
{
    call_describe(call);
    for (size_t tries = 0; tries < count; tries++) {
        struct piece *piece = &pieces[first + next[first]++ % count];
        bool accessed = false;
        for (size_t i = 0; i < call->accesses_count; i++)
            accessed |= call->accesses[i].region.len > 0 && memory_of(call->accesses[i].region.start) == piece;
        if (!accessed) {
            forget(piece);
            return piece;
        }
    }
    abort();
}
