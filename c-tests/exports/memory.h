/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory that is lent to the library. With an operating system, each piece ends at a page that cannot be accessed. On a
 * board the pieces are in an array, and the bytes around a piece must stay unchanged. */
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
enum { PIECES = 172, FILL_BYTE = 0xa5 };

struct piece {
    uint8_t *start;
    size_t len;
    uint8_t *end;   /* the end of the memory reserved for the piece, which never moves */
    uint8_t *saved; /* the content at the last memory_save() */
};

extern struct piece pieces[PIECES];

/* A region of memory. A region of length 0 overlaps nothing. */
struct region {
    const uint8_t *start;
    size_t len;
};

void memory_init(void);
/* Makes all pieces empty. */
void memory_clear(void);
/* Gives a piece a length, so that it ends where the memory reserved for it ends, and fills it with FILL_BYTE. */
uint8_t *memory_place(struct piece *piece, size_t len);
void memory_save(void);
void memory_restore(void);
/* Returns true if something was written right before a piece. */
bool memory_overrun(const struct piece *piece);
/* Returns the piece whose reserved memory contains an address, or NULL. */
struct piece *memory_of(const void *address);

/* Returns true if all bytes are FILL_BYTE. */
bool is_fill(const void *start, size_t len);
bool overlaps(struct region a, struct region b);
bool contains(struct region outer, struct region inner);

#endif
