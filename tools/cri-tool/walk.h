/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The walk over the items of a CRI, and the meaning of each item. cri-tool prints it, the page of tools/explorer draws
 * it.
 *
 * It follows the structure of a CRI (href 5.1) as far as the bytes do. It decides nothing: the library says whether
 * they are a CRI, and reports the position of an error. It uses no C library.
 */
#ifndef CRI_TOOL_WALK_H
#define CRI_TOOL_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct walk {
    const uint8_t *data;
    size_t len;
    size_t at;      /* the next item */
    unsigned depth; /* how deep it nests */
    uint8_t part;   /* the component that it belongs to: CRI_PART_… */
    bool stop;      /* nothing more can be read; line() may set it */
};

/* Goes through the items of walk->data from its start. */
void walk(struct walk *walk);

/* ---- what the program does with it ------------------------------------------------------------------------------ */

/* Starts the note of the next line, or continues it. */
void note(struct walk *walk, const char *text);
/* Appends a text in quotes. */
void note_quoted(struct walk *walk, const uint8_t *text, size_t len);
/* Appends the name of a scheme, or that there is none. */
void note_scheme(struct walk *walk, int64_t id);
/* Drops what the note has so far. */
void note_clear(struct walk *walk);
/* Ends a line: the note describes the next `len` bytes. During the call walk->at is their position. */
void line(struct walk *walk, size_t len);

#endif
