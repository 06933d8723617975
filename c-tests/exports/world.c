/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "world.h"

#include <stdlib.h>
#include <string.h>

static unsigned made_next, builders_next, rows_next, kept_next[32];

static struct piece *kept_piece(int type, unsigned at) { return &pieces[KEPT_AT + (unsigned)type * KEPT + at % KEPT]; }

static bool borrows(int type, const struct piece *object, const struct piece *from)
{
    for (size_t i = 0; object->len > 0 && i < types[type].slices_count; i++) {
        const struct region slice = slice_of(type, object->start, i);
        if (slice.len > 0 && memory_of(slice.start) == from)
            return true;
    }
    return false;
}

/* Drops the objects that borrow from a piece of memory. */
static void forget(const struct piece *piece)
{
    for (int type = 0; type < (int)types_count; type++) {
        for (unsigned at = 0; at < KEPT; at++) {
            if (borrows(type, kept_piece(type, at), piece))
                memory_place(kept_piece(type, at), 0);
        }
    }
}

void keep(int type, const uint8_t *object)
{
    struct piece *piece = kept_piece(type, kept_next[type]++);
    memcpy(memory_place(piece, types[type].size), object, types[type].size);
}

uint8_t *kept(int type, unsigned at)
{
    for (unsigned i = 0; i < KEPT; i++) {
        const struct piece *piece = kept_piece(type, at + i);
        if (piece->len > 0)
            return piece->start;
    }
    return NULL;
}

struct piece *block(unsigned at)
{
    struct piece *blocks[BLOCKS + MADE];
    unsigned count = 0;
    for (unsigned i = 0; i < BLOCKS + MADE; i++) {
        if (pieces[i].len > 0)
            blocks[count++] = &pieces[i];
    }
    return count > 0 ? blocks[at % count] : NULL;
}

static struct piece *fresh(struct call *call, unsigned first, unsigned count, unsigned *next)
{
    call_describe(call);
    for (unsigned tries = 0; tries < count; tries++) {
        struct piece *piece = &pieces[first + (*next)++ % count];
        bool used = false;
        for (size_t i = 0; i < call->reads_count; i++)
            used |= call->reads[i].len > 0 && memory_of(call->reads[i].start) == piece;
        if (!used) {
            forget(piece);
            return piece;
        }
    }
    return NULL;
}

struct piece *fresh_block(struct call *call) { return fresh(call, MADE_AT, MADE, &made_next); }

struct piece *fresh_buffer(struct call *call) { return fresh(call, BUILDERS_AT, BUILDERS, &builders_next); }

struct piece *fresh_rows(struct call *call) { return fresh(call, ROWS_AT, ROWS, &rows_next); }

void world_clear(void)
{
    if (types_count > sizeof kept_next / sizeof *kept_next || KEPT_AT + types_count * KEPT > PIECES)
        abort();
    memory_clear();
    memset(kept_next, 0, sizeof kept_next);
    made_next = builders_next = rows_next = 0;
}
