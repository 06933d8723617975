/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The world of a script: blocks of bytes, and objects that earlier calls made. */
#ifndef WORLD_H
#define WORLD_H

#include "call.h"

enum {
    BLOCKS = 3,
    MADE = 12,
    BUILDERS = 4,
    ROWS = 4,
    ROW_TEXT_MAX = 64,
    KEPT = 4,
    /* Uses of the pieces of memory: blocks of the input; blocks that calls wrote; buffers that builders borrow;
     * arguments of a call; the copy of an iterator; rows with their texts, which do not change; objects, KEPT of each
     * type. */
    MADE_AT = BLOCKS,
    BUILDERS_AT = MADE_AT + MADE,
    ARGUMENTS_AT = BUILDERS_AT + BUILDERS,
    COPY_AT = ARGUMENTS_AT + MOST_PARAMETERS,
    ROWS_AT = COPY_AT + 1,
    KEPT_AT = ROWS_AT + ROWS,
};

/* Makes all pieces empty. */
void world_clear(void);
/* Keeps a copy of an object. */
void keep(int type, const uint8_t *object);
/* Returns an object of a type, or NULL if no object has it. */
uint8_t *kept(int type, unsigned at);
/* Returns a block that contains bytes, or NULL if all blocks are empty. */
struct piece *block(unsigned at);
/* Returns a piece for a new block, from which no argument of the call borrows, or NULL. Objects that borrowed from it
 * are dropped. */
struct piece *fresh_block(struct call *call);
/* Like fresh_block(), for the buffer of a builder or for rows. */
struct piece *fresh_buffer(struct call *call);
struct piece *fresh_rows(struct call *call);

#endif
