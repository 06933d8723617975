/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory that is lent to the library: each piece ends where a page begins that cannot be accessed. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PIECES = 128, PIECE_MAX = 4096 };

struct piece {
    uint8_t *start;
    size_t len;
    uint8_t *end;             /* of the page; fixed */
    uint8_t saved[PIECE_MAX]; /* the content at the last memory_save() */
};

extern struct piece pieces[PIECES];

/* A region; of length 0 it overlaps nothing. */
struct region {
    const uint8_t *start;
    size_t len;
};

void memory_init(void);
/* Makes all pieces empty. */
void memory_clear(void);
/* Gives a piece a length, before the end of its page. All of it becomes 0xa5. */
uint8_t *memory_place(struct piece *piece, size_t len);
/* Drops the bytes of a piece past a length. */
void memory_cut(struct piece *piece, size_t len);
void memory_save(void);
void memory_restore(void);
/* The piece in whose page an address is, or NULL. */
struct piece *memory_of(const void *address);

bool overlaps(struct region a, struct region b);
bool contains(struct region outer, struct region inner);

#endif
