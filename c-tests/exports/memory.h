/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory that is lent to the library. With an operating system each piece ends where a page begins that cannot be
 * accessed; a board has an array, in which what lies around a piece must stay as it is. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__unix__) || defined(__APPLE__)
#define HOSTED 1
enum { PIECE_MAX = 4096 };
#else
#define HOSTED 0
enum { PIECE_MAX = 640 };
#endif
enum { PIECES = 140, FILL_BYTE = 0xa5 };

struct piece {
    uint8_t *start;
    size_t len;
    uint8_t *end;   /* of its room; fixed */
    uint8_t *saved; /* the content at the last memory_save() */
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
/* Gives a piece a length, at the end of its room. All of it becomes FILL_BYTE. */
uint8_t *memory_place(struct piece *piece, size_t len);
void memory_save(void);
void memory_restore(void);
/* For memory checkers: what is there may not be read before it is written; it may be read. */
void memory_undefined(const void *start, size_t len);
void memory_defined(const void *start, size_t len);
/* Whether something was written right before a piece. */
bool memory_overrun(const struct piece *piece);
/* The piece in whose room an address is, or NULL. */
struct piece *memory_of(const void *address);
/* The same memory at another address, which nothing guards; NULL on a board. What is written there beside a piece is
 * mended. */
uint8_t *memory_alias(const void *address);
void memory_mend(const struct piece *piece);

/* Whether all bytes are FILL_BYTE. */
bool is_fill(const void *start, size_t len);
bool overlaps(struct region a, struct region b);
bool contains(struct region outer, struct region inner);

#endif
